"""Walks through flows, by clicking."""

import random
import tempfile
from pathlib import Path
from urllib.parse import quote

from recorded_paths import recorded_paths, waiting
from support import (
    check,
    CLICK,
    close,
    flowrun,
    go,
    make_site,
    offline,
    OPEN,
    OUT,
    shorts,
    Site,
    taken,
    violations,
    wait,
)


@check
def all_paths_by_clicking(browser, site):
    page = offline(browser, site.address())
    count = clicks = 0
    for recorded in recorded_paths("Flows/paths"):
        script, name = recorded.script, recorded.name
        words = {
            key: script[key] for key in ("flow", "as", "from", "clock", "only") if key in script
        }
        words |= {f"fact.{fact}": value for fact, value in script.get("facts", {}).items()}
        link = "walk?" + "&".join(f"{key}={quote(value)}" for key, value in words.items())
        seen = page.evaluate(OPEN, link)
        moves, before = list(script["rows"]), 0
        while True:
            # What nobody decides has happened by itself.
            for row in seen[before:]:
                if moves and moves[0] in shorts(row):
                    moves.pop(0)
            if not moves:
                break
            move = moves.pop(0)
            before = len(seen)
            clicks += 1
            if move.startswith("suspend "):
                page.select_option("#run select[name=flow]", move[8:])
                page.locator("#run button", has_text="leave, and return to").click()
                seen = taken(page)
                continue
            if (pause := waiting(move)) is not None:
                page.fill("#run input[name=seconds]", f"{pause / 1000:g}")
                page.get_by_role("button", name="s pass", exact=True).click()
                seen = taken(page)
                continue
            done = page.evaluate(CLICK, move)
            assert "error" not in done, f"{name}: {done['error']}; taken {seen}"
            seen = done["taken"]
            assert done["row"] in seen, f"{name}: {move} was not taken: {seen}"
            # A result that was chosen replaces the rows of the called flow that came by themselves.
            before = len(seen) - seen[::-1].index(done["row"])
        rows = recorded.rows
        assert seen[: len(rows)] == rows, f"{name}: {seen} is not {rows}"
        ending = page.evaluate("count => flowrun.course.endings[count]", len(rows))
        assert ending == recorded.end, f"{name}: ended with {ending}, not with {recorded.end}"
        count += 1
    assert all(url.startswith("file://") for url in page.requests)
    close(page)
    return f"{count} paths, {clicks} clicks"


@check
def rows_can_be_taken_where_the_program_takes_them(browser, site):
    """After 100 random walks: a row of the step is a button exactly if `--rows` takes it."""
    chance = random.Random(7)
    flows = [flow["id"] for flow in site.book["flows"] if "outline" not in flow]
    page = offline(browser, site.address())
    compared = 0
    for _ in range(100):
        flow, reading = chance.choice(flows), chance.choice(["written", "meant"])
        page.evaluate(OPEN, f"walk?flow={quote(flow)}&as={reading}")
        for _ in range(chance.randrange(9)):
            buttons = page.eval_on_selector_all(
                "tr.open [data-take]", "items => items.map(item => item.dataset.take)"
            )
            if not buttons:
                break
            page.locator(f'tr.open [data-take="{chance.choice(buttons)}"]').first.click()
        rows = page.evaluate(
            """() => [...document.querySelectorAll("tr.open, tr.off")]
              .map(row => [row.dataset.row, row.matches(".open")])"""
        )
        before = taken(page)
        for row, isOpen in rows:
            done = flowrun(
                flow,
                "--rows",
                ",".join([*before, row]),
                *(["--as-meant"] if reading == "meant" else []),
                status=None,
            )
            assert (done.returncode == 0) == isOpen, (
                f"{flow} {before} {row}: {isOpen}, but the program: {done.stdout}{done.stderr}"
            )
            compared += 1
    close(page)
    return f"{compared} rows"


@check
def a_walk_goes_back_and_elsewhere(browser, site):
    page = offline(browser, site.address("UC2.3"))
    for key in "bba":
        page.keyboard.press(key)
    assert taken(page) == ["UC2.3:1.1b", "UC2.3:1.2b", "UC2.3:2.1a"], taken(page)
    assert page.locator('#run [data-fact="failures"]').inner_text().strip() == "0"
    page.keyboard.press("Backspace")
    assert page.locator("tr.current").get_attribute("data-step") == "UC2.3:2.1"
    # A row that cannot be taken says why.
    page.keyboard.press("Backspace")
    assert page.locator('tr[id="1.2c"] .why').inner_text() == "failures is 1"
    assert page.locator('tr[id="1.2d"] .why').inner_text() == "platform is ios"
    # Another fact at the start breaks the walk at the row that needed the first value.
    page.keyboard.press("b")
    page.locator("#run .values button", has_text="android").click()
    assert "1.2b" in page.locator("#run .broken").inner_text()
    page.locator("#run .values button", has_text="ios").click()
    assert page.locator("#run .broken").count() == 0
    # Going another way keeps the old one as a branch.
    page.keyboard.press("a")
    page.keyboard.press("Backspace")
    page.keyboard.press("b")
    page.locator("#run .branch button").click()
    assert taken(page)[-1] == "UC2.3:2.1a"
    # The other reading replays the same walk.
    page.locator("#readings button", has_text="as meant").click()
    assert "1.2b" in page.locator("#run .broken").inner_text()
    assert page.locator('tr[id="1.2e"]').count() == 1
    page.locator("#readings button", has_text="as written").click()
    assert page.locator('tr[id="1.2e"]').count() == 0
    page.screenshot(path=OUT / "walk.png")
    close(page)


@check
def steps_can_be_seen_one_by_one(browser, site):
    page = offline(browser, site.address("UC2.3"))
    for key in "bbaa":
        page.keyboard.press(key)
    # The PIN is entered; PF2.8 runs, and its result may be chosen in its place.
    assert page.locator("table.flow").get_attribute("data-flow") == "PF2.8"
    assert "UC2.3" in page.locator("#crumbs").inner_text()
    page.locator('#run [data-skip="UC2.3:1.4b"]').click()
    assert page.locator("tr.current").get_attribute("data-step") == "UC2.3:1.3"
    page.keyboard.press("Backspace")
    page.locator("#run button", has_text="Every step").click()
    assert page.locator("tr.current").get_attribute("data-step") == "UC2.3:1.4"
    page.keyboard.press("Enter")
    assert page.locator("tr.current").get_attribute("data-step") == "PF2.8:1.1"
    close(page)


@check
def values_are_shown_where_an_action_answered_with_them(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        (flows / "A.yaml").write_text("""flow: A
title: Values
sections:
  - section: 1
    title: Main
    steps:
      - step: 1.1
        screen: Name
        input: { nick: { length: 1..10 }, pin: { secret: yes, digits: 6 } }
        rows:
          a: { user: enters both, enters: [nick, pin], next: 1.2 }
      - step: 1.2
        system: reads the card
        action: card.read
        values: [surname, age]
        rows:
          a: { case: Read, on: read, next: 1.3 }
          b: { case: Not read, on: failed, next: end }
      - step: 1.3
        screen: Card
        message: '{nick} is {surname}, {age}'
        rows:
          a: { user: goes back, next: 1.2 }
""")
        make_site(f"{folder}/site", str(flows))
        page = offline(browser, Site(f"{folder}/site").address("A"))
        # A secret is never typed.
        assert page.eval_on_selector_all(
            ".phone input", "items => items.map(item => item.name)"
        ) == ["nick"]
        page.fill(".phone input[name=nick]", "Mari")
        page.keyboard.press("b")
        assert page.locator(".phone input[name=nick]").input_value() == "Marib", (
            "a letter in a field is no key"
        )
        page.fill(".phone input[name=nick]", "Mari")
        page.locator(".phone button", has_text="enters both").click()
        page.fill("#run input[name=surname]", "Kask & Co, <b>?")
        page.locator('tr[id="1.2a"] button').click()
        # A value that was not typed keeps its name.
        message = lambda: page.locator(".phone .card p").first.inner_text()
        assert message() == "Mari is Kask & Co, <b>?, {age}", message()
        assert "surname: Kask" in page.locator("#run .history").inner_text()
        # The next answer replaces the values; the link opens the walk with its own.
        page.keyboard.press("a")
        assert page.locator("#run input[name=surname]").input_value() == "Kask & Co, <b>?"
        page.fill("#run input[name=age]", "7")
        page.fill("#run input[name=surname]", "")
        page.locator('tr[id="1.2a"] button').click()
        assert message() == "Mari is {surname}, 7", message()
        page.locator("#run button", has_text="Back one row").click()
        page.locator("#run button", has_text="Back one row").click()
        assert message() == "Mari is Kask & Co, <b>?, {age}", message()
        page.locator("#run button", has_text="Keep this walk").click()
        command, link = page.locator("#dialog .field > code").all_inner_texts()
        assert command == "flowrun A --rows 1.1a,1.2a", command
        go(page, link)
        assert message() == "Mari is Kask & Co, <b>?, {age}", message()
        assert not (found := violations(page)), found
        close(page)


@check
def time_passes(browser, site):
    page = offline(browser, site.address())
    page.evaluate(OPEN, "walk?flow=PF2.8")
    buttons = lambda: page.eval_on_selector_all(
        "tr.open [data-take]", "items => items.map(item => item.dataset.take)"
    )
    page.fill("#run input[name=seconds]", "90")
    page.locator("#run button", has_text="s pass").click()
    assert page.locator('#run [data-fact="clock"]').inner_text().strip() == "90 s"
    assert buttons()
    close(page)


@check
def paths_play_by_themselves(browser, site):
    page = offline(browser, site.address("UC2.3"))
    page.keyboard.press("3")
    page.locator('[data-path="forgot-pin"] button', has_text="Play").click()
    wait(page, "() => document.querySelector('#rows').dataset.ending === 'waiting UC9.4:1.1'")
    close(page)

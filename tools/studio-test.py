"""Checks the pages of `flowrun site` and `flowrun studio` in Chromium. Called by tools/studio-test, with the program and words of the checks to run."""

import http.client
import json
import os
import pty
import random
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import axe_playwright_python
from playwright.sync_api import sync_playwright

sys.path.append("Integrations")
from recorded_paths import recorded_paths, waiting  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
OUT = Path(".build/studio")
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def flowrun(*args, status=0, **options):
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, **options)
    assert status is None or done.returncode == status, f"{args}: {done.returncode} {done.stderr}"
    return done if status is None else done.stdout


def make_site(folder, flows="Flows"):
    return flowrun("site", flows, "-o", str(folder))


class Browser:
    """Chromium without a network. A page that fails in any way fails the check."""

    def __init__(self, playwright):
        self.chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])

    def page(self, address=None, width=1440, height=900, scale=1, **options):
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=scale, reduced_motion="reduce", **options)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda message: message.type == "error" and page.problems.append(message.text))
        if address:
            go(page, address)
        return page


def go(page, address):
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def wait(page, expression, argument=None, seconds=60):
    """Waits until a function of the page returns something. Playwright's own would need `eval`, which the page forbids."""
    end = time.monotonic() + seconds
    while not (found := page.evaluate(expression, argument)):
        assert time.monotonic() < end, f"{expression} {argument}: {page.locator('#status').inner_text()}"
        time.sleep(0.02)
    return found


def close(page):
    assert not page.problems, page.problems
    page.context.close()


class Site:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.book = json.loads((self.folder / "flows.js").read_text().split("var flowrunBook=", 1)[1].rstrip(";\n"))
        self.pages = {flow["id"]: flow["page"] for flow in self.book["flows"]}

    def address(self, flow=None, place=""):
        name = self.pages[flow] if flow else "index"
        return f"file://{self.folder}/{name}.html{'#' + place if place else ''}"


def offline(browser, address=None, **options):
    """A page that cannot reach anything but files."""
    page = browser.page(None, offline=True, **options)
    page.requests = []
    page.on("request", lambda request: page.requests.append(request.url))
    if address:
        go(page, address)
    return page


TABLE = """() => [...document.querySelectorAll("table.flow tbody tr")].map(row => ({
  id: row.dataset.id, kind: row.dataset.kind, text: row.dataset.text, next: row.dataset.next,
  shown: row.querySelector(".text").textContent, seen: row.querySelector("th.id").textContent,
  anchor: row.id, target: row.querySelector(".n").textContent, height: row.getBoundingClientRect().height }))"""


@check
def tables_are_those_of_the_documents(browser, site):
    page = offline(browser)
    ids = [flow["id"] for flow in site.book["flows"]]
    assert ids == [flow["flow"] for flow in json.loads(flowrun("list", "--json"))], ids
    lines = 0
    for flow in ids:
        go(page, site.address(flow))
        wanted = json.loads(flowrun("table", flow, "--format", "json"))
        rows = page.evaluate(TABLE)
        assert [{key: row[key] for key in ("id", "kind", "text", "next")} for row in rows] == wanted["rows"], flow
        for row in rows:
            assert row["shown"] == row["text"] and row["seen"] == row["id"] and row["height"] > 10, row
            if row["next"]:
                assert row["target"] == row["next"].replace("goto ", "→ "), row
        lines += len(rows)
        assert page.title() == f"{flow} {wanted['title']}"
    assert all(url.startswith("file://") for url in page.requests), page.requests
    close(page)
    return f"{len(ids)} flows, {lines} lines"


@check
def anchors_last(browser, site):
    page = offline(browser, site.address("UC2.3", "1.3b"))
    row = page.locator('tr[id="1.3b"]')
    assert "target" in row.get_attribute("class") and row.evaluate(
        "row => { const box = row.getBoundingClientRect(); return box.top > 40 && box.bottom < innerHeight - 20 }")
    # A link to another flow keeps the page and its walk.
    shown = "flow => document.querySelector('table.flow').dataset.flow === flow"
    page.locator('tr[id="1.2a"] .n a').click()
    wait(page, shown, "UC7.1")
    page.go_back()
    wait(page, shown, "UC2.3")
    close(page)


def shorts(row):
    """The names by which a script may call a row."""
    flow, short = row.split(":", 1)
    plain = short.split("#")[0]
    return {row, short, plain, f"{flow}:{plain}"}


def taken(page):
    return page.evaluate(f"({TAKEN})()")


TAKEN = """() => {
  const [home, ...rest] = document.querySelectorAll("#run .history li:first-child code, #run .history li.done code");
  return rest.map(({ textContent }) => (textContent.includes(":") ? textContent : `${home.textContent}:${textContent}`));
}"""

# Clicks the button of the row that a script calls by one of its names, if it can be seen where it is clicked.
CLICK = """move => {
  const buttons = [...document.querySelectorAll("[data-take], [data-skip]")];
  const name = (item) => item.dataset.take ?? item.dataset.skip;
  const names = (row) => { const short = row.slice(row.indexOf(":") + 1), plain = short.replace(/#.*/, ""); return [row, short, plain, row.replace(/#.*/, "")] };
  const named = buttons.filter((item) => names(name(item)).includes(move));
  // Where a flow was entered by itself, a script still speaks of the step that calls it.
  const state = flowrun.course.state, isEntered = state.callers.length && !(TAKEN)().at(-1)?.startsWith(`${state.flow}:`);
  const button = (isEntered && named.find((item) => item.dataset.skip)) || named[0];
  if (!button) return { error: `no button for ${move}, only ${buttons.map(name)}` };
  button.scrollIntoView({ block: "center" });
  const box = button.getClientRects()[0];
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!hit || !(button.contains(hit) || hit.closest("tr") === button.closest("tr"))) return { error: `${move} is covered by ${hit?.outerHTML}` };
  button.click();
  return { row: name(button), taken: (TAKEN)() };
}""".replace("(TAKEN)", f"({TAKEN})")

# Opens a walk at once: without an event that comes when the page has gone on already.
OPEN = """link => {
  history.replaceState(null, "", `#${link}`);
  flowrun.route();
  return (TAKEN)();
}""".replace("(TAKEN)", f"({TAKEN})")


@check
def all_paths_by_clicking(browser, site):
    page = offline(browser, site.address())
    count = clicks = 0
    for recorded in recorded_paths("Flows/paths"):
        script, name = recorded.script, recorded.name
        words = {key: script[key] for key in ("flow", "as", "from", "clock", "only") if key in script}
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
        assert seen[:len(rows)] == rows, f"{name}: {seen} is not {rows}"
        ending = page.evaluate("count => flowrun.course.endings[count]", len(rows))
        assert ending == recorded.end, f"{name}: ended with {ending}, not with {recorded.end}"
        count += 1
    assert all(url.startswith("file://") for url in page.requests)
    close(page)
    return f"{count} paths, {clicks} clicks"


@check
def rows_can_be_taken_where_the_program_takes_them(browser, site):
    """After 100 random walks: every row of the step is a button exactly if `flowrun --rows` takes it."""
    chance = random.Random(7)
    flows = [flow["id"] for flow in site.book["flows"] if "outline" not in flow]
    page = offline(browser, site.address())
    compared = 0
    for _ in range(100):
        flow, reading = chance.choice(flows), chance.choice(["written", "meant"])
        page.evaluate(OPEN, f"walk?flow={quote(flow)}&as={reading}")
        for _ in range(chance.randrange(9)):
            buttons = page.eval_on_selector_all("tr.open [data-take]", "items => items.map(item => item.dataset.take)")
            if not buttons:
                break
            page.locator(f'tr.open [data-take="{chance.choice(buttons)}"]').first.click()
        rows = page.evaluate("""() => [...document.querySelectorAll("tr.open, tr.off")].map(row => [row.dataset.row, row.matches(".open")])""")
        before = taken(page)
        for row, isOpen in rows:
            done = flowrun(flow, "--rows", ",".join([*before, row]), *(["--as-meant"] if reading == "meant" else []), status=None)
            assert (done.returncode == 0) == isOpen, f"{flow} {before} {row}: {isOpen}, but the program: {done.stdout}{done.stderr}"
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
        assert page.eval_on_selector_all(".phone input", "items => items.map(item => item.name)") == ["nick"]
        page.fill(".phone input[name=nick]", "Mari")
        page.keyboard.press("b")
        assert page.locator(".phone input[name=nick]").input_value() == "Marib", "a letter in a field is no key"
        page.fill(".phone input[name=nick]", "Mari")
        page.locator(".phone button", has_text="enters both").click()
        page.fill(".phone input[name=surname]", "Kask & Co, <b>?")
        page.locator('tr[id="1.2a"] button').click()
        # A value that was not typed keeps its name.
        message = lambda: page.locator(".phone .card p").first.inner_text()
        assert message() == "Mari is Kask & Co, <b>?, {age}", message()
        assert "surname: Kask" in page.locator("#run .history").inner_text()
        # The next answer replaces the values; the link opens the walk with its own.
        page.keyboard.press("a")
        assert page.locator(".phone input[name=surname]").input_value() == "Kask & Co, <b>?"
        page.fill(".phone input[name=age]", "7")
        page.fill(".phone input[name=surname]", "")
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
        assert not violations(page)
        close(page)


@check
def time_passes(browser, site):
    page = offline(browser, site.address())
    page.evaluate(OPEN, "walk?flow=PF2.8")
    buttons = lambda: page.eval_on_selector_all("tr.open [data-take]", "items => items.map(item => item.dataset.take)")
    page.fill("#run input[name=seconds]", "90")
    page.locator("#run button", has_text="s pass").click()
    assert page.locator('#run [data-fact="clock"]').inner_text().strip() == "90 s"
    assert buttons()
    close(page)


@check
def a_walk_can_be_kept(browser, site):
    page = offline(browser, site.address("UC2.3"))
    for key in "bba":
        page.keyboard.press(key)
    page.locator("#run button", has_text="Keep this walk").click()
    codes = page.locator("#dialog .field > code").all_inner_texts()
    assert codes[0] == "flowrun UC2.3 --rows 1.1b,1.2b,2.1a", codes
    command = codes[0].split()
    assert flowrun(*command[1:]) == "end: waiting UC2.3:1.3\n"
    patch = page.locator("#dialog pre").inner_text()
    entry = "\n".join(line[1:] for line in patch.splitlines()[1:])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cp", "-R", "Flows", folder], check=True)
        file = Path(folder) / "Flows/paths/UC2.3.yaml"
        file.write_text(file.read_text() + entry + "\n")
        assert flowrun("replay", "UC2.3", "--record", "--flows", f"{folder}/Flows").splitlines()[-1].endswith(" 0 failed")
    page.locator("#dialog button", has_text="Close").click()
    # The link opens the walk again.
    go(page, codes[1])
    assert taken(page) == ["UC2.3:1.1b", "UC2.3:1.2b", "UC2.3:2.1a"]
    close(page)


HOLD = {
    "A.yaml": """flow: A
title: A hold of 30 seconds
steps:
  - step: 1
    call: PF1
    rows:
      a: { result: Done, next: end }
      b: { event: 30 seconds pass, after: 30 s, next: 2 }
  - { step: 2, screen: Too late, buttons: [Close], rows: { a: { user: selects Close, next: end } } }
""",
    "PF1.yaml": """flow: PF1
title: Asks twice
results: [Done]
steps:
  - step: 1
    screen: Ask
    buttons: [Next]
    rows:
      a: { user: selects Next, next: 2 }
      b: { event: 20 seconds pass, after: 20 s, next: result Done }
  - step: 2
    screen: Confirm
    buttons: [Done]
    rows:
      a: { user: selects Done, next: result Done }
      b: { event: 11 seconds pass, after: 11 s, next: result Done }
""",
    "rules/r.yaml": "rules:\n  - { rule: in-time, never: screen Too late, start: A, because: The hold is over }\n",
}


@check
def a_walk_that_waits_can_be_kept(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        for name, text in HOLD.items():
            (flows / name).parent.mkdir(parents=True, exist_ok=True)
            (flows / name).write_text(text)
        make_site(Path(folder) / "site", str(flows))
        own = Site(Path(folder) / "site")
        page = offline(browser, own.address("A"))
        run = own.book["proofs"]["rules"][0]["verdicts"][0]["run"]
        assert run["rows"] == ["wait 19001", "PF1:1a", "A:1b"], run
        page.evaluate("run => { flowrun.along(run, false); flowrun.goTo(run.rows.length); }", run)
        assert taken(page) == ["PF1:1a", "A:1b"], taken(page)
        page.locator("#run button", has_text="Keep this walk").click()
        command = page.locator("#dialog .field > code").all_inner_texts()[0]
        assert command == "flowrun A --rows 'wait 19001 ms,PF1:1a,1b'", command
        assert flowrun(*shlex.split(command)[1:], "--flows", str(flows)) == "end: waiting A:2\n"
        patch = page.locator("#dialog pre").inner_text()
        (flows / "paths").mkdir()
        (flows / "paths/A.yaml").write_text("flow: A\npaths:\n" + "\n".join(line[1:] for line in patch.splitlines()[1:]) + "\n")
        # Status 1 says that there are rows that the path does not take.
        assert flowrun("replay", "A", "--record", "--flows", str(flows), status=1).splitlines()[-1] == "1 passed, 0 failed"
        assert (flows / "paths/A.trace").read_text().split("\n")[1].startswith("  19001 ms  PF1:1a")
        close(page)


@check
def names_in_kept_walks_are_quoted(browser, site):
    step = "2 $(echo x): #y"
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        text = f"flow: A\ntitle: Names\nsteps:\n  - step: {json.dumps(step)}\n    screen: Two\n    buttons: [Done]\n    rows:\n      a: {{ user: selects Done, next: end }}\n"
        (flows / "A.yaml").write_text(text)
        make_site(Path(folder) / "site", str(flows))
        page = offline(browser, Site(Path(folder) / "site").address("A", f"walk?flow=A&from={quote(step)}&rows={quote(step)}a"))
        page.locator("#run button", has_text="Keep this walk").click()
        command = page.locator("#dialog .field > code").all_inner_texts()[0]
        # A shell runs nothing of it, and leaves out nothing.
        said = subprocess.run(["bash", "-c", command.replace("flowrun", "printf '%s\\n'", 1)], capture_output=True, text=True).stdout.splitlines()
        assert said == ["A", "--rows", f"{step}a", "--from", step], said
        patch = page.locator("#dialog pre").inner_text()
        (flows / "paths").mkdir()
        (flows / "paths/A.yaml").write_text("flow: A\npaths:\n" + "\n".join(line[1:] for line in patch.splitlines()[1:]) + "\n")
        assert "1 passed, 0 failed" in flowrun("replay", "A", "--record", "--flows", str(flows), status=None).stdout, patch
        close(page)


@check
def paths_play_by_themselves(browser, site):
    page = offline(browser, site.address("UC2.3"))
    page.keyboard.press("3")
    page.locator('[data-path="forgot-pin"] button', has_text="Play").click()
    wait(page, "() => document.querySelector('#rows').dataset.ending === 'waiting UC9.4:1.1'")
    close(page)


@check
def nothing_in_a_diagram_overlaps(browser, site):
    page = offline(browser)
    drawn = 0
    for flow in site.book["flows"]:
        if "outline" in flow:
            continue
        for reading in ("written", "meant"):
            page.goto("about:blank")
            go(page, site.address(flow["id"]))
            if reading == "meant":
                page.locator("#readings button", has_text="as meant").click()
            page.keyboard.press("2")
            problems = page.evaluate(OVERLAPS)
            assert not problems, f"{flow['id']} as {reading}: {problems[:3]}"
            drawn += 1
            if flow["id"] == "UC2.1" and reading == "written":
                page.locator("svg.diagram").screenshot(path=OUT / "diagram.png")
                # Every row with a target has its line, and the walk is followed.
                page.keyboard.press("a")
                assert page.locator(".box.current").get_attribute("data-box") == "UC2.1:1.2"
                assert page.locator(".edge.last").get_attribute("data-edge") == "UC2.1:1.1a"
    close(page)
    return f"{drawn} diagrams"


OVERLAPS = """() => {
  const drawing = document.querySelector("svg.diagram");
  const box = (item) => { const { x, y, width, height } = item.getBBox(); return { x, y, right: x + width, bottom: y + height, item } };
  const meet = (a, b, slack = 0) => a.x < b.right - slack && b.x < a.right - slack && a.y < b.bottom - slack && b.y < a.bottom - slack;
  const problems = [];
  const say = (what, a, b) => problems.push(`${what}: ${a.item.textContent} / ${b.item.textContent}`);
  const boxes = [...drawing.querySelectorAll(".box > rect")].map(box);
  const frames = [...drawing.querySelectorAll(".frame > rect")].map(box);
  const texts = [...drawing.querySelectorAll("text")].map(box);
  const pairs = (list, what, slack) => list.forEach((a, i) => list.slice(i + 1).forEach((b) => meet(a, b, slack) && say(what, a, b)));
  pairs(boxes, "boxes"); pairs(frames, "frames");
  // The boxes of fonts are higher than their letters.
  pairs(texts, "texts", 2);
  for (const text of texts) {
    const home = text.item.closest(".box")?.querySelector("rect");
    if (home && !text.item.matches(".id, .out")) {
      const { x, right } = box(home);
      if (text.x < x || text.right > right) say("a text outside its box", text, text);
    } else if (boxes.some((other) => meet(text, other, 1))) say("a text on a box", text, text);
    if (text.right > drawing.viewBox.baseVal.width) say("a text outside the drawing", text, text);
  }
  const tracks = [...drawing.querySelectorAll("path.edge")].map((edge) => {
    const numbers = edge.getAttribute("d");
    const [, from] = /^M\\S+ (\\S+?)H/.exec(numbers);
    const to = /V(\\S+?)(?:Q|H)/.exec(numbers)[1];
    const x = Number(/Q(\\S+)/.exec(numbers)?.[1] ?? /H(\\S+?)V/.exec(numbers)[1]);
    const end = /(?:Q\\S+ (\\S+) \\S+ \\S+|V(\\S+?))H\\S+$/.exec(numbers);
    return { x, low: Math.min(from, to), high: Math.max(from, to), target: end[1] ?? end[2], item: edge };
  });
  tracks.forEach((a, i) => tracks.slice(i + 1).forEach((b) => {
    if (a.x === b.x && a.target !== b.target && a.low < b.high && b.low < a.high) say("lines on one track", a, b);
  }));
  for (const track of tracks) for (const text of texts) {
    if (text.x < track.x && track.x < text.right && text.y < track.high && track.low < text.bottom) say("a line through a text", text, text);
  }
  return problems;
}"""


def hostile(folder):
    """Flows whose texts try to be more than texts."""
    flows = Path(folder) / "Flows"
    (flows / "a").mkdir(parents=True)
    texts = {
        "script": "</script><script>window.hit = 1</script><img src=x onerror=window.hit=2>",
        "ansi": "\x1b[31mred\x07 ]0;title",
        "bidi": "\u202egnp.exe \u2066 end",
        "long": "m" * 10_000,
        "mark": "{title} {flow} {scripts} `code` ${1}",
    }
    for name, text in texts.items():
        quoted = json.dumps(text)
        (flows / "a" / f"{name}.yaml").write_text(
            f"flow: {name}\ntitle: {quoted}\nsections:\n  - section: 1\n    title: {quoted}\n    steps:\n      - step: 1.1\n"
            f"        screen: {quoted}\n        message: {quoted}\n        note: {quoted}\n        buttons: [{quoted}]\n"
            f"        rows:\n          a: {{ user: {json.dumps('selects ' + text)}, next: end }}\n          b: {{ user: waits, next: stay }}\n")
    return flows, texts


@check
def hostile_texts_are_shown_as_text(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows, texts = hostile(folder)
        make_site(f"{folder}/site", str(flows))
        evil = Site(f"{folder}/site")
        page = offline(browser)
        for name, text in texts.items():
            go(page, evil.address(name))
            assert page.title().startswith(name)
            assert page.evaluate("document.querySelector('h1').textContent") == f"{name} {text}"
            assert page.evaluate("document.querySelector('.phone h2').textContent") == text
            for key in ("2", "3", "1"):
                page.keyboard.press(key)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, key, page.evaluate("[...document.querySelectorAll('*')].filter(item => item.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map(item => item.outerHTML.slice(0, 80))"))
            page.keyboard.press("a")
            assert taken(page) == [f"{name}:1.1a"]
            assert page.evaluate("window.hit") is None
            assert page.evaluate("document.querySelectorAll('img, script:not([src])').length") == 0
        close(page)
    return f"{len(texts)} kinds"


def violations(page):
    page.evaluate(AXE)
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [f"{item['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for item in result["violations"] for node in item["nodes"][:2]]


@check
def everybody_can_use_it(browser, site):
    """axe finds nothing on any kind of page."""
    kinds = 0
    for scheme in ("light", "dark"):
        for width, height in ((1440, 900), (320, 700)):
            page = offline(browser, site.address("UC2.3"), color_scheme=scheme, width=width, height=height)

            def look(name):
                nonlocal kinds
                kinds += 1
                found = violations(page)
                page.screenshot(path=OUT / f"{name}-{scheme}-{width}.png")
                assert not found, f"{name}, {scheme}, {width} px: {found}"

            look("table")
            for key in "bb":
                page.keyboard.press(key)
            look("walking")
            page.keyboard.press("a")
            page.evaluate("document.querySelectorAll('details').forEach(item => item.open = true)")
            look("screen")
            page.keyboard.press("2")
            look("diagram")
            page.keyboard.press("3")
            look("paths")
            page.keyboard.press("1")
            page.locator("#run button", has_text="Keep this walk").click()
            look("keep")
            page.keyboard.press("Escape")
            page.keyboard.press("?")
            look("keys")
            page.keyboard.press("Escape")
            page.keyboard.press("0")
            page.wait_for_selector("table.list")
            look("overview")
            page.evaluate("location.hash = 'UC5.1'")
            wait(page, "() => document.title.startsWith('UC5.1')")
            look("outline")
            close(page)
    return f"{kinds} pages"


@check
def the_keyboard_is_enough(browser, site):
    page = offline(browser, site.address("UC2.3"))
    focused = lambda: page.evaluate("document.activeElement.dataset.take ?? document.activeElement.dataset.press ?? document.activeElement.textContent")
    # The first key leads past the list of flows to the table.
    page.keyboard.press("Tab")
    assert focused() == "To the table", focused()
    page.keyboard.press("Enter")
    for _ in range(8):
        page.keyboard.press("Tab")
        if focused() == "UC2.3:1.1b":
            break
    assert focused() == "UC2.3:1.1b", focused()
    page.keyboard.press("Enter")
    # The focus goes on to the next row that can be taken.
    assert focused() == "UC2.3:1.2a", focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        if focused() == "UC2.3:1.2b":
            break
    assert focused() == "UC2.3:1.2b", focused()
    page.keyboard.press("Space")
    assert taken(page) == ["UC2.3:1.1b", "UC2.3:1.2b"]
    assert focused() == "UC2.3:2.1a"
    page.keyboard.press("/")
    page.keyboard.type("forgot pin")
    assert page.locator("#flows .rows a").count() >= 2
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait(page, "() => document.querySelectorAll('tr.target').length === 1")
    close(page)


@check
def small_and_large_screens(browser, site):
    for width, height, scale in ((320, 640, 1), (720, 450, 2), (1000, 700, 1), (1440, 900, 1), (3840, 2160, 1)):
        page = offline(browser, site.address("UC2.3"), width=width, height=height, scale=scale)
        for key in "bb":
            page.keyboard.press(key)
        for view in "1234":
            page.keyboard.press(view)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} px, view {view} is too wide"
        page.keyboard.press("1")
        page.screenshot(path=OUT / f"width-{width}.png")
        # The text of a row does not move when it becomes a button.
        places = lambda: page.evaluate("Object.fromEntries([...document.querySelectorAll('tr .text')].map(item => [item.closest('tr').id, item.getBoundingClientRect().x]))")
        before = places()
        page.keyboard.press("Backspace")
        assert places() == before, width
        close(page)
    page = offline(browser, site.address("UC2.3"))
    page.emulate_media(media="print")
    assert page.locator("#side").is_hidden() and page.locator("#run").is_hidden()
    page.pdf(path=OUT / "table.pdf", format="A4", prefer_css_page_size=True)
    close(page)


@check
def traces_can_be_dropped(browser, site):
    trace = flowrun("UC2.3", "--rows", "1.1b,1.2b,2.1a,1.3b", "--trace", "json")
    page = offline(browser, site.address("UC2.3"))
    page.set_input_files("#traces", {"name": "run.json", "mimeType": "application/json", "buffer": trace.encode()})
    wait(page, "() => document.querySelector('.meta').textContent.includes('dropped traces')")
    assert "4 of 27 covered by dropped traces" in page.locator(".meta").inner_text()
    counts = flowrun("replay").splitlines()
    page.locator("#coverage select").select_option("replays")
    go(page, site.address())
    reached = next(line for line in counts if line.startswith("as written: "))
    assert f"{reached.split()[2]} covered" in page.locator(".meta").inner_text(), reached
    close(page)


@check
def a_site_is_small(browser, site):
    sizes = {path.name: path.stat().st_size for path in site.folder.iterdir()}
    total = sum(sizes.values())
    assert total <= 600_000, sizes
    code = sum(len(path.read_text().splitlines()) for path in Path("Sources/Tool/StudioPage/Page").iterdir())
    assert code <= 2_500, code
    return f"{total} bytes; {code} lines of JavaScript, CSS and HTML"


@check
def a_thousand_flows(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        for number in range(1_000):
            (flows / f"F{number}.yaml").write_text(
                f"flow: F{number}\ntitle: Flow {number}\nsections:\n  - section: 1\n    title: First\n    steps:\n      - step: 1.1\n"
                "        screen: A\n        rows:\n          a: { user: goes on, next: end }\n")
        make_site(f"{folder}/site", str(flows))
        page = offline(browser, Site(f"{folder}/site").address())
        assert page.locator("#flows li").count() == 1_000
        listed = page.evaluate("() => { const start = performance.now(); flowrun.drawFlows(); document.body.offsetHeight; return performance.now() - start }")
        found = page.evaluate("() => { const field = document.querySelector('#find'); field.value = 'flow 77'; const start = performance.now(); flowrun.drawFlows(); document.body.offsetHeight; return performance.now() - start }")
        assert page.locator("#flows li").count() >= 11
        close(page)
    return f"listed in {listed:.0f} ms, searched in {found:.0f} ms"


class Studio:
    """A studio of a copy of the flows in a repository of its own."""

    def __init__(self, folder, port=0):
        self.flows = Path(folder) / "Flows"
        if not self.flows.exists():
            subprocess.run(["cp", "-R", "Flows", folder], check=True)
            for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=A", "-c", "user.email=a@localhost", "commit", "-qm", "First"]):
                subprocess.run(["git", "-C", str(folder), *command], check=True)
        self.state = Path(folder) / "state"
        self.process = subprocess.Popen(
            [PROGRAM, "studio", "UC2.3", "--flows", str(self.flows), "--port", str(port), "--no-open"], stdout=subprocess.PIPE, text=True,
            env=os.environ | {"XDG_STATE_HOME": str(self.state)})
        self.address = self.process.stdout.readline().split()[-1]
        self.port = int(self.address.split(":")[2].split("/")[0])
        self.file = self.flows / "wallet/UC2.3-unlock-the-app.yaml"

    def save(self, text):
        self.file.write_text(text)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def open_studio(browser, studio, **options):
    page = browser.page(None, **options)
    page.goto(studio.address)
    page.wait_for_selector("body[data-ready]")
    return page


def edition(page):
    painted = page.evaluate("document.body.dataset.painted ?? null")
    return json.loads(painted) if painted else {"version": None}


def wait_for_edition(page, after):
    wait(page, "before => (JSON.parse(document.body.dataset.painted ?? '{}').version ?? null) !== before", after["version"])
    return edition(page)


SEEN = """([selector, words]) => (document.querySelector(selector)?.textContent ?? "").includes(words)"""


@check
def only_the_browser_that_opened_it_gets_in(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        def ask(path, method="GET", **headers):
            connection = http.client.HTTPConnection("127.0.0.1", studio.port)
            connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}, body=b"{}" if method == "POST" else None)
            answer = connection.getresponse()
            answer.text = answer.read().decode(errors="replace")
            return answer

        token = studio.address.split("/", 3)[3]
        paths = ["/", "/UC2.3.html", "/index.html", "/main.js", "/studio.css", "/engine.wasm", "/flows.json", "/events", "/diff?revision=HEAD", "/?token=", "/?token=0"]
        for path in paths:
            assert ask(path).status == 403, path
            assert ask(path, Cookie=f"flowrun-{studio.port}=guess").status == 403, path
        assert ask("/keep", "POST").status == 403
        assert ask(f"/{token}", Host="evil.example").status == 421
        assert ask(f"/{token}", Origin="https://evil.example").status == 403
        entered = ask(f"/{token}")
        assert entered.status == 303 and entered.getheader("location") == "/UC2.3.html"
        assert ask(f"/{token}").status == 403, "the token works once"
        cookie = entered.getheader("set-cookie")
        assert "HttpOnly" in cookie and "SameSite" in cookie
        cookie = cookie.split(";")[0]
        for path in ("/UC2.3.html", "/main.js", "/flows.json"):
            good = ask(path, Cookie=cookie)
            assert good.status == 200, path
            policy = good.getheader("content-security-policy")
            assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "frame-ancestors 'none'" in policy
        assert "<script>" not in ask("/UC2.3.html", Cookie=cookie).text
        assert ask("/flows.json", Cookie=cookie, Host="evil.example").status == 421
        for headers in ({"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Origin": "http://127.0.0.1:1"}):
            assert ask("/flows.json", Cookie=cookie, **headers).status == 403, headers
        for path in ("/../Package.swift", "/..%2f..%2fetc%2fpasswd", "/page.html", "/nothing.html", "/nothing"):
            assert ask(path, Cookie=cookie).status == 404, path
        assert ask("/diff?revision=--help", Cookie=cookie).status == 409
        assert ask("/keep", "POST", Cookie=cookie).status == 400


@check
def a_saved_file_is_shown_with_the_same_walk(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        text = studio.file.read_text()
        for key in "bbbbb":
            page.keyboard.press(key)
        walk = taken(page)
        assert len(walk) == 5, walk
        page.evaluate("document.querySelector('#pane').scrollTo(0, 333)")
        # The rules come later than the tables, and do not scroll.
        wait(page, "() => flowrun.book.proofs", None, seconds=300)
        assert page.evaluate("document.querySelector('#pane').scrollTop") == 333
        times = []
        for number in range(5):
            now = edition(page)
            studio.save(text.replace("Biometrics are not enabled", f"Biometrics are off {number}"))
            wait(page, SEEN, ['tr[id="1.1b"] .text', f"Case: Biometrics are off {number}"])
            times.append(wait_for_edition(page, now)["all"])
        assert taken(page) == walk
        assert page.evaluate("document.querySelector('#pane').scrollTop") == 333
        assert "still holds" in page.locator("#status").inner_text()
        # A row of the walk goes: the first row that no longer holds is marked, and the rest waits.
        studio.save(text.replace("selects Try again, next: 2.1", "selects Try again, next: 1.3").replace("next: 2.1\n            meant: 1.2", "next: 1.3\n            meant: 1.2"))
        wait(page, SEEN, ["#run .broken", "no longer holds"])
        # A file that does not load: its problem at its line, the last good table below.
        studio.save(text.replace("rows:", "rowz:", 1))
        wait(page, SEEN, [".trouble", "rowz"])
        trouble = page.locator(".trouble").inner_text()
        line = next(number for number, words in enumerate(text.splitlines(), 1) if "rows:" in words)
        assert f"UC2.3-unlock-the-app.yaml:{line}" in trouble and "rowz" in trouble, trouble
        assert page.locator("table.flow tr").count() > 20
        assert not violations(page)
        page.screenshot(path=OUT / "trouble.png")
        studio.save(text)
        wait(page, "() => !document.querySelector('.trouble, #run .broken')")
        assert taken(page) == walk
        close(page)
    return f"from save to paint {sorted(times)} ms"


@check
def two_tabs_and_a_restart(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        with Studio(folder) as studio:
            port = studio.port
            page = open_studio(browser, studio)
            other = page.context.new_page()
            other.goto(f"http://127.0.0.1:{port}/UC2.1.html")
            other.wait_for_selector("body[data-ready]")
            other.keyboard.press("a")
            page.keyboard.press("b")
            before = [edition(page), edition(other)]
            studio.save(studio.file.read_text().replace("Biometrics are not enabled", "Biometrics are off"))
            wait_for_edition(page, before[0])
            wait_for_edition(other, before[1])
            assert (taken(page), taken(other)) == (["UC2.3:1.1b"], ["UC2.1:1.1a"])
        # Killed.
        wait(page, "() => document.querySelector('#status').textContent.includes('not running')")
        with Studio(folder, port) as studio:
            wait(page, "() => document.querySelector('#status').textContent.includes('open the address')")
            new = page.context.new_page()
            new.goto(studio.address)
            new.wait_for_selector("body[data-ready]")
            wait(page, "() => /Read again|Connected again/.test(document.querySelector('#status').textContent)")
            assert taken(page) == ["UC2.3:1.1b"]
        # The connection that was lost is an error of the console.
        page.problems = []
        close(page)


@check
def a_walk_becomes_a_named_path(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        for key in "bba":
            page.keyboard.press(key)
        page.locator("#run button", has_text="Keep this walk").click()
        page.fill("#dialog input[name=name]", "to-the-pin")
        page.fill("#dialog input[name=about]", "Biometrics: off, a finger failed")
        page.locator("#dialog button", has_text="Write it").click()
        wait(page, "() => document.querySelector('#dialog [role=status]').textContent.startsWith('Wrote')")
        assert flowrun("replay", "UC2.3", "--flows", str(studio.flows)).splitlines()[-1].endswith(" 0 failed")
        assert "path: to-the-pin" in (studio.flows / "paths/UC2.3.yaml").read_text()
        wait(page, "() => flowrun.book.paths.some(({ name }) => name === 'to-the-pin')")
        page.locator("#dialog button", has_text="Write it").click()
        wait(page, "() => document.querySelector('#dialog [role=status]').textContent.includes('already')")
        page.keyboard.press("Escape")
        page.keyboard.press("3")
        assert page.locator('[data-path="to-the-pin"]').count() == 1
        page.problems = [text for text in page.problems if "409" not in text]
        close(page)


@check
def runs_that_break_house_rules_are_played(browser, site):
    page = offline(browser, site.address())
    played = 0
    rules = site.book["proofs"]["rules"]
    assert [rule["name"] for rule in rules] == [rule["rule"] for rule in json.loads(flowrun("prove", "--format", "json", status=None).stdout)["rules"]]
    for rule in rules:
        for verdict in rule["verdicts"]:
            if "run" not in verdict:
                continue
            run = verdict["run"]
            seen = page.evaluate("""run => {
              flowrun.along(run, false);
              flowrun.goTo(run.rows.length);
              const { broken, endings, trace } = flowrun.course;
              return { broken, endings, rows: trace.map(({ row }) => row) };
            }""", run | {"as": verdict["as"]})
            rows = [row for row in run["rows"] if not row.startswith("suspend ")]
            assert not seen["broken"], f"{rule['name']}: {seen['broken']}"
            assert len(seen["rows"]) >= len(rows) and all(row in shorts(taken) for row, taken in zip(rows, seen["rows"])), f"{rule['name']}: {seen['rows']}, not {rows}"
            assert seen["endings"].get(str(len(rows))) == run.get("end"), f"{rule['name']}: {seen['endings']}"
            played += 1
    assert played >= 8
    close(page)
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        page.keyboard.press("4")
        wait(page, "count => document.querySelectorAll('.rules > li').length === count", len(rules), seconds=300)
        assert page.locator('.rules li[data-rule="log-in-asks-for-pin1"]').inner_text().count("Play the run") == 1
        assert not violations(page)
        page.screenshot(path=OUT / "rules.png")
        # A new rule is decided after the file is saved, and the run that breaks it is played from the row.
        page.keyboard.press("1")
        (studio.flows / "rules/new.yaml").write_text("rules:\n  - rule: no-prompt\n    never: UC2.3:2.1\n    start: UC2.3\n    because: This is a test\n")
        wait(page, SEEN, ['tr[id="1.1a"] [data-rule="no-prompt"]', "can break the house rule"], seconds=300)
        page.locator('[data-rule="no-prompt"] summary').click()
        assert not violations(page)
        page.locator('[data-rule="no-prompt"] button').click()
        wait(page, "() => document.querySelector('#run .history li.done code')?.textContent === '1.1a'")
        page.keyboard.press("4")
        assert page.locator('.rules li[data-rule="no-prompt"]').count() == 1
        close(page)
    return f"{played} runs of {len(rules)} rules"


class Terminal:
    """A run of the program at a terminal."""

    def __init__(self, state, *arguments):
        self.shown = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(PROGRAM, [PROGRAM, *arguments], os.environ | {"XDG_STATE_HOME": str(state), "TERM": "dumb"})

    def until(self, *ends):
        end = time.monotonic() + 60
        while not self.shown.endswith(ends):
            assert time.monotonic() < end, self.shown.decode(errors="replace")[-400:]
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.terminal, 65_536)
                except OSError:
                    return

    def answer(self, *keys):
        """Types a key or a text at each prompt."""
        for key in keys:
            self.until(b"\n> ", b"digits): ")
            os.write(self.terminal, key.encode())
            self.shown += b"\n"

    def stop(self):
        os.kill(self.process, signal.SIGKILL)

    def status(self):
        self.until(b"never shown")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@check
def runs_are_watched_and_say_no_secret(browser, site):
    pin = "135790"
    with tempfile.TemporaryDirectory() as folder:
        lonely = Terminal(Path(folder) / "nobody", "UC2.3", "--by-hand", "--inspect")
        assert lonely.status() == 2 and b"no studio is running" in lonely.shown, lonely.shown
        with Studio(folder) as studio:
            page = open_studio(browser, studio)
            # Between the runs and the studio stands somebody who reads everything.
            address = studio.state / "flowrun/studio"
            assert address.stat().st_mode & 0o777 == 0o600
            target = address.read_text().split("/", 3)[3]
            sent = []

            class Wire(BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["content-length"]))
                    sent.append(f"{self.requestline}\n{self.headers}\n".encode() + body)
                    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
                    connection.request("POST", self.path, body, {"content-type": self.headers["content-type"]})
                    self.send_response(connection.getresponse().status)
                    self.send_header("content-length", "0")
                    self.end_headers()

                def log_message(self, *_):
                    pass

            wire = ThreadingHTTPServer(("127.0.0.1", 0), Wire)
            threading.Thread(target=wire.serve_forever, daemon=True).start()
            address.write_text(f"http://127.0.0.1:{wire.server_port}/{target}")
            run = Terminal(studio.state, "UC2.1", "--inspect")
            run.until(b"\n> ")
            wait(page, "() => document.querySelectorAll('#flows [data-run]').length === 1")
            page.locator("#flows [data-run]").click()
            assert "flowrun UC2.1" in page.locator("#run .watched").inner_text()
            assert page.locator("tr.current").get_attribute("data-step") == "UC2.1:1.1", taken(page)
            run.answer("a", f"{pin}\r", "a", f"{pin}\r")
            run.until(b"\n> ")
            rows = "rows => JSON.stringify(flowrun.course.trace.map(({ row }) => row)) === JSON.stringify(rows)"
            wait(page, "() => flowrun.course.trace.length >= 4")
            last = lambda: json.loads(sent[-1][sent[-1].index(b"{"):])
            wait(page, rows, last()["rows"])
            assert page.evaluate("flowrun.course.state.step") == last()["step"]
            assert not violations(page)
            page.screenshot(path=OUT / "watching.png")
            run.answer("b", "a")
            assert run.status() == 0, run.shown[-400:]
            wait(page, "() => document.querySelector('#flows [data-run] small').textContent === 'outline UC3.1'")
            wait(page, rows, last()["rows"])
            # A second run; whoever walks on in the page leaves it alone.
            second = Terminal(studio.state, "UC2.3", "--inspect")
            second.answer("b")
            second.until(b"\n> ")
            wait(page, "() => document.querySelectorAll('#flows [data-run]').length === 2")
            page.locator("#flows [data-run]").first.click()
            wait(page, "() => flowrun.course.state.step === 'UC2.3:2.1'")
            page.locator(".phone button", has_text="Close").click()
            assert page.locator("#run .watched").count() == 0
            second.answer("a", "a", f"{pin}\r")
            second.until(b"\n> ", b"end: outline UC7.1\r\n")
            wait(page, "() => flowrun.runs[0].rows.some((row) => row.startsWith('PF2.8:'))")
            assert taken(page)[-1] == "UC2.3:2.1a"
            second.stop()
            wire.shutdown()
            everything = b"".join(sent)
            assert everything.count(b"UC2.1:") > 4 and everything.count(b"PF2.8:") >= 1
            assert pin.encode() not in everything
            assert pin not in page.evaluate("JSON.stringify(flowrun.runs)")
            close(page)
    return f"{len(sent)} reports"


@check
def what_differs_is_shown(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        page.keyboard.press("5")
        wait(page, "() => document.querySelector('#pane').textContent.includes('Nothing is different')")
        studio.save(studio.file.read_text().replace("user: selects Forgot PIN, next: 6", "user: selects Forgot PIN, next: 1.5"))
        wait(page, "() => flowrun.book.lines.get('UC2.3:1.3b').line.next === '1.5'")
        page.locator("#pane button", has_text="Compare").click()
        page.wait_for_selector("table.diff")
        assert "1.3b" in page.locator("table.diff").inner_text()
        assert not violations(page)
        page.screenshot(path=OUT / "diff.png")
        lost = page.locator("table.diff tr", has_text="path lost").first
        rows = lost.locator("code").inner_text().split(" -> ")[0].split()
        assert "1.3b" in rows
        with page.context.expect_page() as opened:
            lost.get_by_text("Play").click()
        past = opened.value
        wait(past, f"count => ({TAKEN})().length === count", len(rows))
        assert [row.split(":")[1] for row in taken(past)] == rows, taken(past)
        assert past.evaluate("flowrun.book.lines.get('UC2.3:1.3b').line.next") == "6"
        assert not violations(past)
        past.close()
        page.locator("table.diff button", has_text="Play").first.click()
        wait(page, "() => document.querySelectorAll('#run .history li.done').length > 0")
        close(page)


@check
def nothing_is_sent_while_one_walks(browser, site):
    """A walk through the PIN screens sends nothing at all, and no page has a field for a secret."""
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        sent = []
        page.context.on("request", lambda request: sent.append((request.url, request.post_data)))
        for flow, keys in (("UC2.1", "aaa"), ("UC2.3", "bbaa")):
            page.evaluate(OPEN, f"walk?flow={flow}")
            for key in keys:
                page.keyboard.press(key)
                assert page.locator(".phone input, .phone textarea, input[type=password]").count() == 0
        assert not [url for url, _ in sent if "/events" not in url], sent
        close(page)


def main(words):
    OUT.mkdir(parents=True, exist_ok=True)
    folder = OUT / "site"
    print(make_site(folder).strip())
    failed = 0
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        for function in CHECKS:
            name = function.__name__.replace("_", " ")
            if words and not any(word in name for word in words):
                continue
            start = time.monotonic()
            try:
                said = function(browser, Site(folder))
                print(f"passed  {name}{': ' + said if said else ''}  ({time.monotonic() - start:.1f} s)", flush=True)
            except Exception as error:  # Every check is run, whatever the others do.
                failed += 1
                print(f"FAILED  {name}: {error} (line {error.__traceback__.tb_next.tb_lineno if error.__traceback__.tb_next else 0})", file=sys.stderr, flush=True)
        browser.chromium.close()
    if failed:
        sys.exit(1)


main(sys.argv[2:])

"""How pages look: what is seen at first, what is quiet, and that nothing is cut or broken."""

import subprocess
import tempfile
from pathlib import Path

from server import open_studio, SEEN, Studio
from support import check, close, make_site, offline, OUT, Site, taken, violations, wait


def hotel(folder):
    make_site(f"{folder}/hotel", "Examples/Hotel/Flows")
    return Site(f"{folder}/hotel")


INSIDE = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && (hit === document.querySelector(selector)
    || document.querySelector(selector).contains(hit));
}"""


@check
def what_is_needed_is_in_view(browser, site):
    """At 1280 x 800, without scrolling: the flow in the list, the way back, what happened."""
    page = offline(browser, site.address("UC2.3"), width=1280, height=800)
    for key in "bbbbba":
        page.keyboard.press(key)
    wait(page, f"() => ({INSIDE})('#flows a[aria-current]')")
    for selector in (
        ".phone .card",
        "#run [aria-label='Back and on'] button",
        "#run .history .now",
        "table.flow thead .n",
    ):
        assert page.evaluate(INSIDE, selector), selector
    # The headings stay where the table is scrolled.
    page.locator('tr[id="6.1b"]').scroll_into_view_if_needed()
    assert page.evaluate(INSIDE, "table.flow thead .t")
    assert page.locator("table.flow thead").inner_text().split() == [
        *("order", "id", "what", "happens", "remarks", "next", "taken", "key")
    ]
    page.screenshot(path=OUT / "look-1280.png")
    # The list is ordered as people do it, and says only what is missing.
    ids = page.locator("#flows a code").all_inner_texts()
    assert ids.index("EID2") < ids.index("EID10"), ids
    listed = page.locator("#flows").inner_text()
    assert "100 %" not in listed and "Show all available cards" in listed
    close(page)


@check
def remarks_are_quiet_and_mistakes_are_not(browser, site):
    page = offline(browser, site.address("UC2.3"))
    seen = lambda: page.locator("table.flow .remark:visible, table.flow .slip:visible").count()
    assert seen() == 0
    mark = page.locator('[data-remarks="UC2.3:1.1b"]')
    assert mark.inner_text().split()[0] == "3"
    mark.click()
    assert seen() == 3 and mark.get_attribute("aria-expanded") == "true"
    # It stays open while somebody walks, and until it is closed.
    page.keyboard.press("b")
    page.locator("#readings button", has_text="as meant").click()
    page.locator("#readings button", has_text="as written").click()
    assert seen() == 3
    page.locator(".meta button").click()
    assert seen() > 9 and not violations(page)
    page.locator(".meta button").click()
    assert seen() == 0
    close(page)
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        (flows / "A.yaml").write_text(
            "flow: A\ntitle: A\nsections:\n  - section: 1\n    title: All\n    steps:\n"
            "      - step: 1.1\n        screen: S\n        rows:\n"
            "          a: { user: goes on, next: 9.9 }\n          b: { user: ends, next: end }\n"
        )
        make_site(f"{folder}/site", str(flows))
        page = offline(browser, Site(f"{folder}/site").address())
        # The bar leads to the row from every page.
        assert page.locator("#bar strong").inner_text() == "1 mistake"
        page.locator("#bar a").click()
        wait(page, "() => document.querySelector('tr.target')?.id === '1.1a'")
        assert page.locator("table.flow .remark.error").is_visible()
        assert page.locator("#flows em.bad").is_visible()
        assert not (found := violations(page)), found
        page.screenshot(path=OUT / "look-mistake.png")
        # Nothing is meant otherwise, so there is no choice.
        assert page.locator("#readings").is_hidden()
        close(page)


@check
def the_phone_has_what_a_person_sees(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        page = offline(browser, hotel(folder).address("UC1"), width=1280, height=800)
        assert page.locator("#readings").is_hidden() and page.locator("#bar").is_hidden()
        # The row that enters the name is the button, and the field is above it.
        assert page.locator(".phone button").all_inner_texts() == ["Book\na"]
        page.fill(".phone input", "Mari")
        page.locator(".phone button.primary").click()
        # The system decides beside the phone.
        assert page.locator(".phone button").count() == 0
        assert page.locator(".decided h2").inner_text() == "What the system decides here"
        assert page.locator(".decided button").count() == 2
        page.fill(".decided input[name=room]", "12")
        page.locator(".decided button", has_text="A room is held").click()
        assert "Room 12 is held for Mari" in page.locator(".phone").inner_text()
        buttons = page.locator(".phone button")
        assert [text.split("\n")[0] for text in buttons.all_inner_texts()] == ["Pay", "Cancel"]
        assert page.locator(".phone button:disabled").count() == 0
        assert page.locator(".decided h2").inner_text() == "What the clock decides here"
        page.screenshot(path=OUT / "look-phone.png")
        assert not violations(page)
        page.locator(".phone button.primary").click()
        assert taken(page) == ["UC1:1.1a", "UC1:1.2a", "UC1:2.1a"], taken(page)
        close(page)


@check
def a_key_belongs_to_its_row(browser, site):
    keys = lambda: page.evaluate(
        "Object.fromEntries(flowrun.course.choices.map(({ row, key }) => [row, key]))"
    )
    shown = lambda: page.locator('tr[data-row^="UC2.3:1.2"] kbd').all_inner_texts()
    page = offline(browser, site.address("UC2.3"))
    page.keyboard.press("b")
    before = keys()
    assert before["UC2.3:1.2b"] == "b" and shown() == ["a", "b", "c", "d"]
    page.locator("#run .values button", has_text="android").click()
    assert keys() == before and shown() == ["a", "b", "c", "d"]
    # The key of a row that is refused does nothing.
    page.keyboard.press("b")
    assert taken(page) == ["UC2.3:1.1b"]
    close(page)


# Words that are broken into two lines.
BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest(".hidden, pre, svg"))
      continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return broken;
}"""


# Rows of the table whose first lines are not at one height.
CROOKED = """() => [...document.querySelectorAll("table.flow tbody tr")].flatMap((row) => {
  const lines = [".id a", ".text", ".n", ".c"].map((name) => row.querySelector(name))
    .filter((item) => item?.textContent && item.checkVisibility()).map((item) => {
      const range = new Range();
      range.selectNodeContents(item);
      return range.getClientRects()[0].bottom;
    });
  return Math.max(...lines) - Math.min(...lines) > 6 ? [`${row.id}: ${lines}`] : [];
})"""


@check
def words_are_whole_and_lines_are_straight(browser, site):
    for width, height in ((1280, 800), (1920, 1080), (375, 800)):
        page = offline(browser, site.address("UC2.3"), width=width, height=height)
        for flow in ("UC2.3", "EID1", "web-eid", "UC2.1"):
            page.evaluate("flow => { location.hash = flow }", flow)
            wait(page, "flow => document.title.startsWith(flow)", flow)
            assert not (broken := page.evaluate(BROKEN)), f"{flow}, {width} px: {broken}"
            assert not (crooked := page.evaluate(CROOKED)), f"{flow}, {width} px: {crooked}"
        close(page)


@check
def the_diagram_fits_and_cuts_no_title(browser, site):
    page = offline(browser, site.address("UC2.3"), width=1280, height=800)
    page.keyboard.press("2")
    box = lambda: page.locator("svg.diagram").bounding_box()
    pane = page.locator("#pane").bounding_box()
    assert box()["width"] <= pane["width"]
    assert "…" not in page.locator("svg.diagram").text_content()
    page.keyboard.press("=")
    assert box()["height"] <= pane["height"], box()
    small = box()["width"]
    page.keyboard.press("+")
    assert box()["width"] > small * 1.2
    page.locator(".zoom button", has_text="Smaller").click()
    assert abs(box()["width"] - small) < 2
    assert not violations(page)
    close(page)


@check
def house_rules_begin_with_their_reason(browser, site):
    page = offline(browser, site.address("UC2.3"))
    page.keyboard.press("4")
    rules = {rule["name"]: rule for rule in site.book["proofs"]["rules"]}
    for item in page.locator(".rules > li").all():
        because = rules[item.get_attribute("data-rule")].get("because")
        assert not because or item.inner_text().startswith(f"{because}."), item.inner_text()
    close(page)


@check
def changes_are_gone_through_one_by_one(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        git = lambda *words: subprocess.run(["git", "-C", folder, *words], check=True)
        git("tag", "v1")
        git("branch", "old-way")
        page = open_studio(browser, studio)
        text = studio.file.read_text()
        for old, new in (
            ("user: selects Forgot PIN, next: 6", "user: selects Forgot PIN, next: 1.5"),
            ("user: selects Try again", "user: selects Once more"),
            ("title: Unlock the app", "title: Unlock it"),
        ):
            assert old in text, old
            text = text.replace(old, new, 1)
        studio.save(text)
        wait(page, "() => flowrun.book.lines.get('UC2.3:1.3b').line.next === '1.5'")
        page.keyboard.press("5")
        page.wait_for_selector("table.diff")
        wait(page, SEEN, ["select[name=revision]", "v1"])
        groups = page.eval_on_selector_all(
            "optgroup",
            "groups => groups.map(({ label, children }) => "
            "[label, ...[...children].map(({ value }) => value)])",
        )
        assert [group[0] for group in groups] == ["Commits", "Branches", "Tags"], groups
        assert "old-way" in groups[1] and groups[2] == ["Tags", "v1"], groups
        page.select_option("select[name=revision]", "v1")
        wait(page, "() => flowrun.difference?.revision === 'v1'")
        page.wait_for_selector("table.diff")
        total = page.locator("[data-change]").count()
        assert total >= 3
        rows = page.locator("table.diff [data-change] th").all_inner_texts()
        assert rows.index("1.3b") < rows.index("2.1b"), rows
        now = lambda: page.locator("#change").inner_text()
        assert now() == f"{total} changes"
        page.keyboard.press("n")
        assert now() == f"1 of {total}"
        page.keyboard.press("n")
        assert page.locator("table.diff tr[aria-current]").get_attribute("data-change") == "2"
        page.keyboard.press("p")
        page.keyboard.press("p")
        assert now() == f"{total} of {total}"
        assert not (found := violations(page)), found
        page.screenshot(path=OUT / "look-diff.png")
        close(page)


@check
def pictures_of_the_documentation(browser, site):
    """Those of docs/studio.md: copied from .build/studio when the page looks otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        page = offline(browser, hotel(folder).address("UC1"), width=1280, height=800)
        page.fill(".phone input", "Mari")
        page.keyboard.press("Escape")
        page.locator(".phone button.primary").click()
        page.fill(".decided input[name=room]", "12")
        page.locator(".decided button").first.click()
        page.mouse.move(0, 0)
        page.screenshot(path=OUT / "docs-studio.png")
        close(page)
    page = offline(
        browser, site.address("UC2.3"), width=1280, height=800, color_scheme="dark"
    )
    for key in "bb":
        page.keyboard.press(key)
    page.screenshot(path=OUT / "docs-studio-mistakes.png")
    page.keyboard.press("2")
    page.screenshot(path=OUT / "docs-studio-diagram.png")
    close(page)

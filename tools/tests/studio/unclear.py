"""Documents of which something was guessed or is missing, and steps between their steps."""

import pathlib
import tempfile

from documents import open_row, studio_of_documents
from editing import field, press, saved
from server import edition, open_studio, Studio
from support import check, close, OUT, violations, wait

# What is unclear, what is missing, and a step as long as the column.
UNCLEAR = """# UC6 Swap a bike

**Primary actor:** Guest

## Main success scenario
1. Guest returns the bike.
2. System shows the bill.
""" + "".join(f"{3 + n}. System shows {'m' * (25 + n)}.\n" for n in range(30)) + """

## Alternative courses

**AC1 - No money.** The card is empty. The flow rejoins at step 2.

## Other

| a | Action |
|---|---|
| 1 | 2 |
"""


@check
def what_was_guessed_or_is_missing_is_said_in_the_page(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = pathlib.Path(folder) / "Flows"
        flows.mkdir()
        (flows / "UC6.md").write_text(UNCLEAR)
        (flows / "twice.md").write_text(UNCLEAR)
        (flows / "talk.md").write_text("# Talk\n\nWords.\n")
        (flows / "old.doc").write_bytes(b"x")
        with Studio(folder, flow="UC6") as studio:
            page = open_studio(browser, studio)
            row = page.locator('tr[data-id="AC1"]')
            mark = row.locator(".mark")
            mark.click()
            told = row.locator(".remark").inner_text()
            assert "does not say which step AC1 extends" in told, told
            assert "at step 3" in row.inner_text(), row.inner_text()
            # The hidden button takes no line of its own.
            fitting = page.evaluate(
                """() => [...document.querySelectorAll("tr[data-kind=step]")].map((row) => {
                  const edit = row.querySelector(".edit");
                  const text = row.querySelector(".text").getClientRects();
                  return edit.getBoundingClientRect().top < [...text].at(-1).bottom;
                })"""
            )
            assert all(fitting), fitting
            page.screenshot(path=OUT / "document-guess.png")
            page.locator("a.brand").click()
            wait(page, "() => document.querySelectorAll('.sheet .note').length === 4")
            notes = page.locator(".sheet .note").all_inner_texts()
            assert "UC6.md: UC6: 32 steps" in notes[0] and "line " in notes[0], notes
            assert "twice.md: there is a use case UC6 already" in notes[1], notes
            assert "talk.md has no use case" in notes[2] and "old.doc" in notes[3], notes
            assert not violations(page)
            page.screenshot(path=OUT / "document-notes.png")
            page.locator(".sheet .note a").click()
            page.wait_for_selector('table.flow[data-flow="UC6"]')
            close(page)


@check
def a_step_is_put_between_those_of_a_document(browser, site):
    with tempfile.TemporaryDirectory() as folder, studio_of_documents(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_row(page, "UC2:2")
        press(page, "+ Step before")
        page.get_by_label("What the step is").select_option("system")
        field(page, "The screen, or what happens").fill("checks the card")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.wait_for_selector(".effect summary")
        press(page, "Add the step")
        saved(page, now)
        lines = (studio.flows / "pay.md").read_text().splitlines()
        assert "2. System checks the card." in lines, lines
        assert "3. System charges the card." in lines and "3a. The card is refused" in lines, lines
        close(page)

"""What docs/first-use-case.md tells: from nothing to a checked flow with three paths.

`PICTURES=docs` writes its pictures there.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from editing import press, saved
from server import edition, open_studio, Studio, wait_for_edition
from support import CLICK, OUT, check, close, flowrun, PROGRAM, violations, wait

PAGE = Path("docs/first-use-case.md")
# A picture shows the folder of a person, and not that of a test.
HOME = """folder => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data.replace(folder, "~");
  }
}"""


def words(kind):
    """What the page says in its blocks of a kind."""
    return re.findall(f"```{kind}\n(.*?)```", PAGE.read_text(), re.S)


@check
def the_first_use_case_is_made_as_its_page_says(browser, site):
    told = PAGE.read_text()
    (sentences,) = words("plain")
    folder = Path(os.environ.get("PICTURES", OUT))

    def picture(page, name):
        assert not violations(page), name
        page.mouse.move(0, 0)
        page.evaluate(HOME, str(studio.flows.parent.parent))
        page.screenshot(path=folder / f"first-{name}.png")
        assert f"(first-{name}.png)" in told, name

    with tempfile.TemporaryDirectory() as place:
        subprocess.run([PROGRAM, "init", f"{place}/library"], check=True, capture_output=True)
        with Studio(f"{place}/library", flow="UC1") as studio:
            page = open_studio(browser, studio, width=1280, height=800)
            now = edition(page)
            page.locator(".head").hover()
            page.locator(".head button.edit").click()
            page.wait_for_selector("form.fields")
            press(page, "+ Flow")
            page.locator("dialog textarea").fill(sentences)
            picture(page, "sentences")
            page.locator("dialog button", has_text="Read it").click()
            now = wait_for_edition(page, now)
            page.locator("#flows a", has_text="Borrow a book").click()
            wait(page, "() => document.title.startsWith('UC2')")
            page.wait_for_selector('tr[data-row="UC2:3a"]')
            page.locator(".changed button", has_text="Close").click()
            picture(page, "table")

            def line(name):
                row = page.locator(f'tr[data-step="UC2:{name}"], tr[data-row="UC2:{name}"]').first
                row.hover()
                row.locator("button.edit").click()
                page.wait_for_selector("form.fields")

            line("4")
            text = "shows the screen Enjoy it"
            assert f"*{text}*" in told
            page.locator('form.fields input[aria-label="system"]').fill(text)
            page.keyboard.press("Enter")
            now = saved(page, now)
            line("4")
            press(page, "+ Step before")
            text = "notes who has the book"
            assert f"*{text}*" in told
            page.locator('form.fields select[aria-label="What the step is"]').select_option(
                "system"
            )
            named = page.locator('form.fields input[aria-label="The screen, or what happens"]')
            named.fill(text)
            named.dispatch_event("change")
            page.locator("form.fields .effect summary").click()
            picture(page, "insert")
            press(page, "Add the step")
            now = saved(page, now)
            wait(page, "() => document.querySelector('tr[data-step=\"UC2:6\"]') !== null")

            def keep(name, about, rows):
                page.evaluate("() => flowrun.begin(flowrun.fresh(flowrun.flow))")
                for row in rows.split():
                    done = page.evaluate(CLICK, row)
                    assert "error" not in done, done
                page.locator("#run button", has_text="Keep this walk").click()
                page.locator("dialog input[name=name]").fill(name)
                page.locator("dialog input[name=about]").fill(about)
                assert f"| `{name}` | {about} |" in told, name
                if name == "lent-out":
                    picture(page, "keep")
                page.locator("dialog button", has_text="Write it into the file").click()
                wait(page, "() => document.querySelector('dialog [role=status]').textContent")
                page.keyboard.press("Escape")

            for name, about, rows in re.findall(
                r"\| `([a-z-]+)` \| ([^|]+) \| `([^`|]+)` \|", told
            ):
                keep(name, about, rows)
            wait(page, "() => flowrun.book.paths.filter(({ flow }) => flow === 'UC2').length === 3")
            page.keyboard.press("3")
            page.wait_for_selector("li[data-path]")
            picture(page, "paths")
            close(page)
            (said,) = [block for block in words("sh") if "replay" in block]
            for command in said.splitlines():
                arguments = command.split("#")[0].split()[1:]
                printed = flowrun(*arguments, "--flows", str(studio.flows))
                assert printed.splitlines()[-1] == command.split("# ")[1], (command, printed)

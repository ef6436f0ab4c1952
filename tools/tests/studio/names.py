"""Other names, and sections that become flows of their own."""

import pathlib
import subprocess
import tempfile

from editing import changed_lines, field, open_line, press, said, saved, shows
from server import edition, open_studio, SEEN, Studio, wait_for_edition
from support import check, close, OUT, violations, wait

@check
def a_fact_and_a_flow_get_other_names(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)

        def rename(what, name):
            page.locator(".head").hover()
            page.locator(".head button.edit").click()
            page.wait_for_selector("form.fields")
            press(page, "Other name")
            page.locator('form.fields select[aria-label="What gets another name"]').select_option(
                what)
            page.locator('form.fields input[aria-label="Another name"]').fill(name)

        rename("fact failures", "misses")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-name.png")
        press(page, "Rename")
        now = saved(page, now)
        assert "No other path differs" in said(page), said(page)
        lines = changed_lines(studio)
        assert any("misses: 0..5" in line for line in lines), lines
        assert any("facts: { platform: ios, misses: 1 }" in line for line in lines), lines
        assert any("reset: misses" in line for line in lines), lines
        rename("flow UC2.3", "UC2.4")
        press(page, "Rename")
        now = saved(page, now)
        assert "No other path differs" in said(page), said(page)
        shows(page, "h1", "UC2.4")
        lines = changed_lines(studio)
        assert any("goto UC2.4" in line for line in lines), lines
        assert any("flow: UC2.4" in line for line in lines), lines
        close(page)


@check
def a_section_becomes_a_flow(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        page.locator("#flows a", has_text="UC2.1").first.click()
        page.wait_for_selector('tr[data-step="UC2.1:2.1"]')
        now = edition(page)
        open_line(page, "2")
        press(page, "Make it a flow…")
        assert field(page, "The id of the flow").input_value() == "UC2.1-2"
        assert not violations(page)
        page.get_by_role("button", name="Make it", exact=True).click()
        now = saved(page, now)
        assert any("call: UC2.1-2" in line for line in changed_lines(studio))
        new = next(studio.flows.rglob("UC2.1-2.yaml")).read_text()
        assert "kind: partial flow" in new and "step: 2.1" in new, new
        shows(page, 'tr[data-step="UC2.1:2.1"]', "UC2.1-2")
        # What was changed is a patch for somebody else's copy.
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator(".changed button", has_text="Copy as patch").click()
        wait(page, SEEN, ["#status", "The patch is copied"])
        patch = page.evaluate("() => navigator.clipboard.readText()")
        there = pathlib.Path(folder) / "there"
        git = ["git", "-C", str(there)]
        subprocess.run(["git", "clone", "-q", studio.flows.parent, there], check=True)
        subprocess.run([*git, "apply"], input=patch, text=True, check=True)
        diff = subprocess.run(["diff", "-r", studio.flows, there / "Flows"])
        assert diff.returncode == 0
        page.locator("#flows a", has_text="UC2.1-2").click()
        page.wait_for_selector('tr[data-step="UC2.1-2:2.1"]')
        page.locator(".changed button", has_text="Undo").click()
        wait_for_edition(page, now)
        assert changed_lines(studio) == [], changed_lines(studio)
        close(page)

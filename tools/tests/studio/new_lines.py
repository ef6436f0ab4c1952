"""New lines, other places and ids, new flows, fixes, and paths that are recorded anew."""

import base64
import os
import pathlib
import subprocess
import tempfile
import zipfile

from editing import add_row, changed_lines, field, open_line, press, said, saved, shows
from server import edition, open_studio, SEEN, Studio, wait_for_edition
from support import check, close, OUT, PROGRAM, violations, wait


@check
def a_product_owner_changes_a_use_case_and_repairs_what_turned_red(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        # A row more.
        open_line(page, "1.3")
        add_row(page, "selects Help", "goto UC9.2")
        now = saved(page, now)
        row = "{ user: selects Help, next: goto UC9.2 }"
        assert any(row in line for line in changed_lines(studio))
        # A screen is called otherwise.
        open_line(page, "1.3")
        field(page, "screen").fill("Open the app with a PIN")
        page.keyboard.press("Enter")
        now = saved(page, now)
        # A step before it, with other numbers for those that follow.
        open_line(page, "1.3")
        press(page, "+ Step before")
        field(page, "The screen, or what happens").fill("Welcome back")
        page.keyboard.press("Tab")
        page.wait_for_selector(".effect summary")
        assert "get the next number" in page.locator(".effect").inner_text()
        assert not violations(page)
        page.screenshot(path=OUT / "edit-step.png")
        press(page, "Add the step")
        now = saved(page, now)
        shows(page, 'tr[data-step="UC2.3:1.3"]', "Welcome back")
        shows(page, 'tr[data-step="UC2.3:1.4"]', "Open the app with a PIN")
        assert "no longer play" in said(page), said(page)
        page.screenshot(path=OUT / "edit-red.png")
        # What turned red is recorded anew.
        page.locator(".changed button", has_text="Accept").click()
        now = wait_for_edition(page, now)
        wait(page, "() => document.querySelector('.changed h2').textContent.includes('recorded')")
        assert page.locator(".changed button", has_text="Accept").count() == 0, said(page)
        assert not violations(page)
        page.screenshot(path=OUT / "edit-accepted.png")
        replay = subprocess.run(
            [PROGRAM, "replay", "--flows", str(studio.flows)], capture_output=True, text=True
        )
        assert " 0 failed" in replay.stdout, replay.stdout[-2000:] + replay.stderr[-2000:]
        # All of it is taken back, one change after the other.
        for _ in range(4):
            page.locator(".changed button", has_text="Undo").click()
            now = wait_for_edition(page, now)
            page.wait_for_timeout(300)
        assert changed_lines(studio) == [], changed_lines(studio)
        close(page)


@check
def a_target_is_chosen_by_its_title(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_line(page, "1.3b")
        field(page, "next").fill("hello or welcome or anything")
        field(page, "next").fill("biometr")
        page.wait_for_selector("form.fields .picker li")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-target.png")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        chosen = field(page, "next").input_value()
        assert chosen and chosen != "6", chosen
        page.keyboard.press("Escape")
        # A new step at the end of the section, to which the row leads.
        open_line(page, "1.3b")
        field(page, "next").fill("")
        page.locator("form.fields .picker li.new").click()
        page.locator('form.fields input[aria-label="The screen, or what happens"]').fill("Help")
        press(page, "Add the step")
        now = saved(page, now)
        lines = changed_lines(studio)
        assert any("screen: Help" in line for line in lines), lines
        assert "Help" in page.locator("table.flow").inner_text()
        close(page)


@check
def a_line_is_moved_renamed_and_gets_a_condition(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_line(page, "1.3b")
        press(page, "↑")
        now = saved(page, now)
        rows = page.locator('tr[data-row^="UC2.3:1.3"]').all_inner_texts()
        assert "Forgot PIN" in rows[0], rows
        page.locator(".changed button", has_text="Undo").click()
        now = wait_for_edition(page, now)
        open_line(page, "1.3c")
        page.locator('form.fields select[aria-label="Another key"]').select_option("if")
        page.locator('form.fields button[aria-label="platform ios"]').click()
        assert not violations(page)
        page.screenshot(path=OUT / "edit-chips.png")
        page.keyboard.press("Escape")
        open_line(page, "1.3c")
        press(page, "Other id")
        page.locator('form.fields input[aria-label="Another id"]').fill("1.3d")
        press(page, "Rename")
        now = saved(page, now)
        shows(page, 'tr[data-row="UC2.3:1.3d"]', "Info")
        assert "no longer" not in said(page), said(page)
        close(page)


@check
def a_flow_is_begun_from_sentences(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        page.locator(".head").hover()
        page.locator(".head button.edit").click()
        page.wait_for_selector("form.fields")
        press(page, "+ Flow")
        text = """# UC9.6 Ask for help

## Main scenario

1. User selects Help.
2. System shows the screen Help.
3. User selects Done.
"""
        page.locator("dialog textarea").fill(text)
        assert not violations(page)
        page.screenshot(path=OUT / "edit-flow.png")
        page.locator("dialog button", has_text="Read it").click()
        wait_for_edition(page, now)
        made = list(studio.flows.glob("**/UC9.6*.yaml"))
        assert made, changed_lines(studio)
        wait(page, "() => document.getElementById('flows').textContent.includes('UC9.6')")
        close(page)


def choose_document(page, file):
    page.locator(".head").hover()
    page.locator(".head button.edit").click()
    page.wait_for_selector("form.fields")
    press(page, "+ Flow")
    page.set_input_files("dialog input[type=file]", file)


@check
def a_word_document_that_is_dropped_becomes_a_flow(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        letters = "".join(
            f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
            for style, text in [
                ("Heading1", "UC9.6 Ask for help"),
                ("Heading2", "Main scenario"),
                ("Normal", "1. User selects Help."),
                ("Normal", "2. System shows the screen Help."),
                ("Normal", "3. User selects Done."),
            ]
        )
        w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        # Larger than what the server takes from somebody whom it does not know.
        picture = os.urandom(300_000)
        file = pathlib.Path(folder) / "help.docx"
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(
                "word/document.xml",
                f'<w:document xmlns:w="{w}"><w:body>{letters}</w:body></w:document>',
            )
            styles = "".join(
                f'<w:style w:type="paragraph" w:styleId="Heading{level}">'
                f'<w:name w:val="heading {level}"/></w:style>'
                for level in (1, 2)
            )
            archive.writestr("word/styles.xml", f'<w:styles xmlns:w="{w}">{styles}</w:styles>')
            archive.writestr("word/media/picture.png", picture)
        page.evaluate(
            """(bytes) => {
              const data = new DataTransfer();
              data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))],
                "help.docx"));
              document.getElementById("pane").dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            }""",
            base64.b64encode(file.read_bytes()).decode(),
        )
        now = wait_for_edition(page, now)
        shows(page, "section.changed", "UC9.6: 3 steps")
        assert list(studio.flows.glob("**/UC9.6*.yaml")), changed_lines(studio)
        assert not violations(page)
        page.screenshot(path=OUT / "edit-document.png")
        page.locator("section.changed button", has_text="Undo").click()
        now = wait_for_edition(page, now)
        assert not list(studio.flows.glob("**/UC9.6*.yaml"))
        # By hand, and a file that is no use case.
        choose_document(page, file)
        now = wait_for_edition(page, now)
        assert list(studio.flows.glob("**/UC9.6*.yaml")), changed_lines(studio)
        file.write_bytes(b"%PDF-1.7")
        choose_document(page, file)
        wait(page, "() => document.querySelector('dialog').textContent.includes('a PDF')")
        page.problems = [text for text in page.problems if "409" not in text]
        close(page)


@check
def a_finding_is_mended_by_a_button(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        text = studio.file.read_text()
        studio.save(text.replace("enters: pin, next: 1.4 }", "enters: pin, next: 9.4 }"))
        page = open_studio(browser, studio)
        now = edition(page)
        remark = page.locator("details.remark", has_text="9.4").first
        remark.locator("summary").click()
        page.wait_for_selector(".fix button")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-fix.png")
        page.locator(".fix button").first.click()
        now = wait_for_edition(page, now)
        wait(page, "() => document.querySelector('.changed') !== null")
        assert changed_lines(studio) == [], changed_lines(studio)
        # A file that cannot be read any more says so above its last table, with the fix.
        studio.save(text.replace("screen: Open app with PIN", "scren: Open app with PIN"))
        now = wait_for_edition(page, now)
        page.wait_for_selector(".trouble .fix button")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-trouble.png")
        page.locator(".trouble .fix button").first.click()
        wait_for_edition(page, now)
        wait(page, "() => document.querySelector('.trouble') === null")
        assert changed_lines(studio) == [], changed_lines(studio)
        close(page)


@check
def a_house_rule_that_turns_is_told(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        wait(page, "() => globalThis.flowrun.book.proofs !== null")
        open_line(page, "1.3")
        add_row(page, "selects Skip", "goto UC7.1")
        saved(page, now)
        wait(page, SEEN, [".turned", "no-cards-without-unlocking does not hold any more"])
        assert not violations(page)
        close(page)

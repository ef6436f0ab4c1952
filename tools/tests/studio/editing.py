"""Changing the flows in the page: the file gets that line, and the page says what it did."""

import subprocess
import tempfile

from playwright.sync_api import TimeoutError
from server import edition, open_studio, SEEN, Studio, wait_for_edition
from support import check, close, OUT, violations, wait


def changed_lines(studio):
    """The lines that differ from the first version of the files."""
    diff = subprocess.run(
        ["git", "-C", str(studio.flows.parent), "diff", "-U0"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line for line in diff.splitlines() if line[:1] in "+-"]
    return [line for line in lines if not line.startswith(("+++", "---"))]


def open_line(page, line):
    section = f'tr[data-kind="section"][data-id="{line}"]'
    row = page.locator(
        f'tr[data-row="UC2.3:{line}"], tr[data-step="UC2.3:{line}"], {section}'
    ).first
    # The table may be drawn again in between.
    for attempt in range(3):
        try:
            row.hover(timeout=5000)
            row.locator("button.edit").click(timeout=5000)
            break
        except TimeoutError:
            assert attempt < 2
    page.wait_for_selector("form.fields")


def field(page, name):
    return page.locator(f'form.fields input[aria-label="{name}"]')


def press(page, words):
    page.locator("form.fields button", has_text=words).first.click()


def add_row(page, words, target):
    press(page, "+ Row")
    page.locator('form.fields input[aria-label="What the user does"]').fill(words)
    page.locator('form.fields input[aria-label="Where it leads"]').fill(target)
    page.locator("form.fields .more button", has_text="Add").click()


def saved(page, before):
    """Waits until a change is shown and the fields are closed."""
    after = wait_for_edition(page, before)
    wait(page, "() => document.querySelector('form.fields') === null")
    return after


def shows(page, selector, words):
    """Waits until an element has words."""
    wait(page, SEEN, [selector, words])


def said(page):
    return page.locator(".changed").inner_text()


@check
def a_line_is_changed_where_it_stands(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        first = edition(page)
        open_line(page, "1.3b")
        assert field(page, "user").input_value() == "selects Forgot PIN"
        field(page, "user").fill("selects Help: I forgot it")
        assert not violations(page)
        page.screenshot(path=OUT / "edit.png")
        page.keyboard.press("Enter")
        wait_for_edition(page, first)
        wait(page, "() => document.querySelector('.changed') !== null")
        assert changed_lines(studio) == [
            "-          b: { user: selects Forgot PIN, next: 6 }",
            "+          b: { user: 'selects Help: I forgot it', next: 6 }",
        ], changed_lines(studio)
        assert "no longer play" in said(page), said(page)
        line = "+          b: { user: 'selects Help: I forgot it', next: 6 }"
        assert line in said(page), said(page)
        assert not violations(page)
        page.screenshot(path=OUT / "edited.png")
        page.locator(".changed button", has_text="Undo").click()
        wait(page, "() => document.querySelector('.changed h2').textContent.startsWith('Undone')")
        assert changed_lines(studio) == []
        page.locator(".changed button", has_text="Redo").click()
        wait(page, "() => document.querySelector('.changed h2').textContent.startsWith('Again')")
        assert len(changed_lines(studio)) == 2
        close(page)


@check
def an_input_is_changed_and_another_one_added(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_line(page, "1.3")
        inputs = page.locator('form.fields [role=group][aria-label="input"]')
        assert inputs.get_by_label("The name of the input").input_value() == "pin"
        assert inputs.get_by_label("Whether it is secret").is_checked()
        inputs.get_by_label("How many").fill("4..12")
        inputs.get_by_role("button", name="+ Input").click()
        page.keyboard.type("hint")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-input.png")
        page.keyboard.press("Enter")
        wait_for_edition(page, now)
        assert changed_lines(studio) == [
            "-        input: { pin: { secret: yes, digits: 6 } }",
            "+        input: { pin: { secret: yes, digits: 4..12 }, hint: {} }",
        ], changed_lines(studio)
        close(page)


@check
def a_house_rule_is_changed_where_it_stands(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        page.keyboard.press("4")
        rule = page.locator('[data-rule="log-in-asks-for-pin1"]')
        rule.hover()
        rule.locator("button.edit").click()
        page.wait_for_selector("form.fields")
        field(page, "because").fill("PIN2 signs and nothing else")
        field(page, "never").fill("enters pin1")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-rule.png")
        page.keyboard.press("Enter")
        wait_for_edition(page, now)
        assert changed_lines(studio) == [
            "-    never: enters pin2",
            "-    because: PIN2 signs; who logs in must not be asked for it",
            "+    never: enters pin1",
            "+    because: PIN2 signs and nothing else",
        ], changed_lines(studio)
        shows(page, ".changed", "The house rule log-in-asks-for-pin1 does not hold any more")
        page.keyboard.press("Escape")
        page.locator(".changed button", has_text="Undo").click()
        shows(page, ".changed", "The house rule log-in-asks-for-pin1 does not hold as written")
        assert changed_lines(studio) == []
        close(page)


@check
def nothing_is_written_that_does_not_load(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        open_line(page, "1.3b")
        field(page, "user").fill("")
        page.keyboard.press("Enter")
        wait(page, "() => document.querySelector('form.fields [role=alert]').textContent !== ''")
        why = page.locator("form.fields [role=alert]").inner_text()
        assert "needs" in why or "lacks" in why or "kind" in why or "key" in why, why
        assert changed_lines(studio) == []
        # The fields are still there, and Escape leaves them.
        page.keyboard.press("Escape")
        assert page.locator("form.fields").count() == 0
        page.problems.clear()
        close(page)


@check
def a_row_is_added_and_removed(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        first = edition(page)
        open_line(page, "1.3")
        add_row(page, "selects Help", "goto UC9.2")
        second = wait_for_edition(page, first)
        added = changed_lines(studio)
        assert any("selects Help" in line for line in added), added
        assert all(line.startswith("+") for line in added), added
        wait(page, "() => document.querySelector('form.fields') === null")
        row = page.locator("tr[data-row]", has_text="selects Help").first
        row.hover()
        row.locator("button.edit").click()
        page.wait_for_selector("form.fields")
        page.locator("form.fields button", has_text="Remove").click()
        wait_for_edition(page, second)
        assert changed_lines(studio) == []
        close(page)


@check
def a_saved_file_takes_nothing_from_somebody_who_types(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        open_line(page, "1.3b")
        field(page, "user").fill("selects Help")
        text = studio.file.read_text()
        studio.save(text.replace("title: Unlock the app", "title: Unlock this app"))
        page.wait_for_timeout(800)
        assert field(page, "user").input_value() == "selects Help"
        page.keyboard.press("Enter")
        wait(page, "() => document.querySelector('h1')?.textContent.includes('Unlock this app')")
        lines = changed_lines(studio)
        assert any("user: selects Help, next: 6" in line for line in lines), lines
        assert len(lines) == 4, lines
        close(page)


@check
def fields_that_nobody_has_changed_write_nothing(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        text = studio.file.read_text()
        odd = text.replace("enters: pin, next", "enters: pin, if: { failures: 0..5 }, next")
        odd = odd.replace("buttons: [Info, Forgot Pin]", "buttons: [ 'Info' , Forgot Pin ]")
        studio.save(odd)
        page = open_studio(browser, studio)
        lines = changed_lines(studio)
        assert len(lines) == 4, lines
        ids = page.locator("table.flow tr").evaluate_all(
            "rows => rows.map((row) => row.dataset.step ?? row.dataset.row).filter(Boolean)"
        )
        for line in sorted({line.split(":")[1] for line in ids})[:30]:
            open_line(page, line)
            page.locator("form.fields button.primary").click()
            wait(page, "() => document.querySelector('form.fields') === null")
        assert changed_lines(studio) == lines, changed_lines(studio)
        close(page)

"""What the studio finds: house rules that a run can break, and what differs from a revision."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from server import open_studio, SEEN, Studio
from support import check, close, flowrun, make_site, offline, OUT, PROGRAM, shorts, taken, TAKEN
from support import violations, wait


@check
def runs_that_break_house_rules_are_played(browser, site):
    page = offline(browser, site.address())
    played = 0
    rules = site.book["proofs"]["rules"]
    assert [rule["name"] for rule in rules] == [
        rule["rule"]
        for rule in json.loads(flowrun("prove", "--format", "json", status=None).stdout)["rules"]
    ]
    for rule in rules:
        for verdict in rule["verdicts"]:
            if "run" not in verdict:
                continue
            run = verdict["run"]
            seen = page.evaluate(
                """run => {
              flowrun.along(run, false);
              flowrun.goTo(run.rows.length);
              const { broken, endings, trace } = flowrun.course;
              return { broken, endings, rows: trace.map(({ row }) => row) };
            }""",
                run | {"as": verdict["as"]},
            )
            rows = [row for row in run["rows"] if not row.startswith("suspend ")]
            assert not seen["broken"], f"{rule['name']}: {seen['broken']}"
            assert len(seen["rows"]) >= len(rows) and all(
                row in shorts(taken) for row, taken in zip(rows, seen["rows"])
            ), f"{rule['name']}: {seen['rows']}, not {rows}"
            assert seen["endings"].get(str(len(rows))) == run.get("end"), (
                f"{rule['name']}: {seen['endings']}"
            )
            played += 1
    assert played >= 8
    close(page)
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        page.keyboard.press("4")
        wait(
            page,
            "count => document.querySelectorAll('.rules > li').length === count",
            len(rules),
            seconds=300,
        )
        assert (
            page.locator('.rules li[data-rule="log-in-asks-for-pin1"]')
            .inner_text()
            .count("Play the run")
            == 1
        )
        assert not violations(page)
        page.screenshot(path=OUT / "rules.png")
        # A new rule is decided after the file is saved. The run that breaks it is played from the
        # row.
        page.keyboard.press("1")
        (studio.flows / "rules/new.yaml").write_text(
            "rules:\n  - rule: no-prompt\n    never: UC2.3:2.1\n    start: UC2.3\n"
            "    because: This is a test\n"
        )
        wait(
            page,
            SEEN,
            ['tr[id="1.1a"] [data-rule="no-prompt"]', "can break the house rule"],
            seconds=300,
        )
        page.locator('[data-rule="no-prompt"] summary').click()
        assert not violations(page)
        page.locator('[data-rule="no-prompt"] button').click()
        wait(
            page,
            "() => document.querySelector('#run .history li.done code')?.textContent === '1.1a'",
        )
        page.keyboard.press("4")
        assert page.locator('.rules li[data-rule="no-prompt"]').count() == 1
        close(page)
    return f"{played} runs of {len(rules)} rules"


@check
def what_differs_is_shown(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        page.keyboard.press("5")
        wait(
            page,
            "() => document.querySelector('#pane').textContent.includes('Nothing is different')",
            seconds=300,
        )
        studio.save(
            studio.file.read_text().replace(
                "user: selects Forgot PIN, next: 6", "user: selects Forgot PIN, next: 1.5"
            )
        )
        wait(page, "() => flowrun.book.lines.get('UC2.3:1.3b').line.next === '1.5'")
        page.locator("#pane button", has_text="Compare").click()
        page.wait_for_selector("table.diff")
        assert "1.3b" in page.locator("table.diff").inner_text()
        assert not violations(page)
        page.screenshot(path=OUT / "diff.png")
        lost = page.locator(".ways.lost .way").first
        rows = lost.locator("code").inner_text().split(" -> ")[0].split()
        assert "1.3b" in rows
        with page.context.expect_page() as opened:
            lost.click()
        past = opened.value
        wait(past, f"count => ({TAKEN})().length === count", len(rows))
        assert [row.split(":")[1] for row in taken(past)] == rows, taken(past)
        assert past.evaluate("flowrun.book.lines.get('UC2.3:1.3b').line.next") == "6"
        assert not violations(past)
        past.close()
        page.locator(".ways.gained button").first.click()
        wait(page, "() => document.querySelectorAll('#run .history li.done').length > 0")
        # The same name of a revision means another commit now.
        subprocess.run(
            ["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@localhost"]
            + ["commit", "-qam", "Second"],
            check=True,
        )
        page.keyboard.press("5")
        page.locator("#pane button", has_text="Compare").click()
        page.get_by_text("Nothing is different").wait_for()
        close(page)


UNFINISHED = """\
flow: X
title: Not finished
sections:
  - section: 1
    title: All
    steps:
      - step: 1.1
        screen: Menu
        rows:
          a: { user: goes on, next: 9.9 }
          b: { user: goes elsewhere, next: goto Y }
          c: { user: looks it up, next: 1.2 }
      - step: 1.2
        call: Z
        rows:
          a: { result: Done, next: end }
"""


@check
def what_does_not_exist_is_a_red_stub(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        (flows / "X.yaml").write_text(UNFINISHED)
        make_site(Path(folder) / "site", str(flows))
        page = offline(browser, f"file://{folder}/site/X.html")
        stubs = page.locator("table.flow .stub")
        assert stubs.all_inner_texts() == [
            "9.9\ndoes not exist",
            "→ Y\ndoes not exist",
            "no such flow\ndoes not exist",
        ], stubs.all_inner_texts()
        # The page runs: a row leads to the stub, and the run ends there.
        page.keyboard.press("a")
        phone = page.locator(".phone").inner_text()
        assert "missing 9.9" in phone, phone
        assert not violations(page)
        page.screenshot(path=OUT / "stubs.png")
        close(page)


@check
def a_folder_that_cannot_be_read_is_shown_with_the_reason(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "Flows").mkdir()
        (Path(folder) / "Flows/X.yaml").write_text(UNFINISHED.replace("rows:", "rowz:"))
        process = subprocess.Popen(
            [PROGRAM, "studio", "--flows", f"{folder}/Flows", "--port", "0", "--no-open"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_STATE_HOME": f"{folder}/state"},
        )
        try:
            page = browser.page(None)
            page.goto(process.stdout.readline().split()[-1])
            wait(page, SEEN, [".trouble", "rowz"])
            assert not violations(page)
            close(page)
        finally:
            process.kill()
            process.wait()


REPORT = """<testsuite><testcase name="UC1 booked"/><testcase name="UC1 taken">
<failure>after UC1:1.1a, UC1:1.2b: prompt “The room is taken” is missing</failure>
</testcase></testsuite>"""


@check
def failed_tests_are_red_at_their_rows(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flowrun("init", f"{folder}/hotel")
        (Path(folder) / "report.xml").write_text(REPORT)
        flowrun(
            "site", f"{folder}/hotel/Flows", "-o", f"{folder}/site", "--results",
            f"{folder}/report.xml",
        )
        page = offline(browser, f"file://{folder}/site/UC1.html")
        failed = page.locator("table.flow tr.failed")
        rows = failed.evaluate_all("rows => rows.map(({ dataset }) => dataset.row)")
        assert rows == ["UC1:1.1a", "UC1:1.2b"], rows
        color = failed.first.locator("th a").evaluate("link => getComputedStyle(link).color")
        plain = page.locator("tr[data-row='UC1:1.3a'] th a")
        assert color != plain.evaluate("link => getComputedStyle(link).color"), color
        remark = failed.last.locator("[data-test='UC1 taken']")
        assert "The test UC1 taken failed here" in remark.inner_text(), remark.inner_text()
        remark.locator("summary").click()
        assert "is missing" in remark.inner_text(), remark.inner_text()
        assert "2 rows failed in tests" in page.locator(".meta").first.inner_text()
        page.locator("#coverage select").select_option("tests")
        taken_by_tests = page.locator("tr[data-row='UC1:1.3a'] td.c").inner_text()
        assert "1" in taken_by_tests, taken_by_tests
        assert not violations(page)
        page.screenshot(path=OUT / "failed-tests.png")
        close(page)


EVIDENCE = """requirements:
  R-1: { title: Told so, covers: [UC1:1.2b] }
  R-2: { title: Confirmed, covers: [UC1:1.3a] }
"""


@check
def rows_have_badges_and_the_site_its_matrix(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flowrun("init", f"{folder}/hotel")
        flows = Path(folder) / "hotel/Flows"
        (flows / "evidence").mkdir()
        (flows / "evidence/hotel.yaml").write_text(EVIDENCE)
        flowrun("trace", "--record", "--flows", str(flows), "--date", "2026-11-26")
        table = flows / "UC1-book-a-room.yaml"
        table.write_text(table.read_text().replace("case: The room is taken", "case: It is taken"))
        flowrun("site", str(flows), "-o", f"{folder}/site")
        page = offline(browser, f"file://{folder}/site/UC1.html")
        for row, words, status in [
            ("1.2b", "stale", "stale"), ("1.3a", "replayed", "fresh"),
            ("1.1a", "gap", "not covered"),
        ]:
            badge = page.locator(f"tr[data-row='UC1:{row}'] .badge")
            assert words in badge.inner_text(), badge.inner_text()
            assert badge.get_attribute("data-status") == status, row
        badge = page.locator("tr[data-row='UC1:1.2b'] .badge")
        badge.locator("summary").click()
        assert "for R-1" in badge.inner_text(), badge.inner_text()
        assert "The room is taken" in badge.inner_text(), badge.inner_text()
        assert not violations(page)
        page.screenshot(path=OUT / "evidence.png")
        page.locator(".meta a", has_text="evidence").click()
        wait(page, """() => document.querySelector("tr#R-1 .stale") !== null""")
        close(page)

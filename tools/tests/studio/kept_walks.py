"""Walks that are kept as paths."""

import json
import shlex
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from support import check, close, flowrun, go, make_site, offline, Site, taken


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
        assert (
            flowrun("replay", "UC2.3", "--record", "--flows", f"{folder}/Flows")
            .splitlines()[-1]
            .endswith(" 0 failed")
        )
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
    "rules/r.yaml": """rules:
  - { rule: in-time, never: screen Too late, start: A, because: The hold is over }
""",
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
        (flows / "paths/A.yaml").write_text(
            "flow: A\npaths:\n" + "\n".join(line[1:] for line in patch.splitlines()[1:]) + "\n"
        )
        # Status 1 says that there are rows that the path does not take.
        assert (
            flowrun("replay", "A", "--record", "--flows", str(flows), status=1).splitlines()[-1]
            == "1 passed, 0 failed"
        )
        assert (flows / "paths/A.trace").read_text().split("\n")[1].startswith("  19001 ms  PF1:1a")
        close(page)


@check
def names_in_kept_walks_are_quoted(browser, site):
    step = "2 $(echo x): #y"
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        text = (
            f"flow: A\ntitle: Names\nsteps:\n  - step: {json.dumps(step)}\n    screen: Two\n"
            "    buttons: [Done]\n    rows:\n      a: { user: selects Done, next: end }\n"
        )
        (flows / "A.yaml").write_text(text)
        make_site(Path(folder) / "site", str(flows))
        page = offline(
            browser,
            Site(Path(folder) / "site").address(
                "A", f"walk?flow=A&from={quote(step)}&rows={quote(step)}a"
            ),
        )
        page.locator("#run button", has_text="Keep this walk").click()
        command = page.locator("#dialog .field > code").all_inner_texts()[0]
        # A shell runs nothing of it, and leaves out nothing.
        said = subprocess.run(
            ["bash", "-c", command.replace("flowrun", "printf '%s\\n'", 1)],
            capture_output=True,
            text=True,
        ).stdout.splitlines()
        assert said == ["A", "--rows", f"{step}a", "--from", step], said
        patch = page.locator("#dialog pre").inner_text()
        (flows / "paths").mkdir()
        (flows / "paths/A.yaml").write_text(
            "flow: A\npaths:\n" + "\n".join(line[1:] for line in patch.splitlines()[1:]) + "\n"
        )
        assert (
            "1 passed, 0 failed"
            in flowrun("replay", "A", "--record", "--flows", str(flows), status=None).stdout
        ), patch
        close(page)

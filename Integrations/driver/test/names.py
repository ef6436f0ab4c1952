"""Judges what walks and limits may name: `names.py FLOWRUN MODULE SERVER-MODULE`. JavaScript and Python say the same.

Rows and steps go by their names in code; what no flow has is an error; and paths are taken as `flowrun paths` prints them.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from engine import Engine, FlowError
from flowrun_driver import drive, paths, random, shortest, weighted

FLOWRUN, MODULE, SERVER = sys.argv[1:4]
FLOWS = {
    "UC1": """\
flow: UC1
title: Menu
steps:
  - step: 1
    screen: Menu
    rows:
      a: { user: selects Refresh, name: refresh, next: 1 }
      b: { user: selects Sign out, name: signOut, next: end }
      c: { user: selects News, name: next, next: 2 }
  - step: 2
    screen: News
    name: news
    rows:
      a: { user: goes back, next: 1 }
""",
    "UC2": "flow: UC2\ntitle: Help\nsteps:\n  - step: 1\n    screen: Help\n    next: end\n",
}
EXPECTED = [
    "1 UC1:1b",
    "1 UC1:1c",
    "there is no row and no step `9.9z` to go to",
    "`signOut` cannot be taken now",
    "`nxt` cannot be taken now",
    None,
    "there is no row `9.9z` to stop at",
    "a weight is of `toString`, which is no row and no kind of rows",
    "2 UC1:1c UC1:2a",
    None,
    None,
    "there are no paths of `UC1` as written among these",
]


def python(flows, listed):
    def say(make, **until):
        try:
            report = drive(flows, "UC1", make(), **until)
        except FlowError as error:
            return str(error)
        if report.failed:
            return report.failed["message"]
        return f"{report.rows} {' '.join(report.runs[-1]['taken'])}"

    yield say(lambda: shortest("signOut"))
    yield say(lambda: shortest("UC1:news"))
    yield say(lambda: shortest("9.9z"))
    yield say(lambda: paths([{"rows": ["next", "signOut"]}]))
    yield say(lambda: paths([{"rows": ["nxt"]}]))
    yield say(random, row="signOut", rows=None)
    yield say(random, row="9.9z")
    yield say(lambda: weighted(0, {"signOut": 0, "UC1:refresh": 0, "toString": 3}))
    yield say(lambda: weighted(0, {"signOut": 0, "UC1:refresh": 0, "event": 3}), rows=2)
    yield say(lambda: paths(listed))
    own = [one for one in listed if one["flow"] == "UC1" and one["reading"] == "written"]
    yield say(lambda: paths(own[0]))
    yield say(lambda: paths([one for one in listed if one["flow"] != "UC1"]))
    yield say(lambda: paths({"rows": ["next"]}))
    yield say(lambda: paths("next"))


def main():
    with tempfile.TemporaryDirectory() as place:
        folder, flows, listed = Path(place, "Flows"), Path(place, "app.flows"), Path(place, "paths.json")
        folder.mkdir()
        for name, text in FLOWS.items():
            (folder / f"{name}.yaml").write_text(text)
        subprocess.run([FLOWRUN, "compile", folder, "-o", flows], check=True)
        command = [FLOWRUN, "paths", "--flows", folder, "--follow", "--format", "json"]
        listed.write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)
        catalogue = Engine(Path(SERVER).read_bytes()).open(flows.read_bytes(), "app")
        here = list(python(catalogue, json.loads(listed.read_text())))
        script = Path(__file__).with_name("names.mjs")
        words = ["node", script, MODULE, flows, listed]
        there = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60).stdout
    # Each language has its own words for a list.
    assert there.splitlines()[:-2] == here[:-2], (there.splitlines(), here)
    for wrong in there.splitlines()[-2:] + here[-2:]:
        assert wrong.startswith("these are no paths: give what `flowrun paths --follow"), wrong
    for said, expected in zip(here, EXPECTED):
        assert expected is None or said == expected, (said, expected)
    # By chance, and every path of the flow.
    assert here[5].endswith(" UC1:1b"), here[5]
    assert int(here[9].split()[0]) > 0 and here[9] == here[10], here
    print(f"{len(here)} names of rows and steps mean the same in JavaScript and Python, and unknown ones are refused")


main()

"""Judges the drivers: `agree.py FLOWRUN MODULE SERVER-MODULE SEEDS COMMANDS SWIFT FOLDER...`, with folders of flows.

JavaScript, Python and Swift make the same walks; the command SWIFT writes those of Swift. Every path that `flowrun paths` lists is played with its rows in their order; a
covering walk takes each row that a path without first values takes; so many of the commands in the reports give the rows that
the drivers took.
"""

import json
import os
import random as chance
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from engine import Engine
from flowrun_driver import covering, drive, paths, random, shortest, weighted

FLOWRUN, MODULE, SERVER, SEEDS, COMMANDS, SWIFT = sys.argv[1:7]
WEIGHTS = {"user": 4, "case": 2, "event": 1, "error": 0}
ENGINE = Engine(Path(SERVER).read_bytes())


def walks(flows, listed):
    """The walks of agree.mjs."""

    def tell(kind, flow, reading, walk, **until):
        report = drive(flows, flow, walk, reading=reading, **until)
        failed = report.failed and report.failed["message"]
        told = {key: value for key, value in vars(report).items() if key != "failed"}
        return {"kind": kind, **told, **({"failed": failed} if failed else {})}

    for one in listed:
        at, found = (one["flow"], one["reading"]), one["paths"]
        for path in found:
            yield tell(f"path {path['end']}", *at, paths([path]))
        yield tell("paths", *at, paths(found))
        yield tell("covering", *at, covering(), rows=400)
        for seed in range(int(SEEDS)):
            yield tell("random", *at, random(seed), rows=40)
            yield tell("weighted", *at, weighted(seed, WEIGHTS), rows=40, runs=3)
        last = found[-1]["rows"][-1] if found and found[-1]["rows"] else None
        if last:
            yield tell("shortest", *at, shortest(last))


def is_within(rows, taken):
    rest = iter(taken)
    return all(any(row in (one, one.split(":", 1)[1]) for one in rest) for row in rows)


def prepare(folder, work):
    """The flows and the paths of a folder."""
    work.mkdir()
    flows, listed = work / "flows", work / "paths.json"
    for command, output in (
        ([FLOWRUN, "compile", folder, "--accept", "-o", flows], subprocess.DEVNULL),
        ([FLOWRUN, "paths", "--flows", folder, "--by", "rows", "--follow", "--format", "json"],
         listed.open("w")),
    ):  # fmt: skip
        subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, check=True)
    # Some paths wait for hours in a loop of seconds.
    all_paths = json.loads(listed.read_text())
    for one in all_paths:
        one["paths"] = [path for path in one["paths"] if len(path["rows"]) <= 100]
    listed.write_text(json.dumps(all_paths))


def judge(folder, work):
    flows, listed = work / "flows", work / "paths.json"
    all_paths = json.loads(listed.read_text())
    script = Path(__file__).with_name("agree.mjs")
    told = subprocess.run(
        ["node", script, MODULE, flows, listed, SEEDS], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    runs, played = [], 0
    catalogue = ENGINE.open(flows.read_bytes(), str(folder))
    swift = map(json.loads, (work / "swift.jsonl").read_text().splitlines())
    for line, here, there in zip(
        map(json.loads, told), walks(catalogue, all_paths), swift, strict=True
    ):
        assert line == json.loads(json.dumps(here)), (line, here)
        assert line == there, (line, there)
        # Others may find no way, or come into a loop of random flows that nothing can stop.
        assert not line.get("failed") or not line["kind"].startswith("path "), line
        runs += line["runs"][: -1 if line.get("failed") else None]
    calls = {
        f"{one['flow']}:{row['row']}"
        for one in map(catalogue.flow, {one["flow"] for one in all_paths})
        for section in one["sections"]
        for step in section["steps"]
        if step["activity"] == "call"
        for row in step["rows"]
    }
    # In the order of the lines: the paths of a flow, and then its covering walk.
    reports = map(json.loads, told)
    for one in all_paths:
        free = set()
        for path in one["paths"]:
            report = next(reports)
            (run,) = report["runs"]
            assert is_within(path["rows"], run["taken"]), (path, run)
            played += 1
            if not path["facts"]:
                free |= set(run["taken"][: len(path["rows"])])
        report = next(report for report in reports if report["kind"] == "covering")
        # A loop of a random flow that nothing can stop ends a walk.
        if report["rows"] < 400 and not report.get("failed"):
            # Rows of a call may stand in a path without the called flow.
            missing = free - set(report["covered"]) - calls
            assert not missing, (one["flow"], missing)
        for _ in range(2 * int(SEEDS)):
            next(reports)
        if one["paths"] and one["paths"][-1]["rows"]:
            next(reports)
    return runs, played


def main():
    totals = {"walks": 0, "paths": 0, "commands": 0}
    picked = []
    folders = [Path(name) for name in sys.argv[7:]]
    with tempfile.TemporaryDirectory() as place:
        works = [Path(place, str(number)) for number in range(len(folders))]
        for folder, work in zip(folders, works):
            prepare(folder, work)
        environment = {**os.environ, "DRIVEN_WALKS": place, "DRIVEN_WALKS_SEEDS": SEEDS}
        done = subprocess.run(shlex.split(SWIFT), env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        for folder, work in zip(folders, works):
            runs, played = judge(folder, work)
            totals["walks"] += len(runs)
            totals["paths"] += played
            picked += [(folder, run) for run in runs if run["rows"]]
    chance.seed(1)
    for folder, run in chance.sample(picked, min(int(COMMANDS), len(picked))):
        words = shlex.split(run["command"])[1:]
        done = subprocess.run(
            [FLOWRUN, *words, "--flows", folder, "--trace", "json"], capture_output=True, text=True
        )
        assert done.returncode == 0, (run, done.stderr)
        rows = [entry["row"] for entry in map(json.loads, done.stdout.splitlines()) if "row" in entry]
        # The driver goes on over steps at which nobody decides.
        assert run["taken"][: len(rows)] == rows, (run, rows)
        totals["commands"] += 1
    print(
        f"{totals['walks']} runs are the same in JavaScript, Python and Swift, {totals['paths']} paths are "
        f"played, {totals['commands']} commands give the rows of their runs"
    )


main()

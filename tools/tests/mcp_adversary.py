"""Callers that want what the tables do not allow; used by mcp-test.py."""

import itertools
import random
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

import yaml

from mcp_client import PROGRAM, check, desk, fail
from mcp_raw import SECRETS, Raw

HOSTILE = [
    "",
    " ",
    "\x00",
    "../../etc/passwd",
    "1.3a\n1.3b",
    "'; DROP TABLE lines; --",
    "%s%n",
    "\u202e",
    "A" * 70_000,
    "[" * 500,
    None,
    True,
    -1,
    1e308,
    [],
    {},
    [["x"]],
    {"a": {"b": None}},
]


def rows_of(folder):
    """All rows, and those that somebody decides, read from the files without our loader."""
    every, decided = [], set()
    for file in (folder / "Flows").glob("*/*.yaml"):
        flow = yaml.load(file.read_text(), yaml.BaseLoader)
        if "flow" not in flow:
            continue
        name = flow["flow"]

        def add(id, row, step):
            every.append(f"{name}:{id}")
            shows = {"user", "screen", "prompt", "notice"} & set(step or ())
            is_user = "user" in row if step is None else bool(shows) and "action" not in step
            if is_user and not {"on", "after"} & set(row):
                decided.add(f"{name}:{id}")

        def steps(items, prefix=""):
            for step in items:
                id = prefix + step.get("step", step.get("line", ""))
                if "rows" not in step:
                    add(id, step, step)
                for letter, row in step.get("rows", {}).items():
                    whole = letter if letter[0].isdigit() else id + letter
                    add(whole.split("#")[0], row, None)

        for section in flow.get("sections", [flow]):
            steps(section.get("steps", []))
            for id, row in section.get("anywhere", {}).items():
                add(id, row, None)
        for extension in flow.get("extensions", []):
            every.append(f"{name}:{extension['extension']}")
            steps(extension["lines"], extension["extension"] + ".")
        for id, row in flow.get("anywhere", {}).items():
            add(id, row, None)
    return every, decided


CARELESS = """#!/bin/sh
read -r line
cat pin.txt >&2
[ $(($$ % 20)) = 7 ] && cat pin.txt && exit
[ $(($$ % 50)) = 8 ] && cat pin.txt && exit 1
case $line in
*account.checkPin*) echo wrong-1 ;;
*biometrics.status*) echo disabled ;;
*biometrics.scan*) echo invalid ;;
*pid.status*) echo obtained ;;
*app.startState*) echo launched ;;
*store.wipe*) echo wiped ;;
esac
"""


def careless(folder):
    """The vault leads to secrets, which a careless command prints wherever it can."""
    (folder / "pin.txt").write_text("\n".join(SECRETS))
    (folder / "desk").write_text(CARELESS)


def judge(folder, decided):
    """The logs, read without our program: nobody took an answer, and no wipe was made. Then our own
    judges, which share no line with the gate's machine."""
    lines = sqlite3.connect(folder / ".flowrun/gate/runs.db").execute(
        "SELECT line FROM lines ORDER BY run, number"
    )
    takes = 0
    kept = folder / "kept.jsonl"
    with kept.open("w") as log:
        import json

        for (text,) in lines:
            line = json.loads(text)
            log.write(text + "\n")
            if line["do"] == "take":
                takes += 1
                if line["row"].endswith((" account.checkPin", " biometrics.status", " pid.status")):
                    continue
                check(f"a row that was taken: {text}", line["row"] in decided, True)
                check(f"who took it: {text}", line["by"], "agent")
            if line["do"] == "row":
                check(f"a wipe: {text}", line["trace"]["row"].startswith("UC9.4:1.2"), False)
    run = subprocess.run(
        [PROGRAM, "conform", "kept.jsonl", "--as-meant", "--all-rows"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    check(f"conform: {run.stdout[-1500:]}{run.stderr[-500:]}", run.returncode, 0)
    run = subprocess.run([PROGRAM, "gate", "log"], cwd=folder, capture_output=True, text=True)
    check(f"gate log: {run.stderr}", run.returncode, 0)
    for file in folder.rglob("*"):
        if file.is_file() and file.name != "pin.txt":
            found = file.read_bytes()
            for secret in SECRETS:
                if secret.encode() in found:
                    fail(f"{secret} is in {file}")
    return takes


def random_calls(count):
    """Random calls of two clients of one gate, with handles of a third."""
    random.seed(20260728)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        folder, foreign = Path(one), Path(two)
        for each in (folder, foreign):
            desk(each, 0)
        careless(folder)
        every, decided = rows_of(folder)
        outcomes = ["valid", "wiped", "launched", "PF2.8:1.1", "Case: Valid PIN", "again", "*a"]
        flows = ["UC2.3"] * 12 + ["UC9.4", "PF2.8", "UC1.2", "nosuch", "UC2.3\n", "../Flows"]
        other = Raw(foreign)
        strange = [other.call("gate_start", {"flow": "UC2.3"})[2]["handle"] for _ in range(5)]
        other.end()
        hosts = [Raw(folder), Raw(folder)]
        current, rows, old = "", [], ["", "x", "A" * 5_000]
        took = refused = 0

        def forged():
            text = random.choice([current, random.choice(old), random.choice(strange)]) or "AAAA"
            place = random.randrange(len(text))
            return random.choice(
                [
                    text[:place] + random.choice("AB-_z9") + text[place + 1 :],
                    text[:place],
                    text + text,
                    text[::-1],
                    text.swapcase(),
                ]
            )

        def handle():
            kind = random.random()
            if kind < 0.7:
                return current
            if kind < 0.85:
                return random.choice(old)
            return random.choice(strange) if kind < 0.9 else forged()

        for number in range(count):
            host = random.choice(hosts)
            kind = random.random()
            if kind < 0.08 or not current:
                name, arguments = "gate_start", {"flow": random.choice(flows)}
            elif kind < 0.72:
                pick = random.random()
                row = (
                    random.choice(rows or every)
                    if pick < 0.45
                    else random.choice(every)
                    if pick < 0.9
                    else random.choice(outcomes)
                )
                name, arguments = "gate_take", {"handle": handle(), "row": row}
            elif kind < 0.78:
                field = random.choice(["pin", "can", "x", ""])
                value = random.choice(["314159", "000000", *HOSTILE])
                name, arguments = "gate_enter", {"handle": handle(), "values": {field: value}}
            elif kind < 0.84:
                name, arguments = "gate_state", {"handle": handle()}
            elif kind < 0.92:
                choices = {
                    "flow_table": {"flow": random.choice(flows)},
                    "flow_walk": {"flow": "UC2.3", "moves": random.choices(every, k=3)},
                    "flow_edit": {"flow": "UC9.4", "do": "remove", "place": "row 1.1b"},
                    "flow_fix": {"finding": "0" * 16},
                    "flow_undo": {},
                }
                name, arguments = random.choice(list(choices.items()))
            else:
                name = random.choice(
                    ["gate_start", "gate_take", "gate_enter", "gate_state", "flow_walk", "nosuch"]
                )
                arguments = random.choice(
                    [
                        random.choice(HOSTILE),
                        {"handle": random.choice(HOSTILE), "row": random.choice(HOSTILE)},
                        {"flow": random.choice(HOSTILE), "moves": random.choice(HOSTILE)},
                        {"handle": current, "row": random.choice(HOSTILE)},
                        {"handle": current, "row": "1.3b", "more": 1},
                    ]
                )
                if number % 997 == 0:
                    arguments = {"handle": current, "row": "x" * 900_000}
            text, is_refused, data = host.call(name, arguments)
            if is_refused or not data or "handle" not in data:
                refused += is_refused
                continue
            if name in ("gate_start", "gate_take"):
                took += name == "gate_take"
                old.append(current)
                del old[:-200]
                current = data["handle"]
                rows = [row["row"] for row in data.get("rows", [])]
        for host in hosts:
            host.end()
        takes = judge(folder, decided)
        check("the rows in the logs", takes >= took, True)
    seconds = time.monotonic() - began
    print(
        f"  {count} random calls in {seconds:.0f} s: {took} rows taken, {refused} refused; no row "
        "that the tables refuse, no answer, no wipe, no secret",
        flush=True,
    )


# The rows from the start to the wipe, and what somebody would try beside them.
WAY = ["1.3b", "6.1a", "1.1a", "1.2a", "again", "1.3a", "1.3c", "6.1b", "1.1b", "UC9.4:1.2a"]


def orders(most):
    """Every order of four of these rows, ten thousand runs: the shortest way to the wipe has
    four."""
    began = time.monotonic()
    every = list(itertools.product(WAY, repeat=4))
    random.Random(35).shuffle(every)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        desk(folder, 0)
        careless(folder)
        _, decided = rows_of(folder)
        host = Raw(folder)
        asked = 0
        for order in every[:most]:
            data = None
            while not data:
                data = host.call("gate_start", {"flow": "UC2.3"})[2]
            handle = data["handle"]
            for row in order:
                text, is_refused, data = host.call("gate_take", {"handle": handle, "row": row})
                asked += "a person decides" in text
                if not is_refused and data:
                    handle = data["handle"]
        host.end()
        judge(folder, decided)
    seconds = time.monotonic() - began
    print(
        f"  {min(most, len(every))} runs, each another order of rows towards the wipe, in "
        f"{seconds:.0f} s: a person was needed {asked} times, no wipe",
        flush=True,
    )

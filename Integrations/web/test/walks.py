"""Walks at random in the page's engine, and compares each walk that the page would keep with what flowrun makes of it.

Usage: walks.py FLOWRUN FOLDER-OF-THE-MODULE COUNT FOLDER-OF-FLOWS...
"""

import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

INDENT = " " * 12
WALKS = Path(__file__).with_name("walks.mjs")


def traces(path):
    """The traces of a file, by the names of their paths."""
    found, lines = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            lines = found.setdefault(line[2:], [])
        elif line and not line.startswith(INDENT):
            lines.append(line)
    return found


def compare(flowrun, module, count, number, source):
    """The walks through one folder of flows. Returns how many there were, and what differs."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "Flows"
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("paths", "real", "rules"))
        flows = ["--flows", str(folder)]
        subprocess.run([flowrun, "compile", str(folder), "--accept", "-o", str(folder / "app.flows")], check=True, capture_output=True)
        subprocess.run(["node", str(WALKS), module, str(folder), str(count), str(number)], check=True)
        kept = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
        # Status 1 says that there are rows that no path takes.
        done = subprocess.run([flowrun, "replay", "--record", *flows], capture_output=True, text=True)
        walks, different = 0, []
        for name, wanted in kept["wanted"].items():
            file = folder / "paths" / f"{name}.trace"
            got = traces(file) if file.exists() else {}
            for path, lines in wanted.items():
                walks += 1
                if got.get(path) != lines:
                    different.append(f"{source} seed {number}, {name} {path}: {got.get(path)} is not {lines}\n{done.stdout[-300:]}{done.stderr[-300:]}")
        for command in kept["commands"]:
            done = subprocess.run([flowrun, *shlex.split(command["words"])[1:], "--trace", "text", *flows], capture_output=True, text=True)
            printed = ["end: end" if line == "ended" else line for line in done.stdout.splitlines()]
            if printed != command["wanted"]:
                different.append(f"{source}: {command['words']}: {done.stdout}{done.stderr} is not {command['wanted']}")
        return walks, different


def main(flowrun, module, count, *sources):
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda item: compare(flowrun, module, count, *item), enumerate(sources, 1)))
    walks = sum(count for count, _ in results)
    different = [text for _, texts in results for text in texts]
    for text in different[:10]:
        print(text, file=sys.stderr)
    print(f"{walks - len(different)} of {walks} walks in the page's engine are the same runs in flowrun")
    if different or not walks:
        sys.exit(1)


main(*sys.argv[1:])

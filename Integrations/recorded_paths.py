"""The scripts of Flows/paths with their recorded traces, for the tests of all engines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

#: The milliseconds of a unit of time.
UNITS = {"ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "day": 86_400_000, "days": 86_400_000}
#: What a full trace has besides rows and the end stands behind this.
INDENT = " " * 12


@dataclass
class Recorded:
    """A script and what was recorded of it."""

    #: The file's name without its ending, and the script's own.
    file: str
    path: str
    #: What the script says, as texts: `1.10` is the id of a step. `flow` is that of the file unless the script has its own.
    script: dict[str, Any]
    #: A line for each row, and one for the end.
    trace: list[str]

    @property
    def name(self) -> str:
        return f"{self.file}: {self.path}"

    @property
    def rows(self) -> list[str]:
        """The rows that were taken, with their flows."""
        return [line.strip().split("  ")[1] for line in self.trace[:-1]]

    @property
    def end(self) -> str:
        return self.trace[-1].removeprefix("end: ")


def waiting(move: str) -> int | None:
    """The milliseconds of a move that lets time pass, such as `wait 30 s`. None for any other."""
    word, _, time = move.partition(" ")
    if word != "wait":
        return None
    number, unit = time.split(" ")
    return round(float(number) * UNITS[unit])


def recorded_paths(folder: str | Path) -> list[Recorded]:
    """All scripts below a folder, in the order of their files."""
    found = []
    for path in sorted(Path(folder).glob("*.yaml")):
        traces: dict[str, list[str]] = {}
        lines: list[str] = []
        for line in path.with_suffix(".trace").read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                lines = traces.setdefault(line[2:], [])
            elif line and not line.startswith(INDENT):
                lines.append(line)
        book = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        found += [Recorded(path.stem, entry["path"], {"flow": book["flow"], **entry}, traces[entry["path"]]) for entry in book["paths"]]
    return found

"""Drives an app along its flows, and reports where it was not where the run is."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine import Catalogue, FlowError, Run, State, filled

from .names import Names
from .walks import RESTART, Move, Walk, make, moves, settle


class App(Protocol):
    """The app under test. Each function may be missing; what it raises is `failed` in the report."""

    def start(self, state: State) -> None:
        """Opens the app anew, for a run with the facts of `state`."""

    def take(self, move: Move, state: State) -> Mapping[str, str] | None:
        """Does what the move says. Gives the values that the app shows from now on."""

    def shows(self, state: State) -> None:
        """Makes sure that the app is where the run is."""


@dataclass
class Report:
    flow: str
    #: Each with `facts`, the `rows` that were chosen, those that were `taken`, and the `command` that does it in flowrun.
    runs: list[dict[str, Any]] = field(default_factory=list)
    #: How many moves were made.
    rows: int = 0
    #: Milliseconds of the runs' clocks.
    time: int = 0
    #: All rows that were taken, with those that happened by themselves.
    covered: list[str] = field(default_factory=list)
    #: The rows of the flow that were not.
    uncovered: list[str] = field(default_factory=list)
    #: `after` (the last row), `at` (the step where the app should be), `message` and `error`.
    failed: dict[str, Any] | None = None


def drive(
    flows: Catalogue,
    flow: str,
    walk: Walk,
    app: App | object = None,
    *,
    reading: str = "written",
    at: str = "",
    facts: Mapping[str, str] | None = None,
    rows: float | None = None,
    runs: float = math.inf,
    time: float = math.inf,
    coverage: float = 2,
    row: str | None = None,
) -> Report:
    """Drives an app, at most so many moves, runs and milliseconds; to so much of the flow's rows (0 to 1), or to a row.

    A walk that does not end by itself makes at most 1,000 moves, unless `rows` says how many. A row is an id or a name in
    code, with its flow or without. Raises `FlowError` if there is no such flow, or if the walk or `row` name a row or a step
    that is in no flow.
    """
    if rows is None:
        rows = math.inf if getattr(walk, "ends", False) else 1000
    return _Drive(flows, flow, walk, app, reading, at, dict(facts or {})).drive(
        rows, runs, time, coverage, row
    )


class _Drive:
    def __init__(self, flows, flow, walk, app, reading, at, facts):
        description = flows.flow(flow)
        self._flows, self._walk, self._app, self._facts = flows, walk, app, facts
        self._options = {"reading": reading, "at": at}
        self._names = Names(flows)
        if begin := getattr(walk, "begin", None):
            begin(self._names, description["flow"], reading)
        key = "meant" if reading == "meant" else "next"
        self._own = [
            f"{description['flow']}:{row['row']}"
            for section in description["sections"]
            for step in section["steps"]
            for row in step["rows"]
            if row.get(key, row.get("next")) is not None
        ]
        self._covered: dict[str, None] = {}
        self._values: dict[str, str] = {}
        self._report = Report(description["flow"])
        self._run: Run
        self._taken: list[str] = []
        self._seen = self._clock = 0

    def _ask(self, name: str, *arguments: Any) -> Any:
        function = getattr(self._app, name, None)
        return function(*arguments) if function else None

    def _enters(self, state: State) -> bool:
        own = getattr(self._walk, "enters", None)
        return own(state, [entry["row"] for entry in self._run.trace(self._seen)]) if own else True

    @property
    def _state(self) -> State:
        return filled(self._run.state, self._values)

    def _look(self) -> None:
        self._taken = [entry["row"] for entry in self._run.trace(self._seen)]
        self._seen += len(self._taken)
        self._covered.update(dict.fromkeys(self._taken))
        self._report.runs[-1]["taken"] += self._taken
        self._report.time += self._run.state["clock"] - self._clock
        self._clock = self._run.state["clock"]
        self._ask("shows", self._state)

    def _begin(self) -> None:
        own = getattr(self._walk, "facts", None)
        facts = self._facts | dict(own(len(self._report.runs)) if own else {})
        self._run = self._flows.start(self._report.flow, facts=facts, **self._options)
        self._seen = 0
        settle(self._run, self._enters)
        self._clock = self._run.state["clock"]
        self._values = {}
        self._report.runs.append({"facts": facts, "rows": [], "taken": [], "command": ""})
        self._ask("start", self._state)
        self._look()

    def drive(self, rows, runs, time, coverage, row) -> Report:
        if row is not None and not self._names.has_row(row):
            raise FlowError(f"there is no row `{row}` to stop at")
        report, last = self._report, None
        try:
            self._begin()
            while not (
                report.rows >= rows
                or report.time >= time
                or (row and any(self._names.is_row(row, one) for one in self._covered))
                or sum(one in self._covered for one in self._own) >= coverage * len(self._own)
            ):
                move = self._walk.next(
                    self._run, moves(self._run), set(self._covered), self._taken
                )
                if move is None:
                    break
                if move == RESTART:
                    # A walk that begins again where nothing can be done would do so for ever.
                    is_stuck = not hasattr(self._walk, "facts") and not report.runs[-1]["rows"]
                    if len(report.runs) >= runs or is_stuck:
                        break
                    last = None
                    self._begin()
                    continue
                last = move.row
                report.runs[-1]["rows"].append(move.row)
                report.rows += 1
                self._values |= self._ask("take", move, self._state) or {}
                make(self._run, move, self._enters)
                self._look()
        except Exception as error:
            step = self._run.state["step"] if hasattr(self, "_run") else None
            report.failed = {"after": last, "at": step, "message": str(error), "error": error}
        report.covered = list(self._covered)
        report.uncovered = [one for one in self._own if one not in self._covered]
        for one in report.runs:
            one["command"] = _command(report.flow, one, self._options)
        return report


def _command(flow: str, run: Mapping[str, Any], options: Mapping[str, str]) -> str:
    """The command that does the same in flowrun."""
    words = ["flowrun", flow]
    if options["reading"] == "meant":
        words.append("--as-meant")
    if options["at"]:
        words += ["--from", options["at"]]
    for name, value in run["facts"].items():
        words += ["--fact", f"{name}={value}"]
    if run["taken"]:
        words += ["--rows", ",".join(run["taken"])]
    return shlex.join(words)

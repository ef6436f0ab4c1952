"""What may happen next in a run, and which of it to do: the walks of a driver."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine import FlowError, Run, State

from .names import Names, is_called, short

RESTART = "restart"
#: The most states that a search looks at.
MOST_STATES = 5000
_MASK = 2**64 - 1
_KINDS = ("own", "user", "case", "result", "event", "error", "extension")
#: Whether a call is entered in a state.
Enters = Callable[[State], bool]


@dataclass(frozen=True)
class Move:
    """What may happen next. `wait` is above 0 where so many milliseconds have to pass, after which it happens by itself."""

    row: str
    kind: str
    label: str
    outcome: str | None = None
    enters: tuple[str, ...] = ()
    wait: int = 0


class Walk(Protocol):
    """Chooses.

    A walk may have `facts(number)` too, the first values of facts of a run, and `enters(state, taken)`: whether a call is
    entered. Where it is not, the rows of the calling step are moves. `begin(names, flow, reading)` is called before the first
    run, and may raise what is wrong with the walk.
    """

    def next(
        self, run: Run, moves: Sequence[Move], covered: set[str], taken: Sequence[str]
    ) -> Move | str | None:
        """The next move, `RESTART`, or None where the walk is over. `taken` are the newest rows of the run."""


class _Chance:
    """Numbers that are the same in all drivers (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, limit: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) % limit


def moves(run: Run) -> list[Move]:
    """What may happen next: the rows of the state that may be taken, and the timer that runs out first."""
    state = run.state
    if "end" in state:
        return []
    open_rows = [
        Move(row["row"], row["kind"], row["label"], row.get("outcome"), tuple(row.get("enters", ())))
        for row in state["rows"]
        if "refusal" not in row
    ]
    timer = state.get("timer")
    if not timer:
        return open_rows
    own = next((row for row in state["rows"] if row["row"] == timer["row"]), None)
    due = Move(
        timer["row"],
        own["kind"] if own else "event",
        own["label"] if own else "",
        wait=max(timer["due"] - state["clock"], 1),
    )
    return [
        *(move for move in open_rows if move.row != timer["row"] or move.outcome is not None),
        due,
    ]


def make(run: Run, move: Move, enters: Enters | None = None) -> None:
    is_own = any(row["row"] == move.row for row in run.state["rows"])
    if move.wait > 0:
        timer = run.state.get("timer")
        assert timer
        run.elapse(timer["due"], fire=not is_own)
    if is_own:
        run.take(move.row)
    settle(run, enters)


def settle(run: Run, enters: Enters | None = None) -> None:
    """Goes on to where somebody has to decide: what a flow gives back, too, that is not written or not entered."""
    for _ in range(MOST_STATES):
        state = run.state
        if "end" in state or state["needs"] == "event":
            return
        if state["needs"] == "call":
            inside = run.copy()
            inside.settle(1)
            if "end" in inside.state or (enters and not enters(state)):
                return
        run.settle(1)
    run.settle()


def _search(run: Run, holds: Callable[[Run, list[str]], bool]) -> list[Move] | None:
    """The shortest list of moves after which something holds of the run and its new rows."""
    known: set[str] = set()
    level: list[tuple[Run, list[Move], int]] = [(run.copy(), [], len(run.trace()))]
    while level:
        following = []
        for place, path, rows in level:
            for move in moves(place):
                further = place.copy()
                try:
                    make(further, move)
                except FlowError:
                    continue
                taken = [entry["row"] for entry in further.trace(rows)]
                if holds(further, taken):
                    return [*path, move]
                state = further.state
                callers = [caller["step"] for caller in state["callers"]]
                key = json.dumps([state["step"], callers, state["facts"], state.get("end")])
                if key in known or len(known) >= MOST_STATES:
                    continue
                known.add(key)
                following.append((further, [*path, move], rows + len(taken)))
        level = following
    return None


class weighted:
    """Any move; one with a weight of 3 three times as often as one of 1. Weights are of rows or kinds."""

    def __init__(self, seed: int = 0, weights: Mapping[str, int] | None = None) -> None:
        self._chance = _Chance(seed)
        self._weights = weights or {}
        self._names: Names | None = None

    def begin(self, names: Names, flow: str, reading: str) -> None:
        self._names = names
        for name in self._weights:
            if name not in _KINDS and not names.has_row(name):
                raise FlowError(f"a weight is of `{name}`, which is no row and no kind of rows")

    def _weight(self, move: Move) -> int:
        names = [move.row, short(move.row)]
        code_name = self._names.rows.get(move.row) if self._names else None
        if code_name is not None:
            names += [f"{move.row.split(':', 1)[0]}:{code_name}", code_name]
        names.append(move.kind)
        return next((self._weights[name] for name in names if name in self._weights), 1)

    def next(self, run, moves, covered, taken):
        total = sum(self._weight(move) for move in moves)
        if total <= 0:
            return RESTART
        left = self._chance.below(total)
        for move in moves:
            left -= self._weight(move)
            if left < 0:
                return move


def random(seed: int = 0) -> weighted:
    """Any move. At the end of a run it begins again."""
    return weighted(seed)


class shortest:
    """The fewest moves to a row or a step."""

    ends = True

    def __init__(self, to: str) -> None:
        self._to = to
        self._path: list[Move] | None = None
        self._names: Names | None = None

    def begin(self, names: Names, flow: str, reading: str) -> None:
        self._names = names
        if not names.has_row(self._to) and not names.has_step(self._to):
            raise FlowError(f"there is no row and no step `{self._to}` to go to")

    def next(self, run, moves, covered, taken):
        if self._path is None:
            self._path = _search(
                run,
                lambda further, rows: self._is_step(further.state["step"])
                or any(self._is_row(row) for row in rows),
            )
        if self._path is None:
            raise FlowError(f"no way to `{self._to}` was found")
        return self._path.pop(0) if self._path else None

    def _is_step(self, step: str) -> bool:
        return is_called(self._to, step, self._names.steps.get(step) if self._names else None)

    def _is_row(self, row: str) -> bool:
        return is_called(self._to, row, self._names.rows.get(row) if self._names else None)


class covering:
    """All rows that can be taken, each by the fewest moves from where the run stands, or else from the start."""

    ends = True

    def __init__(self) -> None:
        self._path: list[Move] = []
        self._is_at_start = True

    def next(self, run, moves, covered, taken):
        if not self._path:
            self._path = _search(run, lambda _, rows: any(row not in covered for row in rows)) or []
        if not self._path and self._is_at_start:
            return None
        self._is_at_start = not self._path
        return self._path.pop(0) if self._path else RESTART


def _paths_of(given: Any, flow: str | None = None, reading: str = "written") -> list[Any]:
    """The paths in what `flowrun paths --format json` prints: of its whole list, of the entry of a flow, or the paths themselves."""
    entries = [given] if isinstance(given, Mapping) else list(given)

    def is_path(one: Any) -> bool:
        return isinstance(one, Mapping) and isinstance(one.get("rows"), list | tuple)

    if not isinstance(given, Mapping) and all(map(is_path, entries)):
        return entries
    if not all(
        isinstance(one, Mapping) and isinstance(one.get("paths"), list) and all(map(is_path, one["paths"]))
        for one in entries
    ):
        raise FlowError(
            "these are no paths: give what `flowrun paths --follow --format json` prints, or a list of dicts "
            "with `rows` and `facts`"
        )
    if flow is None:
        return []
    own = [one for one in entries if one.get("flow") == flow and one.get("reading", reading) == reading]
    if len(own) != 1:
        what = "is more than one list" if own else "are no paths"
        raise FlowError(f"there {what} of `{flow}` as {reading} among these")
    return own[0]["paths"]


class paths:
    """Paths, each in a run of its own: what `flowrun paths --follow --format json` prints, or its list `paths` for a flow."""

    ends = True

    def __init__(self, given: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
        self._given = given
        self._listed = _paths_of(given)
        self._index = 0
        self._left: Sequence[str] = self._listed[0]["rows"] if self._listed else []
        self._names: Names | None = None

    def begin(self, names: Names, flow: str, reading: str) -> None:
        self._names = names
        self._listed = _paths_of(self._given, flow, reading)
        self._left = self._listed[self._index]["rows"] if self._index < len(self._listed) else []

    def _is_row(self, name: str, row: str) -> bool:
        return is_called(name, row, self._names.rows.get(row) if self._names else None)

    def _after(self, taken: Sequence[str]) -> Sequence[str]:
        """What is left of the path. What happens by itself stands in it as well."""
        rest = self._left
        for row in taken:
            if rest and self._is_row(rest[0], row):
                rest = rest[1:]
        return rest

    def enters(self, state: State, taken: Sequence[str]) -> bool:
        """A path may have the result of a call in place of the called flow."""
        rest = self._after(taken)
        return not (rest and any(self._is_row(rest[0], row["row"]) for row in state["rows"]))

    def facts(self, number: int) -> Mapping[str, str]:
        """The first values of facts of a run, by its number."""
        return self._listed[number].get("facts") or {} if number < len(self._listed) else {}

    def next(self, run, moves, covered, taken):
        self._left = self._after(taken)
        if not self._left:
            self._index += 1
            if self._index >= len(self._listed):
                return None
            self._left = self._listed[self._index]["rows"]
            return RESTART
        found = next((move for move in moves if self._is_row(self._left[0], move.row)), None)
        if found is None:
            raise FlowError(f"`{self._left[0]}` cannot be taken now")
        return found

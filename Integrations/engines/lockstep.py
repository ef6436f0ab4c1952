"""Runs an exported flow on another engine beside the product's own, row by row, and finds where they differ.

The product's engine is the WebAssembly module of tools/build-engine. A peer is another engine with the exported file; it offers
what `Peer` lists. Scripts are those of Flows/paths with their recorded traces; random walks take any row that may be taken.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
from recorded_paths import recorded_paths, waiting  # noqa: E402


def engine_module():
    """The engine's Python module, without the package around it, which needs Temporal."""
    path = Path(__file__).parent.parent / "temporal/flowrun_temporal/engine.py"
    spec = importlib.util.spec_from_file_location("flow_engine", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["flow_engine"] = module
    spec.loader.exec_module(module)
    return module


class NotCarried(Exception):
    """The format says in its notes that it cannot carry this."""


class Differs(Exception):
    """The two engines do not agree."""


class Peer:
    """An exported flow on another engine."""

    #: The rows that were taken, each with whether its step was passed over.
    rows: list
    #: Where it stands, with the flow. None at the end.
    step: str | None
    #: The time, in milliseconds. None if the engine has no clock that a test can move.
    clock: int | None
    #: Whether a wrong answer ends the run.
    ends_with_refusal = False
    #: Whether it enters called flows by itself.
    enters_calls = False
    #: The flows that can be put on top of the run, by their names in events.
    suspends: frozenset
    #: How it ended, in the words of a trace. None while it goes on.
    end: str | None

    def enter(self) -> None:
        """Enters the flow that the step calls."""
        raise NotImplementedError

    def take(self, row) -> None:
        """Takes a row, given as in the engine's state."""
        raise NotImplementedError

    def answer(self, outcome: str) -> None:
        """Answers the action of the step."""
        raise NotImplementedError

    def shortcut(self, row, step: str, count: int) -> None:
        """Takes a row of a calling step in place of the called flow. So many rows were taken before."""
        self.take(row)

    def expire(self, row: str, after: int) -> None:
        """Lets the time pass until the first timer."""
        raise NotImplementedError

    def elapse(self, time: int) -> None:
        """Lets milliseconds pass, in which no timer ends. Nothing where a test cannot move the clock."""

    def suspend(self, flow: str) -> None:
        """Puts the run aside and starts a flow on top."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends the run."""

    def refuses(self, row) -> bool:
        """Whether it leaves everything as it is when told to take a row that cannot be taken."""
        raise NotImplementedError


class Pair:
    """The same run on both engines."""

    def __init__(self, run, peer: Peer):
        self.run, self.peer = run, peer
        self.compared = 0
        #: Whether a suspension has put the times of the two apart.
        self.resumed = False
        self.settle()

    @property
    def state(self):
        return self.run.state

    def settle(self):
        """Goes on where nobody decides, and compares."""
        while self.state["needs"] in ("pass over", "result"):
            self.run.settle(1)
        if self.state["needs"] == "call" and self.peer.enters_calls:
            return
        trace = [(entry["row"], entry.get("passedOver", False)) for entry in self.run.trace()]
        if self.peer.rows != trace:
            place = next(i for i, (a, b) in enumerate(zip([*self.peer.rows, None], [*trace, None])) if a != b)
            raise Differs(f"row {place + 1} is {self.peer.rows[place:place + 2]} and not {trace[place:place + 2]}")
        self.compared = len(trace)
        end = self.state.get("end")
        if self.peer.end != end:
            raise Differs(f"the end is {self.peer.end} and not {end}, after {trace[-1:]}")
        if end is None and self.peer.step != self.state["step"]:
            raise Differs(f"it stands at {self.peer.step} and not at {self.state['step']}, after {trace[-1:]}")

    def named(self, move):
        """The row of the current step that a move of a script names."""
        home = self.state["flow"]
        for exact in (True, False):
            for row in self.state["rows"]:
                flow, _, reference = row["row"].partition(":")
                name = reference if exact else reference.split("#")[0]
                if move in (name, f"{flow}:{name}", f"{home}:{name}"):
                    return row
        return None

    def is_timers(self, row):
        timer = self.state.get("timer")
        return row is not None and timer is not None and timer["row"] == row["row"] and "after" in row

    def enter(self):
        self.run.settle(1)
        self.peer.enter()
        self.settle()

    def take(self, row):
        if self.is_timers(row) and self.state["needs"] != "call":
            timer = self.state["timer"]
            self.run.elapse(timer["due"])
            self.peer.expire(row["row"], row["after"])
            if not self.resumed and self.peer.clock not in (None, timer["due"]):
                raise Differs(f"the timer of {row['row']} ends at {self.peer.clock} ms and not at {timer['due']} ms")
            self.run.take(row["row"])
        else:
            if self.state["needs"] == "call":
                self.peer.shortcut(row, self.state["step"], len(self.run.trace()))
                if self.is_timers(row):
                    # The peer takes the row in place of the call, and no time passes there.
                    self.run.elapse(self.state["timer"]["due"])
                    self.resumed = True
            else:
                self.peer.take(row)
            self.run.take(row["row"])
        self.settle()

    def answer(self, outcome):
        self.run.answer(outcome)
        self.peer.answer(outcome)
        self.settle()

    def elapse(self, time):
        self.run.elapse(self.state["clock"] + time)
        self.peer.elapse(time)
        self.settle()

    def suspend(self, flow):
        self.run.suspend(flow)
        self.resumed = True
        self.peer.suspend(flow)
        self.settle()


def play(pair: Pair, script):
    """Plays a script, and compares with its recorded trace."""
    moves = list(script.rows)
    taken = 0
    while "end" not in pair.state:
        # Rows that nobody decided may be named by the script as well.
        trace = pair.run.trace()
        for entry in trace[taken:]:
            if moves and names(moves[0], entry):
                moves.pop(0)
        taken = len(trace)
        if not moves:
            break
        move = moves[0]
        row = pair.named(move)
        if pair.state["needs"] == "call" and row is None:
            pair.enter()
        elif move.startswith("suspend "):
            moves.pop(0)
            pair.suspend(move.removeprefix("suspend "))
        elif (time := waiting(move)) is not None:
            moves.pop(0)
            pair.elapse(time)
        else:
            if row is None:
                raise Differs(f"no row {move} at {pair.state['step']}")
            moves.pop(0)
            pair.take(row)
            trace = pair.run.trace()
            # Of the rows that were taken now, the first is the one that the move named.
            position = next(i for i in range(taken, len(trace)) if names(move, trace[i]))
            taken = position + 1
    ending = pair.state.get("end") or pair.state["standing"]
    if [entry["row"] for entry in pair.run.trace()] != script.recorded.rows or ending != script.recorded.end:
        raise Differs(f"the script was not played as recorded: {ending}")


def names(move, entry):
    home = entry["step"].partition(":")[0]
    flow, _, reference = entry["row"].partition(":")
    return any(move in (name, f"{flow}:{name}", f"{home}:{name}") for name in (reference, reference.split("#")[0]))


def walk(pair: Pair, chance: random.Random, most: int, flows):
    """Takes rows at random; now and then tries one that cannot be taken, or puts the run aside."""
    for _ in range(most):
        state = pair.state
        if "end" in state:
            return
        rows = [row for row in state["rows"] if "refusal" not in row]
        timer = state.get("timer")
        # Where a timer's time is over, after a suspension, other engines take it by themselves or let others come first.
        is_late = timer is not None and timer["due"] <= state["clock"]
        refused = [row for row in state["rows"] if "refusal" in row and not row.get("after")]
        if refused and not is_late and state["needs"] == "event" and chance.random() < 0.2:
            if not pair.peer.refuses(chance.choice(refused)):
                raise Differs(f"it takes a row that {state['step']} does not allow: {[row['row'] for row in refused]}")
            if pair.peer.ends_with_refusal:
                return
        if timer and state["needs"] == "event":
            rows += [row for row in state["rows"] if pair.is_timers(row) and row not in rows]
        if state["needs"] == "call" and (not rows or chance.random() < 0.7):
            pair.enter()
        elif state["needs"] == "event" and flows and chance.random() < 0.03:
            pair.suspend(chance.choice(flows))
        elif rows:
            row = chance.choice(rows)
            if "action" in state and "outcome" in row and not pair.is_timers(row) and chance.random() < 0.5:
                pair.answer(row["outcome"])
            else:
                pair.take(row)
        else:
            return


class Script:
    """A script of Flows/paths, as the engines start it."""

    def __init__(self, recorded):
        script = recorded.script
        self.name = recorded.name
        self.flow = script["flow"]
        self.reading = script.get("as", "written")
        self.at = f"{self.flow}:{script['from']}" if "from" in script else ""
        self.facts = script.get("facts", {})
        self.rows = script["rows"]
        self.recorded = recorded


def scripts(folder):
    return [Script(recorded) for recorded in recorded_paths(folder)]

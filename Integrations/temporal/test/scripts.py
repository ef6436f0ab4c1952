"""The scripts of Flows/paths with their recorded traces, and what drives a run on Temporal as a script says."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from flowrun_temporal import FlowRun, Flows, Screen, Start
from flowrun_temporal.engine import Catalogue, RowState, Run, State, TakenRow
from flowrun_temporal.messages import Work

sys.path.append(str(Path(__file__).parents[2]))
from recorded_paths import Recorded, recorded_paths, waiting  # noqa: E402


class Script:
    """A script with its trace."""

    def __init__(self, recorded: Recorded) -> None:
        self.name = recorded.name
        self.options = recorded.script
        self.flow: str = self.options["flow"]
        self.rows: list[str] = self.options["rows"]
        self.trace = recorded.trace
        self.end = recorded.end

    @property
    def only(self) -> bool:
        return bool(self.options.get("only") == "yes")

    def start(self, catalogue: Catalogue, **more: Any) -> Start:
        return Start(
            flow=self.flow,
            reading=self.options.get("as", "written"),
            at=self.options.get("from", ""),
            clock=int(self.options.get("clock", 0)),
            facts=self.options.get("facts", {}),
            catalogue=catalogue.fingerprint,
            **more,
        )


def scripts(folder: str) -> list[Script]:
    """All scripts below a folder."""
    return [Script(recorded) for recorded in recorded_paths(folder)]


def is_no_row(move: str) -> bool:
    """Whether a move of a script is no row: the app goes to the background, or time passes."""
    return move.startswith("suspend ") or waiting(move) is not None


def names(move: str, row: str, flow: str) -> bool:
    """Whether a move of a script names a row, in a run that is in this flow."""
    home, _, reference = row.partition(":")
    short = {reference, reference.split("#")[0]}
    return move in short | {f"{name_flow}:{name}" for name in short for name_flow in (home, flow)}


class Player:
    """Says what comes next in a script, from what has happened."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def left(self, trace: list[TakenRow], others: int) -> list[str]:
        """The moves that are left after these rows and so many suspensions and waits."""
        moves = list(self.script.rows)
        for taken in trace:
            while moves and is_no_row(moves[0]) and others:
                moves.pop(0)
                others -= 1
            if moves and names(moves[0], taken["row"], taken["step"].partition(":")[0]):
                moves.pop(0)
        while moves and is_no_row(moves[0]) and others:
            moves.pop(0)
            others -= 1
        return moves

    def named(self, state: State, move: str) -> RowState | None:
        """The row of the current step that a move names."""
        return next((row for row in state["rows"] if names(move, row["row"], state["flow"])), None)

    def is_timers(self, state: State, move: str) -> bool:
        """Whether a move names the row of the timer that runs out first, which may be of a calling step."""
        timer = state.get("timer")
        row = self.named(state, move)
        return timer is not None and timer["row"] == (row["row"] if row is not None else move)

    def rehearse(self, catalogue: Catalogue) -> tuple[bool, bool, set[str]]:
        """Plays the script here: whether it takes a row of a calling step in place of the called flow, whether it waits for
        timers, and the actions for which it does."""
        asks, timed, outlasted = False, False, set[str]()
        start = self.script.start(catalogue)
        run = catalogue.start(start.flow, reading=start.reading, at=start.at, clock=start.clock, facts=start.facts)
        others = 0
        while True:
            settle(run)
            moves = self.left(run.trace(), others)
            if "end" in run.state or not moves:
                return asks, timed, outlasted
            row = self.named(run.state, moves[0])
            if run.state["needs"] == "call":
                if row is not None and self.is_timers(run.state, moves[0]):
                    asks, timed = True, True
                    run.expire(0)
                elif row is not None:
                    asks = True
                    run.take(moves[0])
                else:
                    run.settle(1)
            elif moves[0].startswith("suspend "):
                run.suspend(moves[0].removeprefix("suspend "))
                others += 1
            elif (pause := waiting(moves[0])) is not None:
                run.elapse(run.state["clock"] + pause)
                others += 1
            else:
                if self.is_timers(run.state, moves[0]):
                    timed = True
                    outlasted |= {run.state["action"]["name"]} if "action" in run.state else set()
                    run.expire(0)
                else:
                    run.take(moves[0])
            if self.script.only and run.state["flow"] != self.script.flow:
                return asks, timed, outlasted


def settle(run: Run) -> None:
    """Goes on, but not into calls."""
    while run.state["needs"] in ("pass over", "result", "nothing"):
        run.settle(1)


class Play:
    """A script on Temporal. Its activities ask it for their answers."""

    def __init__(self, script: Script, catalogue: Catalogue) -> None:
        self.script = script
        self.player = Player(script)
        # While an activity is open the server does not skip time: an action that a timer outlasts is nobody's.
        self.asks, self.timed, self.outlasted = self.player.rehearse(catalogue)
        self.catalogue = catalogue
        self.others = 0
        self.run: FlowRun | None = None

    async def outcome(self, work: Work | Any) -> str | None:
        """What an action answers. None if the script wants somebody else to decide."""
        assert self.run is not None
        screen, trace = await self.run.screen(), await self.run.trace()
        moves = self.player.left(trace, self.others)
        row = self.player.named(screen.state, moves[0]) if moves else None
        if row is None or self.player.is_timers(screen.state, moves[0]):
            return None
        return row.get("outcome")

    async def played(self, flows: Flows, env: WorkflowEnvironment, id: str) -> list[str]:
        """Plays the script; what differs from the recorded trace."""
        began = time.monotonic()
        self.run = flows.run(id)
        await flows.start(self.script.start(self.catalogue, asks_at_calls=self.asks, by_hand=sorted(self.outlasted)), id=id)
        run, seen = self.run, -1
        ending = ""
        while not ending:
            screen = await run.screen()
            trace = await run.trace()
            if screen.decisions == seen or (await run.screen()).decisions != screen.decisions:
                await asyncio.sleep(0.01)
                seen = -1
                continue
            moves = self.player.left(trace, self.others)
            assert not screen.problem, screen.problem
            if "end" in screen.state:
                ending = screen.state["end"]
            elif self.script.only and screen.state["flow"] != self.script.flow:
                last = next(i for i, t in enumerate(trace) if t["to"].partition(":")[0] != self.script.flow)
                trace = trace[: last + 1]
                ending = trace[-1]["next"]
            elif not moves:
                ending = screen.state["standing"]
            elif moves[0].startswith("suspend "):
                self.others += 1
                await run.suspend(moves[0].removeprefix("suspend "), waits=False)
            elif (pause := waiting(moves[0])) is not None:
                self.others += 1
                await env.sleep(pause / 1000)
            elif screen.state["needs"] == "call" and not self.player.is_timers(screen.state, moves[0]):
                if self.player.named(screen.state, moves[0]) is not None:
                    await run.take(moves[0], waits=False)
                else:
                    await run.enter(waits=False)
            else:
                seen = await self.decided(run, env, screen, moves[0])
        with suppress(RPCError):  # it may have ended meanwhile
            await run.handle.terminate()
        late = (time.monotonic() - began) * 1000 + 5
        return differences(self.script, trace, ending, late)

    async def decided(self, run: FlowRun, env: WorkflowEnvironment, screen: Screen, move: str) -> int:
        """Takes the next move, unless an activity does. Then the number of decisions after which there is news."""
        row = self.player.named(screen.state, move)
        timer = screen.state.get("timer")
        if timer is not None and self.player.is_timers(screen.state, move):
            await env.sleep((timer["due"] - screen.state["clock"]) / 1000)
            while (await run.screen()).decisions == screen.decisions:
                await asyncio.sleep(0.01)
            return -1
        if screen.working and (row is None or "outcome" in row):
            return screen.decisions  # the activity answers
        entered = [field for field in screen.state["inputs"] if row is not None and field["name"] in row.get("enters", [])]
        await run.take(
            move,
            inputs={f["name"]: "1" * max(f["least"], 1) for f in entered if not f["secret"]},
            secrets={f["name"]: b"1" * max(f["least"], 1) for f in entered if f["secret"]},
            waits=False,  # the script may end while an action is open
        )
        return -1


def differences(script: Script, trace: list[TakenRow], ending: str, late: float) -> list[str]:
    """What differs from the recorded trace: rows, texts, targets and the end exactly; times by at most `late` milliseconds, the
    real time that passed while the script was played."""
    got = [line(entry) for entry in trace]
    wanted = [text.strip().split("  ", 1) for text in script.trace[:-1]]
    found: list[str] = []
    if [text for _, text in got] != [text for _, text in wanted]:
        found.append(f"rows {[text for _, text in got]} are not {[text for _, text in wanted]}")
    if ending != script.end:
        found.append(f"`{ending}` is not `{script.end}`")
    for (at, text), (then, _) in zip(got, wanted):
        if not 0 <= at - int(then.removesuffix(" ms")) <= late:
            found.append(f"{text}: {at} ms is not {then}, with {late:.0f} ms of real time")
    return found


def line(entry: TakenRow) -> tuple[int, str]:
    """A taken row as in the recorded traces: its time and its text."""
    text = f"{entry['row']}  {entry['text']} -> {entry['next']}"
    if ":*" in entry["row"]:
        text += f"  (at {entry['step'].split(':', 1)[1]})"
    if entry.get("passedOver"):
        text += "  (passed over)"
    if "answer" in entry:
        text += f"  (answers {entry['answer']})"
    return entry["at"], text

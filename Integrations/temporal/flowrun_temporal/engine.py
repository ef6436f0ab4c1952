"""The engine of flowrun: compiled flows and runs, in the WebAssembly module that `tools/build-engine` makes.

A process compiles the module once and keeps one instance of it for all runs. A call takes some tens of microseconds and
happens under a lock, since an instance has one thread. The module has no clock, no network and no randomness, and its hashing
has a fixed seed: the same calls give the same answers in every process, which is what the replay of a workflow needs.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import deque
from collections.abc import Mapping
from importlib import resources
from typing import Any, TypedDict, cast

import wasmtime


class FlowError(Exception):
    """The engine refused a request; the message says why, and nothing has changed."""


class InputField(TypedDict):
    """An input that a step asks for."""

    name: str
    secret: bool
    digits: bool
    least: int
    most: int


class _Row(TypedDict):
    row: str
    kind: str
    text: str
    label: str


class RowState(_Row, total=False):
    """A row of the current step. Without `outcome` and `after`, a person takes it."""

    name: str
    next: str
    outcome: str
    enters: list[str]
    after: int
    refusal: str


class _ActionState(TypedDict):
    name: str
    outcomes: list[str]
    arguments: dict[str, str]


class ActionState(_ActionState, total=False):
    """The action of the current step."""

    values: list[str]


class Timer(TypedDict):
    """The row that is taken when the run's clock reaches `due`."""

    row: str
    due: int


class Caller(TypedDict):
    """A calling step."""

    step: str
    title: str
    text: str


class _State(TypedDict):
    step: str
    flow: str
    reading: str
    needs: str
    activity: str
    text: str
    title: str
    inputs: list[InputField]
    buttons: list[str]
    rows: list[RowState]
    callers: list[Caller]
    facts: dict[str, str]
    clock: int
    enteredAt: int


class State(_State, total=False):
    """Where a run stands; docs/webassembly.md describes the keys."""

    name: str
    end: str
    standing: str
    message: str
    loading: str
    items: list[str]
    action: ActionState
    passes: dict[str, str]
    timer: Timer


class _TakenRow(TypedDict):
    row: str
    step: str
    kind: str
    text: str
    next: str
    to: str
    at: int


class TakenRow(_TakenRow, total=False):
    """A taken row of a trace."""

    answer: str
    passedOver: bool


class ActionStep(TypedDict):
    """A step with an action, the outcomes for which it has rows, and the values that the flow shows."""

    step: str
    action: str
    outcomes: list[str]
    values: list[str]


def filled(state: State, values: Mapping[str, str]) -> State:
    """The state with values in its texts. The name of one that is not there stays in its braces."""

    def fill(text: str) -> str:
        return _PLACE.sub(lambda place: values.get(place[1], place[0]) if place[1] else place[0][0], text)

    shown = state.copy()
    if "message" in shown:
        shown["message"] = fill(shown["message"])
    if "loading" in shown:
        shown["loading"] = fill(shown["loading"])
    if "items" in shown:
        shown["items"] = [fill(item) for item in shown["items"]]
    if shown["activity"] == "notice":
        shown["title"] = fill(shown["title"])
    return shown


_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]+)\}")


class Engine:
    """An instance of the module, for all runs of a process."""

    _known: dict[bytes, Engine] = {}
    _guard = threading.Lock()

    def __init__(self, module: bytes) -> None:
        """Compiles the module."""
        self._lock = threading.Lock()
        self._forgotten: deque[int] = deque()
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, wasmtime.Module(engine, module), []).exports(self._store)
        self._memory = cast(wasmtime.Memory, exports["memory"])
        self._functions: dict[str, wasmtime.Func] = {
            name: value for name, value in exports.items() if name and isinstance(value, wasmtime.Func)
        }
        self._catalogues: dict[str, Catalogue] = {}

    @staticmethod
    def packaged() -> bytes:
        """The module that came with the package."""
        return resources.files(__package__).joinpath("flow-server.wasm").read_bytes()

    @classmethod
    def shared(cls, module: bytes) -> Engine:
        """The engine of this process for a module."""
        digest = hashlib.sha256(module).digest()
        with cls._guard:
            if digest not in cls._known:
                cls._known[digest] = Engine(module)
            return cls._known[digest]

    def open(self, flows: bytes, fingerprint: str) -> Catalogue:
        """Opens compiled flows: the bytes of a file of `flowrun compile`. Once per fingerprint."""
        known = self._catalogues.get(fingerprint)
        if known is None:
            known = Catalogue(self, self.call("flow_open", flows), fingerprint)
            self._catalogues[fingerprint] = known
        return known

    def call(self, name: str, *arguments: int | str | bytes) -> int:
        """Calls a function that answers with a number. A text may be the last argument."""
        with self._lock:
            return self._called(name, arguments)

    def json(self, name: str, *arguments: int | str | bytes) -> Any:
        """Calls a function that answers with JSON."""
        with self._lock:
            text = self._text(self._called(name, arguments))
        return json.loads(text)

    def text(self, name: str, *arguments: int | str | bytes) -> str:
        """Calls a function that answers with a text."""
        with self._lock:
            return self._text(self._called(name, arguments))

    def forget(self, handle: int) -> None:
        """Forgets a run. May be called while garbage is collected, in any thread: it is done at the next call."""
        self._forgotten.append(handle)

    def _called(self, name: str, arguments: tuple[int | str | bytes, ...]) -> int:
        while self._forgotten:
            self._functions["flow_close"](self._store, self._forgotten.popleft())
        place = None
        numbers = [argument for argument in arguments if isinstance(argument, int)]
        if len(numbers) < len(arguments):
            last = arguments[-1]
            data = last.encode() if isinstance(last, str) else cast(bytes, last)
            place = self._functions["flow_alloc"](self._store, len(data))
            self._memory.write(self._store, data, place)
            numbers += [place, len(data)]
        value = cast(int, self._functions[name](self._store, *numbers))
        if place is not None:
            self._functions["flow_free"](self._store, place)
        if value < 0:
            raise FlowError(self._text(-value))
        return value

    def _text(self, count: int) -> str:
        place = cast(int, self._functions["flow_result"](self._store))
        return bytes(self._memory.read(self._store, place, place + count)).decode()


class Catalogue:
    """Compiled flows. `fingerprint` tells two releases apart."""

    def __init__(self, engine: Engine, handle: int, fingerprint: str) -> None:
        self._engine = engine
        self._handle = handle
        self.fingerprint = fingerprint

    def start(
        self, flow: str, *, reading: str = "written", at: str = "", clock: int = 0, facts: dict[str, str] | None = None
    ) -> Run:
        """A run at the first step of a flow, or at the step `at`. It has not settled yet."""
        lines = [f"flow {flow}", f"as {reading}", f"clock {clock}"]
        if at:
            lines.append(f"from {at}")
        lines += [f"fact {name} {value}" for name, value in (facts or {}).items()]
        for line in lines:
            if "\n" in line:
                raise FlowError("a name or a value has a line feed")
        return Run(self._engine, self._engine.call("flow_start", self._handle, "\n".join(lines)))

    def restore(self, snapshot: str) -> Run:
        """A run that continues from a snapshot, also of older flows. Refused with what has changed."""
        return Run(self._engine, self._engine.call("flow_restore", self._handle, snapshot))

    def actions(self, reading: str) -> list[ActionStep]:
        """The steps with an action that exist in a reading."""
        return cast(list[ActionStep], self._engine.json("flow_actions", self._handle, reading))

    def flows(self) -> list[dict[str, Any]]:
        """All flows: id, alias, kind, title, facts."""
        return cast(list[dict[str, Any]], self._engine.json("flow_flows", self._handle))

    def flow(self, name: str) -> dict[str, Any]:
        """A flow with its sections, steps and rows, by its id or alias."""
        return cast(dict[str, Any], self._engine.json("flow_flow", self._handle, name))


class Run:
    """A run. After a refusal it is as before."""

    def __init__(self, engine: Engine, handle: int) -> None:
        self._engine = engine
        self._handle = handle
        self._state: State | None = None

    def __del__(self) -> None:
        self._engine.forget(self._handle)

    @property
    def state(self) -> State:
        """Where the run stands. Read from the engine when somebody asks for it."""
        if self._state is None:
            self._state = cast(State, self._engine.json("flow_state", self._handle))
        return self._state

    def take(self, row: str) -> None:
        """Takes a row of the current step."""
        self._go("flow_take", row)

    def answer(self, outcome: str) -> None:
        """Takes the row for the answer of the step's action."""
        self._go("flow_answer", outcome)

    def settle(self, most: int = 0) -> None:
        """Goes on as far as nobody has to decide; at most so many steps, 0 for all."""
        self._go("flow_settle", most)

    def elapse(self, time: int, *, fire: bool = False) -> None:
        """Moves the run's clock, in milliseconds. With `fire`, takes the rows of timers that run out meanwhile."""
        self._go("flow_elapse", time, int(fire))

    def expire(self, time: int) -> None:
        """Takes the row of the timer that runs out first, at this time, or when it is due if that is later."""
        self._go("flow_expire", time)

    def suspend(self, flow: str) -> None:
        """Starts another flow on top; a row `resume` leads back."""
        self._go("flow_suspend", flow)

    def choice(self, request: str) -> str:
        """Checks that a person may take a row; see `flow_choice` in docs/webassembly.md. The row with its flow."""
        return self._engine.text("flow_choice", self._handle, request)

    def snapshot(self) -> str:
        """The run as text."""
        return self._engine.text("flow_snapshot", self._handle)

    def trace(self, first: int = 0) -> list[TakenRow]:
        """The taken rows since the start, or since it was restored, without so many of the first ones."""
        return cast(list[TakenRow], self._engine.json("flow_trace", self._handle, first))

    def copy(self) -> Run:
        """A second run at the same place."""
        return Run(self._engine, self._engine.call("flow_copy", self._handle))

    def _go(self, name: str, *arguments: int | str) -> None:
        self._engine.call(name, self._handle, *arguments)
        self._state = None

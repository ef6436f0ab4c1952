"""Runs scripts of recorded rows through the WebAssembly module and compares their traces.

Usage: replays.py FOLDER-OF-THE-MODULE FOLDER-OF-SCRIPTS
"""

import json
import os
import sys
from pathlib import Path

import wasmtime

sys.path.append(str(Path(__file__).parents[2]))
from recorded_paths import recorded_paths, waiting  # noqa: E402

LARGEST = 110_000


class Engine:
    """The module, called as docs/webassembly.md describes."""

    def __init__(self, wasm):
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, wasm)
        assert not module.imports, [i.name for i in module.imports]
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)

    def call(self, name, *args):
        """Calls a function; a text or bytes may be the last argument."""
        place = None
        if args and isinstance(args[-1], (str, bytes)):
            data = args[-1].encode() if isinstance(args[-1], str) else args[-1]
            place = self.exports["flow_alloc"](self.store, len(data))
            self.exports["memory"].write(self.store, data, place)
            args = (*args[:-1], place, len(data))
        value = self.exports[name](self.store, *args)
        if place is not None:
            self.exports["flow_free"](self.store, place)
        if value < 0:
            raise RuntimeError(self.text(-value))
        return value

    def json(self, name, *args):
        return json.loads(self.text(self.call(name, *args)))

    def text(self, count):
        place = self.exports["flow_result"](self.store)
        return self.exports["memory"].read(self.store, place, place + count).decode()


class Replay:
    """A script of rows, driven as `flowrun replay` drives it."""

    def __init__(self, engine, catalogue, script):
        self.engine = engine
        self.moves = list(script["rows"])
        self.only = script.get("only") == "yes"
        lines = [f"{key} {script[key]}" for key in ("flow", "as", "from", "clock") if key in script]
        lines += [f"fact {name} {value}" for name, value in script.get("facts", {}).items()]
        self.run = engine.call("flow_start", catalogue, "\n".join(lines))
        self.state = engine.json("flow_state", self.run)
        self.home = self.state["flow"]

    def go(self, name, *args):
        self.engine.call(name, self.run, *args)
        self.state = self.engine.json("flow_state", self.run)

    def named(self):
        """The row of this step that the script names next."""
        for row in self.state["rows"] if self.moves else []:
            reference = row["row"].split(":", 1)[1]
            names = {reference, reference.split("#")[0]}
            if self.moves[0] in names | {f"{self.state['flow']}:{name}" for name in names}:
                return row
        return None

    def trace(self):
        ending = None
        while ending is None:
            needs, row = self.state["needs"], self.named()
            if needs == "end":
                ending = self.state["end"]
            elif needs in ("pass over", "result"):
                before = len(self.engine.json("flow_trace", self.run, 0))
                self.go("flow_settle", 1)
                taken = self.engine.json("flow_trace", self.run, 0)[before]
                if row and row["row"] == taken["row"]:
                    self.moves.pop(0)
            elif not self.moves:
                ending = self.state["standing"]
            elif needs == "call":
                if row:
                    self.take(row)
                else:
                    self.go("flow_settle", 1)
            elif self.moves[0].startswith("suspend "):
                self.go("flow_suspend", self.moves.pop(0)[len("suspend "):])
            elif (time := waiting(self.moves[0])) is not None:
                self.moves.pop(0)
                self.go("flow_elapse", self.state["clock"] + time, 0)
            else:
                self.take(row)
            if self.only and ending is None and self.state["flow"] != self.home:
                ending = self.engine.json("flow_trace", self.run, 0)[-1]["next"]
        lines = [line(entry) for entry in self.engine.json("flow_trace", self.run, 0)]
        self.engine.exports["flow_close"](self.engine.store, self.run)
        assert not self.moves, f"ended ({ending}) before {self.moves}"
        return [*lines, f"end: {ending}"]

    def take(self, row):
        timer = self.state.get("timer")
        if not row and timer and timer["row"] == self.moves[0]:
            # The timer of a calling step, whose rows are not in the state.
            self.moves.pop(0)
            self.go("flow_elapse", timer["due"], 1)
            return
        if row and timer and timer["row"] == row["row"]:
            self.go("flow_elapse", timer["due"], 0)
        self.go("flow_take", self.moves.pop(0))


def line(entry):
    """A taken row as in the recorded traces."""
    time = f"{entry['at']} ms"
    text = f"{time:>10}  {entry['row']}  {entry['text']} -> {entry['next']}"
    if ":*" in entry["row"]:
        text += f"  (at {entry['step'].split(':', 1)[1]})"
    if entry.get("passedOver"):
        text += "  (passed over)"
    if "answer" in entry:
        text += f"  (answers {entry['answer']})"
    return text


def main(folder, scripts):
    with open(f"{folder}/flow.wasm", "rb") as file:
        wasm = file.read()
    size = os.path.getsize(f"{folder}/flow.wasm.gz")
    assert size <= LARGEST, f"the module has {size} bytes with gzip, more than {LARGEST}"
    engine = Engine(wasm)
    with open(f"{folder}/app.flows", "rb") as file:
        catalogue = engine.call("flow_open", file.read())
    passed, failures = 0, []
    for recorded in recorded_paths(scripts):
        try:
            got, wanted = Replay(engine, catalogue, recorded.script).trace(), recorded.trace
            if got != wanted:
                place = next(i for i, (a, b) in enumerate(zip([*got, ""], [*wanted, ""])) if a != b)
                raise AssertionError(f"line {place + 1}: {got[place:place + 1]} is not {wanted[place:place + 1]}")
            passed += 1
        except (AssertionError, RuntimeError, wasmtime.Trap) as error:
            failures.append(f"{recorded.name}: {error}")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{passed} replays passed in WebAssembly, {len(failures)} failed")
    if failures or not passed:
        sys.exit(1)


main(*sys.argv[1:])

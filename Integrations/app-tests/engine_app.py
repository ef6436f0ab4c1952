"""The app under test of the features of `flowrun tests --for behave`, when it is the engine itself: app.py beside them.

FLOWS is a file of `flowrun compile`, ENGINE the module `flow-server.wasm`, READING `written` or `meant`.
"""

import os
import re
from pathlib import Path

from engine import Engine, filled

ENGINE = Engine(Path(os.environ["ENGINE"]).read_bytes())
FLOWS = ENGINE.open(Path(os.environ["FLOWS"]).read_bytes(), "flows")


class App:
    """A run. What the system decides is taken as soon as it can be."""

    def __init__(self):
        self.facts = {}
        self.decided = []
        self.followed = 0
        self.values = {}
        self.run = None

    def fact(self, name, value):
        self.facts[name] = value

    def begin(self, flow, place):
        reading = os.environ.get("READING", "written")
        self.run = FLOWS.start(flow, reading=reading, at=place or "", facts=self.facts)
        self.settle()

    def arrange(self, row, words):
        self.decided.append(row)

    def settle(self):
        """Goes on until somebody has to decide. A called flow whose answer is arranged is not entered."""
        while "end" not in self.run.state:
            before = self.place(), len(self.run.trace())
            if self.decided and self.decided[0] in self.rows():
                self.run.take(self.decided.pop(0))
            else:
                self.run.settle(1)
            if (self.place(), len(self.run.trace())) == before:
                return

    def rows(self):
        return {row["row"] for row in self.run.state["rows"] if "refusal" not in row}

    def suspend(self, place):
        self.run.suspend(place.partition(":")[0])
        self.settle()

    def wait(self, milliseconds):
        self.run.elapse(self.run.state["clock"] + milliseconds)

    def take(self, row, words, inputs):
        self.values |= inputs
        self.followed = len(self.run.trace()) + 1
        timer = self.run.state.get("timer")
        if timer and timer["row"] == row:
            self.run.expire(timer["due"])
        else:
            assert row in self.rows(), f"{row} cannot be taken at {self.place()}"
            self.run.take(row)
        self.settle()

    def follow(self, row, words):
        """The system has taken the row, or takes it now if nothing has to be decided."""
        taken = [entry["row"] for entry in self.run.trace()[self.followed:]]
        if row not in taken and "end" not in self.run.state and row in self.rows():
            self.run.take(row)
            self.settle()
            taken = [entry["row"] for entry in self.run.trace()[self.followed:]]
        assert row in taken, f"{row} was not taken; the run is at {self.place()}"

    def place(self):
        state = self.run.state
        return state.get("end") or state["step"]

    def shown(self):
        assert "end" not in self.run.state, f"the run has ended with {self.place()}"
        return filled(self.run.state, self.values)

    def see_screen(self, kind, title, place):
        state = self.shown()
        found = (state["activity"], state["title"], state["step"])
        assert found == (kind, title, place), f"shown is {found}"

    def leave_screen(self, kind, title, place):
        state = self.run.state
        assert "end" in state or state["step"] != place, f"{place} is still shown"

    def see_text(self, text):
        messages = [entry.get("message") for entry in self.run.trace()[-1:]]
        shown = [one for one in [self.shown().get("message"), *messages] if one]
        wanted = ".*".join(re.escape(part) for part in text.split("…"))
        assert any(re.fullmatch(wanted, one, re.DOTALL) for one in shown), f"shown is {shown}"

    def see_button(self, text):
        assert text in self.shown()["buttons"], f"the buttons are {self.shown()['buttons']}"

    def end(self, words):
        state = self.run.state
        found = state.get("end") or state["standing"]
        # A path may end before a called flow begins.
        places = [found, *(f"waiting {caller['step']}" for caller in state["callers"])]
        assert words in places, f"the run is at its end: {found}"

    def close(self):
        self.run = None

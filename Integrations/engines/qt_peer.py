"""Exported SCXML in Qt SCXML: the program of qt.cpp, one for all runs.

Qt has no clock that a test can move, so a timer's event is sent as the chart would send it. `check_timers` lets one run out in real time.
"""

from __future__ import annotations

import subprocess

from lockstep import Differs, Peer
from statemachine_peer import event, events, name


class Program:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
            env={"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"})

    def tell(self, line):
        """The lines of the answer."""
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        if not lines:
            raise RuntimeError("qt has ended")
        return lines


class QtPeer(Peer):
    clock = None

    def __init__(self, program, path, at="", facts=None):
        self.program = program
        self.rows, self.end, self.at = [], None, None
        self.events = events(path)
        self.suspends = self.events.suspends
        self.tell(f"open {path}")
        self.send("by-hand")
        for fact, value in (facts or {}).items():
            self.send(f"fact.{name(fact)}.v{name(value)}")
        self.send(f"start.{event(at)}" if at else "start")

    def tell(self, line):
        for answer in self.program.tell(line):
            label, _, value = answer.partition(": ")
            if label == "row":
                self.rows.append((value, False))
            elif label == "passed over":
                self.rows[-1] = (self.rows[-1][0], True)
            elif label == "end":
                self.end = value
            elif label == "step":
                self.at = value

    def send(self, event):
        self.tell(f"send {event}")

    @property
    def step(self):
        return None if self.end else self.at

    name = staticmethod(name)

    def enter(self):
        self.send("call")

    def take(self, row):
        self.send(f"row.{event(row['row'])}")

    def answer(self, outcome):
        self.send(f"outcome.{name(outcome)}")

    def expire(self, row, after):
        self.events.check_timer(row)
        self.send(f"after.{event(row)}")

    def suspend(self, flow):
        self.events.check_suspension(flow)
        self.send(f"suspend.{name(flow)}")

    def refuses(self, row):
        before = len(self.rows)
        self.take(row)
        return len(self.rows) == before


def open_charts(folder):
    program = Program(f"{folder}/qt")

    def start(reading, flow, at, facts):
        return QtPeer(program, f"{folder}/{reading}/{flow.replace(' ', '-')}.scxml", at, facts)

    return start


def check_timers(folder):
    """One timer in real time: the splash screen of UC1.2 goes after a second."""
    peer = QtPeer(Program(f"{folder}/qt"), f"{folder}/written/UC1.2.scxml", "UC1.2:2.1")
    peer.tell("wait 30000")
    if peer.rows != [("UC1.2:2.1a", False)]:
        raise Differs(f"the timer of UC1.2:2.1a was not taken: {peer.rows}")

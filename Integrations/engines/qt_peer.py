"""Exported SCXML in Qt SCXML: the program of qt.cpp, one for all runs.

Qt has no clock that a test can move, so a timer's event is sent as the chart would send it. `check_timers` lets one run out in real time.
"""

from __future__ import annotations

import subprocess

from lockstep import Differs
from statemachine_peer import ChartPeer, chart, event, events


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


class QtPeer(ChartPeer):
    clock = None

    def __init__(self, program, path, at="", facts=None):
        self.program, self.path = program, path
        self.begin(events(path), at, facts)

    def open(self):
        self.tell(f"open {self.path}")

    def tell(self, line):
        for answer in self.program.tell(line):
            self.note(answer)

    def send(self, event):
        self.tell(f"send {event}")

    def expire(self, row, after):
        self.events.check_timer(row)
        self.send(f"after.{event(row)}")


def open_charts(folder):
    program = Program(f"{folder}/qt")

    def start(reading, flow, at, facts):
        return QtPeer(program, chart(folder, reading, flow), at, facts)

    return start


def check_timers(folder):
    """One timer in real time: the splash screen of UC1.2 goes after a second."""
    peer = QtPeer(Program(f"{folder}/qt"), f"{folder}/written/UC1.2.scxml", "UC1.2:2.1")
    peer.tell("wait 30000")
    if peer.rows != [("UC1.2:2.1a", False)]:
        raise Differs(f"the timer of UC1.2:2.1a was not taken: {peer.rows}")

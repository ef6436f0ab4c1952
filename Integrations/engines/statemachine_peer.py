"""Exported SCXML in python-statemachine, with a virtual clock."""

from __future__ import annotations

import contextlib
import functools
import io
import re

import statemachine.engines.sync as sync
import statemachine.event_data as event_data
from lockstep import Differs, NotCarried, Peer
from statemachine.io.scxml.processor import SCXMLProcessor


class Waiting(Exception):
    """Only a timer can go on."""


class Clock:
    now = 0.0


def wait(_):
    raise Waiting


# The engine would sleep until the first timer.
event_data.monotonic = sync.monotonic = lambda: Clock.now
sync.sleep = wait

NAME = re.compile("[^A-Za-z0-9]")


def name(text):
    return NAME.sub("-", text)


def event(row):
    flow, _, reference = row.partition(":")
    return f"{name(flow)}_{name(reference)}"


class Events:
    """What a chart can be told, as far as charts differ in it."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.suspends = frozenset(re.findall('event="suspend[.]([^"]*)"', text))
        self.timers = frozenset(re.findall('<send event="after[.]([^"]*)"', text))

    def check_suspension(self, flow):
        if name(flow) not in self.suspends:
            raise NotCarried("a flow is put on top that the chart does not contain")

    def check_timer(self, row):
        if event(row) not in self.timers:
            raise NotCarried("a timer runs longer than a step")


@functools.cache
def events(path):
    return Events(path)


class ChartPeer(Peer):
    """A state chart on an engine that can be sent events: `send` says what is special."""

    name = staticmethod(name)

    def begin(self, found, at, facts):
        """Starts the chart of this file at a step."""
        self.rows, self.end, self.at = [], None, None
        self.events = found
        self.suspends = found.suspends
        self.open()
        self.send("by-hand")
        for fact, value in (facts or {}).items():
            self.send(f"fact.{name(fact)}.v{name(value)}")
        self.send(f"start.{event(at)}" if at else "start")

    def note(self, line):
        """Takes a line that the chart has logged."""
        label, _, value = line.partition(": ")
        if label == "row":
            self.rows.append((value, False))
        elif label == "passed over":
            self.rows[-1] = (self.rows[-1][0], True)
        elif label == "end":
            self.end = value
        elif label == "step":
            self.at = value

    @property
    def step(self):
        return None if self.end else self.at

    def enter(self):
        self.send("call")

    def take(self, row):
        self.send(f"row.{event(row['row'])}")

    def answer(self, outcome):
        self.send(f"outcome.{name(outcome)}")

    def suspend(self, flow):
        self.events.check_suspension(flow)
        self.send(f"suspend.{name(flow)}")

    def refuses(self, row):
        before = len(self.rows)
        self.take(row)
        return len(self.rows) == before


def chart(folder, reading, flow):
    """The file of a flow."""
    return f"{folder}/{reading}/{flow.replace(' ', '-')}.scxml"


class Chart:
    """A file, made into a class once."""

    def __init__(self, path):
        self.events = events(path)
        processor = SCXMLProcessor()
        with open(path, encoding="utf-8") as file:
            processor.parse_scxml("flow", file.read())
        self.processor = processor

    def start(self):
        # The engine fills in the data once per class.
        for function in self.initial():
            function.__closure__[function.__code__.co_freevars.index("initialized")].cell_contents = False
        self.processor.sessions.clear()
        return self.processor.start()

    def initial(self):
        cls = next(iter(self.processor.scs.values()))
        return [spec.func for state in cls.states for spec in state.enter
                if "initialized" in getattr(getattr(spec.func, "__code__", None), "co_freevars", ())]


class StateMachinePeer(ChartPeer):
    def __init__(self, chart, at="", facts=None):
        Clock.now = 0.0
        self.chart = chart
        self.begin(chart.events, at, facts)

    def open(self):
        self.logged(self.chart.start, True)

    def logged(self, work, is_start=False):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.suppress(Waiting):
            made = work()
            if is_start:
                self.machine = made
        for line in out.getvalue().splitlines():
            label, _, value = line.partition(": ")
            if value[:1] in ("'", '"'):
                value = value[1:-1]
            self.note(f"{label}: {value}")

    def send(self, event):
        self.logged(lambda: self.machine.send(event))

    @property
    def step(self):
        return None if self.end else self.machine.model.at

    @property
    def clock(self):
        """Milliseconds of the run's clock."""
        return round(Clock.now * 1000)

    def elapse(self, time):
        Clock.now += time / 1000
        self.logged(lambda: self.machine._engine.processing_loop())

    def expire(self, row, after):
        self.events.check_timer(row)
        queue = self.machine._engine.external_queue
        if queue.is_empty():
            raise Differs(f"no timer runs for {row}")
        Clock.now = queue.queue.queue[0].execution_time
        self.logged(lambda: self.machine._engine.processing_loop())


def open_charts(folder):
    charts = {}

    def start(reading, flow, at, facts):
        path = chart(folder, reading, flow)
        if path not in charts:
            charts[path] = Chart(path)
        return StateMachinePeer(charts[path], at, facts)

    return start

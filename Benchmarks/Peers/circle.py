"""UC2.3 of the step benchmark, twelve events that end where they began, for engines in Python.

Prints a line of the table for each engine that is installed. Steps have the document's transitions;
failures are counted and conditions tested as in `Flows/UC2.3.yaml`.
"""
import json
import sys
import time

STEPS = {
    "1.1": [("enabled", "1.2"), ("disabled", "1.3")],
    "1.2": [("valid", "1.5"), ("invalid", "2.1"), ("invalid", "3.1"), ("invalid", "4.1"),
            ("invalid", "5.1")],
    "1.3": [("pin", "1.4"), ("forgot", "6.1"), ("info", "1.3")],
    "1.4": [("confirm", "1.5"), ("retry", "1.3"), ("back", "1.3")],
    "1.5": [("obtained", "1.6"), ("missing", "1.1")],
    "1.6": [("none", "1.7")],
    "1.7": [("over", "1.1"), ("launched", "1.1")],
    "2.1": [("close", "1.3"), ("again", "1.2")],
    "3.1": [("enter", "1.3"), ("cancel", "1.3")],
    "4.1": [("close", "1.3")],
    "5.1": [("close", "5.2")],
    "5.2": [("ok", "1.3")],
    "6.1": [("delete", "1.1"), ("back", "1.3")],
}
EVENTS = ["enabled", "invalid", "again", "invalid", "enter", "forgot", "back", "pin", "confirm",
          "obtained", "none", "launched"]


class Failures:
    """The fact that decides on the four rows of `invalid`: twice in turn, on iOS."""

    def __init__(self):
        self.failures = 0

    def first(self):
        return self.failures < 1

    def second(self):
        return not self.first()

    def never(self):
        return False

    def count(self):
        self.failures += 1

    def reset(self):
        self.failures = 0


GUARDS = {"2.1": "first", "3.1": "second", "4.1": "never", "5.1": "never"}
CHANGES = {"2.1": "count", "3.1": "reset"}


def name(step):
    return "s" + step.replace(".", "_")


def measure(engine, send, state):
    def turn():
        for event in EVENTS:
            send(event)

    turn()
    assert state() == "s1_1", f"{engine} stands at {state()} after a turn"
    turns, best = 20, None
    for _ in range(5):
        start = time.process_time()
        for _ in range(turns):
            turn()
        taken = (time.process_time() - start) / (turns * len(EVENTS))
        best = taken if best is None else min(best, taken)
    print(f"| a step, {engine} | {1 / best / 1e6:.4f} M/s |", flush=True)


def with_transitions():
    from transitions import Machine

    model = Failures()
    rows = []
    for step, ways in STEPS.items():
        for event, target in ways:
            row = {"trigger": event, "source": name(step), "dest": name(target)}
            if event == "invalid":
                row["conditions"] = GUARDS[target]
                row["after"] = CHANGES.get(target, [])
            rows.append(row)
    Machine(model, states=[name(s) for s in STEPS], transitions=rows, initial="s1_1",
            auto_transitions=False)
    measure("transitions", lambda event: model.trigger(event), lambda: model.state)


def with_sismic():
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    guards = {"first": "failures < 1", "second": "failures >= 1", "never": "False"}
    changes = {"count": "failures += 1", "reset": "failures = 0"}
    text = "statechart:\n  name: circle\n  preamble: failures = 0\n  root state:\n"
    text += "    name: root\n    initial: s1_1\n    states:\n"
    for step, ways in STEPS.items():
        text += f"    - name: {name(step)}\n      transitions:\n"
        for event, target in ways:
            text += f"      - event: {event}\n        target: {name(target)}\n"
            if event == "invalid":
                text += f"        guard: {guards[GUARDS[target]]}\n"
                if target in CHANGES:
                    text += f"        action: {changes[CHANGES[target]]}\n"
    interpreter = Interpreter(import_from_yaml(text))
    interpreter.execute()

    def send(event):
        interpreter.queue(event)
        interpreter.execute_once()

    measure("Sismic", send, lambda: [s for s in interpreter.configuration if s != "root"][0])


def with_python_statemachine():
    from statemachine import State, StateMachine

    states = {name(s): State(initial=s == "1.1") for s in STEPS}
    events = {}
    for step, ways in STEPS.items():
        for event, target in ways:
            options = {}
            if event == "invalid":
                options["cond"] = GUARDS[target]
                if target in CHANGES:
                    options["on"] = CHANGES[target]
            way = states[name(step)].to(states[name(target)], **options)
            events[event] = events[event] | way if event in events else way
    machine = type("Circle", (StateMachine,), {**states, **events})(Failures())
    measure("python-statemachine", machine.send,
            lambda: next(iter(machine.configuration)).id)


def write_scxml():
    print('<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="s1_1">')
    for step, ways in STEPS.items():
        print(f'  <state id="{name(step)}">')
        for event, target in ways:
            event = f"{event}.{name(target)}" if event == "invalid" else event
            print(f'    <transition event="{event}" target="{name(target)}"/>')
        print("  </state>")
    print("</scxml>")


def write_json():
    steps = {
        name(step): [
            {"event": event, "target": name(target),
             **({"guard": GUARDS[target], "change": CHANGES.get(target)}
                 if event == "invalid" else {})}
            for event, target in ways
        ]
        for step, ways in STEPS.items()
    }
    print(json.dumps({"steps": steps, "events": EVENTS}))


if sys.argv[1:] == ["--scxml"]:
    write_scxml()
    sys.exit()
if sys.argv[1:] == ["--json"]:
    write_json()
    sys.exit()
for run in (with_transitions, with_sismic, with_python_statemachine):
    try:
        run()
    except ImportError as error:
        print(f"bench: {error}", file=sys.stderr)

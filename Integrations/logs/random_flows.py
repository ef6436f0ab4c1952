"""Random flows of which the tests of logs know everything, and runs of them."""

import os
import random
import subprocess

FLOWRUN = os.environ.get("FLOWRUN", ".build/debug/flowrun")
END = "end"


def row(step, place):
    return f"UC1:1.{step}{'abc'[place]}"


def flow(count):
    """Steps, each with whether the system takes its rows, and where they lead."""
    steps = []
    for number in range(1, count + 1):
        system = number > 1 and random.random() < 0.4
        size = 2 if system else random.choice([1, 2, 2, 3])
        steps.append((system, [target(count) for _ in range(size)]))
    steps[-1] = (False, [END])
    return steps


def target(count):
    return END if random.random() < 0.15 else f"1.{random.randint(1, count)}"


def yaml(steps):
    text = "flow: UC1\ntitle: Random\nsections:\n  - section: 1\n    title: All\n    steps:\n"
    for number, (system, rows) in enumerate(steps, 1):
        text += f"      - step: 1.{number}\n"
        if system:
            text += f"        determine: whether {number}\n        action: a{number}\n"
        else:
            buttons = ", ".join(f"B{place}" for place in range(len(rows)))
            text += f"        screen: Screen {number}\n        buttons: [{buttons}]\n"
        text += "        rows:\n"
        for place, to in enumerate(rows):
            what = f"case: Case {place}, on: o{place}" if system else f"user: selects B{place}"
            text += f"          {'abc'[place]}: {{ {what}, next: {to} }}\n"
    return text


def walk(steps):
    at, rows = "1.1", []
    while at != END and len(rows) < 25:
        number = int(at[2:])
        index = random.randrange(len(steps[number - 1][1]))
        rows.append(row(number, index))
        at = steps[number - 1][1][index]
        if random.random() < 0.05:
            break
    return rows


def run(*arguments):
    return subprocess.run([FLOWRUN, *arguments], capture_output=True, text=True)

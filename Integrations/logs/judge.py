"""Judges `flowrun conform` by pm4py: random flows, logs with noise, and the files that it writes.

Usage: judge.py LOGS SEED. The same logs must fit, and all must have the same number of deviations.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")

import pm4py  # noqa: E402
from pm4py.algo.conformance.alignments.petri_net import algorithm as alignments  # noqa: E402
from pm4py.objects.log.obj import Event, Trace  # noqa: E402
from pm4py.objects.petri_net.obj import Marking, PetriNet  # noqa: E402
from pm4py.objects.petri_net.utils import petri_utils  # noqa: E402

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


def net(steps, fills, complete):
    """The same table as a Petri net: a place for each step."""
    made = PetriNet("flow")
    places = {}

    def place(name):
        if name not in places:
            places[name] = PetriNet.Place(name)
            made.places.add(places[name])
        return places[name]

    def arc(name, label, start, to):
        transition = PetriNet.Transition(name, label)
        made.transitions.add(transition)
        petri_utils.add_arc_from_to(start, transition, made)
        petri_utils.add_arc_from_to(transition, to, made)

    final = place("final")
    for number, (system, rows) in enumerate(steps, 1):
        start = place(f"1.{number}")
        for index, to in enumerate(rows):
            name = row(number, index)
            arc(name, name, start, place(to))
            if fills and system:
                arc("filled " + name, None, start, place(to))
        # Without an end, a run may stop anywhere; with one, that is a deviation.
        arc(f"stop {number}", "stop" if complete else None, start, final)
    arc("stop", None, place(END), final)
    return made, Marking({place("1.1"): 1}), Marking({final: 1})


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


def noisy(rows, steps):
    names = [row(n, i) for n, (_, targets) in enumerate(steps, 1) for i in range(len(targets))]
    system = {f"UC1:1.{n}" for n, (is_system, _) in enumerate(steps, 1) if is_system}
    if random.random() < 0.4:
        rows = [name for name in rows if name[:-1] not in system]
    for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
        if not rows:
            break
        place, what = random.randrange(len(rows)), random.random()
        if what < 0.3:
            rows = rows[:place] + rows[place + 1 :]
        elif what < 0.55:
            rows = rows[:place] + [random.choice(names)] + rows[place:]
        elif what < 0.75:
            rows = rows[:place] + [random.choice(names)] + rows[place + 1 :]
        elif place + 1 < len(rows):
            rows = rows[:place] + [rows[place + 1], rows[place]] + rows[place + 2 :]
    return rows or [names[0]]


def run(*arguments):
    return subprocess.run([FLOWRUN, *arguments], capture_output=True, text=True)


def compare(folder, count):
    """How many logs have the same fit, and the same number of deviations."""
    steps = flow(random.randint(3, 9))
    fills, complete = random.random() < 0.6, random.random() < 0.4
    flows, log = os.path.join(folder, "Flows"), os.path.join(folder, "log.jsonl")
    os.mkdir(flows)
    with open(os.path.join(flows, "UC1.yaml"), "w") as file:
        file.write(yaml(steps))
    cases = [noisy(walk(steps), steps) for _ in range(count)]
    with open(log, "w") as file:
        for number, rows in enumerate(cases):
            for name in rows:
                file.write(json.dumps({"case": str(number), "row": name}) + "\n")
    options = ["--flows", flows, "--format", "json", "--flow", "UC1"]
    options += ["--complete"] * complete + ["--all-rows"] * (not fills)
    report = json.loads(run("conform", log, *options).stdout)
    ours = {case: v["deviations"] for v in report["variants"] for case in v["runs"]}
    fits = same = 0
    for number, rows in enumerate(cases):
        trace = Trace([Event({"concept:name": name}) for name in rows])
        theirs = alignments.apply(trace, *net(steps, fills, complete))["cost"] // 10_000
        mine = ours[str(number)]
        fits += (theirs == 0) == (mine == 0)
        same += theirs == mine
        if theirs != mine:
            print(f"{rows}: pm4py {theirs}, flowrun {mine}; {' '.join(options)}")
    return fits, same


def main():
    total, seed = int(sys.argv[1]), int(sys.argv[2])
    random.seed(seed)
    done = fits = same = 0
    while done < total:
        count = min(40, total - done)
        with tempfile.TemporaryDirectory() as folder:
            result = compare(folder, count)
        done, fits, same = done + count, fits + result[0], same + result[1]
    print(f"{done} logs: the same fit {fits}, the same deviations {same}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log.xes")
        with open(path, "w") as file:
            file.write(
                run(
                    "UC1", "--rows", "1.1a,1.2a,2.1a,2.2a", "--trace", "xes",
                    "--flows", "Examples/Hotel/Flows",
                ).stdout
            )
        frame = pm4py.read_xes(path, variant="iterparse", show_progress_bar=False)
        names = list(frame["concept:name"])
        print(f"pm4py reads the rows of `--trace xes`: {' '.join(names)}")
        back = os.path.join(folder, "back.xes")
        pm4py.write_xes(frame, back)
        again = run("conform", back, "--flows", "Examples/Hotel/Flows")
        print(f"flowrun reads what pm4py writes: {again.stdout.splitlines()[:2]}")
    sys.exit(not (fits == same == done and names and again.returncode == 0))


main()

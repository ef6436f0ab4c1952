"""Judges `flowrun conform` by pm4py: random flows, logs with noise, and the files that it writes.

Usage: judge.py LOGS SEED. The same logs must fit, and all must have the same number of deviations.
Of deviations that are made on purpose, kind and place must be right, and funnels those of pandas.
"""

import json
import os
import random
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")

import pandas  # noqa: E402
import pm4py  # noqa: E402
from google.protobuf.json_format import MessageToDict  # noqa: E402
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans  # noqa: E402
from opentelemetry.sdk.resources import Resource  # noqa: E402
from opentelemetry.sdk.trace import TracerProvider  # noqa: E402
from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.sdk.trace.export.in_memory_span_exporter import (  # noqa: E402
    InMemorySpanExporter,
)
from pm4py.algo.conformance.alignments.petri_net import algorithm as alignments  # noqa: E402
from pm4py.objects.log.obj import Event, Trace  # noqa: E402
from pm4py.objects.petri_net.obj import Marking, PetriNet  # noqa: E402
from pm4py.objects.petri_net.utils import petri_utils  # noqa: E402
from random_flows import END, flow, row, run, walk, yaml  # noqa: E402


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


def fits(steps, rows):
    at = "1.1"
    for name in rows:
        number, index = int(name[6:-1]), "abc".index(name[-1])
        if at != f"1.{number}":
            return False
        at = steps[number - 1][1][index]
    return True


def mistakes(steps, names, rows):
    """The single deviations by which a log may have come about: kinds, the row before, the row."""
    found = set()
    for place in range(len(rows) + 1):
        before = rows[place - 1] if place else None
        if place < len(rows) and fits(steps, rows[:place] + rows[place + 1 :]):
            found.add((("extra", "other"), before, rows[place]))
        for name in names:
            if fits(steps, rows[:place] + [name] + rows[place:]):
                found.add((("missing",), before, name))
    return found


def injected(folder, count):
    """Of logs with one deviation, made on purpose and explained by no other: how many there are,
    and of how many kind and place are said."""
    steps = flow(random.randint(4, 9))
    flows, log = os.path.join(folder, "Flows"), os.path.join(folder, "log.jsonl")
    os.mkdir(flows)
    with open(os.path.join(flows, "UC1.yaml"), "w") as file:
        file.write(yaml(steps))
    names = [row(n, i) for n, (_, targets) in enumerate(steps, 1) for i in range(len(targets))]
    wanted = []
    with open(log, "w") as file:
        for _ in range(20 * count):
            rows = walk(steps)
            place = random.randrange(len(rows))
            if random.random() < 0.5:
                rows = rows[:place] + rows[place + 1 :]
            else:
                rows = rows[:place] + [random.choice(names)] + rows[place:]
            if not rows or fits(steps, rows) or len(found := mistakes(steps, names, rows)) != 1:
                continue
            file.writelines(
                json.dumps({"case": str(len(wanted)), "row": name}) + "\n" for name in rows
            )
            wanted += found
            if len(wanted) == count:
                break
    if not wanted:
        return 0, 0
    options = ["--flows", flows, "--format", "json", "--flow", "UC1", "--all-rows"]
    report = json.loads(run("conform", log, *options).stdout)
    right = 0
    for number, (kinds, before, name) in enumerate(wanted):
        right += any(
            str(number) in one["runs"]
            and one["kind"] in kinds
            and one.get("after") == before
            and name in (one.get("taken"), one.get("expected"))
            for one in report["deviations"]
        )
    return len(wanted), right


def funnel(folder, count):
    """Whether the funnel of logs that fit is what a few lines of pandas count."""
    steps = flow(random.randint(3, 9))
    flows, log = os.path.join(folder, "Flows"), os.path.join(folder, "log.jsonl")
    os.mkdir(flows)
    with open(os.path.join(flows, "UC1.yaml"), "w") as file:
        file.write(yaml(steps))
    events = []
    for number in range(count):
        at = random.randrange(10**6)
        for name in walk(steps):
            events.append({"case": str(number), "row": name, "at": at})
            at += random.randrange(1, 9000)
    with open(log, "w") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)
    options = ["--flows", flows, "--format", "json", "--flow", "UC1", "--table"]
    [ours] = json.loads(run("conform", log, *options).stdout)["funnels"]
    frame = pandas.DataFrame(events)
    frame["took"] = frame.groupby("case")["at"].diff()
    rows = frame.groupby("row")
    theirs = {name: (len(group), group["took"].median()) for name, group in rows}
    last = frame.groupby("case").tail(1)["row"]
    lead = {row(n, i): to for n, (_, to_) in enumerate(steps, 1) for i, to in enumerate(to_)}
    left = last.map(lead).loc[lambda to: to != END].value_counts()
    same = {one["row"] for one in ours["rows"]} == set(theirs)
    for one in ours["rows"]:
        taken, median = theirs[one["row"]]
        same &= one["taken"] == taken
        same &= pandas.isna(median) or abs(one["median"] - median) < 1
    return same and ours["left"] == {f"UC1:{step}": int(n) for step, n in left.items()}


def spans(folder):
    """Rows that OpenTelemetry's SDK writes as spans, as `conform` reads them."""
    provider = TracerProvider(resource=Resource.create({"service.version": "2.4"}))
    exporter = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("app")
    for number in range(3):
        with tracer.start_as_current_span("booking"):
            for name in ["UC1:1.1a", "UC1:1.2a", "UC1:2.1a"][: number + 1]:
                with tracer.start_as_current_span(name, attributes={"flow.row": name}):
                    pass
    path = os.path.join(folder, "spans.json")
    ended = sorted(exporter.get_finished_spans(), key=lambda span: span.start_time)
    with open(path, "w") as file:
        json.dump(MessageToDict(encode_spans(ended)), file)
    done = run(
        "conform", path, "--from", "otlp", "--flows", "Examples/Hotel/Flows", "--format", "json"
    )
    report = json.loads(done.stdout)
    return (report["runs"], report["events"], report["fitting"]) == (3, 6, 3)


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
    made = right = equal = tables = 0
    while made < total // 4:
        with tempfile.TemporaryDirectory() as folder:
            result = injected(folder, min(40, total // 4 - made))
        made, right = made + result[0], right + result[1]
    print(f"{made} deviations made on purpose: kind and place right in {right}")
    for _ in range(max(3, total // 40)):
        with tempfile.TemporaryDirectory() as folder:
            tables, equal = tables + 1, equal + funnel(folder, 40)
    print(f"{tables} funnels: {equal} as pandas counts them")
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
        read = spans(folder)
        print(f"flowrun reads the spans of OpenTelemetry's SDK: {read}")
        back = os.path.join(folder, "back.xes")
        pm4py.write_xes(frame, back)
        again = run("conform", back, "--flows", "Examples/Hotel/Flows")
        print(f"flowrun reads what pm4py writes: {again.stdout.splitlines()[:2]}")
    good = fits == same == done and right >= made * 0.95 and equal == tables and read
    sys.exit(not (good and names and again.returncode == 0))


main()

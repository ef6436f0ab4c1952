"""Judges packs of `flowrun review`: packs-test.py FLOWRUN FOLDER, with N/old and N/new in it."""

import collections
import json
import pathlib
import subprocess
import sys
import time

import yaml
from playwright.sync_api import sync_playwright

FLOWRUN, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
#: A pack is at most this large.
MOST = 700_000

# Walks along a path to its end, as the button does it row by row.
PLAY = """([flow, path, facts]) => {
  const app = flowrun;
  app.along({ ...app.pathOf(flow, path), facts: facts ?? {} }, false);
  app.walk.at = app.walk.moves.length;
  app.change();
  const { broken, ending, trace } = app.course;
  return { broken: broken?.reason ?? null, ending, rows: trace.map(({ row, text }) =>
    [row, text ?? null]) };
}"""


# Whether a path runs with any first values of the facts that the flows have.
ANY = """([flow, path, most]) => {
  const app = flowrun;
  const facts = new Map(app.book.flows.flatMap(({ facts }) => facts.map((fact) =>
    [fact.name, fact.values])));
  let choices = [{}];
  for (const [name, values] of facts) {
    if (choices.length * values.length > most) return null;
    choices = choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value })));
  }
  const rows = path.split(" -> ")[0].split(" ").map((row) => row.split("#")[0]);
  app.along(app.pathOf(flow, path), false);
  const { start, moves } = app.walk;
  return choices.find((facts) => {
    // What the page asks for a walk. It draws nothing here, which would take most of the time.
    const course = app.catalogue.follow({ ...start, facts }, moves.map((move) => ({ move })));
    // Where a step is skipped that the path does not name, another one takes the row.
    return !course.broken && course.trace.every(({ row, passedOver }) =>
      !passedOver || rows.includes(row.slice(row.indexOf(":") + 1)));
  }) ?? null;
}"""


def review(folder):
    done = subprocess.run(
        [FLOWRUN, "review", folder / "old", folder / "new", "-o", folder / "pack"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "pack/review.json").read_text())


class Sloppy(yaml.SafeLoader):
    """Every scalar is a text: `1.10` is an id."""


Sloppy.yaml_implicit_resolvers = {}


def flows(folder):
    """The flows of a version by id, as plain values. Nil where two have one id."""
    found = collections.defaultdict(list)
    for file in sorted(folder.glob("*.yaml")):
        tree = yaml.load(file.read_text(), Sloppy)
        for part in tree.get("extensions", []):
            if "proposal" in part:
                proposed(part)
        # A step says the same in another section, unless rows hold at any time in one of them, or
        # it is where a target to the section leads.
        tree["others"] = sorted(
            (step for section in tree.get("sections", []) if "anywhere" not in section
             for step in section.get("steps", [])[1:]), key=str)  # fmt: skip
        for section in tree.get("sections", []):
            if "anywhere" not in section:
                section["steps"] = section.get("steps", [])[:1]
        # The conditions of extensions exclude each other, so their order says nothing.
        tree["extensions"] = sorted(tree.get("extensions") or [], key=str)
        for part in [tree, *tree.get("sections", []), *tree.get("extensions", [])]:
            # House rules have no order.
            part["rules"] = sorted(part.get("rules") or [], key=str)
            for key in ("sections", "steps", "lines"):
                # A run never goes on to the step below, so only the first one has a place.
                first, *rest = part.get(key) or [None]
                if first:
                    part[key] = [first, *sorted(rest, key=str)]
        found[tree["flow"]].append(tree)
    return {id: trees[0] if len(trees) == 1 else None for id, trees in found.items()}


def proposed(value):
    """Leaves out where rows lead as written, of what is not there as written."""
    if isinstance(value, dict) and "meant" in value:
        value.pop("next", None)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        proposed(part)


def meant(known):
    """The flows of a version, with one way to write a target that has two."""
    starts = {f"goto {id}:{start(tree)}": f"goto {id}" for id, tree in known.items() if tree}
    return {id: whole(tree, starts) for id, tree in known.items()}


def start(flow):
    """The id of the step at which a flow begins."""
    steps = (flow.get("sections") or [flow])[0].get("steps") or [{}]
    return steps[0].get("step")


def whole(value, starts):
    """A tree in which a target at the beginning of a flow is that flow."""
    if isinstance(value, dict):
        return {key: whole(part, starts) for key, part in value.items()}
    if isinstance(value, list):
        return [whole(part, starts) for part in value]
    return starts.get(value, value)


def claims(report, old, new):
    """What the report says of flows, against the files."""
    changed = {item["flow"] for item in report["changed"]}
    was = {item["was"] for item in report["changed"]}
    apart = set(report["added"]) | set(report["removed"]) | set(report["notCompared"])
    for id in report["added"]:
        assert id in new, id
    for id in report["removed"]:
        assert id in old, id
    before, now = meant(old), meant(new)
    for id in old.keys() | new.keys():
        # A target may stay as it is written while the flow there gets another id, or begins
        # elsewhere.
        if old.get(id) != new.get(id) and before.get(id) != now.get(id):
            assert id in changed | was | apart, f"{id} differs, and nothing is told"
    if old == new:
        assert not report["changed"] and not report["changesForUsers"], "nothing differs"
    for item in report["changed"]:
        words = [json.dumps(one.get(id), ensure_ascii=False)
                 for one, id in ((old, item["was"]), (new, item["flow"]))]  # fmt: skip
        for place in item["places"]:
            for side, text in zip(("before", "now"), words):
                cell = place.get(side)
                if cell and cell["next"] and text != "null":
                    last = cell["next"].split()[-1]
                    # A line that names no target leads to the next one.
                    assert any(
                        part in text
                        for part in (last, last.split(":")[0], last.rsplit(".", 1)[0])
                    ), (item["flow"], cell)
    lost = sum(len(item["lost"]) for item in report["changed"])
    gained = sum(len(item["gained"]) for item in report["changed"])
    for number, word in ((lost, "lost"), (gained, "gained")):
        told = f"{number} path{'' if number == 1 else 's'} {word}"
        assert (told in report["verdict"]) == (number > 0), report["verdict"]


def ends(path, ending, flow):
    """Whether a run ends as its path says. One that leaves its flow ends there."""
    end = path.split(" -> ", 1)[1]
    if ending == end or ending == f"goto {end}":
        return True
    # A step of another flow, and Back or Resume, which may lead into the flow again.
    if end in ("back", "resume"):
        return ending.startswith(f"waiting {flow}:")
    if end.startswith("goto ") and end.split()[1].split(":")[0] == flow:
        return ending.startswith(f"waiting {flow}:") or ending == f"missing {end}"
    if end.startswith("goto "):
        # A flow that is not written yet is its outline; one that cannot be read is missing.
        target = end.split()[1]
        ways = ("goto", "outline", "missing goto")
        return ending in [f"{way} {one}" for way in ways for one in (target, target.split(":")[0])]
    return ending.startswith("missing") or ending.startswith("outline")


def main():
    totals = collections.Counter()
    started = time.time()
    problems = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = chromium.new_context(offline=True, reduced_motion="reduce").new_page()
        errors, requests = [], []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        for folder in sorted(FOLDER.iterdir(), key=lambda one: int(one.name)):
            try:
                judge(folder, page, totals)
            except AssertionError as error:
                problems.append(f"pack {folder.name}: {error}")
                print(problems[-1], flush=True)
            if errors:
                problems.append(f"pack {folder.name}: {errors}")
                print(problems[-1], flush=True)
                errors.clear()
            totals["packs"] += 1
            if totals["packs"] % 100 == 0:
                print(dict(totals), f"{time.time() - started:.0f} s", flush=True)
            subprocess.run(["rm", "-r", folder], check=True)
        assert all(url.startswith("file://") for url in requests), "something asks the network"
    print(
        f"{totals['packs']} packs, of which {totals['changed']} have changes and {totals['paths']} "
        f"paths: {totals['played']} play to their printed end, of {totals['held']} no facts let "
        f"them run; the largest has {totals['largest'] // 1000} kB"
    )
    sys.exit(bool(problems))


def judge(folder, page, totals):
    report = review(folder)
    size = sum(file.stat().st_size for file in (folder / "pack").iterdir())
    totals["largest"] = max(totals["largest"], size)
    assert size <= MOST, f"{size} bytes"
    totals["changed"] += bool(report["changed"])
    claims(report, flows(folder / "old"), flows(folder / "new"))
    sides = {}
    for name, side, key in (("index", "gained", "flow"), ("before", "lost", "was")):
        paths = [
            (item, path, facts)
            for item in report["changed"]
            for path, facts in zip(item[side], item["plays"][side])
        ]
        if not paths and name == "before":
            continue
        page.goto(f"file://{folder}/pack/{name}.html")
        page.wait_for_selector("body[data-ready]")
        if name == "index":
            shown = page.locator(".ways").count()
            told = sum(bool(item["lost"]) + bool(item["gained"]) for item in report["changed"])
            assert shown == told, f"{shown} lists of paths, not {told}"
            held = sum(
                facts is None for item in report["changed"] for all in item["plays"].values()
                for facts in all
            )  # fmt: skip
            assert page.locator(".ways small").count() == held
        for item, path, facts in paths:
            totals["paths"] += 1
            flow = item[key]
            if facts is None:
                totals["held"] += 1
                found = page.evaluate(ANY, [flow, path, 64])
                assert found is None, f"{name} {flow} {path} runs with {found}"
                continue
            run = page.evaluate(PLAY, [flow, path, facts])
            assert run["broken"] is None, f"{name} {flow} {path} {facts}: {run['broken']}"
            assert ends(path, run["ending"], flow), f"{name} {flow} {path}: {run['ending']}"
            rows = path.split(" -> ")[0].split()
            names = [row.split(":", 1)[1].split("#")[0] for row, _ in run["rows"]]
            # Steps without a decision run by themselves, also after the last row.
            rest = iter(names)
            assert all(row.split("#")[0] in rest for row in rows), (path, names)
            totals["played"] += 1


main()

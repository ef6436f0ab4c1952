"""Makes a document of every flow, and a binding file of all that the document does not say."""

import subprocess
import sys
from pathlib import Path

import yaml

FLOWRUN, FLOWS, TARGET = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
ROWS = ["user", "case", "result", "event", "error"]
# What a row or a step says that a document cannot say. A row's message is not printed.
SAID = [
    "action", "with", "values", "trace", "count", "unless", "slip", "allow", "on", "if", "after",
    "restarts", "enters", "set", "reset", "meant", "why", "input", "meant id", "meant call",
    "meant at", "message",
]  # fmt: skip
HEADER = ["facts", "parameters", "results", "errors", "alias", "kind", "rules", "allow", "slip"]


def said(part):
    return {key: value for key, value in part.items() if key in SAID}


class Binding:
    def __init__(self, flow):
        self.rows = {}
        for key, row in flow.get("anywhere", {}).items():
            self.row(key, row)
        steps = [step for section in flow.get("sections", []) for step in section["steps"]]
        for step in steps + flow.get("steps", []):
            self.step(step["step"], step, False)
        ids = {step["step"] for step in flow.get("steps", [])}
        for extension in flow.get("extensions", []):
            self.extension(extension, ids)

    def row(self, key, row):
        # A row that the document lacks is there as a whole.
        is_new = "next" not in row and "meant" in row and any(kind in row for kind in ROWS)
        self.add(key, row if is_new else said(row))

    def step(self, key, step, is_last_line):
        rows = step.get("rows", {})
        is_new = bool(rows) and all("next" not in row for row in rows.values())
        if is_new or is_last_line and "next" not in step:
            own = {name: value for name, value in step.items() if name not in ("step", "line")}
            return self.add(key, own)
        self.add(key, said(step))
        for letter, row in rows.items():
            self.row(letter if letter[0].isdigit() else key + letter, row)

    def extension(self, extension, ids):
        key = extension["extension"]
        if "proposal" in extension:
            return self.add(key, {k: v for k, v in extension.items() if k != "extension"})
        self.add(key + "#2" if key in ids else key, said(extension))
        for line in extension["lines"]:
            self.step(f"{key}.{line['line']}", line, line is extension["lines"][-1])

    def add(self, key, entry):
        if entry:
            self.rows[key] = entry


def main():
    TARGET.mkdir(parents=True)
    for path in sorted(FLOWS.glob("*/*.yaml")):
        flow = yaml.load(path.read_text(), yaml.BaseLoader)
        if "title" not in flow:
            continue
        if "outline" in flow:
            (TARGET / path.name).write_text(path.read_text())
            continue
        name = flow["flow"].replace(" ", "-")
        document = subprocess.run(
            [FLOWRUN, "print", flow["flow"], "--flows", FLOWS], capture_output=True, check=True
        )
        (TARGET / f"{name}.md").write_bytes(document.stdout)
        binding = {"flow": flow["flow"]}
        binding |= {key: flow[key] for key in HEADER if key in flow}
        binding["rows"] = Binding(flow).rows
        text = yaml.dump(binding, allow_unicode=True, sort_keys=False, default_style="'")
        (TARGET / f"{name}.bind.yaml").write_text(text)


main()

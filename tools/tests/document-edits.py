"""Edits real documents of Word, OpenDocument and HTML, and expects what pandoc reads in them then.

tools/tests/document-edits.py PROGRAM FOLDER SEED: in each document below the folder, words of some
steps change, a step comes between others; pandoc has to read these words and no other ones.
Each document comes back byte for byte by Undo.
"""

import difflib
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, FOLDER, SEED = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]), int(sys.argv[3])


class Tools:
    """The tools of `flowrun mcp` on a folder."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [PROGRAM, "mcp", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.count = 0
        client = {"name": "document-edits", "version": "1"}
        self.ask(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client},
        )
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, values):
        self.count += 1
        self.write(
            {"jsonrpc": "2.0", "id": self.count, "method": method, "params": values}
        )
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.count:
                return answer["result"]

    def call(self, name, **values):
        """Why a call is refused. None if it is not."""
        answer = self.ask("tools/call", {"name": name, "arguments": values})
        text = "".join(part.get("text", "") for part in answer["content"])
        return text if answer.get("isError") or text.startswith("refused") else None

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


def words(path):
    """The words that pandoc reads in a document, without numbers."""
    text = subprocess.run(
        ["pandoc", str(path), "-t", "plain", "--wrap=none"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return re.findall(r"[^\W\d]+", text)


def changes(before, after):
    """The words that went, and those that came."""
    gone, come = [], []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind != "equal":
            gone += before[i:j]
            come += after[k:m]
    return gone, come


def steps(folder):
    """The steps of the only flow whose words are those of the document: id, key and words."""
    shown = subprocess.run(
        [PROGRAM, "list", "--flows", str(folder)], capture_output=True, text=True
    ).stdout
    flow = shown.split()[0] if shown.strip() else None
    if flow is None:
        return None, []
    rows = subprocess.run(
        [PROGRAM, "table", flow, "--flows", str(folder)], capture_output=True, text=True
    ).stdout
    found = []
    for row in rows.splitlines():
        cells = row.split("\t")
        match = re.match(r"(User|System) (.+)", cells[2]) if cells[1] == "step" else None
        if match and not re.match(r"(shows|executes|determines|validates)\b", match[2]):
            found.append((cells[0], match[1].lower(), match[2]))
    return flow, found


def main():
    chance = random.Random(SEED)
    tried, refused, wrong = 0, [], []
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix not in (".docx", ".odt", ".html"):
            continue
        with tempfile.TemporaryDirectory() as name:
            copy = Path(name) / path.name
            shutil.copy(path, copy)
            flow, found = steps(name)
            if not found:
                continue
            bytes_before, before = copy.read_bytes(), words(copy)
            # Who does it, in the words of the document.
            known = set(before) | {"User", "System"}
            tools = Tools(name)

            def attempt(what, gone, come, says_more=False, **values):
                nonlocal tried
                tried += 1
                told = tools.call("flow_edit", flow=flow, **values)
                if told is not None:
                    refused.append(f"{path} {what}: {told.splitlines()[0]}")
                    return
                went, came = changes(before, words(copy))
                more = [word for word in came if word not in come]
                fits = values["do"] == "set" and not more or len(more) < 4 and set(more) <= known
                # Where it leads, and the heading above it.
                fits = fits or says_more and len(more) < 12
                if went != gone or [word for word in came if word in come] != come or not fits:
                    wrong.append(f"{path} {what}: {went} {came}")
                tools.call("flow_undo")
                if copy.read_bytes() != bytes_before:
                    wrong.append(f"{path} {what}: Undo left another file")

            for step, key, text in chance.sample(found, min(2, len(found))):
                parts = text.split()
                place = chance.randrange(1, len(parts)) if len(parts) > 1 else 0
                old = re.findall(r"[^\W\d]+", parts[place])
                parts[place] = "giraffe"
                attempt(
                    f"{step} {parts}", old, ["giraffe"], do="set", place=f"step {step}", key=key,
                    value=" ".join(parts),
                )
            step, key, _ = chance.choice(found)
            attempt(
                f"before {step}", [], ["counts", "giraffes"], do="insert",
                place=f"step {step}", step={key: "counts giraffes"},
            )
            attempt(
                f"below {step}", [], ["No", "giraffe", "counts"], says_more=True, do="add",
                place=f"step {step}", id="j", key="case", text="No giraffe counts",
                next=found[0][0],
            )
            tools.end()
    print(f"{tried} edits, of which {len(refused)} were refused and {len(wrong)} wrong")
    if wrong or not tried or len(refused) * 4 > tried:
        print("\n".join(wrong + refused))
        sys.exit(1)


main()

"""Has SPIN judge models of programs and rules, and compares its verdicts with those of the prover.

Within the stack that a model has, SPIN finds an error exactly if a run breaks the rule. A run that
the prover found may need a longer stack; such models are counted apart if SPIN came to the end of
the stack, and so are those that SPIN cannot finish in time.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

folder = os.path.abspath(sys.argv[1])
LIMIT = int(os.environ.get("LIMIT", "120"))


def judge(line):
    name, verdict, rows, loop = line.split()
    with tempfile.TemporaryDirectory() as work:

        def run(*command):
            return subprocess.run(
                command, cwd=work, capture_output=True, text=True, timeout=LIMIT, check=False
            )

        try:
            made = run("spin", "-a", os.path.join(folder, name))
            if made.returncode != 0 or "rror:" in made.stdout + made.stderr:
                return name, verdict, "unreadable: " + (made.stdout + made.stderr)[:300]
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                model = file.read()
            is_about_ever = "never {" in model
            flags = [] if is_about_ever else ["-DSAFETY"]
            built = run(
                "cc",
                "-O0",
                "-w",
                "-DNOREDUCE",
                "-DMEMLIM=1200",
                "-DVECTORSZ=4096",
                *flags,
                "-o",
                "pan",
                "pan.c",
            )
            if built.returncode != 0:
                return name, verdict, "unreadable: " + built.stderr[:300]
            found = run("./pan", "-E", "-m2000000", "-w22", *(["-a"] if is_about_ever else []))
        except subprocess.TimeoutExpired:
            return name, verdict, "unfinished"
        # Any other error is one of the model, such as an index that is too large.
        if re.search("assertion violated|acceptance cycle", found.stdout):
            spin = "broken"
        elif "max search depth too small" in found.stdout or "reached -DMEMLIM" in found.stdout:
            spin = "unfinished"
        elif re.search("errors: 0$", found.stdout, re.MULTILINE):
            spin = "holds"
        else:
            return name, verdict, "unreadable: " + (found.stdout + found.stderr)[:300]
    if verdict == "broken" and spin == "holds" and (int(rows) > 14 or int(loop) > 0):
        # SPIN lists the statements that it did not come to.
        cut = model[: model.index("\ncut:")].count("\n") + 2
        if f"{name}:{cut}, state" not in found.stdout:
            spin = "beyond the stack"
    return name, verdict, spin


with open(os.path.join(folder, "verdicts.txt"), encoding="utf-8") as file:
    lines = file.read().splitlines()
counts = {}
wrong = []
with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
    for name, verdict, spin in pool.map(judge, lines):
        print(f"{name}: {verdict}, {spin}", file=sys.stderr, flush=True)
        counts[(verdict, spin)] = counts.get((verdict, spin), 0) + 1
        if spin not in (verdict, "unfinished", "beyond the stack"):
            wrong.append(f"{name}: the prover says {verdict}, SPIN {spin}")
print("\n".join(wrong))
for (verdict, spin), count in sorted(counts.items()):
    print(f"{count} models: prover {verdict}, SPIN {spin}")
judged = sum(count for (_, spin), count in counts.items() if spin in ("broken", "holds"))
# A judge that finishes nothing would agree with everything.
least = int(os.environ.get("LEAST", "1"))
if judged < least:
    sys.exit(f"SPIN finished {judged} models, and {least} are wanted")
sys.exit(1 if wrong else 0)

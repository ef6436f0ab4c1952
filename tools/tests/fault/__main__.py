"""Makes system calls of flowrun fail, one after the other: see tools/tests/fault-test."""

import concurrent.futures
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from cases import Accounts, Command, Dialog
from support import counts, FAULTS, FLOWRUN

# When no more faults of each command are tried, in seconds after the beginning. On a busy machine,
# and for the last two on every machine, these are some of all, mixed.
DEADLINES = [40, 50, 65, 75, 85, 165, 240]


def attempt(case, deadline, prefix, extra={}):
    """What a run gives, or None when there is no time left for it."""
    outcome = case.run(prefix, extra) if time.monotonic() < deadline else None
    # strace itself can fail when a thread ends at the wrong moment. That says nothing about the
    # command.
    for _ in range(3):
        if outcome is None or b"strace: ptrace(" not in outcome.err:
            break
        outcome = case.run(prefix, extra)
    return outcome


def compile_library(name, path):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    subprocess.run(["clang", "-shared", "-fPIC", source, "-o", path], check=True)


def crashes(case, library, pool):
    """Crashes a command at many of its allocations. Each time it has to end by that signal."""
    compile_library("crash.c", library)

    def crash(when):
        return case.run([], {"LD_PRELOAD": library, "CRASH": str(when)})

    most = int(crash(0).err.split()[-2])
    moments = random.Random(0).sample(range(1, most + 1), 80)
    problems = [
        f"{case.name}, a crash at allocation {when} of {most}: ended with {outcome.status}"
        for when, outcome in zip(moments, pool.map(crash, moments))
        if outcome.status != -signal.SIGSEGV
    ]
    print(
        "\n".join([*problems, f"{case.name}: {len(moments)} crashes at one of {most} allocations"]),
        flush=True,
    )
    return problems


def interruptions(case, folder, pool):
    """Sends Ctrl-C whenever a file was written, before it has its name.

    No file that is not whole may stay.
    """
    right, calls = counts(case.run, folder)

    def interrupt(when):
        return case.run(
            [
                "strace",
                "-f",
                "-qq",
                "-e",
                "trace=fsync",
                "-o",
                "/dev/null",
                "-e",
                f"inject=fsync:signal=INT:when={when}",
            ]
        )

    problems = []
    for when, outcome in zip(
        range(1, calls["fsync"] + 1), pool.map(interrupt, range(1, calls["fsync"] + 1))
    ):
        drafts = [name for name in outcome.files if name.endswith(".new")]
        if outcome.status != -signal.SIGINT or drafts:
            problems.append(
                f"{case.name}, Ctrl-C at fsync {when}: ended with {outcome.status}, left {drafts}"
            )
    print(
        "\n".join([*problems, f"{case.name}: Ctrl-C at each of {calls['fsync']} fsyncs"]),
        flush=True,
    )
    return problems or ([] if calls["fsync"] else [f"{case.name} writes nothing"])


def main():
    begun = time.monotonic()
    problems = []
    with (
        tempfile.TemporaryDirectory() as folder,
        concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        subprocess.run([FLOWRUN, "init", folder + "/small"], check=True, stdout=subprocess.DEVNULL)
        os.remove(folder + "/small/Flows/paths/UC1.trace")
        library = folder + "/short.so"
        compile_library("short.c", library)
        Dialog.project = os.getcwd()
        # What the system's loader does before the program begins. Only the first command tries that
        # too, except for the loader's first memory, without which it says nothing.
        _, before = counts(
            lambda strace: subprocess.run(
                [*strace, "-E", "LD_TRACE_LOADED_OBJECTS=1", FLOWRUN],
                check=True,
                stdout=subprocess.DEVNULL,
            ),
            folder,
        )
        cases = [
            Command("table", "table", "UC1", project=folder + "/small"),
            Command("check", "check", project=folder + "/small"),
            Command("replay --record", "replay", "--record", project=folder + "/small"),
            Command("compile", "compile", "Flows", "-o", "app.flows", project=folder + "/small"),
            Command("init", "init", "new", project=folder + "/small"),
            Dialog(),
            Accounts(),
        ]
        problems += crashes(cases[0], folder + "/crash.so", pool)
        for case in cases[2:5]:
            problems += interruptions(case, folder, pool)
        for case, seconds in zip(cases, DEADLINES):
            deadline = begun + seconds
            right, calls = counts(case.run, folder)
            if found := case.judge(right, right, None):
                sys.exit(f"fault-test: {case.name} fails without a fault: {found}\n{right}")
            jobs = {}
            for most in (1, 7):
                jobs[f"{most} bytes at a time"] = pool.submit(
                    attempt, case, deadline, [], {"LD_PRELOAD": library, "SHORT": str(most)}
                )
            faults = []
            for call, most in calls.items():
                # The libraries of the keyring and of the server end the process, or wait for a
                # thread, when there is no memory.
                if call == "mmap" and not isinstance(case, Command):
                    continue
                for error in FAULTS[call]:
                    first = (2 if call == "mmap" else 1) if case is cases[0] else before[call] + 1
                    for n in range(first, most + 1):
                        faults.append((call, f"inject={call}:error={error}:when={n}"))
            random.Random(0).shuffle(faults)
            for call, fault in faults:
                prefix = ["strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=" + call]
                prefix += ["-o", "/dev/null", "-e", fault]
                jobs[fault] = pool.submit(attempt, case, deadline, prefix)
            began, survived, tried = time.monotonic(), 0, 0
            for fault, job in jobs.items():
                outcome = job.result()
                if outcome is None:
                    continue
                tried += 1
                found = case.judge(outcome, right, fault)
                if (
                    found is None
                    and "bytes" in fault
                    and outcome.out != right.out
                    and case.name != "UC2.1"
                ):
                    found = "a short read or write changed the result"
                if found:
                    problems.append(f"{case.name}, {fault}: {found}")
                    print(
                        f"{problems[-1]}\n    {outcome.err.decode(errors='replace')[-300:]!r}",
                        flush=True,
                    )
                survived += outcome.status == right.status
            print(
                f"{case.name}: {tried} of {len(jobs)} faults, {survived} without effect, "
                f"{time.monotonic() - began:.0f} s",
                flush=True,
            )
    print(f"{time.monotonic() - begun:.0f} s")
    if problems:
        sys.exit(f"fault-test: {len(problems)} faults are not handled")


main()

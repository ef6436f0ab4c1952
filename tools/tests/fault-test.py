"""Makes system calls of flowrun fail, one after the other: see tools/tests/fault-test."""

import collections, concurrent.futures, json, os, pty, random, select, shutil, signal, sqlite3, subprocess
import sys, tempfile, time
from account_client import RIGHT, WRONG, Server

FLOWRUN = os.path.abspath(sys.argv[1])
# What fails, and how. mmap has one way: there is no memory. EMFILE is what too many open files give.
FAULTS = {
    "write": ["ENOSPC", "EIO", "EINTR"],
    "pwrite64": ["ENOSPC", "EIO"],
    "fsync": ["ENOSPC", "EIO", "EINTR"],
    "fdatasync": ["ENOSPC", "EIO"],
    "rename": ["ENOSPC", "EIO"],
    "openat": ["EIO", "EMFILE", "EINTR"],
    "mmap": ["ENOMEM"],
    "read": ["EIO", "EINTR"],
    "pread64": ["EIO"],
}
# Makes every read and write of files and standard streams short.
SHORT = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static size_t shorter(int file, size_t count) {
  struct stat status;
  if (file > 2 && (fstat(file, &status) || !S_ISREG(status.st_mode))) return count;
  size_t most = atoi(getenv("SHORT"));
  return count > most ? most : count;
}
ssize_t read(int f, void *b, size_t n) { return syscall(SYS_read, f, b, shorter(f, n)); }
ssize_t write(int f, const void *b, size_t n) { return syscall(SYS_write, f, b, shorter(f, n)); }
ssize_t pread64(int f, void *b, size_t n, off_t o) { return syscall(SYS_pread64, f, b, shorter(f, n), o); }
ssize_t pwrite64(int f, const void *b, size_t n, off_t o) {
  return syscall(SYS_pwrite64, f, b, shorter(f, n), o);
}
"""
# Crashes at an allocation, and ends with 99 if the thread allocates once more: a handler of signals must not.
CRASH = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static int allocations;
static __thread __attribute__((tls_model("initial-exec"))) int has_crashed;
static void count(void) {
  if (has_crashed) _exit(99);
  const char *when = getenv("CRASH");
  if (__sync_add_and_fetch(&allocations, 1) != (when ? atoi(when) : 0)) return;
  has_crashed = 1;
  raise(SIGSEGV);
}
void *malloc(size_t n) { count(); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { count(); return __libc_calloc(n, m); }
void *realloc(void *old, size_t n) { count(); return __libc_realloc(old, n); }
__attribute__((destructor)) static void tell(void) { dprintf(2, "%d allocations", allocations); }
"""
Outcome = collections.namedtuple("Outcome", "status out err files")


def contents(folder):
    files = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                files[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return files


def environment(folder, extra):
    return {
        "PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "TERM": "dumb",
        "SWIFT_BACKTRACE": "enable=no", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", **extra,
    }


def complaint(status, err, out=b""):
    """None if a failed command says so: with a message and status 2."""
    # The system's loader has its own status, before the command begins.
    if status == 127 and err:
        return None
    if status != 2:
        return f"ended with {status}"
    said = (b"flowrun: ", b"rror: ", b"cannot be used: ")
    return None if any(words in out + err for words in said) else "no message"


class Command:
    """A command that reads and writes files of a small project."""

    def __init__(self, name, *arguments, project):
        self.name, self.arguments, self.project = name, arguments, project

    def run(self, prefix, extra={}):
        with tempfile.TemporaryDirectory() as folder:
            place = shutil.copytree(self.project, folder + "/project")
            ended = subprocess.run(
                [*prefix, FLOWRUN, *self.arguments], cwd=place, env=environment(folder, extra),
                stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
            )
            return Outcome(ended.returncode, ended.stdout, ended.stderr, contents(place))

    def judge(self, outcome, right, fault):
        if outcome.files not in (contents(self.project), right.files):
            return f"files are neither the old nor the new ones: {sorted(outcome.files)}"
        if outcome.status == right.status and outcome.out == right.out:
            return None if outcome.files == right.files else "called right, but the files are old"
        # The message itself could not be written.
        return complaint(outcome.status, outcome.err, outcome.out)


class Dialog:
    """`flowrun UC2.1` at a terminal, with a store."""

    name = "UC2.1"
    project = None

    def at_terminal(self, command, folder, keys, extra):
        """Types a key a prompt. Ends with the program, or when it asks for more."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.project)
            os.execvpe(command[0], command, environment(folder, extra))
        shown, deadline, keys = b"", time.monotonic() + 120, list(keys)
        while time.monotonic() < deadline:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                shown += os.read(terminal, 65_536)
            except OSError:
                break
            if shown.endswith((b"\n> ", b"digits): ", b"(y or n) ")):
                os.write(terminal, keys.pop(0) if keys and not shown.endswith(b"(y or n) ") else b"\3")
                shown += b"\n"
        else:
            os.kill(process, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        os.close(terminal)
        return status, shown

    def run(self, prefix, extra={}):
        with tempfile.TemporaryDirectory() as folder:
            state = ["--state", folder + "/state"]
            keys = [b"a", b"135790\r", b"a", b"135790\r", b"b", b"a"]
            status, shown = self.at_terminal([*prefix, FLOWRUN, "UC2.1", *state], folder, keys, extra)
            # A healthy run tells what is in the store.
            keys = [b"b", b"a", b"a", b"135790\r"]
            _, after = self.at_terminal([FLOWRUN, "UC2.3", *state], folder, keys, {})
            store = "old" if b"No PIN is set up" in after else "broken: " + after.decode()[-600:]
            if b"PIN is valid" in after:
                store = "new"
            return Outcome(status, shown, shown, store)

    def judge(self, outcome, right, fault):
        if outcome.files not in ("old", "new"):
            return f"the store is {outcome.files}"
        if b"end: outline UC3.1" in outcome.out and outcome.files != "new":
            return "was called set up, and is not"
        # The flow has rows for a setup that fails. It asks for more than we type, and gets Ctrl-C.
        if outcome.status == 130 and b"stopped at" in outcome.out or outcome.status == -signal.SIGINT:
            return None
        return None if outcome.status == 0 else complaint(outcome.status, outcome.err)


class Accounts:
    """The account server: a registration, a wrong PIN and a right one."""

    name = "serve account"

    def run(self, prefix, extra={}):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/accounts.db"
            with open(folder + "/err", "w+b") as errors:
                server = Server(
                    ["timeout", "60", *prefix, FLOWRUN], file, env=environment(folder, extra), stderr=errors,
                    start_new_session=True,
                )
                told, asked = [], 0
                try:
                    if server.port:
                        account = server.ask("/version", version="1") and server.register()
                        told.append("account")
                        told.append(server.attempt(account, WRONG).get("verdict"))
                        asked = time.time_ns() // 1_000_000
                        told.append(server.attempt(account, RIGHT).get("verdict"))
                except (OSError, ValueError, KeyError):
                    # It ended, or answered with an error.
                    pass
                try:
                    os.killpg(server.process.pid, signal.SIGTERM)
                    status = server.process.wait(10)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    os.killpg(server.process.pid, signal.SIGKILL)
                    status = server.process.wait()
                server.process.stdout.close()
                errors.seek(0)
                return Outcome(status, told, errors.read(), self.stored(file, asked))

    def stored(self, file, asked):
        """How many accounts and wrong PINs a healthy server finds, and how many PINs were checked after the right one was asked."""
        again = Server([FLOWRUN], file, stderr=subprocess.PIPE)
        if again.port is None:
            return "broken: " + again.process.stderr.read()
        again.kill()
        again.process.stdout.close()
        again.process.stderr.close()
        with sqlite3.connect(file) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "broken: its check fails"
            return database.execute("SELECT count(*), total(failures), total(checkedAt >= ?) FROM accounts", [asked]).fetchone()

    def judge(self, outcome, right, fault):
        told, stored = outcome.out, outcome.files
        if isinstance(stored, str):
            return stored
        if "account" in told and stored[0] != 1:
            return "an account that was told is gone"
        # A commit that fails in its sync may still be in the file: then the right PIN was checked, and an error was told.
        if told[1:] == ["wrong", None] and stored[1] < 1 and stored[2] < 1:
            return "a wrong PIN that was told is not counted"
        if told != right.out and any(verdict not in ("account", "wrong", "valid", None) for verdict in told):
            return f"it answered {told}"
        # libmicrohttpd wakes its threads by writes that it does not repeat; a request may then wait for good.
        if fault and "write:" in fault and outcome.status == 124:
            return None
        # Ended by us, or by itself with a reason.
        if outcome.status in (-signal.SIGTERM, 128 + signal.SIGTERM, 0):
            return None
        return complaint(outcome.status, outcome.err)


def counts(run, folder):
    """What `run` gives, and how often each system call happens in it, at most in one thread."""
    log = folder + "/calls"
    calls = ",".join(FAULTS)
    right = run(["strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=" + calls, "-o", log])
    seen = collections.Counter()
    with open(log) as lines:
        for line in lines:
            thread, _, call = line.partition(" ")
            call = call.strip().partition("(")[0]
            if call in FAULTS:
                seen[call, thread] += 1
    return right, {call: max([n for (c, _), n in seen.items() if c == call], default=0) for call in FAULTS}


# When no more faults of each command are tried, in seconds after the beginning. On a busy machine, and for the
# last two on every machine, these are some of all, mixed.
DEADLINES = [40, 50, 65, 75, 85, 165, 240]


def attempt(case, deadline, prefix, extra={}):
    """What a run gives, or None when there is no time left for it."""
    outcome = case.run(prefix, extra) if time.monotonic() < deadline else None
    # strace itself can fail when a thread ends at the wrong moment. That says nothing about the command.
    for _ in range(3):
        if outcome is None or b"strace: ptrace(" not in outcome.err:
            break
        outcome = case.run(prefix, extra)
    return outcome


def compile_library(text, path):
    subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=text.encode(), check=True)


def crashes(case, library, pool):
    """Crashes a command at many of its allocations. Each time it has to end by that signal."""
    compile_library(CRASH, library)

    def crash(when):
        return case.run([], {"LD_PRELOAD": library, "CRASH": str(when)})

    most = int(crash(0).err.split()[-2])
    moments = random.Random(0).sample(range(1, most + 1), 80)
    problems = [
        f"{case.name}, a crash at allocation {when} of {most}: ended with {outcome.status}"
        for when, outcome in zip(moments, pool.map(crash, moments))
        if outcome.status != -signal.SIGSEGV
    ]
    print("\n".join([*problems, f"{case.name}: {len(moments)} crashes at one of {most} allocations"]), flush=True)
    return problems


def interruptions(case, folder, pool):
    """Sends Ctrl-C whenever a file was written, before it has its name. No file that is not whole may stay."""
    right, calls = counts(case.run, folder)

    def interrupt(when):
        return case.run(["strace", "-f", "-qq", "-e", "trace=fsync", "-o", "/dev/null", "-e", f"inject=fsync:signal=INT:when={when}"])

    problems = []
    for when, outcome in zip(range(1, calls["fsync"] + 1), pool.map(interrupt, range(1, calls["fsync"] + 1))):
        drafts = [name for name in outcome.files if name.endswith(".new")]
        if outcome.status != -signal.SIGINT or drafts:
            problems.append(f"{case.name}, Ctrl-C at fsync {when}: ended with {outcome.status}, left {drafts}")
    print("\n".join([*problems, f"{case.name}: Ctrl-C at each of {calls['fsync']} fsyncs"]), flush=True)
    return problems or ([] if calls["fsync"] else [f"{case.name} writes nothing"])


def main():
    begun = time.monotonic()
    problems = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(
        os.cpu_count()
    ) as pool:
        subprocess.run([FLOWRUN, "init", folder + "/small"], check=True, stdout=subprocess.DEVNULL)
        os.remove(folder + "/small/Flows/paths/UC1.trace")
        library = folder + "/short.so"
        compile_library(SHORT, library)
        Dialog.project = os.getcwd()
        # What the system's loader does before the program begins. Only the first command tries that too,
        # except for the loader's first memory, without which it says nothing.
        _, before = counts(
            lambda strace: subprocess.run(
                [*strace, "-E", "LD_TRACE_LOADED_OBJECTS=1", FLOWRUN], check=True, stdout=subprocess.DEVNULL
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
                # The libraries of the keyring and of the server end the process, or wait for a thread, when
                # there is no memory.
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
                if found is None and "bytes" in fault and outcome.out != right.out and case.name != "UC2.1":
                    found = "a short read or write changed the result"
                if found:
                    problems.append(f"{case.name}, {fault}: {found}")
                    print(f"{problems[-1]}\n    {outcome.err.decode(errors='replace')[-300:]!r}", flush=True)
                survived += outcome.status == right.status
            print(
                f"{case.name}: {tried} of {len(jobs)} faults, {survived} without effect, "
                f"{time.monotonic() - began:.0f} s", flush=True)
    print(f"{time.monotonic() - begun:.0f} s")
    if problems:
        sys.exit(f"fault-test: {len(problems)} faults are not handled")


main()

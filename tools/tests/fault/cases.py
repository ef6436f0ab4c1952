"""The commands whose system calls fail, and what is right after each fault."""

import os
import pty
import select
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from account_client import RIGHT, Server, WRONG
from support import complaint, contents, environment, FLOWRUN, Outcome


class Command:
    """A command that reads and writes files of a small project."""

    def __init__(self, name, *arguments, project):
        self.name, self.arguments, self.project = name, arguments, project

    def run(self, prefix, extra={}):
        with tempfile.TemporaryDirectory() as folder:
            place = shutil.copytree(self.project, folder + "/project")
            ended = subprocess.run(
                [*prefix, FLOWRUN, *self.arguments],
                cwd=place,
                env=environment(folder, extra),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=120,
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
                os.write(
                    terminal, keys.pop(0) if keys and not shown.endswith(b"(y or n) ") else b"\3"
                )
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
            status, shown = self.at_terminal(
                [*prefix, FLOWRUN, "UC2.1", *state], folder, keys, extra
            )
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
        if (
            outcome.status == 130
            and b"stopped at" in outcome.out
            or outcome.status == -signal.SIGINT
        ):
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
                    ["timeout", "60", *prefix, FLOWRUN],
                    file,
                    env=environment(folder, extra),
                    stderr=errors,
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
        """The accounts, wrong PINs and checked PINs that a healthy server finds.

        The checked ones are those after the right one was asked.
        """
        again = Server([FLOWRUN], file, stderr=subprocess.PIPE)
        if again.port is None:
            return "broken: " + again.process.stderr.read()
        again.kill()
        again.process.stdout.close()
        again.process.stderr.close()
        with sqlite3.connect(file) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "broken: its check fails"
            return database.execute(
                "SELECT count(*), total(failures), total(checkedAt >= ?) FROM accounts", [asked]
            ).fetchone()

    def judge(self, outcome, right, fault):
        told, stored = outcome.out, outcome.files
        if isinstance(stored, str):
            return stored
        if "account" in told and stored[0] != 1:
            return "an account that was told is gone"
        # A commit that fails in its sync may still be in the file: then the right PIN was checked,
        # and an error was told.
        if told[1:] == ["wrong", None] and stored[1] < 1 and stored[2] < 1:
            return "a wrong PIN that was told is not counted"
        if told != right.out and any(
            verdict not in ("account", "wrong", "valid", None) for verdict in told
        ):
            return f"it answered {told}"
        # libmicrohttpd wakes its threads by writes that it does not repeat; a request may then wait
        # for good.
        if fault and "write:" in fault and outcome.status == 124:
            return None
        # Ended by us, or by itself with a reason.
        if outcome.status in (-signal.SIGTERM, 128 + signal.SIGTERM, 0):
            return None
        return complaint(outcome.status, outcome.err)

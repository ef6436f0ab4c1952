"""A PostgreSQL server of the test's own, in a temporary folder, with a standby if one is wanted.

Both are reached by sockets in that folder, so no port of the machine is taken.
"""

import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import time


class Postgres:
    """A server, whose programs run as the user postgres where the test is root."""

    def __init__(self, settings=""):
        folders = glob.glob("/usr/lib/postgresql/*/bin")
        if not folders:
            raise SystemExit("server-test: PostgreSQL is not in /usr/lib/postgresql; "
                             "`tools/setup postgresql` installs it")
        self.bin = max(folders, key=lambda folder: int(folder.split("/")[4]))
        self.folder = tempfile.mkdtemp(prefix="flowrun-postgres-")
        self.settings = settings
        # The name of the server's data, and the number in the name of its socket.
        self.name, self.port = "first", 5432
        self.user = {}
        if os.getuid() == 0:
            try:
                entry = pwd.getpwnam("postgres")
            except KeyError:
                raise SystemExit("server-test: there is no user `postgres`, and PostgreSQL does "
                                 "not run as root") from None
            self.user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        try:
            self.run("initdb", "-D", f"{self.folder}/first", "-U", "flowrun", "-A", "trust",
                     "--no-locale", "-E", "UTF8", "-N")
            self.start()
        except BaseException:
            self.remove()
            raise

    @property
    def address(self):
        """What libpq takes: whichever of the two servers takes changes."""
        return (f"host={self.folder},{self.folder} port=5432,5433 user=flowrun dbname=postgres "
                "target_session_attrs=read-write")

    @property
    def place(self):
        """The server that takes changes, as options of PostgreSQL's programs."""
        return ["-h", self.folder, "-p", str(self.port), "-U", "flowrun"]

    def run(self, program, *arguments, **options):
        """Runs one of PostgreSQL's programs and gives what it prints."""
        done = subprocess.run(
            [f"{self.bin}/{program}", *arguments], capture_output=True, text=True,
            cwd=self.folder, **self.user, **options)
        if done.returncode != 0:
            raise SystemExit(f"server-test: {program} failed: {done.stderr or done.stdout}")
        return done.stdout

    def control(self, name, *arguments):
        # What it starts keeps its output open.
        done = subprocess.run(
            [f"{self.bin}/pg_ctl", "-D", f"{self.folder}/{name}", "-w", "-t", "120", *arguments],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.user)
        if done.returncode != 0:
            log = pathlib.Path(self.folder, f"{name}.log")
            said = log.read_text(errors="replace")[-2000:] if log.exists() else "it has no log"
            raise SystemExit(f"server-test: pg_ctl {arguments[-1]} failed: {said}")

    def start(self, name=None, port=None):
        name, port = name or self.name, port or self.port
        options = f"-p {port} -k {self.folder} -c listen_addresses='' {self.settings}"
        self.control(name, "-l", f"{self.folder}/{name}.log", "-o", options, "start")

    def crash(self):
        """Ends the server as a loss of power would: what it has not written is lost."""
        self.control(self.name, "-m", "immediate", "stop")

    def follow(self):
        """Starts a standby that has every change before its COMMIT is answered."""
        self.run("pg_basebackup", *self.place, "-D", f"{self.folder}/second", "-R", "-c", "fast",
                 "-N")
        self.start("second", 5433)
        self.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.query("SELECT pg_reload_conf()")
        while self.query("SELECT sync_state FROM pg_stat_replication") != [["sync"]]:
            time.sleep(0.05)

    def fail_over(self):
        """The server is gone for good, and the standby takes its place."""
        self.crash()
        self.control("second", "promote")
        self.name, self.port = "second", 5433

    def query(self, text):
        """The rows of a query, as lists of texts."""
        out = self.run("psql", *self.place, "-d", "postgres", "-X", "-A", "-t", "-F", "\x1f",
                       "-R", "\x1e", "-v", "ON_ERROR_STOP=1", "-c", text)
        out = out.rstrip("\n")
        return [row.split("\x1f") for row in out.split("\x1e")] if out else []

    def dump(self):
        return self.run("pg_dump", *self.place, "postgres")

    def remove(self):
        for name in ["first", "second"]:
            if os.path.exists(f"{self.folder}/{name}/postmaster.pid"):
                self.control(name, "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

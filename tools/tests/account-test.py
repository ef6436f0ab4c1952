"""The account server, asked by a program without its code: see tools/tests/account-test."""

import base64, os, random, sqlite3, statistics, subprocess, sys, tempfile, time
from account_client import RIGHT, WRONG, Server, point, raw, url64

FLOWRUN = [sys.argv[1]]


def failures(file):
    with sqlite3.connect(file) as database:
        return database.execute("SELECT failures FROM accounts").fetchone()[0]


def expect(condition, message):
    if not condition:
        sys.exit(f"account-test: {message}")


def two_servers(folder):
    file = folder + "/two.db"
    servers = [Server(FLOWRUN, file), Server(FLOWRUN, file)]
    account = servers[0].register()
    for attempt in range(1, 5):
        verdict = servers[attempt % 2].attempt(account, WRONG)
        expect(verdict.get("attempt") == attempt, f"attempt {attempt}: {verdict}")
    for server in servers:
        expect(server.attempt(account, RIGHT)["verdict"] == "paused", "a pause was not shared")
        server.kill()
    print("two servers on one file: four wrong PINs are four, and both know the pause")


def killed(folder):
    acknowledged = 0
    for round in range(40):
        file = f"{folder}/killed{round}.db"
        server = Server(FLOWRUN, file)
        account = server.register()
        told = sum(
            1
            for _ in range(random.randrange(4))
            if server.attempt(account, WRONG).get("verdict") == "wrong"
        )
        child = os.fork()
        if child == 0:
            try:
                server.attempt(account, WRONG)
            finally:
                os._exit(0)
        time.sleep(random.random() * 0.004)
        server.kill()
        os.waitpid(child, 0)
        counted = failures(file)
        expect(told <= counted <= told + 1, f"{told} attempts answered, {counted} counted")
        acknowledged += told
        again = Server(FLOWRUN, file)
        expect("verdict" in again.attempt(account, WRONG), "the file is unusable after a kill")
        again.kill()
    print(f"kill -9, 40 times: none of {acknowledged} answered attempts is lost")


def full_disk(folder):
    disk = folder + "/disk"
    os.mkdir(disk, 0o700)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "none", disk]).returncode:
        return print("full disk: skipped, it cannot be mounted here")
    try:
        server = Server(FLOWRUN, disk + "/full.db")
        account = server.register()
        expect(server.attempt(account, WRONG).get("verdict") == "wrong", "a disk with room")
        with open(disk + "/ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass
        # The log may have room left from before; after that nothing is answered.
        for _ in range(200):
            if "error" in server.attempt(account, RIGHT):
                break
        answers = {server.attempt(account, key).get("verdict") for key in (RIGHT, WRONG)}
        expect(answers == {None}, f"a full disk gave verdicts: {answers}")
        os.remove(disk + "/ballast")
        expect(server.attempt(account, RIGHT).get("verdict") == "valid", "room again")
        server.kill()
    finally:
        subprocess.run(["umount", "-l", disk])
    print("full disk: no verdict for a right or a wrong PIN, and all is well when there is room")


def milliseconds(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1_000


def bare_write(path):
    """Writes the two pages with heads of a commit to the log, and waits for the disk."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)

    def write():
        os.write(file, bytes(2 * (4096 + 24)))
        os.fdatasync(file)

    return write


def bare_commit(path):
    """A commit of SQLite without a server, in the mode that the server uses."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute(
        "CREATE TABLE counters (name TEXT PRIMARY KEY, failures INTEGER) WITHOUT ROWID"
    )
    database.execute("INSERT INTO counters VALUES ('x', 0)")
    return lambda: database.execute("UPDATE counters SET failures = failures + 1")


def speed(folder, where):
    file = folder + "/many.db"
    server = Server(FLOWRUN, file)
    account = server.register()
    with sqlite3.connect(file) as database:
        key = point(RIGHT)
        database.executemany(
            "INSERT INTO accounts (name, key) VALUES (?, ?)",
            ((f"account {number}", key) for number in range(100_000)),
        )
    write, commit = bare_write(folder + "/bare"), bare_commit(folder + "/bare.db")
    times = {"attempt": [], "commit": [], "write": [], "version": []}
    for _ in range(300):
        # The right PIN, so that no pause comes; it is written like a wrong one.
        challenge = server.ask("/challenge", account=account)["challenge"]
        signature = raw(RIGHT, base64.urlsafe_b64decode(challenge + "=="))
        began = time.perf_counter()
        verdict = server.ask(
            "/check", account=account, challenge=challenge, signature=url64(signature)
        )
        times["attempt"].append((time.perf_counter() - began) * 1_000)
        expect(verdict["verdict"] == "valid", f"{verdict}")
        # The same request to the server without a write, and the same write without a server, in
        # turn.
        times["version"].append(milliseconds(lambda: server.ask("/version", version="1")))
        times["commit"].append(milliseconds(commit))
        times["write"].append(milliseconds(write))
    server.kill()
    median = {name: statistics.median(values) for name, values in times.items()}
    print(
        f"{where}, 100,001 accounts, medians of 300 in turn: a counted attempt over HTTP "
        f"{median['attempt']:.2f} ms; "
        f"a request that writes nothing {median['version']:.2f} ms; a bare "
        f"commit of SQLite {median['commit']:.2f} ms; "
        f"a bare write with fdatasync {median['write']:.2f} ms"
    )


with tempfile.TemporaryDirectory() as folder:
    for test in (two_servers, killed, full_disk):
        test(folder)
    speed(folder, "on this disk")
    if os.access("/dev/shm", os.W_OK):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
            speed(memory, "in memory")

"""The account server, asked by a program that shares no code with it: see tools/account-test."""

import base64, hashlib, http.client, json, os, random, signal, sqlite3, statistics, subprocess, sys
import tempfile, time
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

FLOWRUN = sys.argv[1]
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def url64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(key, message):
    r, s = utils.decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def point(key):
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


SEED = int.from_bytes(hashlib.sha512(b"flowrun test authority for devices").digest(), "big")
AUTHORITY = ec.derive_private_key(SEED % (ORDER - 1) + 1, ec.SECP256R1())
RIGHT, WRONG = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))


class Server:
    def __init__(self, file):
        self.process = subprocess.Popen(
            [FLOWRUN, "serve", "account", "--port", "0", "--file", file],
            stdout=subprocess.PIPE, text=True,
        )
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def ask(self, path, **question):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(
            "POST", path, json.dumps(question), {"Content-Type": "application/json"}
        )
        return json.loads(connection.getresponse().read())

    def register(self):
        key = point(RIGHT)
        statement = raw(AUTHORITY, b"flowrun device statement 1\0" + key)
        return self.ask("/register", key=url64(key), attestation=url64(statement))["account"]

    def attempt(self, account, key):
        challenge = self.ask("/challenge", account=account).get("challenge")
        if challenge is None:
            return {"error": "no challenge"}
        message = base64.urlsafe_b64decode(challenge + "==")
        return self.ask(
            "/check", account=account, challenge=challenge, signature=url64(raw(key, message))
        )

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def failures(file):
    with sqlite3.connect(file) as database:
        return database.execute("SELECT failures FROM accounts").fetchone()[0]


def expect(condition, message):
    if not condition:
        sys.exit(f"account-test: {message}")


def two_servers(folder):
    file = folder + "/two.db"
    servers = [Server(file), Server(file)]
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
        server = Server(file)
        account = server.register()
        told = sum(
            1 for _ in range(random.randrange(4))
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
        again = Server(file)
        expect("verdict" in again.attempt(account, WRONG), "the file is unusable after a kill")
        again.kill()
    print(f"kill -9, 40 times: none of {acknowledged} answered attempts is lost")


def full_disk(folder):
    disk = folder + "/disk"
    os.mkdir(disk, 0o700)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "none", disk]).returncode:
        return print("full disk: skipped, it cannot be mounted here")
    try:
        server = Server(disk + "/full.db")
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


def speed(folder):
    file = folder + "/many.db"
    server = Server(file)
    account = server.register()
    with sqlite3.connect(file) as database:
        key = point(RIGHT)
        database.executemany(
            "INSERT INTO accounts (name, key) VALUES (?, ?)",
            ((f"account {number}", key) for number in range(100_000)),
        )
    times = []
    for _ in range(300):
        # The right PIN, so that no pause comes; it is written like a wrong one.
        challenge = server.ask("/challenge", account=account)["challenge"]
        signature = raw(RIGHT, base64.urlsafe_b64decode(challenge + "=="))
        began = time.perf_counter()
        verdict = server.ask(
            "/check", account=account, challenge=challenge, signature=url64(signature)
        )
        times.append((time.perf_counter() - began) * 1_000)
        expect(verdict["verdict"] == "valid", f"{verdict}")
    server.kill()
    print(
        f"a checked and written attempt among 100,001 accounts, over HTTP: median "
        f"{statistics.median(times):.2f} ms, slowest {max(times):.2f} ms"
    )


with tempfile.TemporaryDirectory() as folder:
    for test in (two_servers, killed, full_disk, speed):
        test(folder)

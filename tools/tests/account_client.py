"""A client of the account server, with another library for keys: see tools/tests/account-test."""

import base64, hashlib, http.client, json, signal, subprocess
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

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
    """The account server as a process, and the requests that an app sends to it."""

    def __init__(self, command, file, **options):
        self.process = subprocess.Popen(
            [*command, "serve", "account", "--port", "0", "--file", file],
            stdout=subprocess.PIPE,
            text=True,
            **options,
        )
        # None if the process ended before it was a server.
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1]) if line else None

    def ask(self, path, **question):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", path, json.dumps(question), {"Content-Type": "application/json"})
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

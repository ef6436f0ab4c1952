"""A terminal of its own: PACE and secure messaging, from the standards, sharing no code with flowrun.

Elliptic curve by schoolbook, AES and CMAC by the `cryptography` package. Reads the surname from the
first card, with the CAN as the argument, and prints it.
"""
import hashlib
import secrets
import sys

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC
from smartcard.System import readers

# NIST P-256 (FIPS 186-4, D.1.2.3); a = -3.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
OID = bytes.fromhex("04007F00070202040204")


def add(p, q):
    if p is None or q is None:
        return q if p is None else p
    if p[0] == q[0] and (p[1] + q[1]) % P == 0:
        return None
    if p == q:
        slope = (3 * p[0] * p[0] - 3) * pow(2 * p[1], -1, P) % P
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P) % P
    x = (slope * slope - p[0] - q[0]) % P
    return (x, (slope * (p[0] - x) - p[1]) % P)


def times(k, p):
    result = None
    while k:
        if k & 1:
            result = add(result, p)
        p = add(p, p)
        k >>= 1
    return result


def encode(p):
    return b"\x04" + p[0].to_bytes(32, "big") + p[1].to_bytes(32, "big")


def decode(data):
    assert len(data) == 65 and data[0] == 4
    p = (int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big"))
    assert (p[1] ** 2 - p[0] ** 3 + 3 * p[0] - B) % P == 0, "not on the curve"
    return p


def kdf(secret, counter):
    return hashlib.sha256(secret + counter.to_bytes(4, "big")).digest()


def cmac8(key, data):
    mac = CMAC(algorithms.AES(key))
    mac.update(data)
    return mac.finalize()[:8]


def token(key, point):
    return cmac8(key, bytes.fromhex("7F494F060A") + OID + b"\x86\x41" + encode(point))


def pad(data):
    return data + b"\x80" + bytes(-(len(data) + 1) % 16)


class Session:
    def __init__(self, connection, encryption, authentication):
        self.connection, self.enc, self.mac = connection, encryption, authentication
        self.counter = 0

    def cipher(self):
        block = Cipher(algorithms.AES(self.enc), modes.ECB()).encryptor()
        iv = block.update(self.counter.to_bytes(16, "big"))
        return Cipher(algorithms.AES(self.enc), modes.CBC(iv))

    def send(self, header, data=b"", le=None):
        self.counter += 1
        header = bytes([header[0] | 0x0C]) + header[1:]
        objects = b""
        if data:
            sealed = self.cipher().encryptor().update(pad(data))
            objects += bytes([0x87, len(sealed) + 1, 1]) + sealed
        if le is not None:
            objects += bytes([0x97, 1, le])
        ssc = self.counter.to_bytes(16, "big")
        objects += b"\x8e\x08" + cmac8(self.mac, ssc + pad(header) + (pad(objects) if objects else b""))
        answer, sw = exchange(self.connection, header + bytes([len(objects)]) + objects + b"\x00")
        self.counter += 1
        assert answer[-10:-8] == b"\x8e\x08", "no checksum"
        ssc = self.counter.to_bytes(16, "big")
        assert answer[-8:] == cmac8(self.mac, ssc + pad(answer[:-10])), "wrong checksum"
        assert answer[-14:-10] == b"\x99\x02" + sw.to_bytes(2, "big"), "wrong status"
        assert sw == 0x9000, f"{sw:04X}"
        if answer[0] != 0x87:
            return b""
        skip = 3 if answer[1] == 0x81 else 2
        plain = self.cipher().decryptor().update(answer[skip + 1 : -14])
        return plain.rstrip(b"\x00")[:-1]


def exchange(connection, command):
    data, sw1, sw2 = connection.transmit(list(command))
    return bytes(data), sw1 << 8 | sw2


def step(connection, data, last=False):
    body = bytes([0x7C, len(data)]) + data
    command = bytes([0 if last else 0x10, 0x86, 0, 0, len(body)]) + body + b"\x00"
    answer, sw = exchange(connection, command)
    assert sw == 0x9000, f"{sw:04X}"
    assert answer[0] == 0x7C and answer[1] == len(answer) - 2
    return answer[4:]


def pace(connection, can):
    main = bytes.fromhex("00A4040C10A000000077010800070000FE00000100")
    assert exchange(connection, main) == (b"", 0x9000)
    environment = b"\x80\x0a" + OID + b"\x83\x01\x02\x84\x01\x0c"
    command = bytes([0, 0x22, 0xC1, 0xA4, len(environment)]) + environment
    assert exchange(connection, command) == (b"", 0x9000)
    sealed = step(connection, b"")
    nonce = Cipher(algorithms.AES(kdf(can, 3)), modes.CBC(bytes(16))).decryptor().update(sealed)
    key = secrets.randbelow(N - 1) + 1
    peer = decode(step(connection, b"\x81\x41" + encode(times(key, G))))
    generator = add(times(int.from_bytes(nonce, "big") % N, G), times(key, peer))
    key = secrets.randbelow(N - 1) + 1
    own = times(key, generator)
    peer = decode(step(connection, b"\x83\x41" + encode(own)))
    shared = times(key, peer)[0].to_bytes(32, "big")
    authentication = kdf(shared, 2)
    answer = step(connection, b"\x85\x08" + token(authentication, peer), last=True)
    assert answer == token(authentication, own), "the chip is not authentic"
    return Session(connection, kdf(shared, 1), authentication)


for reader in readers():
    connection = reader.createConnection()
    try:
        connection.connect()
    except Exception:
        continue
    session = pace(connection, sys.argv[1].encode())
    session.send(bytes.fromhex("00A4010C"), bytes.fromhex("5000"))
    session.send(bytes.fromhex("00A4020C"), bytes.fromhex("5001"))
    print(session.send(bytes.fromhex("00B00000"), le=0xDF).decode())
    session.send(bytes.fromhex("00A4090C"), bytes.fromhex("ADF13401"))
    certificate = session.send(bytes.fromhex("00B00000"), le=0xDF)
    print(len(certificate), certificate[:2].hex())
    connection.disconnect()
    break
else:
    raise SystemExit("no card")

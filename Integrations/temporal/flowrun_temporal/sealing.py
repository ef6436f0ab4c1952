"""Secrets on their way: sealed for the activity worker, so that no history and no other process can read them.

HPKE of RFC 9180 with X25519, HKDF-SHA256 and AES-256-GCM. A sealed secret is bound to its run and its input: moved to another
run, it does not open. It is padded, so that its length does not tell that of the secret.
"""

from __future__ import annotations

import base64

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
_BLOCK = 64


class SealingError(Exception):
    """A secret could not be opened."""


def _info(run: str, name: str) -> bytes:
    return b"flowrun secret\0" + run.encode() + b"\0" + name.encode()


class PublicKey:
    """Seals secrets. Clients have it."""

    def __init__(self, text: str) -> None:
        """Reads the text of `PrivateKey.public`."""
        self.text = text
        self._key = X25519PublicKey.from_public_bytes(_bytes(text))

    def seal(self, secret: bytes | bytearray, run: str, name: str) -> str:
        """A secret for the input `name` of the run with this workflow id."""
        if len(secret) > 65_535:
            raise SealingError(f"`{name}` has more than 65,535 bytes")
        length = 2 + len(secret)
        padded = bytearray(length + -length % _BLOCK)
        padded[:2] = len(secret).to_bytes(2)
        padded[2:length] = secret
        try:
            sealed = _SUITE.encrypt(padded, self._key, info=_info(run, name))
        finally:
            wipe(padded)
        return f"{_text(name.encode())}.{_text(sealed)}"


class PrivateKey:
    """Opens secrets. Only activity workers have it."""

    def __init__(self, text: str) -> None:
        """Reads the text of `generate`."""
        self._key = X25519PrivateKey.from_private_bytes(_bytes(text))

    @staticmethod
    def generate() -> str:
        """A new key as text."""
        return _text(X25519PrivateKey.generate().private_bytes_raw())

    @property
    def public(self) -> PublicKey:
        """The key to seal with."""
        return PublicKey(_text(self._key.public_key().public_bytes_raw()))

    def open(self, sealed: str, run: str) -> bytearray:
        """The secret. `wipe` it after use."""
        try:
            name, _, body = sealed.partition(".")
            padded = bytearray(_SUITE.decrypt(_bytes(body), self._key, info=_info(run, _bytes(name).decode())))
        except (ValueError, InvalidTag) as error:
            raise SealingError("a secret was not sealed for this run and this key") from error
        secret = padded[2 : 2 + int.from_bytes(padded[:2])]
        wipe(padded)
        return secret


def is_sealed(text: str) -> bool:
    """Whether a text has the form of a sealed secret."""
    name, dot, body = text.partition(".")
    try:
        # The key of the exchange, a tag, and at least one block.
        return bool(name and dot) and len(_bytes(body)) >= 32 + 16 + _BLOCK
    except ValueError:
        return False


def wipe(secret: bytearray) -> None:
    """Overwrites a secret. Python may have copied it before, so this is an effort, not a promise."""
    for place in range(len(secret)):
        secret[place] = 0


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)

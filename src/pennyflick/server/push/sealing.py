"""A message that only one browser can open (RFC 8291, aes128gcm): the push service carries it and cannot read it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pennyflick.server.push.keys import decoded, point

LONGEST = 3_993  # bytes of a message: every push service takes 4096 sealed
_RECORD_SIZE = 4_096
_AUTH_BYTES, _SALT_BYTES = 16, 16
_LAST = b"\x02"  # ends the only record


class ReaderError(ValueError):
    """What a browser told of its keys cannot be used."""


@dataclass(frozen=True)
class Reader:
    """Who is to read: a browser's public key, and the secret it shares with us."""

    public: ec.EllipticCurvePublicKey
    auth: bytes


def reader(p256dh: str, auth: str) -> Reader:
    """The keys as a browser tells them; raises ReaderError."""
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        secret = decoded(auth)
    except ValueError:
        raise ReaderError("the keys of a browser are a point of the curve P-256 and 16 bytes, in base64url") from None
    if len(secret) != _AUTH_BYTES:
        raise ReaderError(f"the secret of a browser has {_AUTH_BYTES} bytes, not {len(secret)}")
    return Reader(public, secret)


@dataclass(frozen=True)
class Dice:
    """What must be new for every message."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    salt: bytes = field(default_factory=lambda: os.urandom(_SALT_BYTES))


def seal(message: bytes, to: Reader, dice: Dice) -> bytes:
    """The message as it travels: salt, size, our key of this message, and what only the reader can open."""
    assert len(message) <= LONGEST, f"a message of {len(message)} bytes is over {LONGEST}"
    ours = point(dice.key.public_key())
    shared = dice.key.exchange(ec.ECDH(), to.public)
    secret = _derived(shared, to.auth, b"WebPush: info\0" + point(to.public) + ours, 32)
    key = _derived(secret, dice.salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, dice.salt, b"Content-Encoding: nonce\0", 12)
    head = dice.salt + _RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, message + _LAST, None)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)

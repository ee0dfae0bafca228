"""The key by which push services know this server (RFC 8292): made once, signs every message."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

SIGNED_FOR = timedelta(hours=12)  # services refuse what is signed for more than a day
_HALF = 32  # bytes of each half of a signature
_JWT_HEADER = {"typ": "JWT", "alg": "ES256"}


def new_key() -> bytes:
    """A fresh key, as it is kept."""
    made = ec.generate_private_key(ec.SECP256R1())
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def read_key(kept: bytes) -> ec.EllipticCurvePrivateKey:
    """The key that was kept; raises ValueError when it is none."""
    found = load_pem_private_key(kept, None)
    if not isinstance(found, ec.EllipticCurvePrivateKey) or not isinstance(found.curve, ec.SECP256R1):
        raise ValueError("a key for push services lies on the curve P-256")
    return found


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it travels: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """What a browser needs to let this server, and no other, ring it."""
    return encoded(point(key.public_key()))


def authorization(key: ec.EllipticCurvePrivateKey, audience: str, subject: str, now: datetime) -> str:
    """The header that says who sends: signed for one push service and some hours."""
    claims = {"aud": audience, "exp": int((now + SIGNED_FOR).timestamp()), "sub": subject}
    signed = ".".join(encoded(msgspec.json.encode(part)) for part in (_JWT_HEADER, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = encoded(r.to_bytes(_HALF, "big") + s.to_bytes(_HALF, "big"))
    return f"vapid t={signed}.{signature}, k={public_text(key)}"


def encoded(value: bytes) -> str:
    """Bytes as the web writes them: base64url without padding."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What was written so; raises ValueError when it was not."""
    if not text.isascii():
        raise ValueError("base64url is ASCII")
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))

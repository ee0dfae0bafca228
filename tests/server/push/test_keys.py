"""The key by which push services know a server."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pennyflick.server.push.keys import authorization, decoded, new_key, public_text, read_key
from tests.server.push.stand_in import Posted


def test_a_key_that_was_kept_is_the_same_key() -> None:
    kept = new_key()

    assert public_text(read_key(kept)) == public_text(read_key(kept))
    assert len(decoded(public_text(read_key(kept)))) == 65


def test_what_is_signed_names_one_service_the_sender_and_twelve_hours() -> None:
    key, now = read_key(new_key()), datetime.now(UTC)

    told = authorization(key, "https://push.example", "https://play.example", now)

    claims = Posted("", {"authorization": told}, b"").claims(public_text(key))
    assert claims == {
        "aud": "https://push.example",
        "exp": int(now.timestamp()) + 12 * 3_600,
        "sub": "https://play.example",
    }


def _pem(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.mark.parametrize(
    "kept",
    [b"", b"nonsense", _pem(ec.generate_private_key(ec.SECP384R1())), _pem(ed25519.Ed25519PrivateKey.generate())],
)
def test_what_is_no_key_of_that_kind_is_refused(kept: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_key(kept)

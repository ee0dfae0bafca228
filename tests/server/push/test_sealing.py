"""Messages that only one browser can open."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.server.push.keys import decoded, encoded
from pennyflick.server.push.sealing import LONGEST, Dice, Reader, ReaderError, reader, seal
from tests.server.push.stand_in import Subscriber

# RFC 8291, appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
READER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
READER_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95"
    "bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_to_the_byte() -> None:
    sender = ec.derive_private_key(int.from_bytes(decoded(SENDER), "big"), ec.SECP256R1())

    sealed = seal(PLAIN, reader(READER_PUBLIC, READER_AUTH), Dice(sender, decoded(SALT)))

    assert encoded(sealed) == SEALED


@given(st.binary(max_size=LONGEST))
def test_whatever_is_sealed_its_reader_opens(message: bytes) -> None:
    browser = Subscriber()

    sealed = seal(message, Reader(browser.key.public_key(), browser.auth), Dice())

    assert len(sealed) <= 4_096
    assert browser.opened(sealed) == message


def test_nobody_else_opens_it_and_no_two_are_alike() -> None:
    browser, other = Subscriber(), Subscriber()
    to = Reader(browser.key.public_key(), browser.auth)
    first, second = seal(PLAIN, to, Dice()), seal(PLAIN, to, Dice())

    assert first != second
    assert PLAIN not in first
    with pytest.raises(InvalidTag):
        other.opened(first)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", READER_AUTH),
        ("AAAA", READER_AUTH),
        (READER_PUBLIC[:-2] + "zz", READER_AUTH),
        (READER_PUBLIC, ""),
        (READER_PUBLIC, "AAAA"),
        (READER_PUBLIC, "ä" * 22),
        ("ä", READER_AUTH),
    ],
)
def test_keys_that_no_browser_has_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ReaderError):
        reader(p256dh, auth)

"""Answers as the store keeps them: with the instant of a visible hand, and as they were before there were any."""

import msgspec

from pennyflick.server.wire.answers import read_stored_answer, wire_answer
from pennyflick.table import DiscId, Flick, Point, Seat, Side

ONE = Seat(Side.ONE)


def test_a_stored_answer_keeps_its_instant() -> None:
    flick = Flick(DiscId("A1"), 9_000, 1_000, Point(0.0, -304.8), "twenty")
    text = msgspec.json.encode(wire_answer(flick, 77)).decode()

    assert read_stored_answer(text, ONE) == (flick, 77)


def test_answers_stored_before_there_were_instants_read_as_before() -> None:
    text = '{"kind":"flick","disc":"A1","direction_cdeg":9000,"speed_mm_s":1000,"start":null,"call":null}'

    assert read_stored_answer(text, ONE) == (Flick(DiscId("A1"), 9_000, 1_000), None)

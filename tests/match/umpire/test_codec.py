from typing import Any

import pytest

from pennyflick.match.umpire import ToldError, new_sitting, tell
from pennyflick.match.umpire.codec import count_of, error_json, parse_line, seat_named, state, told_of
from pennyflick.record import Seen, Told
from pennyflick.rules import registry
from pennyflick.table import Choose, Declare, DiscId, Place, Resign, Seat, Side

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
Y1, Y4 = DiscId("Y1"), DiscId("Y4")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"seen": {"off": ["Y1"], "shooter_hit": true}}', Seen({"off": ("Y1",), "shooter_hit": True})),
        ('{"place": ["Y1"]}', Place({Y1: None})),
        ('{"choose": "pass"}', Choose("pass")),
        ('{"declare": {"what": "touch", "by": "two"}}', Declare("touch", (), TWO)),
        (
            '{"declare": {"what": "touch", "by": "two", "discs": ["Y4"], "off": ["Y1"], "sunk": ["Y4"]}}',
            Declare("touch", (Y4,), TWO, (Y1,), (Y4,)),
        ),
        ('{"resign": "one"}', Resign(ONE)),
    ],
)
def test_a_line_says_one_thing(line: str, told: Told) -> None:
    assert told_of(parse_line(line)) == told


@pytest.mark.parametrize(
    "asked",
    [
        {"declare": {"what": "touch", "by": "two", "off": "Y1"}},
        {"declare": {"what": "touch", "by": "two", "sunk": [1]}},
        {"declare": {"what": "touch", "by": "two", "fell": []}},
        {"place": [1]},
        {"choose": None},
    ],
)
def test_what_cannot_be_read_is_a_sentence(asked: dict[str, Any]) -> None:
    with pytest.raises(ToldError, match=r"\w"):
        told_of(asked)


def test_seats_and_counts_are_read_or_refused() -> None:
    assert seat_named("two-b") == Seat(Side.TWO, 1)
    assert count_of(2) == 2
    for wrong in (True, "2", 1.0):
        with pytest.raises(ToldError, match="a whole number"):
            count_of(wrong)


def test_the_answer_shows_the_ruling_and_what_is_asked_next() -> None:
    sitting = tell(new_sitting(registry.new_game("penny-black"), Side.ONE), None, Seen({"off": ("Y1",)}))
    shown = state(sitting, sitting.entries[-1])
    assert shown["clauses"] == ["BLK-8"]
    assert shown["next"]["fouls"] == ["touch", "unclean", "moved-board", "on-top"]
    (fallen,) = shown["next"]["fallen"]
    assert "Y1" not in fallen["options"]
    assert "shooter" in fallen["options"]


def test_an_error_names_the_questions_to_ask_again() -> None:
    assert error_json(ToldError("no", "off", "near")) == {"ok": False, "error": "no", "fields": ["off", "near"]}

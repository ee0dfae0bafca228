import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.record.notation import NotationError, Seen, parse_told, told_text
from pennyflick.table import Choose, Declare, DiscId, Flick, Place, Point, Resign, Seat, Side, SideFlick, Spot

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
SPOTS = {Spot("centre"): Point(0.0, 0.0), Spot("corner-1"): Point(91.35, 158.222841)}
SHOOTER, Y1, Y2, BLUE = map(DiscId, ("shooter", "Y1", "Y2", "blue"))

WRITTEN = [
    ("shooter 183.20 1400", Flick(SHOOTER, 18_320, 1_400)),
    ("shooter 0.05 1 @corner-1", Flick(SHOOTER, 5, 1, SPOTS[Spot("corner-1")])),
    ("A3 90.00 900 @-12.5,304.8 !twenty", Flick(DiscId("A3"), 9_000, 900, Point(-12.5, 304.8), "twenty")),
    ("side blue K1 270.00 800 @0,150.5", SideFlick(BLUE, DiscId("K1"), Point(0.0, 150.5), 27_000, 800)),
    ("place Y1@centre Y2@1.000001,-2", Place({Y1: Point(0.0, 0.0), Y2: Point(1.000001, -2.0)})),
    ("place Y1 Y2", Place({Y1: None, Y2: None})),
    ("choose pass", Choose("pass")),
    ('choose "two words"', Choose("two words")),
    ("declare touch Y1 Y2 by two", Declare("touch", (Y1, Y2), TWO)),
    ("declare unclean by one", Declare("unclean", (), ONE)),
    ("declare moved-board by two off=[Y1,Y2]", Declare("moved-board", (), TWO, (Y1, Y2))),
    ("declare touch Y1 by one off=[Y2] sunk=[Y1]", Declare("touch", (Y1,), ONE, (Y2,), (Y1,))),
    ("resign", Resign(ONE)),
    ("seen", Seen({})),
    (
        'seen off=[Y1,Y2] shooter_off=yes hit=no zone=centre word="yes" near=[]',
        Seen({"off": ("Y1", "Y2"), "shooter_off": True, "hit": False, "zone": "centre", "word": "yes", "near": ()}),
    ),
]


@pytest.mark.parametrize(("text", "answer"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_every_kind_of_answer_has_its_text(text: str, answer: Any) -> None:
    assert told_text(answer, SPOTS) == text
    assert parse_told(text, ONE, SPOTS) == answer


@given(st.data(), st.sampled_from([ONE, TWO]))
def test_parsing_undoes_printing(
    any_answer: Callable[[Seat], st.SearchStrategy[Any]], data: st.DataObject, by: Seat
) -> None:
    answer = data.draw(any_answer(by))
    assert parse_told(told_text(answer, SPOTS), by, SPOTS) == answer


@pytest.mark.parametrize("typed", ["shooter 183.2 1400", "  shooter   183.20\t1400 "])
def test_what_people_type_may_be_shorter_or_wider(typed: str) -> None:
    assert parse_told(typed, ONE, SPOTS) == Flick(SHOOTER, 18_320, 1_400)


@pytest.mark.parametrize(
    ("text", "column", "expected", "found"),
    [
        ("", 1, "an action", "the end of the line"),
        ("shooter", 8, "a direction in degrees", "the end of the line"),
        ("shooter north 1400", 9, "a direction in degrees", "'north'"),
        ("shooter 360.00 1400", 9, "from 0 to 359.99", "'360.00'"),
        ("shooter 12.345 1400", 9, "a direction in degrees", "'12.345'"),
        ("shooter 10 5000", 12, "from 1 to 4000", "'5000'"),
        ("shooter 10 0", 12, "from 1 to 4000", "'0'"),
        ("shooter 10 12.5", 12, "a speed in mm/s", "'12.5'"),
        ("shooter 10 500 @nowhere", 17, "a spot of this board (centre, corner-1)", "'nowhere'"),
        ("shooter 10 500 @", 17, "a spot's name or a point", "the end of the line"),
        ("shooter 10 500 fast", 16, "the end of the action", "'fast'"),
        ("side blue K1 10 500", 20, "@ and the place", "the end of the line"),
        ("place", 6, "a disc and its place", "the end of the line"),
        ("place Y1 Y1", 10, "each disc once", "'Y1'"),
        ("choose", 7, "the key of a choice", "the end of the line"),
        ("declare laughing by one", 9, "a foul: touch, unclean", "'laughing'"),
        ("declare touch Y1", 17, "by", "the end of the line"),
        ("declare touch by three", 18, "a seat", "'three'"),
        ("declare touch by one off=Y1", 26, "discs in brackets", "'Y1'"),
        ("declare touch by one fell=[Y1]", 22, "the end of the action", "'fell=[Y1]'"),
        ("seen off=", 10, "yes, no, a word", "the end of the line"),
        ("seen off=[Y1", 13, "]", "the end of the line"),
        ("seen a=yes a=no", 12, "each field once", "'a='"),
    ],
)
def test_an_error_names_the_column_what_was_expected_and_what_was_found(
    text: str, column: int, expected: str, found: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_told(text, ONE, SPOTS, line=4)
    assert (caught.value.line, caught.value.column) == (4, column)
    assert expected in caught.value.expected
    assert caught.value.found == found
    assert str(caught.value).startswith(f"line 4, column {column}: expected ")


@given(st.text(max_size=40))
def test_any_text_is_an_answer_that_prints_back_or_a_notation_error(text: str) -> None:
    with contextlib.suppress(NotationError):
        answer = parse_told(text, ONE, SPOTS)
        assert parse_told(told_text(answer, SPOTS), ONE, SPOTS) == answer

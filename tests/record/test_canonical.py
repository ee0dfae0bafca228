import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.record.canonical import canonical, digest, position_digest
from pennyflick.rules.game import Position
from pennyflick.rules.kept import kept
from pennyflick.table import Away, DiscId, Layout, Point, Seat, Side


@kept("Sheet", "turn score near")
@dataclass(frozen=True)
class _Ledger:
    turn: Side
    score: dict[Side, int]
    near: frozenset[str] = frozenset()


@kept("Other", "turn score near")
@dataclass(frozen=True)
class _OtherLedger:
    turn: Side
    score: dict[Side, int]
    near: frozenset[str] = frozenset()


def test_a_ledger_is_written_in_one_way() -> None:
    ledger = _Ledger(Side.ONE, {Side.TWO: 3, Side.ONE: 1}, frozenset({"Y2", "Y1"}))
    assert canonical(ledger) == '{"is":"Sheet","near":["Y1","Y2"],"score":{"one":1,"two":3},"turn":"one"}'


def test_the_order_of_a_mapping_does_not_matter_but_every_value_does() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1, "b": 2}) != digest({"a": 2, "b": 1})


def test_two_classes_with_equal_fields_are_told_apart() -> None:
    assert digest(_Ledger(Side.ONE, {})) != digest(_OtherLedger(Side.ONE, {}))


@given(st.floats(-1e6, 1e6).map(lambda x: round(x, 6)))
def test_a_place_is_its_six_decimals(x: float) -> None:
    there, again = Point(x, -x), Point(float(f"{x:.6f}"), -float(f"{x:.6f}"))
    assert canonical(there) == canonical(again)


def test_whole_numbers_and_minus_zero_are_written_alike() -> None:
    assert canonical(Point(1.0, -0.0)) == canonical(Point(1, 0)) == "[1,0]"


def test_a_position_digest_sees_the_ledger_and_every_disc() -> None:
    a, b = DiscId("a"), DiscId("b")
    before = Position(_Ledger(Side.ONE, {}), Layout({a: Point(1.0, 2.0), b: Away.HAND}))
    digests = {
        position_digest(before),
        position_digest(Position(_Ledger(Side.TWO, {}), before.layout)),
        position_digest(Position(before.ledger, before.layout.moved({a: Point(1.0, 2.000001)}))),
        position_digest(Position(before.ledger, before.layout.moved({b: Away.DITCH}))),
    }
    assert len(digests) == 4
    assert all(len(each) == 8 for each in digests)


def test_seats_are_written_by_name() -> None:
    assert canonical({Seat(Side.ONE, 1): Seat(Side.TWO)}) == '{"one-b":"two"}'


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_no_number_that_is_not_finite_is_written(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        canonical({"x": bad})


def test_a_thing_without_a_canonical_text_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        canonical(object())


def test_a_class_that_does_not_say_how_it_is_kept_is_refused() -> None:
    @dataclass(frozen=True)
    class Undeclared:
        turn: Side

    with pytest.raises(TypeError, match="Undeclared does not say how it is kept"):
        canonical(Undeclared(Side.ONE))


def test_another_python_name_of_a_class_or_a_field_changes_no_digest() -> None:
    @kept("Sheet", "to_move=turn points=score near")
    @dataclass(frozen=True)
    class Renamed:
        points: dict[Side, int]
        to_move: Side
        near: frozenset[str] = frozenset()

    assert digest(Renamed({Side.ONE: 2}, Side.TWO)) == digest(_Ledger(Side.TWO, {Side.ONE: 2}))


def test_a_field_that_came_later_is_left_out_at_its_default_only() -> None:
    @kept("Sheet", "turn score near", later="bonus")
    @dataclass(frozen=True)
    class Grown:
        turn: Side
        score: dict[Side, int]
        near: frozenset[str] = frozenset()
        bonus: tuple[str, ...] = ()

    assert digest(Grown(Side.ONE, {})) == digest(_Ledger(Side.ONE, {}))
    assert '"bonus":["Y1"]' in canonical(Grown(Side.ONE, {}, bonus=("Y1",)))

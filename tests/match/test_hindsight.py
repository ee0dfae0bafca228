"""Aim or hand? One sentence, where it makes a difference."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest

from pennyflick.match import Match, apply, new_match
from pennyflick.match.hindsight import hindsight
from pennyflick.match.referee import applied
from pennyflick.players import HANDS, VISIBLE_HANDS, Hand
from pennyflick.rules import registry
from pennyflick.table import DiscId, Flick, Place, Point, Seat, Side, Viewer

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
PICHENOTTE = registry.new_game("pichenotte")
OPEN_TWENTY = Flick(DiscId("A1"), 9_000, 1_000, Point(0.0, -304.8))
VISIBLE: Mapping[Seat, Hand | None] = {ONE: VISIBLE_HANDS["good"], TWO: VISIBLE_HANDS["good"]}


def _opening(hands: Mapping[Seat, Hand | None] = VISIBLE) -> Match:
    return new_match(PICHENOTTE, seed=1, starter=Side.ONE, hands=hands)


def _done(match: Match, meant: Flick, **erring: int) -> Match:
    return applied(match, ONE, meant, dataclasses.replace(meant, **erring), 100)  # type: ignore[arg-type]


def test_a_miss_of_the_hand_says_how_far_and_what_the_aim_would_have_done() -> None:
    missed = _done(_opening(), OPEN_TWENTY, direction_cdeg=9_400)

    told = hindsight(missed, 0)

    assert str(told) == "One let go 4.0° left; as aimed, A1 drops."
    assert told is not None
    assert told.said(Viewer({}, (ONE,))) == "You let go 4.0° left; as aimed, A1 drops."


@pytest.mark.parametrize("hand", [HANDS["good"], VISIBLE_HANDS["good"]])
def test_a_hand_that_nobody_watched_is_told_as_one_that_went_astray(hand: Hand) -> None:
    erring = dataclasses.replace(OPEN_TWENTY, direction_cdeg=8_700, speed_mm_s=900)

    missed = applied(_opening({ONE: hand}), ONE, OPEN_TWENTY, erring)

    assert str(hindsight(missed, 0)) == "One's hand went 3.0° right and 10 % too soft; as aimed, A1 drops."


def test_what_only_the_hand_did_is_told_too() -> None:
    meant = dataclasses.replace(OPEN_TWENTY, direction_cdeg=9_400)

    lucky = _done(_opening(), meant, direction_cdeg=9_000)

    assert str(hindsight(lucky, 0)) == "One let go 4.0° right; as aimed, A1 stays."


def test_across_east_left_is_still_left() -> None:
    meant = dataclasses.replace(OPEN_TWENTY, start=Point(-304.8, 0.0), direction_cdeg=35_980)

    told = hindsight(applied(_opening(), ONE, meant, dataclasses.replace(meant, direction_cdeg=300), 1), 0)

    assert str(told).startswith("One let go 3.2° left")


def test_nothing_is_said_where_the_hand_changed_nothing() -> None:
    assert hindsight(_done(_opening(), OPEN_TWENTY, direction_cdeg=9_010), 0) is None


def test_nothing_is_said_of_exact_flicks_and_of_other_answers() -> None:
    exact = apply(_opening({}), ONE, dataclasses.replace(OPEN_TWENTY, direction_cdeg=9_400))
    green = new_match(registry.new_game("penny-green"), seed=1, starter=Side.ONE, hands=VISIBLE)
    assert green.asked is not None
    placed = apply(green, green.asked.seats[0], Place(dict(green.asked.asks[0].suggested)))  # type: ignore[union-attr]

    assert hindsight(exact, 0) is None
    assert hindsight(placed, 0) is None


def test_when_aim_and_hand_both_give_the_game_away_the_aim_was_off() -> None:
    match = new_match(registry.new_game("penny-blue"), seed=1, starter=Side.ONE, hands=VISIBLE)
    off_the_board = Flick(DiscId("A1"), 13_500, 3_000)

    both = _done(match, off_the_board, speed_mm_s=2_900)

    assert str(hindsight(both, 0)) == "The hand made no difference: the aim was off."


def test_a_called_twenty_that_was_aimed_past_the_hole_was_the_aims_fault() -> None:
    called = dataclasses.replace(OPEN_TWENTY, direction_cdeg=9_300, call="twenty")

    told = hindsight(_done(_opening(), called, direction_cdeg=9_305), 0)

    assert str(told) == "The hand made no difference: the aim was off."


def test_where_the_same_discs_fall_the_ruling_as_aimed_is_told() -> None:
    red = registry.new_game("penny-red")
    match = new_match(red, seed=3, starter=Side.ONE, hands=VISIBLE)
    assert match.asked is not None
    told = _first_ruling(match)

    assert "; as aimed: " in told


def _first_ruling(match: Match) -> str:
    """What is said of the first serve that, a little harder, is ruled otherwise though the same discs fall."""
    ask: Any = match.asked.asks[0]  # type: ignore[union-attr]
    disc, region = next(iter(ask.discs.items()))
    start = region.nearest(Point(0.0, 0.0)) if region else None
    for direction in range(0, 36_000, 500):
        meant = Flick(disc, direction, 900, start)
        told = hindsight(_done(match, meant, speed_mm_s=1_300), 0)
        if told is not None and ": " in str(told):
            return str(told)
    raise AssertionError("no such serve")


def test_it_looks_at_the_position_before_its_own_action() -> None:
    first = _done(_opening(), OPEN_TWENTY, direction_cdeg=9_700)
    second = dataclasses.replace(OPEN_TWENTY, disc=DiscId("B1"), direction_cdeg=27_000, start=Point(0.0, 304.8))

    match = applied(first, TWO, second, dataclasses.replace(second, direction_cdeg=27_400), 5)

    assert str(hindsight(match, 0)) == "One let go 7.0° left; as aimed, A1 drops."
    assert str(hindsight(match, 1)) == "Two let go 4.0° left; as aimed, B1 drops."

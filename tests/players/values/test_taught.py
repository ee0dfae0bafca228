"""The hands of the lessons, and what others are taken for."""

import math

import pytest

from pennyflick.players.hands import HANDS, STEADIEST, Hand
from pennyflick.players.specs import NAMED
from pennyflick.players.values.taught import WITHIN, as_taught, usual_speed_sd


@pytest.mark.parametrize("hand", [*HANDS.values(), STEADIEST, *(spec.believed for spec in NAMED.values())])
def test_the_hands_that_there_are_stay_what_they_are(hand: Hand) -> None:
    assert as_taught(hand) == hand


@pytest.mark.parametrize("hand", [Hand(6.0, 0.05), Hand(0.7, 0.12), Hand(5.0, 0.0), Hand(0.0, 0.1)])
def test_other_hands_are_told_as_one_of_the_lessons_between_their_spreads(hand: Hand) -> None:
    found = as_taught(hand)

    low, high = WITHIN
    ratio = found.speed_sd / usual_speed_sd(found.direction_sd_deg)
    assert any(math.isclose(ratio, edge, rel_tol=0.01) for edge in (low, high))
    assert (found.direction_sd_deg < hand.direction_sd_deg) == (found.speed_sd > hand.speed_sd)


def test_a_hand_at_the_edge_is_told_as_about_itself() -> None:
    edge = Hand(2.0, 0.799 * usual_speed_sd(2.0))

    found = as_taught(edge)

    assert found.direction_sd_deg == pytest.approx(edge.direction_sd_deg, rel=0.01)
    assert found.speed_sd == pytest.approx(edge.speed_sd, rel=0.01)


def test_an_exact_hand_is_told_as_one() -> None:
    assert as_taught(Hand(0.0, 0.0)) == Hand(0.0, 0.0)

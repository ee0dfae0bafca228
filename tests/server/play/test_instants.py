"""Which instants of a decision can be."""

import pytest

from pennyflick.match import Match, new_match
from pennyflick.players import HANDS, VISIBLE_HANDS
from pennyflick.players.wander import decision_number
from pennyflick.rules import registry
from pennyflick.server.play.instants import Opening, wander_for
from pennyflick.table import Seat, Side

OPENED = Opening(at_s=100.0)


def _match(game: str = "pichenotte") -> Match:
    hands = {Seat(Side.ONE): VISIBLE_HANDS["good"], Seat(Side.TWO): HANDS["good"]}
    return new_match(registry.new_game(game), seed=7, starter=Side.ONE, hands=hands)


@pytest.mark.parametrize(("instant", "now"), [(0, 100.0), (1_000, 101.0), (1_250, 101.0), (0, 200.0)])
def test_an_instant_that_has_passed_can_be(instant: int, now: float) -> None:
    assert OPENED.untimely(instant, now, 250) is None


def test_an_instant_ahead_of_the_clock_cannot_be() -> None:
    refusal = OPENED.untimely(1_251, 101.0, 250)

    assert refusal is not None
    assert str(refusal.sentence) == "The flick was let go at 1251 ms, but only 1000 ms have passed; aim again."


def test_time_does_not_go_back_from_try_to_try() -> None:
    tried = OPENED.tried(900)

    assert tried.untimely(900, 101.0, 0) is None
    refusal = tried.untimely(899, 101.0, 0)
    assert refusal is not None
    assert str(refusal.sentence) == "The flick was let go at 899 ms, before an earlier try at 900 ms; aim again."


def test_only_who_holds_the_seat_that_must_act_with_a_visible_hand_is_told() -> None:
    match = _match()

    told = wander_for(match, 0, 5, ("one",))
    assert told is not None
    assert (told.version, told.number, told.elapsed_ms) == (0, decision_number(7, 1), 5)
    assert wander_for(match, 0, 5, ("one", "two")) == told
    assert wander_for(match, 0, 5, ("two",)) is None
    assert wander_for(match, 0, 5, ()) is None


def test_nobody_is_told_of_a_wander_where_nothing_is_flicked() -> None:
    assert wander_for(_match("penny-green"), 0, 5, ("one",)) is None

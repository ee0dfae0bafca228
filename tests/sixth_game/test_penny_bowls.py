"""The rulings of Penny Bowls, clause by clause: hand-written facts, no physics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pennyflick import physics
from pennyflick.rules.game import Position
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Choose, Declare, DiscId, Flick, Layout, Point, Seat, Side, Spot
from tests.sixth_game.penny_bowls.board import HOG_X_MM, JACK_X_MM, LENGTH_MM, MAT_X_MM, PennyBowlsBoard
from tests.sixth_game.penny_bowls.bowls import DISCS, JACK
from tests.sixth_game.penny_bowls.facts import Facts
from tests.sixth_game.penny_bowls.game import PennyBowls
from tests.sixth_game.penny_bowls.judge import judge
from tests.sixth_game.penny_bowls.ledger import Ended, Ledger
from tests.sixth_game.penny_bowls.options import Options

ONE, TWO = Side.ONE, Side.TWO
A1, A2, A4, B1, B2, B4 = (DiscId(name) for name in ("A1", "A2", "A4", "B1", "B2", "B4"))
GAME, OPTIONS = PennyBowls(), Options()
LAST = Ledger(ONE, flicked=7, alive=(A1, A2, B1), turns=Tally(4, 3))


def test_bwl_1_the_mat_the_hog_line_and_the_jack_lie_along_the_board() -> None:
    assert -LENGTH_MM / 2 < MAT_X_MM < HOG_X_MM < 0 < JACK_X_MM < LENGTH_MM / 2
    assert {mark.name for mark in PennyBowlsBoard().marks() if hasattr(mark, "name")} == {"hog line", "mat", "jack"}


def test_bwl_2_each_has_four_pennies_and_the_jack_is_nobodys() -> None:
    assert [disc.side for disc in GAME.discs] == [ONE] * 4 + [TWO] * 4 + [None]
    assert len({(disc.radius_mm, disc.mass_g) for disc in GAME.discs}) == 1


def test_bwl_3_the_players_flick_in_turn_from_the_mat() -> None:
    opening = GAME.opening(TWO)
    verdict = judge(OPTIONS, opening.ledger, Facts())

    assert opening.layout.point(B1) == GAME.board.spots[Spot("mat")]
    assert verdict.ledger.due == A1
    assert verdict.fates == {A1: Spot("mat")}
    assert verdict.clauses == ("BWL-3",)


def test_bwl_4_a_dead_penny_is_taken_away() -> None:
    verdict = judge(OPTIONS, Ledger(ONE, flicked=1, alive=(A1,)), Facts(dead=(B1, A1)))

    assert verdict.ledger.alive == ()
    assert verdict.fates == {B1: Away.DITCH, A1: Away.DITCH, A2: Spot("mat")}
    assert "BWL-4" in verdict.clauses


@pytest.mark.parametrize(("beyond_mm", "dead"), [(11.2, ()), (11.1, (A1,))])
def test_bwl_4_a_penny_must_be_wholly_beyond_the_hog_line(beyond_mm: float, dead: tuple[DiscId, ...]) -> None:
    """The line is 2 mm thick and a penny 20.3 mm across: its centre must be more than 11.15 mm beyond the middle."""
    facts = seen({A1: Point(HOG_X_MM + beyond_mm, 50.0)})
    assert facts.dead == dead


def test_bwl_5_whoever_loses_the_jack_gives_two_away() -> None:
    verdict = judge(OPTIONS, Ledger(ONE), Facts(jack_lost=True))

    assert verdict.ledger == Ledger(TWO, score=Tally(0, 2), turns=Tally(1, 0))
    assert verdict.fates[JACK] == Spot("jack")
    assert verdict.clauses == ("BWL-5",)


def test_bwl_6_each_penny_nearer_than_the_others_nearest_counts() -> None:
    verdict = judge(OPTIONS, LAST, Facts(nearest=(A1, A2)))

    assert verdict.ledger == Ledger(ONE, score=Tally(2, 0), turns=Tally(4, 4))
    assert verdict.clauses == ("BWL-6",)


def test_bwl_6_when_neither_is_nearer_nobody_scores_and_the_other_begins() -> None:
    assert judge(OPTIONS, LAST, Facts()).ledger == Ledger(TWO, turns=Tally(4, 4))


def test_bwl_6_the_distance_to_the_jack_is_measured() -> None:
    facts = seen({A1: Point(JACK_X_MM + 30.0, 0.0), A2: Point(JACK_X_MM, 35.0), B1: Point(JACK_X_MM, -50.0)})

    assert facts.nearest == (A2, A1)
    assert [evidence.measured_mm for evidence in facts.evidence] == [35.0, 30.0]


@pytest.mark.parametrize("what", ["touch", "unclean", "moved-board"])
def test_bwl_7_a_foul_costs_the_penny_on_the_mat(what: str) -> None:
    foul = Declare(what, (), Seat(ONE))
    verdict = judge(OPTIONS, Ledger(ONE), foul)

    assert GAME.refuse(GAME.opening(ONE), foul) is None
    assert verdict.ledger.alive == ()
    assert verdict.fates == {A1: Away.DITCH, B1: Spot("mat")}
    assert verdict.clauses[-2:] == ("BWL-7", "BWL-3")


def test_bwl_7_a_foul_of_who_waits_gives_the_other_a_point() -> None:
    ledger = Ledger(ONE, flicked=2, alive=(A1, B1))
    verdict = judge(OPTIONS, ledger, Declare("touch", (), Seat(TWO), off=(A1,)))

    assert verdict.ledger == replace(ledger, alive=(B1,), score=Tally(1, 0))
    assert verdict.fates == {A1: Away.DITCH, A2: Spot("mat")}
    assert verdict.clauses == ("GEN-5", "BWL-7", "BWL-4")


def test_bwl_8_first_to_three_wins_a_short_match() -> None:
    before = replace(LAST, score=Tally(1, 2))
    won = judge(OPTIONS, before, Facts(nearest=(B1,)))
    full = judge(Options(length="full"), before, Facts(nearest=(B1,)))

    assert (won.ledger.ended, won.clauses[-1]) == (Ended.SHOTS, "BWL-8")
    assert GAME.result(won.ledger) is not None
    assert full.ledger.ended is None


def test_the_turn_limit_ends_a_match_that_goes_nowhere() -> None:
    limited = PennyBowls(Options(turn_limit=4))
    verdict = limited.judge(LAST, Facts())
    result = limited.result(verdict.ledger)

    assert verdict.ledger.ended is Ended.LIMIT
    assert result is not None
    assert result.winner is None


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"dead": ["A1"], "nearest": ["A1"]}, "cannot lie nearest"),
        ({"jack_lost": True, "nearest": ["A1"]}, "the jack is lost"),
        ({"nearest": ["A1", "B1"]}, "all of one player"),
    ],
)
def test_what_cannot_be_is_not_ruled_on(told: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.facts(LAST, told)


@pytest.mark.parametrize(
    ("ledger", "places", "words"),
    [
        (Ledger(ONE, flicked=9), {}, "flicked cannot be 9"),
        (Ledger(ONE, alive=(B1,)), {}, "alive is B1, but the discs show nothing"),
        (Ledger(ONE), {A1: Away.HAND}, "A1 is flicked next"),
        (Ledger(ONE), {A2: Away.DITCH}, "A2 has not been flicked"),
        (Ledger(ONE, flicked=1), {A1: Away.HAND, B1: Point(MAT_X_MM, 0.0)}, "A1 has been flicked"),
        (Ledger(ONE, score=Tally(3, 0)), {}, "has won already"),
        (Ledger(ONE), {JACK: Away.DITCH}, "jack cannot be ditch"),
    ],
)
def test_a_position_that_cannot_be_is_told_in_a_sentence(
    ledger: Ledger, places: dict[DiscId, Point | Away], words: str
) -> None:
    opening = GAME.opening(ONE)
    told = GAME.contradiction(Position(ledger, opening.layout.moved(places)))

    assert GAME.contradiction(opening) is None
    assert told is not None
    assert words in told


def test_a_flick_is_seen_and_ruled_on() -> None:
    position = GAME.opening(ONE)
    flick = Flick(A1, 0, 4_000)
    shot = physics.simulate(GAME.board.surface, GAME.discs, position.layout, flick)

    assert GAME.observe(position, flick, shot).jack_lost
    assert GAME.refuse(position, Choose("pass")) is not None


def seen(places: dict[DiscId, Point]) -> Facts:
    """What an onlooker sees when these lie there at the end of a flick of A1, and the jack on its spot."""
    start = GAME.opening(ONE)
    shot = physics.simulate(GAME.board.surface, GAME.discs, start.layout, Flick(A1, 9_000, 1))
    rest = Layout({disc: places.get(disc, start.layout.where[disc]) for disc in DISCS})
    ledger = replace(start.ledger, alive=tuple(bowl for bowl in places if bowl != A1))
    return GAME.observe(replace(start, ledger=ledger), shot.flick, replace(shot, rest=rest))

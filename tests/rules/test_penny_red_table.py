"""Penny Red at the table: the set, what may be done next, what is refused, and what the geometry sees."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pennyflick.boards.measure import rim_gap_mm
from pennyflick.rules.game import Position
from pennyflick.rules.partners import decision_for, refuse_partner
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ended, Ledger, Phase, Reward
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import PENNIES
from pennyflick.table import (
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Away,
    Choose,
    Contact,
    Decision,
    Declare,
    DiscId,
    Event,
    Flick,
    Left,
    Piece,
    Place,
    Point,
    Resign,
    Seat,
    Shot,
    Side,
    SideFlick,
    Spot,
)

A1, A2, B1, B2, RED = PENNIES
ONE, TWO = Side.ONE, Side.TWO
GAME = PennyRed()
DOUBLES = PennyRed(Options(doubles=True))
RADIUS = 10.15
ORIGIN = Point(0.0, 0.0)
WHOLLY = 1.0 + RADIUS  # |x| of a penny that just clears the line


def at(moved: Mapping[DiscId, Point | Away], game: PennyRed = GAME, **ledger: Any) -> Position[Ledger]:
    """ONE to return, shooters in the corners, unless told otherwise."""
    opening = game.opening(ONE)
    corners = {A1: game.board.spots[Spot("corner-one-2")], RED: Point(-60.0, 0.0)}
    layout = opening.layout.moved({**corners, **moved})
    return Position(replace(opening.ledger, **{"phase": Phase.OPEN, **ledger}), layout)


def asked(position: Position[Ledger], game: PennyRed = GAME) -> Decision:
    decision = game.decision(position)
    assert decision is not None
    return decision


def flickable(decision: Decision) -> tuple[DiscId, ...]:
    return tuple(disc for ask in decision.asks if isinstance(ask, AskFlick) for disc in ask.discs)


def placeable(decision: Decision) -> list[tuple[DiscId, ...]]:
    return [tuple(ask.discs) for ask in decision.asks if isinstance(ask, AskPlace)]


def clause_of(position: Position[Ledger], answer: Any, game: PennyRed = GAME) -> str | None:
    refusal = game.refuse(position, answer)
    return None if refusal is None else refusal.clause


def rewarded(moved: Mapping[DiscId, Point | Away] | None = None, **rights: Any) -> Position[Ledger]:
    far = {RED: Point(100.0, 40.0), **(moved or {})}
    return at(far, phase=Phase.REWARD, flicks=1, reward=Reward(**rights))


# RED-1 and RED-3: the board and the set


def test_red_1_each_court_has_four_spots() -> None:
    for side in Side:
        names = {f"corner-{side.value}-1", f"corner-{side.value}-2", f"serving-{side.value}", f"quarter-{side.value}"}
        assert set(GAME.board.court_spots(side)) == names
    assert len(GAME.board.spots) == 8


def test_red_3_to_serve_and_to_receive_everything_stands_on_its_spot() -> None:
    layout, spots = GAME.opening(TWO).layout, GAME.board.spots

    assert layout.point(B1) == spots[Spot("serving-two")]
    assert layout.point(B2) == spots[Spot("corner-two-1")]
    assert layout.point(RED) == spots[Spot("quarter-two")]
    assert {layout.point(A1), layout.point(A2)} == {spots[Spot("corner-one-1")], spots[Spot("corner-one-2")]}


# RED-2, RED-4: what may be flicked


def test_red_2_the_red_is_never_flicked() -> None:
    assert flickable(asked(at({}))) == (A1, A2)
    assert clause_of(at({}), Flick(RED, 0, 500)) == "RED-2"
    assert clause_of(at({}), Flick(B1, 0, 500)) == "RED-2"


def test_red_2_a_shooter_that_overlaps_the_edge_is_flicked_like_any_other() -> None:
    assert flickable(asked(at({A1: Point(-227.0, 0.0)}))) == (A1, A2)


def test_red_4_only_the_shooter_on_the_serving_spot_serves() -> None:
    opening = GAME.opening(ONE)

    assert flickable(asked(opening)) == (A1,)
    assert clause_of(opening, Flick(A2, 0, 500)) == "RED-4"
    assert clause_of(opening, Flick(RED, 0, 500)) == "RED-4"


def test_red_3_changing_corners_is_offered_once() -> None:
    opening = GAME.opening(ONE)
    changed = replace(opening, ledger=replace(opening.ledger, corner_chosen=True))

    assert any(isinstance(ask, AskChoose) for ask in asked(opening).asks)
    assert GAME.refuse(opening, Choose("other-corner")) is None
    assert GAME.refuse(changed, Choose("other-corner")) is not None


def test_red_5_the_second_try_is_called_one() -> None:
    opening = GAME.opening(ONE)
    second = asked(replace(opening, ledger=replace(opening.ledger, second_serve=True)))

    assert "RED-5" in second.clauses
    assert isinstance(second.asks[0], AskFlick)
    assert second.asks[0].kind == "second serve"


# RED-9, RED-12, RED-16: placing own shooters


def test_red_9_either_shooter_goes_anywhere_on_the_own_court() -> None:
    position = rewarded(place=(A1, A2), places=1)

    assert placeable(asked(position)) == [(A1,), (A2,)]
    for place in (Point(-12.0, 0.0), Point(-218.0, -100.0), Point(-150.0, 33.3)):
        assert GAME.refuse(position, Place({A1: place})) is None
    assert GAME.refuse(position, Choose("decline")) is None
    assert GAME.refuse(position, Place({A1: Point(-50.0, 0.0), A2: Point(-90.0, 0.0)})) is not None


@pytest.mark.parametrize(
    "wrong",
    [
        Point(50.0, 0.0),
        Point(-WHOLLY, 0.0),  # touches the line
        Point(-219.0, 0.0),  # overlaps the back edge
        Point(-100.0, 104.5),  # overlaps a side edge
        Point(-110.0, 5.0),  # on the other shooter
    ],
)
def test_red_16_a_repositioned_shooter_lies_wholly_on_its_own_side(wrong: Point) -> None:
    position = rewarded({A2: Point(-110.0, 0.0)}, place=(A1, A2), places=1)

    refusal = GAME.refuse(position, Place({A1: wrong}))

    assert refusal is not None
    assert refusal.clause == "RED-16"
    assert refusal.nearest is not None
    assert refusal.nearest == refusal.nearest.rounded(1)
    assert GAME.refuse(position, Place({A1: refusal.nearest})) is None


def test_red_12_both_may_be_picked_up_at_once_and_change_places() -> None:
    position = rewarded({A1: Point(-50.0, 0.0), A2: Point(-90.0, 0.0)}, place=(A1, A2), places=2, cannon=True)

    assert placeable(asked(position)) == [(A1,), (A2,), (A1, A2)]
    assert GAME.refuse(position, Place({A1: Point(-90.0, 0.0), A2: Point(-50.0, 0.0)})) is None
    assert clause_of(position, Place({A1: Point(-90.0, 0.0)})) == "RED-16"


def test_red_12_the_two_placed_together_may_not_lie_on_each_other() -> None:
    position = rewarded(place=(A1, A2), places=2, cannon=True)

    refusal = GAME.refuse(position, Place({A1: Point(-90.0, 0.0), A2: Point(-85.0, 0.0)}))

    assert refusal is not None
    assert refusal.clause == "RED-16"
    assert refusal.nearest is not None
    assert GAME.refuse(position, Place({A1: Point(-90.0, 0.0), A2: refusal.nearest})) is None


def test_red_12_the_suggested_places_are_legal() -> None:
    position = rewarded({A1: Point(-3.0, 0.0), A2: Point(-5.0, 21.0)}, place=(A1, A2), places=2, cannon=True)

    for ask in asked(position).asks:
        assert isinstance(ask, AskPlace)
        assert GAME.refuse(position, Place(dict(ask.suggested))) is None


def test_red_10_the_positioning_flick_is_offered_and_may_be_waived() -> None:
    position = rewarded(flick=True)

    assert flickable(asked(position)) == (A1, A2)
    assert GAME.refuse(position, Choose("pass")) is None


# RED-14: the enemy shooter


def test_red_14_to_the_enemys_serving_or_quarter_spot_if_free() -> None:
    position = rewarded(enemy=(B1,))
    spots = GAME.board.spots

    assert GAME.refuse(position, Place({B1: spots[Spot("serving-two")]})) is None
    assert GAME.refuse(position, Place({B1: spots[Spot("quarter-two")]})) is None
    assert clause_of(position, Place({B1: spots[Spot("corner-two-1")]})) == "RED-14"
    assert GAME.refuse(position, Choose("decline")) is None
    on_it = rewarded({B2: spots[Spot("serving-two")]}, enemy=(B1,))
    assert clause_of(on_it, Place({B1: spots[Spot("serving-two")]})) == "GEN-9"


def test_red_14_of_two_one_is_offered_each() -> None:
    assert placeable(asked(rewarded(enemy=(B1, B2)))) == [(B1,), (B2,)]


def test_red_14_with_both_spots_blocked_there_is_still_something_to_answer() -> None:
    spots = GAME.board.spots
    blocked = {RED: spots[Spot("serving-two")], B2: spots[Spot("quarter-two")]}
    position = rewarded(blocked, enemy=(B1,))

    assert GAME.refuse(position, Choose("pass")) is None
    facts = observed(hit(0.1, A1, RED), hit(0.2, B1, RED), moved=blocked)
    assert facts.spots_blocked
    assert not observed(hit(0.1, A1, RED), hit(0.2, B1, RED)).spots_blocked
    assert not observed(hit(0.1, A1, RED), moved=blocked).spots_blocked  # the red hit nobody
    not_returned = {**blocked, RED: Point(-60.0, 0.0), A2: spots[Spot("serving-two")]}
    assert not observed(hit(0.1, A1, RED), hit(0.2, B1, RED), moved=not_returned).spots_blocked


# RED-15 and RED-17: shooters across the line, shooters touching the red


def test_red_15_a_shooter_put_across_is_respotted_before_the_first_flick() -> None:
    position = at({A2: Point(WHOLLY + 0.1, 0.0)})

    assert placeable(asked(position)) == [(A2,)]
    assert clause_of(position, Flick(A1, 0, 500)) == "RED-15"
    assert GAME.refuse(position, Place({A2: GAME.board.spots[Spot("serving-one")]})) is None


def test_red_15_a_shooter_that_still_touches_the_line_is_not_across() -> None:
    assert flickable(asked(at({A2: Point(WHOLLY + 0.04, 0.0)}))) == (A1, A2)


def test_red_17_a_shooter_touching_the_red_is_respotted_or_used_for_a_cannon() -> None:
    position = at({A2: Point(-60.0, 20.34)})
    decision = asked(position)

    assert flickable(decision) == (A1,)
    assert placeable(decision) == [(A2,)]
    assert clause_of(position, Flick(A2, 0, 500)) == "RED-17"
    assert GAME.refuse(position, Place({A2: GAME.board.spots[Spot("corner-one-1")]})) is None
    assert clause_of(position, Place({A2: Point(-80.0, 60.0)})) == "RED-17"
    assert flickable(asked(at({A2: Point(-60.0, 20.36)}))) == (A1, A2)


def test_red_17_if_both_touch_at_least_one_is_respotted() -> None:
    position = at({A1: Point(-60.0, -20.3), A2: Point(-60.0, 20.3)})

    assert flickable(asked(position)) == ()
    assert placeable(asked(position)) == [(A1,), (A2,)]


def test_red_17_binds_the_positioning_flick_too() -> None:
    position = rewarded({RED: Point(12.0, 0.0), A2: Point(-8.3, 0.0)}, flick=True)

    assert flickable(asked(position)) == (A1,)
    assert placeable(asked(position)) == [(A2,)]


def test_red_17_a_respotted_shooter_does_not_touch_the_red_again() -> None:
    serving = GAME.board.spots[Spot("serving-one")]
    beside = Point(serving.x_mm + 20.3, 0.0)
    position = at({RED: beside, A1: Point(beside.x_mm, 20.3)})
    (ask,) = (ask for ask in asked(position).asks if isinstance(ask, AskPlace))

    place = ask.discs[A1].nearest(serving)

    assert rim_gap_mm(place, RADIUS, beside, RADIUS) > 0.05


def test_red_17_with_no_free_spot_the_shooter_goes_to_the_nearest_legal_point() -> None:
    spots = GAME.board.court_spots(ONE)
    covered = dict(zip((A2, B1, B2, RED), spots.values(), strict=True))
    position = at({**covered, A1: Away.HAND}, in_hand=A1)
    (ask,) = asked(position).asks
    assert isinstance(ask, AskPlace)

    place = ask.suggested[A1]

    assert GAME.refuse(position, Place({A1: place})) is None
    assert all(place.distance_mm(other) >= 2 * RADIUS for other in covered.values())
    assert min(place.distance_mm(spot) for spot in spots.values()) < 2 * RADIUS + 0.2


# RED-18: the side-flick


def test_red_18_a_red_over_the_edge_of_his_court_may_be_side_flicked() -> None:
    lies = Point(-60.0, 110.0)
    position = at({RED: lies})
    (ask,) = (ask for ask in asked(position).asks if isinstance(ask, AskSideFlick))

    assert flickable(asked(position)) == (A1, A2)  # he may, he need not
    assert ask.held == (A1, A2)
    assert ask.at.breaks(lies) is None
    assert ask.at.breaks(Point(-60.0, 112.0)) == "RED-18"
    assert GAME.refuse(position, SideFlick(RED, A1, lies, 27_000, 900)) is None
    assert clause_of(position, SideFlick(RED, A1, lies, 9_000, 900)) == "RED-18"
    assert GAME.refuse(position, SideFlick(RED, B1, lies, 27_000, 900)) is not None


@pytest.mark.parametrize("lies", [Point(-60.0, 104.0), Point(5.0, 110.0), Point(-100.0, 0.0)])
def test_red_18_not_elsewhere(lies: Point) -> None:
    assert not any(isinstance(ask, AskSideFlick) for ask in asked(at({RED: lies})).asks)


def test_red_18_the_back_edge_and_the_corner_count_too() -> None:
    for lies in (Point(-224.0, 30.0), Point(-226.0, -111.0)):
        position = at({RED: lies, A1: Point(-100.0, 0.0)})
        (ask,) = (ask for ask in asked(position).asks if isinstance(ask, AskSideFlick))
        assert ask.at.breaks(ask.at.nearest(lies)) is None


def test_red_18_the_held_shooter_goes_to_a_spot_of_its_own_court() -> None:
    position = at({A1: Away.HAND}, in_hand=A1)

    assert placeable(asked(position)) == [(A1,)]
    for spot in ("corner-one-2", "serving-one", "quarter-one"):
        assert GAME.refuse(position, Place({A1: GAME.board.spots[Spot(spot)]})) is None
    assert clause_of(position, Place({A1: GAME.board.spots[Spot("corner-one-1")]})) == "GEN-9"
    assert clause_of(position, Place({A1: GAME.board.spots[Spot("serving-two")]})) is not None
    assert clause_of(position, Place({A1: Point(-60.0, 50.0)})) is not None


def test_red_16_a_respotted_shooter_does_not_overlap_the_edge() -> None:
    position = at({A1: Away.HAND}, in_hand=A1)

    assert clause_of(position, Place({A1: Point(-219.0, 0.0)})) == "RED-16"  # on the serving spot, over the edge


# RED-20: doubles


def test_red_20_four_seats_share_the_decisions_of_their_team() -> None:
    assert len(DOUBLES.seats) == 4
    assert asked(at({}, DOUBLES), DOUBLES).seats == (Seat(ONE, 0), Seat(ONE, 1))
    assert "RED-20" in asked(at({}, DOUBLES), DOUBLES).clauses


def test_red_20_only_the_serving_partner_serves() -> None:
    opening = DOUBLES.opening(ONE)
    third = replace(opening, ledger=replace(opening.ledger, games_played=2))

    assert asked(opening, DOUBLES).seats == (Seat(ONE, 0),)
    assert asked(third, DOUBLES).seats == (Seat(ONE, 1),)
    assert flickable(asked(third, DOUBLES)) == (A2,)


def test_red_20_each_partner_flicks_respots_and_holds_his_own_shooter() -> None:
    decision = asked(at({}, DOUBLES), DOUBLES)
    second = Seat(ONE, 1)

    assert flickable(decision_for(DOUBLES.discs, decision, second)) == (A2,)
    assert refuse_partner(DOUBLES.discs, second, Flick(A2, 0, 500)) is None
    refusal = refuse_partner(DOUBLES.discs, second, Flick(A1, 0, 500))
    assert refusal is not None
    assert refusal.clause == "RED-20"
    assert refuse_partner(DOUBLES.discs, second, SideFlick(RED, A1, ORIGIN, 0, 500)) is not None
    assert refuse_partner(DOUBLES.discs, second, Place({A1: ORIGIN})) is not None
    assert refuse_partner(DOUBLES.discs, second, Place({B1: ORIGIN})) is None
    assert refuse_partner(GAME.discs, Seat(ONE), Flick(A2, 0, 500)) is None


def test_red_20_a_partner_with_nothing_to_do_is_not_asked() -> None:
    held = at({A2: Away.HAND}, DOUBLES, in_hand=A2)
    across = at({A1: Point(30.0, 0.0)}, DOUBLES)

    assert asked(held, DOUBLES).seats == (Seat(ONE, 1),)
    assert asked(across, DOUBLES).seats == (Seat(ONE, 0),)


# What the geometry sees


def hit(instant: float, a: DiscId, b: DiscId, *, push: bool = False) -> Contact:
    return Contact(instant, a, b, 100.0, push)


def left(instant: float, disc: DiscId) -> Left:
    return Left(instant, disc, ORIGIN)


def moving(x0: float, x1: float) -> tuple[Piece, ...]:
    """Along the long axis from x0 to x1, stopping there."""
    speed = math.copysign(math.sqrt(2 * 1962.0 * abs(x1 - x0)), x1 - x0)
    return (Piece(0.0, abs(speed) / 1962.0, x0, 0.0, speed, 0.0, 1962.0),)


def observed(
    *events: Event,
    flick: Flick | SideFlick | None = None,
    moved: Mapping[DiscId, Point | Away] | None = None,
    paths: Mapping[DiscId, tuple[Piece, ...]] | None = None,
    position: Position[Ledger] | None = None,
) -> Facts:
    position = position or at({})
    flick = flick or Flick(A1, 0, 1000)
    off = {event.disc: Away.OFF for event in events if isinstance(event, Left)}
    rest = position.layout.moved({RED: Point(100.0, 40.0), **(moved or {}), **off})
    return GAME.observe(position, flick, Shot(flick, position.layout, rest, events, paths or {}))


@pytest.mark.parametrize(
    ("x", "where"),
    [
        (WHOLLY + 0.06, RedAt.FAR),
        (WHOLLY + 0.04, RedAt.HERE),  # touches the line
        (-50.0, RedAt.HERE),
    ],
)
def test_red_4_and_8_the_red_is_returned_when_it_lies_wholly_beyond_the_line(x: float, where: RedAt) -> None:
    facts = observed(moved={RED: Point(x, 0.0)})

    assert facts.red_at is where
    (seen,) = [each for each in facts.evidence if each.fact == "red"]
    assert seen.measured_mm == pytest.approx(x - WHOLLY)


def test_red_8_a_red_off_the_board_is_seen() -> None:
    facts = observed(left(0.5, RED))

    assert facts.red_at is RedAt.OFF
    assert facts.off == (RED,)


def test_red_2_who_hit_the_red_and_whether_the_shooters_met() -> None:
    facts = observed(hit(0.1, A1, A2), hit(0.2, A1, RED))

    assert facts.shooters_met
    assert facts.red_hit_by == (A1,)
    assert not facts.cannon


def test_red_13_enemy_shooters_that_the_red_hits_do_not_count_as_hitting_it() -> None:
    assert observed(hit(0.1, A1, RED), hit(0.2, B1, RED), hit(0.3, A2, B1)).red_hit_by == (A1,)


def test_red_12_a_cannon_is_flicked_into_other_into_red_in_this_order() -> None:
    assert observed(hit(0.1, A1, A2), hit(0.2, A2, RED)).cannon
    assert not observed(hit(0.1, A2, RED), hit(0.2, A1, A2)).cannon
    assert not observed(hit(0.1, A1, RED), hit(0.2, A2, RED)).cannon


def test_red_13_a_chain_from_the_red_reaches_enemy_shooters() -> None:
    through = observed(hit(0.1, A1, RED), hit(0.2, B1, RED), hit(0.3, B1, B2), left(0.4, B2))

    assert through.reached_by_red == (B1, B2)
    assert through.struck_by_red == (B1,)


def test_red_13_a_shooter_hit_by_a_shooter_alone_was_not_reached_by_the_red() -> None:
    facts = observed(hit(0.1, A1, B1), hit(0.2, B1, B2), hit(0.3, A1, RED), left(0.4, B2))

    assert facts.reached_by_red == ()


def test_red_14_an_enemy_shooter_that_ran_into_the_resting_red_was_not_hit_by_it() -> None:
    assert observed(hit(0.1, A1, B1), hit(0.2, B1, RED)).struck_by_red == ()


@pytest.mark.parametrize(("furthest", "crossed"), [(WHOLLY + 0.06, True), (WHOLLY + 0.04, False)])
def test_red_15_crossing_is_seen_at_any_moment_though_the_shooter_comes_back(furthest: float, crossed: bool) -> None:
    there, back = moving(-60.0, furthest), moving(furthest, -20.0)

    facts = observed(paths={A1: (*there, *back)}, moved={A1: Point(-20.0, 0.0)})

    assert facts.crossed == ((A1,) if crossed else ())
    if crossed:
        (seen,) = [each for each in facts.evidence if each.fact == "crossed"]
        assert seen.instant_s is not None
        assert 0 < seen.instant_s <= there[0].t1_s


def test_red_15_enemy_shooters_that_cross_are_no_offence_but_are_seen_across() -> None:
    facts = observed(paths={B1: moving(60.0, -40.0)}, moved={B1: Point(-40.0, 0.0)})

    assert facts.crossed == ()
    assert facts.across == (B1,)


def test_red_17_touching_means_a_gap_of_at_most_a_twentieth_of_a_millimetre() -> None:
    assert observed(moved={RED: Point(-60.0, 0.0), A2: Point(-60.0, 20.34)}).touching == (A2,)
    assert observed(moved={RED: Point(-60.0, 0.0), A2: Point(-60.0, 20.36)}).touching == ()


def test_red_18_a_side_flick_counts_as_the_held_shooter_hitting_the_red() -> None:
    flick = SideFlick(RED, A2, Point(-60.0, 110.0), 27_000, 900)

    facts = observed(hit(0.2, B1, RED), flick=flick, moved={A2: Away.HAND})

    assert facts.side_flick
    assert facts.flicked == A2
    assert facts.red_hit_by == (A2,)
    assert facts.struck_by_red == (B1,)
    assert not facts.cannon


def test_red_18_the_court_whose_edge_the_red_overlaps() -> None:
    assert observed(moved={RED: Point(60.0, 110.0)}).over_edge is TWO
    assert observed(moved={RED: Point(-60.0, 110.0)}).over_edge is ONE
    assert observed(moved={RED: Point(-60.0, 100.0)}).over_edge is None


def test_red_6_the_corner_spots_that_are_free_after_a_serve() -> None:
    opening = GAME.opening(ONE)
    disturbed = observed(position=opening, moved={A2: Point(-214.0, -90.0)})

    assert observed(position=opening).free_corners == (Spot("corner-one-2"),)
    assert disturbed.free_corners == (Spot("corner-one-1"),)


def test_red_21_an_illegal_push_shot_is_seen() -> None:
    illegal = observed(hit(0.01, A1, RED, push=True), hit(0.2, A1, A2))
    assert illegal.illegal_push
    assert not illegal.legal_push
    assert observed(hit(0.01, A1, RED, push=True)).legal_push
    assert not observed(hit(0.1, A1, RED)).legal_push


def test_every_fact_comes_with_what_was_measured() -> None:
    facts = observed(
        hit(0.1, A1, A2),
        hit(0.2, A2, RED),
        hit(0.3, B1, RED),
        left(0.5, B1),
        moved={RED: Point(100.0, 110.0), B2: Point(100.0, 89.7)},
    )
    seen = {each.fact: each for each in facts.evidence}

    assert (seen["off"].discs, seen["off"].instant_s) == ((B1,), 0.5)
    assert seen["cannon"].instant_s == 0.2
    assert seen["struck_by_red"].instant_s == 0.3
    assert seen["touching"].measured_mm == pytest.approx(0.0, abs=1e-6)
    assert seen["over_edge"].measured_mm == pytest.approx(114.5 - 110.0 - RADIUS)
    assert {each.fact for each in observed(hit(0.01, A1, RED, push=True)).evidence} == {"red", "legal_push"}
    assert "illegal_push" in {e.fact for e in observed(hit(0.01, A1, RED, push=True), hit(0.2, A1, A2)).evidence}


# Refusing never raises

_STRANGE: list[Any] = [
    Flick(DiscId("nobody"), 0, 500),
    Flick(A1, -1, 500),
    Flick(A1, 0, 5200),
    Flick(A1, 0, 500, start=ORIGIN),
    Flick(None, "x", 1.5),  # type: ignore[arg-type]
    SideFlick(RED, A1, Point(math.inf, 0.0), 0, 500),
    SideFlick(RED, A1, ORIGIN, 0, 500),
    SideFlick(A1, RED, ORIGIN, 0, 500),
    Place({}),
    Place({A1: None}),
    Place({A1: None, A2: None}),
    Place({A1: Point(math.nan, math.nan)}),
    Place({A1: Point(1e308, 1e308), A2: Point(-1e308, 0.0)}),
    Place({A1: ORIGIN, A2: ORIGIN, RED: ORIGIN}),
    Choose("castle"),
    Declare("sneeze", (), Seat(ONE)),
    Declare("touch", (DiscId("nobody"),), Seat(ONE)),
    Declare("touch", (), Seat(ONE, 1)),
]


@pytest.mark.parametrize("answer", _STRANGE, ids=repr)
@pytest.mark.parametrize(
    "position",
    [
        GAME.opening(ONE),
        at({}),
        at({RED: Point(-60.0, 110.0)}),
        at({A1: Away.HAND}, in_hand=A1),
        rewarded(place=(A1, A2), places=2, cannon=True),
        at({}, ended=Ended.SETS),
    ],
    ids=["serve", "open", "side-flick", "in hand", "cannon", "over"],
)
def test_what_no_decision_asks_for_is_refused_in_words(answer: Any, position: Position[Ledger]) -> None:
    refusal = GAME.refuse(position, answer)

    assert refusal is not None
    assert refusal.sentence


def test_declaring_and_resigning_are_always_possible() -> None:
    assert GAME.refuse(at({}), Declare("touch", (RED,), Seat(TWO))) is None
    assert GAME.refuse(at({}), Resign(Seat(TWO))) is None


# The umpire of a real board


def fields(ledger: Ledger) -> list[str]:
    form = GAME.form(ledger)
    assert form is not None
    return [question.field for question in form.questions]


OPEN_LEDGER = at({}).ledger
_AFTER = ["red_at", "off", "crossed", "illegal_push", "across", "touching", "over_edge", "far_edge"]


def test_the_umpire_asks_only_what_the_score_sheet_needs() -> None:
    assert fields(GAME.opening(ONE).ledger) == ["hit_red", *_AFTER, "free_corner"]
    hits = ["flicked", "shooters_met", "red_hit_by", "cannon", "reached_by_red", "struck_by_red", "spots_blocked"]
    assert fields(OPEN_LEDGER) == [*hits, *_AFTER]
    assert fields(rewarded(flick=True).ledger) == ["flicked", *_AFTER]
    assert fields(rewarded(place=(A1, A2), places=1).ledger) == []
    assert fields(replace(OPEN_LEDGER, across=(A1,))) == []


def test_the_umpire_offers_what_may_be_put_down() -> None:
    def places(ledger: Ledger) -> tuple[tuple[DiscId, ...], ...]:
        form = GAME.form(ledger)
        assert form is not None
        return form.places

    assert places(replace(OPEN_LEDGER, in_hand=A1)) == ((A1,),)
    assert places(replace(OPEN_LEDGER, across=(A1, B1))) == ((A1,),)
    assert places(replace(OPEN_LEDGER, touching=(A2, B2))) == ((A2,),)
    assert places(rewarded(place=(A1, A2), places=2, enemy=(B1,)).ledger) == ((A1,), (A2,), (B1,), (A1, A2))


def test_a_game_told_to_the_umpire_is_ruled_like_one_played() -> None:
    serve = GAME.facts(GAME.opening(ONE).ledger, {"hit_red": True, "red_at": "far"})
    good = GAME.judge(GAME.opening(ONE).ledger, serve)
    cannon = GAME.facts(
        good.ledger, {"flicked": "B2", "cannon": True, "red_at": "far", "off": ["A1"], "reached_by_red": ["A1"]}
    )
    star = GAME.judge(good.ledger, cannon)

    assert good.clauses == ("RED-4", "RED-6")
    assert good.fates == {A1: Spot("corner-one-2")}
    assert cannon.shooters_met
    assert cannon.red_hit_by == (B1,)
    assert star.clauses == ("RED-12", "RED-13", "RED-19", "RED-7")
    assert star.ledger.points.two == 3


def test_the_umpire_offers_a_side_flick_when_the_red_overlaps_the_edge() -> None:
    ledger = replace(OPEN_LEDGER, over_edge=ONE)
    form = GAME.form(ledger)
    assert form is not None

    assert form.questions[0].options == ("A1", "A2", "side-flick A1", "side-flick A2")
    facts = GAME.facts(ledger, {"flicked": "side-flick A2", "red_at": "far", "over_edge": True})
    assert (facts.flicked, facts.side_flick, facts.red_hit_by, facts.over_edge) == (A2, True, (A2,), TWO)


@pytest.mark.parametrize(
    "told",
    [
        {"off": ["blue"]},
        {"red_at": "away"},
        {"flicked": "B1"},
        {"crossed": ["B1"]},
        {"off": ["red"], "red_at": "far"},
        {"off": ["B1"], "across": ["B1"]},
        {"cannon": 1},
        {"declared": "touch"},
    ],
)
def test_what_cannot_be_is_a_plain_error(told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.facts(OPEN_LEDGER, told)


def test_nothing_is_asked_when_the_match_is_over() -> None:
    over = at({}, ended=Ended.SETS)

    assert GAME.decision(over) is None
    assert GAME.form(over.ledger) is None


def test_the_score_sheet_shows_points_games_and_sets() -> None:
    assert [row.label.split()[0] for row in GAME.sheet(OPEN_LEDGER)] == ["Points", "Games", "Sets"]

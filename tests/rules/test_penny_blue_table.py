"""Penny Blue at the table: the set, what may be done next, what is refused, and what the geometry sees."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pennyflick.boards.measure import edge_distance_mm, edge_gap_mm, edge_sides
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ended, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import PENNIES, TEAMS
from pennyflick.rules.side_flick import reaches
from pennyflick.rules.tally import Tally
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
    Layout,
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
    Stopped,
)

A1, A2, SA, B1, B2, SB, BLUE = PENNIES
ONE, TWO = Side.ONE, Side.TWO
GAME = PennyBlue()
MAY = PennyBlue(Options(side_flick="may"))
HEXAGON = PennyBlue(Options(shape="hexagon"))
RADIUS = 10.15
HALF = 152.5  # of the square's side
ORIGIN = Point(0.0, 0.0)


def after(moved: Mapping[DiscId, Point | Away], game: PennyBlue = GAME, **ledger: Any) -> Position[Ledger]:
    opening = game.opening(ONE)
    return Position(replace(opening.ledger, **ledger), opening.layout.moved(moved))


def asked(position: Position[Ledger], game: PennyBlue = GAME) -> Decision:
    decision = game.decision(position)
    assert decision is not None
    return decision


def side_flick_ask(position: Position[Ledger], game: PennyBlue = GAME) -> AskSideFlick:
    return next(ask for ask in asked(position, game).asks if isinstance(ask, AskSideFlick))


def shot_of(
    *events: Event, flick: Flick | SideFlick | None = None, moved: Mapping[DiscId, Point | Away] | None = None
) -> Shot:
    flick = flick or Flick(A1, 0, 1000)
    opening = GAME.opening(ONE).layout
    off: dict[DiscId, Point | Away] = {event.disc: Away.OFF for event in events if isinstance(event, Left)}
    paths = {disc: (Piece(0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1962.0),) for disc in moved or {}}
    return Shot(flick, opening, opening.moved({**(moved or {}), **off}), events, paths)


def observed(*events: Event, flick: Flick | SideFlick | None = None, **layout: Any) -> Facts:
    shot = shot_of(*events, flick=flick, **layout)
    return GAME.observe(after({}), shot.flick, shot)


def hit(instant: float, a: DiscId, b: DiscId, *, push: bool = False) -> Contact:
    return Contact(instant, a, b, 100.0, push)


def left(instant: float, disc: DiscId) -> Left:
    return Left(instant, disc, ORIGIN)


# The set


def test_blu_1_seven_identical_pennies_are_in_play_and_the_spare_is_none_of_them() -> None:
    kinds = [disc.kind for disc in GAME.discs]

    assert sorted(kinds) == sorted(["assassin"] * 4 + ["sovereign"] * 2 + ["blue"])
    assert len({(disc.radius_mm, disc.mass_g) for disc in GAME.discs}) == 1
    assert [disc.side for disc in GAME.discs] == [ONE] * 3 + [TWO] * 3 + [None]
    assert "spare" not in GAME.opening(ONE).layout.where


def test_blu_2_the_board_is_square_or_hexagonal() -> None:
    assert len(GAME.board.edge.corners) == 4  # type: ignore[union-attr]  # a polygon
    assert len(HEXAGON.board.edge.corners) == 6  # type: ignore[union-attr]  # a polygon


@pytest.mark.parametrize("game", [GAME, HEXAGON])
def test_blu_3_the_blue_is_central_sovereigns_opposite_and_teams_alternate(game: PennyBlue) -> None:
    layout = game.opening(TWO).layout
    where = {disc: layout.point(disc) or pytest.fail(f"{disc} is away") for disc in PENNIES}
    outer = sorted(PENNIES[:-1], key=lambda disc: math.atan2(where[disc].y_mm, where[disc].x_mm))

    assert where[BLUE] == ORIGIN
    assert where[SA] == Point(-where[SB].x_mm, -where[SB].y_mm)
    assert all(
        (one in TEAMS[ONE]) != (two in TEAMS[ONE]) for one, two in zip(outer, outer[1:] + outer[:1], strict=True)
    )
    assert {where[disc] for disc in outer} == set(game.board.outer_spots.values())


# What may be flicked


def test_blu_10_only_own_pennies_are_flicked() -> None:
    (ask,) = asked(after({})).asks

    assert isinstance(ask, AskFlick)
    assert tuple(ask.discs) == TEAMS[ONE]
    for wrong in (*TEAMS[TWO], BLUE):
        refusal = GAME.refuse(after({}), Flick(wrong, 0, 500))
        assert refusal is not None
        assert refusal.clause == "BLU-10"


def test_blu_10_own_pennies_are_flicked_from_where_they_lie() -> None:
    assert GAME.refuse(after({}), Flick(A1, 0, 500)) is None
    assert GAME.refuse(after({}), Flick(A1, 0, 500, start=ORIGIN)) is not None


def test_blu_11_stopping_is_offered_only_after_a_flick() -> None:
    assert GAME.refuse(after({}), Choose("pass")) is not None
    assert GAME.refuse(after({}, may_stop=True, flicks=1), Choose("pass")) is None


def test_blu_16_a_free_shot_is_called_one() -> None:
    (ask,) = asked(after({}, free_shot=True)).asks

    assert isinstance(ask, AskFlick)
    assert ask.kind == "free"
    assert "BLU-16" in asked(after({}, free_shot=True)).clauses


# The side-flick


@pytest.mark.parametrize(("distance", "near"), [(30.44, True), (30.46, False)])
def test_blu_12_a_blue_within_a_diameter_of_the_edge_must_be_side_flicked(distance: float, near: bool) -> None:
    position = after({BLUE: Point(60.0, HALF - distance)})
    kinds = {type(ask) for ask in asked(position).asks}

    assert kinds == ({AskSideFlick} if near else {AskFlick})
    refusal = GAME.refuse(position, Flick(A1, 0, 500))
    assert (refusal.clause if refusal else None) == ("BLU-12" if near else None)


def test_blu_12_with_the_option_may_another_penny_can_be_flicked_instead() -> None:
    position = after({BLUE: Point(60.0, HALF - 20)}, MAY)

    assert {type(ask) for ask in asked(position, MAY).asks} == {AskSideFlick, AskFlick}
    assert MAY.refuse(position, Flick(A1, 0, 500)) is None


def test_blu_12_binds_the_next_flick_but_not_the_right_to_stop() -> None:
    position = after({BLUE: Point(60.0, HALF - 20)}, may_stop=True)

    assert any(isinstance(ask, AskChoose) for ask in asked(position).asks)
    assert GAME.refuse(position, Choose("pass")) is None


def test_blu_12_is_measured_and_shown_after_a_flick() -> None:
    facts = observed(moved={BLUE: Point(60.0, HALF - 25.15)})

    (seen,) = [each for each in facts.evidence if each.fact == "blue_near_edge"]
    assert facts.blue_near_edge
    assert seen.measured_mm == pytest.approx(15.0)
    assert seen.limit_mm == 20.3
    assert not observed(moved={BLUE: Point(60.0, HALF - 30.5)}).blue_near_edge


def test_blu_13_the_blue_goes_to_the_nearest_point_of_the_perimeter_overlapping_as_the_player_wishes() -> None:
    ask = side_flick_ask(after({BLUE: Point(60.0, HALF - 20)}))

    assert ask.disc == BLUE
    assert ask.held == (SA,)
    for overlap in (0.2, 5.0, 10.0):
        assert ask.at.breaks(Point(60.0, HALF - RADIUS + overlap).rounded(1)) is None
    for wrong in (Point(60.0, HALF - RADIUS - 0.2), Point(60.0, HALF + 0.1), Point(62.0, HALF - 5)):
        assert ask.at.breaks(wrong) == "BLU-13"
    assert ask.at.nearest(ORIGIN).x_mm == pytest.approx(60.0, abs=0.11)


def test_blu_13_two_perimeter_points_equally_near_are_the_players_choice() -> None:
    ask = side_flick_ask(after({BLUE: Point(HALF - 25, HALF - 25), A1: ORIGIN, B1: Point(40.0, 0.0)}))

    assert ask.at.breaks(Point(HALF - 25, HALF - 5)) is None
    assert ask.at.breaks(Point(HALF - 5, HALF - 25)) is None
    assert ask.at.breaks(Point(HALF - 5, HALF - 5)) == "BLU-13"


def test_blu_13_an_occupied_perimeter_point_gives_way_to_the_nearest_free_one() -> None:
    position = after({BLUE: Point(60.0, HALF - 27), A1: Point(60.0, HALF - 6)})

    spot = side_flick_ask(position).at.nearest(Point(60.0, HALF - 5))

    assert spot.distance_mm(Point(60.0, HALF - 6)) >= 2 * RADIUS
    assert abs(spot.x_mm - 60.0) == pytest.approx(19.7, abs=0.3)
    assert 0 < edge_distance_mm(spot, GAME.board.edge) < RADIUS


def test_blu_13_the_sovereign_in_the_hand_is_in_nobodys_way() -> None:
    held = side_flick_ask(after({BLUE: Point(60.0, HALF - 27), SA: Point(60.0, HALF - 6)}))

    assert held.at.breaks(Point(60.0, HALF - 5)) is None


@pytest.mark.parametrize("game", [GAME, HEXAGON])
def test_blu_13_the_place_offered_is_legal_with_one_decimal_all_round_the_board(game: PennyBlue) -> None:
    for degrees in range(0, 360, 7):
        way = Point(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
        reach = next(r for r in range(100, 300) if edge_distance_mm(_times(way, r), game.board.edge) < 25)
        ask = side_flick_ask(after({BLUE: _times(way, reach)}, game), game)
        spot = ask.at.nearest(_times(way, reach))
        assert spot == spot.rounded(1)
        assert ask.at.breaks(spot) is None
        assert -RADIUS < edge_gap_mm(spot, RADIUS, game.board.edge) < 0


def _times(way: Point, reach: float) -> Point:
    return Point(way.x_mm * reach, way.y_mm * reach)


@pytest.mark.parametrize(("turn_deg", "legal"), [(0, True), (59.9, True), (-59.9, True), (60.2, False), (180, False)])
def test_blu_13_only_the_overhanging_rim_can_be_reached(turn_deg: float, legal: bool) -> None:
    position = after({BLUE: Point(60.0, HALF - 20)})
    at = Point(60.0, HALF - RADIUS / 2).rounded(6)  # overlap r/2: within 60 degrees of straight down

    refusal = GAME.refuse(position, SideFlick(BLUE, SA, at, round((270 + turn_deg) % 360 * 100), 1000))

    assert (refusal is None) is legal
    if refusal is not None:
        assert refusal.clause == "BLU-13"
        assert "60.00°" in str(refusal.sentence)


def test_blu_13_over_a_corner_either_side_can_be_reached() -> None:
    assert len(reaches(GAME.board.edge, Point(HALF - 5, HALF - 5), RADIUS)) == 2


def test_blu_13_never_with_an_assassin() -> None:
    position = after({BLUE: Point(60.0, HALF - 20)})

    refusal = GAME.refuse(position, SideFlick(BLUE, A1, Point(60.0, HALF - 5), 27_000, 1000))

    assert refusal is not None
    assert "A1" in str(refusal.sentence)


def test_blu_13_a_side_flick_is_not_offered_while_the_blue_lies_far_from_the_edge() -> None:
    assert GAME.refuse(after({}), SideFlick(BLUE, SA, Point(0.0, HALF - 5), 27_000, 1000)) is not None


def test_blu_14_the_sovereign_goes_on_any_free_spot() -> None:
    position = after({SA: Away.HAND, BLUE: Point(60.0, 60.0)}, in_hand=SA)
    (ask,) = asked(position).asks

    assert isinstance(ask, AskPlace)
    assert ask.suggested[SA] == GAME.board.spots[Spot("straight-1")]
    assert GAME.refuse(position, Place({SA: ORIGIN})) is None
    off_spot = GAME.refuse(position, Place({SA: Point(40.0, 0.0)}))
    covered = GAME.refuse(position, Place({SA: GAME.opening(ONE).layout.point(B1)}))
    assert off_spot is not None
    assert off_spot.clause == "BLU-14"
    assert covered is not None
    assert covered.clause == "GEN-9"
    assert covered.nearest is not None
    assert GAME.refuse(position, Place({SA: covered.nearest})) is None


def test_blu_14_a_spot_that_a_penny_covers_partly_cannot_be_used() -> None:
    position = after({SA: Away.HAND, BLUE: Point(15.0, 0.0)}, in_hand=SA)

    refusal = GAME.refuse(position, Place({SA: Point(-5.1, 0.0)}))

    assert refusal is not None
    assert refusal.clause == "GEN-9"


def test_blu_14_the_sovereign_must_not_overhang_the_edge() -> None:
    position = after({SA: Away.HAND}, in_hand=SA)

    refusal = GAME.refuse(position, Place({SA: Point(142.6, 0.0)}))  # on the spot, 9.9 from the edge

    assert refusal is not None
    assert refusal.clause == "BLU-14"
    assert GAME.refuse(position, Place({SA: Point(142.3, 0.0)})) is None


def test_blu_14_its_owner_puts_it_back_though_the_turn_has_passed() -> None:
    assert asked(after({SA: Away.HAND}, in_hand=SA, turn=TWO)).seats == (Seat(ONE),)


# What the geometry sees


def test_blu_4_assassin_blue_sovereign_is_a_kill_chain() -> None:
    facts = observed(hit(0.1, A1, BLUE), hit(0.2, SB, BLUE), left(0.5, SB))

    assert facts.kill_chain
    assert facts.off == (SB,)


def test_blu_4_the_chain_may_run_through_any_pennies() -> None:
    assert observed(
        hit(0.1, A1, BLUE), hit(0.2, B1, BLUE), hit(0.3, A2, B1), hit(0.4, A2, SB), left(0.5, SB)
    ).kill_chain


def test_blu_4_the_assassin_need_not_touch_the_blue_itself() -> None:
    assert observed(hit(0.1, A1, A2), hit(0.2, A2, BLUE), hit(0.3, SB, BLUE), left(0.5, SB)).kill_chain


def test_blu_4_the_chain_must_start_at_an_enemy_penny() -> None:
    assert not observed(hit(0.1, A1, BLUE), hit(0.2, A2, BLUE), hit(0.3, A2, SB), left(0.5, SB)).kill_chain


def test_blu_4_the_hits_of_the_chain_must_come_in_order_of_time() -> None:
    assert not observed(
        hit(0.1, A1, B1), hit(0.2, B1, SB), hit(0.3, A1, BLUE), hit(0.4, B1, BLUE), left(0.5, SB)
    ).kill_chain


def test_blu_4_further_contacts_on_the_sovereign_do_not_matter() -> None:
    assert observed(
        hit(0.1, A1, SB), hit(0.2, A1, BLUE), hit(0.3, SB, BLUE), hit(0.4, A2, SB), left(0.5, SB)
    ).kill_chain


def test_blu_4_a_sovereign_that_runs_into_the_resting_blue_was_not_struck_by_it() -> None:
    assert not observed(hit(0.1, A1, SB), hit(0.2, SB, BLUE), left(0.5, SB)).kill_chain


def test_blu_4_a_blue_that_has_stopped_strikes_nothing() -> None:
    stopped = observed(hit(0.1, A1, BLUE), Stopped(0.15, BLUE), hit(0.2, A1, SB), hit(0.3, SB, BLUE), left(0.5, SB))

    assert not stopped.kill_chain


def test_blu_4_a_penny_that_stops_elsewhere_does_not_stop_the_blue() -> None:
    assert observed(hit(0.1, A1, BLUE), Stopped(0.15, A1), hit(0.2, SB, BLUE), left(0.5, SB)).kill_chain


def test_blu_4_the_blue_does_not_strike_the_penny_that_has_just_set_it_in_motion() -> None:
    assert not observed(hit(0.1, A1, SB), hit(0.2, SB, BLUE), hit(0.21, SB, BLUE), left(0.5, SB)).kill_chain


def test_blu_7_a_blue_that_came_off_lies_nowhere() -> None:
    facts = observed(hit(0.1, A1, BLUE), left(0.5, BLUE), moved={BLUE: Point(0.0, HALF - 4)})

    assert facts.off == (BLUE,)
    assert not facts.blue_near_edge
    assert facts.overhanging == ()


def test_blu_13_a_side_flick_always_hits_the_blue() -> None:
    assert observed(flick=SideFlick(BLUE, SA, Point(60.0, HALF - 5), 27_000, 1000)).hit


def test_blu_11_the_flicked_penny_itself_must_hit() -> None:
    assert observed(hit(0.1, A1, A2)).hit
    assert not observed().hit


def test_blu_13_a_side_flicked_blue_strikes_from_the_start() -> None:
    flick = SideFlick(BLUE, SA, Point(60.0, HALF - 5), 27_000, 1000)

    facts = observed(hit(0.1, SB, BLUE), left(0.5, SB), flick=flick)

    assert facts == replace(facts, side_flick=True, flicked=SA, hit=True, kill_chain=True, off=(SB,))


def test_blu_15_a_push_shot_that_strikes_another_penny_is_seen() -> None:
    illegal = observed(hit(0.01, A1, A2, push=True), hit(0.2, A1, BLUE))
    assert illegal.illegal_push
    assert not illegal.legal_push
    assert not observed(hit(0.1, A1, A2)).legal_push
    legal = observed(hit(0.01, A1, A2, push=True), hit(0.2, A2, BLUE))
    assert legal.legal_push
    assert not legal.illegal_push


def test_gen_2_overhanging_pennies_are_seen() -> None:
    assert observed(moved={A1: Point(0.0, HALF - 4)}).overhanging == (A1,)


# Refusing never raises

_STRANGE: list[Any] = [
    Flick(DiscId("nobody"), 0, 500),
    Flick(A1, -1, 500),
    Flick(A1, 36_000, 500),
    Flick(A1, 0, 0),
    Flick(A1, 0, 5200),
    Flick(A1, 0, 500, start=Point(math.nan, 0.0)),
    Flick(A1, 0, 500, call="twenty"),
    Flick(None, "x", 1.5),  # type: ignore[arg-type]
    SideFlick(BLUE, SA, Point(math.inf, 0.0), 0, 500),
    SideFlick(BLUE, SA, Point(0.0, 0.0), 0, 500),
    SideFlick(BLUE, SA, None, 0, 500),  # type: ignore[arg-type]
    SideFlick(A1, BLUE, Point(0.0, 0.0), 0, 500),
    Place({}),
    Place({SA: None}),
    Place({SA: Point(math.nan, math.nan)}),
    Place({SA: Point(1e308, 1e308)}),
    Place({DiscId("nobody"): ORIGIN}),
    Choose("pass "),
    Choose(""),
    Declare("sneeze", (), Seat(ONE)),
    Declare("touch", (DiscId("nobody"),), Seat(ONE)),
    Declare("touch", (), Seat(ONE, 1)),
]


@pytest.mark.parametrize("answer", _STRANGE, ids=repr)
@pytest.mark.parametrize(
    "position",
    [
        after({}),
        after({BLUE: Point(60.0, HALF - 20)}, may_stop=True),
        after({SA: Away.HAND}, in_hand=SA),
        after({}, ended=Ended.SETS),
    ],
    ids=["flick", "side-flick", "in hand", "over"],
)
def test_what_no_decision_asks_for_is_refused_in_words(answer: Any, position: Position[Ledger]) -> None:
    refusal = GAME.refuse(position, answer)

    assert refusal is not None
    assert refusal.sentence


def test_declaring_and_resigning_are_always_possible() -> None:
    assert GAME.refuse(after({}), Declare("touch", (BLUE,), Seat(TWO))) is None
    assert GAME.refuse(after({}), Resign(Seat(TWO))) is None


def test_nothing_is_asked_when_the_match_is_over() -> None:
    assert GAME.decision(after({}, ended=Ended.SETS)) is None
    assert GAME.form(after({}, ended=Ended.SETS).ledger) is None


# The umpire of a real board


def later(**changes: Any) -> Ledger:
    return replace(Ledger(starter=ONE, turn=ONE, turns=Tally(1, 1)), **changes)


def fields(ledger: Ledger, game: PennyBlue = GAME) -> list[str]:
    form = game.form(ledger)
    assert form is not None
    return [question.field for question in form.questions]


def test_the_umpire_asks_only_what_the_score_sheet_needs() -> None:
    assert fields(later()) == ["flicked", "hit", "off", "kill_chain", "illegal_push", "blue_near_edge"]
    assert fields(later(side_flick_due=True)) == ["off", "kill_chain", "blue_near_edge"]


def test_what_the_umpire_is_told_becomes_the_facts() -> None:
    told = {"flicked": "A2", "hit": True, "off": ["SB"], "kill_chain": True}

    facts = GAME.facts(later(), told)

    assert facts == Facts(flicked=A2, hit=True, off=(SB,), kill_chain=True)
    assert GAME.judge(later(), facts).clauses == ("BLU-4", "BLU-17")


def test_the_umpire_knows_a_side_flick_that_is_due() -> None:
    assert GAME.facts(later(side_flick_due=True), {}) == Facts(flicked=SA, side_flick=True, hit=True)
    form = MAY.form(later(side_flick_due=True))
    assert form is not None
    assert form.questions[0].options == ("A1", "A2", "SA", "side-flick")
    assert MAY.facts(later(side_flick_due=True), {"flicked": "side-flick"}).side_flick


def test_the_umpire_asks_for_the_sovereign_and_offers_to_stop() -> None:
    put_back = GAME.form(later(in_hand=SA))
    go_on = GAME.form(later(may_stop=True))

    assert put_back is not None
    assert put_back.places == ((SA,),)
    assert go_on is not None
    assert go_on.choices is not None
    assert tuple(go_on.choices) == ("pass",)


@pytest.mark.parametrize(
    "told",
    [
        {"off": ["spare"]},
        {"off": "SB"},
        {"hit": "yes"},
        {"flicked": "B1"},
        {"of": ["SB"]},
        {"declared": ["sneeze"]},
        {"off": ["blue"], "blue_near_edge": True},
    ],
)
def test_what_cannot_be_is_a_plain_error(told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.facts(later(), told)


def test_the_score_sheet_shows_games_and_sets() -> None:
    rows = GAME.sheet(later(games=Tally(2, 1), sets=Tally(0, 1)))

    assert [(row.one, row.two) for row in rows] == [("2", "1"), ("0", "1")]


def test_layouts_keep_every_penny_through_a_new_game() -> None:
    assert isinstance(GAME.opening(ONE).layout, Layout)
    assert tuple(GAME.opening(ONE).layout.where) == PENNIES


@pytest.mark.parametrize("game", [GAME, HEXAGON], ids=["square", "hexagon"])
def test_blu_13_there_is_a_legal_place_however_crowded_the_edge(game: PennyBlue) -> None:
    dice = random.Random(13)
    for _ in range(40):
        position = after(_crowd(game, dice), game)
        ask = side_flick_ask(position, game)
        spot = ask.at.nearest(Point(dice.uniform(-150, 150), dice.uniform(-150, 150)))
        others = [place for disc, place in position.layout.on_board.items() if disc not in (BLUE, SA)]
        assert ask.at.breaks(spot.rounded(1)) is None
        assert all(spot.distance_mm(other) >= 2 * RADIUS - 1e-6 for other in others)
        assert 0 < edge_distance_mm(spot, game.board.edge) < RADIUS
        blue = position.layout.point(BLUE)
        assert blue is not None
        assert spot.distance_mm(blue) <= _nearest_by_search(game, blue, others) + 0.5


def _crowd(game: PennyBlue, dice: random.Random) -> dict[DiscId, Point | Away]:
    """Every penny somewhere along one stretch of the edge, the blue among them."""
    start = dice.uniform(0, 360)
    found: dict[DiscId, Point] = {}
    for disc in (BLUE, *PENNIES[:-1]):
        while True:
            turn = math.radians(start + dice.uniform(-25, 25))
            place = Point(dice.uniform(60, 220) * math.cos(turn), dice.uniform(60, 220) * math.sin(turn))
            gap = edge_distance_mm(place, game.board.edge)
            if 0.5 < gap < (30 if disc == BLUE else 60) and all(
                place.distance_mm(other) > 2 * RADIUS for other in found.values()
            ):
                found[disc] = place.rounded(6)
                break
    return dict(found)


def _nearest_by_search(game: PennyBlue, blue: Point, others: list[Point]) -> float:
    """How far the farthest corner of the nearest free overlap is, walking along the edge in small steps."""
    best = math.inf
    for a, b in edge_sides(game.board.edge):  # type: ignore[arg-type]  # a polygon
        length = a.distance_mm(b)
        ux, uy = (b.x_mm - a.x_mm) / length, (b.y_mm - a.y_mm) / length
        for step in range(1, int(length * 2)):
            foot = Point(a.x_mm + ux * step / 2, a.y_mm + uy * step / 2)
            if foot.distance_mm(blue) >= best:
                continue
            depths = (Point(foot.x_mm - uy * deep, foot.y_mm + ux * deep) for deep in (0.3, 2.5, 5.0, 7.5, 9.8))
            if any(all(place.distance_mm(other) >= 2 * RADIUS + 0.2 for other in others) for place in depths):
                best = foot.distance_mm(blue)
    return best + RADIUS


def test_blu_12_binds_whoever_is_at_the_table() -> None:
    ask = side_flick_ask(after({BLUE: Point(60.0, HALF - 20)}, turn=TWO))

    assert ask.held == (SB,)


def test_every_fact_comes_with_what_was_measured() -> None:
    facts = observed(
        hit(0.01, A1, BLUE, push=True), hit(0.2, SB, BLUE), left(0.5, SB), moved={BLUE: Point(0.0, HALF - 4)}
    )
    seen = {each.fact: each for each in facts.evidence}

    assert seen["off"].instant_s == 0.5
    assert seen["hit"].discs == (A1, BLUE)
    assert seen["kill_chain"].instant_s == 0.2
    assert seen["legal_push"].instant_s == 0.01
    assert seen["blue_near_edge"].measured_mm == pytest.approx(4 - RADIUS)
    assert seen["overhanging"].measured_mm == pytest.approx(4 - RADIUS)
    assert "illegal_push" not in seen
    assert "illegal_push" in {e.fact for e in observed(hit(0.01, A1, A2, push=True), hit(0.2, A1, BLUE)).evidence}

"""Penny Black on its board: what is asked, what is refused, what an onlooker sees, what the umpire asks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pennyflick.boards.games.penny_black import BLACK
from pennyflick.rules.game import Position, advance
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import SHOOTER
from pennyflick.table import (
    Answer,
    AskFlick,
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
    Region,
    Resign,
    Seat,
    Shot,
    Side,
    SideFlick,
)

ONE, TWO = Side.ONE, Side.TWO
Y1, Y2, Y3 = DiscId("Y1"), DiscId("Y2"), DiscId("Y3")
GAME = PennyBlack()
D = 20.3


def with_shooter(place: Point | Away, game: PennyBlack = GAME, **changes: object) -> Position[Ledger]:
    """The set untouched, the shooter there, One to flick."""
    start = game.opening(ONE)
    ledger = replace(start.ledger, **{"shooter_from": From.LIES, **changes})  # type: ignore[arg-type]  # by name
    return Position(ledger, start.layout.moved({SHOOTER: place}))


def shot_of(layout: Layout, moved: Mapping[DiscId, Point | Away], *events: Event, start: Point | None = None) -> Shot:
    """A hand-written shot: where everything is at the end, and the events that an onlooker could see."""
    still = Piece(0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    flick = Flick(SHOOTER, 18_000, 1_000, start)
    return Shot(flick, layout, layout.moved(moved), events, dict.fromkeys(moved, (still,)))


def asked(game: PennyBlack, position: Position[Ledger]) -> Decision:
    decision = game.decision(position)
    assert decision is not None
    return decision


def region_of(decision: Decision, ask: int = 0) -> Region:
    asked_flick = decision.asks[ask]
    assert isinstance(asked_flick, AskFlick)
    region = asked_flick.discs[SHOOTER]
    assert region is not None
    return region


# the set (BLK-3, BLK-4)


@pytest.mark.parametrize("shape", ["hexagon", "square", "round"])
@pytest.mark.parametrize("coin", ["1p", "2p", "5c"])
def test_blk_4_the_black_is_central_and_the_others_touch_round_it(shape: str, coin: str) -> None:
    game = PennyBlack(Options(shape=shape, coin=coin))
    on = game.opening(ONE).layout.on_board
    diameter = game.board.diameter_mm
    assert on[BLACK] == Point(0.0, 0.0)
    radii = sorted(round(at.distance_mm(Point(0, 0)) / diameter, 4) for at in on.values())
    assert radii == [0.0] + [1.0] * 6 + [round(math.sqrt(3), 4)] * 6 + [2.0] * 6
    gaps = [a.distance_mm(b) for a in on.values() for b in on.values() if a is not b]
    assert min(gaps) == pytest.approx(diameter, abs=1e-5)


@pytest.mark.parametrize("inner", ["123", "132", "213", "231", "312", "321"])
@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_blk_4_equal_inner_colours_lie_opposite_each_other_in_any_order(inner: str, colour: str) -> None:
    game = PennyBlack(Options(set_colour=colour, inner=inner))
    on = game.opening(ONE).layout.on_board
    pairs = {disc.kind for disc in game.discs} - {colour, "black", "shooter"}
    for pair in pairs:
        a, b = (on[DiscId(f"{pair[0].upper()}{k}")] for k in (1, 2))
        assert a.x_mm == pytest.approx(-b.x_mm)
        assert a.y_mm == pytest.approx(-b.y_mm)


def test_blk_4_the_inner_pairs_stand_in_rainbow_order_from_the_shooters_corner_and_can_be_reordered() -> None:
    def anticlockwise(inner: str) -> list[str]:
        on = PennyBlack(Options(inner=inner)).opening(ONE).layout.on_board
        ring = {disc: at for disc, at in on.items() if 1 < at.distance_mm(Point(0, 0)) < 1.1 * D}
        turn = {disc: math.degrees(math.atan2(at.y_mm, at.x_mm)) % 360 for disc, at in ring.items()}
        return [disc[0] for disc in sorted(ring, key=lambda disc: round(turn[disc]))]

    assert anticlockwise("123") == ["R", "G", "B"] * 2
    assert anticlockwise("312") == ["B", "R", "G"] * 2


@pytest.mark.parametrize("shape", ["hexagon", "square", "round"])
def test_blk_4_a_corner_of_the_set_points_at_every_opening_spot(shape: str) -> None:
    game = PennyBlack(Options(shape=shape))
    board, on = game.board, game.opening(ONE).layout.on_board
    corners = [at for at in on.values() if at.distance_mm(Point(0, 0)) > 1.9 * D]
    spots = board.straight_spots if shape == "square" else board.corner_spots
    for spot in spots.values():
        spot_turn = math.degrees(math.atan2(spot.y_mm, spot.x_mm))
        turns = [math.degrees(math.atan2(at.y_mm, at.x_mm)) for at in corners]
        assert any(abs((turn - spot_turn + 180) % 360 - 180) < 0.01 for turn in turns)


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_blk_3_each_of_the_four_sets_can_be_laid(colour: str) -> None:
    game = PennyBlack(Options(set_colour=colour))
    kinds = [disc.kind for disc in game.discs]
    assert kinds.count(colour) == 12
    assert sorted(kinds.count(other) for other in {"red", "yellow", "green", "blue"} - {colour}) == [2, 2, 2]
    assert len(game.opening(TWO).layout.on_board) == 19


# decisions (BLK-5, 6, 11, 18)


@pytest.mark.parametrize(("shape", "spots"), [("hexagon", 6), ("round", 6), ("square", 2)])
def test_blk_5_the_opening_shooter_covers_a_corner_spot_or_a_straight_edge_spot(shape: str, spots: int) -> None:
    game = PennyBlack(Options(shape=shape))
    position = game.opening(ONE)
    decision = asked(game, position)
    names = game.board.straight_spots if shape == "square" else game.board.corner_spots
    assert len(names) == spots
    for spot in names.values():
        assert game.refuse(position, Flick(SHOOTER, 0, 500, spot)) is None
    assert "BLK-5" in decision.clauses
    refusal = game.refuse(position, Flick(SHOOTER, 0, 500, Point(0.0, 100.0)))
    assert refusal is not None
    assert refusal.clause == "BLK-5"
    assert refusal.nearest is not None
    assert game.refuse(position, Flick(SHOOTER, 0, 500, refusal.nearest)) is None


def test_blk_5_a_square_board_does_not_open_from_its_corners() -> None:
    game = PennyBlack(Options(shape="square"))
    refusal = game.refuse(game.opening(ONE), Flick(SHOOTER, 0, 500, Point(137.5, 137.5)))
    assert refusal is not None
    assert refusal.clause == "BLK-5"


def test_blk_6_only_the_shooter_is_flicked() -> None:
    refusal = GAME.refuse(with_shooter(Point(100, 0)), Flick(Y1, 0, 500))
    assert refusal is not None
    assert refusal.clause == "BLK-6"


def test_blk_10_the_shooter_is_flicked_from_where_it_lies_and_nowhere_else() -> None:
    position = with_shooter(Point(100.0, 0.0))
    assert "BLK-10" in asked(GAME, position).clauses
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500)) is None
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500, Point(182.7, 0.0))) is not None


@pytest.mark.parametrize(("shape", "spots"), [("hexagon", 6), ("round", 6), ("square", 4)])
def test_blk_11_a_shooter_in_the_hand_goes_to_a_free_corner_spot(shape: str, spots: int) -> None:
    game = PennyBlack(Options(shape=shape))
    position = with_shooter(Away.HAND, game, shooter_from=From.CORNER)
    assert len(game.board.corner_spots) == spots
    for spot in game.board.corner_spots.values():
        assert game.refuse(position, Flick(SHOOTER, 0, 500, spot)) is None
    assert "BLK-11" in asked(game, position).clauses
    for wrong in (None, Point(0.0, 90.0)):
        refusal = game.refuse(position, Flick(SHOOTER, 0, 500, wrong))
        assert refusal is not None
        assert refusal.nearest is not None
        assert game.refuse(position, Flick(SHOOTER, 0, 500, refusal.nearest)) is None


def test_gen_9_a_corner_spot_partly_covered_by_a_penny_cannot_be_used() -> None:
    position = with_shooter(Away.HAND, shooter_from=From.CORNER)
    free = Flick(SHOOTER, 0, 500, Point(182.7, 0.0))
    assert GAME.refuse(position, free) is None
    covered = Position(position.ledger, position.layout.moved({Y1: Point(182.7 - 14.0, 0.0)}))
    refusal = GAME.refuse(covered, free)
    assert refusal is not None
    assert refusal.clause == "GEN-9"


def test_gen_9_the_whole_spot_must_be_covered() -> None:
    position = with_shooter(Away.HAND, shooter_from=From.CORNER)
    reach = D / 2 - 5.0
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500, Point(182.7 - reach + 0.05, 0.0))) is None
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500, Point(182.7 - reach - 0.05, 0.0))) is not None


def test_blk_11_when_every_corner_spot_is_blocked_the_shooter_goes_to_the_nearest_free_point() -> None:
    position = with_shooter(Away.HAND, shooter_from=From.CORNER)
    spots = GAME.board.corner_spots.values()
    blockers = {DiscId(f"Y{k}"): spot for k, spot in enumerate(spots, 1)}
    blocked = Position(position.ledger, position.layout.moved(blockers))
    region = region_of(asked(GAME, blocked))
    place = region.nearest(Point(150.0, 0.0))
    assert GAME.refuse(blocked, Flick(SHOOTER, 0, 500, place)) is None
    others = [at for disc, at in blocked.layout.on_board.items() if disc != SHOOTER]
    assert min(place.distance_mm(at) for at in others) >= D
    assert min(place.distance_mm(spot) for spot in spots) == pytest.approx(D, abs=0.15)
    refusal = GAME.refuse(blocked, Flick(SHOOTER, 0, 500, Point(182.7, 0.0)))
    assert refusal is not None
    assert refusal.clause == "BLK-11"
    into = next(at for at in others if at.distance_mm(place) < D + 0.15)
    step = (place.distance_mm(into) - D + 0.02) / place.distance_mm(into)
    overlapping = Point(place.x_mm + (into.x_mm - place.x_mm) * step, place.y_mm + (into.y_mm - place.y_mm) * step)
    assert GAME.refuse(blocked, Flick(SHOOTER, 0, 500, overlapping)) is not None


def test_blk_18_the_opponent_may_flick_from_where_it_lies_or_from_a_corner_spot() -> None:
    position = with_shooter(Point(100.0, 0.0), shooter_from=From.EITHER)
    assert "BLK-18" in asked(GAME, position).clauses
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500)) is None
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500, Point(182.7, 0.0))) is None
    refusal = GAME.refuse(position, Flick(SHOOTER, 0, 500, Point(0.0, 90.0)))
    assert refusal is not None
    assert refusal.clause == "BLK-11"


def test_blk_14_a_free_shot_is_named_in_the_decision() -> None:
    free = asked(GAME, with_shooter(Point(100.0, 0.0), free_shot=True))
    assert "BLK-14" in free.clauses
    assert "free shot" in str(free.sentence)
    assert "BLK-14" not in asked(GAME, with_shooter(Point(100.0, 0.0))).clauses


def test_blk_15_the_decision_warns_of_the_pennies_near() -> None:
    near = asked(GAME, with_shooter(Point(70.0, 0.0), near=(Y1,)))
    assert {"BLK-15", "GEN-3"} <= set(near.clauses)
    assert "Y1" in str(near.sentence)
    later = asked(GAME, with_shooter(Point(70.0, 0.0), near=(Y1,), first_flick=False))
    assert "BLK-15" not in later.clauses


def test_gen_10_whoever_wins_the_toss_starts() -> None:
    for starter in Side:
        decision = asked(GAME, GAME.opening(starter))
        assert decision.seats == (Seat(starter),)
        assert "GEN-10" in decision.clauses


NONSENSE: tuple[Answer, ...] = (
    Flick(DiscId("nobody"), 0, 500),
    Flick(SHOOTER, -1, 500),
    Flick(SHOOTER, 36_000, 500),
    Flick(SHOOTER, 0, 0),
    Flick(SHOOTER, 0, 4_001),
    Flick(SHOOTER, 0, 500, call="twenty"),
    Flick(SHOOTER, 0, 500, Point(math.nan, 0.0)),
    Flick(SHOOTER, 0, 500, Point(math.inf, 0.0)),
    Flick(SHOOTER, 0, 500, Point(1e300, 0.0)),
    Flick(SHOOTER, 0, 500, Point(10**400, 0)),
    Flick(SHOOTER, True, 500),
    Flick(SHOOTER, "north", 500),  # type: ignore[arg-type]  # a client may send anything
    Flick(["shooter"], 0, 500),  # type: ignore[arg-type]
    SideFlick(SHOOTER, Y1, Point(0.0, 0.0), 0, 500),
    Place({SHOOTER: Point(0.0, 0.0)}),
    Place({}),
    Choose("pass"),
    Choose("decline"),
    Declare("sneeze", (), Seat(ONE)),
    Declare("touch", (DiscId("nobody"),), Seat(ONE)),
    Declare("touch", (), Seat(ONE, 1)),
    Declare("on-top", (Y1,), Seat(ONE)),
)


@pytest.mark.parametrize("answer", NONSENSE)
@pytest.mark.parametrize("start", list(From))
def test_nonsense_is_refused_with_a_sentence_and_never_raises(answer: Answer, start: From) -> None:
    place = Away.HAND if start in (From.OPENING, From.CORNER) else Point(100.0, 0.0)
    refusal = GAME.refuse(with_shooter(place, shooter_from=start), answer)
    assert refusal is not None
    assert refusal.sentence


def test_resigning_and_declaring_are_never_refused_while_the_match_goes_on() -> None:
    position = GAME.opening(ONE)
    assert GAME.refuse(position, Resign(Seat(ONE))) is None
    for what in ("touch", "unclean", "moved-board"):
        assert GAME.refuse(position, Declare(what, (), Seat(ONE))) is None
    lying = with_shooter(Point(100.0, 0.0), shooter_from=From.LIES)
    assert GAME.refuse(lying, Declare("on-top", (Y1, SHOOTER), Seat(ONE))) is None


def test_gen_8_a_penny_that_is_not_on_the_board_rests_on_nothing() -> None:
    refusal = GAME.refuse(GAME.opening(ONE), Declare("on-top", (Y1, SHOOTER), Seat(ONE)))  # the shooter is in the hand
    assert refusal is not None
    assert refusal.clause == "GEN-8"


def test_a_finished_match_asks_nothing_and_refuses_everything() -> None:
    start = GAME.opening(ONE)
    ended = GAME.judge(replace(start.ledger, turns=119), Facts(shooter_hit=True)).ledger
    position = Position(ended, start.layout)
    assert GAME.decision(position) is None
    assert GAME.form(ended) is None
    assert GAME.refuse(position, Flick(SHOOTER, 0, 500)) is not None
    result = GAME.result(ended)
    assert result is not None
    assert result.winner is None
    assert "limit of 60 turns" in str(result.sentence)


# observing


def test_blk_8_observe_sees_one_penny_leave() -> None:
    position = with_shooter(Point(100.0, 0.0))
    shot = shot_of(
        position.layout,
        {SHOOTER: Point(60.0, 30.0), Y1: Away.OFF},
        Contact(0.1, SHOOTER, Y1, 50.0),
        Left(0.4, Y1, Point(0.0, 173.2)),
    )
    facts = GAME.observe(position, Flick(SHOOTER, 18_000, 1_000), shot)
    assert (facts.off, facts.shooter_off, facts.shooter_hit, facts.cannoned) == ((Y1,), False, True, ())
    verdict = GAME.judge(position.ledger, facts)
    assert verdict.reasons[0].evidence is not None
    assert verdict.reasons[0].evidence.instant_s == 0.4


def test_blk_9_observe_tells_a_cannon_from_a_direct_hit() -> None:
    position = with_shooter(Point(100.0, 0.0))
    events = (Contact(0.1, SHOOTER, Y1, 50.0), Contact(0.2, Y1, Y2, 50.0), Left(0.4, Y2, Point(0.0, 173.2)))
    shot = shot_of(position.layout, {Y2: Away.OFF}, *events)
    assert GAME.observe(position, Flick(SHOOTER, 18_000, 1_000), shot).cannoned == (Y2,)


def test_blk_13_observe_sees_a_complete_miss() -> None:
    position = with_shooter(Point(100.0, 0.0))
    shot = shot_of(position.layout, {SHOOTER: Away.OFF}, Left(0.4, SHOOTER, Point(0.0, 173.2)))
    facts = GAME.observe(position, Flick(SHOOTER, 9_000, 1_000), shot)
    assert (facts.shooter_hit, facts.shooter_off, facts.off, facts.near) == (False, True, (), ())


@pytest.mark.parametrize(("gap", "near"), [(D - 0.001, True), (D, False), (0.0, True)])
def test_gen_3_within_a_penny_diameter_is_a_rim_gap_of_less_than_d(gap: float, near: bool) -> None:
    position = with_shooter(Point(100.0, 0.0))
    at = Point(3 * D + gap, 0.0)  # Y1 is the corner of the set on +x, its centre 2 D from the middle
    facts = GAME.observe(
        position, Flick(SHOOTER, 0, 1), shot_of(position.layout, {SHOOTER: at}, Contact(0.1, SHOOTER, Y1, 1.0))
    )
    assert (Y1 in facts.near) is near
    if near:
        evidence = next(each for each in facts.evidence if each.fact == "near" and Y1 in each.discs)
        assert evidence.measured_mm == pytest.approx(gap)
        assert evidence.limit_mm == D


def test_gen_2_observe_sees_a_penny_that_overlaps_the_edge() -> None:
    position = with_shooter(Point(100.0, 0.0))
    shot = shot_of(position.layout, {Y1: Point(0.0, 170.0)}, Contact(0.1, SHOOTER, Y1, 50.0))
    facts = GAME.observe(position, Flick(SHOOTER, 18_000, 1_000), shot)
    assert facts.overhanging == (Y1,)
    assert facts.off == ()


def test_blk_19_observe_sees_a_push_shot_that_strikes_another_penny() -> None:
    position = with_shooter(Point(62.0, 0.0))
    first = Contact(0.001, SHOOTER, Y1, 50.0, push=True)
    legal = shot_of(position.layout, {SHOOTER: Point(60.0, 0.0)}, first)
    foul = shot_of(position.layout, {SHOOTER: Point(60.0, 0.0)}, first, Contact(0.2, SHOOTER, Y2, 5.0))
    flick = Flick(SHOOTER, 18_000, 1_000)
    assert not GAME.observe(position, flick, legal).illegal_push
    assert GAME.observe(position, flick, foul).illegal_push
    assert GAME.judge(position.ledger, GAME.observe(position, flick, foul)).reasons[0].evidence is not None


def test_blk_15_observe_sees_that_the_shooter_was_put_on_a_spot() -> None:
    position = with_shooter(Point(62.0, 0.0), shooter_from=From.EITHER)
    spot = Point(182.7, 0.0)
    shot = shot_of(position.layout, {SHOOTER: Point(62.0, 0.0)}, start=spot)
    assert GAME.observe(position, Flick(SHOOTER, 0, 500, spot), shot).from_spot
    assert not GAME.observe(position, Flick(SHOOTER, 0, 500), shot).from_spot


def test_advance_takes_won_pennies_off_the_board_and_keeps_every_disc() -> None:
    position = with_shooter(Point(100.0, 0.0))
    events = (Contact(0.1, SHOOTER, Y1, 50.0), Left(0.4, Y1, Point(0.0, 173.2)), Left(0.5, SHOOTER, Point(0.0, 173.2)))
    shot = shot_of(position.layout, {Y1: Away.OFF, SHOOTER: Away.OFF}, *events)
    after, verdict = advance(GAME, position, Flick(SHOOTER, 18_000, 1_000), shot)
    assert verdict.clauses == ("BLK-12",)
    assert after.layout.where[Y1] is Away.WON_TWO
    assert after.layout.where[SHOOTER] is Away.HAND
    assert list(after.layout.where) == [disc.id for disc in GAME.discs]


# the umpire


def test_the_umpire_rules_what_it_is_told() -> None:
    ledger = replace(GAME.opening(ONE).ledger, shooter_from=From.LIES, near=(Y2,))
    told = {"off": ["Y1"], "near": ["Y2"]}
    assert GAME.judge(ledger, GAME.facts(ledger, told)).clauses == ("BLK-8",)
    assert GAME.judge(ledger, GAME.facts(ledger, {})).clauses == ("BLK-13",)
    assert GAME.judge(ledger, GAME.facts(ledger, {"shooter_hit": True, "near": ["Y2"]})).clauses == ("BLK-15",)
    assert GAME.judge(ledger, GAME.facts(ledger, {"declared": ["unclean"]})).clauses[:2] == ("GEN-4", "BLK-16")
    assert GAME.judge(ledger, GAME.facts(ledger, {"on_shooter": ["Y1"]})).clauses == ("GEN-8", "BLK-17")
    assert GAME.judge(ledger, GAME.facts(ledger, {"shooter_on": ["Y1"]})).clauses == ("GEN-8", "BLK-18")
    assert GAME.judge(ledger, GAME.facts(ledger, {"illegal_push": True})).clauses == ("GEN-7", "BLK-19")


def test_blk_18_the_umpire_asks_whether_the_shooter_was_moved_only_when_it_may_be() -> None:
    def fields(start: From) -> set[str]:
        form = GAME.form(replace(GAME.opening(ONE).ledger, shooter_from=start))
        assert form is not None
        return {question.field for question in form.questions}

    assert "from_spot" in fields(From.EITHER)
    assert "from_spot" not in fields(From.LIES)


@pytest.mark.parametrize(
    "told",
    [
        {"of": ["Y1"]},
        {"off": "Y1"},
        {"off": ["Z9"]},
        {"off": [7]},
        {"shooter_off": "yes"},
        {"declared": ["sneeze"]},
        {"declared": "touch"},
        {"declared": ["on-top"]},
        {"off": ["Y1"], "near": ["Y1"]},
        {"shooter_off": True, "near": ["Y1"]},
        {"from_spot": True},
    ],
    ids=repr,
)
def test_the_umpire_refuses_what_cannot_be(told: Mapping[str, object]) -> None:
    ledger = replace(GAME.opening(ONE).ledger, shooter_from=From.LIES)
    with pytest.raises(ValueError, match=r"\w"):
        GAME.facts(ledger, told)

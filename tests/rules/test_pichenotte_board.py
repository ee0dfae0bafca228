"""Pichenotte on its board: what is asked, what is refused, what an onlooker sees, what the umpire asks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pennyflick.boards.shapes import polar
from pennyflick.rules.game import Position, advance
from pennyflick.rules.pichenotte.facts import Facts
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.table import (
    Answer,
    AskFlick,
    Away,
    Choose,
    Contact,
    Declare,
    DiscId,
    Event,
    Flick,
    Holed,
    Left,
    Place,
    Point,
    Resign,
    Seat,
    Shot,
    Side,
    SideFlick,
)

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
A1, A2, B1, B2 = (DiscId(name) for name in ("A1", "A2", "B1", "B2"))
GAME = Pichenotte()
RADIUS = 31.75 / 2
BASELINE, TEN, FIFTEEN, LINE = 304.8, 203.2, 101.6, 1.6


def lying(game: Pichenotte = GAME, /, **places: Point) -> Position[Ledger]:
    """One to shoot A2; A1 and these pucks lie on the board."""
    start = game.opening(Side.ONE)
    on = {DiscId(name): at for name, at in places.items()}
    return Position(replace(start.ledger, shots=2, on=tuple(on)), start.layout.moved(on))


def ask_of(game: Pichenotte, position: Position[Ledger]) -> AskFlick:
    decision = game.decision(position)
    assert decision is not None
    (ask,) = decision.asks
    assert isinstance(ask, AskFlick)
    return ask


def shoot(game: Pichenotte, at: Point, puck: DiscId = A1) -> Flick:
    return Flick(puck, 9_000, 800, at)


def shot_of(
    position: Position[Ledger], moved: Mapping[DiscId, Point | Away], *events: Event, call: str | None = None
) -> Shot:
    return Shot(
        Flick(A2, 9_000, 800, Point(0.0, -BASELINE), call), position.layout, position.layout.moved(moved), events, {}
    )


def facts_of(position: Position[Ledger], shot: Shot) -> Facts:
    assert isinstance(shot.flick, Flick)
    return GAME.observe(position, shot.flick, shot)


# PIC-2: the baseline


@pytest.mark.parametrize(
    ("at", "legal"),
    [
        (Point(0.0, -BASELINE), True),
        (Point(0.0, -(BASELINE - LINE / 2 - RADIUS) - 0.1), True),  # just touching from inside
        (Point(0.0, -(BASELINE - LINE / 2 - RADIUS) + 0.2), False),  # short of the line
        (Point(0.0, -314.3), True),  # wholly on the surface
        (Point(0.0, -314.5), False),  # overhanging it
        (polar(BASELINE, -45.5), True),
        (polar(BASELINE, -44.5), False),  # beyond the quadrant line
        (polar(BASELINE, 90.0), False),  # the opponent's
        (Point(0.0, 0.0), False),
    ],
)
def test_pic_2_a_shot_is_flicked_from_the_own_baseline(at: Point, legal: bool) -> None:
    position = GAME.opening(Side.ONE)
    refusal = GAME.refuse(position, shoot(GAME, at))
    assert (refusal is None) is legal
    if refusal:
        assert refusal.clause == "PIC-2"
        assert refusal.nearest is not None
        assert GAME.refuse(position, shoot(GAME, refusal.nearest)) is None


def test_pic_2_the_puck_must_be_put_down_and_overlap_no_other() -> None:
    beside = lying(B1=Point(0.0, -280.0))
    for at in (None, Point(0.0, -BASELINE)):
        refusal = GAME.refuse(beside, Flick(A2, 9_000, 800, at))
        assert refusal is not None
        assert refusal.nearest is not None
        assert refusal.nearest.distance_mm(Point(0.0, -280.0)) >= 2 * RADIUS


def test_pic_2_when_pucks_close_the_baseline_there_is_still_a_place() -> None:
    names = [f"B{k}" for k in range(1, 13)] + ["A3", "A4", "A5"]
    wall = {name: polar(288.0, -90 - 45.5 + 6.5 * k) for k, name in enumerate(names)}
    position = lying(**wall)
    region = ask_of(GAME, position).discs[A2]
    assert region is not None
    place = region.nearest(Point(0.0, -BASELINE))
    assert GAME.refuse(position, Flick(A2, 9_000, 800, place)) is None
    assert min(place.distance_mm(at) for at in wall.values()) >= 2 * RADIUS - 0.11


def test_pic_13_each_of_four_seats_has_its_own_quarter() -> None:
    game = Pichenotte(Options(players="doubles"))
    position = game.opening(Side.ONE)
    middles = []
    for shots, seat in enumerate(game.seats):
        ledger = replace(position.ledger, turn=seat, shots=shots)
        ask = ask_of(game, Position(ledger, position.layout))
        ((_, region),) = ask.discs.items()
        assert region is not None
        middles.append(next(k for k in range(4) if region.breaks(polar(BASELINE, 90 * k)) is None))
    assert sorted(middles) == [0, 1, 2, 3]
    assert abs(middles[0] - middles[2]) == abs(middles[1] - middles[3]) == 2  # partners sit opposite
    decision = game.decision(position)
    assert decision is not None
    assert "PIC-13" in decision.clauses


# decisions


def test_pic_3_the_shooter_plays_his_next_puck_and_no_other() -> None:
    position = GAME.opening(Side.TWO)
    decision = GAME.decision(position)
    assert decision is not None
    assert decision.seats == (TWO,)
    assert "PIC-3" in decision.clauses
    assert list(ask_of(GAME, position).discs) == [B1]
    assert GAME.refuse(position, shoot(GAME, Point(0.0, BASELINE), B2)) is not None
    assert GAME.refuse(position, shoot(GAME, Point(0.0, BASELINE), B1)) is None


def test_pic_3_the_last_shot_is_announced_as_the_hammer() -> None:
    start = GAME.opening(Side.ONE)
    last = GAME.decision(Position(replace(start.ledger, shots=23, turn=TWO), start.layout))
    before = GAME.decision(Position(replace(start.ledger, shots=22), start.layout))
    assert last is not None
    assert before is not None
    assert "hammer" in str(last.sentence)
    assert "hammer" not in str(before.sentence)


@pytest.mark.parametrize(("call", "calls"), [("chosen", ("twenty",)), ("either", ("twenty",)), ("none", ())])
def test_pic_4_a_twenty_can_be_called_when_an_enemy_is_on_the_board(call: str, calls: tuple[str, ...]) -> None:
    game = Pichenotte(Options(twenty_call=call))
    facing = lying(game, B1=Point(150.0, 0.0))
    assert ask_of(game, facing).calls == calls
    assert (game.refuse(facing, Flick(A2, 0, 500, Point(0.0, -BASELINE), "twenty")) is None) is bool(calls)
    assert ask_of(game, lying(game, A1=Point(150.0, 0.0))).calls == ()


def test_pic_6_and_pic_7_are_named_when_the_shot_is_free() -> None:
    for advanced in (False, True):
        game = Pichenotte(Options(advanced=advanced))
        decision = game.decision(game.opening(Side.ONE))
        assert decision is not None
        assert "PIC-6" in decision.clauses
        assert ("PIC-7" in decision.clauses) is advanced
        assert "PIC-4" not in decision.clauses


def test_pic_1_the_opening_board_is_clear() -> None:
    position = GAME.opening(Side.ONE)
    assert set(position.layout.where.values()) == {Away.HAND}
    assert len(position.layout.where) == 24
    decision = GAME.decision(position)
    assert decision is not None
    assert "PIC-1" in decision.clauses


NONSENSE: tuple[Answer, ...] = (
    Flick(DiscId("nobody"), 0, 500, Point(0.0, -BASELINE)),
    Flick(A2, 0, 0, Point(0.0, -BASELINE)),
    Flick(A2, 0, 5_000, Point(0.0, -BASELINE)),
    Flick(A2, 99_999, 500, Point(0.0, -BASELINE)),
    Flick(A2, 0, 500, Point(math.nan, math.nan)),
    Flick(A2, 0, 500, Point(0.0, -BASELINE), "thirty"),
    SideFlick(A2, A1, Point(0.0, -BASELINE), 0, 500),
    Place({A2: Point(0.0, -BASELINE)}),
    Choose("pass"),
    Declare("sneeze", (), ONE),
    Declare("unclean", (), TWO),
    Declare("on-top", (A1, B1), ONE),
    Declare("touch", (DiscId("nobody"),), ONE),
)


@pytest.mark.parametrize("answer", NONSENSE)
def test_nonsense_is_refused_with_a_sentence_and_never_raises(answer: Answer) -> None:
    refusal = GAME.refuse(lying(B1=Point(150.0, 0.0)), answer)
    assert refusal is not None
    assert refusal.sentence


def test_resigning_and_declaring_ones_own_foul_are_not_refused() -> None:
    position = GAME.opening(Side.ONE)
    assert GAME.refuse(position, Resign(TWO)) is None
    assert GAME.refuse(position, Declare("unclean", (), ONE)) is None


# observing


@pytest.mark.parametrize(
    ("at_mm", "points"),
    [
        (0.0, 15),
        (FIFTEEN - LINE / 2 - RADIUS - 0.06, 15),
        (FIFTEEN - LINE / 2 - RADIUS - 0.04, 10),  # touches the line
        (FIFTEEN, 10),
        (TEN - LINE / 2 - RADIUS - 0.06, 10),
        (TEN - LINE / 2 - RADIUS - 0.04, 5),
        (BASELINE - LINE / 2 - RADIUS - 0.06, 5),
        (BASELINE - LINE / 2 - RADIUS - 0.04, 0),
        (BASELINE + 5, 0),
    ],
)
def test_pic_10_touching_a_line_counts_in_the_lower_zone(at_mm: float, points: int) -> None:
    position = lying()
    facts = facts_of(position, shot_of(position, {A2: Point(at_mm, 0.0)}))
    assert facts.count is not None
    zone = 0 if A2 in facts.out else 15 if A2 in facts.count.fifteens else 10 if A2 in facts.count.tens else 5
    assert zone == points
    assert facts.in_fifteen is (points == 15)


@pytest.mark.parametrize(("at_mm", "touches"), [(FIFTEEN, True), (TEN, True), (150.0, False), (50.0, False)])
def test_pic_10_observe_names_the_pucks_on_a_line(at_mm: float, touches: bool) -> None:
    position = lying()
    facts = facts_of(position, shot_of(position, {A2: Point(at_mm, 0.0)}))
    assert facts.count is not None
    assert (A2 in facts.count.on_line) is touches


def test_pic_11_a_puck_touching_the_baseline_or_off_the_surface_is_out() -> None:
    position = lying(B1=Point(150.0, 0.0))
    off = Left(0.5, A2, Point(330.2, 0.0))
    facts = facts_of(position, shot_of(position, {A2: Away.OFF, B1: Point(290.0, 0.0)}, off))
    assert set(facts.out) == {A2, B1}
    gap = next(each for each in facts.evidence if each.fact == "out" and B1 in each.discs)
    assert gap.measured_mm == pytest.approx(BASELINE - LINE / 2 - RADIUS - 290.0)


def test_pic_11_a_puck_that_crossed_the_baseline_and_came_back_plays_on() -> None:
    position = lying(B1=Point(150.0, 0.0))
    crossed = shot_of(position, {B1: Point(250.0, 0.0)}, Contact(0.1, A2, B1, 5.0), Contact(0.4, A2, B1, 5.0))
    assert B1 not in facts_of(position, crossed).out


def test_pic_4_contact_of_any_own_puck_with_an_enemy_counts_and_friends_do_not() -> None:
    position = lying(A1=Point(100.0, 0.0), B1=Point(150.0, 0.0))
    rest = {A2: Point(0.0, 50.0)}
    own = Contact(0.1, A1, A2, 5.0)
    assert not facts_of(position, shot_of(position, rest, own)).touched
    assert facts_of(position, shot_of(position, rest, own, Contact(0.2, A1, B1, 5.0))).touched


def test_pic_4_observe_hears_the_call() -> None:
    position = lying(B1=Point(150.0, 0.0))
    assert facts_of(position, shot_of(position, {A2: Away.HOLED}, Holed(0.6, A2), call="twenty")).called
    assert not facts_of(position, shot_of(position, {A2: Away.HOLED}, Holed(0.6, A2))).called


def test_pic_9_a_sunk_puck_is_laid_on_the_rail() -> None:
    position = lying(B1=Point(150.0, 0.0))
    events = (Contact(0.2, A2, B1, 5.0), Holed(0.6, B1))
    shot = shot_of(position, {B1: Away.HOLED, A2: Point(0.0, 50.0)}, *events)
    after, verdict = advance(GAME, position, shot.flick, shot)
    assert verdict.clauses == ("PIC-4", "PIC-9")
    assert after.layout.where[B1] is Away.RAIL
    assert GAME.sheet(after.ledger)[0].two == "20"


# the umpire


def told(ledger: Ledger, game: Pichenotte = GAME, **answers: object) -> Facts:
    return game.facts(ledger, answers)


def fields(ledger: Ledger, game: Pichenotte = GAME) -> set[str]:
    form = game.form(ledger)
    assert form is not None
    return {question.field for question in form.questions}


def test_the_umpire_asks_only_what_the_shot_needs() -> None:
    facing = lying(B1=Point(150.0, 0.0)).ledger
    free = lying().ledger
    assert fields(facing) == {"called", "touched", "sunk", "out"}
    assert fields(free) == {"sunk", "out"}
    assert fields(free, Pichenotte(Options(advanced=True))) == {"in_fifteen", "sunk", "out"}
    assert fields(facing, Pichenotte(Options(twenty_call="none"))) == {"touched", "sunk", "out"}
    assert {"fifteens", "tens"} <= fields(replace(facing, shots=23, turn=TWO))
    assert fields(replace(facing, phase=Phase.COUNT)) == {"fifteens", "tens"}
    assert fields(replace(free, phase=Phase.SHOOT_OUT)) == {"sunk"}


def test_the_umpire_rules_what_it_is_told() -> None:
    facing = lying(B1=Point(150.0, 0.0)).ledger
    assert GAME.judge(facing, told(facing, touched=True)).ledger.on == (B1, A2)
    assert GAME.judge(facing, told(facing)).fates == {A2: Away.DITCH}
    assert GAME.judge(facing, told(facing, called=True, sunk=["A2"])).fates == {A2: Away.RAIL}
    assert GAME.judge(facing, told(facing, declared=["unclean"])).clauses == ("PIC-2",)
    last = replace(facing, shots=23, turn=TWO, on=(A1,))
    assert GAME.judge(last, told(last, touched=True, fifteens=["A1"])).ledger.half_points.one == 2


@pytest.mark.parametrize(
    "answers",
    [{"hit": True}, {"touched": 1}, {"sunk": ["B9"]}, {"sunk": ["A2"], "out": ["A2"]}, {"fifteens": ["A2"]}],
    ids=repr,
)
def test_the_umpire_refuses_what_cannot_be(answers: Mapping[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.facts(lying(B1=Point(150.0, 0.0)).ledger, answers)

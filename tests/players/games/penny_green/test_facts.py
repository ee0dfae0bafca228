"""What bots see of many flicks at Penny Green is what the referee would observe, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from pennyflick import physics
from pennyflick.match import decision, new_match, step
from pennyflick.players.dice import Dice
from pennyflick.players.games.penny_green import PennyGreenTactics
from pennyflick.players.games.penny_green.facts import ManyFacts, essential, observe_many
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.aims import AimList, Aims, Arm, simulated
from pennyflick.players.search.tactics import worth_of
from pennyflick.rules import registry
from pennyflick.rules.game import Position, advance
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    GoalFlick,
    Ledger,
    Lift,
    Lifting,
    Penalties,
    PenaltyFlick,
    Phase,
    Positional,
    Restart,
    Stage,
    TurnOf,
)
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Away, Clause, DiscId, Layout, Point, Side

TACTICS = PennyGreenTactics()
A1, A2, B1 = DiscId("A1"), DiscId("A2"), DiscId("B1")
ATTACK = Attack(Side.ONE)
SPOTTED = Lift(Lifting.SPOT, Clause("GRN-12"), (A1, A2))
PHASES: dict[str, Phase] = {
    "attack": ATTACK,
    "second hit": Attack(Side.ONE, hits=1),
    "goal flick": Attack(Side.ONE, Restart.GOAL_FLICK, only=A1),
    "positional": Positional(Side.ONE),
    "defender": GoalFlick(Side.TWO, Stage.FLICKS, B1),
    "penalty flick": PenaltyFlick(
        Penalties((Award(Side.ONE), Award(Side.TWO, lifts=(SPOTTED,))), TurnOf(Side.TWO)), A1
    ),
}


def green(**texts: str) -> PennyGreen:
    return cast(PennyGreen, registry.new_game("penny-green", texts))


def lying(game: PennyGreen, **places: tuple[float, float]) -> Layout:
    """Only these pieces on the board."""
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    return Layout({disc.id: points.get(disc.id, Away.HAND) for disc in game.discs})


def strewn(game: PennyGreen, dice: Dice, *, green_on: bool) -> Layout:
    """Every piece somewhere on the pitch, half of the pennies before a goal; none on another, none on a peg."""
    board = game.board
    found: dict[DiscId, Point] = {}
    for disc in reversed(game.discs):
        if disc.id == GREEN and not green_on:
            continue
        while disc.id not in found:
            x, y = (dice.uniform() * 2 - 1) * board.goal_x_mm, (dice.uniform() * 2 - 1) * board.side_y_mm
            if disc.id != GREEN and dice.uniform() < 0.5:
                x, y = (board.goal_x_mm - dice.uniform() * board.goal_area_mm) * np.sign(x), y / 2
            at = Point(float(x), y).rounded(1)
            clear = all(at.distance_mm(other) > board.diameter_mm for other in found.values())
            if clear and all(at.distance_mm(peg.centre) > board.diameter_mm for peg in board.pegs):
                found[disc.id] = at
    return Layout({disc.id: found.get(disc.id, Away.HAND) for disc in game.discs})


def anyhow(layout: Layout, dice: Dice, count: int) -> Aims:
    """Flicks of One's pennies: most at the green or another piece, some anywhere, slow to fast."""
    listed = AimList()
    own = [disc for disc in layout.on_board if disc.startswith("A")]
    for _ in range(count):
        disc = dice.pick(own)
        at = layout.on_board[disc]
        target = layout.on_board[dice.pick([each for each in layout.on_board if each != disc])]
        if (met := layout.point(GREEN)) is not None and dice.uniform() < 0.6:
            target = met
        bearing = np.degrees(np.arctan2(target.y_mm - at.y_mm, target.x_mm - at.x_mm)) + 24.0 * (dice.uniform() - 0.5)
        listed.add(Arm(disc), "", float(bearing), (200.0 + 3_300.0 * dice.uniform(),))
    return listed.aims()


def one_flick(disc: DiscId, direction_deg: float, speed_mm_s: float) -> Aims:
    listed = AimList()
    listed.add(Arm(disc), "", direction_deg, (speed_mm_s,))
    return listed.aims()


def seen(game: PennyGreen, position: Position[Ledger], aims: Aims) -> ManyFacts:
    return observe_many(game, position, aims, simulated(game, position, aims, TACTICS.contacts, TACTICS.track))


def observed(game: PennyGreen, position: Position[Ledger], aims: Aims) -> Iterator[Facts]:
    for row in range(len(aims)):
        flick = aims.answer(row)
        yield game.observe(position, flick, physics.simulate(game.board.surface, game.discs, position.layout, flick))


def as_sets(facts: Facts) -> dict[str, Any]:
    """The facts without the order in them, and without what was only measured or told."""
    plain = replace(facts, evidence=(), picked_up=False)
    return {name: frozenset(each) if isinstance(each, tuple) else each for name, each in vars(plain).items()}


def differences(game: PennyGreen, position: Position[Ledger], aims: Aims) -> tuple[list[str], ManyFacts]:
    many = seen(game, position, aims)
    wrong = [
        f"{aims.answer(row)}: {key} is {mine[key]}, not {real[key]}"
        for row, facts in enumerate(observed(game, position, aims))
        if not many.unclear[row] and (mine := as_sets(many.facts(row))) != (real := as_sets(facts))
        for key in real
        if mine[key] != real[key]
    ]
    return wrong, many


@pytest.mark.slow
@pytest.mark.parametrize("phase", PHASES.values(), ids=PHASES)
@pytest.mark.parametrize("size", ["standard", "mini", "tupenny"])
def test_many_flicks_are_seen_as_one_by_one(size: str, phase: Phase) -> None:
    game, dice = green(size=size), Dice(7, 0, f"strewn {size}")
    unclear = 0
    for _ in range(3):
        layout = strewn(game, dice, green_on=not isinstance(phase, GoalFlick))
        wrong, many = differences(game, Position(Ledger(Side.ONE, phase), layout), anyhow(layout, dice, 40))

        assert wrong == []
        unclear += int(many.unclear.sum())

    assert unclear <= 12  # of 120


def test_the_flicks_compared_show_everything_that_can_be_seen() -> None:
    game, dice = green(size="mini"), Dice(8, 0, "strewn")
    outs, columns = set[int](), np.zeros(9, dtype=np.int64)
    for _ in range(12):
        layout = strewn(game, dice, green_on=True)
        many = seen(game, Position(Ledger(Side.ONE, PHASES["goal flick"]), layout), anyhow(layout, dice, 300))
        outs |= set(many.out.tolist())
        columns += [
            np.count_nonzero(each)
            for each in (
                many.moved,
                many.hit,
                many.collided & (many.collided - 1),
                many.zones == 0b111,
                many.off,
                many.near,
                many.in_area_one,
                many.in_area_two,
                ~many.stayed,
            )
        ]

    assert outs == set(range(len(Out)))
    assert columns.min() > 0


@pytest.mark.parametrize(
    ("out", "at", "direction", "speed"),
    [
        (Out.GOAL_TWO, (300.0, 10.0), 0.0, 1_200.0),
        (Out.LINE_TWO, (300.0, 110.0), 0.0, 1_200.0),
        (Out.GOAL_ONE, (-300.0, -10.0), 180.0, 1_200.0),
        (Out.LINE_ONE, (-300.0, 110.0), 180.0, 1_200.0),
        (Out.SIDE, (0.0, 100.0), 90.0, 1_200.0),
        (Out.SIDE, (0.0, -100.0), 270.0, 1_200.0),
        (Out.NO, (0.0, 0.0), 0.0, 600.0),
        (Out.GOAL_TWO, (300.0, 10.0), 0.0, 4_000.0),  # off the board as well
    ],
)
def test_the_green_goes_out_every_way(out: Out, at: tuple[float, float], direction: float, speed: float) -> None:
    game = green()
    step_x, step_y = 40 * np.cos(np.radians(direction)), 40 * np.sin(np.radians(direction))
    layout = lying(game, A1=(at[0] - step_x, at[1] - step_y), green=at)
    wrong, many = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, direction, speed))

    assert wrong == []
    assert not many.unclear[0]
    assert many.facts(0).out is out


@pytest.mark.parametrize(
    ("out", "at", "direction"),
    [(Out.SIDE, (330.0, 190.0), 45.0), (Out.LINE_TWO, (390.0, 140.0), 45.0), (Out.SIDE, (-330.0, -190.0), 225.0)],
)
def test_of_two_lines_crossed_the_first_counts(out: Out, at: tuple[float, float], direction: float) -> None:
    game = green()
    step_x, step_y = 30 * np.cos(np.radians(direction)), 30 * np.sin(np.radians(direction))
    layout = lying(game, A1=(at[0] - step_x, at[1] - step_y), green=at)
    wrong, many = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, direction, 4_000.0))

    assert wrong == []
    assert many.facts(0).out is out


def test_the_last_passing_of_the_goal_line_tells_between_which_pegs() -> None:
    game = green()
    position = Position(Ledger(Side.ONE, ATTACK), lying(game, A1=(0.0, 0.0), green=(380.0, 0.0)))
    aims = one_flick(A1, 90.0, 300.0)
    outcomes = simulated(game, position, aims, TACTICS.contacts, TACTICS.track)
    way = np.array([(380.0, 0.0), (404.0, 10.0), (390.0, 70.0), (404.0, 80.0), (440.0, 80.0)])
    outcomes.corner_xy[0, : len(way)] = way
    many = observe_many(game, position, aims, replace(outcomes, corner_count=np.array([len(way)], dtype=np.int32)))

    assert many.facts(0).out is Out.LINE_TWO


def test_nothing_is_near_a_green_that_is_out() -> None:
    game = green()
    layout = lying(game, A1=(300.0, 0.0), green=(340.0, 0.0), B1=(440.0, 30.0))
    aims = AimList()
    aims.add(Arm(A1), "", 0.0, range(500, 1_200, 20))
    wrong, many = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), aims.aims())

    assert wrong == []
    assert len(set(many.out.tolist())) == 2


def test_a_green_off_a_peg_and_a_penny_is_no_riddle() -> None:
    game = green()
    layout = lying(game, A1=(300.0, 50.0), green=(340.0, 50.0), B1=(361.0, 26.0))
    wrong, many = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, 2.0, 2_500.0))

    assert wrong == []
    assert not many.unclear[0]
    assert many.facts(0).out is Out.GOAL_TWO
    assert set(many.facts(0).collided) == {A1, B1}


def test_a_green_that_leaves_the_goal_area_only_beyond_the_goal_line_has_stayed() -> None:
    game = green()
    layout = lying(game, A1=(-355.0, 30.0), green=(-380.0, 10.0))
    bearing = float(np.degrees(np.arctan2(-20.0, -25.0)))
    position = Position(Ledger(Side.ONE, PHASES["goal flick"]), layout)
    wrong, many = differences(game, position, one_flick(A1, bearing, 2_000.0))

    assert wrong == []
    assert many.facts(0).out is Out.GOAL_ONE
    assert many.facts(0).stayed


def test_two_pennies_pushed_at_once_are_one_push() -> None:
    game = green()
    layout = lying(game, A1=(0.0, 0.0), green=(19.0, 10.5), B1=(19.0, -10.5))
    wrong, _ = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, 0.0, 900.0))

    assert wrong == []


def test_more_contacts_than_were_noted_are_for_the_referee() -> None:
    game = green()
    position = Position(Ledger(Side.ONE, ATTACK), lying(game, A1=(0.0, 0.0), green=(60.0, 0.0), B1=(160.0, 0.0)))
    aims = one_flick(A1, 0.0, 2_000.0)
    few = observe_many(game, position, aims, simulated(game, position, aims, 1, GREEN))

    assert few.unclear[0]
    assert not seen(game, position, aims).unclear[0]


def test_only_what_the_green_met_before_it_was_out_is_a_collision() -> None:
    game = green()
    behind = lying(game, A1=(-40.0, 0.0), green=(320.0, 0.0), B1=(450.0, 0.0))
    before = lying(game, A1=(260.0, 0.0), green=(320.0, 0.0), B1=(360.0, 16.0))
    facts = {}
    for name, layout in (("behind", behind), ("before", before)):
        wrong, many = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, 0.0, 2_500.0))
        assert wrong == []
        assert not many.unclear[0]
        facts[name] = many.facts(0)

    assert facts["behind"].out is Out.GOAL_TWO
    assert B1 in facts["behind"].moved
    assert set(facts["behind"].collided) == {A1}
    assert facts["before"].out is not Out.NO
    assert set(facts["before"].collided) == {A1, B1}


def test_a_push_shot_that_strikes_a_resting_penny_is_surely_illegal() -> None:
    game = green()
    layout = lying(game, A1=(0.0, 0.0), green=(20.0, 7.0), B1=(120.0, -12.0))
    wrong, many = differences(game, Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, 0.0, 1_500.0))

    assert wrong == []
    assert not many.unclear[0]
    assert many.facts(0).illegal_push


def test_a_green_that_rests_on_a_limit_is_for_the_referee() -> None:
    game = green()
    limit = game.board.zone_x_mm + game.board.line_half_mm + game.board.piece.radius_mm + 0.05
    layout = lying(game, A1=(0.0, 50.0), green=(limit, 0.0))
    position, aims = Position(Ledger(Side.ONE, ATTACK), layout), one_flick(A1, 90.0, 300.0)
    outcomes = simulated(game, position, aims, TACTICS.contacts, TACTICS.track)

    assert observe_many(game, position, aims, outcomes).unclear[0]
    values = TACTICS.worth(game, TACTICS.after(game, position, aims, outcomes), Side.ONE)
    assert list(values) == referees_values(game, position, aims, Side.ONE)


@pytest.mark.slow
@pytest.mark.parametrize("phase", PHASES.values(), ids=PHASES)
def test_what_is_left_out_changes_no_ruling_but_its_words(phase: Phase) -> None:
    game, dice = green(out_zone="yes", own_goal="intercepted"), Dice(9, 0, "strewn")
    ledger = Ledger(Side.ONE, phase)
    for _ in range(4):
        layout = strewn(game, dice, green_on=not isinstance(phase, GoalFlick))
        many = seen(game, Position(ledger, layout), anyhow(layout, dice, 100))
        told = essential(game, many)
        for row in np.flatnonzero(~many.unclear):
            full, short = (game.judge(ledger, each.facts(int(row))) for each in (many, told))

            assert short.clauses == full.clauses
            assert (short.ledger, dict(short.fates)) == (full.ledger, dict(full.fates))


@pytest.mark.slow
@pytest.mark.parametrize(
    "texts",
    [
        {"size": "mini"},
        {"size": "tupenny", "length": "full"},
        {"own_goal": "intercepted", "out_zone": "yes", "one_penalty": "yes"},
        {"pennies_one": "5", "goal_two_mm": "120", "games": "2", "goals": "1", "turn_limit": "6"},
    ],
    ids=" ".join,
)
def test_values_are_those_of_the_referee_whatever_was_agreed(texts: dict[str, str]) -> None:
    game = green(**texts)
    match = new_match(game, seed=3)
    players = {seat: RandomLegal(aimed=0.8) for seat in game.seats}
    compared = 0
    while compared < 150 and (asked := decision(match)) is not None:
        aims = TACTICS.ideas(game, match.position, asked)
        if len(aims):
            aims = aims.rows(slice(None, None, max(len(aims) // 10, 1)))
            compared += len(aims)
            side = asked.seats[0].side
            outcomes = simulated(game, match.position, aims, TACTICS.contacts, TACTICS.track)
            imagined = TACTICS.worth(game, TACTICS.after(game, match.position, aims, outcomes), side)
            assert imagined == pytest.approx(referees_values(game, match.position, aims, side), abs=1e-9)
        match, _ = step(match, players, asked)

    assert compared > 50


def referees_values(game: PennyGreen, position: Position[Ledger], aims: Aims, side: Side) -> list[float]:
    flicks = [aims.answer(row) for row in range(len(aims))]
    shots = [physics.simulate(game.board.surface, game.discs, position.layout, flick) for flick in flicks]
    after = [advance(game, position, *each)[0] for each in zip(flicks, shots, strict=True)]
    return [worth_of(TACTICS, game, each, side) for each in after]

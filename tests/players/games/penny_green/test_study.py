"""What is learned of Penny Green: the same to both sides, left and right alike, and as the score sheet says."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, cast, get_args

import numpy as np
import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players.games.penny_green import STUDY
from pennyflick.players.hands import HANDS
from pennyflick.players.positions import Positions
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Attack, FlickOff, Ledger, Over, PenaltyFlick, Phase
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Layout, Point, Side

GAME = cast(PennyGreen, registry.new_game("penny-green"))
HERS = {Side.ONE: HANDS["expert"], Side.TWO: HANDS["average"]}
OUTS = {Out.LINE_ONE: Out.LINE_TWO, Out.LINE_TWO: Out.LINE_ONE, Out.GOAL_ONE: Out.GOAL_TWO, Out.GOAL_TWO: Out.GOAL_ONE}


def played(seed: int, count: int, game: PennyGreen = GAME) -> list[Position[Ledger]]:
    """Positions of random play."""
    match, found = new_match(game, seed=seed), list[Position[Ledger]]()
    players = {seat: RandomLegal(aimed=0.9) for seat in game.seats}
    while len(found) < count and (asked := decision(match)) is not None:
        found.append(match.position)
        match, _ = step(match, players, asked)
    return found


@cache
def positions() -> list[Position[Ledger]]:
    """Some of every phase."""
    return [position for seed in range(4) for position in played(seed, 120)]


def features(of: list[Position[Ledger]], hands: Any = HERS) -> Any:
    return STUDY.features(GAME, Positions.of(GAME, of), hands)


def swapped(told: Any) -> Any:
    """The same of the other side."""
    match told:
        case Side():
            return told.other
        case Out():
            return OUTS.get(told, told)
        case Tally():
            return Tally(told.two, told.one)
        case tuple():
            return tuple(map(swapped, told))
        case str() if not isinstance(told, Enum) and told[:1] in "AB" and told[1:].isdigit():
            return DiscId("BA"["AB".index(told[0])] + told[1:])
        case _ if is_dataclass(told) and not isinstance(told, type):
            return replace(told, **{each.name: swapped(getattr(told, each.name)) for each in fields(told)})
    return told


def turned(position: Position[Ledger]) -> Position[Ledger]:
    """The board turned by half, the sides changed."""
    where = {
        disc: Point(-at.x_mm, -at.y_mm) if isinstance(at, Point) else at for disc, at in position.layout.where.items()
    }
    return Position(swapped(position.ledger), Layout({disc: where[swapped(disc)] for disc in position.layout.where}))


def reflected(position: Position[Ledger]) -> Position[Ledger]:
    """Left and right changed."""
    where = {
        disc: Point(at.x_mm, -at.y_mm) if isinstance(at, Point) else at for disc, at in position.layout.where.items()
    }
    return Position(position.ledger, Layout(where))


def test_every_feature_has_a_name_and_is_a_number() -> None:
    seen = features(positions())

    assert seen.shape == (len(positions()), len(STUDY.names))
    assert np.isfinite(seen).all()
    assert len(set(STUDY.names)) == len(STUDY.names) <= 60


@pytest.mark.slow
def test_whoever_acts_sees_the_same_from_either_end() -> None:
    hands = {side: HERS[side.other] for side in Side}

    assert features([turned(each) for each in positions()], hands) == pytest.approx(features(positions()))


def test_left_and_right_are_alike() -> None:
    assert features([reflected(each) for each in positions()]) == pytest.approx(features(positions()), abs=1e-6)


def test_the_positions_compared_show_every_phase() -> None:
    phases = {type(each.ledger.phase).__name__ for each in positions()}

    assert phases == {each.__name__ for each in get_args(Phase)} - {"Over"}
    varying = features(positions()).std(axis=0) > 0
    constant = {name for name, varies in zip(STUDY.names, varying, strict=True) if not varies}
    assert constant <= {"other off"}


def test_who_is_to_act_is_whom_the_game_asks() -> None:
    asked = [GAME.decision(each) for each in positions()]

    assert [each.seats[0].side for each in asked if each] == STUDY.acting(GAME, [each.ledger for each in positions()])


def test_what_one_side_has_at_stake_the_other_has_too() -> None:
    ledgers = [replace(each.ledger, goals=Tally(k % 2, k // 2 % 2)) for k, each in enumerate(positions())]
    one, two = (STUDY.stakes(GAME, ledgers, side) for side in Side)

    assert one + two[:, ::-1] == pytest.approx(1.0)
    assert (one[:, 1] > one[:, 0]).all()


def test_nothing_is_at_stake_at_the_end() -> None:
    over = [Ledger(Side.ONE, Over(winner)) for winner in (Side.ONE, Side.TWO, None)]

    assert STUDY.stakes(GAME, over, Side.ONE).tolist() == [[1.0, 1.0], [0.0, 0.0], [0.5, 0.5]]


@pytest.mark.parametrize(
    ("after", "share"),
    [
        (Ledger(Side.ONE, FlickOff(Side.ONE), goals=Tally(1, 1)), None),
        (Ledger(Side.ONE, Attack(Side.TWO), goals=Tally(1, 2)), 0.0),
        (Ledger(Side.ONE, Over(Side.ONE), goals=Tally(2, 1), games=Tally(1, 0), played=1), 1.0),
        (Ledger(Side.ONE, FlickOff(Side.TWO), games=Tally(1, 0), played=1), 1.0),
        (Ledger(Side.ONE, Over(None), goals=Tally(1, 1), played=1), 0.5),
        (Ledger(Side.ONE, FlickOff(Side.TWO), played=1), 0.5),
    ],
    ids=["nobody", "two", "one and the match", "one and the game", "the limit and the match", "the limit"],
)
def test_a_goal_takes_the_stake_and_the_turn_limit_halves_it(after: Ledger, share: float | None) -> None:
    before = Ledger(Side.ONE, Attack(Side.ONE), goals=Tally(1, 1))

    assert STUDY.taken(GAME, before, after) == share


def lying(**places: tuple[float, float]) -> Layout:
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    return Layout({disc.id: points.get(disc.id, Away.HAND) for disc in GAME.discs})


def shown(name: str, layout: Layout, ledger: Ledger | None = None) -> float:
    seen = features([Position(ledger or Ledger(Side.ONE, Attack(Side.ONE)), layout)])
    return float(seen[0, STUDY.names.index(name)])


def test_a_shot_is_better_from_near_and_through_a_wide_gap() -> None:
    near, far = (lying(A1=(200.0 - run, 0.0), green=(200.0, 0.0)) for run in (40.0, 160.0))
    kept, blocked = (lying(A1=(160.0, 0.0), green=(200.0, 0.0), B1=at) for at in ((400.0, 30.0), (240.0, 0.0)))

    assert shown("own shot", near) > shown("own shot", far) > 0.0
    assert shown("own shot", near) > shown("own shot", kept) > shown("own shot", blocked) == 0.0
    assert shown("own open", near) > shown("own open", kept)


def test_the_gap_is_the_widest_between_pegs_and_keepers() -> None:
    width, radius = GAME.board.goal_width_mm(Side.TWO), GAME.board.piece.radius_mm
    none, middle, aside = (
        lying(green=(0.0, 0.0), **keeper) for keeper in ({}, {"B1": (400.0, 0.0)}, {"B1": (390.0, 30.0)})
    )

    assert shown("own gap", none) == pytest.approx(width)
    assert shown("own gap", middle) == pytest.approx(width / 2 - radius)
    assert shown("own gap", aside) == pytest.approx(width / 2 + 30.0 - radius)
    assert [shown("own keepers", each) for each in (none, middle, aside)] == [0.0, 1.0, 1.0]


def test_only_the_penny_that_takes_the_penalty_flick_counts_as_a_shooter() -> None:
    penalties = next(each for each in positions() if isinstance(each.ledger.phase, PenaltyFlick)).ledger
    phase = replace(cast(PenaltyFlick, penalties.phase), penny=DiscId("A1"))
    due = replace(phase.due, awards=(replace(phase.due.award, owner=Side.ONE), *phase.due.awards[1:]))
    layout = lying(A1=(-100.0, 0.0), A2=(60.0, 0.0), green=(100.0, 0.0))

    assert shown("own shot", layout) > 0.3
    assert shown("own shot", layout, penalties.at(replace(phase, due=due))) == 0.0

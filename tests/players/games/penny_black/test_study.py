"""What is learned of Penny Black sees the board as a player does, whichever way it is turned."""

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from pennyflick.match import new_match, play
from pennyflick.physics import Layouts
from pennyflick.players.games.penny_black import STUDY
from pennyflick.players.hands import HANDS
from pennyflick.players.positions import Positions
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import Ended, From, Ledger
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Layout, Point, Side

HANDS_OF = {Side.ONE: HANDS["good"], Side.TWO: HANDS["expert"]}
SHOOTER, Y1, Y2, R1 = (DiscId(name) for name in ("shooter", "Y1", "Y2", "R1"))


def black(**texts: str) -> PennyBlack:
    return cast(PennyBlack, registry.new_game("penny-black", texts))


def played(game: PennyBlack, seed: int) -> list[Position[Ledger]]:
    match = new_match(game, seed=seed)
    done = play(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.8)))
    return [match.position, *(action.position for action in done.actions)]


def lying(game: PennyBlack, **places: tuple[float, float]) -> Position[Ledger]:
    """Only these on the board, One to flick."""
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    on = tuple(disc for disc in points if disc != SHOOTER)
    ledger = Ledger(Side.ONE, Side.ONE, on, shooter_from=From.LIES, first_flick=False)
    return Position(ledger, Layout({disc.id: points.get(disc.id, Away.HAND) for disc in game.discs}))


def seen(game: PennyBlack, *positions: Position[Ledger]) -> list[dict[str, float]]:
    rows = STUDY.features(game, Positions.of(game, positions), HANDS_OF)
    return [dict(zip(STUDY.names, row, strict=True)) for row in rows]


@pytest.mark.parametrize("shape", ["hexagon", "square", "round"])
def test_every_position_of_a_match_is_seen_in_numbers(shape: str) -> None:
    game = black(shape=shape)
    rows = STUDY.features(game, Positions.of(game, played(game, 4)), HANDS_OF)

    assert rows.shape[1] == len(STUDY.names) == len(set(STUDY.names))
    assert np.isfinite(rows).all()


@pytest.mark.parametrize("degrees", [0.0, 60.0, 180.0])
@pytest.mark.parametrize("mirrored", [1.0, -1.0])
def test_a_board_turned_or_mirrored_looks_the_same(degrees: float, mirrored: float) -> None:
    game = black()
    there = Positions.of(game, played(game, 6))
    turn = np.radians(degrees)
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn) * mirrored, np.cos(turn) * mirrored]])
    turned = replace(there, layouts=Layouts(there.layouts.xy @ way, there.layouts.on))

    assert STUDY.features(game, turned, HANDS_OF) == pytest.approx(STUDY.features(game, there, HANDS_OF), abs=1e-6)


def test_both_sides_see_the_same_board_when_they_are_to_flick() -> None:
    game = black()
    position = lying(game, shooter=(0.0, 0.0), Y1=(100.0, 0.0), Y2=(0.0, 60.0), R1=(-50.0, 20.0))
    ledger = replace(position.ledger, score=Tally(3, 5))
    other = replace(position, ledger=replace(ledger, turn=Side.TWO, score=Tally(5, 3)))
    alike = dict.fromkeys(Side, HANDS["good"])
    ones, twos = STUDY.features(game, Positions.of(game, [replace(position, ledger=ledger), other]), alike)

    assert ones == pytest.approx(twos)


def test_a_penny_at_the_edge_with_the_shooter_behind_it_is_the_best_sight() -> None:
    game = black()
    open_, blocked, far = seen(
        game,
        lying(game, shooter=(0.0, 60.0), Y1=(0.0, 150.0)),
        lying(game, shooter=(0.0, 60.0), Y1=(0.0, 150.0), R1=(0.0, 100.0)),
        lying(game, shooter=(0.0, -60.0), Y1=(0.0, 50.0)),
    )

    assert open_["best sight"] > 0.5
    assert blocked["best sight"] < 0.5 * open_["best sight"]
    assert far["best sight"] < 0.5 * open_["best sight"]
    assert open_["nearest due to an edge"] == pytest.approx(173.2 - 150.0, abs=0.1)


def test_only_pennies_that_are_due_are_sights() -> None:
    game = black()
    (view,) = seen(game, lying(game, shooter=(0.0, 60.0), R1=(0.0, 150.0), Y1=(0.0, -20.0)))

    assert view["nearest due to an edge"] > 100.0
    assert view["nearest other to an edge"] < 30.0


def test_a_shooter_in_the_hand_is_looked_at_from_every_corner() -> None:
    game = black()
    lies = lying(game, shooter=(0.0, 0.0), Y1=(140.0, 0.0))
    held = replace(lies, ledger=replace(lies.ledger, shooter_from=From.CORNER))
    on_board, in_hand = seen(game, lies, held)

    assert in_hand["in hand"] == 1.0
    assert in_hand["reach of the best"] != on_board["reach of the best"]


def test_the_stakes_of_both_sides_sum_up_to_the_match() -> None:
    game = black(games="3")
    ledgers = [
        Ledger(Side.ONE, Side.TWO, (Y1,), games=Tally(one, two), ended=ended)
        for one, two, ended in ((0, 0, None), (2, 1, None), (2, 2, None), (3, 1, Ended.GAMES), (1, 1, Ended.LIMIT))
    ]
    ones, twos = (STUDY.stakes(game, ledgers, side) for side in Side)

    assert ones[:, 0] + twos[:, 1] == pytest.approx(1.0)
    assert ones[:, 1] + twos[:, 0] == pytest.approx(1.0)
    assert (ones[:3, 1] > ones[:3, 0]).all()
    assert ones[3:].tolist() == [[1.0, 1.0], [0.5, 0.5]]


def test_a_game_won_takes_the_stake_and_a_drawn_one_leaves_it_open() -> None:
    game = black(games="2")
    before = Ledger(Side.ONE, Side.ONE, (Y1, Y2), score=Tally(15, 13))
    fresh = Ledger(Side.TWO, Side.TWO, (Y1, Y2))

    assert STUDY.taken(game, before, replace(before, turn=Side.TWO)) is None
    assert STUDY.taken(game, before, replace(fresh, games=Tally(1, 0))) == 1.0
    assert STUDY.taken(game, before, replace(fresh, games=Tally(0, 1))) == 0.0
    assert STUDY.taken(game, before, fresh) is None
    assert STUDY.taken(game, before, replace(before, ended=Ended.LIMIT)) == 0.5

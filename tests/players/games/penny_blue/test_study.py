"""What is learned of Penny Blue is seen alike from both sides of the table and from every side of the board."""

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.physics import Layouts
from pennyflick.players.games.penny_blue import STUDY
from pennyflick.players.games.penny_blue.study import put_back
from pennyflick.players.hands import HANDS
from pennyflick.players.positions import Positions
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ended, Ledger
from pennyflick.rules.penny_blue.pennies import PENNIES
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Side

BOTH = {Side.ONE: HANDS["good"], Side.TWO: HANDS["beginner"]}
SWAPPED = {side: BOTH[side.other] for side in Side}
LATER = Ledger(Side.ONE, Side.ONE, turns=Tally(1, 1))
SA = DiscId("SA")


def blue(**texts: str) -> PennyBlue:
    return cast(PennyBlue, registry.new_game("penny-blue", texts))


def played(game: PennyBlue, matches: int) -> Positions:
    """Positions of random play."""
    found: list[Position[Ledger]] = []
    for seed in range(matches):
        match = new_match(game, seed=seed)
        while (asked := decision(match)) is not None:
            found.append(match.position)
            match, _ = step(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.9)), asked)
        found.append(match.position)
    return Positions.of(game, found)


def mirrored(positions: Positions) -> Positions:
    """The same with the sides exchanged."""
    other = [PENNIES.index(DiscId(penny.translate(str.maketrans("AB", "BA")))) for penny in PENNIES]
    layouts = Layouts(positions.layouts.xy[:, other], positions.layouts.on[:, other])
    return Positions(tuple(map(exchanged, positions.ledgers)), positions.which, layouts)


def exchanged(ledger: Ledger) -> Ledger:
    held = {None: None, DiscId("SA"): DiscId("SB"), DiscId("SB"): DiscId("SA")}[ledger.in_hand]
    turns = Tally(ledger.turns.two, ledger.turns.one)
    return replace(ledger, turn=ledger.turn.other, starter=ledger.starter.other, in_hand=held, turns=turns)


def turned(positions: Positions) -> Positions:
    """The same on a board that was turned upside down, and seen from below."""
    return replace(positions, layouts=Layouts(positions.layouts.xy * (-1.0, 1.0), positions.layouts.on))


@pytest.mark.parametrize("shape", ["square", "hexagon"])
def test_every_feature_is_a_number(shape: str) -> None:
    game = blue(shape=shape)
    positions = played(game, 8)
    features = STUDY.features(game, positions, BOTH)

    assert features.shape == (len(positions), len(STUDY.names))
    assert np.isfinite(features).all()


def test_names_are_told_once() -> None:
    assert len(set(STUDY.names)) == len(STUDY.names)


def test_both_sides_see_the_same() -> None:
    game = blue()
    positions = played(game, 8)

    assert STUDY.features(game, positions, BOTH) == pytest.approx(STUDY.features(game, mirrored(positions), SWAPPED))


def test_a_turned_board_looks_the_same() -> None:
    game = blue()
    positions = played(game, 8)
    lying = np.array([ledger.in_hand is None for ledger in positions.ledgers])  # equal spots: any may be taken
    features = STUDY.features(game, positions, BOTH)[lying]

    assert features == pytest.approx(STUDY.features(game, turned(positions), BOTH)[lying], abs=1e-6)


def test_whoever_puts_a_sovereign_back_acts_first() -> None:
    assert STUDY.acting(blue(), [LATER, replace(LATER, turn=Side.TWO, in_hand=SA)]) == [Side.ONE, Side.ONE]


def test_a_sovereign_in_the_hand_is_thought_of_on_a_free_spot() -> None:
    game = blue()
    lifted = game.opening(Side.ONE).layout.moved({SA: Away.HAND})
    layouts = put_back(game, Positions.of(game, [Position(replace(LATER, in_hand=SA), lifted)]))

    at = game.board.spots[game.board.set_spots[SA]]
    assert layouts.xy[0, PENNIES.index(SA)] == pytest.approx((at.x_mm, at.y_mm)), "the only one that is free"


def test_one_game_is_all_there_is_in_a_short_match() -> None:
    assert STUDY.stakes(blue(), [LATER], Side.ONE).tolist() == [[0.0, 1.0]]


@pytest.mark.parametrize("texts", [{"length": "full"}, {"games": "2", "sets": "3"}, {"games": "99", "sets": "99"}])
def test_what_one_side_may_win_the_other_may_lose(texts: dict[str, str]) -> None:
    ledgers = [LATER, replace(LATER, games=Tally(1, 0)), replace(LATER, ended=Ended.LIMIT, games=Tally(0, 1))]
    one, two = (STUDY.stakes(blue(**texts), ledgers, side) for side in Side)

    assert one + two[:, ::-1] == pytest.approx(1.0)
    assert (one[:2, 0] < one[:2, 1]).all()
    assert one[2].tolist() == [0.0, 0.0]


def test_a_game_is_taken_by_whoever_wins_it() -> None:
    game, next_game = blue(length="full"), Ledger(Side.TWO, Side.TWO, games=Tally(1, 0))

    assert STUDY.taken(game, LATER, replace(LATER, flicks=1)) is None
    assert STUDY.taken(game, LATER, next_game) == 1.0
    assert STUDY.taken(game, LATER, replace(next_game, games=Tally(0, 1))) == 0.0
    assert STUDY.taken(game, LATER, replace(LATER, sets=Tally(0, 1), ended=Ended.SETS)) == 0.0
    assert STUDY.taken(game, LATER, replace(LATER, ended=Ended.LIMIT)) == 0.5

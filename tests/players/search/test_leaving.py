"""Who forgets that the other plays next sees the sheet, and not what he leaves on the board."""

from dataclasses import replace

import numpy as np
import pytest

from pennyflick.physics import Layouts
from pennyflick.players.bots import parse_spec
from pennyflick.players.positions import Positions
from pennyflick.players.search.leaving import left_to_other, minded
from pennyflick.rules import registry
from pennyflick.table import Side

GAME = registry.new_game("penny-black")
LEDGER = GAME.opening(Side.ONE).ledger
LOST, FREE = replace(LEDGER, turn=Side.TWO), replace(LEDGER, turn=Side.TWO, free_shot=True)
WHICH = np.array([0, 0, 1, 1, 1, 2])
VALUES = np.array([0.9, 0.7, 0.2, 0.4, 0.6, 0.1])


def after() -> Positions:
    """Two boards with which the turn goes on, three that are Two's, and one that is Two's with a free shot."""
    discs = len(GAME.discs)
    nowhere = Layouts(np.zeros((len(WHICH), discs, 2)), np.zeros((len(WHICH), discs), dtype=np.bool_))
    return Positions((LEDGER, LOST, FREE), WHICH, nowhere)


def test_the_other_side_acts_where_the_sheet_says_so() -> None:
    assert left_to_other(GAME, after(), Side.ONE).tolist() == [False, False, True, True, True, True]
    assert left_to_other(GAME, after(), Side.TWO).tolist() == [True, True, False, False, False, False]


@pytest.mark.parametrize(
    ("prudence", "seen"),
    [(0.0, [0.9, 0.7, 0.4, 0.4, 0.4, 0.1]), (0.5, [0.9, 0.7, 0.3, 0.4, 0.5, 0.1]), (1.0, VALUES.tolist())],
)
def test_boards_left_to_the_other_look_alike_to_who_forgets_him(prudence: float, seen: list[float]) -> None:
    left = left_to_other(GAME, after(), Side.ONE)

    assert minded(VALUES, after(), left, prudence) == pytest.approx(seen)


def test_prudence_is_a_setting_of_an_opponent() -> None:
    assert parse_spec("4").prudence == parse_spec("classic").prudence == 1.0
    assert parse_spec("first-timer").prudence < 1.0
    assert parse_spec("4:prudence=0.25").prudence == 0.25

from __future__ import annotations

import pytest

from pennyflick.boards.pieces import PIECES, TUPENNY_SCALE, board_scale
from pennyflick.table import DiscId, Side


def test_the_default_penny_is_a_uk_penny() -> None:
    assert (PIECES["1p"].diameter_mm, PIECES["1p"].mass_g) == (20.3, 3.56)


def test_a_piece_makes_discs_of_its_size() -> None:
    disc = PIECES["puck"].disc(DiscId("A1"), "puck", Side.ONE)

    assert (disc.radius_mm, disc.mass_g, disc.side) == (15.875, 5.3, Side.ONE)


def test_only_the_2p_board_is_larger() -> None:
    assert board_scale("2p") == TUPENNY_SCALE == pytest.approx(1.27586, abs=1e-5)
    assert board_scale("1p") == board_scale("5c") == 1.0

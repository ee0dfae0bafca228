from __future__ import annotations

from collections.abc import Callable

import pytest

from pennyflick.boards.board import Board
from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.games.penny_blue import PennyBlueBoard
from pennyflick.boards.games.penny_green import PennyGreenBoard
from pennyflick.boards.games.penny_red import PennyRedBoard
from pennyflick.boards.games.pichenotte import PichenotteBoard
from pennyflick.table import Piece

BOARDS: tuple[Board, ...] = (
    PennyBlackBoard("hexagon"),
    PennyBlackBoard("square", "5c"),
    PennyBlackBoard("round", "2p", set_colour="blue"),
    PennyBlueBoard("square"),
    PennyBlueBoard("hexagon", "2p"),
    PennyRedBoard("standard"),
    PennyRedBoard("tupenny"),
    PennyGreenBoard("standard"),
    PennyGreenBoard("mini", 80.0, 120.0),
    PennyGreenBoard("tupenny"),
    PichenotteBoard(),
)


@pytest.fixture(params=BOARDS, ids=lambda board: f"{type(board).__name__}-{board.name}")
def board(request: pytest.FixtureRequest) -> Board:
    found: Board = request.param
    return found


@pytest.fixture
def slide() -> Callable[..., Piece]:
    """A piece that slides freely until it stops, or for as long as told."""

    def made(x: float, y: float, vx: float, vy: float, t0: float = 0.0, span: float | None = None) -> Piece:
        deceleration = 1962.0
        stop = (vx * vx + vy * vy) ** 0.5 / deceleration
        return Piece(t0, t0 + (stop if span is None else span), x, y, vx, vy, deceleration)

    return made

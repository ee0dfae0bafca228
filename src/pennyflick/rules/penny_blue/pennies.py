"""The seven pennies in play (BLU-1): their names, their teams and where the set puts them (BLU-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from pennyflick.boards.games.coin_boards import Shape
from pennyflick.boards.games.penny_blue import BLUE as BLUE
from pennyflick.boards.games.penny_blue import PennyBlueBoard
from pennyflick.boards.pieces import Coin
from pennyflick.rules.penny_blue.options import Options
from pennyflick.table import Disc, DiscId, Named, Side, Spot, phrase

THE_BLUE = phrase("the", Named(BLUE))
ASSASSINS = {Side.ONE: (DiscId("A1"), DiscId("A2")), Side.TWO: (DiscId("B1"), DiscId("B2"))}
SOVEREIGNS = {Side.ONE: DiscId("SA"), Side.TWO: DiscId("SB")}
TEAMS = {side: (*ASSASSINS[side], SOVEREIGNS[side]) for side in Side}
PENNIES = (*TEAMS[Side.ONE], *TEAMS[Side.TWO], BLUE)


def side_of(penny: DiscId) -> Side | None:
    """Whose penny it is; None for the blue."""
    return next((side for side in Side if penny in TEAMS[side]), None)


def kind_of(penny: DiscId) -> str:
    """What the penny is called: assassin, sovereign or blue."""
    return "blue" if penny == BLUE else "sovereign" if penny in SOVEREIGNS.values() else "assassin"


@cache
def board_of(options: Options) -> PennyBlueBoard:
    """The board that the options name."""
    return PennyBlueBoard(
        shape=cast(Shape, options.shape),  # the options offer no other words
        coin=cast(Coin, options.coin),
        wood=options.wood,
    )


@cache
def discs_of(options: Options) -> tuple[Disc, ...]:
    """The pennies in play, all alike (BLU-1); the spare only measures and is none of them."""
    piece = board_of(options).piece
    return tuple(piece.disc(penny, kind_of(penny), side_of(penny)) for penny in PENNIES)


def set_spots(options: Options) -> Mapping[DiscId, Spot]:
    """Where each penny stands when a game begins: sovereigns opposite, the teams alternating (BLU-3)."""
    return board_of(options).set_spots

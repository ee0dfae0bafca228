"""The five pennies: the red and two shooters a side, and the spots of the two courts (RED-1)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import cast

from pennyflick.boards.games.penny_red import PennyRedBoard
from pennyflick.boards.pieces import Coin
from pennyflick.rules.penny_red.options import Options
from pennyflick.table import Disc, DiscId, Named, Seat, Side, Spot, phrase

RED = DiscId("red")
THE_RED = phrase("the", Named(RED))
SHOOTERS = {Side.ONE: (DiscId("A1"), DiscId("A2")), Side.TWO: (DiscId("B1"), DiscId("B2"))}
PENNIES = (*SHOOTERS[Side.ONE], *SHOOTERS[Side.TWO], RED)


def side_of(penny: DiscId) -> Side | None:
    """Whose shooter it is; None for the red."""
    return next((side for side in Side if penny in SHOOTERS[side]), None)


def partner(shooter: DiscId) -> DiscId:
    """The other shooter of the same side."""
    one, two = next(pair for pair in SHOOTERS.values() if shooter in pair)
    return two if shooter == one else one


def seat_of(shooter: DiscId) -> Seat:
    """Who flicks this shooter in doubles (RED-20)."""
    side = next(side for side in Side if shooter in SHOOTERS[side])
    return Seat(side, SHOOTERS[side].index(shooter))


def corners(side: Side) -> tuple[Spot, Spot]:
    """The two corner spots of a court."""
    return Spot(f"corner-{side.value}-1"), Spot(f"corner-{side.value}-2")


def serving_spot(side: Side) -> Spot:
    """Where the serving shooter stands."""
    return Spot(f"serving-{side.value}")


def quarter_spot(side: Side) -> Spot:
    """Where the red stands for a serve."""
    return Spot(f"quarter-{side.value}")


@cache
def board_of(options: Options) -> PennyRedBoard:
    """The board that the options name."""
    return PennyRedBoard(
        size=options.size,
        coin=None if options.coin == "board" else cast(Coin, options.coin),  # the options offer no other words
        wood=options.wood,
    )


@cache
def discs_of(options: Options) -> tuple[Disc, ...]:
    """The pennies, all alike (GEN-1)."""
    return tuple(_disc(options, penny) for penny in PENNIES)


def _disc(options: Options, penny: DiscId) -> Disc:
    piece = board_of(options).piece
    if penny == RED:
        return piece.disc(penny, "red")
    seat = seat_of(penny)
    return replace(piece.disc(penny, "shooter", seat.side), place=seat.place if options.doubles else None)

"""What a player can answer: directions in hundredths of a degree, speeds in whole mm/s, placements to 0.1 mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pennyflick.table.disc import DiscId
from pennyflick.table.point import Point
from pennyflick.table.side import Seat

FULL_TURN_CDEG = 36_000
SPEED_LIMIT_MM_S = 4_000  # chosen: as hard as a finger can flick a coin (rulebook, boards and pieces)


@dataclass(frozen=True, slots=True)
class Flick:
    """What a player intends: a disc, a direction and a speed."""

    disc: DiscId
    direction_cdeg: int  # hundredths of a degree anticlockwise from +x, 0..35999
    speed_mm_s: int
    start: Point | None = None  # where the player first puts it, when the decision lets him (PIC-2, BLK-11, GRN-16)
    call: str | None = None  # "twenty"
    stroke: bool = False  # a finger struck through the disc: no hand adds anything to it


@dataclass(frozen=True, slots=True)
class SideFlick:
    """A held penny flicked against a disc that overlaps the edge; the held penny itself is not simulated."""

    disc: DiscId  # the one struck: the blue, the red
    held: DiscId
    at: Point  # centre of the struck disc, overlapping the edge
    direction_cdeg: int  # within acos(1 - overlap/r) of the inward normal: only the overhanging rim can be reached
    speed_mm_s: int  # of the held penny; the struck one starts with (1 + e)/2 of it; no follow-through


@dataclass(frozen=True)
class Place:
    """Discs put down by hand: one, or several at once (a formation). None means "done" at a real board."""

    points: Mapping[DiscId, Point | None]


@dataclass(frozen=True, slots=True)
class Choose:
    """One of the options offered. "pass" waives a flick that may be waived, "decline" a placement."""

    key: str


@dataclass(frozen=True, slots=True)
class Declare:
    """A foul that people saw: touch, unclean, moved-board, on-top."""

    what: str
    discs: tuple[DiscId, ...]
    by: Seat  # who committed it
    off: tuple[DiscId, ...] = ()  # what came off the board because of it, at a real board and without a flick
    sunk: tuple[DiscId, ...] = ()  # what dropped into the hole because of it, likewise


@dataclass(frozen=True, slots=True)
class Resign:
    """A side gives up the match."""

    by: Seat


AnyFlick = Flick | SideFlick
Deed = Place | Choose | Declare  # what is done without a flick
Answer = AnyFlick | Deed | Resign

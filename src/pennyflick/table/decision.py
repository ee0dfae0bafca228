"""What must be decided next, and by whom. Every game speaks only in Decisions, so clients are written once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NewType, Protocol

from pennyflick.table.disc import DiscId
from pennyflick.table.point import Point
from pennyflick.table.sentence import Sentence
from pennyflick.table.side import Seat

Clause = NewType("Clause", str)  # "BLK-12": permanent
PASS, DECLINE = "pass", "decline"  # reserved answers: waive a flick, waive a placement
CLAUSE_ID = r"[A-Z]{3}-[0-9]{1,3}"  # how every one is written


class Region(Protocol):
    """Where a disc's centre may be put: spots, a segment, an arc or an area, less what other discs forbid."""

    def breaks(self, point: Point) -> Clause | None:
        """The clause that putting the disc there would break; None: it is legal."""

    def nearest(self, point: Point) -> Point:
        """The nearest legal point, legal also after rounding to 0.1 mm (it is already rounded)."""

    def in_the_way(self, point: Point) -> Point | None:
        """The centre of the disc or peg that keeps this one from being put there; None: it is something else."""

    def outline_svg(self) -> str:
        """SVG elements (board coordinates, y up) that show the region."""


@dataclass(frozen=True)
class AskFlick:
    """Flick one of these discs."""

    kind: str  # normal, positional, penalty, serve, free: a word for people
    discs: Mapping[DiscId, Region | None]  # None: from where it lies; a Region: Flick.start must lie in it
    calls: tuple[str, ...] = ()
    may_pass: bool = False  # Choose(PASS) waives it
    start: Point | None = None  # near which it begins unless it is put elsewhere; None: anywhere in its region


@dataclass(frozen=True)
class AskSideFlick:
    """Flick a held penny against this disc."""

    disc: DiscId
    held: tuple[DiscId, ...]
    at: Region


Beside = Callable[[DiscId, Mapping[DiscId, Point]], Region]


@dataclass(frozen=True)
class AskPlace:
    """Put all of these discs down."""

    discs: Mapping[DiscId, Region]
    suggested: Mapping[DiscId, Point]  # one click places a sensible formation; bots of level 0 use it too
    may_decline: bool = False  # Choose(DECLINE) waives it
    beside: Beside | None = field(default=None, compare=False, repr=False)  # what discs put down at once ask of another

    def region(self, disc: DiscId, others: Mapping[DiscId, Point]) -> Region:
        """Where the disc may be put while others of the same placement stand at these points."""
        return self.discs[disc] if self.beside is None else self.beside(disc, others)


@dataclass(frozen=True)
class AskChoose:
    """Choose one of these options."""

    options: Mapping[str, Sentence]  # by its key


Ask = AskFlick | AskSideFlick | AskPlace | AskChoose


def choices_of(ask: Ask) -> Mapping[str, Sentence]:
    """What Choose may answer this ask with, by its key: its options, or to do without it."""
    match ask:
        case AskChoose(options=options):
            return options
        case AskFlick(may_pass=True):
            return {PASS: Sentence(("Do without this flick.",))}
        case AskPlace(may_decline=True):
            return {DECLINE: Sentence(("Leave everything where it is.",))}
        case _:
            return {}


@dataclass(frozen=True)
class Decision:
    """What must be decided next: any one of the asks answers it."""

    seats: tuple[Seat, ...]  # more than one where partners share it (RED-20)
    asks: tuple[Ask, ...]
    clauses: tuple[Clause, ...]
    sentence: Sentence
    glows: tuple[DiscId, ...] = ()  # what counts now: to be hit, won or driven on
    leave: tuple[DiscId, ...] = ()  # what lies too near, and may not stay so
    target: tuple[Point, ...] = ()  # where it is to go: one point, or the two ends of a goal

    @property
    def choices(self) -> Mapping[str, Sentence]:
        """All that Choose may answer, by its key; what several asks offer is one choice."""
        return {key: sentence for ask in self.asks for key, sentence in choices_of(ask).items()}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the geometry measured; judge copies it into a reason and never reads it. Empty at a real board."""

    fact: str  # which fact it supports
    discs: tuple[DiscId, ...]
    instant_s: float | None = None
    measured_mm: float | None = None
    limit_mm: float | None = None


@dataclass(frozen=True)
class Reason:
    """Why a verdict is what it is: the clause and one plain sentence."""

    clause: Clause
    sentence: Sentence
    discs: tuple[DiscId, ...] = ()
    evidence: Evidence | None = field(default=None)


@dataclass(frozen=True)
class Refusal:
    """Why an answer cannot be accepted; the match is unchanged."""

    clause: Clause | None
    sentence: Sentence
    nearest: Point | None = None

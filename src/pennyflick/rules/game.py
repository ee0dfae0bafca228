"""What one game must say, and how a game moves on. Law: pure; a Verdict moves discs only to named places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pennyflick.boards.board import Board
from pennyflick.table import (
    Answer,
    AnyFlick,
    Away,
    Choose,
    Clause,
    Decision,
    Declare,
    Deed,
    Disc,
    DiscId,
    Flick,
    Layout,
    Place,
    Point,
    Reason,
    Refusal,
    Resign,
    Seat,
    Sentence,
    Shot,
    Side,
    SideFlick,
    Spot,
    Viewer,
    phrase,
)

L = TypeVar("L")  # a game's Ledger
F = TypeVar("F")  # a game's Facts: `declared` and `evidence` besides its own fields

DECLARATIONS = {
    "touch": "A penny was touched that may not be touched.",
    "unclean": "The flick was not one clean strike.",
    "moved-board": "The board was moved so that a penny slid.",
    "on-top": "A penny came to rest on another.",
}


_NOTHING = Sentence(())


@dataclass(frozen=True)
class Verdict(Generic[L]):
    """The next ledger, why, and where discs go."""

    ledger: L
    reasons: tuple[Reason, ...]
    fates: Mapping[DiscId, Away | Spot]
    notes: tuple[Sentence, ...] = ()  # remarks that no clause makes: the turn limit, a new game begins

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses ruled, in order, each once."""
        return tuple(dict.fromkeys(reason.clause for reason in self.reasons))


@dataclass(frozen=True)
class Position(Generic[L]):
    """The score sheet and where everything is."""

    ledger: L
    layout: Layout


@dataclass(frozen=True)
class Question:
    """One field of Facts as a person beside the board is asked for it."""

    field: str
    sentence: str | Sentence  # words alone, unless it speaks of a side
    kind: str  # yes-no, discs, one-of, many-of
    options: tuple[str, ...] = ()  # disc ids for "discs"; the words to choose from otherwise

    def said(self, viewer: Viewer) -> str:
        """The question as it is put to somebody."""
        return phrase(self.sentence).said(viewer)


@dataclass(frozen=True)
class Form:
    """What a person beside a real board can say now; any one of flick, place or choice answers it."""

    seats: tuple[Seat, ...]
    sentence: Sentence  # who does what next: "One flicks the shooter"
    clauses: tuple[Clause, ...]
    questions: tuple[Question, ...] = ()  # asked after a flick; empty when no flick is possible now
    places: tuple[tuple[DiscId, ...], ...] = ()  # groups of discs that may be put down: answered Place({id: None})
    choices: Mapping[str, Sentence] | None = None  # by their keys: answered Choose(key)
    fallen: tuple[Question, ...] = ()  # asked after a foul without a flick: the fields of Declare that can be told now
    fouls: tuple[str, ...] = tuple(DECLARATIONS)  # what can be declared without a flick


@dataclass(frozen=True)
class ScoreRow:
    """One line of the score sheet as people read it."""

    label: str
    one: str
    two: str


@dataclass(frozen=True)
class Aims:
    """What whoever is to act plays for, and what he must beware of, a sentence each; a game may say nothing."""

    goal: Sentence = _NOTHING
    danger: Sentence = _NOTHING


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    winner: Side | None  # None: drawn
    sentence: Sentence


class Game(Protocol[L, F]):
    """One game with its options settled. Instances are frozen and hold no state of a match."""

    @property
    def name(self) -> str:
        """As commands and records write it: "penny-black"."""

    @property
    def title(self) -> str:
        """As people write it: "Penny Black"."""

    @property
    def options(self) -> Any:
        """The game's frozen Options (rules/options.py)."""

    @property
    def board(self) -> Board:
        """The board it is played on."""

    @property
    def discs(self) -> tuple[Disc, ...]:
        """Every disc of a match, in the order that layouts and the physics keep."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The places at the table, two or four."""

    def opening(self, starter: Side) -> Position[L]:
        """The position in which a match begins."""

    def decision(self, position: Position[L]) -> Decision | None:
        """What must be decided next; None: the match is over. The only source of legality; may read the layout."""

    def refuse(self, position: Position[L], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None. Never raises on anything a client can send.

        `asked` is `decision(position)`, or one partner's part of it, where the caller has it: it is not computed again.
        """

    def observe(self, position: Position[L], flick: AnyFlick, shot: Shot) -> F:
        """What a careful onlooker saw."""

    def judge(self, ledger: L, seen: F | Deed) -> Verdict[L]:
        """Rule on it. No layout, no metres."""

    def form(self, ledger: L) -> Form | None:
        """What the umpire of a real board asks now; None: the match is over."""

    def facts(self, ledger: L, told: Mapping[str, Any]) -> F:
        """Facts from an onlooker's answers to `form(ledger).questions`; missing ones mean "no" or "none".

        `told` maps Question.field to bool (yes-no), a list of disc ids (discs), a word (one-of) or words (many-of),
        and may hold "declared": a list of DECLARATIONS keys. What must follow is inferred; what contradicts itself
        raises ToldError (a ValueError) with a plain sentence.
        """

    def sheet(self, ledger: L) -> tuple[ScoreRow, ...]:
        """The score sheet, most important line first (the first row is the score of the game at hand)."""

    def aims(self, ledger: L) -> Aims:
        """Goal and danger of what comes next, for somebody who plays it for the first time."""

    def result(self, ledger: L) -> Result | None:
        """How the match ended, or None while it goes on."""

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout while the match goes on: what lies, what was won."""

    def contradiction(self, position: Position[L]) -> str | None:
        """Why ledger and layout cannot both be right while the match goes on; None: they can."""


def advance(
    game: Game[L, F], position: Position[L], answer: Answer, shot: Shot | None
) -> tuple[Position[L], Verdict[L]]:
    """The next position and why. The answer must not be one that the game refuses; a flick comes with its shot."""
    match answer:
        case Flick() | SideFlick():
            assert shot is not None, "a flick is judged by its shot"
            verdict = game.judge(position.ledger, game.observe(position, answer, shot))
            layout = shot.rest
        case Place():
            verdict = game.judge(position.ledger, answer)
            layout = position.layout.moved(_points(answer))
        case Choose() | Declare():
            verdict = game.judge(position.ledger, answer)
            layout = position.layout
        case Resign():
            raise AssertionError("resigning ends the match, not the game: the match handles it")
    return Position(verdict.ledger, _settled(game, layout, verdict)), verdict


def _points(place: Place) -> dict[DiscId, Point | Away]:
    return {disc: point.rounded() for disc, point in place.points.items() if point is not None}


def _settled(game: Game[L, F], layout: Layout, verdict: Verdict[L]) -> Layout:
    spots = game.board.spots
    return layout.moved(
        {disc: fate if isinstance(fate, Away) else spots[fate].rounded() for disc, fate in verdict.fates.items()}
    )

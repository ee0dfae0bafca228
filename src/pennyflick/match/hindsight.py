"""Aim or hand? What a flick would have done as it was aimed, in one sentence, where that makes a difference.

Law: pure; the flick as meant is simulated from the same position and judged by the same rules as the one that happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pennyflick import physics
from pennyflick.match.points import points
from pennyflick.match.referee import Action, Match
from pennyflick.rules.game import Game, Position, Verdict, advance
from pennyflick.table import (
    FULL_TURN_CDEG,
    AnyFlick,
    DiscId,
    Flick,
    Holed,
    Left,
    Owner,
    Sentence,
    Shot,
    Side,
    SideFlick,
    Subject,
    listed,
    listed_discs,
    phrase,
    says,
)

_LEAST_CDEG = 5  # turned by less, a flick is not said to have gone left or right
_LEAST_SHARE = 0.01  # likewise of its speed
_AIM = says("The hand made no difference: the aim was off")


@dataclass(frozen=True)
class _Outcome:
    """What came of a flick, as far as it is compared."""

    off: frozenset[DiscId]
    sunk: frozenset[DiscId]
    verdict: Verdict[Any]


def hindsight(match: Match, index: int) -> Sentence | None:
    """Whether aim or hand failed in that one of `match.actions`; None: there is nothing to say."""
    action = match.actions[index]
    if action.actual is None or action.shot is None or not isinstance(action.answer, Flick | SideFlick):
        return None
    before = match.actions[index - 1].position if index else match.begun
    aimed = _as_aimed(match.game, before, action.answer)
    if aimed is None:
        return None
    done = _outcome(action.shot, action.verdict)
    if _same(aimed, done):
        return _AIM if _failed(match.game, before, action, done) else None
    erred = _erred(action, action.answer, action.actual)
    return says(phrase(erred, "; as aimed", _difference(aimed, done)))


def _as_aimed(game: Game[Any, Any], before: Position[Any], meant: AnyFlick) -> _Outcome | None:
    try:
        shot = physics.simulate(game.board.surface, game.discs, before.layout, meant)
    except physics.PhysicsError:  # it was never flicked: what it would have done is not needed
        return None
    return _outcome(shot, advance(game, before, meant, shot)[1])


def _outcome(shot: Shot, verdict: Verdict[Any]) -> _Outcome:
    off = frozenset(event.disc for event in shot.events if isinstance(event, Left))
    sunk = frozenset(event.disc for event in shot.events if isinstance(event, Holed))
    return _Outcome(off, sunk, verdict)


def _same(a: _Outcome, b: _Outcome) -> bool:
    return (a.off, a.sunk, a.verdict.clauses) == (b.off, b.sunk, b.verdict.clauses)


def _failed(game: Game[Any, Any], before: Position[Any], action: Action, done: _Outcome) -> bool:
    """Whether the flick gave something away: points, the match, or what was called."""
    meant = action.answer
    if isinstance(meant, Flick) and meant.call is not None and meant.disc not in done.sunk:
        return True
    ending = game.result(action.position.ledger)
    if ending is not None and ending.winner is action.by.side.other:
        return True
    return _lead(game, action.position, action.by.side) < _lead(game, before, action.by.side)


def _lead(game: Game[Any, Any], position: Position[Any], side: Side) -> float:
    one, two = points(game, position.ledger)
    return one - two if side is Side.ONE else two - one


def _erred(action: Action, meant: AnyFlick, actual: AnyFlick) -> Sentence:
    """How the hand erred: "You let go 0.9° left", "Two's hand went 2.1° right and 4 % too hard"."""
    errors = listed(_errors(meant, actual) or ("a hair off",))
    if action.instant_ms is not None:
        return phrase(Subject(action.by), "let go", errors)
    return phrase(Owner(action.by), "hand went", errors)


def _errors(meant: AnyFlick, actual: AnyFlick) -> list[str]:
    half = FULL_TURN_CDEG // 2
    turned = (actual.direction_cdeg - meant.direction_cdeg + half) % FULL_TURN_CDEG - half
    faster = actual.speed_mm_s / meant.speed_mm_s - 1.0
    told = []
    if abs(turned) >= _LEAST_CDEG:
        told.append(f"{abs(turned) / 100:.1f}° {'left' if turned > 0 else 'right'}")
    if abs(faster) >= _LEAST_SHARE:
        told.append(f"{abs(faster) * 100:.0f} % too {'hard' if faster > 0 else 'soft'}")
    return told


def _difference(aimed: _Outcome, done: _Outcome) -> Sentence:
    """What would have happened instead: what falls, else what stays, else the ruling."""
    gone = aimed.off | aimed.sunk
    falls = [
        *_those(aimed.sunk - done.sunk, "drops", "drop"),
        *_those(aimed.off - done.off, "goes off", "go off"),
    ] or _those((done.off | done.sunk) - gone, "stays", "stay")
    if falls:
        return phrase(",", listed(falls))
    reasons = [reason for reason in aimed.verdict.reasons if reason.clause not in done.verdict.clauses]
    told = (reasons or [*aimed.verdict.reasons])[:1]
    return phrase(":", told[0].sentence) if told else phrase(", nothing is ruled")


def _those(discs: Iterable[DiscId], one: str, many: str) -> list[Sentence]:
    found = sorted(discs)
    return [phrase(listed_discs(found), one if len(found) == 1 else many)] if found else []

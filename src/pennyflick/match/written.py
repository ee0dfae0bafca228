"""A match becomes its record. Law: while a match is live its seed is written only as a hash."""

from __future__ import annotations

import hashlib

from pennyflick import __version__
from pennyflick.match.referee import ABANDONED, AGREED, ON_TIME, Action, Match
from pennyflick.physics import PHYSICS_VERSION
from pennyflick.players.hands import hand_text
from pennyflick.record import UNFINISHED, Entry, Record, Versions
from pennyflick.rules.rulebook import RULES_VERSION

COMMITMENT = "sha256:"
ON_TIME_WORDS = " on time"  # after who won


def written(match: Match, *, date: str = "") -> Record:
    """The record of a match, finished or not; the clock is the caller's."""
    return Record(
        game=match.game,
        starter=match.starter,
        versions=Versions(__version__, RULES_VERSION, PHYSICS_VERSION),
        date=date,
        names=match.names,
        players=match.players,
        hands={seat: hand_text(hand) for seat, hand in match.hands.items() if hand is not None},
        seed=str(match.seed) if match.ended else commitment(match.seed),
        result=result_text(match),
        branched_after=match.branched_after,
        setup=match.setup,
        strokes=match.strokes,
        earlier=match.earlier,
        entries=tuple(map(entry_of, match.actions)),
    )


def commitment(seed: int) -> str:
    """What a live record shows of its seed: enough to check it later, too little to guess it when it is long."""
    return COMMITMENT + hashlib.sha256(str(seed).encode()).hexdigest()


def result_text(match: Match) -> str:
    """The result as records write it."""
    if match.ended is None:
        return UNFINISHED
    if match.ended.how in (ABANDONED, AGREED):
        return match.ended.how
    winner, how = match.ended.result.winner, ON_TIME_WORDS if match.ended.how == ON_TIME else ""
    return f"{winner.value if winner else 'draw'}{how}: {match.ended.result.sentence}"


def entry_of(action: Action) -> Entry:
    """One action as the record holds it."""
    clauses, digest = action.verdict.clauses, action.digest
    return Entry(action.number, action.by, action.answer, action.actual, clauses, digest, action.instant_ms)

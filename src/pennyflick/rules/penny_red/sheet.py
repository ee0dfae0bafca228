"""The score sheet and the result of Penny Red as people read them."""

from __future__ import annotations

from pennyflick.rules.game import Result, ScoreRow
from pennyflick.rules.penny_red.ledger import Ended, Ledger
from pennyflick.rules.penny_red.options import Options
from pennyflick.table import Side, Subject, phrase, says, verb


def sheet(options: Options, ledger: Ledger) -> tuple[ScoreRow, ...]:
    """Points of this game first, then games and sets."""
    return (
        ledger.points.row("Points", options.points_to_win),
        ledger.games.row("Games", options.games_to_win),
        ledger.sets.row("Sets", options.sets_to_win),
    )


def result(options: Options, ledger: Ledger) -> Result | None:
    """How the match ended, or None while it goes on."""
    if ledger.ended is None:
        return None
    limit = f"The limit of {options.turn_limit} turns a side was reached." if _limited(options, ledger) else ""
    points = f"{ledger.points.one}–{ledger.points.two} in the last game"
    winner = ledger.sets.leader or ledger.games.leader
    if winner is None:
        return Result(None, phrase(f"Drawn, {points}.", limit))
    score = f"{_score(ledger, winner)}, {points}"
    return Result(winner, phrase(says(Subject(winner), verb("wins"), score), limit))


def _limited(options: Options, ledger: Ledger) -> bool:
    return ledger.ended is Ended.LIMIT or min(ledger.turns.one, ledger.turns.two) >= options.turn_limit


def _score(ledger: Ledger, winner: Side) -> str:
    sets = f"{ledger.sets.of(winner)}–{ledger.sets.of(winner.other)} in sets"
    if ledger.ended is Ended.SETS:
        return sets
    return f"{sets}, {ledger.games.of(winner)}–{ledger.games.of(winner.other)} in games"

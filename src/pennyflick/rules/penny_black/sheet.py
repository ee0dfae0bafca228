"""The score sheet and the result of Penny Black as people read them."""

from __future__ import annotations

from pennyflick.rules.game import Result, ScoreRow
from pennyflick.rules.penny_black.ledger import Ended, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.table import Subject, phrase, says, verb


def sheet(options: Options, ledger: Ledger) -> tuple[ScoreRow, ...]:
    """Points of this game first, then games."""
    return ledger.score.row("Points"), ledger.games.row("Games", options.games_to_win)


def result(options: Options, ledger: Ledger) -> Result | None:
    """How the match ended, or None while it goes on."""
    if ledger.ended is None:
        return None
    winner = ledger.games.leader
    limit = f"The limit of {options.turn_limit} turns a side was reached." if _limited(options, ledger) else ""
    if winner is None:
        return Result(None, phrase(f"Drawn at {ledger.score.one}–{ledger.score.two}.", limit))
    games = f"{ledger.games.of(winner)}–{ledger.games.of(winner.other)} in games"
    points = f"{ledger.score.of(winner)}–{ledger.score.of(winner.other)} in the last"
    return Result(winner, phrase(says(Subject(winner), verb("wins"), f"{games}, {points}"), limit))


def _limited(options: Options, ledger: Ledger) -> bool:
    return ledger.ended is Ended.LIMIT or ledger.turns >= 2 * options.turn_limit

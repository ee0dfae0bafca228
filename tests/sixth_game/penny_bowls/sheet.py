"""The score sheet and the result of Penny Bowls as people read them."""

from __future__ import annotations

from pennyflick.rules.game import Result, ScoreRow
from pennyflick.table import Subject, says, verb
from tests.sixth_game.penny_bowls.ledger import Ledger
from tests.sixth_game.penny_bowls.options import Options


def sheet(options: Options, ledger: Ledger) -> tuple[ScoreRow, ...]:
    """Shots first."""
    return ledger.score.row("Shots", options.shots_to_win), ledger.turns.row("Turns")


def result(options: Options, ledger: Ledger) -> Result | None:
    """How the match ended, or None while it goes on."""
    if ledger.ended is None:
        return None
    winner, score = ledger.score.leader, ledger.score
    if winner is None:
        return Result(None, says(f"Drawn at {score.one}–{score.two}"))
    return Result(winner, says(Subject(winner), verb("wins"), f"{score.of(winner)}–{score.of(winner.other)}"))

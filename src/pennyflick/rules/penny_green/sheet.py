"""The score sheet of Penny Green as people read it."""

from __future__ import annotations

from pennyflick.rules.game import ScoreRow
from pennyflick.rules.penny_green.ledger import Ledger
from pennyflick.rules.penny_green.options import Options


def sheet(options: Options, ledger: Ledger) -> tuple[ScoreRow, ...]:
    """Goals first."""
    games = (ledger.games.row("games"),) if options.games > 1 else ()
    return (ledger.goals.row("goals"), *games, ledger.turns.row("turns"))

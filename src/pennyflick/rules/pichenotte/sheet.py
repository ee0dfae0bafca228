"""The score sheet and the result of Pichenotte as people read them."""

from __future__ import annotations

from pennyflick.rules.game import Result, ScoreRow
from pennyflick.rules.pichenotte.ledger import Ended, Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import owner_of
from pennyflick.rules.pichenotte.scoring import TWENTY, half_text
from pennyflick.rules.tally import Tally
from pennyflick.table import Side, Subject, phrase, says, verb


def sheet(options: Options, ledger: Ledger) -> tuple[ScoreRow, ...]:
    """What is safe in this round, the last round, and the rounds won; the rest is counted when all are shot (PIC-3)."""
    half = ledger.half_points
    last = (ledger.last_round.row("Last round"),) if ledger.last_round and not ledger.ended else ()
    rounds = f"Rounds (first to {options.rounds_to_win})"
    return (_at_hand(ledger), *last, ScoreRow(rounds, half_text(half.one), half_text(half.two)))


def _at_hand(ledger: Ledger) -> ScoreRow:
    if ledger.ended and ledger.last_round:
        return ledger.last_round.row("Points")
    if ledger.phase is Phase.SHOOT_OUT:
        return ledger.twenties.row("Twenties in the shoot-out")
    safe = Tally(*(TWENTY * sum(owner_of(puck) is side for puck in ledger.rail) for side in Side))
    return safe.row("Points on the rail")


def result(options: Options, ledger: Ledger) -> Result | None:
    """How the match ended, or None while it goes on."""
    if ledger.ended is None:
        return None
    half, winner = ledger.half_points, ledger.half_points.leader
    limit = f"The limit of {options.turn_limit} turns a side was reached." if ledger.ended is Ended.LIMIT else ""
    if winner is None:
        return Result(None, phrase(f"Drawn, {half_text(half.one)}–{half_text(half.two)} in rounds.", limit))
    rounds = f"{half_text(half.of(winner))}–{half_text(half.of(winner.other))} in rounds"
    return Result(winner, phrase(says(Subject(winner), verb("wins"), rounds), limit))

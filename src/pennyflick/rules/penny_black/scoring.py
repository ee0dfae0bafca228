"""Writing a ruling into the score sheet: points, turns, games, the match (BLK-2). Law: pure."""

from __future__ import annotations

from dataclasses import replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_black.ledger import Ended, From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import POINTS_TO_WIN, SHOOTER, pennies, set_places, value_of
from pennyflick.rules.penny_black.ruling import Ruling
from pennyflick.rules.reasons import reason
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Clause, DiscId, Reason, Sentence, Side, Spot, Subject, says, verb

BLK_2 = Clause("BLK-2")
_WON = {Side.ONE: Away.WON_ONE, Side.TWO: Away.WON_TWO}


def written(options: Options, ledger: Ledger, ruling: Ruling) -> Verdict[Ledger]:
    """The verdict that a ruling makes of the ledger."""
    score, fates = _awarded(options, ledger, ruling)
    passed = ruling.turn is not ledger.turn
    after = replace(
        ledger,
        turn=ruling.turn,
        on=tuple(penny for penny in ledger.on if penny not in ruling.won),
        score=score,
        shooter_from=ruling.shooter_from,
        near=ruling.near,
        first_flick=passed or (ruling.same_flick and ledger.first_flick),
        free_shot=ruling.free_shot,
        turns=ledger.turns + passed,
    )
    verdict = Verdict(after, ruling.reasons, fates)
    return _finished(options, verdict) or _limited(options, verdict) or verdict


def set_fates(options: Options) -> dict[DiscId, Away | Spot]:
    """The set as it is laid for a new game: every penny in its place, the shooter in the hand (BLK-4)."""
    places = {penny: Spot(f"set-{place}") for penny, place in set_places(options.set_colour, options.inner).items()}
    return {**places, SHOOTER: Away.HAND}


def _awarded(options: Options, ledger: Ledger, ruling: Ruling) -> tuple[Tally, dict[DiscId, Away | Spot]]:
    fates: dict[DiscId, Away | Spot] = {SHOOTER: Away.HAND} if ruling.shooter_off else {}
    if ruling.winner is None:
        return ledger.score, fates
    points = sum(value_of(penny, options.set_colour) for penny in ruling.won)
    fates |= dict.fromkeys(ruling.won, _WON[ruling.winner])
    return ledger.score.plus(ruling.winner, points), fates


def _finished(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger] | None:
    """The game is won at sixteen points, or drawn when nothing is left (BLK-2)."""
    score = verdict.ledger.score
    winner = next((side for side in Side if score.of(side) >= POINTS_TO_WIN), None)
    if winner is not None:
        sixteen = f"{score.of(winner)} of the thirty points and"
        won = reason(BLK_2, says(Subject(winner), verb("has"), sixteen, verb("wins"), "the game"))
        return _won(options, _with(verdict, won), winner)
    if verdict.ledger.on:
        return None
    drawn = _with(verdict, reason(BLK_2, f"{score.one}–{score.two}: the game is drawn."))
    starter = verdict.ledger.starter.other
    note = says("The drawn game is replayed and", Subject(starter), verb("starts"))
    return _next_game(options, drawn, starter, note)


def _limited(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger] | None:
    """Play that goes nowhere ends; the rules have no clause for it."""
    ledger, limit = verdict.ledger, options.turn_limit
    if ledger.turns < 2 * limit:
        return None
    note = says(f"The limit of {limit} turns a side is reached at {ledger.score.one}–{ledger.score.two}")
    limited = replace(verdict, notes=(*verdict.notes, note))
    if ledger.score.leader is None:
        return replace(limited, ledger=replace(ledger, ended=Ended.LIMIT))
    return _won(options, limited, ledger.score.leader)


def _won(options: Options, verdict: Verdict[Ledger], winner: Side) -> Verdict[Ledger]:
    games = verdict.ledger.games.plus(winner, 1)
    verdict = replace(verdict, ledger=replace(verdict.ledger, games=games))
    if games.of(winner) >= options.games_to_win:
        return replace(verdict, ledger=replace(verdict.ledger, ended=Ended.GAMES))
    loser = winner.other
    note = says("The next game begins;", Subject(loser), ", who lost,", verb("starts"))
    return _next_game(options, verdict, loser, note)


def _next_game(options: Options, verdict: Verdict[Ledger], starter: Side, note: Sentence) -> Verdict[Ledger]:
    fresh = Ledger(starter, starter, pennies(options.set_colour), games=verdict.ledger.games, shooter_from=From.OPENING)
    return Verdict(fresh, verdict.reasons, set_fates(options), (*verdict.notes, note))


def _with(verdict: Verdict[Ledger], more: Reason) -> Verdict[Ledger]:
    return replace(verdict, reasons=(*verdict.reasons, more))

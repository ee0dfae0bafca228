"""The rulings of Penny Bowls. Law: pure; facts go in, the next score sheet and the reasons come out."""

from __future__ import annotations

from dataclasses import replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.reasons import declared_reasons, reason
from pennyflick.table import (
    Away,
    Clause,
    Declare,
    Deed,
    DiscId,
    Named,
    Reason,
    Side,
    Spot,
    Subject,
    listed_discs,
    says,
    verb,
)
from tests.sixth_game.penny_bowls.board import JACK_SPOT, MAT
from tests.sixth_game.penny_bowls.bowls import DISCS, FLICKS_AN_END, JACK, owner_of
from tests.sixth_game.penny_bowls.facts import Facts
from tests.sixth_game.penny_bowls.ledger import Ended, Ledger
from tests.sixth_game.penny_bowls.options import Options

BWL_3, BWL_4, BWL_5, BWL_6, BWL_7, BWL_8 = (Clause(f"BWL-{number}") for number in range(3, 9))
JACK_POINTS = 2  # BWL-5


def judge(options: Options, ledger: Ledger, seen: Facts | Deed) -> Verdict[Ledger]:
    """Rule on a flick or on a foul that was owned up to: nothing is placed or chosen in this game."""
    match seen:
        case Facts():
            return _flicked(options, ledger, seen)
        case Declare() if seen.by.side is ledger.turn:
            return _flicked(options, ledger, Facts(dead=seen.off, declared=(seen,)))
        case Declare():
            return _disturbed(options, ledger, seen)
        case _:
            raise AssertionError(f"Penny Bowls never asks for {seen}")


def _disturbed(options: Options, ledger: Ledger, foul: Declare) -> Verdict[Ledger]:
    """A foul of the player who waits: the other scores one, and flicks as he was to."""
    side, dead = ledger.turn, foul.off
    alive = tuple(bowl for bowl in ledger.alive if bowl not in dead)
    after = replace(ledger, alive=alive, score=ledger.score.plus(side))
    scores = reason(BWL_7, says(Subject(side), verb("scores"), "one for it"))
    fates: dict[DiscId, Away | Spot] = {**dict.fromkeys(dead, Away.DITCH), ledger.due: MAT}
    return _won(options, Verdict(after, (*declared_reasons((foul,)), scores, *_deaths(dead)), fates))


def _flicked(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    fouled = (ledger.due,) if facts.declared else ()
    dead = tuple(dict.fromkeys((*fouled, *facts.dead)))
    alive = tuple(bowl for bowl in (*ledger.alive, ledger.due) if bowl not in dead)
    after = replace(ledger, flicked=ledger.flicked + 1, alive=alive, turns=ledger.turns.plus(ledger.turn))
    why = (*_fouls(ledger, facts), *_deaths(facts.dead), *_lost_jack(ledger, facts))
    if facts.jack_lost:
        return _end_over(options, after, ledger.turn.other, JACK_POINTS, why)
    if after.flicked == FLICKS_AN_END:
        return _counted(options, after, tuple(bowl for bowl in facts.nearest if bowl in alive), why, facts)
    played = reason(BWL_3, says(Subject(after.turn), verb("flicks"), "next"))
    fates: dict[DiscId, Away | Spot] = {**dict.fromkeys(dead, Away.DITCH), after.due: MAT}
    return _limited(options, Verdict(after, (*why, played), fates))


def _fouls(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    lost = reason(BWL_7, says(Subject(ledger.turn), verb("loses", "lose"), Named(ledger.due)), (ledger.due,))
    return (*declared_reasons(facts.declared), lost) if facts.declared else ()


def _deaths(dead: tuple[DiscId, ...]) -> tuple[Reason, ...]:
    return (reason(BWL_4, says("Out of play:", listed_discs(dead)), dead),) if dead else ()


def _lost_jack(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    side = ledger.turn
    sentence = says(Subject(side), "lost the jack:", Subject(side.other), verb("scores"), f"{JACK_POINTS}")
    return (reason(BWL_5, sentence, (JACK,)),) if facts.jack_lost else ()


def _counted(
    options: Options, ledger: Ledger, nearest: tuple[DiscId, ...], why: tuple[Reason, ...], facts: Facts
) -> Verdict[Ledger]:
    if not nearest:
        return _end_over(options, ledger, None, 0, (*why, reason(BWL_6, "Nobody is nearer: nobody scores.")))
    winner = owner_of(nearest[0])
    sentence = says(Subject(winner), verb("scores"), f"{len(nearest)} with", listed_discs(nearest))
    counted = reason(BWL_6, sentence, nearest, fact="nearest", seen=facts.evidence)
    return _end_over(options, ledger, winner, len(nearest), (*why, counted))


def _end_over(
    options: Options, ledger: Ledger, winner: Side | None, points: int, why: tuple[Reason, ...]
) -> Verdict[Ledger]:
    """Score the end and set the next (BWL-8)."""
    score = ledger.score.plus(winner, points) if winner else ledger.score
    starter = winner or ledger.starter.other
    fresh = Ledger(starter, score=score, turns=ledger.turns)
    note = says("The next end begins;", Subject(starter), verb("flicks"), "first")
    return _won(options, Verdict(fresh, why, set_fates(fresh.due), (note,)))


def _won(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    """The match is won, or it goes on as ruled."""
    score, winner = verdict.ledger.score, verdict.ledger.score.leader
    if winner is None or score.of(winner) < options.shots_to_win:
        return _limited(options, verdict)
    won = reason(BWL_8, says(Subject(winner), verb("has"), f"{score.of(winner)} and", verb("wins"), "the match"))
    return Verdict(replace(verdict.ledger, ended=Ended.SHOTS), (*verdict.reasons, won), verdict.fates)


def _limited(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    """Play that goes nowhere ends; the rules have no clause for it."""
    turns = verdict.ledger.turns
    if min(turns.one, turns.two) < options.turn_limit:
        return verdict
    note = says(f"The limit of {options.turn_limit} turns a side is reached")
    return replace(verdict, ledger=replace(verdict.ledger, ended=Ended.LIMIT), notes=(*verdict.notes, note))


def set_fates(due: DiscId) -> dict[DiscId, Away | Spot]:
    """The set of a new end: the jack on its spot, the first penny on the mat, the others in the hand."""
    return {**dict.fromkeys(DISCS, Away.HAND), JACK: JACK_SPOT, due: MAT}

"""How play goes on: turns, goals, games and the turn limit (GRN-6, 18 to 21, 25)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from pennyflick.boards.games.coin_boards import CENTRE
from pennyflick.rules.game import Result, Verdict
from pennyflick.rules.penny_green import awards as rights
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    Back,
    Ended,
    FlickOff,
    GoalFlick,
    GoalFlickOf,
    Ledger,
    Next,
    Over,
    Penalties,
    PutBack,
    Restart,
    TurnOf,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, pennies
from pennyflick.rules.tally import Tally
from pennyflick.table import (
    Away,
    Clause,
    DiscId,
    Reason,
    Sentence,
    Side,
    Spot,
    Subject,
    listed_discs,
    phrase,
    says,
    verb,
)

GRN_6, GRN_12, GRN_19, GRN_20, GRN_21, GRN_25 = (Clause(f"GRN-{n}") for n in (6, 12, 19, 20, 21, 25))


def joined(reasons: tuple[Reason, ...], verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    """The verdict with reasons that come before its own."""
    return Verdict(verdict.ledger, (*reasons, *verdict.reasons), verdict.fates, verdict.notes)


def plain(ledger: Ledger, *reasons: Reason) -> Verdict[Ledger]:
    """A verdict that moves nothing."""
    return Verdict(ledger, reasons, {})


def carry_out(options: Options, ledger: Ledger, awards: tuple[Award, ...], then: Next) -> Verdict[Ledger]:
    """Open these awards, or go on at once when there is nothing in them."""
    due = tuple(award for award in awards if not award.spent)
    if not due:
        return go_on(options, ledger, then)
    why = Reason(GRN_25, rights.sentence(due, ledger.out))
    return plain(ledger.at(Penalties(due, then)), why)


def next_right(options: Options, ledger: Ledger, due: Penalties) -> Verdict[Ledger]:
    """What is still due after a right was used: the same award, the next one, or play goes on."""
    left = tuple(award for award in due.awards if not award.spent)
    if not left:
        return go_on(options, ledger, due.then)
    if left[0].owner is not due.award.owner and _limit_reached(options, ledger, left[0].owner):
        return _by_limit(options, ledger)
    why = Reason(GRN_25, rights.sentence(left, ledger.out))
    return plain(ledger.at(Penalties(left, due.then)), why)


def lapse(options: Options, ledger: Ledger, due: Penalties, then: Next) -> Verdict[Ledger]:
    """The award being carried out lapses; pennies of it still off the board come back by default (GRN-12, 25)."""
    off = rights.waiting_off(ledger, due.award)
    rest = rights.lapsed(due, then)
    if not off:
        return _after_lapse(options, ledger, rest)
    why = Reason(GRN_12, says(listed_discs(off), "did not come back by choice and will be put back"), off)
    return plain(ledger.at(PutBack(replace(rest, awards=(Award(due.award.owner), *rest.awards)), off)), why)


def _after_lapse(options: Options, ledger: Ledger, rest: Penalties) -> Verdict[Ledger]:
    return carry_out(options, ledger, rest.awards, rest.then)


def go_on(options: Options, ledger: Ledger, then: Next) -> Verdict[Ledger]:
    """Nothing is due any more: a turn, a goal flick, or what was interrupted."""
    match then:
        case TurnOf(side, restart):
            return _turn(options, ledger, side, restart)
        case GoalFlickOf(side):
            return _goal_flick(options, ledger, side)
        case Back(phase):
            return plain(ledger.at(phase))
        case _:
            assert_never(then)


def _turn(options: Options, ledger: Ledger, side: Side, restart: Restart) -> Verdict[Ledger]:
    if _limit_reached(options, ledger, side):
        return _by_limit(options, ledger)
    begun = replace(ledger, phase=Attack(side, restart), turns=ledger.turns.plus(side))
    clause = GRN_20 if restart is Restart.FLICK_OFF else GRN_6
    return plain(begun, Reason(clause, says(Subject(side), verb("begins"), "a turn")))


def _goal_flick(options: Options, ledger: Ledger, side: Side) -> Verdict[Ledger]:
    if _limit_reached(options, ledger, side):
        return _by_limit(options, ledger)
    begun = replace(ledger, phase=GoalFlick(side), turns=ledger.turns.plus(side))
    why = Reason(GRN_21, says(Subject(side), verb("takes"), "a goal flick"), (GREEN,))
    return Verdict(begun, (why,), {GREEN: Away.HAND})


def penalty_turn(ledger: Ledger, side: Side) -> Ledger:
    """The sheet with the turn counted that a penalty flick is."""
    return replace(ledger, turns=ledger.turns.plus(side))


def _limit_reached(options: Options, ledger: Ledger, side: Side) -> bool:
    return ledger.turns.of(side) >= options.turn_limit


def _by_limit(options: Options, ledger: Ledger) -> Verdict[Ledger]:
    verdict = _game_over(options, ledger, ledger.goals.leader, Ended.LIMIT)
    return Verdict(verdict.ledger, verdict.reasons, verdict.fates, (limit_sentence(options, ledger), *verdict.notes))


def limit_sentence(options: Options, ledger: Ledger) -> Sentence:
    """How a game ended by the turn limit; it is no clause."""
    leader = ledger.goals.leader
    outcome = phrase(Subject(leader), verb("wins")) if leader else "a draw"
    return says(f"The limit of {options.turn_limit} turns a side was reached at {_score(ledger.goals)}:", outcome)


def scored(ledger: Ledger, scorer: Side) -> Ledger:
    """The sheet with one goal more."""
    return replace(ledger, goals=ledger.goals.plus(scorer))


def is_won(options: Options, ledger: Ledger, scorer: Side) -> bool:
    """Whether that goal was the last one needed."""
    return ledger.goals.of(scorer) >= options.goals_to_win


def won(options: Options, ledger: Ledger, scorer: Side) -> Verdict[Ledger]:
    """A winning goal ends everything (GRN-19)."""
    why = Reason(GRN_19, won_sentence(options, ledger))
    return joined((why,), _game_over(options, ledger, scorer, Ended.GOALS))


def won_sentence(options: Options, ledger: Ledger) -> Sentence:
    """How a game ended by the last goal."""
    leader = ledger.goals.leader
    assert leader is not None, "a winning goal puts its side ahead"
    first = f"first to {_goals(options.goals_to_win)} and"
    return says(Subject(leader), verb("is"), first, verb("wins"), _score(ledger.goals))


def result(options: Options, ledger: Ledger) -> Result | None:
    """How the match ended, or None while it goes on."""
    phase = ledger.phase
    if not isinstance(phase, Over):
        return None
    sentence = (won_sentence if phase.by is Ended.GOALS else limit_sentence)(options, ledger)
    return Result(phase.winner, sentence if options.games == 1 else phrase(sentence, _match_sentence(ledger.games)))


def _game_over(options: Options, ledger: Ledger, winner: Side | None, by: Ended) -> Verdict[Ledger]:
    games = ledger.games.plus(winner) if winner else ledger.games
    sheet = replace(ledger, games=games, played=ledger.played + 1)
    if _match_over(options, sheet):
        return Verdict(sheet.at(Over(games.leader, by)), (), {GREEN: Away.HAND})
    return _new_game(options, sheet, winner)


def _match_over(options: Options, ledger: Ledger) -> bool:
    """Won, or drawn games have used up all that a match can need."""
    most = max(ledger.games.one, ledger.games.two)
    return most >= options.games or ledger.played >= 2 * options.games - 1


def _new_game(options: Options, ledger: Ledger, winner: Side | None) -> Verdict[Ledger]:
    """The loser takes the next flick off; after a drawn game, who did not take the last one (GRN-19)."""
    starter = winner.other if winner else ledger.starter.other
    sheet = replace(ledger, starter=starter, phase=FlickOff(starter), goals=Tally(), turns=Tally(), out=Out.NO, off=())
    fates: dict[DiscId, Away | Spot] = dict.fromkeys(
        (*pennies(options, Side.ONE), *pennies(options, Side.TWO)), Away.HAND
    )
    note = says(f"Game {ledger.played + 1} begins;", Subject(starter), verb("takes"), "the flick off")
    return Verdict(sheet, (Reason(GRN_19, note),), {**fates, GREEN: CENTRE}, (note,))


def _match_sentence(games: Tally) -> Sentence:
    leader = games.leader
    outcome = phrase(Subject(leader), verb("wins"), "the match") if leader else "The match is drawn"
    return says(outcome, f"by {_score(games)} in games")


def _score(tally: Tally) -> str:
    return f"{max(tally.one, tally.two)}–{min(tally.one, tally.two)}"


def _goals(number: int) -> str:
    return "one goal" if number == 1 else f"{number} goals"

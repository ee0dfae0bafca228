"""Who does what next, in one sentence with its clauses: what the ledger alone can say of a decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from pennyflick.rules.penny_green import awards as rights
from pennyflick.rules.penny_green.judge import ADVANTAGE, LAPSE, TAKE
from pennyflick.rules.penny_green.ledger import (
    MAX_HITS,
    Attack,
    Award,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Lifting,
    Over,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
)
from pennyflick.rules.penny_green.pieces import THE_GREEN
from pennyflick.table import Clause, DiscId, Named, Sentence, Side, Subject, listed_discs, phrase, says, verb


@dataclass(frozen=True)
class Asked:
    """Who decides, under which clauses, and what, for people."""

    side: Side
    clauses: tuple[Clause, ...]
    sentence: Sentence


def asked(ledger: Ledger) -> Asked | None:
    """What must be decided next; None: the match is over."""
    match ledger.phase:
        case FlickOff(side):
            where = "up all pennies in the zone before the own goal for the flick off"
            return _asked(side, (20, 19), says(Subject(side), verb("sets"), where))
        case Attack() as phase:
            return _attack(phase)
        case Positional(side):
            may = "may complete the turn with a positional flick, away from green and enemy"
            return _asked(side, (6, 7, 14), says(Subject(side), may))
        case GoalFlick() as phase:
            return _goal_flick(phase)
        case Penalties() as due:
            return _asked(due.award.owner, _award_clauses(due.award), rights.sentence(due.awards, ledger.out))
        case KeeperPlacing(due):
            side = due.award.owner.other
            return _asked(side, (28,), says(Subject(side), verb("puts"), "one penny on the goal line between the pegs"))
        case TakerPlacing(due):
            side = due.award.owner
            places = phrase(verb("places"), THE_GREEN, "and a penny for the penalty flick")
            return _asked(side, (28,), says(Subject(side), places))
        case PenaltyFlick(due, penny):
            side = due.award.owner
            takes = says(Subject(side), verb("takes"), "the penalty flick with", Named(penny))
            return _asked(side, (28, 29), takes)
        case PutBack(due, discs):
            lapsed = "must come back: the rights have lapsed, so the places are given"
            return _asked(due.award.owner, (12, 25), says(listed_discs(discs), lapsed))
        case Over():
            return None
        case _:
            assert_never(ledger.phase)


def right_choices(ledger: Ledger, due: Penalties) -> dict[str, Sentence]:
    """What may be chosen while an award is carried out."""
    award = due.award
    if not award.flicks:
        return {LAPSE: says("Let the rest lapse")}
    broken = rights.flick_cause(due.awards, award.flicks[0], ledger.out)
    choices = {TAKE: says("Take the penalty flick", broken)}
    if rights.may_decline(ledger, award):
        choices[ADVANTAGE] = says("Decline the penalty flick and play on; unused rights lapse")
    return choices


def aside_choices(discs: Iterable[DiscId]) -> dict[str, Sentence]:
    """Which penny the goal flick is taken with."""
    return {str(disc): says("Flick with", Named(disc)) for disc in discs}


def _attack(phase: Attack) -> Asked:
    attacks = phrase(Subject(phase.side), verb("attacks"))
    if phase.only is not None:
        goal_flick = phrase(Named(phase.only), "must take", THE_GREEN, "out of the goal area")
        sentence = says(attacks, "with the goal flick:", goal_flick)
        return _asked(phase.side, (24, 22, 1, 4, 5), sentence)
    more = ", or stop hitting" if phase.hits else ""
    restarted = phase.restart is not Restart.NONE and phase.hits < 2
    clauses = (1, 4, 5, *((23,) if restarted else ()))
    return _asked(phase.side, clauses, says(attacks, f": hit {phase.hits + 1} of {MAX_HITS}{more}"))


def _goal_flick(phase: GoalFlick) -> Asked:
    taker, who = phase.taker, Subject(phase.taker)
    match phase.stage:
        case Stage.ASIDE:
            aside = phrase(verb("takes"), "aside the penny to flick it with")
            return _asked(taker, (22, 21), says(who, verb("has"), "a goal flick and", aside))
        case Stage.PLACING:
            placed = f"may place up to two other pennies; {len(phase.placed)} placed so far"
            return _asked(taker, (22,), says(who, placed))
        case Stage.FLICKS:
            left = f"may make a positional flick; {phase.flicks_left} left"
            return _asked(taker.other, (22, 7), says(Subject(taker.other), left))
        case Stage.READY:
            assert phase.aside is not None, "a goal flick has a penny set aside before anything is placed"
            pair = phrase(THE_GREEN, "and", Named(phase.aside))
            return _asked(taker, (22,), says(who, verb("places"), pair, "in the own goal area"))
        case _:
            assert_never(phase.stage)


def _award_clauses(award: Award) -> tuple[int, ...]:
    ways = {lift.how for lift in award.lifts}
    flick = (28, 30) if award.flicks else ()
    spot = (26,) if Lifting.SPOT in ways else ()
    return (25, *flick, *spot, *((27,) if Lifting.REPOSITION in ways else ()))


def _asked(side: Side, clauses: Iterable[int], sentence: Sentence) -> Asked:
    return Asked(side, tuple(dict.fromkeys(Clause(f"GRN-{number}") for number in clauses)), sentence)

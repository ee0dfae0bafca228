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
from pennyflick.rules.reasons import listed, side_name
from pennyflick.table import Clause, Side


@dataclass(frozen=True)
class Asked:
    """Who decides, under which clauses, and what, for people."""

    side: Side
    clauses: tuple[Clause, ...]
    sentence: str


def asked(ledger: Ledger) -> Asked | None:
    """What must be decided next; None: the match is over."""
    match ledger.phase:
        case FlickOff(side):
            sentence = f"{side_name(side)} sets up all pennies in the zone before the own goal for the flick off."
            return _asked(side, (20, 19), sentence)
        case Attack() as phase:
            return _attack(phase)
        case Positional(side):
            sentence = f"{side_name(side)} may complete the turn with a positional flick, away from green and enemy."
            return _asked(side, (6, 7, 14), sentence)
        case GoalFlick() as phase:
            return _goal_flick(phase)
        case Penalties() as due:
            return _asked(due.award.owner, _award_clauses(due.award), rights.sentence(due.award))
        case KeeperPlacing(due):
            side = due.award.owner.other
            return _asked(side, (28,), f"{side_name(side)} puts one penny on the goal line between the pegs.")
        case TakerPlacing(due):
            side = due.award.owner
            return _asked(side, (28,), f"{side_name(side)} places the green and a penny for the penalty flick.")
        case PenaltyFlick(due, penny):
            side = due.award.owner
            return _asked(side, (28, 29), f"{side_name(side)} takes the penalty flick with {penny}.")
        case PutBack(due, discs):
            sentence = f"{listed(discs)} must come back: the rights have lapsed, so the places are given."
            return _asked(due.award.owner, (12, 25), sentence)
        case Over():
            return None
        case _:
            assert_never(ledger.phase)


def right_choices(ledger: Ledger, award: Award) -> dict[str, str]:
    """What may be chosen while an award is carried out."""
    if not award.flicks:
        return {LAPSE: "Let the rest lapse."}
    choices = {TAKE: f"Take the penalty flick ({award.flicks[0]})."}
    if rights.may_decline(ledger, award):
        choices[ADVANTAGE] = "Decline the penalty flick and play on; unused rights lapse."
    return choices


def _attack(phase: Attack) -> Asked:
    who = side_name(phase.side)
    if phase.only is not None:
        sentence = f"{who} attacks with the goal flick: {phase.only} must take the green out of the goal area."
        return _asked(phase.side, (24, 22, 1, 4, 5), sentence)
    more = ", or stop hitting." if phase.hits else "."
    restarted = phase.restart is not Restart.NONE and phase.hits < 2
    clauses = (1, 4, 5, *((23,) if restarted else ()))
    return _asked(phase.side, clauses, f"{who} attacks: hit {phase.hits + 1} of {MAX_HITS}{more}")


def _goal_flick(phase: GoalFlick) -> Asked:
    taker, who = phase.taker, side_name(phase.taker)
    match phase.stage:
        case Stage.ASIDE:
            sentence = f"{who} has a goal flick and takes aside the penny to flick it with."
            return _asked(taker, (22, 21), sentence)
        case Stage.PLACING:
            sentence = f"{who} may place up to two other pennies; {len(phase.placed)} placed so far."
            return _asked(taker, (22,), sentence)
        case Stage.FLICKS:
            sentence = f"{side_name(taker.other)} may make a positional flick; {phase.flicks_left} left."
            return _asked(taker.other, (22, 7), sentence)
        case Stage.READY:
            return _asked(taker, (22,), f"{who} places the green and {phase.aside} in the own goal area.")
        case _:
            assert_never(phase.stage)


def _award_clauses(award: Award) -> tuple[int, ...]:
    ways = {lift.how for lift in award.lifts}
    flick = (28, 30) if award.flicks else ()
    spot = (26,) if Lifting.SPOT in ways else ()
    return (25, *flick, *spot, *((27,) if Lifting.REPOSITION in ways else ()))


def _asked(side: Side, clauses: Iterable[int], sentence: str) -> Asked:
    return Asked(side, tuple(dict.fromkeys(Clause(f"GRN-{number}") for number in clauses)), sentence)

"""The ruling on one flick: of an attacking turn, positional, of the defender in a goal flick, or a penalty flick."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_green import awards as rights
from pennyflick.rules.penny_green import breaks, going_on
from pennyflick.rules.penny_green.breaks import Break, Stroke, stroke_of
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.ledger import (
    MAX_HITS,
    Attack,
    Award,
    Back,
    GoalFlick,
    GoalFlickOf,
    Ledger,
    Next,
    Penalties,
    PenaltyFlick,
    Positional,
    Restart,
    Stage,
    TurnOf,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.penalties import Kind
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN, named, of_side
from pennyflick.rules.reasons import GEN_8, declared_reasons, evidence_of, reason
from pennyflick.table import (
    Away,
    Cited,
    Clause,
    Named,
    Object,
    Owned,
    Owner,
    Reason,
    Sentence,
    Side,
    Subject,
    listed,
    listed_discs,
    phrase,
    says,
    verb,
)

GRN_2, GRN_3, GRN_5, GRN_6, GRN_7, GRN_9 = (Clause(f"GRN-{n}") for n in (2, 3, 5, 6, 7, 9))
GRN_10, GRN_14, GRN_16, GRN_18, GRN_22, GRN_29 = (Clause(f"GRN-{n}") for n in (10, 14, 16, 18, 22, 29))


@dataclass(frozen=True)
class Ending:
    """A flick that ends a turn: what it broke and what is told of it."""

    stroke: Stroke
    found: tuple[Break, ...]
    told: tuple[Reason, ...]


def flick_is_due(ledger: Ledger) -> bool:
    """Whether a flick can be judged in this phase."""
    match ledger.phase:
        case Attack() | Positional() | PenaltyFlick() | GoalFlick(stage=Stage.FLICKS):
            return True
        case _:
            return False


def judge_flick(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    """Rule on one flick."""
    match ledger.phase:
        case Attack() as phase:
            verdict = _normal(ledger, phase, stroke_of(options, Kind.NORMAL, phase.side, facts))
        case Positional() as phase:
            verdict = _positional(ledger, phase, stroke_of(options, Kind.POSITIONAL, phase.side, facts))
        case GoalFlick(stage=Stage.FLICKS) as phase:
            verdict = _defender(ledger, phase, stroke_of(options, Kind.DEFENDER, phase.taker.other, facts))
        case PenaltyFlick() as phase:
            verdict = _penalty(ledger, phase, stroke_of(options, Kind.NORMAL, phase.due.award.owner, facts))
        case _:
            raise ValueError(f"no flick is due now: {type(ledger.phase).__name__}")
    return verdict


def end_turn(options: Options, ledger: Ledger, phase: Positional) -> Verdict[Ledger]:
    """The positional flick is waived: the turn ends where the last flick left everything (GRN-6, 14)."""
    found = breaks.diameter(Kind.POSITIONAL, phase.near, None)
    told = (reason(GRN_6, says(Subject(phase.side), verb("waives"), "the positional flick")), *_reasons(found))
    award = rights.award_for(options, Kind.POSITIONAL, phase.side, found)
    return going_on.joined(told, going_on.carry_out(options, ledger, (award,), TurnOf(phase.side.other)))


def _normal(ledger: Ledger, phase: Attack, stroke: Stroke) -> Verdict[Ledger]:
    found = (*breaks.of_attack(stroke, phase), *breaks.of_normal(stroke), *breaks.of_flick(stroke))
    told = (*_picked_up(stroke), *_hit_or_miss(stroke), *_interception(stroke), *_on_top(stroke))
    over = bool(found) or stroke.facts.out is not Out.NO or bool(stroke.intercepted)
    if over or not (stroke.is_hit or phase.hits):
        return _turn_over(ledger, Ending(stroke, found, told), (), None)
    return _turn_goes_on(ledger, phase, stroke, told)


def _turn_goes_on(ledger: Ledger, phase: Attack, stroke: Stroke, told: tuple[Reason, ...]) -> Verdict[Ledger]:
    """GRN-5, 6: another hit may be tried, or the positional flick completes the turn."""
    after = _after_flick(phase, stroke)
    why = _goes_on(phase.side, after, "That was the third hit:" if stroke.is_hit else "The miss ends the hitting:")
    fouls = _enemy_fouls(stroke, Back(after))
    verdict = going_on.carry_out(stroke.options, ledger.at(after), fouls.awards, Back(after))
    return going_on.joined((*told, *fouls.reasons, why), verdict)


def _goes_on(side: Side, after: Attack | Positional, ended: str) -> Reason:
    if isinstance(after, Attack):
        count = f"That was hit {after.hits} of {MAX_HITS}:"
        return reason(GRN_5, says(count, Subject(side), "may try another"))
    return reason(GRN_6, says(ended, Subject(side), verb("has"), "earned a positional flick"))


def _after_flick(phase: Attack, stroke: Stroke) -> Attack | Positional:
    hits = phase.hits + (1 if stroke.is_hit else 0)
    if not stroke.is_hit or hits >= MAX_HITS:
        return Positional(phase.side, stroke.facts.near)
    restarted = phase.restart is not Restart.NONE
    first = stroke.facts.flicked if restarted and phase.hits == 0 else phase.first
    return replace(phase, hits=hits, first=first, only=None, near=stroke.facts.near)


def _positional(ledger: Ledger, phase: Positional, stroke: Stroke) -> Verdict[Ledger]:
    found = breaks.of_flick(stroke)
    flicked = stroke.facts.flicked
    neither = says(Named(flicked), "disturbed neither", THE_GREEN, "nor an enemy penny")
    fair = reason(GRN_7, neither, (flicked,))
    told = (*(() if found else (fair,)), *_on_top(stroke))
    return _turn_over(ledger, Ending(stroke, found, told), (), None)


def _penalty(ledger: Ledger, phase: PenaltyFlick, stroke: Stroke) -> Verdict[Ledger]:
    found = (*breaks.of_normal(stroke), *breaks.of_flick(stroke))
    over = reason(GRN_29, says(Owner(stroke.side), "penalty flick was a single flick: the turn is over"))
    told = (*_hit_or_miss(stroke), *_interception(stroke), *_on_top(stroke), over)
    # a penny that has just gone off comes back by what this flick broke, no longer by an older right
    waiting = rights.lifted(phase.due, stroke.facts.off).awards
    return _turn_over(ledger, Ending(stroke, found, told), waiting, phase)


def _defender(ledger: Ledger, phase: GoalFlick, stroke: Stroke) -> Verdict[Ledger]:
    """One of the opponent's two positional flicks in a goal flick (GRN-22)."""
    found = (*breaks.of_flick(stroke), *breaks.diameter(Kind.DEFENDER, stroke.facts.near, stroke))
    ready = replace(phase, stage=Stage.READY, flicks_left=0)
    left = phase.flicks_left - 1
    after = ready if found or left == 0 else replace(phase, flicks_left=left)
    award = rights.award_for(stroke.options, Kind.DEFENDER, stroke.side, found)
    award = replace(award, taker=phase.aside, or_else=Back(ready))
    fouls = _enemy_fouls(stroke, None)
    count = "The flicks left are forfeit." if found else f"Positional flicks left: {left}."
    told = (*_reasons(found), *_on_top(stroke), *fouls.reasons, reason(GRN_22, count))
    sheet = _noted(ledger, replace(stroke.facts, out=ledger.out))
    verdict = going_on.carry_out(stroke.options, sheet, (award, *fouls.awards), Back(after))
    return going_on.joined(told, verdict)


def _turn_over(
    ledger: Ledger, ending: Ending, waiting: tuple[Award, ...], penalty: PenaltyFlick | None
) -> Verdict[Ledger]:
    """The flick ends the turn: a goal, penalties, a restart or the opponent's turn."""
    stroke, facts = ending.stroke, ending.stroke.facts
    kind = stroke.kind
    near = breaks.diameter(kind, facts.near, stroke) if facts.out is Out.NO else ()
    found = (*ending.found, *near)
    scorer = _scorer(stroke, found, penalty)
    fouls = _enemy_fouls(stroke, None)
    told = (*ending.told, *_how_out(stroke), *_reasons(found), *fouls.reasons)
    told = (*told, *_goal_or_not(stroke, found, scorer), *_clear(stroke, near))
    sheet = _noted(ledger, facts)
    if scorer:
        sheet = going_on.scored(sheet, scorer)
        if going_on.is_won(stroke.options, sheet, scorer):
            return going_on.joined(told, going_on.won(stroke.options, sheet, scorer))
    award = rights.award_for(stroke.options, kind, stroke.side, found)
    if scorer:
        award = replace(award, flicks=())  # GRN-10: at an own goal the other penalty flicks of that flick lapse
    awards = (*waiting, award, *fouls.awards)
    verdict = going_on.next_right(stroke.options, sheet, Penalties(awards, _next(stroke)))
    return _green_lifted(facts, going_on.joined(told, verdict))


def _next(stroke: Stroke) -> Next:
    """How play goes on after a turn if no penalty flick is taken."""
    if stroke.facts.out is Out.NO:
        return TurnOf(stroke.enemy)
    # over a side line or the own goal line a penalty flick is due, and this holds only if nobody can take it
    return GoalFlickOf(stroke.side if stroke.own_goal else stroke.enemy)


def _scorer(stroke: Stroke, found: tuple[Break, ...], penalty: PenaltyFlick | None) -> Side | None:
    """Who scored: GRN-18 for the flicker, GRN-10 for the other side."""
    if stroke.own_goal:
        return stroke.enemy
    fair = stroke.facts.out.goal_of is stroke.enemy and not found
    return stroke.side if fair and (penalty or _from_shooting_zone(stroke)) else None


def _from_shooting_zone(stroke: Stroke) -> bool:
    return stroke.facts.struck_from is Zone.before_goal(stroke.enemy)


def _noted(ledger: Ledger, facts: Facts) -> Ledger:
    if ledger.out is facts.out and not facts.off:
        return ledger
    return replace(ledger, out=facts.out, off=(*ledger.off, *facts.off))


def _green_lifted(facts: Facts, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    if facts.out is Out.NO:
        return verdict
    return replace(verdict, fates={GREEN: Away.HAND, **verdict.fates})


@dataclass(frozen=True)
class _Fouls:
    """What the player who did not flick did wrong meanwhile (GRN-17)."""

    reasons: tuple[Reason, ...]
    awards: tuple[Award, ...]


def _enemy_fouls(stroke: Stroke, or_else: Next | None) -> _Fouls:
    fouls = breaks.declared_by(stroke.facts.declared, stroke.enemy)
    if not fouls:
        return _Fouls((), ())
    return _Fouls(
        _reasons(tuple(map(breaks.declared_break, fouls))),
        (Award(stroke.side, (breaks.GRN_17,), or_else=or_else),),
    )


# ---- what is told ----------------------------------------------------------------------------------------------------


def _reasons(found: tuple[Break, ...]) -> tuple[Reason, ...]:
    return tuple(why for each in found for why in each.reasons)


def _hit_or_miss(stroke: Stroke) -> tuple[Reason, ...]:
    moved = (*of_side(stroke.facts.moved, stroke.side), *((GREEN,) if stroke.facts.green_moved else ()))
    if moved:
        return (reason(GRN_2, says("A hit:", named(moved), "moved"), moved),)
    neither = phrase("moved neither", THE_GREEN, "nor another penny of", Owned(stroke.side))
    sentence = says("A miss:", Named(stroke.facts.flicked), neither)
    return (reason(GRN_2, sentence, (stroke.facts.flicked,)),)


def _interception(stroke: Stroke) -> tuple[Reason, ...]:
    if not stroke.intercepted:
        return ()
    met = says("Interception:", THE_GREEN, "met", listed_discs(stroke.intercepted))
    sentence = phrase(met, "The turn is over, without a positional flick.")
    shown = evidence_of(stroke.facts.evidence, "collided", stroke.intercepted)  # not a collision with an own penny
    return (Reason(GRN_9, sentence, (GREEN, *stroke.intercepted), shown),)


def _picked_up(stroke: Stroke) -> tuple[Reason, ...]:
    if not stroke.facts.picked_up:
        return ()
    because = phrase(", because", THE_GREEN, "lay in the own goal area")
    sentence = says(Named(stroke.facts.flicked), "was picked up and placed", because)
    return (reason(GRN_16, sentence, (stroke.facts.flicked,)),)


def _on_top(stroke: Stroke) -> tuple[Reason, ...]:
    tops = tuple(each for each in stroke.facts.declared if each.what == "on-top")
    if not tops:
        return ()
    return (*declared_reasons(tops), reason(GEN_8, "Penny Green adds no penalty: it is played as it lies"))


def _how_out(stroke: Stroke) -> tuple[Reason, ...]:
    out = stroke.facts.out
    if out is Out.NO:
        return ()
    sentence = says(THE_GREEN, "is out of play:", out.words)
    told = (reason(GRN_3, sentence, (GREEN,), fact="out", seen=stroke.facts.evidence),)
    if not stroke.intercepted:
        return told
    answers = says(Subject(stroke.side), verb("answers"), "for", THE_GREEN, "until it stops")
    return (*told, reason(GRN_10, answers, (GREEN,)))


def _goal_or_not(stroke: Stroke, found: tuple[Break, ...], scorer: Side | None) -> tuple[Reason, ...]:
    """Why the green between the pegs is a goal, or none."""
    goal_of = stroke.facts.out.goal_of
    if goal_of is None:
        return ()
    if scorer is stroke.enemy:
        return (reason(GRN_10, _own_goal(stroke, scorer, "Other penalty flicks lapse." if found else ""), (GREEN,)),)
    if scorer:
        return (reason(GRN_18, says("A goal for", Object(scorer)), (GREEN,)),)
    if goal_of is stroke.side:
        alone = "on its way between the own pegs"
        return (reason(GRN_10, says("No goal: nothing intercepted", THE_GREEN, alone)),)
    broke = phrase("the same flick broke", listed(map(Cited, _clauses(found))))
    far = phrase(THE_GREEN, "was not struck from within the shooting zone")
    return (reason(GRN_18, says("No goal:", broke if found else far), (GREEN,)),)


def _own_goal(stroke: Stroke, scorer: Side, lapse: str) -> Sentence:
    pegs = phrase(THE_GREEN, "passed between", Owner(stroke.side), "own pegs")
    return phrase(says(pegs, ": a goal to", Object(scorer)), lapse)


def _clauses(found: tuple[Break, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.clause for each in found))


def _clear(stroke: Stroke, near: tuple[Break, ...]) -> tuple[Reason, ...]:
    """At the end of a turn the penny-diameter rule is checked, also when nothing is wrong."""
    if near or stroke.facts.out is not Out.NO:
        return ()
    return (reason(GRN_14, says("No penny lies within a penny diameter of", THE_GREEN), (GREEN,)),)

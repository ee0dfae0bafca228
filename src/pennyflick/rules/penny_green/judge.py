"""The referee of Penny Green: facts, placements, choices and declared fouls become verdicts. Law: no metres."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_green import awards as rights
from pennyflick.rules.penny_green import breaks, going_on
from pennyflick.rules.penny_green.causes import cause
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.flicks import end_turn, judge_flick
from pennyflick.rules.penny_green.ledger import (
    PLACED_ASIDE,
    Attack,
    Award,
    Back,
    FlickOff,
    GoalFlick,
    GoalFlickOf,
    KeeperPlacing,
    Ledger,
    Lift,
    Lifting,
    Next,
    Over,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.penalties import Kind
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN, belongs, of_side, pennies
from pennyflick.rules.reasons import GEN_8, declared_reasons
from pennyflick.table import (
    Away,
    Choose,
    Clause,
    Declare,
    DiscId,
    Named,
    Owner,
    Place,
    Reason,
    Side,
    Subject,
    listed,
    listed_discs,
    phrase,
    says,
    verb,
)

GRN_6, GRN_12, GRN_20, GRN_22, GRN_25 = (Clause(f"GRN-{n}") for n in (6, 12, 20, 22, 25))
GRN_26, GRN_27, GRN_28, GRN_30 = (Clause(f"GRN-{n}") for n in (26, 27, 28, 30))

TAKE, ADVANTAGE, LAPSE, NO_KEEPER = "penalty-flick", "advantage", "lapse", "no-keeper"


def judge(options: Options, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
    """Rule on what was seen, placed, chosen or declared."""
    match seen:
        case Facts():
            return judge_flick(options, ledger, seen)
        case Place():
            return _placed(options, ledger, tuple(seen.points))
        case Choose(key):
            return _chosen(options, ledger, key)
        case Declare():
            return _declared(options, ledger, seen)
        case _:
            assert_never(seen)


# ---- placements ------------------------------------------------------------------------------------------------------


def _placed(options: Options, ledger: Ledger, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    match ledger.phase:
        case FlickOff() as phase:
            return _formation(options, ledger, phase, discs)
        case GoalFlick(stage=Stage.PLACING) as phase:
            return _other_placed(ledger, phase, discs)
        case GoalFlick(stage=Stage.READY) as phase:
            return _goal_flick_ready(ledger, phase, discs)
        case Penalties() as due:
            return _lifted(options, ledger, due, discs)
        case KeeperPlacing(due):
            why = Reason(GRN_28, says(listed_discs(discs), "keeps the goal"), discs)
            return going_on.plain(_returned(ledger, discs).at(TakerPlacing(due)), why)
        case TakerPlacing(due):
            return _taker_placed(ledger, due, discs)
        case PutBack() as phase:
            return _put_back(options, ledger, phase)
        case _:
            raise ValueError(f"nothing is to be placed now: {type(ledger.phase).__name__}")


def _formation(options: Options, ledger: Ledger, phase: FlickOff, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    why = Reason(GRN_20, says(Subject(phase.placer), verb("is"), "set up for the flick off"), discs)
    if phase.placer is ledger.starter:
        return going_on.plain(ledger.at(replace(phase, placer=phase.placer.other)), why)
    begin = TurnOf(ledger.starter, Restart.FLICK_OFF)
    # the starter who declines a penalty flick plays his flick off; the other side would take possession
    awards = tuple(replace(each, or_else=begin if each.owner is ledger.starter else None) for each in phase.fouls)
    return going_on.joined((why,), going_on.carry_out(options, ledger, awards, begin))


def _other_placed(ledger: Ledger, phase: GoalFlick, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    placed = (*phase.placed, *discs)
    stage = Stage.FLICKS if len(placed) >= PLACED_ASIDE else Stage.PLACING
    placed_words = says(Subject(phase.taker), "placed", listed_discs(discs), "for the goal flick")
    why = Reason(GRN_22, placed_words, discs)
    return going_on.plain(ledger.at(replace(phase, placed=placed, stage=stage)), why)


def _goal_flick_ready(ledger: Ledger, phase: GoalFlick, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    turn = Attack(phase.taker, Restart.GOAL_FLICK, only=phase.aside)
    assert phase.aside is not None, "a goal flick has a penny set aside before anything is placed"
    ready = phrase(THE_GREEN, "and", Named(phase.aside), "lie ready in", Owner(phase.taker), "goal area")
    sentence = says(ready, ": a full turn begins")
    return going_on.plain(replace(ledger, out=Out.NO, phase=turn), Reason(GRN_22, sentence, discs))


def _lifted(options: Options, ledger: Ledger, due: Penalties, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    allowed = rights.liftable(due.award)
    for disc in discs:
        if disc not in allowed:
            raise ValueError(f"{disc} may not be lifted now, only {listed(allowed)}")
    told = tuple(_lift_reason(allowed[disc].how, disc, due.award.owner) for disc in discs)
    verdict = going_on.next_right(options, _returned(ledger, discs), rights.lifted(due, discs))
    return going_on.joined(told, verdict)


def _lift_reason(how: Lifting, disc: DiscId, owner: Side) -> Reason:
    match how:
        case Lifting.SPOT:
            spotted = says(Subject(owner), "spotted", Named(disc), "behind the own goal line")
            return Reason(GRN_26, spotted, (disc,))
        case Lifting.REPOSITION:
            return Reason(GRN_27, says(Subject(owner), "repositioned", Named(disc)), (disc,))
        case _:
            assert_never(how)


def _taker_placed(ledger: Ledger, due: Penalties, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    penny = next((disc for disc in discs if belongs(disc, due.award.owner)), None)
    if penny is None:
        raise ValueError(f"the taker places the green and one of his pennies, not {listed(discs)}")
    # whoever takes the next one of several is free again: the penny set aside lies on the board now
    free = replace(due, awards=(replace(due.award, taker=None), *due.awards[1:]))
    placed = says(THE_GREEN, "and", Named(penny), "are placed for the penalty flick")
    why = Reason(GRN_28, placed, (GREEN, penny))
    return going_on.plain(replace(_returned(ledger, discs), out=Out.NO, phase=PenaltyFlick(free, penny)), why)


def _put_back(options: Options, ledger: Ledger, phase: PutBack) -> Verdict[Ledger]:
    why = Reason(GRN_12, says(listed_discs(phase.discs), "came back by default"), phase.discs)
    # the first award has lapsed; only a foul committed meanwhile can have put anything into it
    verdict = going_on.carry_out(options, _returned(ledger, phase.discs), phase.due.awards, phase.due.then)
    return going_on.joined((why,), verdict)


def _returned(ledger: Ledger, discs: tuple[DiscId, ...]) -> Ledger:
    return replace(ledger, off=tuple(disc for disc in ledger.off if disc not in discs))


# ---- choices ---------------------------------------------------------------------------------------------------------


def _chosen(options: Options, ledger: Ledger, key: str) -> Verdict[Ledger]:
    match ledger.phase, key:
        case Attack(hits=hits) as phase, "pass" if hits:
            stops = says(Subject(phase.side), verb("stops"), "hitting; the positional flick is next")
            why = Reason(GRN_6, stops)
            return going_on.plain(ledger.at(Positional(phase.side, phase.near)), why)
        case Positional() as phase, "pass":
            return end_turn(options, ledger, phase)
        case GoalFlick(stage=Stage.ASIDE) as phase, _ if key in pennies(options, phase.taker):
            return _set_aside(ledger, phase, DiscId(key))
        case GoalFlick(stage=Stage.PLACING) as phase, "decline":
            why = Reason(GRN_22, says(Subject(phase.taker), verb("places"), "no other penny"))
            return going_on.plain(ledger.at(replace(phase, stage=Stage.FLICKS)), why)
        case GoalFlick(stage=Stage.FLICKS) as phase, "pass":
            return _flick_waived(ledger, phase)
        case KeeperPlacing(due), "no-keeper":
            why = Reason(GRN_28, says("No penny is on the board to keep the goal"))
            return going_on.plain(ledger.at(TakerPlacing(due)), why)
        case Penalties() as due, _:
            return _right_chosen(options, ledger, due, key)
        case _:
            raise ValueError(f"{key!r} is not offered now")


def _right_chosen(options: Options, ledger: Ledger, due: Penalties, key: str) -> Verdict[Ledger]:
    award = due.award
    who = Subject(award.owner)
    if key == TAKE and award.flicks:
        broken = rights.flick_cause(due.awards, award.flicks[0], ledger.out)
        why = Reason(GRN_28, says(who, verb("takes"), "a penalty flick", broken))
        turn = going_on.penalty_turn(ledger, award.owner)
        return Verdict(turn.at(KeeperPlacing(rights.flick_taken(due))), (why,), {GREEN: Away.HAND})
    if key == ADVANTAGE and award.flicks and rights.may_decline(ledger, award):
        declines = says(who, verb("declines"), "the penalty flick and", verb("plays"), "on")
        why = Reason(GRN_30, declines)
        return going_on.joined((why,), going_on.lapse(options, ledger, due, _possession(ledger, award)))
    if key == LAPSE:
        why = Reason(GRN_25, says(who, verb("lets"), "the rest lapse"))
        return going_on.joined((why,), going_on.lapse(options, ledger, due, due.then))
    raise ValueError(f"{key!r} is not offered now: {rights.sentence(due.awards, ledger.out)}")


def _possession(ledger: Ledger, award: Award) -> Next:
    """GRN-30: what the owner of a declined penalty flick does instead."""
    if award.or_else is not None:
        return award.or_else
    return TurnOf(award.owner) if ledger.out is Out.NO else GoalFlickOf(award.owner)


def _set_aside(ledger: Ledger, phase: GoalFlick, penny: DiscId) -> Verdict[Ledger]:
    takes = says(Subject(phase.taker), verb("takes"), THE_GREEN, "and", Named(penny), "aside")
    why = Reason(GRN_22, takes, (GREEN, penny))
    staged = ledger.at(replace(phase, stage=Stage.PLACING, aside=penny))
    return Verdict(staged, (why,), {penny: Away.HAND, GREEN: Away.HAND})


def _flick_waived(ledger: Ledger, phase: GoalFlick) -> Verdict[Ledger]:
    left = phase.flicks_left - 1
    after = replace(phase, flicks_left=left, stage=Stage.FLICKS if left else Stage.READY)
    waives = says(Subject(phase.taker.other), verb("waives"), f"a positional flick; {left} left")
    why = Reason(GRN_22, waives)
    return going_on.plain(ledger.at(after), why)


# ---- fouls declared without a flick (GRN-17) -------------------------------------------------------------------------


def _declared(options: Options, ledger: Ledger, foul: Declare) -> Verdict[Ledger]:
    if foul.what == "on-top":
        nothing = Reason(GEN_8, says("Penny Green adds no penalty: it is played as it lies"), foul.discs)
        return going_on.plain(ledger, *declared_reasons((foul,)), nothing)
    found = breaks.declared_break(foul)
    lost = tuple(disc for disc in foul.off if disc != GREEN)
    owed = _Owed(foul.by.side, found, _lifts(foul.by.side, lost))
    sheet = replace(ledger, off=(*ledger.off, *lost)) if lost else ledger
    return going_on.joined((*found.reasons, *_fallen(foul, lost)), _penalised(options, sheet, owed))


@dataclass(frozen=True)
class _Owed:
    """What a foul without a flick costs: a penalty flick, and what may be done with the pennies it made fall."""

    offender: Side
    found: breaks.Break
    lifts: tuple[Lift, ...]

    @property
    def award(self) -> Award:
        """The same as an award of the offender's opponent."""
        return Award(self.offender.other, (self.found.clause,), self.lifts)

    def near(self, phase: Attack | Positional) -> tuple[DiscId, ...]:
        """The pennies near the green that have not fallen."""
        fallen = [disc for lift in self.lifts for disc in lift.discs]
        return tuple(disc for disc in phase.near if disc not in fallen)


def _lifts(offender: Side, lost: tuple[DiscId, ...]) -> tuple[Lift, ...]:
    """The offender's pennies may be spotted, the other side's own repositioned (GRN-12)."""
    spot, own = of_side(lost, offender), of_side(lost, offender.other)
    return (
        *((Lift(Lifting.SPOT, GRN_12, spot),) if spot else ()),
        *((Lift(Lifting.REPOSITION, GRN_12, own),) if own else ()),
    )


def _fallen(foul: Declare, lost: tuple[DiscId, ...]) -> tuple[Reason, ...]:
    back = Reason(breaks.GRN_17, says(THE_GREEN, "is put back where it lay"), (GREEN,))
    gone = says(listed_discs(lost), "left the board through the foul")
    return (
        *((Reason(GRN_12, gone, lost),) if lost else ()),
        *((back,) if GREEN in foul.off else ()),
    )


def _penalised(options: Options, ledger: Ledger, owed: _Owed) -> Verdict[Ledger]:
    match ledger.phase:
        case FlickOff() as phase:
            return going_on.plain(ledger.at(replace(phase, fouls=(*phase.fouls, owed.award))), _later(owed))
        case Attack() | Positional() as phase:
            return _in_turn(options, ledger, replace(phase, near=owed.near(phase)), owed)
        case GoalFlick() as phase:
            return _in_goal_flick(options, ledger, phase, owed)
        case Penalties() as due:
            return going_on.plain(ledger.at(rights.with_award(due, owed.award)), _later(owed))
        case KeeperPlacing() | TakerPlacing() | PenaltyFlick() | PutBack() as carrying:
            due = rights.with_award(carrying.due, owed.award)
            return going_on.plain(ledger.at(replace(carrying, due=due)), _later(owed))
        case Over():
            raise ValueError("the match is over: nothing can be declared any more")
        case _:
            assert_never(ledger.phase)


def _in_turn(options: Options, ledger: Ledger, phase: Attack | Positional, owed: _Owed) -> Verdict[Ledger]:
    """By the attacker it ends his turn; by the other it interrupts it (GRN-17, 25)."""
    if owed.offender is not phase.side:
        return going_on.carry_out(options, ledger, (replace(owed.award, or_else=Back(phase)),), Back(phase))
    kind = Kind.NORMAL if isinstance(phase, Attack) else Kind.POSITIONAL
    near = breaks.diameter(kind, phase.near, None)
    award = rights.award_for(options, kind, owed.offender, (owed.found, *near))
    award = replace(award, lifts=(*owed.lifts, *award.lifts))
    told = tuple(why for each in near for why in each.reasons)
    return going_on.joined(told, going_on.carry_out(options, ledger, (award,), TurnOf(phase.side.other)))


def _in_goal_flick(options: Options, ledger: Ledger, phase: GoalFlick, owed: _Owed) -> Verdict[Ledger]:
    """By the opponent it forfeits his flicks; by the taker it costs him the goal flick (GRN-22, 25)."""
    flicking = phase.stage is Stage.FLICKS
    after = Back(replace(phase, stage=Stage.READY, flicks_left=0) if flicking else phase)
    if owed.offender is phase.taker:
        return going_on.carry_out(options, ledger, (owed.award,), after)
    return going_on.carry_out(options, ledger, (replace(owed.award, taker=phase.aside, or_else=after),), after)


def _later(owed: _Owed) -> Reason:
    more = phrase("a penalty flick more to take", cause(owed.found.clause))
    return Reason(GRN_25, says(Subject(owed.award.owner), verb("has"), more))

"""Penny Green at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_green import awards as rights
from pennyflick.rules.penny_green import words
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.flicks import flick_is_due
from pennyflick.rules.penny_green.judge import NO_KEEPER
from pennyflick.rules.penny_green.ledger import (
    Attack,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, of_side, pennies, pieces
from pennyflick.rules.penny_green.told import green_zone, told_facts
from pennyflick.rules.telling import Answers, ToldError, told_answers
from pennyflick.table import DiscId, Owner, Seat, Sentence, Side, says

_STRUCK_FROM = says(
    "In which zone did the green lie: before", Owner(Side.ONE), "goal, centre, before", Owner(Side.TWO), "?"
)


def form(options: Options, ledger: Ledger) -> Form | None:
    """What a person beside the board can say now; None: the match is over."""
    asked = words.asked(ledger)
    if asked is None:
        return None
    return Form(
        (Seat(asked.side),),
        asked.sentence,
        asked.clauses,
        _questions(options, ledger),
        _places(options, ledger),
        _choices(options, ledger) or None,
        fallen=_fallen(options, ledger),
    )


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told and what follows from them; raises ToldError on what cannot be."""
    asked = words.asked(ledger)
    if asked is None or not flick_is_due(ledger):
        raise ToldError(f"no flick is due now: {asked.sentence if asked else 'the match is over'}")
    answers = told_answers(_questions(options, ledger), told)
    return told_facts(ledger, answers, asked.side, _flicked(options, ledger, answers, asked.side))


def _flicked(options: Options, ledger: Ledger, answers: Answers, side: Side) -> DiscId:
    """Which penny was flicked; not told means one that might have been."""
    if isinstance(ledger.phase, PenaltyFlick):
        return ledger.phase.penny
    word = answers.word("flicked")
    return DiscId(word) if word else _flickable(options, ledger, side)[0]


def _flickable(options: Options, ledger: Ledger, side: Side) -> tuple[DiscId, ...]:
    """The side's pennies that may be flicked, as far as the ledger knows."""
    phase = ledger.phase
    if isinstance(phase, Attack) and phase.only is not None:
        return (phase.only,)
    barred = phase.first if isinstance(phase, Attack) and phase.hits == 1 else None
    return tuple(disc for disc in pennies(options, side) if disc not in ledger.off and disc != barred)


def _lying(options: Options, ledger: Ledger) -> tuple[DiscId, ...]:
    """What lies on the board, as far as the ledger knows."""
    phase, away = ledger.phase, [*ledger.off]
    match phase:
        case FlickOff(placer):
            away += pennies(options, placer)
            away += pennies(options, placer.other) if placer is ledger.starter else ()
        case GoalFlick(aside=aside):
            away += [GREEN, *((aside,) if aside else ())]
        case Penalties() as due:
            away += [*((due.award.taker,) if due.award.taker else ()), *(() if ledger.out is Out.NO else (GREEN,))]
        case KeeperPlacing(due) | TakerPlacing(due):
            away += [GREEN, *((due.award.taker,) if due.award.taker else ())]
        case _:
            away += () if ledger.out is Out.NO else (GREEN,)
    return tuple(disc for disc in pieces(options) if disc not in away)


def _fallen(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    """A penny that lies ready for a penalty flick is simply put down again."""
    ready = ledger.phase.penny if isinstance(ledger.phase, PenaltyFlick) else None
    lying = tuple(disc for disc in _lying(options, ledger) if disc != ready)
    return (Question("off", "Which pieces came off the board because of it?", "discs", lying),) if lying else ()


def _questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    lying = _lying(options, ledger)
    match ledger.phase:
        case Attack() as phase:
            return (_which(lying), *_start(phase), *_any_flick(lying), *_green(lying, phase.side))
        case Positional(side):
            return (_which(lying), *_any_flick(lying), *_green(lying, side))
        case GoalFlick(stage=Stage.FLICKS):  # the green is set aside: nothing lies near it
            return (_which(lying), *_any_flick(lying))
        case PenaltyFlick(due, _):
            return (*_any_flick(lying), *_green(lying, due.award.owner))
        case _:
            return ()


def _which(lying: tuple[DiscId, ...]) -> Question:
    return Question("flicked", "Which penny was flicked?", "one-of", lying)


def _start(phase: Attack) -> tuple[Question, ...]:
    zones = tuple(zone.value for zone in Zone)
    lifted = Question("picked_up", "Was it picked up and placed first, the green in the own goal area?", "yes-no")
    stayed = Question("stayed", "Did the green stay in the goal area, never wholly outside its line?", "yes-no")
    return (
        *(() if green_zone(phase) else (lifted,)),  # where the green lies after a restart, nothing is picked up
        Question("struck_from", _STRUCK_FROM, "one-of", zones),
        Question("zones", "Which zones was the green in until it stopped?", "many-of", zones),
        *((stayed,) if phase.restart is Restart.GOAL_FLICK and phase.hits == 0 else ()),
    )


def _any_flick(lying: tuple[DiscId, ...]) -> tuple[Question, ...]:
    all_pennies = tuple(disc for disc in lying if disc != GREEN)
    return (
        Question("hit", "Which pieces did the flicked penny hit?", "discs", lying),
        Question("moved", "Which other pieces moved?", "discs", lying),
        Question("off", "Which pennies left the board?", "discs", all_pennies),
        Question("in_area_one", _in_area(Side.ONE), "discs", all_pennies),
        Question("in_area_two", _in_area(Side.TWO), "discs", all_pennies),
        Question("illegal_push", "Was it a push shot, and did the penny then strike another piece?", "yes-no"),
    )


def _in_area(side: Side) -> Sentence:
    return says("Which pennies lie in", Owner(side), "goal area now?")


def _green(lying: tuple[DiscId, ...], side: Side) -> tuple[Question, ...]:
    enemy = of_side(lying, side.other)
    return (
        Question("collided", "Which enemy pennies did the green collide with?", "discs", enemy),
        Question("out", "How did the green go out of play?", "one-of", tuple(each.value for each in Out)),
        _near(lying),
    )


def _near(lying: tuple[DiscId, ...]) -> Question:
    all_pennies = tuple(disc for disc in lying if disc != GREEN)
    return Question("near", "Which pennies lie within a penny diameter of the green now?", "discs", all_pennies)


def _places(options: Options, ledger: Ledger) -> tuple[tuple[DiscId, ...], ...]:
    match ledger.phase:
        case FlickOff(side):
            return (pennies(options, side),)
        case GoalFlick(stage=Stage.PLACING) as phase:
            free = (
                disc for disc in _flickable(options, ledger, phase.taker) if disc not in (phase.aside, *phase.placed)
            )
            return tuple((disc,) for disc in free)
        case GoalFlick(stage=Stage.READY, aside=aside):
            return ((GREEN, aside),) if aside else ()
        case Penalties() as due:
            return tuple((disc,) for disc in rights.liftable(due.award))
        case KeeperPlacing(due):
            return tuple((disc,) for disc in _flickable(options, ledger, due.award.owner.other))
        case TakerPlacing(due):
            takers = (due.award.taker,) if due.award.taker else _flickable(options, ledger, due.award.owner)
            return tuple((GREEN, disc) for disc in takers)
        case PutBack(discs=discs):
            return (discs,)
        case _:
            return ()


def _choices(options: Options, ledger: Ledger) -> dict[str, Sentence]:
    match ledger.phase:
        case Attack(hits=hits) if hits:
            return {"pass": says("Stop hitting")}
        case Positional():
            return {"pass": says("Waive the positional flick")}
        case GoalFlick(stage=Stage.ASIDE) as phase:
            return words.aside_choices(_flickable(options, ledger, phase.taker))
        case GoalFlick(stage=Stage.PLACING):
            return {"decline": says("Place no other penny")}
        case GoalFlick(stage=Stage.FLICKS):
            return {"pass": says("Waive the positional flick")}
        case Penalties() as due:
            return words.right_choices(ledger, due)
        case KeeperPlacing(due) if not _flickable(options, ledger, due.award.owner.other):
            return {NO_KEEPER: says("No penny is on the board to keep the goal")}
        case _:
            return {}

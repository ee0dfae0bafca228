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
from pennyflick.rules.penny_green.pieces import GREEN, pennies, pieces
from pennyflick.rules.telling import Told, told_answers, told_declarations
from pennyflick.table import DiscId, Seat, Side


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
    )


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told; raises ValueError with a plain sentence on bad input."""
    asked = words.asked(ledger)
    if asked is None or not flick_is_due(ledger):
        raise ValueError(f"no flick is due now: {asked.sentence if asked else 'the match is over'}")
    answers = told_answers(_questions(options, ledger), told)
    out = Out(answers.word("out") or Out.NO.value)
    struck_from = Zone(answers.word("struck_from") or Zone.CENTRE.value)
    hit = answers.discs("hit")
    collided = answers.discs("collided")
    # what was hit has moved, and so has a green that went out or met a penny
    green = (GREEN,) if out is not Out.NO or collided else ()
    flicked = _flicked(options, ledger, answers, asked.side)
    moved = tuple(disc for disc in dict.fromkeys((*answers.discs("moved"), *hit, *green)) if disc != flicked)
    seen = Facts(
        flicked=flicked,
        moved=moved,
        hit=hit,
        collided=collided,
        struck_from=struck_from,
        zones=tuple(dict.fromkeys((struck_from, *(Zone(word) for word in answers.words("zones"))))),
        out=out,
        off=answers.discs("off"),
        near=answers.discs("near"),
        in_area_one=answers.discs("in_area_one"),
        in_area_two=answers.discs("in_area_two"),
        stayed=answers.yes("stayed"),
        illegal_push=answers.yes("illegal_push"),
        picked_up=answers.yes("picked_up"),
        declared=told_declarations(told, Seat(asked.side)),
    )
    _check(seen)
    return seen


def _check(seen: Facts) -> None:
    """What cannot have happened together."""
    lying = (*seen.near, *seen.in_area_one, *seen.in_area_two)
    gone = [disc for disc in seen.off if disc in lying]
    if gone:
        raise ValueError(f"{gone[0]} left the board, so it cannot lie near the green or in a goal area")
    both = [disc for disc in seen.in_area_one if disc in seen.in_area_two]
    if both:
        raise ValueError(f"{both[0]} cannot lie in both goal areas")
    if seen.near and seen.out is not Out.NO:
        raise ValueError(f"the green is out of play, so {seen.near[0]} cannot lie near it")


def _flicked(options: Options, ledger: Ledger, answers: Told, side: Side) -> DiscId:
    """Which penny was flicked; not told means one that might have been."""
    if isinstance(ledger.phase, PenaltyFlick):
        return ledger.phase.penny
    word = answers.word("flicked")
    return DiscId(word) if word else _lying(options, ledger, side)[0]


def _lying(options: Options, ledger: Ledger, side: Side) -> tuple[DiscId, ...]:
    """The side's pennies that may be flicked, as far as the ledger knows."""
    phase = ledger.phase
    if isinstance(phase, Attack) and phase.only is not None:
        return (phase.only,)
    barred = phase.first if isinstance(phase, Attack) and phase.hits == 1 else None
    return tuple(disc for disc in pennies(options, side) if disc not in ledger.off and disc != barred)


def _questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    match ledger.phase:
        case Attack() as phase:
            return (*_start(options, phase), *_any_flick(options), *_green(options, phase.side))
        case Positional():
            out = Question("out", "How did the green go out of play?", "one-of", tuple(each.value for each in Out))
            return (_which(options), *_any_flick(options), out, _near(options))
        case GoalFlick(stage=Stage.FLICKS):
            return (_which(options), *_any_flick(options), _near(options))
        case PenaltyFlick(due, _):
            return (*_any_flick(options), *_green(options, due.award.owner))
        case _:
            return ()


def _which(options: Options) -> Question:
    return Question("flicked", "Which penny was flicked?", "one-of", tuple(map(str, pieces(options))))


def _start(options: Options, phase: Attack) -> tuple[Question, ...]:
    zones = tuple(zone.value for zone in Zone)
    lifted = Question("picked_up", "Was it picked up and placed first, the green in the own goal area?", "yes-no")
    stayed = Question("stayed", "Did the green stay in the goal area, never wholly outside its line?", "yes-no")
    return (
        _which(options),
        lifted,
        Question(
            "struck_from", "In which zone did the green lie: before One's goal, centre, before Two's?", "one-of", zones
        ),
        Question("zones", "Which zones was the green in until it stopped?", "many-of", zones),
        *((stayed,) if phase.restart is Restart.GOAL_FLICK and phase.hits == 0 else ()),
    )


def _any_flick(options: Options) -> tuple[Question, ...]:
    everything = tuple(map(str, pieces(options)))
    all_pennies = tuple(disc for disc in everything if disc != GREEN)
    return (
        Question("hit", "Which pieces did the flicked penny hit?", "discs", everything),
        Question("moved", "Which other pieces moved?", "discs", everything),
        Question("off", "Which pennies left the board?", "discs", all_pennies),
        Question("in_area_one", "Which pennies lie in One's goal area now?", "discs", all_pennies),
        Question("in_area_two", "Which pennies lie in Two's goal area now?", "discs", all_pennies),
        Question("illegal_push", "Was it a push shot, and did the penny then strike another piece?", "yes-no"),
    )


def _green(options: Options, side: Side) -> tuple[Question, ...]:
    enemy = tuple(map(str, pennies(options, side.other)))
    return (
        Question("collided", "Which enemy pennies did the green collide with?", "discs", enemy),
        Question("out", "How did the green go out of play?", "one-of", tuple(each.value for each in Out)),
        _near(options),
    )


def _near(options: Options) -> Question:
    all_pennies = tuple(str(disc) for disc in pieces(options) if disc != GREEN)
    return Question("near", "Which pennies lie within a penny diameter of the green now?", "discs", all_pennies)


def _places(options: Options, ledger: Ledger) -> tuple[tuple[DiscId, ...], ...]:
    match ledger.phase:
        case FlickOff(side):
            return (pennies(options, side),)
        case GoalFlick(stage=Stage.PLACING) as phase:
            free = (disc for disc in _lying(options, ledger, phase.taker) if disc not in (phase.aside, *phase.placed))
            return tuple((disc,) for disc in free)
        case GoalFlick(stage=Stage.READY, aside=aside):
            return ((GREEN, aside),) if aside else ()
        case Penalties() as due:
            return tuple((disc,) for disc in rights.liftable(due.award))
        case KeeperPlacing(due):
            return tuple((disc,) for disc in _lying(options, ledger, due.award.owner.other))
        case TakerPlacing(due):
            takers = (due.award.taker,) if due.award.taker else _lying(options, ledger, due.award.owner)
            return tuple((GREEN, disc) for disc in takers)
        case PutBack(discs=discs):
            return (discs,)
        case _:
            return ()


def _choices(options: Options, ledger: Ledger) -> dict[str, str]:
    match ledger.phase:
        case Attack(hits=hits) if hits:
            return {"pass": "Stop hitting."}
        case Positional():
            return {"pass": "Waive the positional flick."}
        case GoalFlick(stage=Stage.ASIDE) as phase:
            return {str(disc): f"Flick with {disc}." for disc in _lying(options, ledger, phase.taker)}
        case GoalFlick(stage=Stage.PLACING):
            return {"decline": "Place no other penny."}
        case GoalFlick(stage=Stage.FLICKS):
            return {"pass": "Waive the positional flick."}
        case Penalties() as due:
            return words.right_choices(ledger, due.award)
        case KeeperPlacing(due) if not _lying(options, ledger, due.award.owner.other):
            return {NO_KEEPER: "No penny is on the board to keep the goal."}
        case _:
            return {}

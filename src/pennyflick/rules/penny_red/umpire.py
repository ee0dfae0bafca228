"""Penny Red at a real board: what the umpire asks, and the facts from what people say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_red.clauses import (
    RED_2,
    RED_3,
    RED_4,
    RED_6,
    RED_8,
    RED_10,
    RED_14,
    RED_15,
    RED_17,
    RED_18,
)
from pennyflick.rules.penny_red.decide import across_sentence, put_down_sentence, reward_sentence, seats, serve_sentence
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase, serving_seat, serving_shooter
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import PENNIES, SHOOTERS, THE_RED, seat_of, side_of
from pennyflick.rules.penny_red.serve import OTHER_CORNER, other_corner
from pennyflick.rules.penny_red.told import NO_CORNER, SIDE_FLICK, told_facts
from pennyflick.rules.telling import Answers, told_answers
from pennyflick.table import Clause, DiscId, Seat, Side, Subject, listed_discs, phrase, says, verb

_SHOOTERS = (*SHOOTERS[Side.ONE], *SHOOTERS[Side.TWO])
_RED_AT = Question(
    "red_at",
    "Where does the red lie: far (wholly beyond the line, not touching it) or here (this side, or on the line)?",
    "one-of",
    (RedAt.FAR.value, RedAt.HERE.value),
)
_OFF = Question("off", "Which pennies came off the board?", "discs", PENNIES)
_MET = Question("shooters_met", "Did the flicked shooter hit the player's other shooter?", "yes-no")
_CANNON = Question("cannon", "Was it a cannon: did that other shooter then hit the red?", "yes-no")
_PUSH = Question(
    "illegal_push",
    "Was the finger still on the shooter when it reached a first penny, and did it strike another afterwards?",
    "yes-no",
)
_OVER_EDGE = Question("over_edge", "Does the red now overlap the edge of the board?", "yes-no")
_FAR_EDGE = Question(
    "far_edge", "If it does, and lies on the line: is it the edge of the far court that it overlaps?", "yes-no"
)
_TOUCHING = Question("touching", "Which shooters now touch the red?", "discs", _SHOOTERS)
_HIT_BY = Question("red_hit_by", "Which shooters hit the red?", "discs", _SHOOTERS)
_BLOCKED = Question(
    "spots_blocked",
    "If the red itself hit an enemy shooter: are both the enemy's serving spot and his quarter spot taken?",
    "yes-no",
)


def form(options: Options, ledger: Ledger) -> Form | None:
    """What the umpire of a real board asks now; None: the match is over."""
    if ledger.ended is not None:
        return None
    return replace(_form(options, ledger), fallen=_fallen(ledger))


def _form(options: Options, ledger: Ledger) -> Form:
    if ledger.in_hand is not None:
        return _put_down(options, ledger, ledger.in_hand)
    match ledger.phase:
        case Phase.SERVE:
            return _serve(options, ledger)
        case Phase.OPEN:
            return _open_play(options, ledger)
        case Phase.REWARD:
            return _reward(options, ledger)


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that people told and what follows from them; raises ToldError on what cannot be."""
    answers = told_answers(_questions(options, ledger), told)
    flicked = _told_flicked(options, ledger, answers)
    shooter = DiscId(flicked.removeprefix(SIDE_FLICK))
    how = SIDE_FLICK if flicked.startswith(SIDE_FLICK) else ""
    return told_facts(ledger, answers, shooter, how, _flicker(options, ledger, shooter))


def _told_flicked(options: Options, ledger: Ledger, answers: Answers) -> str:
    if ledger.phase is Phase.SERVE:
        return serving_shooter(options, ledger)
    return answers.word("flicked") or _flickable(ledger)[0]


def _flicker(options: Options, ledger: Ledger, shooter: DiscId) -> Seat:
    return seat_of(shooter) if options.doubles else Seat(ledger.turn)


# The forms -----------------------------------------------------------------------------------------------------------


def _team(options: Options, side: Side) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats(options) if seat.side is side)


def _put_down(options: Options, ledger: Ledger, shooter: DiscId) -> Form:
    owner = side_of(shooter)
    assert owner is not None, f"{shooter} is no shooter"
    clause = RED_18 if owner is ledger.turn else RED_6
    by = _flicker(options, _of(owner, ledger), shooter)
    return Form((by,), put_down_sentence(owner, shooter), (clause,), places=((shooter,),))


def _of(side: Side, ledger: Ledger) -> Ledger:
    """The score sheet as if that side were at the table."""
    return ledger if ledger.turn is side else Ledger(ledger.starter, side, ledger.corner)


def _serve(options: Options, ledger: Ledger) -> Form:
    change = says("Put the other shooter on the other corner spot first")
    choices = None if ledger.corner_chosen else {OTHER_CORNER: change}
    sentence = serve_sentence(options, ledger)
    return Form((serving_seat(options, ledger),), sentence, (RED_4, RED_3), _questions(options, ledger), (), choices)


def _open_play(options: Options, ledger: Ledger) -> Form:
    team, who = _team(options, ledger.turn), Subject(ledger.turn)
    across = tuple(shooter for shooter in ledger.across if shooter in SHOOTERS[ledger.turn])
    if across:
        sentence = across_sentence(ledger.turn, across)
        return Form(team, sentence, (RED_15,), places=tuple((shooter,) for shooter in across))
    touching = _own_touching(ledger)
    count = f"flick {ledger.flicks + 1} of {FLICKS_A_TURN}"
    respot = phrase(verb("respots"), listed_discs(touching, "or"), ", which touches", THE_RED, ", or")
    first = respot if touching else ""
    clauses: tuple[Clause, ...] = (RED_2, RED_8, *((RED_17,) if touching else ()))
    questions = _questions(options, ledger) if _flickable(ledger) else ()
    sentence = says(who, first, verb("flicks"), f"a shooter: {count}")
    return Form(team, sentence, clauses, questions, tuple((shooter,) for shooter in touching))


def _reward(options: Options, ledger: Ledger) -> Form:
    rights = ledger.reward
    both = (rights.place,) if rights.places > 1 else ()
    touching = _own_touching(ledger) if rights.flick else ()
    places = (*((shooter,) for shooter in (*rights.place, *rights.enemy, *touching)), *both)
    clauses = (
        *((rights.placing,) if rights.places else ()),
        *((RED_10,) if rights.flick else ()),
        *((RED_14,) if rights.enemy else ()),
    )
    questions = _questions(options, ledger) if rights.flick and _flickable(ledger) else ()
    choices = {"pass": says("Leave the rest where it lies")}
    return Form(_team(options, ledger.turn), reward_sentence(ledger), clauses, questions, places, choices)


def _own_touching(ledger: Ledger) -> tuple[DiscId, ...]:
    return tuple(shooter for shooter in ledger.touching if shooter in SHOOTERS[ledger.turn])


def _flickable(ledger: Ledger) -> tuple[str, ...]:
    """The shooters that may be flicked, and those that may be held for a side-flick."""
    free = tuple(shooter for shooter in SHOOTERS[ledger.turn] if shooter not in ledger.touching)
    held = ledger.phase is Phase.OPEN and ledger.over_edge is ledger.turn and not _own_touching(ledger)
    return (*free, *((SIDE_FLICK + shooter for shooter in free) if held else ()))


def _questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    """What is asked after this flick: no more than this score sheet needs."""
    own, enemy = SHOOTERS[ledger.turn], SHOOTERS[ledger.turn.other]
    flicked = Question("flicked", "Which shooter was flicked, or held for a side-flick?", "one-of", _flickable(ledger))
    crossed = Question("crossed", "Which of the player's shooters wholly crossed the line at any moment?", "discs", own)
    across = Question("across", "Which enemy shooters now lie wholly on the player's side of the line?", "discs", enemy)
    after = (_RED_AT, _OFF, crossed, _PUSH, across, _TOUCHING, _OVER_EDGE, _FAR_EDGE)
    match ledger.phase:
        case Phase.SERVE:
            server = serving_shooter(options, ledger)
            hit = Question("hit_red", f"Did {server} hit the red?", "yes-no")
            return (hit, *after, _free_corner(ledger, server))
        case Phase.REWARD:
            return (flicked, *after)
        case Phase.OPEN:
            reached = Question(
                "reached_by_red", "Which enemy shooters did the red hit, itself or through others?", "discs", enemy
            )
            struck = Question("struck_by_red", "Which enemy shooters did the red itself hit?", "discs", enemy)
            return (flicked, _MET, _HIT_BY, _CANNON, reached, struck, _BLOCKED, *after)


def _free_corner(ledger: Ledger, server: DiscId) -> Question:
    free, other = other_corner(ledger), ledger.corner
    sentence = f"Which corner spot is free for {server} now: {free}; if a penny blocks it {other}; or none?"
    return Question("free_corner", sentence, "one-of", (free, other, NO_CORNER))


def _fallen(ledger: Ledger) -> tuple[Question, ...]:
    lying = tuple(penny for penny in PENNIES if penny != ledger.in_hand)
    return (Question("off", "Which pennies came off the board because of it?", "discs", lying),)

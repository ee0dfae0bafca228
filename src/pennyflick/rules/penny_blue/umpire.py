"""Penny Blue at a real board: what the umpire asks, and the facts from what people say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.judge import BLU_4, BLU_11, BLU_12, BLU_14, BLU_16
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import BLUE, PENNIES, SOVEREIGNS, TEAMS, side_of
from pennyflick.rules.reasons import side_name
from pennyflick.rules.telling import told_answers, told_declarations
from pennyflick.table import DiscId, Seat

SIDE_FLICK = "side-flick"

_OFF = Question("off", "Which pennies came off the board?", "discs", PENNIES)
_HIT = Question("hit", "Did the flicked penny hit any penny?", "yes-no")
_CHAIN = Question(
    "kill_chain",
    "If the enemy sovereign came off: did the blue strike an enemy penny, and did that hit pass on to the sovereign?",
    "yes-no",
)
_PUSH = Question(
    "illegal_push",
    "Was the finger still on the penny when it reached a first one, and did it strike another afterwards?",
    "yes-no",
)
_NEAR = Question(
    "blue_near_edge",
    "Does the blue now lie within a penny diameter of the edge (the spare, slid along the edge, touches it)?",
    "yes-no",
)


def form(options: Options, ledger: Ledger) -> Form | None:
    """What the umpire of a real board asks now; None: the match is over."""
    if ledger.ended is not None:
        return None
    if ledger.in_hand is not None:
        owner = side_of(ledger.in_hand)
        assert owner is not None, f"{ledger.in_hand} has no owner"
        sentence = f"{side_name(owner)} puts the sovereign {ledger.in_hand} on a free spot, not overhanging the edge."
        return Form((Seat(owner),), sentence, (BLU_14,), places=((ledger.in_hand,),))
    choices = {"pass": "Stop: make no further flick."} if ledger.may_stop else None
    clauses = (BLU_4, BLU_11, *((BLU_16,) if ledger.free_shot else ()), *((BLU_12,) if ledger.side_flick_due else ()))
    return Form((Seat(ledger.turn),), _sentence(options, ledger), clauses, questions(options, ledger), (), choices)


def questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    """What is asked after this flick: no more than this score sheet needs."""
    if _must_side_flick(options, ledger):
        return (_OFF, *((_CHAIN,) if options.side_flick_kills else ()), _NEAR)
    return (_flicked(ledger), _HIT, _OFF, *(() if ledger.first_turn else (_CHAIN,)), _PUSH, _NEAR)


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that people told; what they left out means "no" or "none"."""
    answers = told_answers(questions(options, ledger), told)
    flicked = SIDE_FLICK if _must_side_flick(options, ledger) else answers.word("flicked") or TEAMS[ledger.turn][0]
    side_flick = flicked == SIDE_FLICK
    off = answers.discs("off")
    if BLUE in off and answers.yes("blue_near_edge"):
        raise ValueError("the blue came off, so it cannot lie near the edge")
    illegal_push = answers.yes("illegal_push") and not side_flick
    return Facts(
        flicked=SOVEREIGNS[ledger.turn] if side_flick else DiscId(flicked),
        side_flick=side_flick,
        hit=side_flick or answers.yes("hit") or bool(off) or illegal_push,
        off=off,
        kill_chain=answers.yes("kill_chain"),
        illegal_push=illegal_push,
        blue_near_edge=answers.yes("blue_near_edge"),
        declared=told_declarations(told, Seat(ledger.turn)),
    )


def _must_side_flick(options: Options, ledger: Ledger) -> bool:
    return ledger.side_flick_due and options.side_flick == "must"


def _flicked(ledger: Ledger) -> Question:
    words = (*TEAMS[ledger.turn], *((SIDE_FLICK,) if ledger.side_flick_due else ()))
    return Question("flicked", "Which penny was flicked?", "one-of", words)


def _sentence(options: Options, ledger: Ledger) -> str:
    who = side_name(ledger.turn)
    count = "a free shot" if ledger.free_shot else f"flick {ledger.flicks + 1} of {FLICKS_A_TURN}"
    if _must_side_flick(options, ledger):
        return f"{who} side-flicks the blue with {SOVEREIGNS[ledger.turn]}: {count}."
    return f"{who} flicks one of his own pennies: {count}."

"""Penny Blue at a real board: what the umpire asks, and the facts from what people say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.judge import BLU_4, BLU_11, BLU_12, BLU_14, BLU_16
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import BLUE, PENNIES, SOVEREIGNS, TEAMS, THE_BLUE, side_of
from pennyflick.rules.telling import Answers, ToldError, told_answers, told_declarations
from pennyflick.table import DiscId, Named, Seat, Sentence, Subject, Their, listed, phrase, says, verb

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
        sovereign = phrase("the sovereign", Named(ledger.in_hand))
        sentence = says(Subject(owner), verb("puts"), sovereign, "on a free spot, not overhanging the edge")
        return Form((Seat(owner),), sentence, (BLU_14,), places=((ledger.in_hand,),), fallen=_fallen(ledger))
    choices = {"pass": says("Stop: make no further flick")} if ledger.may_stop else None
    clauses = (BLU_4, BLU_11, *((BLU_16,) if ledger.free_shot else ()), *((BLU_12,) if ledger.side_flick_due else ()))
    asked = questions(options, ledger)
    return Form((Seat(ledger.turn),), _sentence(options, ledger), clauses, asked, (), choices, fallen=_fallen(ledger))


def _fallen(ledger: Ledger) -> tuple[Question, ...]:
    lying = tuple(penny for penny in PENNIES if penny != ledger.in_hand)
    return (Question("off", "Which pennies came off the board because of it?", "discs", lying),)


def questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    """What is asked after this flick: no more than this score sheet needs."""
    if _must_side_flick(options, ledger):
        return (_OFF, _CHAIN, _NEAR)
    return (_flicked(ledger), _HIT, _OFF, _CHAIN, _PUSH, _NEAR)


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that people told and what follows from them; raises ToldError on what cannot be."""
    answers = told_answers(questions(options, ledger), told)
    flicked = SIDE_FLICK if _must_side_flick(options, ledger) else answers.word("flicked") or TEAMS[ledger.turn][0]
    side_flick = flicked == SIDE_FLICK
    penny = SOVEREIGNS[ledger.turn] if side_flick else DiscId(flicked)
    _check_off(ledger, answers, penny, SIDE_FLICK if side_flick else "")
    hit = _hit(answers, penny, SIDE_FLICK if side_flick else "")
    _check_blue(ledger, answers, hit)
    return Facts(
        flicked=penny,
        side_flick=side_flick,
        hit=hit,
        off=answers.discs("off"),
        kill_chain=answers.yes("kill_chain"),
        illegal_push=answers.yes("illegal_push"),
        blue_near_edge=_near_edge(ledger, answers, hit),
        declared=told_declarations(answers, Seat(ledger.turn)),
    )


def _check_off(ledger: Ledger, answers: Answers, penny: DiscId, how: str) -> None:
    off, enemy = answers.discs("off"), SOVEREIGNS[ledger.turn.other]
    if answers.yes("kill_chain") and enemy not in off:
        raise ToldError(f"kill_chain is about {enemy} coming off, but {enemy} is not among off", "off", "kill_chain")
    if how == SIDE_FLICK and penny in off:
        raise ToldError(f"{penny} was held for the side-flick and goes back on a spot: it is not off", "off")
    if how == SIDE_FLICK and answers.yes("illegal_push"):
        raise ToldError("a side-flick makes no push shot", "flicked", "illegal_push")


def _hit(answers: Answers, penny: DiscId, how: str) -> bool:
    """Told, or shown by what else was told: unless a hand did it, only a penny that is hit comes off."""
    others = tuple(disc for disc in answers.discs("off") if disc != penny)
    found = {
        "flicked": "a side-flick hits the blue" if how == SIDE_FLICK else "",
        "off": f"{listed(others)} came off" if others else "",
        "illegal_push": "it struck a second one after a push shot" if answers.yes("illegal_push") else "",
    }
    why = next(((field, words) for field, words in found.items() if words), None)
    if not answers.no("hit"):
        return answers.yes("hit") or why is not None
    if why is not None and not answers.words("declared"):
        raise ToldError(f"{penny} is said to have hit no penny, but {why[1]}", "hit", why[0])
    return False


def _near_edge(ledger: Ledger, answers: Answers, hit: bool) -> bool:
    """Told; or, where nothing was hit, as before: the blue has not moved."""
    if "blue_near_edge" in answers.answers or hit:
        return answers.yes("blue_near_edge")
    return ledger.side_flick_due and BLUE not in answers.discs("off")


def _check_blue(ledger: Ledger, answers: Answers, hit: bool) -> None:
    if BLUE in answers.discs("off") and answers.yes("blue_near_edge"):
        raise ToldError("the blue came off, so it cannot lie near the edge", "off", "blue_near_edge")
    if hit or answers.words("declared"):
        return
    where = "near the edge" if ledger.side_flick_due else "away from the edge"
    if answers.no("blue_near_edge") if ledger.side_flick_due else answers.yes("blue_near_edge"):
        raise ToldError(f"the blue lay {where} and no penny was hit, so it still does", "hit", "blue_near_edge")


def _must_side_flick(options: Options, ledger: Ledger) -> bool:
    return ledger.side_flick_due and options.side_flick == "must"


def _flicked(ledger: Ledger) -> Question:
    words = (*TEAMS[ledger.turn], *((SIDE_FLICK,) if ledger.side_flick_due else ()))
    return Question("flicked", "Which penny was flicked?", "one-of", words)


def _sentence(options: Options, ledger: Ledger) -> Sentence:
    who = Subject(ledger.turn)
    count = "a free shot" if ledger.free_shot else f"flick {ledger.flicks + 1} of {FLICKS_A_TURN}"
    if _must_side_flick(options, ledger):
        return says(who, verb("side-flicks"), THE_BLUE, "with", Named(SOVEREIGNS[ledger.turn]), f": {count}")
    return says(who, verb("flicks"), "one of", Their(), f"own pennies: {count}")

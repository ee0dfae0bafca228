"""Pichenotte at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import DECLARATIONS, Form, Question
from pennyflick.rules.pichenotte.decide import calls, clauses, kind, sentence
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import SHOTS, puck_to_shoot
from pennyflick.rules.telling import Answers, ToldError, refuse_both, told_answers, told_declarations
from pennyflick.table import DiscId


def form(options: Options, ledger: Ledger) -> Form | None:
    """What is asked after the next shot; None: the match is over."""
    if ledger.ended:
        return None
    return Form(
        (ledger.turn,),
        sentence(options, ledger),
        clauses(options, ledger),
        _questions(options, ledger),
        fallen=_fallen(ledger),
        fouls=tuple(what for what in DECLARATIONS if what != "on-top"),
    )


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told and what follows from them; raises ToldError on what cannot be."""
    answers = told_answers(_questions(options, ledger), told)
    _check_places(answers)
    puck = puck_to_shoot(options, ledger.turn, ledger.shots)
    in_fifteen = _in_fifteen(answers, puck)
    fifteens = tuple(dict.fromkeys((*answers.discs("fifteens"), *((puck,) if in_fifteen else ()))))
    return Facts(
        called=answers.yes("called"),
        touched=_touched(ledger, answers),
        sunk=answers.discs("sunk"),
        out=answers.discs("out"),
        in_fifteen=in_fifteen,
        count=Count(fifteens, answers.discs("tens")) if _counting(ledger) else None,
        declared=told_declarations(answers, ledger.turn),
    )


def _check_places(answers: Answers) -> None:
    sentence = "{disc} can only be in one place: in the hole, out, inside the 15 area or in the 10 ring"
    fields = ("sunk", "out", "fifteens", "tens")
    for number, field in enumerate(fields):
        refuse_both(answers, field, fields[number + 1 :], sentence)


def _touched(ledger: Ledger, answers: Answers) -> bool:
    """An enemy puck that dropped or went out was moved: unless a hand did it, a puck hit it."""
    enemies = ledger.enemies_of(ledger.turn.side)
    gone = {field: [puck for puck in answers.discs(field) if puck in enemies] for field in ("sunk", "out")}
    why = next((field for field, pucks in gone.items() if pucks), None)
    if why is not None and answers.no("touched") and not answers.words("declared"):
        where = "dropped into the hole" if why == "sunk" else "went out"
        raise ToldError(f"{gone[why][0]} {where}, so an enemy puck was hit: touched cannot be no", "touched", why)
    return not answers.no("touched") and (answers.yes("touched") or why is not None)


def _in_fifteen(answers: Answers, puck: DiscId) -> bool:
    """Whether the puck shot rests inside the 15 area: told, or shown by the count."""
    for field, where in (("sunk", "is in the hole"), ("out", "is out"), ("tens", "lies in the 10 ring")):
        if answers.yes("in_fifteen") and puck in answers.discs(field):
            raise ToldError(f"{puck} {where}, so it cannot rest inside the 15 area", "in_fifteen", field)
    counted = puck in answers.discs("fifteens")
    if counted and answers.no("in_fifteen"):
        raise ToldError(f"{puck} is counted inside the 15 area: in_fifteen cannot be no", "in_fifteen", "fifteens")
    return answers.yes("in_fifteen") or counted


def _fallen(ledger: Ledger) -> tuple[Question, ...]:
    if not ledger.on:
        return ()
    return (
        Question("off", "Which pucks went off the surface because of it?", "discs", ledger.on),
        Question("sunk", "Which pucks dropped into the hole because of it?", "discs", ledger.on),
    )


def _counting(ledger: Ledger) -> bool:
    """Whether the board is counted now: with the last shot, or after it."""
    return ledger.phase is Phase.COUNT or (ledger.phase is Phase.ROUND and ledger.shots == SHOTS - 1)


def _count_questions(on: tuple[DiscId, ...]) -> tuple[Question, ...]:
    return (
        Question("fifteens", "Which pucks lie inside the 15 area, clear of its line?", "discs", on),
        Question("tens", "Which pucks lie in the 10 ring, clear of its outer line?", "discs", on),
    )


def _questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    if ledger.phase is Phase.COUNT:
        return _count_questions(ledger.on)
    puck = puck_to_shoot(options, ledger.turn, ledger.shots)
    shot = kind(ledger)
    if shot == "shoot-out":
        return (Question("sunk", f"Did {puck} drop into the hole?", "discs", (puck,)),)
    on = (*ledger.on, puck)
    call = (Question("called", "Was a twenty called?", "yes-no"),) if calls(options, ledger) else ()
    duty = (Question("touched", "Did an own puck and an enemy puck hit each other?", "yes-no"),)
    inside = (Question("in_fifteen", f"Did {puck} come to rest inside the 15 area, clear of its line?", "yes-no"),)
    return (
        *call,
        *(duty if shot == "normal" else ()),
        Question("sunk", "Which pucks dropped into the hole?", "discs", on),
        Question("out", "Which pucks are off the surface, or rest on or beyond the baseline?", "discs", on),
        *(inside if options.advanced and shot == "free" else ()),
        *(_count_questions(on) if _counting(ledger) else ()),
    )

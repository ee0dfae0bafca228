"""Pichenotte at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.pichenotte.decide import calls, clauses, kind, sentence
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import SHOTS, puck_to_shoot
from pennyflick.rules.telling import told_answers, told_declarations
from pennyflick.table import DiscId


def form(options: Options, ledger: Ledger) -> Form | None:
    """What is asked after the next shot; None: the match is over."""
    if ledger.ended:
        return None
    return Form((ledger.turn,), sentence(options, ledger), clauses(options, ledger), _questions(options, ledger))


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told; raises ValueError with a plain sentence on bad input."""
    answers = told_answers(_questions(options, ledger), told)
    seen = Facts(
        called=answers.yes("called"),
        touched=answers.yes("touched"),
        sunk=answers.discs("sunk"),
        out=answers.discs("out"),
        in_fifteen=answers.yes("in_fifteen"),
        count=Count(answers.discs("fifteens"), answers.discs("tens")) if _counting(ledger) else None,
        declared=told_declarations(told, ledger.turn),
    )
    _check(seen)
    return seen


def _check(seen: Facts) -> None:
    count = seen.count or Count()
    named = (*seen.sunk, *seen.out, *count.fifteens, *count.tens)
    twice = [puck for puck in dict.fromkeys(named) if named.count(puck) > 1]
    if twice:
        raise ValueError(f"{twice[0]} can only be in one place: in the hole, out, inside the 15 area or in the 10 ring")


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

"""Penny Black at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_black.decide import clauses, sentence
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.telling import told_answers, told_declarations
from pennyflick.table import Seat


def form(options: Options, ledger: Ledger) -> Form | None:
    """What is asked after the next flick; None: the match is over."""
    if ledger.ended:
        return None
    return Form((Seat(ledger.turn),), sentence(options, ledger), clauses(ledger), _questions(ledger))


def facts(ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told; raises ValueError with a plain sentence on bad input."""
    answers = told_answers(_questions(ledger), told)
    declared = told_declarations(told, Seat(ledger.turn))
    seen = Facts(
        off=answers.discs("off"),
        shooter_off=answers.yes("shooter_off"),
        near=answers.discs("near"),
        illegal_push=answers.yes("illegal_push"),
        on_shooter=answers.discs("on_shooter"),
        shooter_on=answers.discs("shooter_on"),
        from_spot=answers.yes("from_spot") or ledger.shooter_from in (From.OPENING, From.CORNER),
        declared=tuple(foul for foul in declared if foul.what != "on-top"),
    )
    _check(seen)
    if any(foul.what == "on-top" for foul in declared) and not (seen.on_shooter or seen.shooter_on):
        raise ValueError("on-top was declared: say which penny in on_shooter or shooter_on")
    hit = answers.yes("shooter_hit") or bool(seen.off or seen.on_shooter or seen.shooter_on or seen.illegal_push)
    return replace(seen, shooter_hit=hit)


def _check(seen: Facts) -> None:
    gone = [penny for penny in seen.off if penny in (*seen.near, *seen.on_shooter, *seen.shooter_on)]
    if gone:
        raise ValueError(f"{gone[0]} came off, so it cannot lie near the shooter or on it")
    if seen.shooter_off and (seen.near or seen.on_shooter or seen.shooter_on):
        raise ValueError("the shooter came off, so no penny can lie near it, on it or under it")


def _questions(ledger: Ledger) -> tuple[Question, ...]:
    on = ledger.on
    moved = (
        (Question("from_spot", "Was the shooter moved to a corner spot first?", "yes-no"),)
        if ledger.shooter_from is From.EITHER
        else ()
    )
    return (
        *moved,
        Question("off", "Which pennies came off the board?", "discs", on),
        Question("shooter_off", "Did the shooter come off?", "yes-no"),
        Question("shooter_hit", "Did the shooter touch any penny?", "yes-no"),
        Question("near", "Which pennies lie within a penny diameter of the shooter now?", "discs", on),
        Question("illegal_push", "Was it a push shot, and did the shooter then strike another penny?", "yes-no"),
        Question("on_shooter", "Which pennies came to rest on top of the shooter?", "discs", on),
        Question("shooter_on", "On top of which pennies did the shooter come to rest?", "discs", on),
    )

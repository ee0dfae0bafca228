"""Penny Black at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_black.decide import clauses, sentence
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import SHOOTER
from pennyflick.rules.telling import Answers, ToldError, refuse_both, told_answers, told_declarations
from pennyflick.table import Seat, listed


def form(options: Options, ledger: Ledger) -> Form | None:
    """What is asked after the next flick; None: the match is over."""
    if ledger.ended:
        return None
    shooter = (SHOOTER,) if ledger.shooter_from in (From.LIES, From.EITHER) else ()
    return Form(
        (Seat(ledger.turn),),
        sentence(options, ledger),
        clauses(ledger),
        _questions(ledger),
        fallen=(Question("off", "Which pennies came off the board because of it?", "discs", (*ledger.on, *shooter)),),
    )


def facts(ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told and what follows from them; raises ToldError on what cannot be."""
    answers = told_answers(_questions(ledger), told)
    _check_places(answers)
    _check_push(ledger, answers)
    shooter_on = answers.discs("shooter_on")
    return Facts(
        off=answers.discs("off"),
        shooter_off=answers.yes("shooter_off"),
        shooter_hit=_shooter_hit(answers),
        # what the shooter rests on is nearer than a diameter
        near=tuple(dict.fromkeys((*answers.discs("near"), *shooter_on))),
        illegal_push=answers.yes("illegal_push"),
        on_shooter=answers.discs("on_shooter"),
        shooter_on=shooter_on,
        from_spot=answers.yes("from_spot") or ledger.shooter_from in (From.OPENING, From.CORNER),
        declared=tuple(
            foul for foul in told_declarations(answers, Seat(ledger.turn)) if foul.what != "on-top"
        ),  # on-top is told by the two questions that say which penny
    )


def _check_places(answers: Answers) -> None:
    """A penny is in one place: off, on the shooter, under it, or beside it."""
    sentence = "{disc} came off, so it cannot lie near the shooter, on it or under it"
    refuse_both(answers, "off", ("near", "on_shooter", "shooter_on"), sentence)
    refuse_both(answers, "on_shooter", ("shooter_on",), "{disc} cannot rest both on top of the shooter and under it")
    around = [field for field in ("near", "on_shooter", "shooter_on") if answers.discs(field)]
    if answers.yes("shooter_off") and around:
        raise ToldError("the shooter came off, so no penny can lie near it, on it or under it", "shooter_off", *around)
    if "on-top" in answers.words("declared") and not (answers.discs("on_shooter") or answers.discs("shooter_on")):
        raise ToldError(
            "on-top was declared: say which penny in on_shooter or shooter_on", "on_shooter", "shooter_on", "declared"
        )


def _check_push(ledger: Ledger, answers: Answers) -> None:
    if answers.yes("illegal_push") and len(ledger.on) < 2:
        raise ToldError(f"only {ledger.on[0]} is left, so no push shot can have struck another penny", "illegal_push")


def _shooter_hit(answers: Answers) -> bool:
    """Told, or shown by what else was told: unless a hand did it, nothing happens to a penny that is not hit."""
    why = _hit_something(answers)
    if not answers.no("shooter_hit"):
        return answers.yes("shooter_hit") or why is not None
    if why is not None and not answers.words("declared"):
        raise ToldError(f"the shooter is said to have touched no penny, but {why[1]}", "shooter_hit", why[0])
    return False


def _hit_something(answers: Answers) -> tuple[str, str] | None:
    """What was told that cannot happen unless the shooter touches a penny: the field and its words."""
    found = {
        "off": f"{listed(answers.discs('off'))} came off",
        "on_shooter": f"{listed(answers.discs('on_shooter'))} rests on it",
        "shooter_on": f"it rests on {listed(answers.discs('shooter_on'))}",
        "illegal_push": "it struck another after a push shot",
    }
    return next(((field, words) for field, words in found.items() if answers.answers.get(field)), None)


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

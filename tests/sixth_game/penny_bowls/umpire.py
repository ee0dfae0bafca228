"""Penny Bowls at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.telling import ToldError, told_answers, told_declarations
from pennyflick.table import Seat
from tests.sixth_game.penny_bowls.bowls import FLICKS_AN_END, owner_of
from tests.sixth_game.penny_bowls.decide import decision
from tests.sixth_game.penny_bowls.facts import Facts
from tests.sixth_game.penny_bowls.ledger import Ledger
from tests.sixth_game.penny_bowls.options import Options


def form(options: Options, ledger: Ledger) -> Form | None:
    """What is asked after the next flick; None: the match is over."""
    asked = decision(ledger)
    return None if asked is None else Form(asked.seats, asked.sentence, asked.clauses, _questions(ledger))


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told; raises ToldError on what cannot be."""
    answers = told_answers(_questions(ledger), told)
    declared = told_declarations(answers, Seat(ledger.turn))
    seen = Facts(answers.discs("dead"), answers.yes("jack_lost"), answers.discs("nearest"), declared)
    _check(seen)
    return seen


def _check(seen: Facts) -> None:
    """What was told must be possible."""
    gone = [bowl for bowl in seen.nearest if bowl in seen.dead]
    if gone:
        raise ToldError(f"{gone[0]} is out of play, so it cannot lie nearest to the jack", "dead", "nearest")
    if seen.jack_lost and seen.nearest:
        raise ToldError("the jack is lost, so no penny can lie nearest to it", "jack_lost", "nearest")
    if len({owner_of(bowl) for bowl in seen.nearest}) > 1:
        raise ToldError("the pennies nearest to the jack are all of one player", "nearest")


def _questions(ledger: Ledger) -> tuple[Question, ...]:
    bowls = (*ledger.alive, ledger.due)
    nearest = Question(
        "nearest", "Which pennies of one player lie nearer to the jack than the other's?", "discs", bowls
    )
    return (
        Question("dead", "Which pennies are off the board or not wholly beyond the hog line?", "discs", bowls),
        Question("jack_lost", "Is the jack off the board or not wholly beyond the hog line?", "yes-no"),
        *((nearest,) if ledger.flicked == FLICKS_AN_END - 1 else ()),
    )

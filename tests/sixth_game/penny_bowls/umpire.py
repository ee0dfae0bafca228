"""Penny Bowls at a real board: what an onlooker is asked, and the facts made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.telling import Answers, ToldError, refuse_both, told_answers, told_declarations
from pennyflick.table import Seat
from tests.sixth_game.penny_bowls.bowls import FLICKS_AN_END, owner_of
from tests.sixth_game.penny_bowls.decide import decision
from tests.sixth_game.penny_bowls.facts import Facts
from tests.sixth_game.penny_bowls.ledger import Ledger
from tests.sixth_game.penny_bowls.options import Options


def form(options: Options, ledger: Ledger) -> Form | None:
    """What is asked after the next flick, and after a foul without one; None: the match is over."""
    asked = decision(ledger)
    if asked is None:
        return None
    fallen = Question("off", "Which pennies came off the board because of it?", "discs", (ledger.due, *ledger.alive))
    return Form(asked.seats, asked.sentence, asked.clauses, _questions(ledger), fallen=(fallen,))


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that an onlooker told; raises ToldError on what cannot be."""
    answers = told_answers(_questions(ledger), told)
    _check(answers)
    declared = told_declarations(answers, Seat(ledger.turn))
    return Facts(answers.discs("dead"), answers.yes("jack_lost"), answers.discs("nearest"), declared)


def _check(answers: Answers) -> None:
    """What was told must be possible; what cannot be is asked back."""
    refuse_both(answers, "dead", ("nearest",), "{disc} is out of play, so it cannot lie nearest to the jack")
    if answers.yes("jack_lost") and answers.discs("nearest"):
        raise ToldError("the jack is lost, so no penny can lie nearest to it", "jack_lost", "nearest")
    if len({owner_of(bowl) for bowl in answers.discs("nearest")}) > 1:
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

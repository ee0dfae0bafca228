"""A penalty of Penny Green says what was broken, not a bare number."""

from __future__ import annotations

import pytest

from pennyflick.rules.penny_green.awards import sentence
from pennyflick.rules.penny_green.causes import GRN_11, cause
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.ledger import Award
from pennyflick.rules.penny_green.penalties import CLAUSES
from pennyflick.table import Clause, Seat, Side, Viewer

ONE, TWO = Side.ONE, Side.TWO
GRN_13 = Clause("GRN-13")


@pytest.mark.parametrize("clause", [*CLAUSES.values(), Clause("GRN-4")])
def test_grn_25_every_offence_has_its_words(clause: Clause) -> None:
    assert str(cause(clause)).startswith("for ")
    assert str(cause(clause)).endswith(f"({clause})")


@pytest.mark.parametrize(
    ("out", "words"),
    [
        (Out.SIDE, "for sending the green out over a side line (GRN-11)."),
        (Out.LINE_ONE, "for sending the green out over One's goal line outside the pegs (GRN-11)."),
        (Out.GOAL_ONE, "for sending the green out between One's goal pegs (GRN-11)."),
        (Out.NO, "for sending the green out (GRN-11)."),  # placed again for an earlier penalty flick
        (Out.LINE_TWO, "for sending the green out (GRN-11)."),  # it lies there through a later flick
    ],
)
def test_grn_11_a_penalty_flick_says_over_which_line_the_green_went(out: Out, words: str) -> None:
    assert str(sentence((Award(TWO, (GRN_11,)),), out)) == f"Two may take a penalty flick {words}"


def test_grn_11_two_breaks_of_it_do_not_tell_which_line_was_whose() -> None:
    due = (Award(TWO, (GRN_11,)), Award(ONE, (GRN_11,)))

    assert str(sentence(due, Out.SIDE)) == "Two may take a penalty flick for sending the green out (GRN-11)."


def test_grn_25_several_causes_are_told_to_whoever_reads() -> None:
    told = sentence((Award(TWO, (GRN_13, GRN_11)),), Out.LINE_ONE)

    assert told.said(Viewer({Seat(ONE): "Ann"}, [Seat(TWO)])) == (
        "You may take a penalty flick for sending the green through three zones (GRN-13) "
        "and take a penalty flick for sending the green out over Ann's goal line outside the pegs (GRN-11)."
    )

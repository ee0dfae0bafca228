"""What was broken, in the words that follow "for": every penalty says its cause and cites the clause (GRN-25)."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.pieces import THE_GREEN
from pennyflick.table import Cited, Clause, Sentence, Side, phrase

GRN_11 = Clause("GRN-11")

_CAUSES: Mapping[Clause, Sentence] = {
    Clause("GRN-4"): phrase("flicking a penny of the other side"),
    Clause("GRN-7"): phrase("touching or moving", THE_GREEN, "or an enemy penny with a positional flick"),
    Clause("GRN-8"): phrase("missing and hitting an enemy penny"),
    GRN_11: phrase("sending", THE_GREEN, "out"),
    Clause("GRN-12"): phrase("leaving the board"),
    Clause("GRN-13"): phrase("sending", THE_GREEN, "through three zones"),
    Clause("GRN-14"): phrase("lying within a penny diameter of", THE_GREEN),
    Clause("GRN-15"): phrase("crowding a goal area"),
    Clause("GRN-17"): phrase("breaking the rules of flicking and touching"),
    Clause("GRN-23"): phrase("flicking the same penny twice at the start"),
    Clause("GRN-24"): phrase("leaving", THE_GREEN, "in the goal area at a goal flick"),
}


def cause(clause: Clause, out: Out = Out.NO) -> Sentence:
    """For sending the green out over a side line (GRN-11); `out` says how it went out, if that is known."""
    line = out.words if clause == GRN_11 and out is not Out.NO else ""
    return phrase("for", _CAUSES[clause], line, "(", Cited(clause), ")")


def line_crossed(clauses: tuple[Clause, ...], offender: Side, out: Out) -> Out:
    """How the green went out by the one break of GRN-11 among these; NO when it lies out for another reason."""
    own = out is Out.SIDE or out.over_line_of is offender
    return out if own and clauses.count(GRN_11) == 1 else Out.NO

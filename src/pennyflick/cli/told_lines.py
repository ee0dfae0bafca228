"""How rulings, score sheets and layouts look in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pennyflick.record.notation import place_text
from pennyflick.rules.game import Game, Verdict
from pennyflick.table import Away, Fragment, Layout, Measured, Object, Reason, Side, Viewer, phrase


def ruling_lines(verdict: Verdict[Any], viewer: Viewer) -> Iterator[str]:
    """The reasons of a verdict, one a line, then its notes."""
    for reason in verdict.reasons:
        yield f"  {reason.clause}  {phrase(reason.sentence, _measure(reason)).said(viewer)}"
    for note in verdict.notes:
        yield f"  {note.said(viewer)}"


def _measure(reason: Reason) -> Fragment:
    evidence = reason.evidence
    if evidence is None or evidence.measured_mm is None:
        return ""
    limit = "" if evidence.limit_mm is None else phrase(", limit", Measured(evidence.limit_mm))
    return phrase("(", Measured(evidence.measured_mm), limit, ")")


def sheet_lines(game: Game[Any, Any], ledger: Any, viewer: Viewer) -> Iterator[str]:
    """The score sheet, with what each side is called above its column."""
    rows = game.sheet(ledger)
    width = max((len(row.label) for row in rows), default=0)
    one, two = (phrase(Object(side)).said(viewer) for side in Side)
    left, right = max(8, len(one)), max(8, len(two))
    yield f"  {'':<{width}}  {one:>{left}} {two:>{right}}"
    for row in rows:
        yield f"  {row.label:<{width}}  {row.one:>{left}} {row.two:>{right}}"


def disc_lines(game: Game[Any, Any], layout: Layout) -> Iterator[str]:
    """Every disc and where it is: on a spot, at a point in millimetres, or away."""
    for disc in game.discs:
        place = layout.where[disc.id]
        where = place.value if isinstance(place, Away) else place_text(place, game.board.spots)
        yield f"  {disc.id:<10} {disc.kind:<10} {where}"

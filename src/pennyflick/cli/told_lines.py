"""How rulings, score sheets and layouts look in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pennyflick.record.notation import place_text
from pennyflick.rules.game import Game, Verdict
from pennyflick.table import Away, Layout, Reason


def ruling_lines(verdict: Verdict[Any]) -> Iterator[str]:
    """The reasons of a verdict, one a line, then its notes."""
    for reason in verdict.reasons:
        yield f"  {reason.clause}  {reason.sentence}{_measured(reason)}"
    for note in verdict.notes:
        yield f"  {note}"


def _measured(reason: Reason) -> str:
    evidence = reason.evidence
    if evidence is None or evidence.measured_mm is None:
        return ""
    limit = "" if evidence.limit_mm is None else f", limit {evidence.limit_mm:.1f} mm"
    return f" ({evidence.measured_mm:.1f} mm{limit})"


def sheet_lines(game: Game[Any, Any], ledger: Any) -> Iterator[str]:
    """The score sheet."""
    rows = game.sheet(ledger)
    width = max((len(row.label) for row in rows), default=0)
    yield f"  {'':<{width}}  {'One':>8} {'Two':>8}"
    for row in rows:
        yield f"  {row.label:<{width}}  {row.one:>8} {row.two:>8}"


def disc_lines(game: Game[Any, Any], layout: Layout) -> Iterator[str]:
    """Every disc and where it is: on a spot, at a point in millimetres, or away."""
    for disc in game.discs:
        place = layout.where[disc.id]
        where = place.value if isinstance(place, Away) else place_text(place, game.board.spots)
        yield f"  {disc.id:<10} {disc.kind:<10} {where}"

"""The things that are flicked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from pennyflick.table.side import Side

DiscId = NewType("DiscId", str)  # "shooter", "Y1", "blue", "A1": one name in code, record, wire and page


@dataclass(frozen=True, slots=True)
class Disc:
    """A coin or a puck."""

    id: DiscId
    kind: str  # "yellow", "sovereign", "puck": what the picture and the text board call it
    side: Side | None
    radius_mm: float
    mass_g: float
    place: int | None = None  # in doubles, the partner (Seat.place) who flicks it; None: anyone of its side

"""Where a disc may be put: constraints, areas, spots, and how to draw them."""

from pennyflick.boards.regions.area import Area, NowhereLegalError
from pennyflick.boards.regions.box import Box
from pennyflick.boards.regions.constraints import (
    AllOf,
    AnyOf,
    Constraint,
    HalfPlane,
    Inside,
    KeepClear,
    NearArc,
    NearerTo,
    NearSegment,
    Not,
    clear_of_pegs,
    keep_clear,
)
from pennyflick.boards.regions.shared import (
    along_arc,
    along_segment,
    area_or_beside,
    nearest_to_any,
    on_board,
    overlapping_edge,
    spots_or_beside,
)
from pennyflick.boards.regions.spots import ON_LINE_MM, Points, Spots

__all__ = [
    "ON_LINE_MM",
    "AllOf",
    "AnyOf",
    "Area",
    "Box",
    "Constraint",
    "HalfPlane",
    "Inside",
    "KeepClear",
    "NearArc",
    "NearSegment",
    "NearerTo",
    "Not",
    "NowhereLegalError",
    "Points",
    "Spots",
    "along_arc",
    "along_segment",
    "area_or_beside",
    "clear_of_pegs",
    "keep_clear",
    "nearest_to_any",
    "on_board",
    "overlapping_edge",
    "spots_or_beside",
]

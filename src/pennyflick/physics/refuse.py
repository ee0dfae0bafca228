"""Sentences for input that cannot be simulated: what was wrong, with the value, and what would be right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pennyflick.physics.errors import BadInputError
from pennyflick.physics.world import World
from pennyflick.table import FULL_TURN_CDEG, SPEED_LIMIT_MM_S, Circle, Disc, DiscId, Point, Surface

SLACK_MM = 5e-6  # an overlap up to here is rounding; the kernels use the same number


def index_of(here: World, disc: DiscId) -> int:
    """The number of a disc in the order of the discs."""
    if disc not in here.index:
        raise BadInputError(f"no disc named {disc!r}; there are {', '.join(here.index)}")
    return here.index[disc]


def check_direction(direction_cdeg: object) -> None:
    """Refuse a direction that is not one of the 36,000."""
    if not (isinstance(direction_cdeg, int) and 0 <= direction_cdeg < FULL_TURN_CDEG):
        raise BadInputError(
            f"direction {direction_cdeg} is not a whole number of hundredths of a degree from 0 to {FULL_TURN_CDEG - 1}"
        )


def check_speed(speed_mm_s: object) -> None:
    """Refuse a speed that is no speed, or that no finger has."""
    if not isinstance(speed_mm_s, int):
        raise BadInputError(f"speed {speed_mm_s} is not a whole number of mm/s")
    if speed_mm_s <= 0:
        raise BadInputError(f"speed {speed_mm_s} mm/s is not above 0")
    if speed_mm_s > SPEED_LIMIT_MM_S:
        raise BadInputError(f"speed {speed_mm_s} mm/s is above the limit of {SPEED_LIMIT_MM_S} mm/s")


def explain(surface: Surface, discs: Sequence[Disc], places: Sequence[Point | None], flicked: int) -> BadInputError:
    """The first thing wrong with this layout, as an error to raise."""
    for sentence in _troubles(surface, discs, places, flicked):
        return BadInputError(sentence)
    raise AssertionError("a layout was refused that nothing is wrong with")


def _troubles(surface: Surface, discs: Sequence[Disc], places: Sequence[Point | None], flicked: int) -> Iterable[str]:
    if places[flicked] is None:
        yield f"disc {discs[flicked].id!r} is not on the board, so it cannot be flicked"
    there = [(disc, place) for disc, place in zip(discs, places, strict=True) if place is not None]
    for disc, place in there:
        if not (math.isfinite(place.x_mm) and math.isfinite(place.y_mm)):
            yield f"disc {disc.id!r} lies at ({place.x_mm}, {place.y_mm}) mm, which is no place"
        elif _beyond_edge_mm(surface, place) > SLACK_MM:
            yield (
                f"disc {disc.id!r} at {_text(place)} lies {_beyond_edge_mm(surface, place):.6f} mm beyond the edge; "
                "its centre must be on the board"
            )
    for number, (disc, place) in enumerate(there):
        for other, there_too in there[:number]:
            deep = disc.radius_mm + other.radius_mm - place.distance_mm(there_too)
            if deep > SLACK_MM * 0.99:
                yield (
                    f"discs {other.id!r} and {disc.id!r} overlap by {deep:.6f} mm at {_text(place)}; "
                    "they may only touch"
                )
        for peg_number, peg in enumerate(surface.pegs):
            deep = disc.radius_mm + peg.radius_mm - place.distance_mm(peg.centre)
            if deep > SLACK_MM * 0.99:
                yield (
                    f"disc {disc.id!r} at {_text(place)} overlaps peg {peg_number} by {deep:.6f} mm; "
                    "they may only touch"
                )


def _text(place: Point) -> str:
    return f"({place.x_mm:.6f}, {place.y_mm:.6f}) mm"


def _beyond_edge_mm(surface: Surface, place: Point) -> float:
    if isinstance(surface.edge, Circle):
        return place.distance_mm(surface.edge.centre) - surface.edge.radius_mm
    corners = surface.edge.corners
    return max(
        ((place.x_mm - here.x_mm) * (there.y_mm - here.y_mm) - (place.y_mm - here.y_mm) * (there.x_mm - here.x_mm))
        / here.distance_mm(there)
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True)
    )

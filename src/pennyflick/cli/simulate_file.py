"""The file that `pennyflick simulate` reads: a board, where the discs are, and flicks (docs/physics.md, "Files")."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from pennyflick.cli.errors import CommandError
from pennyflick.table import (
    FULL_TURN_CDEG,
    GRAVITY_MM_S2,
    Away,
    Circle,
    Disc,
    DiscId,
    Flick,
    Layout,
    Point,
    Polygon,
    SideFlick,
    Surface,
)
from pennyflick.table.near_miss import did_you_mean

_EDGES = ("hexagon_apothem_mm", "polygon_mm", "circle_radius_mm")
_FILE_FIELDS = (
    *("what", "note", "friction", "gravity_mm_s2", "restitution", "peg_restitution", "follow_through_mm"),
    *("hole_capture_s", *_EDGES, "pegs", "hole", "names", "radius_mm", "mass_g", "start_mm", "flicks"),
)
_FLICK_FIELDS = (
    *("note", "disc", "direction_deg", "speed_mm_s", "start_mm", "held", "at_mm"),
    *("rest_mm", "spread_mm"),
)
_CIRCLE_FIELDS = ("at_mm", "radius_mm")
# What can lie on a table, and more; beyond it one flick can take minutes.
_MASSES_G = (0.001, 100_000.0)
_RADII_MM = (0.1, 10_000.0)
_FARTHEST_MM = 100_000.0
_EDGES_MM = (1.0, _FARTHEST_MM)
_MOST_FLICKS = 100_000
# A light disc between two heavy ones is hit the more often the lighter it is: a flick takes 4 ms at 1,000 times its
# mass, a second at 10,000 times, a minute at a million times.
_HEAVIEST = 1_000.0


@dataclass(frozen=True)
class Trial:
    """One flick of the file and, where the file tells it, where every disc should rest (None: off the board)."""

    flick: Flick | SideFlick
    rest: tuple[Point | None, ...] | None = None
    spread_mm: float | None = None  # how far a changed contact law moves the worst disc; None: not told


@dataclass(frozen=True)
class SimulateFile:
    """A board, discs, a layout and flicks that all begin from that layout."""

    surface: Surface
    discs: tuple[Disc, ...]
    layout: Layout
    trials: tuple[Trial, ...]


def parse(text: str) -> SimulateFile:
    """What the file says; raises CommandError with the field and the value that is wrong."""
    fields = _Fields(_json(text), "the file", _FILE_FIELDS)
    discs = _discs(fields)
    places = fields.list("start_mm")
    where = {
        disc.id: _place(place, f"start_mm[{i}]") for i, (disc, place) in enumerate(zip(discs, places, strict=True))
    }
    trials = fields.list("flicks")
    if len(trials) > _MOST_FLICKS:
        raise CommandError(f"the file has {len(trials)} flicks; at most {_MOST_FLICKS} are simulated at once")
    return SimulateFile(
        surface=_surface(fields),
        discs=discs,
        layout=Layout({disc: Away.OFF if place is None else place for disc, place in where.items()}),
        trials=tuple(_trial(value, f"flicks[{i}]", discs) for i, value in enumerate(trials)),
    )


def _json(text: str) -> Any:
    def refuse(word: str) -> NoReturn:
        raise CommandError(f"the file holds {word}; every number must be finite")

    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise CommandError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except ValueError:  # Python reads no whole number of more than some thousand digits
        raise CommandError("the file holds a number of too many digits; every number must be finite") from None
    except RecursionError:
        raise CommandError("not a simulate file: its lists are nested too deeply") from None


class _Fields:
    """The fields of one JSON object, with the name of the object for complaints."""

    def __init__(self, value: Any, name: str, known: Sequence[str]) -> None:
        if not isinstance(value, dict):
            raise CommandError(f"{name} must be an object in {{}}, not {_shown(value)}")
        for key in value:
            if key not in known:
                raise CommandError(f"{name} has an unknown field {key!r}; {did_you_mean(key, known)}")
        self.values: dict[str, Any] = value
        self.name = name

    def has(self, key: str) -> bool:
        return self.values.get(key) is not None

    def required(self, key: str) -> Any:
        if key not in self.values:
            raise CommandError(f"{self.name} lacks the field {key!r}")
        return self.values[key]

    def number(self, key: str, default: float | None = None) -> float:
        if default is not None and not self.has(key):
            return default
        return _number(self.required(key), f"{self.name}: {key}")

    def list(self, key: str) -> list[Any]:
        return _list(self.required(key), f"{self.name}: {key}")


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CommandError(f"{name} must be a number, not {_shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise CommandError(f"{name} must be a finite number, not {number}")
    return number


def _positive(value: Any, name: str) -> float:
    number = _number(value, name)
    if number <= 0:
        raise CommandError(f"{name} must be above 0, not {number:g}")
    return number


def _within(value: Any, name: str, bounds: tuple[float, float], unit: str) -> float:
    number = _positive(value, name)
    least, most = bounds
    if not least <= number <= most:
        raise CommandError(f"{name} must be from {least:g} to {most:g} {unit}, not {number:g}")
    return number


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise CommandError(f"{name} must be a list in [], not {_shown(value)}")
    return value


def _point(value: Any, name: str) -> Point:
    pair = _list(value, name)
    if len(pair) != 2:
        raise CommandError(f"{name} must be a point [x, y], not {_shown(value)}")
    return Point(_coordinate(pair[0], f"{name} x"), _coordinate(pair[1], f"{name} y"))


def _coordinate(value: Any, name: str) -> float:
    number = _number(value, name)
    if abs(number) > _FARTHEST_MM:
        raise CommandError(f"{name} must be at most {_FARTHEST_MM:g} mm from the centre, not {number:g}")
    return number


def _place(value: Any, name: str) -> Point | None:
    return None if value is None else _point(value, name).rounded()


def _surface(fields: _Fields) -> Surface:
    gravity = fields.number("gravity_mm_s2", GRAVITY_MM_S2)
    friction = fields.number("friction")
    return Surface(
        edge=_edge(fields),
        pegs=tuple(
            _circle(peg, f"pegs[{i}]") for i, peg in enumerate(fields.list("pegs") if fields.has("pegs") else [])
        ),
        hole=_circle(fields.values["hole"], "hole") if fields.has("hole") else None,
        # only the product counts: another gravity is another friction (untouched when it is ours, for the last bit)
        friction=friction if gravity == GRAVITY_MM_S2 else friction * gravity / GRAVITY_MM_S2,
        restitution=fields.number("restitution"),
        peg_restitution=fields.number("peg_restitution", fields.number("restitution")),
        follow_through_mm=fields.number("follow_through_mm", 0.0),
        hole_capture_s=fields.number("hole_capture_s", 0.008),
    )


def _edge(fields: _Fields) -> Polygon | Circle:
    given = [key for key in _EDGES if fields.has(key)]
    if len(given) != 1:
        raise CommandError(f"the file must have exactly one edge of {', '.join(_EDGES)}; it has {len(given)}")
    key = given[0]
    value = fields.values[key]
    if key == "hexagon_apothem_mm":
        return hexagon(_within(value, key, _EDGES_MM, "mm"))
    if key == "circle_radius_mm":
        return Circle(Point(0.0, 0.0), _within(value, key, _EDGES_MM, "mm"))
    return Polygon(tuple(_point(corner, f"{key}[{i}]") for i, corner in enumerate(_list(value, key))))


def hexagon(apothem_mm: float) -> Polygon:
    """A regular hexagon with two corners on the x axis."""
    side = apothem_mm * 2.0 / math.sqrt(3.0)
    half = side / 2.0
    right, top_right = Point(side, 0.0), Point(half, apothem_mm)
    left, top_left = Point(-side, 0.0), Point(-half, apothem_mm)
    return Polygon((right, top_right, top_left, left, Point(-half, -apothem_mm), Point(half, -apothem_mm)))


def _circle(value: Any, name: str) -> Circle:
    fields = _Fields(value, name, _CIRCLE_FIELDS)
    return Circle(
        _point(fields.required("at_mm"), f"{name}: at_mm"),
        _within(fields.required("radius_mm"), f"{name}: radius_mm", _RADII_MM, "mm"),
    )


def _discs(fields: _Fields) -> tuple[Disc, ...]:
    count = len(fields.list("start_mm"))
    radii = _per_disc(fields.required("radius_mm"), "radius_mm", count, _RADII_MM, "mm")
    masses = _per_disc(fields.required("mass_g"), "mass_g", count, _MASSES_G, "g")
    _must_be_alike(masses)
    return tuple(
        Disc(name, "disc", None, radius, mass)
        for name, radius, mass in zip(_names(fields, count), radii, masses, strict=True)
    )


def _names(fields: _Fields, count: int) -> list[DiscId]:
    if not fields.has("names"):
        return [DiscId(str(i)) for i in range(count)]
    names = fields.list("names")
    if len(names) != count or len(set(map(str, names))) != count or not all(isinstance(name, str) for name in names):
        raise CommandError(f"names must be {count} different texts, one for each disc of start_mm")
    return [DiscId(name) for name in names]


def _per_disc(value: Any, name: str, count: int, bounds: tuple[float, float], unit: str) -> list[float]:
    if not isinstance(value, list):
        return [_within(value, name, bounds, unit)] * count
    if len(value) != count:
        raise CommandError(f"{name} lists {len(value)} numbers for {count} discs")
    return [_within(number, f"{name}[{i}]", bounds, unit) for i, number in enumerate(value)]


def _must_be_alike(masses: Sequence[float]) -> None:
    if masses and max(masses) > _HEAVIEST * min(masses):
        raise CommandError(
            f"mass_g goes from {min(masses):g} to {max(masses):g} g; "
            f"the heaviest disc may have at most {_HEAVIEST:g} times the mass of the lightest"
        )


def _trial(value: Any, name: str, discs: tuple[Disc, ...]) -> Trial:
    fields = _Fields(value, name, _FLICK_FIELDS)
    return Trial(
        flick=_flick(fields, discs),
        rest=_rest(fields, len(discs)) if fields.has("rest_mm") else None,
        spread_mm=fields.number("spread_mm") if fields.has("spread_mm") else None,
    )


def _rest(fields: _Fields, count: int) -> tuple[Point | None, ...]:
    places = fields.list("rest_mm")
    if len(places) != count:
        raise CommandError(f"{fields.name}: rest_mm lists {len(places)} discs, start_mm {count}")
    return tuple(_place(place, f"{fields.name}: rest_mm[{i}]") for i, place in enumerate(places))


def _flick(fields: _Fields, discs: tuple[Disc, ...]) -> Flick | SideFlick:
    disc = _disc(fields.values.get("disc", 0), f"{fields.name}: disc", discs)
    direction = _direction_cdeg(fields.number("direction_deg"), f"{fields.name}: direction_deg")
    speed = _speed(fields.number("speed_mm_s"), f"{fields.name}: speed_mm_s")
    if fields.has("held") or fields.has("at_mm"):
        held = _disc(fields.required("held"), f"{fields.name}: held", discs)
        return SideFlick(disc, held, _point(fields.required("at_mm"), f"{fields.name}: at_mm"), direction, speed)
    start = _point(fields.values["start_mm"], f"{fields.name}: start_mm") if fields.has("start_mm") else None
    return Flick(disc, direction, speed, start)


def _disc(value: Any, name: str, discs: tuple[Disc, ...]) -> DiscId:
    for i, disc in enumerate(discs):
        if value == disc.id or (value == i and isinstance(value, int) and not isinstance(value, bool)):
            return disc.id
    raise CommandError(f"{name} {_shown(value)} is no disc; discs are 0 to {len(discs) - 1} or their names")


def _direction_cdeg(degrees: float, name: str) -> int:
    hundredths = round(degrees * 100.0)
    if abs(degrees * 100.0 - hundredths) > 1e-6 * max(1.0, abs(degrees)):
        raise CommandError(f"{name} {degrees!r} is finer than 0.01 degrees, the finest that a record can hold")
    return hundredths % FULL_TURN_CDEG


def _speed(speed: float, name: str) -> int:
    if speed != int(speed):
        raise CommandError(f"{name} {speed!r} must be a whole number")
    return int(speed)

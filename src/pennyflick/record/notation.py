"""One answer as text, and back (docs/notation.md). Law: parsing undoes printing, exactly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from pennyflick.record.scanner import WORD, NotationError, Scanner, quoted, unquoted, word_text
from pennyflick.rules.game import DECLARATIONS
from pennyflick.rules.telling import ToldValue
from pennyflick.table import (
    FULL_TURN_CDEG,
    SPEED_LIMIT_MM_S,
    Answer,
    AnyFlick,
    Choose,
    Declare,
    DiscId,
    Flick,
    Place,
    Point,
    Resign,
    Seat,
    SideFlick,
    Spot,
)


@dataclass(frozen=True)
class Seen:
    """What an onlooker said of a flick at a real board: the answers to the game's form, by field."""

    told: Mapping[str, ToldValue]


Told = Answer | Seen

DIRECTION = "a direction in degrees from 0 to 359.99, like 183.20"
SPEED = f"a speed in mm/s, a whole number from 1 to {SPEED_LIMIT_MM_S}"
SEAT = "a seat: one, two, one-b or two-b"
_NUMBER = re.compile(r"(?P<whole>\d{1,3})(?:\.(?P<part>\d{1,2}))?(?![\w.])")
_SPEED = re.compile(r"\d{1,4}(?![\w.])")
_DECIMAL = r"[+-]?\d{1,5}(?:\.\d{1,6})?"
_POINT = re.compile(rf"({_DECIMAL}),({_DECIMAL})(?![\w.,])")
_AT = re.compile("@")
_CALL = re.compile("!")
_STROKE = re.compile(r"stroke(?![\w+:./-])")
_BY = re.compile(r"by(?![\w+:./-])")
_SEAT = re.compile(r"(?:one|two)(?:-b)?(?![\w-])")
_FIELD = re.compile(r"([A-Za-z]\w*)=")
_FALLEN = (re.compile("off="), re.compile("sunk="))
_OPEN, _COMMA, _CLOSE = re.compile(r"\["), re.compile(","), re.compile(r"\]")
_YES_NO = {"yes": True, "no": False}


def told_text(told: Told, spots: Mapping[Spot, Point]) -> str:
    """An answer, or what an onlooker said, as records write it. Who answers is written before it."""
    match told:
        case Flick():
            start = "" if told.start is None else f" @{place_text(told.start, spots)}"
            call = "" if told.call is None else f" !{word_text(told.call)}"
            stroke = " stroke" if told.stroke else ""
            return f"{word_text(told.disc)} {aim_text(told)}{start}{call}{stroke}"
        case SideFlick():
            pair = f"{word_text(told.disc)} {word_text(told.held)}"
            return f"side {pair} {aim_text(told)} @{place_text(told.at, spots)}"
        case Place():
            return " ".join(["place", *(_placed_text(disc, point, spots) for disc, point in told.points.items())])
        case Choose():
            return f"choose {word_text(told.key)}"
        case Declare():
            words = ["declare", word_text(told.what), *map(word_text, told.discs), "by", told.by.name]
            return " ".join([*words, *_fallen_texts(told)])
        case Resign():
            return "resign"
        case Seen():
            return " ".join(["seen", *(f"{field}={_value_text(value)}" for field, value in told.told.items())])
        case _:
            assert_never(told)


def done_text(told: Told, instant_ms: int | None, actual: AnyFlick | None, spots: Mapping[Spot, Point]) -> str:
    """What was meant, when it was let go where a hand was visible, and what happened where a hand was at work."""
    instant = "" if instant_ms is None else f" ~{instant_ms}"
    done = "" if actual is None else f" -> {aim_text(actual)}"
    return told_text(told, spots) + instant + done


def _fallen_texts(foul: Declare) -> list[str]:
    """What fell because of the foul, written only where something did."""
    fallen = {"off": foul.off, "sunk": foul.sunk}
    return [f"{field}={_value_text(tuple(map(str, discs)))}" for field, discs in fallen.items() if discs]


def aim_text(flick: Flick | SideFlick) -> str:
    """Direction and speed: "183.20 1400"."""
    return f"{flick.direction_cdeg // 100}.{flick.direction_cdeg % 100:02d} {flick.speed_mm_s}"


def place_text(point: Point, spots: Mapping[Spot, Point]) -> str:
    """A point by the name of the spot it is, or by its coordinates in millimetres."""
    for spot, place in spots.items():
        if place.rounded() == point:
            return word_text(spot)
    return f"{_decimal(point.x_mm)},{_decimal(point.y_mm)}"


def parse_told(text: str, by: Seat, spots: Mapping[Spot, Point], line: int = 1) -> Told:
    """The answer that a text means when this seat gives it; raises NotationError."""
    scanner = Scanner(text, line)
    told = read_told(scanner, by, spots)
    if not scanner.end():
        raise scanner.error("the end of the action")
    return told


def read_told(scanner: Scanner, by: Seat, spots: Mapping[Spot, Point]) -> Told:
    """The answer that comes next on the line."""
    first = scanner.expect(WORD, "an action: a disc to flick, or side, place, choose, declare, resign or seen")
    match first[0]:
        case "side":
            return _read_side_flick(scanner, spots)
        case "place":
            return _read_place(scanner, spots)
        case "choose":
            return Choose(scanner.word("the key of a choice"))
        case "declare":
            return _read_declare(scanner)
        case "resign":
            return Resign(by)
        case "seen":
            return _read_seen(scanner)
        case disc:
            return _read_flick(scanner, DiscId(unquoted(disc)), spots)


def read_aim(scanner: Scanner) -> tuple[int, int]:
    """A direction in hundredths of a degree and a speed in mm/s."""
    direction = scanner.expect(_NUMBER, DIRECTION)
    cdeg = int(direction["whole"]) * 100 + int((direction["part"] or "").ljust(2, "0"))
    if cdeg >= FULL_TURN_CDEG:
        raise scanner.error_before(direction, DIRECTION)
    speed = scanner.expect(_SPEED, SPEED)
    if not 1 <= int(speed[0]) <= SPEED_LIMIT_MM_S:
        raise scanner.error_before(speed, SPEED)
    return cdeg, int(speed[0])


def read_seat(scanner: Scanner) -> Seat:
    """A seat."""
    return Seat.from_name(scanner.expect(_SEAT, SEAT)[0])


def _read_flick(scanner: Scanner, disc: DiscId, spots: Mapping[Spot, Point]) -> Flick:
    direction, speed = read_aim(scanner)
    start = read_place(scanner, spots) if scanner.take(_AT) else None
    call = scanner.word("what is called, like twenty") if scanner.take(_CALL) else None
    return Flick(disc, direction, speed, start, call, stroke=scanner.take(_STROKE) is not None)


def _read_side_flick(scanner: Scanner, spots: Mapping[Spot, Point]) -> SideFlick:
    disc = DiscId(scanner.word("the disc that is struck"))
    held = DiscId(scanner.word("the disc that is held"))
    direction, speed = read_aim(scanner)
    scanner.expect(_AT, "@ and the place of the struck disc")
    return SideFlick(disc, held, read_place(scanner, spots), direction, speed)


def _read_place(scanner: Scanner, spots: Mapping[Spot, Point]) -> Place:
    points: dict[DiscId, Point | None] = {}
    while disc := scanner.take(WORD):
        name = DiscId(unquoted(disc[0]))
        if name in points:
            raise scanner.error_before(disc, "each disc once")
        points[name] = read_place(scanner, spots) if scanner.take_joined(_AT) else None
    if not points:
        raise scanner.error("a disc and its place, like Y1@corner-1")
    return Place(points)


def read_place(scanner: Scanner, spots: Mapping[Spot, Point]) -> Point:
    """A spot's name or a point, joined to what came before."""
    if point := scanner.take_joined(_POINT):
        return Point(float(point[1]) + 0.0, float(point[2]) + 0.0)
    named = scanner.take_joined(WORD)
    if named is None:
        raise scanner.error("a spot's name or a point x,y in millimetres")
    spot = Spot(unquoted(named[0]))
    if spot not in spots:
        raise scanner.error_before(named, f"a point x,y in millimetres or a spot of this board ({_few(spots)})")
    return spots[spot].rounded()


def _read_declare(scanner: Scanner) -> Declare:
    what = scanner.expect(WORD, f"a foul: {', '.join(DECLARATIONS)}")
    if unquoted(what[0]) not in DECLARATIONS:
        raise scanner.error_before(what, f"a foul: {', '.join(DECLARATIONS)}")
    discs = []
    while not scanner.take(_BY):
        discs.append(DiscId(scanner.word('a disc, or "by" and who did it')))
    by = read_seat(scanner)
    return Declare(unquoted(what[0]), tuple(discs), by, *(_read_fallen(scanner, field) for field in _FALLEN))


def _read_fallen(scanner: Scanner, field: re.Pattern[str]) -> tuple[DiscId, ...]:
    """What fell because of the foul, where that is written."""
    if not scanner.take(field):
        return ()
    if not scanner.take_joined(_OPEN):
        raise scanner.error("discs in brackets like [Y1,Y2]")
    return tuple(map(DiscId, _read_words(scanner)))


def _read_seen(scanner: Scanner) -> Seen:
    told: dict[str, ToldValue] = {}
    while field := scanner.take(_FIELD):
        if field[1] in told:
            raise scanner.error_before(field, "each field once")
        told[field[1]] = _read_value(scanner)
    return Seen(told)


def _read_value(scanner: Scanner) -> ToldValue:
    if scanner.take_joined(_OPEN):
        return _read_words(scanner)
    word = scanner.take_joined(WORD)
    if word is None:
        raise scanner.error("yes, no, a word, or words in brackets like [Y1,Y2]")
    return _YES_NO.get(word[0], unquoted(word[0]))


def _read_words(scanner: Scanner) -> tuple[str, ...]:
    if scanner.take(_CLOSE):
        return ()
    words = [scanner.word("a word")]
    while scanner.take(_COMMA):
        words.append(scanner.word("a word"))
    if not scanner.take(_CLOSE):
        raise scanner.error('"," and a word, or "]"')
    return tuple(words)


def _value_text(value: ToldValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return quoted(value) if value in _YES_NO else word_text(value)
        case tuple():
            return f"[{','.join(map(word_text, value))}]"
        case _:
            assert_never(value)


def _placed_text(disc: DiscId, point: Point | None, spots: Mapping[Spot, Point]) -> str:
    return word_text(disc) if point is None else f"{word_text(disc)}@{place_text(point, spots)}"


def _decimal(number: float) -> str:
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _few(spots: Mapping[Spot, Point]) -> str:
    names = list(spots)
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "") if names else "it has none"


__all__ = [
    "NotationError",
    "Seen",
    "Told",
    "ToldValue",
    "aim_text",
    "done_text",
    "parse_told",
    "place_text",
    "read_aim",
    "read_place",
    "read_seat",
    "read_told",
    "told_text",
]

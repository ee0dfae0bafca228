"""Answers as they travel: what a client sends, the store keeps and events tell. Law: reading undoes writing."""

from __future__ import annotations

from typing import Annotated, assert_never

import msgspec

from pennyflick.players.wander import LONGEST_INSTANT_MS
from pennyflick.table import (
    FULL_TURN_CDEG,
    SPEED_LIMIT_MM_S,
    Answer,
    Choose,
    Declare,
    DiscId,
    Flick,
    Place,
    Point,
    Resign,
    Seat,
    Side,
    SideFlick,
)

MOST_PLACED = 64  # discs in one placement: no game has as many
_FAR_MM = 10_000.0  # no board is ten metres wide

Millimetres = Annotated[float, msgspec.Meta(ge=-_FAR_MM, le=_FAR_MM)]
WirePoint = tuple[Millimetres, Millimetres]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Direction = Annotated[int, msgspec.Meta(ge=0, lt=FULL_TURN_CDEG)]
Speed = Annotated[int, msgspec.Meta(ge=1, le=SPEED_LIMIT_MM_S)]
Instant = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_INSTANT_MS)]


class WireFlick(msgspec.Struct, tag="flick", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A flick as it is sent."""

    disc: Name
    direction_cdeg: Direction
    speed_mm_s: Speed
    start: WirePoint | None = None
    call: Name | None = None
    instant_ms: Instant | None = None  # when it was let go, with a visible hand that was watched
    stroke: bool = False  # a finger struck through the disc


class WireSideFlick(msgspec.Struct, tag="side-flick", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A side-flick as it is sent."""

    disc: Name
    held: Name
    at: WirePoint
    direction_cdeg: Direction
    speed_mm_s: Speed
    instant_ms: Instant | None = None


class WirePlace(msgspec.Struct, tag="place", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A placement as it is sent."""

    points: Annotated[dict[Name, WirePoint], msgspec.Meta(min_length=1, max_length=MOST_PLACED)]


class WireChoose(msgspec.Struct, tag="choose", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A choice as it is sent."""

    key: Name


class WireDeclare(msgspec.Struct, tag="declare", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A declared foul as it is sent."""

    what: Name
    discs: Annotated[list[Name], msgspec.Meta(max_length=MOST_PLACED)] = []


class WireResign(msgspec.Struct, tag="resign", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A resignation as events and the store write it; clients send the command `resign`."""


class WireAim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flick that is still being aimed."""

    disc: Name
    direction_cdeg: Direction | None  # None: only the disc is chosen
    speed_mm_s: Speed
    start: WirePoint | None = None  # where it is about to be put; None: it lies there


WireAnswer = WireFlick | WireSideFlick | WirePlace | WireChoose | WireDeclare
WireAction = WireAnswer | WireResign

_DECODER: msgspec.json.Decoder[WireAction] = msgspec.json.Decoder(WireAction)


def answer_of(wire: WireAction, by: Seat) -> Answer:
    """The answer in the words of the table, exactly as it was written."""
    match wire:
        case WireFlick():
            start = None if wire.start is None else _point(wire.start)
            aim = (wire.direction_cdeg, wire.speed_mm_s)
            return Flick(DiscId(wire.disc), *aim, start, wire.call, stroke=wire.stroke)
        case WireSideFlick():
            held = DiscId(wire.held)
            return SideFlick(DiscId(wire.disc), held, _point(wire.at), wire.direction_cdeg, wire.speed_mm_s)
        case WirePlace():
            return Place({DiscId(disc): _point(point) for disc, point in wire.points.items()})
        case WireChoose():
            return Choose(wire.key)
        case WireDeclare():
            return Declare(wire.what, tuple(DiscId(disc) for disc in wire.discs), by)
        case WireResign():
            return Resign(by)
        case _:
            assert_never(wire)


def instant_of(wire: WireAction) -> int | None:
    """When a flick was let go, where its hand was visible."""
    return wire.instant_ms if isinstance(wire, WireFlick | WireSideFlick) else None


def wire_answer(answer: Answer, instant_ms: int | None = None) -> WireAction:
    """An answer in the words of the wire, with the instant of a flick that has one."""
    match answer:
        case Flick():
            start = None if answer.start is None else wire_point(answer.start)
            aim = (answer.direction_cdeg, answer.speed_mm_s)
            return WireFlick(answer.disc, *aim, start, answer.call, instant_ms, answer.stroke)
        case SideFlick():
            at = wire_point(answer.at)
            return WireSideFlick(answer.disc, answer.held, at, answer.direction_cdeg, answer.speed_mm_s, instant_ms)
        case Place():
            return WirePlace({str(disc): wire_point(point) for disc, point in answer.points.items() if point})
        case Choose():
            return WireChoose(answer.key)
        case Declare():
            return WireDeclare(answer.what, [str(disc) for disc in answer.discs])
        case Resign():
            return WireResign()
        case _:
            assert_never(answer)


def wire_flick(flick: Flick | SideFlick) -> WireFlick | WireSideFlick:
    """A flick in the words of the wire."""
    wire = wire_answer(flick)
    assert isinstance(wire, WireFlick | WireSideFlick)
    return wire


def wire_point(point: Point) -> WirePoint:
    """A point in the words of the wire."""
    return (point.x_mm, point.y_mm)


def read_stored_answer(text: str, by: Seat) -> tuple[Answer, int | None]:
    """The answer that the store kept, exactly, and the instant of a flick that has one."""
    wire = _DECODER.decode(text)
    return answer_of(wire, by), instant_of(wire)


def read_stored_flick(text: str) -> Flick | SideFlick:
    """The flick that the store kept as what happened."""
    flick, _ = read_stored_answer(text, Seat(Side.ONE))  # a flick does not say whose it is
    assert isinstance(flick, Flick | SideFlick), f"the store kept {text!r} where a flick should be"
    return flick


def _point(wire: WirePoint) -> Point:
    return Point(wire[0] + 0.0, wire[1] + 0.0)  # + 0.0: never minus zero

"""What a client can ask over the socket: the shapes of its messages, strictly read (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, assert_never

import msgspec

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
CommandId = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{8,64}\Z")]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatName = Annotated[str, msgspec.Meta(pattern=r"\A(one|two)(-b)?\Z")]


class WireFlick(msgspec.Struct, tag="flick", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A flick as it is sent."""

    disc: Name
    direction_cdeg: Direction
    speed_mm_s: Speed
    start: WirePoint | None = None
    call: Name | None = None


class WireSideFlick(msgspec.Struct, tag="side-flick", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A side-flick as it is sent."""

    disc: Name
    held: Name
    at: WirePoint
    direction_cdeg: Direction
    speed_mm_s: Speed


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


WireAnswer = WireFlick | WireSideFlick | WirePlace | WireChoose | WireDeclare


class AnswerCommand(msgspec.Struct, tag="answer", frozen=True, forbid_unknown_fields=True):
    """Answer the decision at hand."""

    id: CommandId
    version: Version
    seat: SeatName
    answer: WireAnswer


class ResignCommand(msgspec.Struct, tag="resign", frozen=True, forbid_unknown_fields=True):
    """Give up the match."""

    id: CommandId
    version: Version
    seat: SeatName


class AbandonCommand(msgspec.Struct, tag="abandon", frozen=True, forbid_unknown_fields=True):
    """End the match without a result."""

    id: CommandId
    version: Version


class CheckCommand(msgspec.Struct, tag="check", frozen=True, forbid_unknown_fields=True):
    """Ask whether an answer would be accepted."""

    id: CommandId
    version: Version
    seat: SeatName
    answer: WireAnswer


class NearestCommand(msgspec.Struct, tag="nearest", frozen=True, forbid_unknown_fields=True):
    """Ask for the nearest legal point of a region."""

    id: CommandId
    version: Version
    ask: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    disc: Name
    point: WirePoint


class SyncCommand(msgspec.Struct, tag="sync", frozen=True, forbid_unknown_fields=True):
    """Ask for what was missed since a version, or for a snapshot."""

    id: CommandId
    version: Version | None = None


Command = AnswerCommand | ResignCommand | AbandonCommand | CheckCommand | NearestCommand | SyncCommand


class MalformedError(ValueError):
    """A message that is no command; `id` is its id where one could be read."""

    def __init__(self, sentence: str, command_id: str | None) -> None:
        super().__init__(sentence)
        self.id = command_id


class _JustId(msgspec.Struct):
    id: CommandId | None = None


_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_ID_DECODER = msgspec.json.Decoder(_JustId)
_ANSWER_DECODER: msgspec.json.Decoder[WireAnswer | WireResign] = msgspec.json.Decoder(WireAnswer | WireResign)


def read_command(text: str | bytes) -> Command:
    """The command that a frame holds; raises MalformedError with what is wrong."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise MalformedError(f"That message cannot be read: {error}.", _id_of(text)) from None


def _id_of(text: str | bytes) -> str | None:
    try:
        return _ID_DECODER.decode(text).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def answer_of(wire: WireAnswer | WireResign, by: Seat) -> Answer:
    """The answer in the words of the table, exactly as it was written."""
    match wire:
        case WireFlick():
            start = None if wire.start is None else _point(wire.start)
            return Flick(DiscId(wire.disc), wire.direction_cdeg, wire.speed_mm_s, start, wire.call)
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


def read_stored_answer(text: str, by: Seat) -> Answer:
    """The answer that the store kept, exactly."""
    return answer_of(_ANSWER_DECODER.decode(text), by)


def read_stored_flick(text: str) -> Flick | SideFlick:
    """The flick that the store kept as what happened."""
    flick = read_stored_answer(text, Seat(Side.ONE))  # a flick does not say whose it is
    assert isinstance(flick, Flick | SideFlick), f"the store kept {text!r} where a flick should be"
    return flick


def _point(wire: WirePoint) -> Point:
    return Point(wire[0] + 0.0, wire[1] + 0.0)  # + 0.0: never minus zero

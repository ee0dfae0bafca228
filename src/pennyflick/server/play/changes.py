"""What somebody at the table wants changed, as small kinds. Law: each has the id of its command and its version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from pennyflick.server.wire.answers import answer_of, instant_of
from pennyflick.server.wire.commands import (
    AbandonCommand,
    AnswerCommand,
    Changing,
    ClaimCommand,
    RematchCommand,
    ResignCommand,
    WithdrawCommand,
)
from pennyflick.table import Answer, Resign, Seat


@dataclass(frozen=True)
class Answered:
    """An answer to the decision at hand, of a person or of the house."""

    id: str
    version: int
    seat: Seat
    answer: Answer
    thought: str = ""
    instant_ms: int | None = None  # when a flick of a visible hand was let go


@dataclass(frozen=True)
class Claimed:
    """The other side's time has passed."""

    id: str
    version: int
    seat: Seat


@dataclass(frozen=True)
class EndWished:
    """No more of this match: it ends, or where others play too, is wished to."""

    id: str
    version: int


@dataclass(frozen=True)
class EndUnwished:
    """It may go on after all."""

    id: str
    version: int


@dataclass(frozen=True)
class RematchWished:
    """Another match after this one."""

    id: str
    version: int


Change = Answered | Claimed | EndWished | EndUnwished | RematchWished


def change_of(command: Changing) -> Change:
    """What a command wants changed."""
    match command:
        case AnswerCommand(id=id_, version=version, answer=told):
            seat = Seat.from_name(command.seat)
            return Answered(id_, version, seat, answer_of(told, seat), instant_ms=instant_of(told))
        case ResignCommand(id=id_, version=version):
            seat = Seat.from_name(command.seat)
            return Answered(id_, version, seat, Resign(seat))
        case ClaimCommand(id=id_, version=version):
            return Claimed(id_, version, Seat.from_name(command.seat))
        case AbandonCommand(id=id_, version=version):
            return EndWished(id_, version)
        case WithdrawCommand(id=id_, version=version):
            return EndUnwished(id_, version)
        case RematchCommand(id=id_, version=version):
            return RematchWished(id_, version)
        case _:
            assert_never(command)

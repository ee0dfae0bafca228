"""What a client can ask over the socket: the shapes of its messages, strictly read (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pennyflick.server.wire.answers import MOST_PLACED, Name, WireAim, WireAnswer, WirePoint
from pennyflick.server.wire.phrases import PHRASES

CommandId = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{8,64}\Z")]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatName = Annotated[str, msgspec.Meta(pattern=r"\A(one|two)(-b)?\Z")]
Phrase = Annotated[str, msgspec.Meta(pattern=rf"\A({'|'.join(PHRASES)})\Z")]


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
    """End the match without a result; between people: wish to."""

    id: CommandId
    version: Version


class WithdrawCommand(msgspec.Struct, tag="withdraw", frozen=True, forbid_unknown_fields=True):
    """Wish it no longer."""

    id: CommandId
    version: Version
    wish: Literal["end"]


class ClaimCommand(msgspec.Struct, tag="claim", frozen=True, forbid_unknown_fields=True):
    """Win the match because the other side's time has passed."""

    id: CommandId
    version: Version
    seat: SeatName


class RematchCommand(msgspec.Struct, tag="rematch", frozen=True, forbid_unknown_fields=True):
    """Wish another match between the same people, when this one is over."""

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
    others: Annotated[dict[Name, WirePoint], msgspec.Meta(max_length=MOST_PLACED)] = {}


class SyncCommand(msgspec.Struct, tag="sync", frozen=True, forbid_unknown_fields=True):
    """Ask for what was missed since a version, or for a snapshot."""

    id: CommandId
    version: Version | None = None


class AttendAside(msgspec.Struct, tag="attend", frozen=True, forbid_unknown_fields=True):
    """How this page is attended: whether it can be seen, and whether others may see its aims."""

    visible: bool = True
    aims: bool = True


class AimAside(msgspec.Struct, tag="aim", frozen=True, forbid_unknown_fields=True):
    """How somebody aims right now; null: not at all any more."""

    version: Version
    seat: SeatName
    aim: WireAim | None = None


class SayAside(msgspec.Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """One of the phrases."""

    seat: SeatName
    phrase: Phrase


Aside = AttendAside | AimAside | SayAside  # told in passing: no id, no reply
Changing = AnswerCommand | ResignCommand | AbandonCommand | ClaimCommand | WithdrawCommand | RematchCommand
Command = Changing | CheckCommand | NearestCommand | SyncCommand


class MalformedError(ValueError):
    """A message that is no command; `id` is its id where one could be read."""

    def __init__(self, sentence: str, command_id: str | None) -> None:
        super().__init__(sentence)
        self.id = command_id


class _JustId(msgspec.Struct):
    id: CommandId | None = None


_DECODER: msgspec.json.Decoder[Command | Aside] = msgspec.json.Decoder(Command | Aside)
_ID_DECODER = msgspec.json.Decoder(_JustId)


def read_message(text: str | bytes) -> Command | Aside:
    """The command or aside that a frame holds; raises MalformedError with what is wrong."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        wrong = str(error)
    # not in the handler: the context of an error names frames, and with them the message for as long as it is kept
    raise MalformedError(f"That message cannot be read: {wrong}.", _id_of(text))


def _id_of(text: str | bytes) -> str | None:
    try:
        return _ID_DECODER.decode(text).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None

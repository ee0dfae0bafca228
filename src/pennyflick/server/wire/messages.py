"""What the server says, message by message, as structs (docs/protocol.md). Law: an event never changes once made."""

from __future__ import annotations

from typing import Any

import msgspec

from pennyflick.server.wire.answers import WireAction, WireAim, WireFlick, WirePoint, WireSideFlick
from pennyflick.server.wire.sentences import WireSentence
from pennyflick.server.wire.shapes import (
    WireAims,
    WireDecision,
    WireDisc,
    WireHand,
    WireLayout,
    WirePiece,
    WireReason,
    WireResult,
    WireRow,
    WireShot,
)

ACTION = "action"  # any other kind of version is how a match ended early: abandoned, agreed, on-time


class WireBranch(msgspec.Struct, frozen=True):
    """Where a match was branched from."""

    match: str
    after: int


class WireTerms(msgspec.Struct, frozen=True):
    """What people agreed on when they sat down."""

    time: str
    watch: str


class MatchHead(msgspec.Struct, frozen=True):
    """What never changes in a match that has begun."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    board: str
    seats: list[str]
    names: dict[str, str]
    players: dict[str, str]
    hands: dict[str, str]
    discs: list[WireDisc]
    edge: list[WirePoint]
    deceleration_mm_s2: float
    starter: str
    created: str
    branch: WireBranch | None
    imported: bool
    terms: WireTerms
    strokes: bool
    first_contact: bool | None


class MatchEvent(msgspec.Struct, frozen=True):
    """What one version changed: made once, kept, and told for ever."""

    version: int
    before: str
    hash: str
    kind: str  # ACTION, or how the match ended early: then there is no answer
    number: int | None
    seat: str | None
    house: bool
    answer: WireAction | None
    actual: WireFlick | WireSideFlick | None
    text: str
    thought: WireSentence
    shot: WireShot | None
    reasons: list[WireReason]
    notes: list[WireSentence]
    layout: WireLayout
    sheet: list[WireRow]
    result: WireResult | None
    hindsight: WireSentence | None = None  # whether aim or hand failed, where a hand was at work and it matters


class ReasonLine(msgspec.Struct, frozen=True):
    """As much of a ruling as its line needs."""

    clause: str
    sentence: WireSentence


class EventLine(msgspec.Struct, frozen=True):
    """As much of an event as its line in the history needs: read from a kept one at a fraction of the cost."""

    version: int
    kind: str
    seat: str | None
    text: str
    reasons: list[ReasonLine]
    notes: list[WireSentence]
    result: WireResult | None


class Act(msgspec.Struct, frozen=True):
    """Who must act; `house` when only bots can."""

    seats: list[str]
    house: bool


class Now(msgspec.Struct, frozen=True):
    """What the latest version leaves to be done."""

    decision: WireDecision | None
    act: Act
    hands: dict[str, WireHand]  # of the seats that may act
    aims: WireAims


class HistoryLine(msgspec.Struct, frozen=True):
    """One version in a line."""

    version: int
    kind: str
    seat: str | None
    text: str
    sentence: WireSentence
    clauses: list[str]


class WirePlea(msgspec.Struct, frozen=True):
    """Somebody who has lost his cookie says that a seat is his."""

    id: str
    seat: str


class Snapshot(msgspec.Struct, frozen=True):
    """Everything a page needs to draw a match it knows nothing of."""

    match: MatchHead
    yours: list[str]
    version: int
    hash: str
    layout: WireLayout
    sheet: list[WireRow]
    now: Now
    result: WireResult | None
    history: list[HistoryLine]
    last: MatchEvent | None
    open: list[str] = []  # seats for which somebody is still awaited
    hand_words: dict[str, str] = {}  # each seat's hand as it stands beside the name
    pleas: list[WirePlea] = []  # told to those who sit here


class WireExample(msgspec.Struct, frozen=True):
    """A clause of the rulebook played: where it begins, what happens, and what the referee says by the clause."""

    clause: str
    says: str  # what to look at
    discs: list[WireDisc]
    edge: list[WirePoint]
    layout: WireLayout
    sheet: list[WireRow]
    events: list[MatchEvent]
    said: ReasonLine | None  # where no ruling of the last event cites the clause: why it is refused, or what was asked
    refused: WireAction | None  # the answer that is not taken, after the events


class Onward(msgspec.Struct, frozen=True):
    """Where somebody can go on to from a try: a form that is sent with a hand, or a link."""

    words: str
    action: str = ""  # where the form goes
    hand: str = ""  # what it says, where it says one
    href: str = ""  # or the address of the link


class TaskStanding(msgspec.Struct, frozen=True):
    """How a try stands, and what can be done next."""

    state: str  # open, done or failed
    says: str
    marks: str = ""  # of the tries in a row so far
    onward: list[Onward] = []  # the first is the obvious one
    by_itself: bool = False  # it is taken without being asked for, once the ruling can have been read


class WireGhost(msgspec.Struct, frozen=True):
    """Somebody's flick of a day, run again beside those of others."""

    mine: bool
    done: bool
    disc: str  # that was flicked
    duration_s: float
    start: WireLayout
    paths: dict[str, list[WirePiece]]
    gone: dict[str, float]  # discs that left the board or dropped, and when


class WireGhosts(msgspec.Struct, frozen=True):
    """Everybody's flick of a day."""

    discs: list[WireDisc]
    edge: list[WirePoint]
    layout: WireLayout
    ghosts: list[WireGhost]
    people: int  # who flicked
    did: int  # of them did it


class Happened(msgspec.Struct, tag="event", frozen=True):
    """Told to every connection: what happened, and what is to be done now."""

    event: MatchEvent
    now: Now


class Missed(msgspec.Struct, tag="sync", frozen=True, omit_defaults=True):
    """What a client does not know: the events it missed, or everything."""

    version: int
    hash: str
    ready: bool
    id: str | None = None
    events: list[MatchEvent] | None = None
    now: Now | None = None
    names: dict[str, str] | None = None  # with events: whoever knows other names asks for everything
    snapshot: Snapshot | None = None


class Done(msgspec.Struct, tag="done", frozen=True):
    """The command was carried out."""

    id: str
    version: int
    hash: str


class Nearest(msgspec.Struct, tag="nearest", frozen=True):
    """The nearest legal point."""

    id: str
    version: int
    point: WirePoint
    legal: bool
    clause: str | None
    sentence: WireSentence | None  # why it is not the point asked for


class Refused(msgspec.Struct, tag="refused", frozen=True):
    """Why a command was not carried out; the match is unchanged."""

    id: str | None
    code: str
    sentence: WireSentence
    clause: str | None
    nearest: WirePoint | None
    version: int
    hash: str
    sync: Missed | None = None


class Wander(msgspec.Struct, tag="wander", frozen=True):
    """Told only to who holds the seat that must act: the number of his hand's wander, and how long it has gone on."""

    version: int
    number: str
    elapsed_ms: int


class Clock(msgspec.Struct, tag="clock", frozen=True):
    """For whom time runs, and how long they have before the others may claim the match."""

    version: int
    seats: list[str]
    left_ms: int  # less than nothing: so long ago it passed


class Wishes(msgspec.Struct, tag="wishes", frozen=True):
    """What some wish and all must want, as the match stands: the seats that wish it, by its kind."""

    version: int
    wishes: dict[str, list[str]]


class WireAttendance(msgspec.Struct, frozen=True):
    """Whether somebody is at his seat."""

    state: str  # "here", "away" or "reconnecting"
    for_ms: int | None = None  # how long he has not been here; None: he is, or nobody knows


class Presence(msgspec.Struct, tag="presence", frozen=True):
    """Who is there, of the people at the table, and how many look on."""

    seats: dict[str, WireAttendance]
    watchers: int


class Aimed(msgspec.Struct, tag="aimed", frozen=True):
    """How somebody else aims right now; null: not at all. Without the wander of his hand, which nobody else knows."""

    version: int
    seat: str
    aim: WireAim | None


class Said(msgspec.Struct, tag="said", frozen=True):
    """One of the phrases, said by somebody at the table."""

    seat: str
    phrase: str
    words: str


class Next(msgspec.Struct, tag="next", frozen=True):
    """All wished for a rematch: this is it."""

    match: str


class Ring(msgspec.Struct, frozen=True):
    """What a browser is told by way of its push service, to be shown by the worker."""

    title: str
    line: str
    path: str  # of the match


class Status(msgspec.Struct, tag="status", frozen=True):
    """How far the preparation of the physics is."""

    ready: bool
    step: str
    progress: float


Reply = Done | Nearest | Refused | Missed
Aside = Presence | Aimed | Said  # never stored, never answered, dropped first
Message = Happened | Wander | Clock | Wishes | Next | Status | Reply | Aside

Json = dict[str, Any]
_REPLIES: msgspec.json.Decoder[Done | Refused] = msgspec.json.Decoder(Done | Refused)


def encoded(message: Message | MatchEvent | WireExample | TaskStanding | WireGhosts) -> bytes:
    """The message as it is sent."""
    return msgspec.json.encode(message)


def kept_reply(text: str) -> Done | Refused:
    """The reply that the store kept."""
    return _REPLIES.decode(text)

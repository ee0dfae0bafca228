"""What the server keeps on disk, behind one small interface. Law: when a writing call returns, it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from pennyflick.server.store.engine import Hints
from pennyflick.table import Sentence

PERSON = "person"  # who plays a seat: a person, or the name of an opponent of the house


class StoreError(RuntimeError):
    """It could not be stored; nothing was."""


class UnsureError(StoreError):
    """Whether it was stored nobody knows yet: the database was lost in that moment. Reading again tells."""


class SeatTakenError(StoreError):
    """Somebody sits there already."""


class VersionTakenError(StoreError):
    """Another action already has this version: whoever writes has not seen the match as it is stored."""


@dataclass(frozen=True)
class Branch:
    """Where a match was branched from."""

    match: str
    after: int


@dataclass(frozen=True)
class Under:
    """The rules and the physics under which something was ruled."""

    rules: int
    physics: int


@dataclass(frozen=True)
class Terms:
    """What the people at a table agreed on besides the game's own options."""

    time: str = "none"  # how long a decision may take
    watch: str = "anyone"  # who may look on: anyone with the link, or nobody


DEFAULT_TERMS = Terms()
ANYONE, NOBODY = "anyone", "nobody"  # who may look on


@dataclass(frozen=True)
class Header:
    """How a match began; names and hands of open seats are filled in when somebody sits down, before it begins."""

    id: str
    game: str
    options: Mapping[str, str]
    starter: str
    names: Mapping[str, str]  # seat -> name
    players: Mapping[str, str]  # seat -> PERSON or an opponent of the house
    hands: Mapping[str, str]  # seat -> hand, only where there is one
    seed: int
    created: datetime
    under: Under
    branch: Branch | None = None
    imported: bool = False
    setup: str | None = None  # the position in which it began, as JSON; None: the opening
    practice: str | None = None  # the step of a lesson that it is: no list shows it; None: a match
    terms: Terms = DEFAULT_TERMS
    strokes: bool = False  # whether a finger may strike through a disc, with no hand's error added
    first_contact: bool | None = None  # whether the line to the first contact is drawn; None: each as he likes


@dataclass(frozen=True)
class KeptVersion:
    """One version of a match: an answer, or an early ending, and what came of it."""

    version: int
    kind: str  # "action", or how the match ended early: "abandoned", "agreed", "on-time"
    seat: str | None
    answer: str | None  # as meant; JSON as on the wire
    actual: str | None  # the flick that happened when a hand was at work
    digest: str  # of the position after it
    thought: str  # a sentence as one line of JSON, or nothing
    under: Under | None  # None: written before it was kept, and not filled in yet
    event: bytes | None  # what came of it, compressed; None likewise


@dataclass(frozen=True)
class Standing:
    """Where a match stands, for lists: kept beside the versions so that a list needs none of them."""

    version: int
    over: bool
    sentence: Sentence
    score: str = ""  # "3–1 points": the first line of the sheet
    act: tuple[str, ...] = ()  # the seats that must act


@dataclass(frozen=True)
class KeptReply:
    """The reply to a command, for when the same command comes again."""

    command: str
    reply: str  # JSON as on the wire


@dataclass(frozen=True)
class Glance:
    """The counter of a match, and what a command to it was answered before; None: it never was."""

    touched: int
    reply: str | None


@dataclass(frozen=True)
class Row:
    """A match in a list."""

    header: Header
    standing: Standing
    updated: datetime
    seats: tuple[str, ...] = ()  # those of whoever reads the list
    deadline: datetime | None = None  # after it the others may claim the match
    awaits: bool = False  # a seat is still open

    @property
    def cursor(self) -> Cursor:
        """Where a page that ends with this row ends."""
        return Cursor(self.updated, self.header.id)


@dataclass(frozen=True)
class Cursor:
    """Where a page of a list ended: the next begins after it."""

    updated: datetime
    id: str


@dataclass(frozen=True)
class Advance:
    """One step to be stored as a whole: the version, where the match then stands, and the reply to its command."""

    match: str
    kept: KeptVersion
    standing: Standing
    at: datetime
    reply: KeptReply | None = field(default=None)
    deadline: datetime | None = None  # after it the others may claim the match; None: nobody may
    house: bool = False  # the house must act after it
    seen: int | None = None  # the counter on which it was decided, when it depends on more than the version


@dataclass(frozen=True)
class Invitation:
    """A seat that was left open and can be taken with a link; the store knows only the hash of its token."""

    token: str  # its hash
    match: str
    seat: str
    spent: bool = False


@dataclass(frozen=True)
class Sitting:
    """Somebody sits down: his seat, and the header with his name and his hand in it."""

    header: Header
    seat: str
    holder: str
    deadline: datetime | None = None  # of the first decision, when he is the last to sit down
    house: datetime | None = None  # since when the house must act, when he is the last; None: it need not
    seen: int | None = None  # the counter of the match as whoever seats him has read it; None: as it is
    at: datetime | None = None  # now, from when on the first decision is open; None: the match began before


@dataclass(frozen=True)
class Person:
    """A browser that plays here, as the store knows it: the hash of its cookie, and what it told of itself."""

    holder: str
    name: str = ""  # empty: it has not told any
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Bell:
    """Where a browser can be rung when it is its person's turn, and the keys that only it can read by."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored as a whole."""

    header: Header
    standing: Standing
    holders: Mapping[str, str]  # seat -> holder; seats of the house have none
    versions: Sequence[KeptVersion] = ()  # a branch or an imported record begins with some
    invitations: Sequence[Invitation] = ()  # one for each open seat
    follows: str | None = None  # the match of which it is the rematch, where all have wished for it
    deadline: datetime | None = None  # of the first decision, where nobody is awaited
    house: bool = False  # the house must act first


@dataclass(frozen=True)
class HouseTurn:
    """A match in which the house must act at this version."""

    match: str
    version: int
    asked: datetime  # since when
    attended: bool  # somebody is at the table


@dataclass(frozen=True)
class Turns:
    """How much waits for the house."""

    waiting: int
    oldest: datetime | None  # since when the first of them does; None: nothing waits


class Store(Protocol):
    """Matches on disk. Every call is awaited: writing waits for the disk, reading for whatever holds the matches.

    A call that changes what others see of a match raises its counter and returns it: whoever knew the number before
    has missed nothing when it is the next. `seen` is the counter that the writer has read; when it is given and the
    match has been touched since, VersionTakenError is raised and nothing has changed.
    """

    async def create(self, new: NewMatch) -> int | None:
        """A new match and who holds its seats; returns the counter of the match that it follows.

        Raises VersionTakenError when that has a rematch already.
        """

    async def advance(self, step: Advance) -> int:
        """The next version of a match; raises VersionTakenError when its version is not the one before."""

    async def fill(self, match: str, versions: Sequence[KeptVersion]) -> None:
        """Add to versions that were written before events were kept what came of them; nothing else changes."""

    async def keep_refusal(self, match: str, reply: KeptReply) -> None:
        """A refusal changed nothing: only the latest of a match are kept."""

    async def unlist(self, match: str, holder: str, at: datetime) -> int:
        """Take a match off somebody's list. When nobody lists it any more it is as if it were not there."""

    async def restore(self, match: str, holder: str) -> int:
        """Bring back a match that he took off his list."""

    async def sweep(self, deleted_before: datetime, practised_before: datetime) -> None:
        """Forget for good what was put away, and what was only practice, before then."""

    async def header(self, match: str) -> Header | None:
        """How it began, or None: there is no such match."""

    async def touched(self, matches: Sequence[str]) -> Mapping[str, int]:
        """Match -> its counter, for those of these matches that are there."""

    async def versions(self, match: str, after: int = 0) -> list[KeptVersion]:
        """Its versions after that one, oldest first."""

    async def version(self, match: str, version: int) -> KeptVersion | None:
        """One of its versions, or None."""

    async def unfilled(self) -> list[str]:
        """The matches with versions that were written before events were kept."""

    async def glance(self, match: str, command: str) -> Glance | None:
        """How a match stands for whoever is to carry out this command; None: there is no such match."""

    async def reply(self, match: str, command: str) -> str | None:
        """What that command was answered, or None: it never came, or its refusal is forgotten."""

    async def seats(self, match: str, holder: str) -> tuple[str, ...]:
        """The seats that this holder has."""

    async def holders(self, match: str) -> Mapping[str, str]:
        """Who has each seat that is taken; seats of the house have nobody."""

    async def open_seats(self, match: str) -> tuple[str, ...]:
        """The seats that wait for somebody to sit down."""

    async def invitation(self, token: str) -> Invitation | None:
        """The invitation with this hash of its token, spent or not; None: there is none, or its match is gone."""

    async def sit(self, sitting: Sitting) -> int:
        """Somebody takes an open seat; its invitation is spent. Raises SeatTakenError when it is not open."""

    async def opened(self, match: str) -> datetime | None:
        """When the decision at hand opened: with the last version, or when the last sat down. None: no such match."""

    async def deadline(self, match: str) -> datetime | None:
        """After what instant the match may be claimed; None: it may not."""

    async def postpone(self, match: str, version: int, deadline: datetime) -> int | None:
        """Move a deadline on: whoever must act at this version has been seen. None: nobody's time runs there."""

    async def beat(self, at: datetime) -> None:
        """The server runs."""

    async def resume(self, at: datetime, silence: timedelta = timedelta()) -> None:
        """The server runs again: what it was down since its last beat is given back to every deadline.

        Where several workers beat, a silence so short means that another runs: then nothing is given back.
        """

    @property
    def hints(self) -> Hints | None:
        """The way to other workers of the same store; None: there can be none."""

    async def wish(
        self, match: str, kind: str, seat: str, version: int, reply: KeptReply | None = None, seen: int | None = None
    ) -> int:
        """Somebody wishes what all must want, as the match stands at this version; the reply to his command.

        Raises VersionTakenError when the match has moved on, or the command was answered already.
        """

    async def withdraw(
        self, match: str, kind: str, seat: str, version: int, reply: KeptReply | None = None, seen: int | None = None
    ) -> int:
        """Somebody no longer wishes it; raises VersionTakenError likewise."""

    async def next_of(self, match: str) -> str | None:
        """The rematch that followed this match; None: there is none."""

    async def wishes(self, match: str, kind: str, version: int) -> tuple[str, ...]:
        """The seats that wish it at this version; what was wished earlier is void."""

    async def rename(self, header: Header, seen: int | None = None) -> int:
        """Who sits at a table that waits is called otherwise: as the names of this header say."""

    async def open_tables(self, holder: str) -> int:
        """How many matches in which this holder has a seat wait for somebody to sit down."""

    async def person(self, holder: str) -> Person:
        """What is known of a browser; nothing but its holder when it has told nothing."""

    async def keep_person(self, person: Person) -> None:
        """What a browser told of itself."""

    async def keep_bell(self, holder: str, bell: Bell, most: int) -> None:
        """A browser wants to be rung there; of one holder the latest so many are kept."""

    async def bells(self, holder: str) -> list[Bell]:
        """Where this holder can be rung, the oldest first."""

    async def drop_bell(self, endpoint: str) -> None:
        """Nobody can be rung there any more."""

    async def forget_bells(self, holder: str) -> None:
        """This holder is not to be rung any more, and nothing is left of where and when he was."""

    async def ring(self, match: str, holder: str) -> bool:
        """Take note that he is rung about a match; False: he was and has not been there since, or cannot be."""

    async def answer_bell(self, match: str, holder: str) -> None:
        """He has been there: the next time he may be rung again."""

    async def take_turn(self, thinker: str, now: datetime, lease_ms: int) -> HouseTurn | None:
        """The next turn of the house that nobody thinks about, or whose thinker's lease ran out; his until it ends.

        Tables with people come first, each by its turn. Where only the house plays and nobody looks on it is not taken.
        """

    async def renew_turn(self, turn: HouseTurn, thinker: str, now: datetime, lease_ms: int) -> bool:
        """He still thinks about it, until another lease ends; False: he need not, or another does."""

    async def release_turn(self, turn: HouseTurn, thinker: str) -> None:
        """He thinks about it no longer: somebody else may."""

    async def drop_turn(self, turn: HouseTurn) -> None:
        """The house need not act there after all: the match is over, or a person decides."""

    async def ask_turn(self, match: str, version: int, at: datetime) -> None:
        """The house must act, and no row says so yet; nothing changes where one does, or the match has moved on."""

    async def attend(self, match: str, attended: bool) -> None:
        """Somebody is at the table, or nobody is any more: tables with people come first."""

    async def turns(self) -> Turns:
        """How many turns wait for the house, and since when the first of them does."""

    async def rows(self, holder: str, most: int | None = None, after: Cursor | None = None) -> list[Row]:
        """The matches in which this holder has a seat, latest first; practice is left out.

        A page of them: so many at the most, those that come after the cursor of the last page.
        """

    async def going_on(self, holder: str, most: int) -> list[Row]:
        """So many of those that are not over: where he must act, and where time runs out, before the others."""

    async def put_away(self, holder: str, most: int | None = None) -> list[Row]:
        """Those that he has taken off his list and that can still be restored, so many of the latest."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""

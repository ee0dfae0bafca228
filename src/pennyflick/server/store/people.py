"""What the store keeps of people: seats on the move, pleas, vacancies for strangers, flicks that were sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pennyflick.server.store.practice import PracticeStore
from pennyflick.server.store.store import Header, Store, StoreError


class SpentError(StoreError):
    """It has been used, taken back or answered already, or its time is over."""


@dataclass(frozen=True)
class Handover:
    """Seats on their way to another device; the store knows only the hash of the token that fetches them."""

    token: str  # its hash
    holder: str  # whose they are until then
    match: str | None  # the match whose seats move; None: everything of the holder
    until: datetime


@dataclass(frozen=True)
class Plea:
    """Somebody without the cookie says that a seat is his; whoever plays with him confirms or refuses it."""

    id: str
    match: str
    seat: str
    holder: str  # who says so
    at: datetime
    refused: bool = False


def waiting(pleas: Iterable[Plea]) -> tuple[Plea, ...]:
    """Those that nobody has answered yet."""
    return tuple(plea for plea in pleas if not plea.refused)


@dataclass(frozen=True)
class Vacancy:
    """A table whose open seats are for whoever comes first."""

    match: str
    holder: str  # who waits there
    until: datetime
    names: Mapping[str, str]  # what his seats were called before strangers could read it


@dataclass(frozen=True)
class SentFlick:
    """A flick that somebody was sent, to beat it: the position and what came of it there."""

    id: str
    game: str
    options: Mapping[str, str]
    setup: str  # as headers keep it
    seat: str
    event: bytes  # as versions keep it
    name: str  # who did it
    hand: str
    holder: str  # empty: the house, or somebody who was forgotten
    created: datetime
    answers: str | None = None  # the flick that it was meant to beat


@dataclass(frozen=True)
class Forgetting:
    """Somebody is forgotten: what goes with him, and what the matches that others keep then say."""

    holder: str
    own: Sequence[str]  # matches that nobody else has a seat in
    shared: Sequence[Header]  # with no name in his seats
    names: Sequence[str]  # what he was called in them: texts of earlier versions are cleared of it
    at: datetime
    seen: Mapping[str, int] = field(default_factory=dict)  # match -> the counter on which all that was found out


class PeopleStore(Store, PracticeStore, Protocol):
    """The store with the part that knows people."""

    async def held(self, holder: str) -> Mapping[str, tuple[str, ...]]:
        """Match -> the seats that he has in it: practice, and what was put away, too."""

    async def family(self, match: str) -> list[Header]:
        """This match, be it put away or not, those that were branched from it, and from those."""

    async def keep_handover(self, handover: Handover) -> None:
        """A link to another device; an earlier one for the same is void."""

    async def handover(self, token: str) -> Handover | None:
        """The one with this hash of its token; None: used, replaced, or never made."""

    async def hand_over(self, handover: Handover, to: str) -> Mapping[str, int]:
        """The seats, or everything, are another browser's now. Raises SpentError when it was used already.

        Returns match -> counter, as `forget` does.
        """

    async def keep_plea(self, plea: Plea) -> int:
        """Somebody says that a seat is his."""

    async def pleas(self, match: str) -> list[Plea]:
        """All pleas to seats of a match, the refused too, oldest first."""

    async def pleas_to_answer(self, holder: str) -> list[Plea]:
        """Those that wait at the tables where he sits."""

    async def refuse(self, plea: Plea) -> int:
        """It is not his; raises SpentError when it was answered already."""

    async def grant(self, plea: Plea) -> int:
        """The seat is his, with all that its holder had in this match. Raises SpentError likewise."""

    async def keep_vacancy(self, vacancy: Vacancy, header: Header, seen: int | None = None) -> int:
        """The open seats of this match are for whoever comes; names and terms of the header change with it."""

    async def close_vacancy(self, header: Header, seen: int | None = None) -> int:
        """They are so no longer."""

    async def vacancy(self, match: str) -> Vacancy | None:
        """What strangers are offered at this table, or None."""

    async def vacancies(self) -> list[Vacancy]:
        """All of them, oldest first."""

    async def keep_flick(self, flick: SentFlick) -> None:
        """A flick to be sent; the same one again changes nothing."""

    async def flick(self, flick: str) -> SentFlick | None:
        """A flick that was sent, or None."""

    async def flicks(self) -> int:
        """How many there are."""

    async def practice_matches(self, holder: str, practice: str) -> list[Header]:
        """His practice matches of this mark, oldest first."""

    async def forget(self, forgetting: Forgetting) -> Mapping[str, int]:
        """Forget somebody, on the disk too: what was overwritten cannot be read there any more.

        Raises VersionTakenError when one of the matches was touched since it was seen.
        """

    async def sweep_people(self, now: datetime, pleaded_before: datetime, sent_before: datetime) -> None:
        """Forget what has passed: links and vacancies by now, pleas and sent flicks before then."""

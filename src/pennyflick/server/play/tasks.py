"""A try at the real table: a practice match that begins where a task does. Law: how it stands is in its versions.

Lessons, drills, puzzles and the flick of a day differ in what is asked and in what is said of it; where it is played,
how it is numbered, who answers for the other side and what is kept of it is the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pennyflick.lessons.kinds import Drill, Task
from pennyflick.lessons.trying import TryState, parsed, reply_to, score, seat_for, set_up_match, try_state
from pennyflick.match.referee import Match
from pennyflick.rules import options as option_texts
from pennyflick.rules.game import Game
from pennyflick.server.play.changes import Answered
from pennyflick.server.play.drills import WAYS
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.flicked import flicks_told
from pennyflick.server.play.keeping import begun, setup_text, under_now
from pennyflick.server.play.practice import OTHER
from pennyflick.server.play.starting import EXACT, Start
from pennyflick.server.settings import Settings
from pennyflick.server.store.practice import KINDS, Try
from pennyflick.server.store.store import PERSON, Header, NewMatch
from pennyflick.table.viewer import GUEST

_MARK = "try"  # begins the practice mark of a try


@dataclass(frozen=True)
class Attempt:
    """Which try of what: the how manieth of this person, from 1."""

    kind: str  # one of the store's KINDS
    key: str
    number: int

    @property
    def text(self) -> str:
        """As headers keep it: try:lesson:kill:2."""
        return f"{_MARK}:{self.kind}:{self.key}:{self.number}"


def attempt_of(header: Header) -> Attempt | None:
    """What is tried in this match; None: it is no such match."""
    mark, *told = (header.practice or "").split(":")
    if mark != _MARK or len(told) != 3 or told[0] not in KINDS or not told[2].isdigit():
        return None
    return Attempt(told[0], told[1], int(told[2]))


@dataclass(frozen=True)
class Table:
    """Where a try begins, and with what hand."""

    game: Game[Any, Any]
    position: str  # as docs/notation.md writes positions
    hand: str  # as headers keep it, or EXACT
    seed: int


def table_for(attempt: Attempt, table: Table, name: str, settings: Settings, holder: str) -> Start:
    """A table for a try: one's own is the side that acts first, and nobody plays the other."""
    match = set_up_match(table.game, table.position)
    mine = [seat.name for seat in table.game.seats if seat.side is match.starter]
    header = Header(
        id=settings.new_id(),
        game=table.game.name,
        options=option_texts.texts(table.game.options),
        starter=match.starter.value,
        names={seat.name: (name or GUEST) if seat.name in mine else OTHER for seat in table.game.seats},
        players={seat.name: PERSON for seat in table.game.seats},
        hands={seat: table.hand for seat in mine if table.hand != EXACT},
        seed=table.seed,
        created=settings.clock(),
        under=under_now(),
        setup=setup_text(match.position),
        practice=attempt.text,
        strokes=True,  # nobody plays against him
        first_contact=True,
    )
    return Start(NewMatch(header, standing_of(begun(header)), dict.fromkeys(mine, holder)))


def reply(task: Task, match: Match, version: int) -> Answered | None:
    """What the other side answers now, as a change; None: it is not its turn, or nothing is written for it."""
    text = reply_to(task, match) if try_state(task, match) is TryState.OPEN else None
    if text is None:
        return None
    answer = parsed(match, text)
    # with colons, as the ids of the house: no client can have sent it before
    return Answered(f"task:{version + 1:06d}", version, seat_for(match, answer), answer)


def try_of(header: Header, task: Task, match: Match, way: str, holder: str, at: datetime) -> Try | None:
    """The row of a try that is over; None: it is not. `match` has all its actions."""
    attempt, state = attempt_of(header), try_state(task, match)
    if attempt is None or state is TryState.OPEN:
        return None
    more: dict[str, Any] = {"flicks": flicks_told(task, match, attempt.number - 1)}
    if isinstance(task, Drill) and task.counts:
        more["score"] = score(task, match)
    return made(header, state is TryState.DONE, more, way, holder, at)


def next_number(tries: Sequence[Try]) -> int:
    """The number of the next try, where these are kept of the earlier ones, oldest first."""
    return 1 + (int(tries[-1].more.get("number", len(tries))) if tries else 0)


def made(header: Header, done: bool, more: Mapping[str, Any], way: str, holder: str, at: datetime) -> Try:
    """A row for the store."""
    attempt = attempt_of(header)
    assert attempt is not None, f"match {header.id} is no try"
    told = {**more, "number": attempt.number} | ({"way": way} if way in WAYS else {})
    hand = next(iter(header.hands.values()), EXACT)
    return Try(header.id, holder, attempt.kind, header.game, attempt.key, at, hand, done, told)

"""Matches and their versions. Law: (match, version) is the lock; of two that write one, the second changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from pennyflick.server.store.engine import DoMany, Lock, Steps, do, marks
from pennyflick.server.store.sql.base import OverEngine, answered, behind, touch
from pennyflick.server.store.sql.texts import (
    HEADER,
    STANDING,
    VERSION,
    header_of,
    header_values,
    json_text,
    ms_of,
    standing_values,
    terms_text,
    time_text,
    under_values,
    version_of,
    version_values,
    whole_ms,
)
from pennyflick.server.store.sql.turns import ask_house, house_done
from pennyflick.server.store.store import (
    Advance,
    Glance,
    Header,
    KeptReply,
    KeptVersion,
    NewMatch,
    VersionTakenError,
)

REFUSALS_KEPT = 100  # of a match: a client sends again only what it has had no reply to, and that is soon
_ASKED_AT_ONCE = 100  # counters in one question: always as many, so that the engine knows the question
_NEW_MATCH = f"INSERT INTO match ({HEADER}, updated, {STANDING}, deadline) VALUES ({marks(26)})"
_NEW_SEAT = "INSERT INTO seat (match, seat, holder) VALUES ($1, $2, $3)"
_NEW_INVITATION = "INSERT INTO invitation (token, match, seat) VALUES ($1, $2, $3)"
_NEW_VERSION = f"INSERT INTO entry (match, {VERSION}) VALUES ({marks(11)})"
_ADVANCE = (
    "UPDATE match SET version = $1, over = $2, sentence = $3, score = $4, act = $5, updated = $6, deadline = $7, "
    "touched = touched + 1 WHERE id = $8 AND version = $9 AND touched = coalesce($10, touched) RETURNING touched"
)
_FILL = "UPDATE entry SET rules = $1, physics = $2, event = $3 WHERE match = $4 AND version = $5 AND event IS NULL"
_GLANCE = (
    "SELECT touched, (SELECT reply FROM reply WHERE reply.match = match.id AND command = $2) FROM match "
    "WHERE id = $1 AND deleted IS NULL"
)
_REPLIED = "ON CONFLICT (match, command) DO NOTHING RETURNING command"
_REPLY = f"INSERT INTO reply (match, command, reply, refusal) VALUES ({marks(4)}) {_REPLIED}"


class Matches(OverEngine):
    """The part of the store that keeps matches, their versions and the replies to commands."""

    async def create(self, new: NewMatch) -> int | None:
        """A new match and who holds its seats; returns the counter of the match that it follows."""
        return await self._write(lambda: _create(new))

    async def advance(self, step: Advance) -> int:
        """The next version of a match; raises VersionTakenError when its version is not the one before."""
        return await self._write(lambda: _advance(step))

    async def fill(self, match: str, versions: Sequence[KeptVersion]) -> None:
        """Add to versions that were written before events were kept what came of them; nothing else changes."""
        values = [(*under_values(kept), kept.event, match, kept.version) for kept in versions]

        def job() -> Steps[None]:
            yield DoMany(_FILL, values)

        await self._write(job)

    async def keep_refusal(self, match: str, reply: KeptReply) -> None:
        """A refusal changed nothing: only the latest of a match are kept."""

        def job() -> Steps[None]:
            yield Lock(match)  # so that no two get one number
            ((last,),) = yield do("SELECT max(refusal) FROM reply WHERE match = $1", match)
            number = (last or 0) + 1
            yield do(_REPLY, match, reply.command, reply.reply, number)
            yield do("DELETE FROM reply WHERE match = $1 AND refusal <= $2", match, number - REFUSALS_KEPT)

        await self._write(job)

    async def sweep(self, deleted_before: datetime, practised_before: datetime) -> None:
        """Forget for good what was put away, and what was only practice, before then."""
        old = "deleted < $1 OR (practice IS NOT NULL AND updated < $2)"
        await self._execute(f"DELETE FROM match WHERE {old}", time_text(deleted_before), time_text(practised_before))
        await self._execute("UPDATE unlisted SET since = NULL WHERE since < $1", time_text(deleted_before))

    async def header(self, match: str) -> Header | None:
        """How it began, or None: there is no such match."""
        rows = await self._read(f"SELECT {HEADER} FROM match WHERE id = $1 AND deleted IS NULL", match)
        return header_of(rows[0]) if rows else None

    async def touched(self, matches: Sequence[str]) -> Mapping[str, int]:
        """Match -> its counter, for those of these matches that are there."""
        if len(matches) == 1:  # every command asks it
            return dict(await self._read("SELECT id, touched FROM match WHERE id = $1 AND deleted IS NULL", *matches))
        found: dict[str, int] = {}
        sql = f"SELECT id, touched FROM match WHERE id IN ({marks(_ASKED_AT_ONCE)}) AND deleted IS NULL"
        for first in range(0, len(matches), _ASKED_AT_ONCE):
            some = matches[first : first + _ASKED_AT_ONCE]
            found |= dict(await self._read(sql, *some, *[some[-1]] * (_ASKED_AT_ONCE - len(some))))
        return found

    async def versions(self, match: str, after: int = 0) -> list[KeptVersion]:
        """Its versions after that one, oldest first."""
        sql = f"SELECT {VERSION} FROM entry WHERE match = $1 AND version > $2 ORDER BY version"
        return [version_of(row) for row in await self._engine.read_long(sql, match, after)]

    async def version(self, match: str, version: int) -> KeptVersion | None:
        """One of its versions, or None."""
        rows = await self._read(f"SELECT {VERSION} FROM entry WHERE match = $1 AND version = $2", match, version)
        return version_of(rows[0]) if rows else None

    async def unfilled(self) -> list[str]:
        """The matches with versions that were written before events were kept."""
        return [row[0] for row in await self._read("SELECT DISTINCT match FROM entry WHERE event IS NULL")]

    async def reply(self, match: str, command: str) -> str | None:
        """What that command was answered, or None: it never came, or its refusal is forgotten."""
        rows = await self._read("SELECT reply FROM reply WHERE match = $1 AND command = $2", match, command)
        return rows[0][0] if rows else None

    async def glance(self, match: str, command: str) -> Glance | None:
        """How a match stands for whoever is to carry out this command; None: there is no such match."""
        rows = await self._read(_GLANCE, match, command)
        return Glance(*rows[0]) if rows else None

    async def next_of(self, match: str) -> str | None:
        """The rematch that followed this match; None: there is none."""
        rows = await self._read("SELECT id FROM match WHERE follows = $1 AND deleted IS NULL", match)
        return rows[0][0] if rows else None


def keep_reply(match: str, reply: KeptReply | None) -> Steps[None]:
    """The reply to the command that is being carried out; raises VersionTakenError when it was answered already."""
    if reply is None:
        return
    rows = yield do(_REPLY, match, reply.command, reply.reply, None)
    if not rows:
        raise answered(match, reply.command)


def tell_header(header: Header) -> Steps[None]:
    """What can change in a header: names and hands, and the terms of a match that has not begun."""
    names, hands, terms = json_text(header.names), json_text(header.hands), terms_text(header.terms)
    sql = "UPDATE match SET names = $1, hands = $2, terms = $3 WHERE id = $4"
    yield do(sql, names, hands, terms, header.id)


def _create(new: NewMatch) -> Steps[int | None]:
    header = new.header
    followed = None if new.follows is None else (yield from _follow(new.follows))
    values = (*header_values(header), time_text(header.created), *standing_values(new.standing), ms_of(new.deadline))
    yield do(_NEW_MATCH, *values)
    yield DoMany(_NEW_SEAT, [(header.id, seat, holder) for seat, holder in new.holders.items()])
    yield DoMany(_NEW_INVITATION, [(each.token, each.match, each.seat) for each in new.invitations])
    yield DoMany(_NEW_VERSION, [version_values(header.id, kept) for kept in new.versions])
    if new.follows is not None:
        yield do("UPDATE match SET follows = $1 WHERE id = $2", new.follows, header.id)
    if new.house:
        yield from ask_house(header.id, new.standing.version, whole_ms(header.created))
    return followed


def _follow(match: str) -> Steps[int]:
    """Make room for the rematch of this match; raises VersionTakenError when there is one."""
    touched = yield from touch(match)
    if (yield do("SELECT 1 FROM match WHERE follows = $1 AND deleted IS NULL", match)):
        raise VersionTakenError(f"match {match} has its rematch already")
    yield do("UPDATE match SET follows = NULL WHERE follows = $1", match)  # one that followed before was deleted
    return touched


def _advance(step: Advance) -> Steps[int]:
    before = step.kept.version - 1
    standing = (*standing_values(step.standing), time_text(step.at), ms_of(step.deadline))
    rows = yield do(_ADVANCE, *standing, step.match, before, step.seen)
    if not rows:
        raise behind(step.match)
    yield do(_NEW_VERSION, *version_values(step.match, step.kept))
    yield from keep_reply(step.match, step.reply)
    if step.house:
        yield from ask_house(step.match, step.kept.version, whole_ms(step.at))
    else:
        yield from house_done(step.match)
    return int(rows[0][0])

"""Who holds which seat, invitations to the open ones, and what people told of themselves."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.server.store.engine import Lock, Steps, do
from pennyflick.server.store.sql.base import OverEngine, touch
from pennyflick.server.store.sql.matches import tell_header
from pennyflick.server.store.sql.texts import json_text, mapping, ms_of, time_text, whole_ms
from pennyflick.server.store.sql.turns import ask_house_now
from pennyflick.server.store.store import Header, Invitation, Person, SeatTakenError, Sitting

_SPEND = "UPDATE invitation SET spent = TRUE WHERE match = $1 AND seat = $2 AND NOT spent RETURNING seat"


class Seats(OverEngine):
    """The part of the store that knows who sits where."""

    async def seats(self, match: str, holder: str) -> tuple[str, ...]:
        """The seats that this holder has."""
        sql = "SELECT seat FROM seat WHERE match = $1 AND holder = $2 ORDER BY seat"
        return tuple(row[0] for row in await self._read(sql, match, holder))

    async def holders(self, match: str) -> Mapping[str, str]:
        """Who has each seat that is taken; seats of the house have nobody."""
        return dict(await self._read("SELECT seat, holder FROM seat WHERE match = $1 ORDER BY seat", match))

    async def held(self, holder: str) -> Mapping[str, tuple[str, ...]]:
        """Match -> the seats that he has in it: practice, and what was put away, too."""
        found: dict[str, tuple[str, ...]] = {}
        for match, seat in await self._read(
            "SELECT match, seat FROM seat WHERE holder = $1 ORDER BY match, seat", holder
        ):
            found[match] = (*found.get(match, ()), seat)
        return found

    async def open_seats(self, match: str) -> tuple[str, ...]:
        """The seats that wait for somebody to sit down."""
        rows = await self._read("SELECT seat FROM invitation WHERE match = $1 AND NOT spent ORDER BY seat", match)
        return tuple(row[0] for row in rows)

    async def invitation(self, token: str) -> Invitation | None:
        """The invitation with this hash of its token, spent or not; None: there is none, or its match is gone."""
        sql = (
            "SELECT token, invitation.match, seat, spent FROM invitation JOIN match ON match.id = invitation.match "
            "WHERE token = $1 AND deleted IS NULL"
        )
        rows = await self._read(sql, token)
        return None if not rows else Invitation(rows[0][0], rows[0][1], rows[0][2], bool(rows[0][3]))

    async def sit(self, sitting: Sitting) -> int:
        """Somebody takes an open seat; its invitation is spent. Raises SeatTakenError when it is not open."""
        return await self._write(lambda: _sit(sitting))

    async def rename(self, header: Header, seen: int | None = None) -> int:
        """Who sits at a table that waits is called otherwise: as the names of this header say."""

        def job() -> Steps[int]:
            touched = yield from touch(header.id, seen)
            yield do("UPDATE match SET names = $1 WHERE id = $2", json_text(header.names), header.id)
            return touched

        return await self._write(job)

    async def open_tables(self, holder: str) -> int:
        """How many matches in which this holder has a seat wait for somebody to sit down."""
        sql = (
            "SELECT count(DISTINCT invitation.match) FROM invitation JOIN match ON match.id = invitation.match "
            "JOIN seat ON seat.match = match.id WHERE NOT spent AND holder = $1 AND deleted IS NULL"
        )
        return int((await self._read(sql, holder))[0][0])

    async def person(self, holder: str) -> Person:
        """What is known of a browser; nothing but its holder when it has told nothing."""
        rows = await self._read("SELECT name, settings FROM person WHERE holder = $1", holder)
        return Person(holder, rows[0][0], mapping(rows[0][1])) if rows else Person(holder)

    async def keep_person(self, person: Person) -> None:
        """What a browser told of itself."""
        sql = (
            "INSERT INTO person (holder, name, settings) VALUES ($1, $2, $3) "
            "ON CONFLICT (holder) DO UPDATE SET name = excluded.name, settings = excluded.settings"
        )
        await self._execute(sql, person.holder, person.name, json_text(person.settings))


def _sit(sitting: Sitting) -> Steps[int]:
    header, seat = sitting.header, sitting.seat
    yield Lock(header.id)
    if not (yield do(_SPEND, header.id, seat)):
        raise SeatTakenError(f"seat {seat} of match {header.id} is not open")
    touched = yield from touch(header.id, sitting.seen)
    yield do("INSERT INTO seat (match, seat, holder) VALUES ($1, $2, $3)", header.id, seat, sitting.holder)
    yield from tell_header(header)
    yield do("UPDATE match SET deadline = $1 WHERE id = $2", ms_of(sitting.deadline), header.id)
    if sitting.at is not None:
        yield do("UPDATE match SET updated = $1 WHERE id = $2", time_text(sitting.at), header.id)
    if sitting.house is not None:
        yield from ask_house_now(header.id, whole_ms(sitting.house))
    return touched

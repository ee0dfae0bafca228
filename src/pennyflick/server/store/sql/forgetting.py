"""Whoever is forgotten, and what has passed. Law: nothing of him is left, on the disk either."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from pennyflick.server.store.engine import DoMany, Steps, do
from pennyflick.server.store.people import Forgetting
from pennyflick.server.store.sql.base import OverEngine, touch
from pennyflick.server.store.sql.handing import touch_all
from pennyflick.server.store.sql.lists import LISTED
from pennyflick.server.store.sql.matches import tell_header
from pennyflick.server.store.sql.texts import HEADER, header_of, time_text
from pennyflick.server.store.store import Header

NOBODY = "…"  # stands where a text of an earlier version called somebody by name
# tables in which one row is one person's
_HOLDERS = ("person", "seat", "unlisted", "handover", "plea", "vacancy", "bell", "rung", "try")
_FAMILY = (
    "WITH RECURSIVE family (id) AS (SELECT id FROM match WHERE id = $1 "
    "UNION SELECT match.id FROM match JOIN family ON branch_match = family.id) SELECT id FROM family"
)


class Forgetful(OverEngine):
    """The part of the store that forgets."""

    async def family(self, match: str) -> list[Header]:
        """This match, be it put away or not, those that were branched from it, and from those."""
        return [
            header_of(row) for row in await self._read(f"SELECT {HEADER} FROM match WHERE id IN ({_FAMILY})", match)
        ]

    async def practice_matches(self, holder: str, practice: str) -> list[Header]:
        """His practice matches of this mark, oldest first."""
        mine = "practice = $1 AND id IN (SELECT seat.match FROM seat WHERE holder = $2)"
        rows = await self._read(f"SELECT {HEADER} FROM match WHERE {mine} ORDER BY created, id", practice, holder)
        return [header_of(row) for row in rows]

    async def forget(self, forgetting: Forgetting) -> Mapping[str, int]:
        """Forget somebody, on the disk too: what was overwritten cannot be read there any more."""
        touched = await self._write(lambda: _forget(forgetting))
        await self._engine.scrub()
        return touched

    async def sweep_people(self, now: datetime, pleaded_before: datetime, sent_before: datetime) -> None:
        """Forget what has passed: links and vacancies by now, pleas and sent flicks before then."""

        def job() -> Steps[None]:
            for table in ("handover", "vacancy"):
                yield do(f"DELETE FROM {table} WHERE until < $1", time_text(now))
            yield do("DELETE FROM plea WHERE at < $1", time_text(pleaded_before))
            yield do("DELETE FROM sent_flick WHERE created < $1", time_text(sent_before))

        await self._write(job)


def _forget(forgetting: Forgetting) -> Steps[Mapping[str, int]]:
    for match, counter in sorted(forgetting.seen.items()):
        yield from touch(match, counter)
    touched = yield from touch_all(header.id for header in forgetting.shared)
    yield DoMany("DELETE FROM match WHERE id = $1", [(match,) for match in forgetting.own])
    for header in forgetting.shared:
        yield from tell_header(header)
        yield from _clear_texts(header.id, forgetting.names)
    for table in _HOLDERS:
        yield do(f"DELETE FROM {table} WHERE holder = $1", forgetting.holder)
    yield do("UPDATE sent_flick SET name = '', holder = '' WHERE holder = $1", forgetting.holder)
    alone = [(time_text(forgetting.at), header.id) for header in forgetting.shared]
    yield DoMany(f"UPDATE match SET deleted = $1 WHERE id = $2 AND NOT EXISTS ({LISTED})", alone)
    return touched


def _clear_texts(match: str, names: Sequence[str]) -> Steps[None]:
    """What version 0.1.0 wrote as plain text called people by their names."""
    known = [re.escape(name) for name in names if name]
    if not known:
        return
    called = re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)")
    for table, column, id_ in (("match", "sentence", "id"), ("entry", "thought", "match")):
        rows = yield do(f"SELECT DISTINCT {column} FROM {table} WHERE {id_} = $1", match)
        named = [text for (text,) in rows if not text.startswith("[") and called.search(text)]
        cleared = [(called.sub(NOBODY, text), match, text) for text in named]
        yield DoMany(f"UPDATE {table} SET {column} = $1 WHERE {id_} = $2 AND {column} = $3", cleared)
    refusals = yield do("SELECT command, reply FROM reply WHERE match = $1 AND refusal IS NOT NULL", match)
    telling = [(match, command) for command, reply in refusals if called.search(reply)]
    yield DoMany("DELETE FROM reply WHERE match = $1 AND command = $2", telling)

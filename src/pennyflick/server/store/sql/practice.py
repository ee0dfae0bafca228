"""Tries at lessons, drills, puzzles and the flick of a day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from pennyflick.server.store.engine import Steps, do, marks
from pennyflick.server.store.practice import DAILY, MOST_MORE, Progress, Try
from pennyflick.server.store.sql.base import OverEngine
from pennyflick.server.store.sql.texts import time_text
from pennyflick.server.store.store import StoreError

_TRY = "id, holder, kind, game, key, at, hand, done, more"
_ADD = f"INSERT INTO try ({_TRY}) VALUES ({marks(9)}) ON CONFLICT (id) DO NOTHING"
_SAME = "holder = $1 AND kind = $2 AND game = $3 AND key = $4"
_LATEST = f"SELECT id FROM try WHERE {_SAME} ORDER BY at DESC, id DESC LIMIT $5"
_PROGRESS = (
    "SELECT kind, game, key, hand, count(*), sum(CASE WHEN done THEN 1 ELSE 0 END), max(at) FROM try "
    "WHERE holder = $1 GROUP BY kind, game, key, hand ORDER BY kind, game, key, hand"
)


class Practice(OverEngine):
    """The part of the store that keeps tries."""

    async def add_try(self, try_: Try, most: int) -> None:
        """A try, once; of the same person at the same thing the latest so many are kept."""
        same = (try_.holder, try_.kind, try_.game, try_.key)
        told = (time_text(try_.at), try_.hand, try_.done, _more_text(try_))

        def job() -> Steps[None]:
            yield do(_ADD, try_.id, *same, *told)
            yield do(f"DELETE FROM try WHERE {_SAME} AND id NOT IN ({_LATEST})", *same, most)

        await self._write(job)

    async def tries(self, holder: str, kind: str, game: str, key: str) -> list[Try]:
        """His tries at one thing, oldest first."""
        sql = f"SELECT {_TRY} FROM try WHERE {_SAME} ORDER BY at, id"
        return [_try(row) for row in await self._read(sql, holder, kind, game, key)]

    async def lately(self, holder: str, most: int) -> list[Try]:
        """So many of his latest tries at anything, oldest first."""
        sql = f"SELECT {_TRY} FROM try WHERE holder = $1 ORDER BY at DESC, id DESC LIMIT $2"
        return [_try(row) for row in reversed(await self._read(sql, holder, most))]

    async def progress(self, holder: str) -> list[Progress]:
        """All that he tried."""
        return [_progress(row) for row in await self._read(_PROGRESS, holder)]

    async def of_day(self, key: str, most: int) -> list[Try]:
        """Everybody's tries at the flick of a day, so many of the first, oldest first."""
        sql = f"SELECT {_TRY} FROM try WHERE kind = '{DAILY}' AND key = $1 ORDER BY at, id LIMIT $2"
        return [_try(row) for row in await self._read(sql, key, most)]


def _more_text(try_: Try) -> str:
    text = msgspec.json.encode(try_.more).decode()
    if len(text) > MOST_MORE:
        raise StoreError(f"what is known of a try has {len(text)} characters; at most {MOST_MORE} are kept")
    return text


def _try(row: tuple[Any, ...]) -> Try:
    id_, holder, kind, game, key, at, hand, done, more = row
    return Try(id_, holder, kind, game, key, datetime.fromisoformat(at), hand, bool(done), msgspec.json.decode(more))


def _progress(row: tuple[Any, ...]) -> Progress:
    kind, game, key, hand, tries, done, last = row
    return Progress(kind, game, key, hand, int(tries), int(done), datetime.fromisoformat(last))

"""What every part of the store stands on: an engine, and the counter that tells others that a match was touched."""

from __future__ import annotations

from pennyflick.server.store.engine import Engine, Job, Result, Rows, Steps, Value, do
from pennyflick.server.store.store import StoreError, VersionTakenError

_TOUCH = "UPDATE match SET touched = touched + 1 WHERE id = $1"


class OverEngine:
    """A part of the store: what it reads and writes goes through here."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def _read(self, sql: str, *values: Value) -> Rows:
        """What a question finds; of what no engine could keep there is nothing."""
        return await self._engine.read(sql, *values) if all(map(_keepable, values)) else []

    async def _write(self, job: Job[Result]) -> Result:
        return await self._engine.write(job)

    async def _execute(self, sql: str, *values: Value) -> Rows:
        """One statement that changes something; what it tells of it."""

        def job() -> Steps[Rows]:
            return (yield do(sql, *values))

        return await self._write(job)


def _keepable(value: Value) -> bool:
    """Whether it can be a text in every database: no NUL, no half of a character."""
    if not isinstance(value, str) or (value.isascii() and "\0" not in value):
        return True
    return "\0" not in value and not any("\ud800" <= character <= "\udfff" for character in value)


def touch(match: str, seen: int | None = None) -> Steps[int]:
    """Raise the counter of a match, which is its lock as well: others wait until the job is done.

    `seen` is the counter that whoever writes has last read; raises VersionTakenError when it is not the match's.
    """
    sql, values = (_TOUCH, (match,)) if seen is None else (f"{_TOUCH} AND touched = $2", (match, seen))
    rows = yield do(f"{sql} RETURNING touched", *values)
    if not rows:
        raise StoreError(f"there is no match {match}") if seen is None else behind(match)
    return int(rows[0][0])


def touch_at(match: str, version: int, seen: int | None = None) -> Steps[int]:
    """The same for what holds at this version only; raises VersionTakenError when the match has moved on."""
    sql, values = (_TOUCH, (match, version)) if seen is None else (f"{_TOUCH} AND touched = $3", (match, version, seen))
    rows = yield do(f"{sql} AND version = $2 RETURNING touched", *values)
    if not rows:
        raise behind(match)
    return int(rows[0][0])


def answered(match: str, command: str | None) -> VersionTakenError:
    """Why a command is not carried out a second time."""
    return VersionTakenError(f"command {command} of match {match} was answered already")


def behind(match: str) -> VersionTakenError:
    """Why something was not stored that was decided on a match as it no longer is."""
    return VersionTakenError(f"match {match} has moved on meanwhile, or is gone")

"""The store in PostgreSQL: as anywhere, but what is done most often is one question and one answer."""

from __future__ import annotations

from pennyflick.server.store.engine import Rows, Value
from pennyflick.server.store.postgresql import PostgresqlEngine, ThereAlreadyError
from pennyflick.server.store.sql.base import answered, behind
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sql.texts import VERSION, ms_of, standing_values, time_text, version_values, whole_ms
from pennyflick.server.store.store import Advance

_TYPES = ["bigint", "text", "text", "text", "text", "text", "text", "bigint", "bigint", "bytea"]  # of VERSION
# $1 to $7 where it stands, $8 its match, $9 the version before, $10 to $19 the version, $20 and $21 the reply to the
# command, $22 since when the house must act, $23 the counter on which it was decided
_MOVED = (
    "UPDATE match SET version = $1, over = $2, sentence = $3, score = $4, act = $5, updated = $6, deadline = $7, "
    "touched = touched + 1 WHERE id = $8 AND version = $9 AND touched = coalesce($23::bigint, touched) "
    "RETURNING id, touched"
)
_VERSION = ", ".join(f"${number}::{type_}" for number, type_ in enumerate(_TYPES, 10))
_KEPT = f"INSERT INTO entry (match, {VERSION}) SELECT id, {_VERSION} FROM moved"
_REPLIED = (
    "INSERT INTO reply (match, command, reply) SELECT id, $20::text, $21::text FROM moved WHERE $20::text IS NOT NULL"
)
_ASKED = (
    "INSERT INTO house_turn (match, version, asked, attended) SELECT id, $1, $22::bigint, TRUE FROM moved "
    "WHERE $22::bigint IS NOT NULL ON CONFLICT (match) DO UPDATE "
    "SET version = excluded.version, asked = excluded.asked, lease_until = NULL, thinker = NULL"
)
_ANSWERED = "DELETE FROM house_turn USING moved WHERE match = moved.id AND $22::bigint IS NULL"
_ADVANCE = (
    f"WITH moved AS ({_MOVED}), kept AS ({_KEPT}), replied AS ({_REPLIED}), asked AS ({_ASKED}), "
    f"answered AS ({_ANSWERED}) SELECT touched FROM moved"
)


class PostgresqlStore(SqlStore):
    """Everything that the servers of one database keep."""

    def __init__(self, engine: PostgresqlEngine) -> None:
        super().__init__(engine)
        self._postgresql = engine

    async def advance(self, step: Advance) -> int:
        """The next version of a match; raises VersionTakenError when its version is not the one before."""
        reply = (None, None) if step.reply is None else (step.reply.command, step.reply.reply)
        values = (
            *(*standing_values(step.standing), time_text(step.at), ms_of(step.deadline)),
            *(step.match, step.kept.version - 1, *version_values(step.match, step.kept)[1:]),
            *(*reply, whole_ms(step.at) if step.house else None, step.seen),
        )
        try:
            rows = await self._execute(_ADVANCE, *values)
        except ThereAlreadyError:
            raise answered(step.match, reply[0]) from None
        if not rows:
            raise behind(step.match)
        return int(rows[0][0])

    async def _execute(self, sql: str, *values: Value) -> Rows:
        """One statement needs no question to begin a transaction and none to end it."""
        return await self._postgresql.write_once(sql, *values)

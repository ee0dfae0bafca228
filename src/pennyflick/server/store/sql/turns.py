"""Turns of the house. Law: a row comes with the version that makes it so, and goes with the one that answers it."""

from __future__ import annotations

from datetime import datetime

from pennyflick.server.store.engine import Steps, do
from pennyflick.server.store.sql.base import OverEngine
from pennyflick.server.store.sql.texts import instant_of, whole_ms
from pennyflick.server.store.store import HouseTurn, Turns

_ASK = (
    "INSERT INTO house_turn (match, version, asked, attended) VALUES ($1, $2, $3, TRUE) "  # somebody has just acted
    "ON CONFLICT (match) DO UPDATE SET version = excluded.version, asked = excluded.asked, "
    "lease_until = NULL, thinker = NULL"  # whether anybody is there stays: the house may have answered itself
)
_ASK_NOW = (
    "INSERT INTO house_turn (match, version, asked, attended) "
    "SELECT id, version, CAST($2 AS BIGINT), TRUE FROM match WHERE id = $1"
)
# where only the house plays somebody must look on; of a match that was put away nobody waits for anything
_NEEDED = (
    "EXISTS (SELECT 1 FROM match WHERE id = house_turn.match AND deleted IS NULL "
    "AND (house_turn.attended OR players LIKE '%\"person\"%'))"
)
_FREE = f"(lease_until IS NULL OR lease_until < $1) AND {_NEEDED}"
_TURN = "match, version, asked, attended"


class HouseTurns(OverEngine):
    """The part of the store that knows where the house must act, and who thinks for it."""

    async def take_turn(self, thinker: str, now: datetime, lease_ms: int) -> HouseTurn | None:
        """The next turn that nobody thinks about, or whose thinker's lease ran out; his until the lease ends."""
        at = whole_ms(now)
        best = f"SELECT match FROM house_turn WHERE {_FREE} ORDER BY attended DESC, asked, match LIMIT 1"
        sql = (
            f"UPDATE house_turn SET lease_until = $2, thinker = $3 WHERE match = ({best} {self._engine.skip_locked}) "
            f"RETURNING {_TURN}"
        )
        rows = await self._execute(sql, at, at + lease_ms, thinker)
        return _turn(*rows[0]) if rows else None

    async def renew_turn(self, turn: HouseTurn, thinker: str, now: datetime, lease_ms: int) -> bool:
        """He still thinks about it, until another lease ends; False: he need not, or another does."""
        sql = (
            f"UPDATE house_turn SET lease_until = $1 WHERE match = $2 AND version = $3 AND thinker = $4 AND {_NEEDED} "
            "RETURNING match"
        )
        return bool(await self._execute(sql, whole_ms(now) + lease_ms, turn.match, turn.version, thinker))

    async def release_turn(self, turn: HouseTurn, thinker: str) -> None:
        """He thinks about it no longer: somebody else may."""
        sql = "UPDATE house_turn SET lease_until = NULL, thinker = NULL WHERE match = $1 AND version = $2"
        await self._execute(f"{sql} AND thinker = $3", turn.match, turn.version, thinker)

    async def drop_turn(self, turn: HouseTurn) -> None:
        """The house need not act there after all: the match is over, or a person decides."""
        await self._execute("DELETE FROM house_turn WHERE match = $1 AND version = $2", turn.match, turn.version)

    async def ask_turn(self, match: str, version: int, at: datetime) -> None:
        """The house must act, and no row says so yet; nothing changes where one does, or the match has moved on."""
        sql = f"{_ASK_NOW} AND version = $3 ON CONFLICT (match) DO NOTHING"
        await self._execute(sql, match, whole_ms(at), version)

    async def attend(self, match: str, attended: bool) -> None:
        """Somebody is at the table, or nobody is any more: tables with people come first."""
        sql = "SELECT attended FROM house_turn WHERE match = $1"
        if any(bool(kept) is not attended for (kept,) in await self._read(sql, match)):
            await self._execute("UPDATE house_turn SET attended = $1 WHERE match = $2", attended, match)

    async def turns(self) -> Turns:
        """How many turns wait for the house, and since when the first of them does."""
        sql = f"SELECT count(*), min(asked) FROM house_turn WHERE {_NEEDED}"
        ((waiting, oldest),) = await self._read(sql)
        return Turns(waiting, instant_of(oldest))


def ask_house(match: str, version: int, at_ms: int) -> Steps[None]:
    """The house must act now."""
    yield do(_ASK, match, version, at_ms)


def ask_house_now(match: str, at_ms: int) -> Steps[None]:
    """The house must act at the version that the match has."""
    yield do(f"{_ASK_NOW} ON CONFLICT (match) DO NOTHING", match, at_ms)


def house_done(match: str) -> Steps[None]:
    """The house need not act."""
    yield do("DELETE FROM house_turn WHERE match = $1", match)


def _turn(match: str, version: int, asked: int, attended: object) -> HouseTurn:
    at = instant_of(asked)
    assert at is not None, "the column holds no NULL"
    return HouseTurn(match, version, at, bool(attended))

"""Where people can be rung, and who was."""

from __future__ import annotations

from pennyflick.server.store.engine import Steps, do
from pennyflick.server.store.sql.base import OverEngine
from pennyflick.server.store.store import Bell

_KEEP = (
    "INSERT INTO bell (endpoint, holder, p256dh, auth, number) "
    "SELECT $1, $2, $3, $4, coalesce(max(number), 0) + 1 FROM bell WHERE holder = $2"
)
_LATEST = "SELECT endpoint FROM bell WHERE holder = $1 ORDER BY number DESC, endpoint LIMIT $2"
# only where there is a bell: whoever is forgotten meanwhile stays so
_RING = (
    "INSERT INTO rung (match, holder) SELECT DISTINCT $1, holder FROM bell WHERE holder = $2 "
    "ON CONFLICT (match, holder) DO NOTHING RETURNING match"
)


class Bells(OverEngine):
    """The part of the store that keeps the doorbell."""

    async def keep_bell(self, holder: str, bell: Bell, most: int) -> None:
        """A browser wants to be rung there; of one holder the latest so many are kept."""

        def job() -> Steps[None]:
            yield do("DELETE FROM bell WHERE endpoint = $1", bell.endpoint)  # it may have a new holder
            yield do(_KEEP, bell.endpoint, holder, bell.p256dh, bell.auth)
            yield do(f"DELETE FROM bell WHERE holder = $1 AND endpoint NOT IN ({_LATEST})", holder, most)

        await self._write(job)

    async def bells(self, holder: str) -> list[Bell]:
        """Where this holder can be rung, the oldest first."""
        sql = "SELECT endpoint, p256dh, auth FROM bell WHERE holder = $1 ORDER BY number, endpoint"
        return [Bell(*row) for row in await self._read(sql, holder)]

    async def drop_bell(self, endpoint: str) -> None:
        """Nobody can be rung there any more."""
        await self._execute("DELETE FROM bell WHERE endpoint = $1", endpoint)

    async def forget_bells(self, holder: str) -> None:
        """This holder is not to be rung any more, and nothing is left of where and when he was."""

        def job() -> Steps[None]:
            yield do("DELETE FROM bell WHERE holder = $1", holder)
            yield do("DELETE FROM rung WHERE holder = $1", holder)

        await self._write(job)

    async def ring(self, match: str, holder: str) -> bool:
        """Take note that he is rung about a match; False: he was and has not been there since, or cannot be."""
        return bool(await self._execute(_RING, match, holder))

    async def answer_bell(self, match: str, holder: str) -> None:
        """He has been there: the next time he may be rung again."""
        if await self._read("SELECT 1 FROM rung WHERE match = $1 AND holder = $2", match, holder):
            await self._execute("DELETE FROM rung WHERE match = $1 AND holder = $2", match, holder)

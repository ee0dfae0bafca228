"""The store over any engine: its parts, put together."""

from __future__ import annotations

from pennyflick.server.store.engine import Hints, Secrets
from pennyflick.server.store.sql.bells import Bells
from pennyflick.server.store.sql.forgetting import Forgetful
from pennyflick.server.store.sql.handing import Handing
from pennyflick.server.store.sql.lists import Lists
from pennyflick.server.store.sql.matches import Matches
from pennyflick.server.store.sql.practice import Practice
from pennyflick.server.store.sql.seats import Seats
from pennyflick.server.store.sql.turns import HouseTurns
from pennyflick.server.store.sql.vacancies import Vacancies
from pennyflick.server.store.sql.wishes import Wishes


class SqlStore(Matches, Seats, Lists, Wishes, HouseTurns, Handing, Vacancies, Forgetful, Bells, Practice):
    """Everything that the server keeps."""

    @property
    def secrets(self) -> Secrets:
        """The server's keys."""
        return self._engine.secrets

    @property
    def hints(self) -> Hints | None:
        """The way to other workers of the same database; None: there can be none."""
        return self._engine.hints

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        await self._engine.close()

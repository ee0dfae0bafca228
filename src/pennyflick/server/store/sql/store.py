"""The store over any engine: its parts, put together."""

from __future__ import annotations

from pennyflick.server.store.sql.bells import Bells
from pennyflick.server.store.sql.forgetting import Forgetful
from pennyflick.server.store.sql.handing import Handing
from pennyflick.server.store.sql.lists import Lists
from pennyflick.server.store.sql.matches import Matches
from pennyflick.server.store.sql.seats import Seats
from pennyflick.server.store.sql.turns import HouseTurns
from pennyflick.server.store.sql.vacancies import Vacancies
from pennyflick.server.store.sql.wishes import Wishes


class SqlStore(Matches, Seats, Lists, Wishes, HouseTurns, Handing, Vacancies, Forgetful, Bells):
    """Everything that the server keeps."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        await self._engine.close()

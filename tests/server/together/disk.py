"""What stands on the disk, read past the server: the truth with which everything else is compared."""

from __future__ import annotations

import json
import sqlite3
import zlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pennyflick.server.store.sql.texts import instant_of
from pennyflick.server.wire.messages import Json


@dataclass(frozen=True)
class Stored:
    """Where a match stands, and what made its last version."""

    version: int
    over: bool
    act: tuple[str, ...]
    deadline: datetime | None
    hash: str  # empty before the first version
    kind: str
    answer: Json | None
    shot_s: float


class Disk:
    """A folder of a server, read while it runs."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "matches.db", isolation_level=None)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def stored(self, match: str) -> Stored:
        """Where the match stands."""
        ((version, over, act, deadline),) = self._read(
            "SELECT version, over, act, deadline FROM match WHERE id = ?", match
        )
        ((entries,),) = self._read("SELECT count(*) FROM entry WHERE match = ?", match)
        assert entries == version, f"{match} has {entries} entries at version {version}"
        hash_, kind, answer, shot_s = self._entry(match, version)
        acting = tuple(act.split(",")) if act else ()
        return Stored(version, bool(over), acting, instant_of(deadline), hash_, kind, answer, shot_s)

    def _entry(self, match: str, version: int) -> tuple[str, str, Json | None, float]:
        rows = self._read(
            "SELECT digest, kind, answer, event FROM entry WHERE match = ? AND version = ?", match, version
        )
        if not rows:
            return "", "", None, 0.0
        digest, kind, answer, event = rows[0]
        shot = json.loads(zlib.decompress(event))["event"]["shot"]
        return digest, kind, None if answer is None else json.loads(answer), shot["duration_s"] if shot else 0.0

    def standing(self, match: str) -> tuple[int, str]:
        """Version and digest alone."""
        sql = "SELECT version, (SELECT digest FROM entry WHERE match = id AND entry.version = match.version) FROM match"
        ((version, digest),) = self._read(f"{sql} WHERE id = ?", match)
        return version, digest or ""

    def reply(self, match: str, command: str) -> Json | None:
        """What that command was answered, as far as it is kept."""
        rows = self._read("SELECT reply FROM reply WHERE match = ? AND command = ?", match, command)
        return json.loads(rows[0][0]) if rows else None

    def holders(self, match: str) -> dict[str, str]:
        """Who has each seat."""
        return dict(self._read("SELECT seat, holder FROM seat WHERE match = ?", match))

    def wishes(self, match: str, kind: str, version: int) -> set[str]:
        """The seats that wish it at this version."""
        sql = "SELECT seat FROM wish WHERE match = ? AND kind = ? AND version = ?"
        return {seat for (seat,) in self._read(sql, match, kind, version)}

    def rematches(self, match: str) -> list[str]:
        """The matches that followed it."""
        return [each for (each,) in self._read("SELECT id FROM match WHERE follows = ?", match)]

    def head(self, match: str) -> tuple[dict[str, str], int]:
        """Who plays each seat, and the seed."""
        ((players, seed),) = self._read("SELECT players, seed FROM match WHERE id = ?", match)
        return json.loads(players), int(seed)

    def _read(self, sql: str, *values: str | int) -> list[tuple]:  # type: ignore[type-arg]
        return self._connection.execute(sql, values).fetchall()

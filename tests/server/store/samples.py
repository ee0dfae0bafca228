"""A match between two people as the store keeps it, for tests that change what they are about."""

from __future__ import annotations

from datetime import UTC, datetime

from pennyflick.server.store.store import Header, Under

NOW = datetime(2026, 5, 1, 12, 30, 15, 250_000, tzinfo=UTC)
HEADER = Header(
    id="abc",
    game="penny-black",
    options={},
    starter="one",
    names={"one": "Ann", "two": "Bo"},
    players={"one": "person", "two": "person"},
    hands={},
    seed=1,
    created=NOW,
    under=Under(1, 1),
)

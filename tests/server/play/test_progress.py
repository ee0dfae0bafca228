"""What is done and what is starred follows from the tries that the store keeps."""

from __future__ import annotations

from datetime import UTC, datetime

from pennyflick.server.play.progress import Learned, learned
from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.practice import LESSON, PUZZLE, Progress

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def row(key: str, hand: str, done: int, kind: str = LESSON, game: str = "penny-blue") -> Progress:
    return Progress(kind, game, key, hand, 5, done, NOW)


def test_a_star_is_for_a_hand_that_takes_skill() -> None:
    rows = [row("kill", EXACT, 2), row("kill", "visible good", 1), row("hit", EXACT, 1), row("cut", "good", 0)]
    found = learned(rows, LESSON, "penny-blue")

    assert found == Learned(frozenset({"kill", "hit", "cut"}), frozenset({"kill", "hit"}), frozenset({"kill"}))


def test_other_games_and_kinds_are_not_counted() -> None:
    rows = [row("kill", EXACT, 1, PUZZLE), row("kill", EXACT, 1, game="penny-red")]

    assert learned(rows, LESSON, "penny-blue") == Learned()

"""How far somebody is: which lessons and puzzles are done, and which with a hand that takes skill."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.practice import Progress


@dataclass(frozen=True)
class Learned:
    """What is done of one kind in one game, by ids."""

    tried: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    starred: frozenset[str] = frozenset()  # with one's own hand


def learned(progress: Iterable[Progress], kind: str, game: str) -> Learned:
    """What the store's progress says of one kind in one game."""
    some = [each for each in progress if (each.kind, each.game) == (kind, game)]
    done = [each for each in some if each.done]
    return Learned(
        frozenset(each.key for each in some),
        frozenset(each.key for each in done),
        frozenset(each.key for each in done if each.hand != EXACT),
    )

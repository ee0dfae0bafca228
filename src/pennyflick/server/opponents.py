"""The house's opponents: people-sized names, each a way to think and a hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal

DEFAULT_OPPONENT = "beginner"


@dataclass(frozen=True)
class Opponent:
    """One of them, as a form offers it."""

    name: str  # also the name of its hand
    title: str
    sentence: str


OPPONENTS = {
    each.name: each
    for each in (
        Opponent("beginner", "A beginner", "Plays what comes to mind, with a shaky hand."),
        Opponent("average", "An average player", "Knows the game; the hand is as most people's."),
        Opponent("good", "A good player", "Picks good flicks and often hits them."),
        Opponent("expert", "An expert", "Thinks ahead and rarely misses."),
    )
}

_BOTS = "pennyflick.players.bots"
_FALLBACK = RandomLegal(aimed=0.9)


def player_of(name: str, game: str) -> Player:
    """Who thinks for that opponent at that game."""
    if find_spec(_BOTS) is None:
        return _FALLBACK
    make: Callable[[str, str], Player] = import_module(_BOTS).player
    return make(name, game)


def fallback_player() -> Player:
    """Who steps in when an opponent fails: any legal answer will do."""
    return _FALLBACK

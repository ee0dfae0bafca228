"""The house's opponents: people-sized names, each a way to think and a hand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.temperaments import NAMES, TITLES, temperaments

DEFAULT_OPPONENT = NAMES[0]
_FALLBACK = RandomLegal(aimed=0.9)


@dataclass(frozen=True)
class Opponent:
    """One of them, as a form offers it."""

    name: str  # also the name of its hand
    title: str
    sentence: str


def opponents_at(game: str) -> tuple[Opponent, ...]:
    """Whom the house offers at this game, weakest first."""
    ways = temperaments(game)
    return tuple(Opponent(name, TITLES[name], ways[name]) for name in NAMES)


def player_of(name: str, game: str) -> Player:
    """Who thinks for that opponent at that game."""
    from pennyflick.players.bots import player  # only now: bots load numpy, and the first page should not wait

    return player(name, game)


def fallback_player() -> Player:
    """Who steps in when an opponent fails: any legal answer will do."""
    return _FALLBACK

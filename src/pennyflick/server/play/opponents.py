"""The house's opponents: people-sized names, each a way to think and a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pennyflick.players.hands import Hand
from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.temperaments import NAMES, TITLES, temperaments

DEFAULT_OPPONENT = "beginner"
_FALLBACK = RandomLegal(aimed=0.9)


@dataclass(frozen=True)
class Opponent:
    """One of them, as a form offers it."""

    name: str
    title: str
    sentence: str


def opponents_at(game: str) -> tuple[Opponent, ...]:
    """Whom the house offers at this game, weakest first."""
    ways = temperaments(game)
    return tuple(Opponent(name, TITLES[name], ways[name]) for name in NAMES)


def next_opponent(game: str, players: Iterable[str]) -> Opponent | None:
    """Who is one stronger than the strongest of the house among these players; None: nobody, or only people play."""
    offered, present = opponents_at(game), set(players)
    met = [number for number, one in enumerate(offered) if one.name in present]
    return offered[max(met) + 1] if met and max(met) + 1 < len(offered) else None


def player_of(name: str, game: str, facing: Hand, hand: Hand | None) -> Player:
    """Who thinks for that opponent at that game, against such a hand, with this one (None: his own)."""
    from pennyflick.players.bots import parse_spec, player  # only now: bots load numpy, the first page should not wait

    spec = parse_spec(name, game)
    return player(spec if hand is None else replace(spec, hand=hand), game, facing)


def fallback_player() -> Player:
    """Who steps in when an opponent fails: any legal answer will do."""
    return _FALLBACK

"""What players of Penny Black can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.options import option

_GAMES = {"short": 1, "full": 3}
_RESTITUTION = {"ordinary": 0.85, "low": 0.65}  # chosen: the "ping factor" of ordinary and of dull coins


@dataclass(frozen=True)
class Options:
    """The options of Penny Black."""

    shape: str = option("hexagon", "The shape of the board.", ("hexagon", "square", "round"))
    coin: str = option("1p", "The coin played with; 2p is the Tupenny board.", ("1p", "2p", "5c"))
    set_colour: str = option(
        "yellow", "The colour of the twelve outer pennies (BLK-3).", ("red", "yellow", "green", "blue")
    )
    inner: str = option(
        "123",
        "The order of the inner pairs, anticlockwise: 1, 2 and 3 are the inner colours in rainbow order (BLK-4).",
        ("123", "132", "213", "231", "312", "321"),
    )
    length: str = option("short", "A short match is one game, a full one is first to three.", ("short", "full"))
    games: int = option(0, "First to this many games; 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take in one game before it is ended.", low=1, high=1_000)
    ping: str = option("ordinary", "How lively the coins are.", ("ordinary", "low"))
    friction: float = option(0.20, "Sliding friction: 0.15 polished, 0.25 dull.", low=0.05, high=0.60)
    follow_through_mm: float = option(4.0, "How far the finger travels with the flicked penny (GEN-7).", low=0, high=20)

    @property
    def games_to_win(self) -> int:
        """First to this many games wins the match."""
        return self.games or _GAMES[self.length]

    @property
    def restitution(self) -> float:
        """The ping factor as a number."""
        return _RESTITUTION[self.ping]

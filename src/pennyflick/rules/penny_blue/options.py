"""What players of Penny Blue can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.options import option

_GAMES = {"short": 1, "full": 3}
_SETS = {"short": 1, "full": 1}
_RESTITUTION = {"ordinary": 0.85, "low": 0.65}  # chosen: the "ping factor" of ordinary and of dull coins


@dataclass(frozen=True)
class Options:
    """The options of Penny Blue."""

    shape: str = option("square", "The shape of the board (BLU-2).", ("square", "hexagon"))
    coin: str = option("1p", "The coin played with; 2p is the Tupenny board.", ("1p", "2p", "5c"))
    side_flick: str = option(
        "must", "Whether a blue near the edge must or may be side-flicked (BLU-12).", ("must", "may")
    )
    side_flick_kills: bool = option(False, "Whether a side-flick can kill (BLU-4, BLU-13).")
    length: str = option("short", "A short match is one game, a full one is three games to a set.", ("short", "full"))
    games: int = option(0, "First to this many games wins a set (BLU-17); 0: as the length says.", low=0, high=99)
    sets: int = option(0, "First to this many sets wins the match (BLU-17); 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take in one game before play is ended.", low=1, high=1_000)
    ping: str = option("ordinary", "How lively the coins are.", ("ordinary", "low"))
    friction: float = option(0.20, "Sliding friction: 0.15 polished, 0.25 dull.", low=0.05, high=0.60)
    follow_through_mm: float = option(4.0, "How far the finger travels with the flicked penny (GEN-7).", low=0, high=20)

    @property
    def games_to_win(self) -> int:
        """First to this many games wins a set."""
        return self.games or _GAMES[self.length]

    @property
    def sets_to_win(self) -> int:
        """First to this many sets wins the match."""
        return self.sets or _SETS[self.length]

    @property
    def restitution(self) -> float:
        """The ping factor as a number."""
        return _RESTITUTION[self.ping]

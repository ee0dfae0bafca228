"""What players of Penny Red can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.options import option

_POINTS = {"short": 7, "full": 7}
_GAMES = {"short": 1, "full": 5}
_SETS = {"short": 1, "full": 3}
_RESTITUTION = {"ordinary": 0.85, "low": 0.65}  # chosen: the "ping factor" of ordinary and of dull coins


@dataclass(frozen=True)
class Options:
    """The options of Penny Red."""

    size: str = option("standard", "The size of the board: 229 or 305 mm wide.", ("standard", "tupenny"))
    coin: str = option(
        "board", "The coin played with; board: the one the size is made for.", ("board", "1p", "2p", "5c")
    )
    doubles: bool = option(False, "Whether two partners a side have one shooter each (RED-20).")
    length: str = option(
        "short", "A short match is one game to 7, a full one 7 points, 5 games, 3 sets.", ("short", "full")
    )
    points: int = option(0, "First to this many points wins a game (RED-19); 0: as the length says.", low=0, high=99)
    games: int = option(0, "First to this many games wins a set (RED-19); 0: as the length says.", low=0, high=99)
    sets: int = option(0, "First to this many sets wins the match (RED-19); 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take in one game before it is ended.", low=1, high=1_000)
    ping: str = option("ordinary", "How lively the coins are.", ("ordinary", "low"))
    friction: float = option(0.20, "Sliding friction: 0.15 polished, 0.25 dull.", low=0.05, high=0.60)
    follow_through_mm: float = option(4.0, "How far the finger travels with the flicked penny (GEN-7).", low=0, high=20)

    @property
    def points_to_win(self) -> int:
        """First to this many points wins a game."""
        return self.points or _POINTS[self.length]

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

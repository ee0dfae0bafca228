"""The score sheet of Penny Red."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pennyflick.rules.kept import kept
from pennyflick.rules.penny_red.clauses import RED_9, RED_12
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import SHOOTERS, corners, seat_of
from pennyflick.rules.tally import NIL, Tally
from pennyflick.table import Clause, DiscId, Seat, Side, Spot

FLICKS_A_TURN = 3  # RED-8


class Phase(Enum):
    """What the player at the table is doing."""

    SERVE = "serve"  # RED-4
    OPEN = "open play"  # RED-8
    REWARD = "reward"  # the red is returned: RED-9 to RED-12 and RED-14


class Ended(Enum):
    """Why the match is over."""

    SETS = "sets"
    LIMIT = "turn limit"  # a game that ran into the limit with equal points


@kept("Reward", "place places cannon flick enemy")
@dataclass(frozen=True)
class Reward:
    """What the player who returned the red may still do."""

    place: tuple[DiscId, ...] = ()  # own shooters of which he may place some (RED-9, RED-12)
    places: int = 0  # how many of them
    cannon: bool = False  # by cannon (RED-12)
    flick: bool = False  # one flick to position a shooter (RED-10)
    enemy: tuple[DiscId, ...] = ()  # enemy shooters of which he may move one (RED-14)

    @property
    def placing(self) -> Clause:
        """The clause by which he may place."""
        return RED_12 if self.cannon else RED_9

    def __bool__(self) -> bool:
        return bool(self.places or self.flick or self.enemy)


NO_REWARD = Reward()


@kept(
    "Ledger",
    "starter turn corner phase corner_chosen second_serve flicks shooters_met red_hit_by in_hand across touching "
    "over_edge reward turns points games sets games_played ended",
)
@dataclass(frozen=True)
class Ledger:
    """Everything the rules must remember between flicks."""

    starter: Side  # who served first in this match
    turn: Side  # who is at the table
    corner: Spot  # where the server's other shooter stands for the serve (RED-3)
    phase: Phase = Phase.SERVE
    corner_chosen: bool = False  # the server has changed corners for this serve
    second_serve: bool = False  # the first one failed (RED-5)
    flicks: int = 0  # made in this turn of open play (RED-8)
    shooters_met: bool = False  # in this turn one shooter hit the other (RED-13)
    red_hit_by: tuple[DiscId, ...] = ()  # own shooters that hit the red in this turn (RED-13)
    in_hand: DiscId | None = None  # a shooter that its owner must put down first (RED-6, RED-18)
    across: tuple[DiscId, ...] = ()  # shooters that the opponent put across the line (RED-15)
    touching: tuple[DiscId, ...] = ()  # shooters at rest that touch the red (RED-17)
    over_edge: Side | None = None  # the court whose edge the red overlaps (RED-18)
    reward: Reward = NO_REWARD
    turns: Tally = NIL  # turns completed in this game
    points: Tally = NIL  # in this game
    games: Tally = NIL  # won in this set
    sets: Tally = NIL  # won in this match
    games_played: int = 0  # in the match, so that the serve can pass (RED-7)
    ended: Ended | None = None

    @property
    def server(self) -> Side:
        """Who serves in this game (RED-7)."""
        return self.starter if self.games_played % 2 == 0 else self.starter.other


def opening_ledger(starter: Side) -> Ledger:
    """The score sheet at the start of a match."""
    return Ledger(starter=starter, turn=starter, corner=corners(starter)[0])


def serving_shooter(options: Options, ledger: Ledger) -> DiscId:
    """Who serves: in doubles the partners serve alternate service games of their team (RED-20)."""
    place = ledger.games_played // 2 % 2 if options.doubles else 0
    return SHOOTERS[ledger.server][place]


def serving_seat(options: Options, ledger: Ledger) -> Seat:
    """The player who serves with it."""
    return seat_of(serving_shooter(options, ledger)) if options.doubles else Seat(ledger.server)

"""Penny Green's score sheet: whose turn, which phase, and the rights that wait to be used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from pennyflick.rules.kept import kept
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.tally import Tally
from pennyflick.table import Clause, DiscId, Side

MAX_HITS = 3  # GRN-5
DEFENDER_FLICKS = 2  # GRN-22
PLACED_ASIDE = 2  # GRN-22: how many other pennies the taker may place
_NOTHING = Tally()


class Restart(Enum):
    """What a turn began with."""

    NONE = "play"
    FLICK_OFF = "flick off"
    GOAL_FLICK = "goal flick"


# ---- how play goes on when nothing more is due -----------------------------------------------------------------------


@kept("TurnOf", "side restart")
@dataclass(frozen=True, slots=True)
class TurnOf:
    """This side begins a turn."""

    side: Side
    restart: Restart = Restart.NONE


@kept("GoalFlickOf", "side")
@dataclass(frozen=True, slots=True)
class GoalFlickOf:
    """This side takes a goal flick."""

    side: Side


@kept("Back", "phase")
@dataclass(frozen=True, slots=True)
class Back:
    """Play goes on where it was interrupted."""

    phase: Attack | Positional | GoalFlick


Next = TurnOf | GoalFlickOf | Back


# ---- what the opponent of an offender may do -------------------------------------------------------------------------


class Lifting(Enum):
    """What may be done with a penny."""

    SPOT = "spot"  # GRN-26: the offender's, onto a spot behind the owner's goal line
    REPOSITION = "reposition"  # GRN-27: the owner's own


@kept("Lift", "how clause discs keep")
@dataclass(frozen=True, slots=True)
class Lift:
    """The right to lift these pennies until `keep` of them remain, for a break of this clause."""

    how: Lifting
    clause: Clause
    discs: tuple[DiscId, ...]
    keep: int = 0

    @property
    def spent(self) -> bool:
        """Whether nothing more may be lifted."""
        return len(self.discs) <= self.keep


@kept("Award", "owner flicks lifts taker or_else")
@dataclass(frozen=True)
class Award:
    """The penalties that one side may carry out, in any order."""

    owner: Side
    flicks: tuple[Clause, ...] = ()  # penalty flicks due, by the rule that was broken
    lifts: tuple[Lift, ...] = ()
    taker: DiscId | None = None  # the penny set aside takes the penalty flick (GRN-22)
    or_else: Next | None = None  # how play goes on if the flick is declined; None: the owner takes possession

    @property
    def spent(self) -> bool:
        """Whether nothing is left of it."""
        return not self.flicks and not self.lifts

    def without(self, discs: tuple[DiscId, ...]) -> Award:
        """The award once these pennies have been dealt with."""
        lifts = (replace(each, discs=tuple(d for d in each.discs if d not in discs)) for each in self.lifts)
        return replace(self, lifts=tuple(each for each in lifts if not each.spent))


# ---- phases ----------------------------------------------------------------------------------------------------------


@kept("FlickOff", "placer fouls")
@dataclass(frozen=True)
class FlickOff:
    """A side puts down all its pennies; fouls declared meanwhile wait until both have."""

    placer: Side
    fouls: tuple[Award, ...] = ()


@kept("Attack", "side restart hits first only near")
@dataclass(frozen=True, slots=True)
class Attack:
    """The attacker's hits: a normal flick is due."""

    side: Side
    restart: Restart = Restart.NONE
    hits: int = 0
    first: DiscId | None = None  # flicked first in a turn begun by a restart (GRN-23)
    only: DiscId | None = None  # the goal flick's penny, for its first flick
    near: tuple[DiscId, ...] = ()  # within a diameter of the green after the last flick (GRN-14)


@kept("Positional", "side near")
@dataclass(frozen=True, slots=True)
class Positional:
    """The flick that completes a turn with at least one hit."""

    side: Side
    near: tuple[DiscId, ...] = ()


class Stage(Enum):
    """Where a goal flick has got to (GRN-22)."""

    ASIDE = "the taker takes a penny aside"
    PLACING = "the taker places up to two others"
    FLICKS = "the opponent makes two positional flicks"
    READY = "the taker places the green and his penny"


@kept("GoalFlick", "taker stage aside placed flicks_left")
@dataclass(frozen=True, slots=True)
class GoalFlick:
    """A goal flick being prepared."""

    taker: Side
    stage: Stage = Stage.ASIDE
    aside: DiscId | None = None
    placed: tuple[DiscId, ...] = ()
    flicks_left: int = DEFENDER_FLICKS


@kept("Penalties", "awards then")
@dataclass(frozen=True)
class Penalties:
    """Awards being carried out: the first now, the others after it."""

    awards: tuple[Award, ...]
    then: Next

    @property
    def award(self) -> Award:
        """The one being carried out."""
        return self.awards[0]


@kept("KeeperPlacing", "due")
@dataclass(frozen=True)
class KeeperPlacing:
    """A penalty flick: the defender puts one penny on his goal line."""

    due: Penalties


@kept("TakerPlacing", "due")
@dataclass(frozen=True)
class TakerPlacing:
    """A penalty flick: the taker places the green and his penny."""

    due: Penalties


@kept("PenaltyFlick", "due penny")
@dataclass(frozen=True)
class PenaltyFlick:
    """A penalty flick about to be taken."""

    due: Penalties
    penny: DiscId


@kept("PutBack", "due discs")
@dataclass(frozen=True)
class PutBack:
    """Pennies still off the board whose rights have lapsed go where the software says."""

    due: Penalties
    discs: tuple[DiscId, ...]


class Ended(Enum):
    """What ended the last game."""

    GOALS = "goals"
    LIMIT = "turn limit"


@kept("Over", "winner by")
@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended."""

    winner: Side | None
    by: Ended = Ended.GOALS


Carrying = Penalties | KeeperPlacing | TakerPlacing | PenaltyFlick | PutBack
Phase = FlickOff | Attack | Positional | GoalFlick | Carrying | Over


@kept("Ledger", "starter phase goals games played turns out off")
@dataclass(frozen=True)
class Ledger:
    """The score sheet of a match."""

    starter: Side  # who won the toss, or lost the game before: takes the flick off
    phase: Phase
    goals: Tally = _NOTHING
    games: Tally = _NOTHING
    played: int = 0  # games finished
    turns: Tally = _NOTHING  # turns begun in this game, penalty flicks and goal flicks included
    out: Out = Out.NO  # where the green is, as far as the rules care
    off: tuple[DiscId, ...] = ()  # pennies off the board, waiting to come back

    def at(self, phase: Phase) -> Ledger:
        """The same sheet in another phase."""
        return replace(self, phase=phase)


def opening(starter: Side) -> Ledger:
    """The sheet as a match begins."""
    return Ledger(starter, FlickOff(starter))

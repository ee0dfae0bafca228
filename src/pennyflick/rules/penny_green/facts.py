"""What an onlooker saw of one flick at Penny Green. Law: no metres, only words and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Declare, DiscId, Evidence, Owner, Sentence, Side, phrase


class Out(Enum):
    """How the green went out of play: the first perimeter line that all of it crossed (GRN-3)."""

    NO = "no"
    SIDE = "side-line"
    LINE_ONE = "goal-line-one"  # outside the pegs
    LINE_TWO = "goal-line-two"
    GOAL_ONE = "goal-one"  # between the pegs
    GOAL_TWO = "goal-two"

    @property
    def words(self) -> Sentence:
        """For sentences, after "out"."""
        return _WORDS[self]

    @property
    def over_line_of(self) -> Side | None:
        """Whose goal line it crossed, between the pegs or not."""
        return _LINES.get(self)

    @property
    def goal_of(self) -> Side | None:
        """Between whose pegs it passed."""
        return _LINES[self] if self in (Out.GOAL_ONE, Out.GOAL_TWO) else None


_WORDS = {
    Out.NO: phrase("in play"),
    Out.SIDE: phrase("over a side line"),
    Out.LINE_ONE: phrase("over", Owner(Side.ONE), "goal line outside the pegs"),
    Out.LINE_TWO: phrase("over", Owner(Side.TWO), "goal line outside the pegs"),
    Out.GOAL_ONE: phrase("between", Owner(Side.ONE), "goal pegs"),
    Out.GOAL_TWO: phrase("between", Owner(Side.TWO), "goal pegs"),
}
_LINES = {Out.LINE_ONE: Side.ONE, Out.GOAL_ONE: Side.ONE, Out.LINE_TWO: Side.TWO, Out.GOAL_TWO: Side.TWO}


@dataclass(frozen=True)
class Facts:
    """One flick as a careful person beside the board would tell it."""

    flicked: DiscId
    moved: tuple[DiscId, ...] = ()  # the other pieces that moved
    hit: tuple[DiscId, ...] = ()  # what the flicked penny itself hit
    collided: tuple[DiscId, ...] = ()  # the pennies that the green collided with while in play
    struck_from: Zone = Zone.CENTRE  # where the green lay as the flick began
    zones: tuple[Zone, ...] = ()  # every zone the green was in, while in play
    out: Out = Out.NO
    off: tuple[DiscId, ...] = ()  # pennies that left the board
    near: tuple[DiscId, ...] = ()  # pennies within a diameter of the green at rest
    in_area_one: tuple[DiscId, ...] = ()  # pennies at rest in One's goal area
    in_area_two: tuple[DiscId, ...] = ()
    stayed: bool = False  # at a goal flick: the green was at no moment wholly outside the goal area
    illegal_push: bool = False
    picked_up: bool = False  # the penny was lifted and placed first (GRN-16)
    declared: tuple[Declare, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    def in_area(self, side: Side) -> tuple[DiscId, ...]:
        """The pennies at rest in the goal area of the goal that side defends."""
        return self.in_area_one if side is Side.ONE else self.in_area_two

    @property
    def green_moved(self) -> bool:
        """Whether the green moved."""
        return GREEN in self.moved

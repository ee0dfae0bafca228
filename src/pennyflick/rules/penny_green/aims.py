"""What one plays for at Penny Green, what one must beware of, and what counts now: the green, the goal."""

from __future__ import annotations

from pennyflick.boards.games.penny_green import PennyGreenBoard, Zone
from pennyflick.rules.game import Aims
from pennyflick.rules.penny_green.ledger import Attack, FlickOff, GoalFlick, Ledger, PenaltyFlick, Positional, Stage
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN
from pennyflick.table import DiscId, Layout, Object, Owner, Point, Side, Subject, Their, phrase, says, verb


def aims(options: Options, ledger: Ledger) -> Aims:
    """Goal and danger of what comes next."""
    del options
    match ledger.phase:
        case FlickOff(side):
            return _set_up(side)
        case Attack(side):
            return _attack(side)
        case Positional(side):
            return _positional(side)
        case GoalFlick(taker, stage):
            return _positional(taker.other) if stage is Stage.FLICKS else _goal_flick(taker)
        case PenaltyFlick(due):
            return _penalty(due.award.owner)
        case _:
            return Aims()


def what_counts(ledger: Ledger) -> tuple[DiscId, ...]:
    """The green, while it is to be hit."""
    return (GREEN,) if isinstance(ledger.phase, Attack | PenaltyFlick) else ()


def too_near(ledger: Ledger) -> tuple[DiscId, ...]:
    """The pennies that may not lie so near to the green when the turn is over (GRN-14)."""
    return ledger.phase.near if isinstance(ledger.phase, Positional) else ()


def goal_in_reach(board: PennyGreenBoard, ledger: Ledger, layout: Layout) -> tuple[Point, ...]:
    """The two pegs between which a goal would count now (GRN-18); none from elsewhere."""
    match ledger.phase:
        case PenaltyFlick(due):
            return _pegs(board, due.award.owner.other)
        case Attack(side) if (at := layout.point(GREEN)) is not None:
            shooting = board.zone(at, board.piece.radius_mm) is Zone.before_goal(side.other)
            return _pegs(board, side.other) if shooting else ()
        case _:
            return ()


def _pegs(board: PennyGreenBoard, side: Side) -> tuple[Point, ...]:
    return tuple(peg.centre for peg in board.goal_pegs(side))


def _set_up(side: Side) -> Aims:
    spread = phrase(verb("spreads"), Their(), "pennies before the goal")
    return Aims(says(Subject(side), spread, "; as they lie is good enough for a first match"))


def _attack(side: Side) -> Aims:
    passes = phrase(verb("passes"), THE_GREEN, "up the pitch and", verb("shoots"), "between", Owner(side.other), "pegs")
    goal = says(Subject(side), passes, ", from the zone before them")
    touched = phrase("once", THE_GREEN, "touches a penny of the other side the turn is over")
    return Aims(goal, says(touched, "; over a side line it costs a penalty flick"))


def _positional(side: Side) -> Aims:
    goal = says(Subject(side), "may move one penny to where it helps next")
    return Aims(goal, says("It must move neither", THE_GREEN, "nor a penny of the other side"))


def _goal_flick(taker: Side) -> Aims:
    return Aims(says(Subject(taker), verb("brings"), THE_GREEN, "out of the goal area, back into play"))


def _penalty(owner: Side) -> Aims:
    goal = says(Subject(owner), verb("shoots"), THE_GREEN, "between", Owner(owner.other), "pegs")
    return Aims(goal, says(THE_GREEN, "over a side line gives a penalty flick to", Object(owner.other)))

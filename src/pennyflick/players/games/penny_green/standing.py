"""What the score sheet of Penny Green says to a player, in numbers: whose turn, which phase, what is due to whom."""

from __future__ import annotations

from typing import assert_never

from pennyflick.boards.games.penny_green import goal_sign
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    MAX_HITS,
    Attack,
    Back,
    FlickOff,
    GoalFlick,
    GoalFlickOf,
    KeeperPlacing,
    Ledger,
    Next,
    Over,
    Penalties,
    PenaltyFlick,
    Phase,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.pieces import of_side
from pennyflick.table import DiscId, Point, Side

NAMES = (
    "attacks",  # 1: whoever is to act attacks, now or next; -1: the other does; 0: neither yet
    "hits left",
    "flick into position",  # 1: of one's own turn; 2 and 3: before a goal flick, with one or two left
    "restart",  # of the turn that begins: 1 a flick off, 2 a goal flick
    "set-up",  # of a flick off: 1 the first, 2 the second
    "goal flick",  # its stage; negative: the other takes it
    "placed",
    "penalty",  # its stage
    "own flicks due",
    "other flicks due",
    "own lifts",
    "other lifts",
    "own near",
    "other near",
    "own off",
    "other off",
    "green out",
)

Carrying = KeeperPlacing | TakerPlacing | PenaltyFlick | PutBack
_STAGES = {stage: float(number) for number, stage in enumerate(Stage, 1)}
_PENALTY = {Penalties: 1.0, KeeperPlacing: 2.0, TakerPlacing: 3.0, PenaltyFlick: 4.0, PutBack: 5.0}
_RESTARTS = {Restart.NONE: 0.0, Restart.FLICK_OFF: 1.0, Restart.GOAL_FLICK: 2.0}


def acting(phase: Phase) -> Side:
    """Who is to act; One once all is over."""
    match phase:
        case FlickOff(placer=side) | Attack(side=side) | Positional(side=side):
            return side
        case GoalFlick(taker=taker, stage=stage):
            return taker.other if stage is Stage.FLICKS else taker
        case Penalties(awards=awards):
            return awards[0].owner
        case KeeperPlacing(due=due):
            return due.award.owner.other
        case TakerPlacing(due=due) | PenaltyFlick(due=due) | PutBack(due=due):
            return due.award.owner
        case Over():
            return Side.ONE
        case _:
            assert_never(phase)


def standing(ledger: Ledger) -> tuple[float, ...]:
    """The numbers that are named above, for whoever is to act."""
    side = acting(ledger.phase)
    return (
        _attacks(ledger.phase, side),
        *_turn(ledger.phase),
        *_set_up(ledger, side),
        _PENALTY.get(type(ledger.phase), 0.0),
        *(_flicks_due(ledger.phase, each) for each in (side, side.other)),
        *(_lifts_due(ledger.phase, each) for each in (side, side.other)),
        *(float(len(of_side(_near(ledger.phase), each))) for each in (side, side.other)),
        *(float(len(of_side(ledger.off, each))) for each in (side, side.other)),
        float(ledger.out is not Out.NO),
    )


def barred(phase: Phase, discs: tuple[DiscId, ...]) -> tuple[DiscId, ...]:
    """The pennies that may not make the next flick (GRN-22, 23, 28)."""
    match phase:
        case Attack(only=penny) | PenaltyFlick(penny=penny) if penny is not None:
            return tuple(disc for disc in discs if disc != penny)
        case Attack(hits=1, first=penny) if penny is not None:
            return (penny,)
        case _:
            return ()


def green_will_lie(game: PennyGreen, phase: Phase) -> Point:
    """About where the green will be put that is in somebody's hand."""
    board = game.board
    match phase:
        case GoalFlick(taker=taker):
            return Point(board.goal_centre(taker).x_mm - goal_sign(taker) * 2.5 * board.diameter_mm, 0.0)
        case Penalties() | KeeperPlacing() | TakerPlacing() | PenaltyFlick() | PutBack():
            return Point(-goal_sign(_due(phase).award.owner) * board.zone_x_mm, 0.0)
        case _:
            return Point(0.0, 0.0)


def _attacks(phase: Phase, side: Side) -> float:
    attacker = _attacker(phase)
    return 0.0 if attacker is None else 1.0 if attacker is side else -1.0


def _attacker(phase: Phase) -> Side | None:
    match phase:
        case Attack(side=side):
            return side
        case Positional(side=side):
            return side.other
        case GoalFlick(taker=taker):
            return taker
        case FlickOff() | Over():
            return None
        case _:
            return _next(_due(phase).then)


def _next(then: Next) -> Side | None:
    match then:
        case TurnOf(side=side) | GoalFlickOf(side=side):
            return side
        case Back(phase=phase):
            return _attacker(phase)
        case _:
            assert_never(then)


def _due(phase: Penalties | Carrying) -> Penalties:
    return phase if isinstance(phase, Penalties) else phase.due


def _turn(phase: Phase) -> tuple[float, float, float]:
    """The hits left, the flick into position, the restart."""
    match phase:
        case Attack(hits=hits, restart=restart):
            return float(MAX_HITS - hits), 0.0, _RESTARTS[restart] if hits == 0 else 0.0
        case Positional():
            return 0.0, 1.0, 0.0
        case GoalFlick(stage=Stage.FLICKS, flicks_left=left):
            return float(MAX_HITS), 1.0 + left, 2.0
        case _:
            return float(MAX_HITS), 0.0, 0.0


def _set_up(ledger: Ledger, side: Side) -> tuple[float, float, float]:
    """The set-up, the goal flick, the pennies placed for it."""
    match ledger.phase:
        case FlickOff(placer=placer):
            return 1.0 if placer is ledger.starter else 2.0, 0.0, 0.0
        case GoalFlick(taker=taker, stage=stage, placed=placed):
            return 0.0, _STAGES[stage] if taker is side else -_STAGES[stage], float(len(placed))
        case _:
            return 0.0, 0.0, 0.0


def _flicks_due(phase: Phase, side: Side) -> float:
    """The penalty flicks of a side, the one being prepared included."""
    match phase:
        case Penalties() as due:
            return _flicks(due, side)
        case KeeperPlacing(due=due) | TakerPlacing(due=due) | PenaltyFlick(due=due):
            return _flicks(due, side) + (due.award.owner is side)
        case PutBack(due=due):
            return _flicks(due, side)
        case _:
            return 0.0


def _flicks(due: Penalties, side: Side) -> float:
    return float(sum(len(award.flicks) for award in due.awards if award.owner is side))


def _lifts_due(phase: Phase, side: Side) -> float:
    if isinstance(phase, FlickOff | Attack | Positional | GoalFlick | Over):
        return 0.0
    lifts = [lift for award in _due(phase).awards if award.owner is side for lift in award.lifts]
    return float(sum(len(lift.discs) - lift.keep for lift in lifts))


def _near(phase: Phase) -> tuple[DiscId, ...]:
    return phase.near if isinstance(phase, Attack | Positional) else ()

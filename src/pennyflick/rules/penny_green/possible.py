"""Which positions of Penny Green can be: what the layout shows of the ledger, and what contradicts it."""

from __future__ import annotations

from typing import Any

from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.ledger import (
    DEFENDER_FLICKS,
    MAX_HITS,
    Attack,
    Carrying,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Stage,
    TakerPlacing,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, pennies
from pennyflick.rules.possible import already_won, not_among, not_on_board, strayed, too_many, unlike
from pennyflick.table import Away, DiscId, Layout, Side, listed


def shown(options: Options, layout: Layout) -> dict[str, Any]:
    """The pennies that left the board and wait to come back."""
    return {"off": tuple(disc for disc in _pennies(options) if layout.where[disc] is Away.OFF)}


def contradiction(options: Options, position: Position[Ledger]) -> str | None:
    """Why ledger and layout cannot both be right, or None."""
    ledger, layout = position.ledger, position.layout
    return (
        strayed(layout, {GREEN: (Away.HAND,)} | dict.fromkeys(_pennies(options), (Away.OFF, Away.HAND)))
        or unlike(ledger, shown(options, layout))
        or _wrong_phase(options, ledger)
        or _wrong_green(ledger, layout)
        or _wrong_hand(options, ledger, layout)
        or not_on_board("phase", _needed(ledger), layout)
        or already_won("goals", ledger.goals, options.goals_to_win)
        or already_won("games", ledger.games, options.games)
        or too_many("played", ledger.played, 2 * options.games - 2)
        or too_many("games", ledger.games.one + ledger.games.two, ledger.played)
    )


def _pennies(options: Options) -> tuple[DiscId, ...]:
    return (*pennies(options, Side.ONE), *pennies(options, Side.TWO))


def _wrong_phase(options: Options, ledger: Ledger) -> str | None:
    match ledger.phase:
        case Attack(side=side, hits=hits, first=first, only=only):
            named = tuple(disc for disc in (first, only) if disc is not None)
            return too_many("phase.hits", hits, MAX_HITS - 1) or not_among("phase", named, pennies(options, side))
        case GoalFlick(taker=taker, stage=stage, aside=aside, placed=placed, flicks_left=left):
            named = tuple(disc for disc in (aside, *placed) if disc is not None)
            if (aside is None) is not (stage is Stage.ASIDE):
                return "a goal flick has a penny aside from its second stage on: write aside=…"
            return too_many("phase.flicks_left", left, DEFENDER_FLICKS) or not_among(
                "phase", named, pennies(options, taker)
            )
        case Penalties() | KeeperPlacing() | TakerPlacing() | PenaltyFlick() | PutBack() as carrying:
            return None if _due(carrying).awards else "a penalty needs at least one award: write awards=[Award(…)]"
        case _:
            return None


def _due(carrying: Carrying) -> Penalties:
    return carrying if isinstance(carrying, Penalties) else carrying.due


def _wrong_green(ledger: Ledger, layout: Layout) -> str | None:
    """The green lies on the board exactly while it is in play; for a penalty flick it is picked up first."""
    lies, in_play = layout.point(GREEN) is not None, ledger.out is Out.NO
    match ledger.phase:
        case KeeperPlacing() | TakerPlacing():
            return "the green is in the hand while a penalty flick is prepared" if lies else None
        case Penalties() | PutBack():
            due = in_play
        case GoalFlick():
            due = False
        case _:
            due = True
    if lies is due and in_play is due:
        return None
    return f"the green {'lies on the board' if lies else 'is in the hand'} and out is {ledger.out.value}: " + (
        "in this phase it lies on the board and out is no"
        if due
        else "when it is out of play it is in the hand, and out says which line it crossed"
    )


def _wrong_hand(options: Options, ledger: Ledger, layout: Layout) -> str | None:
    held = tuple(disc for disc in _pennies(options) if layout.where[disc] is Away.HAND)
    match ledger.phase:
        case FlickOff(placer=placer):
            missing = [disc for disc in pennies(options, placer) if disc not in held]
            early = f"{placer.value} puts down all pennies at once, so {listed(missing)} must be in the hand"
            return early if missing else None
        case Attack() | Positional() | PenaltyFlick():
            return f"{listed(held)} cannot be in the hand in this phase" if held else None
        case GoalFlick(aside=aside):
            due = () if aside is None else (aside,)
            return None if held == due else f"in the hand must be {listed(due)}, not {listed(held)}"
        case _:
            return None


def _needed(ledger: Ledger) -> tuple[DiscId, ...]:
    """The pennies that the phase takes to lie on the board."""
    match ledger.phase:
        case Attack(only=only, near=near):
            return (*near, *(() if only is None else (only,)))
        case Positional(near=near):
            return near
        case PenaltyFlick(penny=penny):
            return (penny,)
        case _:
            return ()

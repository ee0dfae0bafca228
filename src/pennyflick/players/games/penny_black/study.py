"""What is learned of Penny Black: the chance to win the game at hand, from the score and from how everything lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from pennyflick.players.games.penny_black import sights
from pennyflick.players.games.penny_black.worth import game_worth, in_hand, points_left, stake
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.study import Hands
from pennyflick.rules.game import Game
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.pennies import POINTS_TO_WIN, colour_due, colour_of, value_of
from pennyflick.table import Side

MANY_TURNS = 12  # more turns than this to the limit are as good as no limit
_LEDGER = (
    "points I need",
    "points they need",
    "points left",
    "pennies left",
    "pennies due",
    "value due",
    "points I still need after the due colour",
    "points they still need after the due colour",
    "free shot",
    "must leave",
    "in hand",
    "opening",
    "turns left",
    "my direction",
    "my speed",
    "their direction",
    "their speed",
    "steadier",
    "steadier for what is left",
)
MY_DIRECTION = _LEDGER.index("my direction")
# Without these a value may let a sure penny lie for a soft touch: few matches tell what one point is worth late on
HELPS = ("points they need", "free shot", "their direction", "their speed", "worth by hand", "best sight", "all sights")
HURTS = ("points I need", "must leave", "my direction", "my speed")


@dataclass(frozen=True)
class PennyBlackStudy:
    """See study.py of the values. Nothing but distances is looked at, so every mirrored or turned board is alike."""

    names: tuple[str, ...] = (*_LEDGER, "worth by hand", *sights.NAMES)
    helps: frozenset[str] = frozenset(HELPS)
    hurts: frozenset[str] = frozenset(HURTS)

    def acting(self, game: Game[Any, Any], ledgers: Sequence[Ledger]) -> Sequence[Side]:
        """Who is to flick."""
        return [ledger.turn for ledger in ledgers]

    def features(self, game: Game[Any, Any], positions: Positions, hands: Hands) -> Floats:
        """(n, names): the sheet, then the board."""
        black = cast(PennyBlack, game)
        told = np.array([_told(black, ledger, hands) for ledger in positions.ledgers]).reshape(-1, len(_LEDGER))
        sheet = told[positions.which]
        return np.column_stack([sheet, _by_hand(black, positions), _board(black, positions, sheet[:, MY_DIRECTION])])

    def stakes(self, game: Game[Any, Any], ledgers: Sequence[Ledger], side: Side) -> Floats:
        """The match if the game at hand is lost, and if it is won."""
        return np.array([stake(cast(PennyBlack, game), ledger, side) for ledger in ledgers]).reshape(-1, 2)

    def taken(self, game: Game[Any, Any], before: Ledger, after: Ledger) -> float | None:
        """A game that is drawn is played again and decides nothing; at the limit of turns the match is halved."""
        for side, share in ((Side.ONE, 1.0), (Side.TWO, 0.0)):
            if after.games.of(side) > before.games.of(side):
                return share
        return 0.5 if after.ended is not None and before.ended is None else None


STUDY = PennyBlackStudy()


def _by_hand(game: PennyBlack, positions: Positions) -> Floats:
    """What rules of thumb say that the game is worth to whoever is to flick."""
    ones = np.array([ledger.turn is Side.ONE for ledger in positions.ledgers])[positions.which]
    value = game_worth(game, positions, Side.ONE)
    return np.where(ones, value, 1.0 - value)


def _board(game: PennyBlack, positions: Positions, spread_deg: Floats) -> Floats:
    held = np.array([in_hand(ledger) for ledger in positions.ledgers])[positions.which]
    return sights.seen(game, positions.layouts.xy, positions.layouts.on, held, spread_deg)


def _told(game: PennyBlack, ledger: Ledger, hands: Hands) -> tuple[float, ...]:
    """What the sheet says to whoever is to flick."""
    side, options = ledger.turn, game.options
    mine, theirs = (POINTS_TO_WIN - ledger.score.of(each) for each in (side, side.other))
    colour = colour_due(ledger.on, options.set_colour) if ledger.on else ""
    due = [value_of(penny, options.set_colour) for penny in ledger.on if colour_of(penny) == colour]
    score = (mine, theirs, points_left(game, ledger), len(ledger.on), len(due), max(due, default=0))
    rights = (ledger.free_shot, bool(ledger.near) and ledger.first_flick, in_hand(ledger))
    opening = ledger.shooter_from is From.OPENING
    turns = min(2 * options.turn_limit - ledger.turns, MANY_TURNS)
    steadier = math.log(_turned(hands[side.other]) / _turned(hands[side]))
    compared = (steadier, steadier * score[2])
    return (*score, mine - sum(due), theirs - sum(due), *rights, opening, turns, *_spreads(hands, side), *compared)


def _turned(hand: Hand) -> float:
    """How far a hand is off; one that never is, a little too."""
    return max(hand.direction_sd_deg, 0.01)


def _spreads(hands: Hands, side: Side) -> tuple[float, ...]:
    own, other = hands[side], hands[side.other]
    return own.direction_sd_deg, own.speed_sd, other.direction_sd_deg, other.speed_sd

"""Positions of Penny Red in which something may be flicked, and flicks to try in them."""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.games.penny_red import TACTICS
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Noise
from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.aims import Aims
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger
from pennyflick.table import AskFlick, AskSideFlick, Decision


def red(**texts: str) -> PennyRed:
    return cast(PennyRed, registry.new_game("penny-red", texts))


def played(game: PennyRed, seed: int, most: int) -> Iterator[tuple[Position[Ledger], Decision]]:
    """What random play leads to, and every other match what bots that know what they do."""
    match = new_match(game, seed=seed)
    one: Player = player("3:flicks=150,hand=expert", game.name) if seed % 2 else RandomLegal(aimed=0.8)
    while most and (asked := decision(match)) is not None:
        most -= 1
        yield match.position, asked
        match, _ = step(match, dict.fromkeys(game.seats, one), asked)


def tried(
    game: PennyRed, seed: int, most: int, count: int, hand: str = "average"
) -> Iterator[tuple[Position[Ledger], Aims]]:
    """The positions in which something may be flicked, each with so many flicks."""
    for number, (position, asked) in enumerate(played(game, seed, most)):
        if any(isinstance(ask, AskFlick | AskSideFlick) for ask in asked.asks):
            yield position, noisy(TACTICS.ideas(game, position, asked), count, Dice(seed, number, "tried"), hand)


def noisy(aims: Aims, count: int, dice: Dice, hand: str = "average") -> Aims:
    """So many of the aims as a hand makes them, some much harder."""
    noise = Noise(dice)
    rows = aims.rows((noise.uniform(count) * len(aims)).astype(np.int64))
    wild: Any = np.where(noise.uniform(count) < 0.2, 2.2, 1.0)
    return rows.moved(rows.direction_deg, rows.speed_mm_s * wild).erring(HANDS[hand], noise.pairs(count))

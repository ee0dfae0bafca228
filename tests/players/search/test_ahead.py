"""Looking ahead: a flick is worth what whoever flicks next can make of where it leads."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Floats, Noise
from pennyflick.players.positions import Positions
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search import ahead, exact, search
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.hand_made import HandMade
from pennyflick.players.search.tactics import tactics_of
from pennyflick.players.values.study import Hands
from pennyflick.rules import registry
from pennyflick.table import AskFlick, Side

HAND = HANDS["expert"]


def scene_after(name: str, actions: int) -> tuple[search.Scene, Aims]:
    """A position of random play from which a flick is due, and the ideas in it."""
    game = registry.new_game(name)
    match = new_match(game, seed=4, starter=Side.ONE)
    players = {seat: RandomLegal(aimed=0.8) for seat in game.seats}
    while (asked := decision(match)) is not None:
        if len(match.actions) >= actions and any(isinstance(ask, AskFlick) for ask in asked.asks):
            tactics: Any = tactics_of(name)
            noise = Noise(Dice(1, 1, "test"))
            side, hands = asked.seats[0].side, dict.fromkeys(Side, HAND)
            scene = search.Scene(tactics, HandMade(tactics), game, match.position, side, hands, noise)
            return scene, scene.ideas(asked)
        match, _ = step(match, players, asked)
    raise AssertionError("the match was over too soon")


def kept(scene: search.Scene, aims: Aims, row: int) -> bool:
    """Whether the same side flicks again after this row, done exactly so."""
    asked = scene.game.decision(exact.after(scene.game, scene.position, aims, row))
    return asked is not None and asked.seats[0].side is scene.side


class _Pennies:
    """A value by which each penny won makes the match worth a little more, and each of theirs a little less."""

    def of(self, game: Any, positions: Positions, side: Side, hands: Hands) -> Floats:
        scores = np.array([ledger.score.of(side) - ledger.score.of(side.other) for ledger in positions.ledgers])
        return np.asarray(0.5 + 0.01 * scores[positions.which])


@pytest.mark.slow
def test_a_look_sees_what_oneself_can_win_next_and_what_the_other_side_can() -> None:
    scene, aims = scene_after("penny-black", 6)
    greedy = replace(scene, value=_Pennies())
    rows = range(0, len(aims), max(len(aims) // 40, 1))
    own = [ahead.gain(greedy, aims, row) for row in rows if kept(scene, aims, row)]
    other = [ahead.gain(greedy, aims, row) for row in rows if not kept(scene, aims, row)]

    assert own, "the test needs a flick that keeps the turn"
    assert other, "and one that ends it"
    assert min(own) >= 0.0 < max(own)
    assert max(other) <= 0.0 > min(other)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_the_look_finds_a_legal_flick_the_same_one_each_time(name: str) -> None:
    scene, aims = scene_after(name, 1)
    found = []
    for _ in range(2):
        fresh = replace(scene, noise=Noise(Dice(2, 1, "test")))
        found.append(ahead.looked_ahead(fresh, aims, 2_000))
    one, two = found

    assert scene.game.refuse(scene.position, one.aims.answer(0)) is None
    assert (np.diff(one.values) <= 0.0).all()
    assert one.aims.answer(0) == two.aims.answer(0)
    assert (one.values == two.values).all()

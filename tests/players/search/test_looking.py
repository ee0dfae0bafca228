"""Choices and placements are looked at as positions by whoever flicks next, with draws alike for all."""

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
from pennyflick.players.search import looking, search
from pennyflick.players.search.hand_made import HandMade
from pennyflick.players.search.tactics import tactics_of
from pennyflick.players.values.study import Hands
from pennyflick.rules import registry
from pennyflick.table import AskPlace, Choose, Decision, Side

BUDGET = 3_000


@pytest.fixture(scope="module")
def asked() -> tuple[search.Scene, Decision]:
    """A decision of Penny Green in which a penny may be placed or not."""
    game, tactics = registry.new_game("penny-green"), tactics_of("penny-green")
    for seed in range(1, 40):
        match: Any = new_match(game, seed=seed)
        while len(match.actions) < 40 and (found := decision(match)) is not None:
            if found.choices and any(isinstance(ask, AskPlace) for ask in found.asks):
                side, hands = found.seats[0].side, dict.fromkeys(Side, HANDS["good"])
                noise = Noise(Dice(1, 1, "test"))
                return search.Scene(tactics, HandMade(tactics), game, match.position, side, hands, noise), found
            match, _ = step(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.8)), found)
    raise AssertionError("no such decision came up")


def test_every_choice_is_looked_at_and_the_placements_that_are_best_or_named_first(
    asked: tuple[search.Scene, Decision],
) -> None:
    scene, found = asked
    given = looking.answers(scene, found)
    values = looking.looked_at(scene, given, BUDGET, Dice(1, 1, "test"))
    seen = np.isfinite(values)

    placed = [bool(seen[row]) for row, answer in enumerate(given) if not isinstance(answer, Choose)]

    assert all(seen[row] for row, answer in enumerate(given) if isinstance(answer, Choose))
    assert all(placed[: looking.FIRST_NAMED])
    assert looking.LOOKED_AT <= sum(placed) <= looking.LOOKED_AT + looking.FIRST_NAMED
    assert ((values[seen] >= 0.0) & (values[seen] <= 1.0)).all()


def test_the_same_dice_see_the_same(asked: tuple[search.Scene, Decision]) -> None:
    scene, found = asked
    given = looking.answers(scene, found)
    one, two = (looking.looked_at(scene, given, BUDGET, Dice(1, 1, "test")) for _ in range(2))

    assert (one == two).all()


def test_a_small_budget_only_glances(asked: tuple[search.Scene, Decision]) -> None:
    scene, found = asked
    given = looking.answers(scene, found)

    assert (looking.looked_at(scene, given, 100, Dice(1, 1, "test")) == looking.glanced(scene, given)).all()


class _Indifferent:
    """To whom every position is worth the same."""

    def of(self, game: Any, positions: Positions, side: Side, hands: Hands) -> Floats:
        return np.full(len(positions), 0.5)


def test_who_sees_no_difference_lets_no_right_lapse(asked: tuple[search.Scene, Decision]) -> None:
    scene, found = asked
    given = looking.answers(scene, found)
    values = looking.looked_at(replace(scene, value=_Indifferent()), given, BUDGET, Dice(1, 1, "test"))

    assert not isinstance(given[int(np.argmax(values))], Choose)


def test_where_nothing_can_be_placed_a_choice_is_worth_what_it_looks() -> None:
    assert looking._lapses([Choose("stop"), Choose("go on")]).tolist() == [False, False]


def test_positions_are_valued_as_between_equals(asked: tuple[search.Scene, Decision]) -> None:
    """What unequal hands make of a match is told by the hands, not by the position."""
    told: list[Hands] = []

    class Told:
        def of(self, game: Any, positions: Positions, side: Side, hands: Hands) -> Floats:
            told.append(hands)
            return np.full(len(positions), 0.5)

    scene, _ = asked
    unequal = {scene.side: HANDS["expert"], scene.side.other: HANDS["beginner"]}
    for side in Side:
        replace(scene, value=Told(), hands=unequal, side=side).worth([scene.position])

    assert told == [dict.fromkeys(Side, unequal[side]) for side in Side]

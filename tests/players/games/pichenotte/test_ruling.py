"""Where a bot of Pichenotte imagines shots to lead is where the referee leads them."""

from collections.abc import Mapping

import numpy as np
import pytest

from pennyflick.players.dice import Dice
from pennyflick.players.games.pichenotte import TACTICS
from pennyflick.players.noise import Noise
from pennyflick.players.search.aims import simulated
from pennyflick.rules import registry
from tests.players.law import strays
from tests.players.search.test_tactics import noisy, scenes

OPTIONS: tuple[Mapping[str, str], ...] = (
    {},
    {"rounds": "2", "tie": "shoot-out", "twenty_call": "either"},
    {"advanced": "yes", "twenty_call": "none"},
    {"players": "doubles", "turn_limit": "12"},
)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_shot_leads_where_the_referee_leads_it(options: Mapping[str, str]) -> None:
    assert wrong(options, 150) == []


@pytest.mark.slow
def test_ten_thousand_shots_lead_where_the_referee_leads_them() -> None:
    assert [told for options in OPTIONS for told in wrong(options, 2_500)] == []


def wrong(options: Mapping[str, str], count: int) -> list[str]:
    """What is imagined otherwise than it would be, of so many shots in all phases."""
    game, found, seen, seed = registry.new_game("pichenotte", options), list[str](), 0, 0
    while seen < count:
        for number, scene in enumerate(scenes(game, seed, 80)):
            if number % 4 == seed % 4:
                aims = noisy(TACTICS.ideas(game, *scene), 20, Noise(Dice(seed, number, "test")))
                found += strays(TACTICS, game, scene[0], aims)
                seen += len(aims)
        seed += 1
    return found


def test_few_ledgers_stand_for_many_shots() -> None:
    game = registry.new_game("pichenotte")
    *_, (position, asked) = scenes(game, 1, 14)
    aims = noisy(TACTICS.ideas(game, position, asked), 500, Noise(Dice(1, 1, "test")))
    found = TACTICS.after(game, position, aims, simulated(game, position, aims, TACTICS.contacts, TACTICS.track))

    assert len(found) == 500
    assert len(found.ledgers) < 120
    assert len(set(found.ledgers)) == len(found.ledgers)
    assert np.isfinite(found.layouts.xy[found.layouts.on]).all()

"""Where bots imagine that flicks lead at Penny Black is where the referee says they lead."""

from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

from pennyflick import physics
from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.games.penny_black import TACTICS
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Noise
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.aims import Aims, simulated
from pennyflick.rules import registry
from pennyflick.rules.game import Position, advance
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import Ledger

LATE = {"games": "2", "turn_limit": "3"}  # so that games end, by points and by the limit, and others begin


def black(**texts: str) -> PennyBlack:
    return cast(PennyBlack, registry.new_game("penny-black", texts))


def flicks(game: PennyBlack, seed: int, most: int, each: int) -> Iterator[tuple[Position[Ledger], Aims]]:
    """Noisy versions of ideas in positions of random play, every other match of bots that know what they do."""
    match, noise = new_match(game, seed=seed), Noise(Dice(seed, 0, "test"))
    one = player("3:flicks=150,hand=expert", game.name) if seed % 2 else RandomLegal(aimed=0.8)
    while most and (asked := decision(match)) is not None:
        aims = TACTICS.ideas(game, match.position, asked)
        chosen = aims.rows((noise.uniform(each) * len(aims)).astype(np.int64))
        yield match.position, chosen.erring(HANDS["average"], noise.pairs(each))
        match, _ = step(match, dict.fromkeys(game.seats, one), asked)
        most -= 1


def differences(game: PennyBlack, position: Position[Ledger], aims: Aims) -> list[str]:
    outcomes = simulated(game, position, aims, TACTICS.contacts, TACTICS.track)
    led = TACTICS.after(game, position, aims, outcomes)
    wrong = []
    for row in np.flatnonzero(~outcomes.capped):
        flick = aims.answer(int(row))
        shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
        real, verdict = advance(game, position, flick, shot)
        lying = physics.Layouts.of(game.discs, real.layout)
        same = np.array_equal(led.layouts.on[row], lying.on[0])
        same &= np.array_equal(led.layouts.xy[row, lying.on[0]], lying.xy[0, lying.on[0]])
        if not same or led.ledgers[led.which[row]] != real.ledger:
            wrong.append(f"{flick} {verdict.clauses}: {led.ledgers[led.which[row]]}, not {real.ledger}")
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    "texts", [{}, LATE, {"shape": "square", "set_colour": "red"}, {"shape": "round", "coin": "2p"}]
)
def test_flicks_lead_where_the_referee_says(texts: dict[str, str]) -> None:
    game = black(**texts)
    wrong = [each for scene in flicks(game, 2, 12, 10) for each in differences(game, *scene)]

    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("texts", [{}, LATE])
def test_ten_thousand_flicks_lead_where_the_referee_says(texts: dict[str, str]) -> None:
    game, seen, seed, wrong = black(**texts), 0, 10, list[str]()
    while seen < 10_000:
        for position, aims in flicks(game, seed, 30, 50):
            wrong += differences(game, position, aims)
            seen += len(aims)
        seed += 1

    assert wrong == []


def test_few_ledgers_hold_for_many_flicks() -> None:
    game = black()
    for position, aims in flicks(game, 3, 6, 600):
        led = TACTICS.after(game, position, aims, simulated(game, position, aims, TACTICS.contacts, TACTICS.track))

        assert len(led) == 600
        assert len(led.ledgers) < 200

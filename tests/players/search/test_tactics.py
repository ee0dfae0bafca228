"""What bots imagine agrees with what the referee rules: `after` leads where `advance` leads."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pennyflick import physics
from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Noise
from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.aims import Aims, simulated
from pennyflick.players.search.tactics import Tactics, tactics_of, worth_of
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position, advance
from pennyflick.table import AskFlick, AskSideFlick, Decision, DiscId, Side

Scene = tuple[Position[Any], Decision]


def scenes(game: Game[Any, Any], seed: int, most: int) -> Iterator[Scene]:
    """Positions in which something may be flicked: of random play, every other match of bots that know what they do."""
    match = new_match(game, seed=seed)
    one: Player = player("3:flicks=150,hand=expert", game.name) if seed % 2 else RandomLegal(aimed=0.8)
    players = dict.fromkeys(game.seats, one)
    while most and (asked := decision(match)) is not None:
        if any(isinstance(ask, AskFlick | AskSideFlick) for ask in asked.asks):
            most -= 1
            yield match.position, asked
        match, _ = step(match, players, asked)


def noisy(aims: Aims, count: int, noise: Noise) -> Aims:
    rows = aims.rows((noise.uniform(count) * len(aims)).astype(np.int64))
    return rows.erring(HANDS["average"], noise.pairs(count))


def disagreements(tactics: Tactics, game: Game[Any, Any], scene: Scene, aims: Aims) -> list[str]:
    position, asked = scene
    side = asked.seats[0].side
    outcomes = simulated(game, position, aims, tactics.contacts, tactics.track)
    imagined = tactics.worth(game, tactics.after(game, position, aims, outcomes), side)
    wrong = []
    for row in range(len(aims)):
        flick = aims.answer(row)
        shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
        after, verdict = advance(game, position, flick, shot)
        real = worth_of(tactics, game, after, side)
        if abs(real - imagined[row]) > 1e-6:
            wrong.append(f"{flick} {verdict.clauses}: imagined {imagined[row]:.6f}, really {real:.6f}")
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_a_bot_imagines_is_what_the_referee_rules(name: str) -> None:
    game, tactics = registry.new_game(name), tactics_of(name)
    wrong: list[str] = []
    seen = seed = 0
    while seen < 10_000:
        for number, scene in enumerate(scenes(game, seed, 25)):
            aims = tactics.ideas(game, *scene)
            assert len(aims), f"no idea what to do: {scene[1].sentence}"
            chosen = noisy(aims, 50, Noise(Dice(seed, number, "test")))
            wrong += disagreements(tactics, game, scene, chosen)
            seen += len(chosen)
        seed += 1

    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_every_idea_is_legal(name: str) -> None:
    game, tactics = registry.new_game(name), tactics_of(name)
    for position, asked in scenes(game, 5, 12):
        aims = tactics.ideas(game, position, asked)
        refused = [
            refusal.sentence
            for row in range(0, len(aims), 7)
            if (refusal := game.refuse(position, aims.answer(row))) is not None
        ]

        assert refused == []


def test_every_twenty_counts() -> None:
    game, tactics = registry.new_game("pichenotte"), tactics_of("pichenotte")
    fresh = game.opening(Side.ONE)
    ledgers = [replace(fresh.ledger, rail=tuple(DiscId(f"A{k}") for k in range(1, 1 + count))) for count in range(4)]
    values = [worth_of(tactics, game, Position(ledger, fresh.layout), Side.ONE) for ledger in ledgers]

    assert (np.diff(values) > 0.02).all()

"""Where flicks at Penny Blue lead, in arrays, is where the referee leads them one by one."""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from pennyflick import physics
from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.games.penny_blue import TACTICS
from pennyflick.players.games.penny_blue.seen import observe_many
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Noise
from pennyflick.players.player import Player
from pennyflick.players.positions import Positions
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.aims import AimList, Aims, Arm, simulated
from pennyflick.rules import registry
from pennyflick.rules.game import Position, advance
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ended, Ledger
from pennyflick.rules.tally import Tally
from pennyflick.table import AskFlick, AskSideFlick, Decision, DiscId, Point, Side

SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"length": "full"},
    {"shape": "hexagon", "games": "2", "sets": "2"},
    {"side_flick": "may", "side_flick_kills": "yes", "turn_limit": "2"},
)
A1, SA, SB = DiscId("A1"), DiscId("SA"), DiscId("SB")


def blue(**texts: str) -> PennyBlue:
    return cast(PennyBlue, registry.new_game("penny-blue", texts))


def scenes(game: PennyBlue, seed: int, most: int) -> Iterator[tuple[Position[Ledger], Decision]]:
    """Positions in which something may be flicked: of random play, every other match of bots that know what they do."""
    match = new_match(game, seed=seed)
    one: Player = player("3:flicks=150,hand=expert", game.name) if seed % 2 else RandomLegal(aimed=0.8)
    while most and (asked := decision(match)) is not None:
        if any(isinstance(ask, AskFlick | AskSideFlick) for ask in asked.asks):
            most -= 1
            yield match.position, asked
        match, _ = step(match, dict.fromkeys(game.seats, one), asked)


def noisy(aims: Aims, count: int, noise: Noise) -> Aims:
    """Any of the ideas as an average hand does them, and some done wildly."""
    rows = aims.rows((noise.uniform(count) * len(aims)).astype(np.int64))
    return rows.erring(HANDS["average"], noise.pairs(count))


def disagreements(game: PennyBlue, position: Position[Ledger], aims: Aims) -> list[str]:
    outcomes = simulated(game, position, aims, TACTICS.contacts, TACTICS.track)
    led = TACTICS.after(game, position, aims, outcomes)
    wrong = []
    for row in range(len(aims)):
        flick = aims.answer(row)
        shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
        after, verdict = advance(game, position, flick, shot)
        if not same(game, led.rows([row]), after):
            wrong.append(f"{flick} {verdict.clauses}: {led.ledgers[led.which[row]]}, really {after.ledger}")
    return wrong


def same(game: PennyBlue, led: Positions, after: Position[Ledger]) -> bool:
    real = physics.Layouts.of(game.discs, after.layout)
    return (
        led.ledgers[led.which[0]] == after.ledger
        and np.array_equal(led.layouts.on, real.on)
        and np.array_equal(led.layouts.xy, real.xy, equal_nan=True)
    )


def compared(game: PennyBlue, outcomes: int) -> list[str]:
    wrong: list[str] = []
    seen = seed = 0
    while seen < outcomes:
        for number, (position, asked) in enumerate(scenes(game, seed, 25)):
            aims = noisy(TACTICS.ideas(game, position, asked), 50, Noise(Dice(seed, number, "test")))
            wrong += disagreements(game, position, aims)
            seen += len(aims)
        seed += 1
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("texts", SETTINGS, ids=str)
def test_an_outcome_leads_where_the_referee_leads_it(texts: dict[str, str]) -> None:
    assert compared(blue(**texts), 150) == []


@pytest.mark.slow
@pytest.mark.parametrize("texts", SETTINGS, ids=str)
def test_ten_thousand_outcomes_lead_where_the_referee_leads_them(texts: dict[str, str]) -> None:
    assert compared(blue(**texts), 10_000 if texts == {} else 3_000) == []


@pytest.mark.slow
def test_hardly_ever_is_the_referee_asked_for_a_row_alone() -> None:
    game, unclear = blue(), list[float]()
    for seed in range(12):
        for number, (position, asked) in enumerate(scenes(game, seed, 25)):
            aims = noisy(TACTICS.ideas(game, position, asked), 200, Noise(Dice(seed, number, "test")))
            outcomes = simulated(game, position, aims, TACTICS.contacts, TACTICS.track)
            unclear.append(float(observe_many(game, position, aims, outcomes).unclear.mean()))

    assert np.mean(unclear) < 0.01


def in_line(ledger: Ledger) -> Position[Any]:
    """A1, the blue and the sovereign of Two in line before the edge, the others out of the way."""
    game = blue()
    places = {"A1": (-60.0, 0.0), "blue": (40.0, 0.0), "SB": (150.0, 0.0), "SA": (-150.0, -150.0)}
    others = {"A2": (-150.0, 150.0), "B1": (0.0, 150.0), "B2": (0.0, -150.0)}
    opening = game.opening(Side.ONE).layout
    return Position(ledger, opening.moved({DiscId(disc): Point(*xy) for disc, xy in (places | others).items()}))


def killed(game: PennyBlue, ledger: Ledger) -> tuple[Ledger, physics.Layouts]:
    """What a kill leads to, by arrays."""
    listed = AimList()
    listed.add(Arm(A1), "a kill", 0.0, (1_400.0,))
    position, aims = in_line(ledger), listed.aims()
    led = TACTICS.after(game, position, aims, simulated(game, position, aims, TACTICS.contacts, TACTICS.track))
    assert disagreements(game, position, aims) == []
    return led.ledgers[led.which[0]], led.layouts


def test_a_kill_wins_the_match_when_it_is_the_last_game() -> None:
    ledger, layouts = killed(blue(), Ledger(Side.ONE, Side.ONE, turns=Tally(1, 1)))

    assert ledger.ended is Ended.SETS
    assert ledger.sets == Tally(1, 0)
    assert not layouts.on[0, 5]


def test_after_a_kill_the_set_is_put_up_for_the_next_game() -> None:
    game = blue(length="full")
    ledger, layouts = killed(game, Ledger(Side.ONE, Side.ONE, turns=Tally(1, 1)))

    assert ledger == Ledger(Side.TWO, Side.TWO, games=Tally(1, 0))
    assert np.array_equal(layouts.xy, physics.Layouts.of(game.discs, game.opening(Side.TWO).layout).xy)


def test_in_the_first_turn_the_same_flick_loses() -> None:
    ledger, _ = killed(blue(), Ledger(Side.ONE, Side.ONE))

    assert ledger.sets == Tally(0, 1)

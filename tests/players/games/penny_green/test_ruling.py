"""Where many flicks at Penny Green lead is where the referee would leave them, one by one."""

from typing import Any, cast

import numpy as np
import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.physics import Layouts
from pennyflick.players.dice import Dice
from pennyflick.players.games.penny_green import TACTICS
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Noise
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search import exact
from pennyflick.players.search.aims import Aims, simulated
from pennyflick.players.search.settling import settled
from pennyflick.rules import registry
from pennyflick.rules.game import Position, Verdict
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Attack, Ledger
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Away, DiscId, Layout, Point, Side, Spot

GAME = cast(PennyGreen, registry.new_game("penny-green"))
ATTACK = Ledger(Side.ONE, Attack(Side.ONE))


def wrong(position: Position[Ledger], aims: Aims) -> list[str]:
    outcomes = simulated(GAME, position, aims, TACTICS.contacts, TACTICS.track)
    many = TACTICS.after(GAME, position, aims, outcomes)
    return [
        f"{aims.answer(row)}: {told}"
        for row in map(int, np.flatnonzero(~outcomes.capped))
        if (
            told := difference(many.ledgers[many.which[row]], many.layouts, row, exact.after(GAME, position, aims, row))
        )
    ]


def difference(ledger: Any, layouts: Layouts, row: int, real: Position[Ledger]) -> str:
    there = Layouts.of(GAME.discs, real.layout)
    if ledger != real.ledger:
        return f"{ledger}, not {real.ledger}"
    if (layouts.on[row] != there.on[0]).any():
        return "another piece lies on the board"
    apart = np.abs(layouts.xy[row] - there.xy[0])[there.on[0]].max(initial=0.0)
    return "" if apart < 1e-6 else f"a piece lies {apart} mm away"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_many_flicks_lead_where_the_referee_leaves_each(seed: int) -> None:
    match, compared = new_match(GAME, seed=seed), 0
    players = {seat: RandomLegal(aimed=0.8) for seat in GAME.seats}
    while compared < 400 and (asked := decision(match)) is not None:
        aims = TACTICS.ideas(GAME, match.position, asked)
        if len(aims):
            noise = Noise(Dice(seed, compared, "ruling"))
            some = aims.rows((noise.uniform(20) * len(aims)).astype(np.int64)).erring(HANDS["average"], noise.pairs(20))
            compared += len(some)
            assert wrong(match.position, some) == []
        match, _ = step(match, players, asked)

    assert compared == 400


def lying(**places: tuple[float, float]) -> Layout:
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    return Layout({disc.id: points.get(disc.id, Away.HAND) for disc in GAME.discs})


def test_a_verdict_moves_its_discs_in_the_rows_it_rules_on() -> None:
    layouts = Layouts.of(GAME.discs, lying(A1=(10.0, 10.0), green=(0.0, 30.0)))
    three = Layouts(np.repeat(layouts.xy, 3, axis=0), np.repeat(layouts.on, 3, axis=0))
    nothing = Verdict(ATTACK, (), {})
    anew = Verdict(ATTACK, (), {DiscId("A1"): Away.HAND, GREEN: Spot("centre")})
    after = settled(GAME, [nothing, anew], np.array([0, 1, 0]), three).layouts

    assert after.on[:, 0].tolist() == [True, False, True]
    assert after.xy[:, -1].tolist() == [[0.0, 30.0], [0.0, 0.0], [0.0, 30.0]]
    assert three.on[1, 0]

"""Where bots see many flicks at Penny Red lead is where the referee leads them, one by one."""

import numpy as np
import pytest

from pennyflick import physics
from pennyflick.players.games.penny_red import TACTICS
from pennyflick.players.games.penny_red.facts import essential, observe_many
from pennyflick.players.positions import Positions
from pennyflick.players.search import exact
from pennyflick.players.search.aims import AimList, Aims, Arm, simulated
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.table import DiscId, Layout, Point, Side
from tests.players.games.penny_red.scenes import red, tried

A1 = DiscId("A1")
FAR_AWAY = {"A1": (-214.0, 99.5), "A2": (-214.0, -99.5), "B1": (214.0, -99.5), "B2": (214.0, 99.5)}


def outcomes_of(game: PennyRed, position: Position[Ledger], aims: Aims) -> physics.Outcomes:
    return simulated(game, position, aims, TACTICS.contacts, TACTICS.track)


def differences(game: PennyRed, position: Position[Ledger], aims: Aims) -> list[str]:
    """Where the many do not lead to exactly what the referee makes of each."""
    outcomes = outcomes_of(game, position, aims)
    many, wrong = TACTICS.after(game, position, aims, outcomes), list[str]()
    for row in np.flatnonzero(~outcomes.capped):
        one = Positions.of(game, [exact.after(game, position, aims, int(row))])
        ledger, layout = many.ledgers[many.which[row]], many.rows([row]).layouts
        same = np.array_equal(layout.on, one.layouts.on) and np.array_equal(layout.xy, one.layouts.xy, equal_nan=True)
        if ledger != one.ledgers[0] or not same:
            wrong.append(f"{aims.answer(int(row))}: {ledger}, not {one.ledgers[0]}")
    return wrong


def lying(**places: tuple[float, float]) -> Layout:
    return Layout({DiscId(disc): Point(*xy) for disc, xy in ({**FAR_AWAY, "red": (0.0, 0.0)} | places).items()})


def in_open_play(**places: tuple[float, float]) -> Position[Ledger]:
    return Position(Ledger(Side.ONE, Side.ONE, red().opening(Side.ONE).ledger.corner, Phase.OPEN), lying(**places))


def one_flick(direction_deg: float, speed_mm_s: float) -> Aims:
    listed = AimList()
    listed.add(Arm(A1), "", direction_deg, (speed_mm_s,))
    return listed.aims()


@pytest.mark.slow
def test_ten_thousand_flicks_lead_where_the_referee_leads_them() -> None:
    game, wrong, seen, seed = red(), list[str](), 0, 0
    while seen < 10_000:
        for position, aims in tried(game, seed, 25, 50):
            wrong += differences(game, position, aims)
            seen += len(aims)
        seed += 1

    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "texts",
    [{}, {"size": "tupenny", "length": "full"}, {"doubles": "yes"}, {"points": "2", "turn_limit": "2"}, {"coin": "2p"}],
    ids=" ".join,
)
def test_whatever_was_agreed_flicks_lead_where_the_referee_leads_them(texts: dict[str, str]) -> None:
    game = red(**texts)
    for position, aims in tried(game, 2, 12, 20):
        assert differences(game, position, aims) == []


@pytest.mark.slow
def test_hardly_ever_must_the_referee_be_asked_for_one_flick() -> None:
    game, unclear, rows = red(), 0, 0
    for seed in range(6):
        for position, aims in tried(game, seed, 20, 300, hand="good"):
            unclear += int(observe_many(game, position, aims, outcomes_of(game, position, aims)).unclear.sum())
            rows += len(aims)

    assert unclear < 0.01 * rows


@pytest.mark.slow
def test_what_is_left_out_changes_no_ruling() -> None:
    game = red()
    for position, aims in tried(game, 3, 20, 100):
        many = observe_many(game, position, aims, outcomes_of(game, position, aims))
        short = essential(many)
        for row in np.flatnonzero(~many.unclear):
            full, told = (game.judge(position.ledger, each.facts(int(row))) for each in (many, short))

            assert (told.ledger, dict(told.fates)) == (full.ledger, dict(full.fates))


def test_a_shooter_that_crosses_and_is_thrown_back_has_crossed() -> None:
    position = in_open_play(A1=(-15.0, -60.0), red=(-40.0, 80.0), B1=(20.5, 20.0))
    aims = AimList()
    for direction in np.arange(60.0, 90.0, 0.5):
        aims.add(Arm(A1), "", float(direction), (600.0, 1_500.0))
    game = red()

    assert differences(game, position, aims.aims()) == []


def test_a_star_shot_is_counted() -> None:
    game = red()
    position = in_open_play(A1=(-180.0, 0.0), A2=(-140.0, 0.0), red=(-100.0, 0.0), B1=(222.0, 0.0))
    aims = AimList()
    aims.add(Arm(A1), "", 0.0, range(900, 2_600, 10))
    outcomes = outcomes_of(game, position, aims.aims())
    points = {ledger.points.one for ledger in TACTICS.after(game, position, aims.aims(), outcomes).ledgers}

    assert differences(game, position, aims.aims()) == []
    assert 3 in points

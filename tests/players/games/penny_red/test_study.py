"""What is learned of Penny Red: rallies, seen alike from both ends of the table."""

from dataclasses import replace
from functools import cache
from time import thread_time

import numpy as np
import pytest

from pennyflick.physics import Layouts
from pennyflick.players.games.penny_red import STUDY, TACTICS
from pennyflick.players.games.penny_red.table import playing
from pennyflick.players.hands import HANDS
from pennyflick.players.positions import Positions
from pennyflick.players.search.tactics import worth_of
from pennyflick.players.values.leads import race
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.ledger import Ended, Ledger, Phase
from pennyflick.rules.penny_red.pennies import SHOOTERS
from pennyflick.rules.tally import Tally
from pennyflick.table import DiscId, Side
from tests.players.games.penny_red.scenes import played, red

HANDS_OF = {Side.ONE: HANDS["expert"], Side.TWO: HANDS["beginner"]}


@cache
def some_positions() -> list[Position[Ledger]]:
    game = red()
    return [position for seed in range(4) for position, _ in played(game, seed, 30)]


def named_for_the_other(disc: DiscId) -> DiscId:
    swapped = dict(zip(SHOOTERS[Side.ONE] + SHOOTERS[Side.TWO], SHOOTERS[Side.TWO] + SHOOTERS[Side.ONE], strict=True))
    return swapped.get(disc, disc)


def turned(ledger: Ledger) -> Ledger:
    """The same with the sides exchanged."""

    def exchanged(discs: tuple[DiscId, ...]) -> tuple[DiscId, ...]:
        return tuple(map(named_for_the_other, discs))

    rights = replace(ledger.reward, place=exchanged(ledger.reward.place), enemy=exchanged(ledger.reward.enemy))
    return replace(
        ledger,
        turn=ledger.turn.other,
        red_hit_by=exchanged(ledger.red_hit_by),
        across=exchanged(ledger.across),
        touching=exchanged(ledger.touching),
        in_hand=ledger.in_hand and named_for_the_other(ledger.in_hand),
        over_edge=ledger.over_edge and ledger.over_edge.other,
        reward=rights,
    )


@pytest.mark.slow
def test_features_are_numbers_with_a_name_each() -> None:
    game = red()
    positions = Positions.of(game, some_positions())
    features = STUDY.features(game, positions, HANDS_OF)

    assert features.shape == (len(positions), len(STUDY.names))
    assert len(set(STUDY.names)) == len(STUDY.names)
    assert np.isfinite(features).all()
    assert {ledger.phase for ledger in positions.ledgers} == set(Phase)


@pytest.mark.parametrize("mirror", [(1.0, -1.0), (-1.0, 1.0)], ids=["left and right", "the two ends"])
def test_mirrored_positions_have_the_same_features(mirror: tuple[float, float]) -> None:
    game = red()
    here = Positions.of(game, some_positions())
    xy, on, ledgers, hands = here.layouts.xy * mirror, here.layouts.on, here.ledgers, HANDS_OF
    if mirror[0] < 0:
        xy, on = xy[:, [2, 3, 0, 1, 4]], on[:, [2, 3, 0, 1, 4]]
        ledgers, hands = tuple(map(turned, ledgers)), {side: HANDS_OF[side.other] for side in Side}
    there = Positions(ledgers, here.which, Layouts(xy, on))

    seen = STUDY.features(game, here, HANDS_OF)
    assert STUDY.features(game, there, hands) == pytest.approx(seen, abs=1e-6)


def test_the_features_of_a_thinking_bot_take_no_time() -> None:
    game = red()
    positions = Positions.of(game, some_positions())
    many = positions.rows(np.resize(np.arange(len(positions)), 6_000))
    STUDY.features(game, many, HANDS_OF)
    began = thread_time()
    STUDY.features(game, many, HANDS_OF)

    assert thread_time() - began < 0.2  # of the processor, whoever else has it; a tenth of that is usual


def test_what_one_side_stands_to_win_the_other_stands_to_lose() -> None:
    game = red(points="5")
    ledgers = [position.ledger for position in some_positions()]
    one, two = (STUDY.stakes(game, ledgers, side) for side in Side)

    assert one + two[:, ::-1] == pytest.approx(1.0)
    assert (one[:, 1] >= one[:, 0]).all()


def test_a_third_of_what_is_at_stake_is_a_point() -> None:
    game = red(points="3")
    ledger = replace(game.opening(Side.ONE).ledger, points=Tally(1, 2))
    ((lost, won),) = STUDY.stakes(game, [ledger], Side.ONE)

    assert lost + (won - lost) / 3 == pytest.approx(0.0)
    assert lost + (won - lost) * 2 / 3 == pytest.approx(race(1, 1))


def test_the_rally_goes_to_whoever_scores_by_what_he_scores() -> None:
    game = red(games="2")
    ledger = replace(game.opening(Side.ONE).ledger, points=Tally(6, 3))
    scored, star = replace(ledger, points=Tally(7, 3)), replace(ledger, points=Tally(8, 3))
    lost, cannon = replace(ledger, points=Tally(6, 4)), replace(ledger, points=Tally(6, 6))
    game_won = replace(ledger, points=Tally(0, 0), games=Tally(1, 0))

    assert STUDY.taken(game, ledger, replace(ledger, flicks=1)) is None
    assert STUDY.taken(game, ledger, scored) == STUDY.taken(game, ledger, game_won) == pytest.approx(2 / 3)
    assert STUDY.taken(game, ledger, star) == pytest.approx(5 / 6)
    assert STUDY.taken(game, ledger, lost) == pytest.approx(1 / 3)
    assert STUDY.taken(game, ledger, cannon) == 0.0
    assert STUDY.taken(game, ledger, replace(ledger, ended=Ended.LIMIT)) == 0.5


def test_after_a_return_the_other_side_plays_the_red() -> None:
    ledger = replace(red().opening(Side.ONE).ledger, phase=Phase.REWARD)

    assert playing(ledger) is Side.TWO
    assert STUDY.acting(red(), [ledger]) == [Side.TWO]


def test_what_a_flick_leads_to_can_be_learned_from() -> None:
    game = red()
    position = game.opening(Side.ONE)
    value = worth_of(TACTICS, game, position, Side.ONE)

    assert value + worth_of(TACTICS, game, position, Side.TWO) == pytest.approx(1.0)

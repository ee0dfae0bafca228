"""What is learned of Pichenotte: features that know no left and right, and the round as the stake."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pennyflick.players.games.pichenotte.study import STUDY
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.rules.pichenotte.ledger import Ended, Ledger, Phase
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Layout, Point, Seat, Side

ONE, TWO = Side.ONE, Side.TWO
HANDS_OF = {ONE: HANDS["expert"], TWO: HANDS["beginner"]}
LYING = {"A1": Point(20.0, -60.0), "A2": Point(-150.0, 30.0), "B1": Point(25.0, 15.0), "B2": Point(200.0, -40.0)}


def test_there_are_no_gaps_in_what_is_seen() -> None:
    rows = seen(position(LYING))

    assert rows.shape == (1, len(STUDY.names))
    assert len(set(STUDY.names)) == len(STUDY.names)
    assert np.isfinite(rows).all()


def test_a_mirrored_board_looks_the_same() -> None:
    mirrored = {puck: Point(-at.x_mm, at.y_mm) for puck, at in LYING.items()}

    assert seen(position(mirrored)) == pytest.approx(seen(position(LYING)))


def test_both_ends_of_the_board_look_the_same() -> None:
    other = {"A": "B", "B": "A"}
    turned = {other[puck[0]] + puck[1:]: Point(-at.x_mm, -at.y_mm) for puck, at in LYING.items()}
    swapped = {side: HANDS_OF[side.other] for side in Side}

    assert seen(position(turned, TWO), swapped) == pytest.approx(seen(position(LYING)))


def test_a_puck_behind_another_is_hidden() -> None:
    alone, shielded = ({"B1": Point(0.0, 0.0)}, {"B1": Point(0.0, 60.0), "A1": Point(0.0, 20.0)})
    for puck in ("A2", "A3", "A4", "A5"):
        shielded[puck] = Point({"A2": -34.0, "A3": 34.0, "A4": -66.0, "A5": 66.0}[puck], 24.0)

    assert column(position(alone), "enemy most open") == 1.0
    assert column(position(shielded), "enemy most open") < column(position(alone), "enemy most open")


def test_a_round_won_is_all_of_the_stake_and_a_tie_half_of_it() -> None:
    game, before = singles(), Ledger(Seat(ONE), Seat(ONE))
    after = [replace(before, half_points=Tally(*halves)) for halves in ((2, 0), (0, 2), (1, 1), (0, 0))]

    assert [STUDY.taken(game, before, each) for each in after] == [1.0, 0.0, 0.5, None]


def test_the_stake_is_the_match_where_one_round_decides() -> None:
    ledger = Ledger(Seat(ONE), Seat(TWO))

    assert STUDY.stakes(singles(), [ledger], ONE).tolist() == [[0.0, 1.0]]
    assert STUDY.stakes(singles(rounds="4"), [ledger], TWO).tolist() == [[0.34375, 0.65625]]


def test_after_the_end_there_is_nothing_to_win() -> None:
    over = replace(Ledger(Seat(ONE), Seat(TWO)), half_points=Tally(2, 0), ended=Ended.ROUNDS)

    assert STUDY.stakes(singles(), [over, replace(over, half_points=Tally(1, 1))], TWO).tolist() == [[0, 0], [0.5, 0.5]]


def test_a_shoot_out_is_seen_by_whoever_shoots_next() -> None:
    ledger = Ledger(Seat(ONE), Seat(TWO), Phase.SHOOT_OUT, shots=3, twenties=Tally(2, 1))
    empty = Position(ledger, position({}).layout)

    assert STUDY.acting(singles(), [ledger]) == [TWO]
    assert column(empty, "shoot-out lead") == -1.0
    assert column(empty, "shoot-out left") == 21.0


def test_four_at_a_table_are_seen_too() -> None:
    game = singles(players="doubles")

    assert np.isfinite(STUDY.features(game, Positions.of(game, [position(LYING)]), HANDS_OF)).all()


def singles(**options: str) -> Game[Any, Any]:
    return registry.new_game("pichenotte", options)


def position(lying: dict[str, Point], turn: Side = ONE) -> Position[Ledger]:
    fresh = singles().opening(turn)
    places: dict[DiscId, Point | Away] = {DiscId(puck): at for puck, at in lying.items()}
    on = tuple(DiscId(puck) for puck in lying)
    return Position(replace(fresh.ledger, shots=8, on=on), Layout(fresh.layout.where).moved(places))


def seen(where: Position[Ledger], hands: Any = None) -> Floats:
    return STUDY.features(singles(), Positions.of(singles(), [where]), hands or HANDS_OF)


def column(where: Position[Ledger], name: str) -> float:
    return float(seen(where)[0, STUDY.names.index(name)])

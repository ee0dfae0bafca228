"""What positions of Penny Blue are worth by hand."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

import pytest

from pennyflick.players.games.penny_blue import TACTICS
from pennyflick.players.positions import Positions
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ended, Ledger
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Point, Side


def blue(**texts: str) -> PennyBlue:
    return cast(PennyBlue, registry.new_game("penny-blue", texts))


def worth(
    game: PennyBlue,
    ledger: Ledger,
    places: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    side: Side = Side.ONE,
) -> float:
    """Of the set as it stands at the opening, some pennies elsewhere."""
    moved: dict[DiscId, Any] = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    position = Position(ledger, game.opening(Side.ONE).layout.moved(moved))
    return float(TACTICS.worth(game, Positions.of(game, [position]), side)[0])


LATER = Ledger(Side.ONE, Side.ONE, turns=Tally(1, 1))
IN_LINE = {"A1": (60.0, 0.0), "blue": (100.0, 0.0), "SB": (150.0, 0.0), "SA": (0.0, 0.0)}


def test_a_kill_in_sight_is_worth_more_to_whoever_is_at_the_table() -> None:
    assert worth(blue(), LATER, IN_LINE) > worth(blue(), replace(LATER, turn=Side.TWO), IN_LINE) > 0.5


def test_both_sides_share_what_there_is() -> None:
    one, two = (worth(blue(length="full"), LATER, IN_LINE, side) for side in Side)

    assert one + two == pytest.approx(1.0)


def test_having_to_side_flick_is_a_burden_and_a_free_shot_a_gift() -> None:
    plain = worth(blue(), LATER)

    assert worth(blue(), replace(LATER, side_flick_due=True)) < plain < worth(blue(), replace(LATER, free_shot=True))


def test_what_is_won_is_worth_all_and_a_draw_half() -> None:
    won = replace(LATER, ended=Ended.SETS, sets=Tally(1, 0))

    assert worth(blue(), won) == 1.0
    assert worth(blue(), won, {}, Side.TWO) == 0.0
    assert worth(blue(), replace(LATER, ended=Ended.LIMIT)) == 0.5


def test_a_lead_in_games_counts() -> None:
    game = blue(length="full")

    assert (
        worth(game, replace(LATER, games=Tally(1, 0)))
        > worth(game, LATER)
        > worth(game, replace(LATER, games=Tally(0, 1)))
    )


def test_a_match_of_ninety_nine_games_is_valued_like_any_other() -> None:
    assert worth(blue(games="99", sets="99"), LATER) == pytest.approx(0.5, abs=0.01)


def test_a_sovereign_in_the_hand_is_in_some_danger() -> None:
    game = blue()
    lifted = game.opening(Side.ONE).layout.moved({DiscId("SA"): Away.HAND})
    in_hand = Positions.of(game, [Position(replace(LATER, in_hand=DiscId("SA")), lifted)])

    assert 0.0 < float(TACTICS.worth(game, in_hand, Side.ONE)[0]) < worth(game, LATER)

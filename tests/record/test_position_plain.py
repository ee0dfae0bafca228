import json
from typing import Any

import pytest

from pennyflick.match import new_match, play
from pennyflick.players import RandomLegal
from pennyflick.record import PositionError, plain_position, position_digest, position_of
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Side

GAMES = registry.names()


def _positions(game: Game[Any, Any], seed: int) -> list[Position[Any]]:
    match = play(new_match(game, seed=seed), {seat: RandomLegal() for seat in game.seats})
    return [match.begun, *(action.position for action in match.actions)]


def _stored(position: Position[Any]) -> Any:
    return json.loads(json.dumps(plain_position(position)))


def _check_round_trips(game: Game[Any, Any], position: Position[Any]) -> None:
    back = position_of(game, _stored(position))
    assert back == position
    assert tuple(back.layout.where) == tuple(position.layout.where)
    assert position_digest(back) == position_digest(position)


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_a_match_come_back_exactly(name: str) -> None:
    game = registry.new_game(name, {"turn_limit": "4"})
    for position in _positions(game, seed=1):
        _check_round_trips(game, position)


def _opening(name: str) -> tuple[Game[Any, Any], Any]:
    game = registry.new_game(name)
    return game, _stored(game.opening(Side.ONE))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"turn": "three"}, "turn cannot be 'three'; it is one of one, two"),
        ({"turn": 1}, "turn cannot be 1; it is one of one, two"),
        ({"turns": -1}, "turns cannot be -1; it is a whole number from 0 to 1000000"),
        ({"turns": True}, "turns cannot be True; it is a whole number from 0 to 1000000"),
        ({"first_flick": 1}, "first_flick cannot be 1; it is yes or no"),
        ({"on": "Y1"}, "on cannot be 'Y1'; it is a list"),
        ({"on": ["Y1", "Q1"]}, "a disc of on cannot be 'Q1'; it is one of shooter, "),
        ({"on": ["Y1", "Y1"]}, "on names Y1 twice; each disc once"),
        ({"score": [1, 2]}, r"score cannot be \[1, 2\]; it is a Tally"),
        ({"score": {"is": "Tally", "one": 1}}, "score lacks two"),
        ({"shooter_from": "heaven"}, "shooter_from cannot be 'heaven'; it is one of an opening spot, where it lies"),
        ({"colour": "red"}, "a part of the ledger cannot be 'colour'; it is one of starter, turn"),
        ({"is": "Sheet"}, "the ledger cannot be {.*}; it is a Ledger"),
    ],
)
def test_a_ledger_that_cannot_be_is_told_in_one_sentence(change: Any, sentence: str) -> None:
    game, told = _opening("penny-black")
    told["ledger"] |= change
    with pytest.raises(PositionError, match=sentence):
        position_of(game, told)


def test_a_ledger_that_lacks_something_is_refused() -> None:
    game, told = _opening("penny-blue")
    del told["ledger"]["flicks"]
    with pytest.raises(PositionError, match="the ledger lacks flicks"):
        position_of(game, told)


def test_a_phase_that_the_game_does_not_have_is_refused() -> None:
    game, told = _opening("penny-green")
    told["ledger"]["phase"] = {"is": "Attak", "side": "one"}
    with pytest.raises(PositionError, match="phase cannot be 'Attak'; did you mean 'Attack'"):
        position_of(game, told)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"shoter": [0, 0]}, "a disc of the layout cannot be 'shoter'; did you mean 'shooter'?"),
        ({"Y1": "lost"}, "the place of Y1 cannot be 'lost'"),
        ({"Y1": [1, 2, 3]}, r"the place of Y1 cannot be \[1, 2, 3\]; it is \[x, y\] in millimetres"),
        ({"Y1": [0.1234567, 0]}, "at most 6 decimals"),
        ({"Y1": [float("nan"), 0]}, "the place of Y1 cannot be"),
    ],
)
def test_a_layout_that_cannot_be_is_told_in_one_sentence(change: Any, sentence: str) -> None:
    game, told = _opening("penny-black")
    told["layout"] |= change
    with pytest.raises(PositionError, match=sentence):
        position_of(game, told)


def test_a_disc_without_a_place_is_refused() -> None:
    game, told = _opening("pichenotte")
    del told["layout"]["A1"]
    with pytest.raises(PositionError, match="does not say where A1 is"):
        position_of(game, told)


@pytest.mark.parametrize("told", [None, [], {"ledger": {}}, {"ledger": {}, "layout": {}, "more": 1}])
def test_what_is_no_position_is_refused(told: Any) -> None:
    with pytest.raises(PositionError, match='an object with "ledger" and "layout"'):
        position_of(registry.new_game("penny-black"), told)

"""Opponents answer every decision of every game, the same way for the same dice."""

from dataclasses import replace
from typing import Any

import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import NAMED, Bot, SpecError, obvious, parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import AimList, Arm
from pennyflick.players.search.hopes import Hits, Off, Rests
from pennyflick.players.temperaments import NAMES, temperaments
from pennyflick.record import parse_position
from pennyflick.rules import registry
from pennyflick.table import AskPlace, Decision, DiscId, Point, Side


def actions(game_name: str, spec: str, seed: int, most: int, **options: str) -> list[Any]:
    game = registry.new_game(game_name, options)
    match = new_match(game, seed=seed, hands=dict.fromkeys(game.seats, HANDS["good"]))
    players = {seat: player(spec, game_name) for seat in game.seats}
    while len(match.actions) < most and (asked := decision(match)) is not None:
        match, _ = step(match, players, asked)
    return [(action.answer, action.digest) for action in match.actions]


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("spec", ["1", "2:flicks=40", "3:flicks=60"])
def test_the_same_dice_give_the_same_answers(name: str, spec: str) -> None:
    assert actions(name, spec, 3, 8) == actions(name, spec, 3, 8)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_the_map_of_outcomes_plays_too(name: str) -> None:
    assert len(actions(name, "4:flicks=300", 7, 6)) == 6


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_a_random_idea_plays_a_whole_match(name: str) -> None:
    played = actions(name, "1", 11, 3_000, turn_limit="12")

    assert 0 < len(played) < 3_000


def test_opponents_are_people_sized() -> None:
    assert tuple(NAMED) == NAMES
    steadier = [(NAMED[name].hand.direction_sd_deg, NAMED[name].hand.speed_sd) for name in NAMES]
    assert steadier == sorted(steadier, reverse=True)
    assert all(NAMED[name].hand.direction_sd_deg <= HANDS[name].direction_sd_deg for name in NAMES if name in HANDS)


def test_a_game_may_say_how_weak_an_opponent_is_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from pennyflick.players.games import penny_red

    monkeypatch.setattr(penny_red, "WEAKNESSES", {"beginner": {"sees": 0.2}}, raising=False)

    assert parse_spec("beginner", "penny-red") == replace(NAMED["beginner"], sees=0.2)
    assert parse_spec("beginner:sees=0.9", "penny-red").sees == 0.9
    assert parse_spec("beginner") == NAMED["beginner"]


def test_who_likes_to_return_takes_a_returned_red_for_worth_more() -> None:
    game = registry.new_game("penny-red")
    serving, received = (parse_position(game, text) for text in ("", "phase=open-play turn=two"))
    positions = Positions.of(game, [serving, received])
    hands = dict.fromkeys(Side, HANDS["expert"])

    plain, eager = (player(spec, "penny-red") for spec in ("expert:liking=0", "expert:liking=0.1"))
    assert isinstance(plain, Bot)
    assert isinstance(eager, Bot)
    values = [bot.value.of(game, positions, Side.ONE, hands) for bot in (plain, eager)]

    assert (values[1] - values[0]).tolist() == pytest.approx([0.0, 0.1])


def test_nothing_is_liked_where_a_game_says_nothing_of_it() -> None:
    with pytest.raises(SpecError, match="nothing is said of penny-black"):
        player("expert:liking=0.1", "penny-black")


@pytest.mark.parametrize("game", registry.names())
def test_who_is_stronger_has_the_steadier_hand_at_every_game(game: str) -> None:
    hands = [parse_spec(name, game).hand for name in NAMES]
    spreads = [(hand.direction_sd_deg, hand.speed_sd) for hand in hands]

    assert spreads == sorted(spreads, reverse=True)


@pytest.mark.parametrize("name", registry.names())
def test_every_opponent_has_a_temperament_at_every_game(name: str) -> None:
    assert tuple(temperaments(name)) == NAMES


def test_a_spec_reads_level_budget_and_hand() -> None:
    spec = parse_spec("4:flicks=8000,hand=expert")

    assert (spec.level, spec.flicks, spec.hand) == (4, 8_000, HANDS["expert"])


def test_who_sees_little_sees_what_promises_most() -> None:
    listed = AimList()
    listed.add(Arm(DiscId("A1")), "a touch", 0.0, (500.0,), Hits(DiscId("A1"), DiscId("B1")))
    listed.add(Arm(DiscId("A1")), "a place", 10.0, (500.0,), Rests(DiscId("A1"), Point(0.0, 0.0), 9.0))
    listed.add(Arm(DiscId("A1")), "one off", 20.0, (500.0, 900.0), Off(DiscId("B1")))
    aims = listed.aims()

    assert obvious(aims, 0.3).direction_deg.tolist() == [20.0, 20.0]
    assert obvious(aims, 0.6).direction_deg.tolist() == [10.0, 20.0, 20.0]
    assert obvious(aims, 1.0) is aims


def test_a_beginner_takes_its_hand_for_half_as_shaky() -> None:
    spec = NAMED["beginner"]

    assert spec.believed.direction_sd_deg == spec.hand.direction_sd_deg / 2
    assert NAMED["expert"].believed == NAMED["expert"].hand


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("expart", "did you mean 'expert'"),
        ("9", "a level from 0 to"),
        ("3:flicks=many", "cannot be read"),
        ("3:flicks=1", "is not from 16"),
        ("3:colour=red", "no setting 'colour'"),
    ],
)
def test_a_spec_that_cannot_be_read_says_what_would_be_right(text: str, complaint: str) -> None:
    with pytest.raises(SpecError, match=complaint):
        parse_spec(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_a_bot_says_what_it_meant(name: str) -> None:
    game = registry.new_game(name)
    match = new_match(game, seed=5)
    bot = player("2:flicks=40", name)
    while len(match.actions) < 12 and (asked := decision(match)) is not None:
        thought = bot.answer(game, match.position, asked, Dice(5, len(match.actions), "test"))
        if not _only_places(asked):
            assert thought.sentence or thought.answer.__class__.__name__ in ("Choose", "Place")
        match, _ = step(match, dict.fromkeys(game.seats, bot), asked)


def _only_places(asked: Decision) -> bool:
    return all(isinstance(ask, AskPlace) for ask in asked.asks)

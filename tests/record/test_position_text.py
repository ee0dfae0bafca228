from typing import Any

import pytest

from pennyflick.match import new_match, play
from pennyflick.players import RandomLegal
from pennyflick.record import PositionError, impossible, parse_position, position_text
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.table import Away, DiscId, Point, Side

GAMES = registry.names()


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_match_is_read_back_exactly_and_can_be(name: str) -> None:
    game = registry.new_game(name, {"turn_limit": "4"})
    match = play(new_match(game, seed=2), {seat: RandomLegal() for seat in game.seats})
    for position in (match.begun, *(action.position for action in match.actions)):
        text = position_text(game, position)
        assert parse_position(game, text) == position
        assert position_text(game, parse_position(game, text)) == text
        assert impossible(game, position) is None


@pytest.mark.parametrize("name", GAMES)
def test_the_opening_has_a_word_of_its_own(name: str) -> None:
    game = registry.new_game(name)
    assert position_text(game, game.opening(Side.ONE)) == "opening"
    assert parse_position(game, "opening") == parse_position(game, "") == game.opening(Side.ONE)


def test_what_is_not_named_is_as_in_the_opening_and_what_the_discs_show_need_not_be_said() -> None:
    game = registry.new_game("penny-black")

    found = parse_position(game, "turn=two shooter_from=where-it-lies shooter@-120,40 won-by-one: Y1 Y2")

    assert (found.ledger.turn, found.ledger.starter) == (Side.TWO, Side.ONE)
    assert (found.ledger.score.one, found.ledger.score.two) == (2, 0)
    assert "Y1" not in found.ledger.on
    assert found.layout.where[DiscId("shooter")] == Point(-120.0, 40.0)
    assert found.layout.where[DiscId("Y2")] is Away.WON_ONE
    assert found.layout.where[DiscId("Y3")] == game.opening(Side.ONE).layout.where[DiscId("Y3")]


def test_lines_comments_order_and_blanks_do_not_matter() -> None:
    game = registry.new_game("penny-blue")
    neat = parse_position(game, "turn=two turns=1-0 A1@10,20 B1@-60,-40")
    wild = "; a study\n  B1@-60,-40\tA1@10,20.000 \n\n turns=1-0   turn=two\n"
    assert parse_position(game, wild) == neat


@pytest.mark.parametrize("away", Away)
def test_every_place_off_the_board_can_be_written(away: Away) -> None:
    game = registry.new_game("pichenotte")
    opening = game.opening(Side.ONE)
    layout = opening.layout.moved({DiscId("A1"): away, DiscId("B1"): Point(1.5, -2.000001)})
    text = position_text(game, type(opening)(opening.ledger, layout))
    assert parse_position(game, text).layout == layout


def test_the_parts_of_a_phase_are_written_in_brackets_without_their_defaults() -> None:
    game = registry.new_game("penny-green")
    text = (
        "phase=Penalties(awards=[Award(owner=two flicks=[GRN-8] or_else=TurnOf(side=two restart=flick-off))] "
        "then=GoalFlickOf(side=one))"
    )
    ledger = parse_position(game, text).ledger
    assert ledger.phase.award.flicks == ("GRN-8",)
    assert position_text(game, type(game.opening(Side.ONE))(ledger, game.opening(Side.ONE).layout)) == text


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("penny-black", "shoter@0,0", "a disc cannot be 'shoter'; did you mean 'shooter'?"),
        ("penny-black", "Y1@0,90 Y1@0,95", "Y1 is named twice; each disc has one place"),
        ("penny-black", "Y1@0,90 off: Y1", "Y1 is named twice; each disc has one place"),
        ("penny-black", "Y1", "expected @ and the place of Y1, found the end of the line"),
        ("penny-black", "Y1@attic", "expected a point x,y in millimetres or a spot of this board"),
        ("penny-black", "lost: Y1", "a place off the board cannot be 'lost'"),
        ("penny-black", "turn=three", "turn cannot be 'three'; it is one of one, two"),
        ("penny-black", "turn=one turn=two", "expected each field once, found 'turn='"),
        ("penny-black", "turn=3", "expected one of one, two for turn, found '3'"),
        ("penny-black", "score=12", "expected two numbers like 3-2 for score, found '12'"),
        ("penny-black", "turns=many", "expected a whole number for turns, found 'many'"),
        ("penny-black", "turns=1000001", "turns cannot be 1000001; it is a whole number from 0 to 1000000"),
        ("penny-black", "colour=red", "a field of the ledger cannot be 'colour'"),
        ("penny-black", "near=[Y1", 'expected "," or "]", found the end of the line'),
        ("penny-black", "near=Y1", r"expected a list like \[Y1,Y2\] for near, found 'Y1'"),
        ("penny-black", "first_flick=maybe", "first_flick cannot be 'maybe'; it is one of yes, no"),
        ("penny-blue", "in_hand=SC", "a disc of in_hand cannot be 'SC'; it is one of A1, A2, SA"),
        ("penny-red", "corner=attic", "a spot of corner cannot be 'attic'"),
        ("penny-red", "phase=serving", "phase cannot be 'serving'; did you mean 'serve'?"),
        ("penny-red", "reward=Award()", "expected a Reward for reward, found 'Award'"),
        ("penny-red", "reward=Reward(place=[A1] gold=3)", "a part of Reward cannot be 'gold'"),
        ("penny-red", "reward=Reward(places=1 places=2)", "expected each part once"),
        ("penny-green", "phase=Atack(side=one)", "phase cannot be 'Atack'; did you mean 'Attack'?"),
        ("penny-green", "phase=Attack()", "phase lacks side"),
        ("penny-green", "phase=Attack(side=one", "expected a part of Attack like side=…, or \\)"),
        ("penny-green", "phase=Attack(side=one near=[C1])", "a disc of phase.near cannot be 'C1'"),
        ("pichenotte", "first=one-b", "first cannot be 'one-b'; did you mean 'one'?"),
        ("pichenotte", "!", "expected a disc with its place"),
    ],
)
def test_what_is_no_position_gets_one_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        parse_position(registry.new_game(name), text)


def test_a_board_with_another_table_has_other_seats() -> None:
    game: Game[Any, Any] = registry.new_game("pichenotte", {"players": "doubles"})
    assert parse_position(game, "first=one-b turn=two-b shots=1").ledger.turn.place == 1

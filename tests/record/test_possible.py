"""Every kind of impossible position gets one clear sentence, in every game."""

from typing import Any

import pytest

from pennyflick.record import impossible, parse_position
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import DiscId, Point, Side

# a position in the middle of play, and a disc that lies on the board in it
PLAYING = {
    "penny-black": ("turn=two shooter_from=where-it-lies shooter@-120,40 won-by-one: Y1 Y2", "Y3"),
    "penny-blue": ("turn=two turns=1-0 A1@10,60", "B1"),
    "penny-red": ("turn=two phase=open-play turns=1-0 red@60,20", "B1"),
    "penny-green": (
        "phase=Attack(side=one) turns=1-0 "
        "A1@-100,0 A2@-100,40 A3@-100,80 A4@-100,-40 A5@-100,-80 A6@-200,0 "
        "B1@100,0 B2@100,40 B3@100,80 B4@100,-40 B5@100,-80 B6@200,0 green@0,0",
        "A1",
    ),
    "pichenotte": ("shots=2 A1@80,10 B1@-80,10", "A1"),
}
GAMES = tuple(PLAYING)


def _playing(name: str) -> tuple[Game[Any, Any], Position[Any], DiscId]:
    game, (text, disc) = registry.new_game(name), PLAYING[name]
    return game, parse_position(game, text), DiscId(disc)


def _moved(position: Position[Any], disc: DiscId, at: Point) -> Position[Any]:
    return Position(position.ledger, position.layout.moved({disc: at}))


def _told(name: str, text: str) -> str:
    game = registry.new_game(name)
    found = impossible(game, parse_position(game, text))
    assert found is not None, f"{text} was held to be possible"
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_position_in_the_middle_of_play_can_be(name: str) -> None:
    game, position, _ = _playing(name)
    assert impossible(game, position) is None


@pytest.mark.parametrize("name", GAMES)
def test_two_discs_that_overlap_are_named_with_how_much(name: str) -> None:
    game, position, disc = _playing(name)
    other = next(each for each in position.layout.on_board if each != disc)
    at = position.layout.on_board[other]
    radius = game.discs[0].radius_mm
    near = _moved(position, disc, Point(at.x_mm + 2 * radius - 0.25, at.y_mm).rounded())
    found = impossible(game, near)
    assert found is not None
    assert {disc, other} <= set(found.split())
    assert "overlap by 0.25 mm; they may only touch" in found


@pytest.mark.parametrize("name", GAMES)
def test_a_disc_outside_the_edge_is_told_with_how_far(name: str) -> None:
    game, position, disc = _playing(name)
    found = impossible(game, _moved(position, disc, Point(2_000.0, 0.0)))
    assert found is not None
    assert found.startswith(f"{disc} lies ")
    assert found.endswith("mm outside the edge; its centre must be on the board")


@pytest.mark.parametrize("name", ["penny-green", "pichenotte"])
def test_a_disc_through_a_peg_is_refused(name: str) -> None:
    game, position, disc = _playing(name)
    peg = game.board.surface.pegs[1]
    found = impossible(game, _moved(position, disc, peg.centre.rounded()))
    assert found is not None
    assert found.startswith(f"{disc} overlaps peg 2 by ")


def test_only_games_with_pegs_and_a_hole_can_have_a_disc_in_them() -> None:
    boards = {name: registry.new_game(name).board.surface for name in GAMES}
    assert {name for name, surface in boards.items() if surface.pegs} == {"penny-green", "pichenotte"}
    assert {name for name, surface in boards.items() if surface.hole} == {"pichenotte"}


def test_a_puck_over_the_hole_is_refused_and_one_that_leans_on_its_rim_is_not() -> None:
    game, position, disc = _playing("pichenotte")
    hole, radius = game.board.surface.hole, game.discs[0].radius_mm
    assert hole is not None
    held_up = (hole.radius_mm**2 - radius**2) ** 0.5
    found = impossible(game, _moved(position, disc, Point(round(held_up - 0.01, 6), 0.0)))
    assert found == "A1 lies over the hole without support, so it would drop in"
    assert impossible(game, _moved(position, disc, Point(round(held_up + 0.01, 6), 0.0))) is None


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("penny-black", "ditch: Y1", "Y1 cannot be ditch; it is on the board or won by one or won by two"),
        ("penny-black", "won-by-one: shooter", "shooter cannot be won by one; it is on the board or hand"),
        ("penny-blue", "hand: A1", "A1 cannot be hand; it is on the board"),
        ("penny-red", "off: red", "red cannot be off; it is on the board"),
        ("penny-green", "ditch: A1", "A1 cannot be ditch; it is on the board or off or hand"),
        ("pichenotte", "holed: A1", "A1 cannot be holed; it is on the board or hand or ditch or rail"),
    ],
)
def test_a_disc_where_the_game_never_has_it_is_refused(name: str, text: str, sentence: str) -> None:
    assert _told(name, text) == sentence


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("penny-black", "score=3-0", "score is 3-0, but the discs show 0-0"),
        ("penny-black", "on=[black]", "on is black, but the discs show Y1, Y2, Y3"),
        ("penny-black", "near=[Y1]", "near is Y1, but the discs show nothing"),
        ("penny-blue", "in_hand=SA", "in_hand is SA, but the discs show nothing"),
        ("penny-blue", "side_flick_due=yes", "side_flick_due is yes, but the discs show no"),
        ("penny-red", "in_hand=A1", "in_hand is A1, but the discs show nothing"),
        ("penny-red", "over_edge=two", "over_edge is two, but the discs show nothing"),
        ("penny-green", "off=[A1]", "off is A1, but the discs show nothing"),
        ("pichenotte", "on=[A1]", "on is A1, but the discs show nothing"),
        ("pichenotte", "rail=[A1]", "rail is A1, but the discs show nothing"),
    ],
)
def test_a_ledger_that_the_discs_contradict_is_refused(name: str, text: str, sentence: str) -> None:
    assert _told(name, text).startswith(sentence)


ALL_BUT_BLACK = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("penny-black", "shooter@-120,40", "the shooter lies on the board, so it cannot be flicked from an opening"),
        ("penny-black", "shooter_from=where-it-lies", "the shooter is in the hand, so it cannot be flicked from where"),
        ("penny-black", f"won-by-one: {ALL_BUT_BLACK} R1 R2", "score cannot be 16-0: one with 16 has won already"),
        (
            "penny-black",
            f"won-by-one: {ALL_BUT_BLACK} R1 won-by-two: R2 G1 G2 B1 B2 black",
            "score cannot be 14-16: two with 16 has won already",
        ),
        ("penny-black", "games=1-0", "games cannot be 1-0: one with 1 has won already"),
        ("penny-black", "turns=120", "turns cannot be 120; it is at most 119"),
        ("penny-blue", "flicks=3 may_stop=yes", "flicks cannot be 3; it is at most 2"),
        ("penny-blue", "flicks=1", "after a flick of this turn may_stop is yes"),
        ("penny-blue", "hand: SA SB", "SA and SB cannot both be in the hand"),
        ("penny-blue", "sets=99-0", "sets cannot be 99-0: one with"),
        ("penny-blue", "turns=60-60", "turns of both sides cannot be 60; it is at most 59"),
        ("penny-red", "turn=two", "it is one who serves in this game, so turn is one"),
        ("penny-red", "corner=corner-two-1", "the server's corner cannot be corner-two-1; it is corner-one-1 or"),
        ("penny-red", "red@60,20", "for a serve red stands on quarter-one; otherwise write phase=open-play"),
        ("penny-red", "phase=open-play red@60,20", "the red lies on two's court, so it is for two to play"),
        ("penny-red", "phase=reward red@60,20", "in the reward something must be left to do"),
        ("penny-red", "reward=Reward(flick=yes)", "a reward is earned only in phase=reward, not in serve"),
        ("penny-red", "turn=two phase=open-play flicks=3 red@60,20", "flicks cannot be 3; it is at most 2"),
        ("penny-red", "phase=open-play hand: A1 A2", "A1 and A2 cannot both be in the hand"),
        ("penny-red", "games=1-0", "games cannot be 1"),
        ("penny-green", "phase=Attack(side=one hits=3)", "phase.hits cannot be 3; it is at most 2"),
        ("penny-green", "phase=Attack(side=one only=B1)", "phase cannot name B1, only A1, A2"),
        ("penny-green", "phase=Attack(side=one)", "A1, A2, A3, A4, A5, A6, B1, B2, B3, B4, B5 and B6 cannot be in"),
        ("penny-green", "out=side-line", "the green lies on the board and out is side-line: in this phase it lies"),
        ("penny-green", "phase=GoalFlick(taker=one)", "the green lies on the board and out is no: when it is out"),
        ("penny-green", "phase=GoalFlick(taker=one aside=A1)", "a goal flick has a penny aside from its second stage"),
        ("penny-green", "phase=Penalties(awards=[] then=TurnOf(side=one))", "a penalty needs at least one award"),
        ("penny-green", "A1@-100,0", "one puts down all pennies at once, so A1 must be in the hand"),
        ("penny-green", "goals=99-0", "goals cannot be 99-0"),
        ("penny-green", "games=0-1", "games cannot be 0-1"),
        ("pichenotte", "phase=count", "a simulated board is counted at once: phase cannot be count"),
        ("pichenotte", "shots=24", "shots cannot be 24; it is at most 23"),
        ("pichenotte", "turn=two", "after 0 shots from one it is for one to shoot"),
        ("pichenotte", "A1@80,10", "after 0 shots A1 must still be in the hand"),
        ("pichenotte", "turn=two shots=1", "after 1 shots A1 cannot be in the hand"),
        ("pichenotte", "twenties=1-0", "twenties are counted only in the shoot-out"),
        ("pichenotte", "half_points=2-0", "half_points cannot be 2-0: one has won the match already"),
    ],
)
def test_a_ledger_that_cannot_be_is_refused(name: str, text: str, sentence: str) -> None:
    assert _told(name, text).startswith(sentence)


def test_a_side_without_a_penny_to_flick_has_nothing_to_decide() -> None:
    game, (text, _) = registry.new_game("penny-green"), PLAYING["penny-green"]
    fleet = "A1@-100,0 A2@-100,40 A3@-100,80 A4@-100,-40 A5@-100,-80 A6@-200,0"
    gone = text.replace(fleet, "off: A1 A2 A3 A4 A5 A6").replace("B1@", "off=[A1,A2,A3,A4,A5,A6] B1@")
    found = impossible(game, parse_position(game, gone))
    assert found == "in this position nobody can do what is asked: no disc can be flicked and no place is free"


def test_what_the_rules_trip_over_is_told_as_nothing_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    game, position, _ = _playing("penny-black")

    def stumbling(self: object, position: object) -> None:
        raise AssertionError("never seen in play")

    monkeypatch.setattr(type(game), "decision", stumbling)
    assert impossible(game, position) == "in this position nothing can be decided: never seen in play"


def test_a_match_that_is_over_is_not_asked_what_comes_next() -> None:
    game = registry.new_game("penny-black")
    over = parse_position(game, "games=1-0 ended=games")
    assert game.result(over.ledger) is not None
    assert impossible(game, over) is None


def test_side_two_may_begin_too() -> None:
    for name in GAMES:
        game = registry.new_game(name)
        assert impossible(game, game.opening(Side.TWO)) is None

"""What a bot says of its flick comes true as often as it says."""

from dataclasses import replace
from typing import Any

import pytest

from pennyflick import physics
from pennyflick.boards.crossing import first_exit
from pennyflick.match import decision, new_match, step
from pennyflick.players import bots
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, executed
from pennyflick.players.noise import Noise
from pennyflick.players.player import Thought
from pennyflick.players.search.aims import AimList, Arm, simulated
from pennyflick.players.search.explain import explained
from pennyflick.players.search.hand_made import HandMade
from pennyflick.players.search.hopes import Every, Hits, Hope, Off, Rests, Trials, tracked
from pennyflick.players.search.search import Scene
from pennyflick.players.search.tactics import tactics_of
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.ledger import Attack
from pennyflick.table import Away, Choose, DiscId, Flick, Layout, Object, Point, Side, phrase

SHOOTER, Y1, Y2 = DiscId("shooter"), DiscId("Y1"), DiscId("Y2")
GAME = registry.new_game("penny-black")
FEW_POINTS = 0.05
OPEN_TWENTY = 0.75  # tests/physics/test_open_twenty.py


def lying(**places: tuple[float, float]) -> Position[Any]:
    opening = GAME.opening(Side.ONE)
    gone: dict[DiscId, Point | Away] = {disc.id: Away.WON_ONE for disc in GAME.discs}
    return Position(opening.ledger, Layout(gone | {DiscId(name): Point(*place) for name, place in places.items()}))


def scene(position: Position[Any], hand: str, seed: int = 1) -> Scene:
    tactics = tactics_of(GAME.name)
    hands = dict.fromkeys(Side, HANDS[hand])
    return Scene(tactics, HandMade(tactics), GAME, position, Side.ONE, hands, Noise(Dice(seed, 1, "test")))


def said(
    position: Position[Any], hand: str, *ideas: tuple[str, Hope | None, float, float], seed: int = 1
) -> tuple[str, float | None]:
    """What is said of the first of these ideas: words, hope, direction, speed."""
    listed = AimList()
    for words, hope, direction, speed in ideas:
        listed.add(Arm(SHOOTER), words, direction, (speed,), hope)
    told, chance, _ = explained(scene(position, hand, seed), listed.aims().rows([0]))
    return str(told), chance


NEAR_EDGE_MM = 150.0  # the edge is 173 mm from the middle


@pytest.mark.parametrize("hand", ["expert", "beginner"])
def test_a_penny_goes_off_as_often_as_was_said(hand: str) -> None:
    position = lying(shooter=(0.0, 0.0), Y1=(0.0, NEAR_EDGE_MM))
    flick, dice = Flick(SHOOTER, 9_000, 800), Dice(8, 1, "hand")
    shots = [
        physics.simulate(GAME.board.surface, GAME.discs, position.layout, executed(HANDS[hand], flick, dice))
        for _ in range(1_000)
    ]
    really = sum(shot.rest.point(Y1) is None for shot in shots) / len(shots)

    _, chance = said(position, hand, ("Y1 off", Off(Y1), 90.0, 800.0))

    assert chance is not None
    assert abs(chance - really) < FEW_POINTS
    assert 0.05 < really < 0.995, "the hand must matter"


def test_a_hope_that_never_comes_true_is_not_what_is_said() -> None:
    position = lying(shooter=(0.0, 0.0), Y1=(0.0, 100.0), Y2=(0.0, -100.0))
    cannon = ("a cannon", Every((Hits(Y1, Y2), Off(Y2))))

    assert said(position, "expert", (*cannon, 0.0, 200.0)) == ("a quiet flick: the shooter touches nothing", None)
    assert said(position, "expert", (*cannon, 90.0, 700.0)) == ("the shooter plays on Y1", None)


def test_a_hope_beyond_the_hand_says_nought_percent() -> None:
    position = lying(shooter=(0.0, -150.0))
    just_there = Rests(SHOOTER, _end_of_slide(position, 900), 0.001)

    words, chance = said(position, "beginner", ("just there", just_there, 90.0, 900.0))

    assert str(Thought(Choose("x"), phrase(words), chance).said) == "just there, 0 %"


def _end_of_slide(position: Position[Any], speed_mm_s: int) -> Point:
    shot = physics.simulate(GAME.board.surface, GAME.discs, position.layout, Flick(SHOOTER, 9_000, speed_mm_s))
    end = shot.rest.point(SHOOTER)
    assert end is not None
    return end


def test_what_is_said_is_what_happens_not_what_the_search_began_with() -> None:
    position = lying(shooter=(0.0, 0.0), Y1=(0.0, NEAR_EDGE_MM))

    words, chance = said(position, "expert", ("a touch", Hits(SHOOTER, Y1), 90.0, 1_500.0), ("Y1 off", Off(Y1), 0, 9))

    assert words == "Y1 off"
    assert chance is not None
    assert chance > 0.8


def test_the_first_idea_is_told_although_a_shaky_hand_mostly_fails() -> None:
    position = lying(shooter=(0.0, -150.0), Y1=(0.0, NEAR_EDGE_MM))

    words, chance = said(
        position, "beginner", ("Y1 off", Off(Y1), 90.0, 1_500.0), ("a touch", Hits(SHOOTER, Y1), 90, 9)
    )

    assert words == "Y1 off"
    assert chance is not None
    assert 0.1 < chance < 0.9


def test_what_holds_already_is_no_reason_for_a_flick() -> None:
    position = lying(shooter=(0.0, 0.0), Y1=(0.0, 100.0))
    holds = Rests(SHOOTER, Point(0.0, 0.0), 500.0)

    words, _ = said(position, "expert", ("a touch", Hits(SHOOTER, Y1), 90.0, 700.0), ("lies well", holds, 0, 9))

    assert words == "a touch"


def test_a_penny_that_may_go_off_is_told_before_a_touch_that_cannot_fail() -> None:
    position = lying(shooter=(0.0, 60.0), Y1=(0.0, 100.0))
    touch, off = ("a touch", Hits(SHOOTER, Y1), 90.0, 640.0), ("Y1 off", Off(Y1), 0.0, 9.0)
    _, alone = said(position, "beginner", touch)
    words, chance = said(position, "beginner", touch, off)

    assert alone is None, "it is sure, so it is no promise"
    assert words == "Y1 off"
    assert chance is not None
    assert 0.2 < chance < 0.8


def test_what_is_left_is_told_where_other_ideas_leave_something_else() -> None:
    """A touch hands over. Y1 rolled close to the edge is easier for Two than Y1 left in the middle."""
    position = lying(shooter=(0.0, -60.0), Y1=(0.0, 0.0))
    listed = AimList()
    for speed in (600.0, 880.0):
        for turn in (-4.0, -2.0, 0.0, 2.0, 4.0):
            listed.add(Arm(SHOOTER), "plays on Y1", 90.0 + turn, (speed,), Hits(SHOOTER, Y1))
    among = listed.aims()
    soft, hard = (explained(scene(position, "expert"), among.rows([row]), among)[2] for row in (2, 7))

    assert (str(soft), str(hard)) == ("leaves Two a hard one", "leaves Two a chance")
    assert not explained(scene(position, "expert"), among.rows([2]))[2], "who does not mind says nothing of it"


def test_what_is_said_joins_promise_chance_and_what_is_left() -> None:
    left = phrase("leaves", Object(Side.TWO), "a hard one")

    assert str(Thought(Choose("x"), phrase("returns the red"), 0.46, left).said) == (
        "returns the red, 46 %; leaves Two a hard one"
    )
    assert str(Thought(Choose("x"), phrase("an approach"), None, left).said) == "an approach; leaves Two a hard one"


def test_an_idea_without_a_hope_shows_no_percentage() -> None:
    words, chance = said(lying(shooter=(0.0, 0.0)), "expert", ("a try", None, 0.0, 500.0))

    assert str(Thought(Choose("x"), phrase(words), chance).said) == "a try"


def test_the_same_dice_say_the_same() -> None:
    position = lying(shooter=(0.0, 0.0), Y1=(0.0, NEAR_EDGE_MM))
    idea = ("Y1 off", Off(Y1), 90.0, 800.0)

    assert said(position, "good", idea, seed=4) == said(position, "good", idea, seed=4)


def test_a_share_of_draws_is_written_in_whole_percent() -> None:
    assert str(Thought(Choose("x"), phrase("a twenty"), 0.755).said) == "a twenty, 76 %"
    assert str(Thought(Choose("x"), phrase("a twenty"), 0.0).said) == "a twenty, 0 %"


def test_an_open_twenty_is_promised_as_often_as_an_expert_makes_it() -> None:
    game = registry.new_game("pichenotte")
    match = new_match(game, seed=5)
    asked = decision(match)
    assert asked is not None

    thought = player("expert", game.name).answer(game, match.position, asked, Dice(5, 1, "test"))

    assert str(thought.sentence) == "a twenty"
    assert thought.chance is not None
    assert abs(thought.chance - OPEN_TWENTY) < FEW_POINTS


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_it_says_does_not_change_what_it_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> list[Any]:
        game = registry.new_game(name)
        match = new_match(game, seed=3, hands=dict.fromkeys(game.seats, HANDS["good"]))
        players = {seat: player(spec, name) for seat, spec in zip(game.seats, ("1", "3:flicks=60"), strict=False)}
        while len(match.actions) < 8 and (asked := decision(match)) is not None:
            match, _ = step(match, players, asked)
        return [(action.answer, action.digest) for action in match.actions]

    talking = played()
    monkeypatch.setattr(bots, "explained", lambda scene, aim, among: ("", None))

    assert played() == talking


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_every_flick_of_every_game_is_told_with_a_chance_unless_it_is_slight_and_sure(name: str) -> None:
    game = registry.new_game(name)
    match = new_match(game, seed=9)
    bot = player("3:flicks=60", name)
    while len(match.actions) < 12 and (asked := decision(match)) is not None:
        thought = bot.answer(game, match.position, asked, Dice(9, len(match.actions), "test"))
        assert thought.chance is None or thought.sentence
        assert thought.chance is None or 0.0 <= thought.chance <= 1.0
        match, _ = step(match, dict.fromkeys(game.seats, bot), asked)


def test_a_goal_is_hoped_for_where_the_referee_sees_one() -> None:
    game = registry.new_game("penny-green")
    tactics, position = tactics_of(game.name), _before_goal(game)
    asked = game.decision(position)
    assert asked is not None
    aims = tactics.ideas(game, position, asked)
    shot = next(row for row in range(len(aims)) if "shoots at the goal" in str(aims.meant(row).sentence))
    hope = aims.meant(shot).hope
    assert hope is not None
    tries = aims.rows([shot] * 200)
    turned = tries.direction_deg + Noise(Dice(2, 1, "test")).uniform(200) * 30.0 - 15.0
    tries = tries.moved(turned, tries.speed_mm_s)
    trials = Trials([disc.id for disc in game.discs], simulated(game, position, tries, 8, tracked(hope)))

    hoped = trials.came_true(hope).tolist()

    assert hoped == [_in_goal(game, position, tries.answer(row)) for row in range(200)]
    assert 20 < sum(hoped) < 180


def _before_goal(game: Any) -> Position[Any]:
    """One attacks, with A1 behind the green before the goal of Two."""
    opening = game.opening(Side.ONE)
    moved = {DiscId("green"): Point(300.0, 40.0), DiscId("A1"): Point(240.0, 50.0)}
    ledger = replace(opening.ledger, phase=Attack(Side.ONE))
    return Position(ledger, opening.layout.moved(moved))


def _in_goal(game: Any, position: Position[Any], flick: Any) -> bool:
    shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
    path = shot.paths.get(DiscId("green"), ())
    out = first_exit(game.board, path, game.board.piece.radius_mm) if path else None
    return out is not None and out.line.goal_of is Side.TWO and out.between_pegs

"""Discs put down by hand: what the nearest place allows, the referee accepts, however they were dragged about."""

from __future__ import annotations

import dataclasses
import math
import random
import time
from collections.abc import Iterator, Mapping

import pytest

from pennyflick.match import Match, new_match, play
from pennyflick.match.placing import Granted, NowhereLegalError, Wish, nearest_place, region_for
from pennyflick.match.referee import decision, refusal
from pennyflick.players import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Phase, Reward
from pennyflick.rules.penny_red.pennies import RED
from pennyflick.rules.side_flick import reaches
from pennyflick.table import (
    Answer,
    AskFlick,
    AskPlace,
    AskSideFlick,
    DiscId,
    Flick,
    Place,
    Point,
    Side,
    SideFlick,
    Spot,
)

A1, A2, A3 = DiscId("A1"), DiscId("A2"), DiscId("A3")
DRAGS = 8  # for every ask that a match comes to
LONG_ENOUGH = {"penny-blue": {"games": "5", "turn_limit": "30"}, "penny-red": {"length": "full", "turn_limit": "200"}}
Points = Mapping[DiscId, Point]


def granted(match: Match, disc: DiscId, to: Point, others: Points, ask: int = 0) -> Granted:
    wish = Wish(ask, disc, to, others)
    region = region_for(match, wish)
    assert region is not None
    return nearest_place(match, wish, region)


def dragged(match: Match, ask: int, points: Points, disc: DiscId, to: Point) -> dict[DiscId, Point]:
    """The points after a disc was dropped somewhere; a drop for which no place is left changes nothing."""
    try:
        return {**points, disc: granted(match, disc, to, points, ask).point}
    except NowhereLegalError:
        return dict(points)


def somewhere(rng: random.Random, match: Match, points: Points) -> Point:
    """On a disc, right beside one, on a spot, anywhere on the board, or far from it."""
    lying = [*points.values(), *match.position.layout.on_board.values(), *match.game.board.spots.values()]
    at = rng.choice([*lying, Point(0.0, 0.0)])
    far, angle = rng.choice((0.0, 0.1, 3.0, 25.0, 60.0, 400.0)), rng.uniform(0.0, 2 * math.pi)
    return Point(at.x_mm + far * math.cos(angle), at.y_mm + far * math.sin(angle))


def placements(match: Match, rng: random.Random) -> Iterator[Answer]:
    """Answers to everything that is asked with a place of one's own, after every drag."""
    asked = decision(match)
    for index, ask in enumerate(asked.asks if asked else ()):
        points: dict[DiscId, Point] = dict(ask.suggested) if isinstance(ask, AskPlace) else {}
        movable = movable_discs(ask)
        for _ in range(DRAGS if movable else 0):
            disc = rng.choice(movable)
            points = dragged(match, index, points, disc, somewhere(rng, match, points))
            yield answer_with(match, ask, points, disc)


def movable_discs(ask: object) -> list[DiscId]:
    match ask:
        case AskPlace(discs=discs):
            return list(discs)
        case AskSideFlick(disc=disc):
            return [disc]
        case AskFlick(discs=starts):
            return [disc for disc, region in starts.items() if region is not None]
        case _:
            return []


def answer_with(match: Match, ask: object, points: Points, disc: DiscId) -> Answer:
    match ask:
        case AskPlace():
            return Place(dict(points))
        case AskSideFlick(held=held):
            radius = next(each.radius_mm for each in match.game.discs if each.id == disc)
            inwards = reaches(match.game.board.surface.edge, points[disc], radius)[0].normal_deg
            return SideFlick(disc, held[0], points[disc], round(inwards * 100) % 36_000, 900)
        case _:
            return Flick(disc, 0, 900, points[disc])


def refused_placements(name: str, seed: int) -> tuple[list[str], int]:
    """What was refused in a random match of what had been allowed, and how many placements were tried."""
    game, rng = registry.new_game(name, LONG_ENOUGH.get(name, {"turn_limit": "8"})), random.Random(seed)
    refused: list[str] = []
    tried = 0

    def drag(match: Match, *_: object) -> None:
        nonlocal tried
        asked = decision(match)
        for answer in placements(match, rng):
            tried += 1
            assert asked is not None
            if (why := refusal(match, asked.seats[0], answer)) is not None:
                refused.append(f"{match.played}: {answer} {why}")

    begun = new_match(game, seed=seed)
    drag(begun)
    play(begun, {seat: RandomLegal(aimed=0.7) for seat in game.seats}, watch=drag)
    return refused, tried


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_the_nearest_place_allowed_is_never_refused(name: str) -> None:
    found = [refused_placements(name, seed) for seed in range(10, 12)]

    assert [refused for refused, _ in found if refused] == []


@pytest.mark.slow
def test_random_matches_come_to_places_of_one_s_own() -> None:
    tried = [refused_placements(name, 10)[1] for name in registry.names()]

    assert sum(tried) > 200
    assert sum(count > 0 for count in tried) >= 4, "one game in five may end before a disc is put anywhere"


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_the_nearest_place_allowed_is_never_refused_in_many_matches(name: str) -> None:
    matches = 160 if name == "penny-blue" else 16  # most end before the blue nears an edge, and are short
    found = [refused_placements(name, seed) for seed in range(20, 20 + matches)]

    assert [refused for refused, _ in found if refused] == []


@pytest.mark.parametrize("seed", range(4))
def test_a_formation_dragged_about_stays_one_that_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    match = new_match(registry.new_game("penny-green"), seed=1, starter=Side.ONE)
    asked = decision(match)
    assert asked is not None
    ask = asked.asks[0]
    assert isinstance(ask, AskPlace)
    points = dict(ask.suggested)
    for _ in range(25):
        disc = rng.choice(list(points))
        onto = rng.choice([at for other, at in points.items() if other != disc])  # the worst place: upon another
        points = dragged(match, 0, points, disc, Point(onto.x_mm + rng.uniform(-9, 9), onto.y_mm + rng.uniform(-9, 9)))
        assert refusal(match, asked.seats[0], Place(points)) is None


def test_two_shooters_of_penny_red_dragged_about_stay_clear_of_each_other() -> None:
    game, rng = PennyRed(), random.Random(2)
    begun = game.opening(Side.ONE)
    rights = Reward(place=(A1, A2), places=2, cannon=True)
    ledger = dataclasses.replace(begun.ledger, phase=Phase.REWARD, flicks=1, reward=rights)
    match = new_match(game, seed=1, setup=Position(ledger, begun.layout.moved({RED: Point(100.0, 40.0)})))
    asked = decision(match)
    assert asked is not None
    both = next(i for i, ask in enumerate(asked.asks) if isinstance(ask, AskPlace) and len(ask.discs) == 2)
    points: dict[DiscId, Point] = dict(asked.asks[both].suggested)  # type: ignore[union-attr]
    for _ in range(60):
        disc = rng.choice((A1, A2))
        points = dragged(match, both, points, disc, somewhere(rng, match, points))
        assert refusal(match, asked.seats[0], Place(points)) is None


def laid() -> tuple[Match, dict[DiscId, Point]]:
    match = new_match(registry.new_game("penny-green"), seed=1, starter=Side.ONE)
    asked = decision(match)
    assert asked is not None
    assert isinstance(asked.asks[0], AskPlace)
    return match, dict(asked.asks[0].suggested)


def test_a_disc_dropped_on_another_goes_beside_it_and_is_told_why() -> None:
    match, points = laid()
    found = granted(match, A3, points[A2], points)

    assert found.clause == "GRN-20"
    assert str(found.sentence) == "A3 goes to the nearest legal place: A2 is in the way (GRN-20)."
    assert found.point.distance_mm(points[A2]) == pytest.approx(4 * match.game.discs[0].radius_mm, abs=0.15)


def test_a_disc_too_near_to_another_is_told_so() -> None:
    match, points = laid()
    beside = Point(points[A2].x_mm - 2.5 * match.game.discs[0].radius_mm, points[A2].y_mm)

    assert "A2 is too near" in str(granted(match, A3, beside, points).sentence)


def test_a_disc_dropped_where_the_rule_does_not_let_it_be_is_told_the_rule() -> None:
    match, points = laid()

    assert str(granted(match, A3, Point(150.0, 0.0), points).sentence) == (
        "A3 goes to the nearest legal place: Flick off (GRN-20)."
    )


def test_a_wish_that_is_legal_is_granted_as_it_is() -> None:
    match, points = laid()

    assert granted(match, A3, points[A3], points) == Granted(points[A3])


def test_discs_that_are_not_placed_now_and_the_disc_itself_are_in_nobodys_way() -> None:
    match, points = laid()
    alone = {A3: points[A3], DiscId("B1"): points[A3], DiscId("nobody"): points[A3]}

    assert granted(match, A3, points[A3], alone) == Granted(points[A3])


def test_with_many_others_the_nearest_place_is_found_within_a_moment() -> None:
    match, points = laid()
    rng, took = random.Random(5), []
    for _ in range(60):
        disc = rng.choice(list(points))
        began = time.perf_counter()
        points = dragged(match, 0, points, disc, somewhere(rng, match, points))
        took.append(time.perf_counter() - began)

    assert sorted(took)[len(took) // 2] < 0.05


def test_a_place_that_the_referee_would_take_for_a_blocked_spot_is_not_offered() -> None:
    begun = new_match(registry.new_game("penny-black"), seed=1, starter=Side.ONE)
    spot = begun.game.board.spots[Spot("corner-5")]
    tenth = spot.rounded(1)  # free, while the spot itself is not: the neighbour is a hair too near to it
    far = (2 * begun.game.discs[0].radius_mm + 0.01) / tenth.distance_mm(spot)
    neighbour = Point(tenth.x_mm + far * (spot.x_mm - tenth.x_mm), tenth.y_mm + far * (spot.y_mm - tenth.y_mm))
    layout = begun.position.layout.moved({DiscId("Y1"): neighbour.rounded()})
    match = dataclasses.replace(begun, position=Position(begun.position.ledger, layout))
    asked = decision(match)
    assert asked is not None

    place = granted(match, DiscId("shooter"), tenth, {})

    assert place.point.distance_mm(tenth) < 1.0
    assert refusal(match, asked.seats[0], Flick(DiscId("shooter"), 0, 900, place.point)) is None

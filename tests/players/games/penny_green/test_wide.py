"""What a strong player would think of at Penny Green: every phase has several legal ways, and none is foolish."""

from collections import defaultdict
from typing import Any, cast

import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players.games.penny_green import TACTICS
from pennyflick.players.games.penny_green.ideas import gaps
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.geometry import distance_to_way_mm
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    Award,
    KeeperPlacing,
    Ledger,
    Penalties,
    Positional,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Answer, AskPlace, Away, Decision, DiscId, Layout, Place, Point, Side

GAME = cast(PennyGreen, registry.new_game("penny-green"))
DUE = Penalties((Award(Side.ONE),), TurnOf(Side.TWO))


def asked(seed: int) -> list[tuple[Position[Ledger], Decision]]:
    """The decisions of a random match."""
    match, found = new_match(GAME, seed=seed), list[tuple[Position[Ledger], Decision]]()
    players = {seat: RandomLegal(aimed=0.9) for seat in GAME.seats}
    while len(found) < 150 and (each := decision(match)) is not None:
        found.append((match.position, each))
        match, _ = step(match, players, each)
    return found


def lying(**places: tuple[float, float]) -> Layout:
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    return Layout({disc.id: points.get(disc.id, Away.HAND) for disc in GAME.discs})


def legal(position: Position[Ledger]) -> list[Answer]:
    question = GAME.decision(position)
    assert question is not None
    given = TACTICS.placements(GAME, position, question, wide=True)
    return [each for each in given if GAME.refuse(position, each, question) is None]


def points(answer: Answer) -> dict[DiscId, Point]:
    assert isinstance(answer, Place)
    return {disc: at for disc, at in answer.points.items() if at is not None}


@pytest.mark.slow
def test_wherever_something_is_placed_there_are_several_ways() -> None:
    ways: dict[str, list[int]] = defaultdict(list)
    for position, question in asked(1) + asked(2):
        if any(isinstance(ask, AskPlace) for ask in question.asks):
            ways[type(position.ledger.phase).__name__].append(len(legal(position)))

    assert {"FlickOff", "GoalFlick", "Penalties", "KeeperPlacing", "TakerPlacing"} <= set(ways)
    assert min(ways["FlickOff"]) >= 24
    assert min(min(ways[phase]) for phase in ways if phase != "PutBack") >= 2  # spots may be taken


def test_every_wide_idea_is_legal() -> None:
    for position, question in asked(3)[:60]:
        aims = TACTICS.ideas(GAME, position, question, wide=True)

        assert [GAME.refuse(position, aims.answer(row)) for row in range(0, len(aims), 11)] == [None] * len(
            range(0, len(aims), 11)
        )


def test_wide_ideas_hold_the_others() -> None:
    for position, question in asked(3)[:30]:
        if not isinstance(position.ledger.phase, Positional) and question.sentence:
            few, many = (TACTICS.ideas(GAME, position, question, wide=wide) for wide in (False, True))
            assert len(many) >= len(few)


def test_a_lone_keeper_flicked_into_position_stays_on_its_line() -> None:
    layout = lying(A1=(-390.0, 10.0), A2=(-100.0, 50.0), B1=(120.0, 0.0), green=(0.0, 0.0))
    position = Position(Ledger(Side.ONE, Positional(Side.ONE)), layout)
    question = GAME.decision(position)
    assert question is not None
    aims = TACTICS.ideas(GAME, position, question, wide=True)
    hopes: list[Any] = [aims.meant(row).hope for row in range(len(aims)) if aims.meant(row).by.disc == "A1"]

    assert hopes
    assert all(hope.at.x_mm < -390.0 and abs(hope.at.y_mm) < 25.0 for hope in hopes)


def test_the_taker_of_a_penalty_flick_never_stands_behind_a_penny_if_there_is_another_way() -> None:
    others = {"A2": (0.0, 0.0), "A3": (-20.0, 22.0), "B2": (200.0, 0.0), "B1": (400.0, 0.0)}
    position = Position(Ledger(Side.ONE, TakerPlacing(DUE)), lying(A1=(-300.0, 0.0), **others))
    first = points(legal(position)[0])
    penny = next(disc for disc in first if disc != GREEN)
    way = (first[penny], first[GREEN])

    for disc, at in position.layout.on_board.items():
        if disc != penny:
            assert distance_to_way_mm(at, *way) >= GAME.board.diameter_mm


def test_a_keeper_is_thought_of_all_along_the_mouth() -> None:
    others = {f"B{number}": (0.0, 30.0 * number) for number in range(2, 7)}
    position = Position(Ledger(Side.ONE, KeeperPlacing(DUE)), lying(A1=(-300.0, 0.0), B1=(380.0, 0.0), **others))
    places = [points(each) for each in legal(position)]

    assert {tuple(each) for each in places} == {("B1",)}
    assert len({at.y_mm for each in places for at in each.values()}) >= 5


@pytest.mark.parametrize(
    ("keepers", "middles"), [({}, [0.0]), ({"B1": (400.0, 0.0)}, [-30.1, 30.1]), ({"B1": (390.0, 35.0)}, [-12.6])]
)
def test_gaps_are_the_free_stretches_between_the_pegs(keepers: dict[str, Any], middles: list[float]) -> None:
    position = Position(Ledger(Side.ONE, TakerPlacing(DUE)), lying(**keepers))

    assert gaps(GAME, position, Side.ONE) == pytest.approx(middles, abs=0.1)

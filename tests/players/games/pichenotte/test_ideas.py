"""What a bot of Pichenotte thinks of when it thinks of all that a strong player would."""

from dataclasses import replace

from pennyflick.players.games.pichenotte import TACTICS
from pennyflick.players.search.aims import Aims
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.pichenotte.ledger import Ledger
from pennyflick.table import DiscId, Point, Side
from tests.players.search.test_tactics import scenes

A1, B1 = DiscId("A1"), DiscId("B1")


def test_every_wide_idea_is_legal() -> None:
    game = registry.new_game("pichenotte")
    for position, asked in scenes(game, 4, 16):
        aims = TACTICS.ideas(game, position, asked, wide=True)

        assert [row for row in range(0, len(aims), 7) if game.refuse(position, aims.answer(row), asked)] == []


def test_an_own_hanger_may_be_sent_into_the_hole() -> None:
    sentence = "A1 sent into the hole"

    assert sentence in sentences(thought_of({A1: Point(0.0, -50.0)}, wide=True))
    assert sentence not in sentences(thought_of({A1: Point(0.0, -50.0)}, wide=False))


def test_the_hole_may_be_aimed_at_uncalled_where_an_enemy_puck_lies_beside_it() -> None:
    beside, far = ({B1: Point(30.0, 30.0)}, {B1: Point(30.0, 200.0)})

    assert {None, "twenty"} == calls_at_hole(thought_of(beside, wide=True))
    assert {"twenty"} == calls_at_hole(thought_of(far, wide=True)) == calls_at_hole(thought_of(beside, wide=False))


def test_a_call_that_costs_nothing_is_always_made() -> None:
    aims = thought_of({B1: Point(30.0, 200.0)}, wide=True, twenty_call="either")

    assert {arm.call for arm in aims.arms} == {"twenty"}


def thought_of(lying: dict[DiscId, Point], *, wide: bool, **options: str) -> Aims:
    """What One thinks of after eight shots."""
    game = registry.new_game("pichenotte", options)
    fresh = game.opening(Side.ONE)
    ledger: Ledger = replace(fresh.ledger, shots=8, on=tuple(lying))
    position = Position(ledger, fresh.layout.moved({**lying}))
    asked = game.decision(position)
    assert asked is not None
    return TACTICS.ideas(game, position, asked, wide=wide)


def sentences(aims: Aims) -> set[str]:
    return {str(idea.sentence) for idea in aims.ideas}


def calls_at_hole(aims: Aims) -> set[str | None]:
    return {aims.arms[arm].call for arm, idea in zip(aims.arm, aims.idea, strict=True) if _twenty(aims, int(idea))}


def _twenty(aims: Aims, idea: int) -> bool:
    return str(aims.ideas[idea].sentence) == "a twenty"

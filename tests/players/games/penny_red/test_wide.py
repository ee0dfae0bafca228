"""What a strong player thinks of at Penny Red, and what it promises."""

from dataclasses import replace

import numpy as np

from pennyflick.players.games.penny_red import TACTICS
from pennyflick.players.search.aims import simulated
from pennyflick.players.search.hopes import CONTACTS_SEEN, Trials
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.table import Answer, AskFlick, Decision, DiscId, Layout, Place, Point, Side
from tests.players.games.penny_red.scenes import played, red

FACE_TO_FACE = {
    "A1": (-190.0, 10.0),
    "A2": (-190.0, 80.0),
    "B1": (205.0, -90.0),
    "B2": (205.0, 90.0),
    "red": (-100.0, 10.0),
}


def face_to_face(*, stars: bool = False) -> tuple[Position[Ledger], Decision]:
    game = red()
    ledger = replace(game.opening(Side.ONE).ledger, phase=Phase.OPEN, shooters_met=stars)
    position = Position(ledger, Layout({DiscId(disc): Point(*xy) for disc, xy in FACE_TO_FACE.items()}))
    asked = game.decision(position)
    assert asked is not None
    return position, asked


def test_who_thinks_wide_thinks_of_all_that_others_do() -> None:
    game = red()
    for position, asked in played(game, 1, 25):
        few, many = (TACTICS.ideas(game, position, asked, wide=wide) for wide in (False, True))

        assert {idea.sentence for idea in few.ideas} <= {idea.sentence for idea in many.ideas}
        assert len(many) >= len(few)


def test_every_wide_idea_is_legal() -> None:
    game = red()
    for position, asked in played(game, 3, 25):
        aims = TACTICS.ideas(game, position, asked, wide=True)
        answers: list[Answer] = [aims.answer(row) for row in range(0, len(aims), 9)]
        answers += [each for each in TACTICS.placements(game, position, asked, wide=True) if isinstance(each, Place)]

        assert [refusal for each in answers if (refusal := game.refuse(position, each, asked)) is not None] == []


def test_who_flicks_as_meant_keeps_most_promises_of_a_return() -> None:
    game, (position, asked) = red(), face_to_face()
    aims = TACTICS.ideas(game, position, asked, wide=True)
    rows = [row for row in range(len(aims)) if "hard one" in str(aims.meant(row).sentence)]
    trials = Trials([disc.id for disc in game.discs], simulated(game, position, aims.rows(rows), CONTACTS_SEEN, None))
    kept = [trials.came_true(hope)[number] for number, row in enumerate(rows) if (hope := aims.meant(row).hope)]

    assert len(kept) > 10
    assert np.mean(kept) > 0.5


def test_enemy_shooters_are_knocked_off_only_where_that_counts() -> None:
    told = {}
    for stars in (False, True):
        position, asked = face_to_face(stars=stars)
        told[stars] = {str(idea.sentence) for idea in TACTICS.ideas(red(), position, asked, wide=True).ideas}

    assert not any("knocks B1 off" in each for each in told[False])
    assert any("knocks B1 off" in each for each in told[True])


def test_nobody_approaches_at_the_serve() -> None:
    game = red()
    position = game.opening(Side.ONE)
    asked = game.decision(position)
    assert asked is not None
    assert any(isinstance(ask, AskFlick) for ask in asked.asks)
    told = {str(idea.sentence) for idea in TACTICS.ideas(game, position, asked, wide=True).ideas}

    assert not any("straight return" in each for each in told)

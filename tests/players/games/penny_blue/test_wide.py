"""What a strong player thinks of besides: legal, more than `classic` does, and in words that matter."""

from typing import Any, cast

import pytest

from pennyflick import physics
from pennyflick.match import decision, new_match, step
from pennyflick.players.games.penny_blue import TACTICS
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search.aims import Aims
from pennyflick.rules import registry
from pennyflick.rules.game import Position, advance
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ended, Ledger
from pennyflick.rules.tally import Tally
from pennyflick.table import DiscId, Point, Side


def blue(**texts: str) -> PennyBlue:
    return cast(PennyBlue, registry.new_game("penny-blue", texts))


def wide(game: PennyBlue, position: Position[Ledger]) -> Aims:
    asked = game.decision(position)
    assert asked is not None
    return TACTICS.ideas(game, position, asked, wide=True)


def sentences(aims: Aims) -> set[str]:
    return {str(aims.meant(row).sentence) for row in range(len(aims))}


@pytest.mark.parametrize("texts", [{}, {"shape": "hexagon", "side_flick": "may"}])
def test_every_wide_idea_is_legal(texts: dict[str, str]) -> None:
    game = blue(**texts)
    for seed in range(4):
        match = new_match(game, seed=seed)
        while (asked := decision(match)) is not None and len(match.actions) < 20:
            aims = TACTICS.ideas(game, match.position, asked, wide=True)
            refused = [game.refuse(match.position, aims.answer(row)) for row in range(0, len(aims), 11)]

            assert not any(refused)
            match, _ = step(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.9)), asked)


def test_wide_ideas_are_more_than_those_of_classic() -> None:
    game = blue()
    opening = game.opening(Side.ONE)
    asked = game.decision(opening)
    assert asked is not None

    assert len(wide(game, opening)) > 2 * len(TACTICS.ideas(game, opening, asked))


def slanting() -> Position[Any]:
    """A kill that needs a cut: the blue lies aslant before the sovereign of Two."""
    places = {"A1": (20.0, -60.0), "blue": (70.0, -30.0), "SB": (120.0, 15.0), "SA": (-150.0, -150.0)}
    others = {"A2": (-150.0, 150.0), "B1": (0.0, 150.0), "B2": (-60.0, -150.0)}
    layout = blue().opening(Side.ONE).layout
    moved = layout.moved({DiscId(disc): Point(*xy) for disc, xy in (places | others).items()})
    return Position(Ledger(Side.ONE, Side.ONE, turns=Tally(1, 1)), moved)


def test_some_wide_kill_kills() -> None:
    game, position = blue(), slanting()
    aims = wide(game, position)
    kills = [row for row in range(len(aims)) if str(aims.meant(row).sentence).startswith("a kill")]
    flicks = map(aims.answer, kills)
    shots = ((flick, physics.simulate(game.board.surface, game.discs, position.layout, flick)) for flick in flicks)
    after = [advance(game, position, flick, shot)[0].ledger for flick, shot in shots]

    assert any(ledger.ended is Ended.SETS and ledger.sets == Tally(1, 0) for ledger in after)


def test_the_blue_is_brought_before_the_enemy_and_away_from_the_own_sovereign() -> None:
    told = sentences(wide(blue(), slanting()))

    assert "A1 brings the blue before SB" in told
    assert any("sends the blue away from SA" in each for each in told)
    assert any("SA comes away from the edge" in each for each in told)

"""The commands that say who is stronger, in tiny: they end, go on where they were, and tell what they saw."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks import champion, exploiters, ladder
from benchmarks import hand as study
from benchmarks.contests import Hall, elo, never
from pennyflick.match import arena, new_match
from pennyflick.match.playing import play
from pennyflick.players import VISIBLE_HANDS
from pennyflick.players.bots import NAMED, parse_spec, player
from pennyflick.players.hands import faced, hand_text
from pennyflick.players.positions import Positions
from pennyflick.rules import registry
from pennyflick.rules.penny_blue.pennies import SOVEREIGNS
from pennyflick.table import Place, Side

QUICK = arena.Contest("pichenotte", {}, "1:hand=good", "0", 1)


@pytest.mark.slow
def test_a_contest_goes_on_where_it_was(tmp_path: Path) -> None:
    played: list[int] = []

    def counted(contest: arena.Contest, number: int) -> arena.Pair:
        played.append(number)
        return arena.play_pair(contest, number)

    first = Hall(None, 1, tmp_path).shown(QUICK, never, counted)
    second = Hall(None, 2, tmp_path).shown(QUICK, never, counted)

    assert played == [0, 1]
    assert second.pairs[0] == first.pairs[0]
    assert second.told()["pairs"] == 2


def test_a_contest_ends_at_the_first_look_that_satisfies() -> None:
    shown = Hall(None, 25).shown(QUICK, lambda seen: seen.pairs >= 10, lambda contest, number: drawn(number))

    assert len(shown.pairs) == 10


def test_equals_are_as_far_apart_as_nothing() -> None:
    assert elo(arena.rating([])) == pytest.approx(0.0)


def test_the_ladder_prints_its_rows_and_one_line_for_programs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["--game", "pichenotte", "--steps", "1-0", "--pairs", "1", "--workers", "1", "--out", str(tmp_path)]
    assert ladder.main(words) == 0
    assert ladder.main(words) == 0  # nothing is played again
    *_, row, told = capsys.readouterr().out.splitlines()

    assert row.startswith("| pichenotte | 1 | 0 | 1 |")
    assert json.loads(told)[0]["a"] == "1"


def test_a_step_may_be_between_names_with_hyphens() -> None:
    assert ladder.step("4-3") == ("4", "3")
    assert ladder.step("expert-good") == ("expert", "good")
    assert ladder.step("4:flicks=64-3") == ("4:flicks=64", "3")
    with pytest.raises(SystemExit, match="no step"):
        ladder.step("4")


def test_names_climb_in_their_order() -> None:
    spreads = [spec.hand.direction_sd_deg for spec in NAMED.values()]

    assert all(above <= below for below, above in pairwise(spreads))


@pytest.mark.slow
def test_the_person_sinks_as_many_open_twenties_as_who_times_a_good_visible_hand() -> None:
    timed = next(way for way in study.visible_ways(1_500, 1) if way.name == "100 ms")
    rate = study.best_rate(parse_spec(ladder.PERSON).hand, study.blind_way(12_000, 1))

    assert hand_text(parse_spec(ladder.PERSON).hand) == hand_text(faced([VISIBLE_HANDS["good"]]))
    assert rate == pytest.approx(study.best_rate(VISIBLE_HANDS["good"], timed), abs=0.04)


@pytest.mark.slow
def test_the_champion_is_held_against_the_yardstick(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "pichenotte", "--a", "3:flicks=16", "--b", "1", "--other", "6deg 5%", "--pairs", "1"]
    assert champion.main([*words, "--workers", "1"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])

    assert [row["what"] for row in told] == ["the same hands", "hands that no lesson had"]
    assert told[1]["a"] == "3:flicks=16,hand=6deg 5%"
    assert told[1]["b"] == "1:hand=6deg 5%"


@pytest.mark.slow
@pytest.mark.parametrize("name", exploiters.EXPLOITERS)
def test_every_exploiter_plays_its_game_to_the_end(name: str) -> None:
    game = exploiters.EXPLOITERS[name]
    options = {"turn_limit": "2"}
    pair = exploiters.play_pair(arena.Contest(game, options, f"{name}/4:flicks=64,hand=good", "0", 1), 0)

    assert len(pair.matches) == 2


def test_a_sovereign_in_the_middle_is_wanted() -> None:
    game = registry.new_game("penny-blue")
    opening = Positions.of(game, [game.opening(Side.ONE)])
    number = [disc.id for disc in game.discs].index(SOVEREIGNS[Side.ONE])
    before = exploiters.central(game, opening, Side.ONE)[0]
    opening.layouts.xy[:, number] = 0.0

    assert exploiters.central(game, opening, Side.ONE)[0] == 1.0
    assert before < 1.0


def test_a_wall_stands_before_its_own_goal() -> None:
    game = registry.new_game("penny-green", {"turn_limit": "1"})
    wall = exploiters.exploiter("a wall", "1:hand=good", game.name)
    match = new_match(game, seed=1, starter=Side.ONE)
    played = play(match, {seat: wall if seat.side is Side.ONE else player("0", game.name) for seat in game.seats})
    placed = next(act.answer for act in played.actions if act.by.side is Side.ONE and isinstance(act.answer, Place))
    xs = np.array([point.x_mm for point in placed.points.values() if point is not None])
    goal_x: float = game.board.goal_centre(Side.ONE).x_mm  # type: ignore[attr-defined]

    assert len(xs) > 2
    assert (np.sign(xs) == np.sign(goal_x)).all()


def drawn(number: int) -> arena.Pair:
    one, two = (arena.Played(side, side == "one", 0.5, 0, 0, 1, "") for side in ("one", "two"))
    return arena.Pair(number, (one, two))

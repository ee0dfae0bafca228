"""Puzzles are found where one idea is clearly best, solved by value, and measured again on fresh draws."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pennyflick.lessons.checking import check
from pennyflick.lessons.finding import ALIKE, Quest, chosen, find, puzzle_at
from pennyflick.lessons.kinds import Puzzle
from pennyflick.lessons.puzzling import best_flick, check_puzzle, is_solved, worth
from pennyflick.lessons.reading import SlipError, Where
from pennyflick.lessons.shelf import Shelf, shelf
from pennyflick.lessons.trying import game_of, parsed, set_up_match
from pennyflick.players.dice import Dice
from pennyflick.players.values.files import values_version
from pennyflick.rules import registry
from pennyflick.table import Flick

KILL = Puzzle(
    where=Where("x.toml", 1),
    game="penny-blue",
    id="kill",
    says="A1 drives the blue into SB",
    position="turns=1-1 A1@-40,0 blue@-90,0",
    best="A1 180 900",
    value=0.99,
    second="A2 45 400",
    second_value=0.6,
    values="hand-made",
)


def flick(text: str) -> Flick:
    told = parsed(set_up_match(game_of("penny-blue", {}), KILL.position), text)
    assert isinstance(told, Flick)
    return told


def test_a_kill_is_worth_a_match_and_a_quiet_flick_is_not() -> None:
    kill, quiet = worth(KILL, [flick("A1 180 900"), flick("A2 45 300")], 100)

    assert kill > 0.95 > quiet


def test_another_flick_as_good_solves_it_and_a_worse_one_does_not() -> None:
    best, softer, wild = worth(KILL, [best_flick(KILL), flick("A1 180 800"), flick("A1 90 2000")], 100)

    assert is_solved(KILL, softer, best)
    assert not is_solved(KILL, wild, best)


def test_a_flick_half_way_between_the_best_and_the_runner_up_just_solves_it() -> None:
    assert is_solved(KILL, 0.80, KILL.value)
    assert not is_solved(KILL, 0.79, KILL.value)


def test_the_best_solves_its_puzzle_by_whatever_draws_it_is_measured() -> None:
    assert is_solved(KILL, 0.7, 0.7)


def test_a_puzzle_is_measured_again_and_fails_when_its_best_idea_does_not_lead() -> None:
    assert check_puzzle(KILL).margin > 0.2
    with pytest.raises(
        SlipError, match=r"x.toml:1: kill: the best idea leads by -0\.\d+ on fresh draws, not by half of"
    ):
        check_puzzle(replace(KILL, best=KILL.second, second=KILL.best))


def test_a_puzzle_that_cannot_be_read_says_why() -> None:
    wrong = [replace(KILL, position="A9@0,0"), replace(KILL, best="A1 180"), replace(KILL, second="choose pass")]
    said = [str(each.slip) for each in check(Shelf(puzzles=tuple(wrong)))]

    assert ["a disc cannot be 'A9'" in said[0], "expected a speed" in said[1], "is no flick" in said[2]] == [True] * 3


def test_an_open_kill_is_found_as_a_puzzle() -> None:
    match = set_up_match(game_of("penny-blue", {}), KILL.position)
    assert match.asked is not None
    found = puzzle_at(match, match.asked, Dice(1, 0, "puzzle"))

    assert found is not None
    assert found.best.startswith("A1 1")
    assert found.value > 0.95
    assert (found.position, found.values) == ("turns=1-1 A1@-40,0 blue@-90,0", values_version("penny-blue"))


def test_the_clearest_are_chosen_each_once_and_what_is_about_something_else_among_them() -> None:
    found = [replace(KILL, id=f"k{number}", value=0.7 + number / 100) for number in range(20)]
    other = replace(KILL, id="quiet", says="A2 touches nothing", value=0.65)
    kept = [each.id for each in chosen([*found, *found, other], 9)]

    assert kept == [*(f"k{number}" for number in range(19, 11, -1)), "quiet"]


def test_where_too_many_are_about_the_same_others_come_first() -> None:
    found = [replace(KILL, id=f"k{number}", value=0.9 + number / 100) for number in range(6)]
    others = [replace(KILL, id=f"q{number}", says="A2 touches nothing", value=0.65) for number in range(6)]
    third = replace(KILL, id="safe", says="SA comes away", value=0.63)
    kept = [each.id for each in chosen([*found, *others, third], 6)]

    assert kept == ["k5", "k4", "k3", "q0", "q1", "safe"]
    assert ALIKE == 3


@pytest.mark.slow
def test_the_same_match_gives_the_same_puzzles() -> None:
    quest = Quest("penny-blue", 1)

    assert find(quest, 0) == find(quest, 0) != []


@pytest.mark.parametrize("game", registry.names())
def test_puzzles_are_kept_with_the_values_they_were_found_by(game: str) -> None:
    puzzles = shelf(game).puzzles

    assert len({each.id for each in puzzles}) == len(puzzles)
    assert [each.id for each in puzzles if each.margin <= 0 or not each.values] == []

"""An example holds when the referee cites its clause, and says what came instead when he does not."""

from __future__ import annotations

import pytest

from pennyflick.lessons.checking import check
from pennyflick.lessons.shelf import read_shelf, shelf
from pennyflick.rules import rulebook

EXAMPLE = '[[example]]\nclause = "{clause}"\nsays = "See."\n'
PICTURE = '[[picture]]\nclause = "BLU-1"\nsays = "See."\nwhy = "so"\n'


def found(text: str, clause: str = "BLU-4") -> str:
    (each,) = check(read_shelf("penny-blue", "x.toml", EXAMPLE.format(clause=clause) + text))
    return str(each.slip) if each.slip else each.said


def test_a_ruling_shows_its_clause() -> None:
    assert found('position = "turns=1-1 A1@-40,0 blue@-90,0"\nanswers = "A1 180 900"') == "ruled"


def test_a_placement_shows_the_clause_by_which_it_was_asked_for() -> None:
    side_flick = "side blue SA 270 300 @0,147"

    assert found(f'position = "turns=1-1 blue@0,140 B1@60,0"\nanswers = "{side_flick}"', "BLU-13") == "asked"


def test_a_flick_does_not_show_the_clauses_by_which_it_was_asked_for() -> None:
    assert found('answers = "A1 315 500"', "BLU-10").startswith("x.toml:2: BLU-10 is not cited: ruled BLU-11")


def test_a_refusal_shows_its_clause() -> None:
    assert found('refused = "B1 90 500"', "BLU-10") == "refused"
    assert found('refused = "A1 90 500"', "BLU-10").endswith("does not refuse 'A1 90 500': it is taken")


def test_what_came_instead_is_told_with_clauses_and_where_the_discs_ended() -> None:
    said = found('position = "turns=1-1 A1@-40,0 blue@-90,0"\nanswers = "A1 180 100"')

    assert said.startswith("x.toml:2: BLU-4 is not cited: ruled BLU-11; asked by BLU-10 BLU-11; A1 → ")
    assert said.endswith("then two by BLU-10 BLU-11")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('position = "turns=1-1 A9@0,0"\nanswers = "A1 0 1"', "x.toml:4: BLU-4: a disc cannot be 'A9'; "),
        ('options = { shapes = "square" }\nanswers = "A1 0 1"', "x.toml:4: BLU-4: no option named 'shapes'; "),
        ('answers = "A1 0 9000"', "x.toml:4: BLU-4: 'A1 0 9000': expected a speed in mm/s"),
        ('answers = "B1 0 900"', "x.toml:4: BLU-4: 'B1 0 900': refused (BLU-10): "),
        ("", "x.toml:1: BLU-4 needs answers, or one that is refused"),
    ],
)
def test_a_slip_is_found_before_anything_is_ruled(text: str, said: str) -> None:
    assert found(text).startswith(said)


def test_a_label_points_at_a_disc_a_spot_or_a_point() -> None:
    good = PICTURE + 'labels = [["blue", "a"], ["centre", "b"], ["12,-3.5", "c"]]'
    bad = PICTURE + 'labels = [["blu", "a"]]'

    assert [each.said for each in check(read_shelf("penny-blue", "x.toml", good))] == ["picture: so"]
    assert "'blu' is no disc on the board" in str(next(check(read_shelf("penny-blue", "x.toml", bad))).slip)


@pytest.mark.parametrize("page", rulebook.pages())
def test_everything_that_shows_a_clause_holds(page: str) -> None:
    assert [str(each.slip) for each in check(shelf(page), "examples") if each.slip] == []

"""A slip in a file of lessons is one sentence with its file and its line."""

from __future__ import annotations

import pytest

from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.shelf import read_shelf

GOOD = """
[[example]]
clause = "BLU-4"
says = "The blue brings the sovereign off."
position = '''
turns=1-1 A1@-40,0
blue@-90,0
'''
answers = "A1 180 900"
"""


def slip(text: str, page: str = "penny-blue") -> str:
    with pytest.raises(SlipError) as caught:
        read_shelf(page, "games/x.toml", text)
    return str(caught.value)


def test_an_example_is_read_with_the_game_of_its_file_and_a_text_alone_is_a_list() -> None:
    (example,) = read_shelf("penny-blue", "games/x.toml", GOOD).examples

    assert (example.game, example.clause, example.answers) == ("penny-blue", "BLU-4", ("A1 180 900",))
    assert str(example.where.of("answers")) == "games/x.toml:9"


@pytest.mark.parametrize(
    ("written", "wrong", "said"),
    [
        ("answers =", "answer =", "games/x.toml:9: no key 'answer'; did you mean 'answers'?"),
        ("[[example]]", "[[exampel]]", "games/x.toml:2: no table 'exampel'; did you mean 'example'?"),
        ('clause = "BLU-4"', "", "games/x.toml:2: clause is missing"),
        ('"BLU-4"', '"BLU-44"', "games/x.toml:3: clause names no clause 'BLU-44'; did you mean 'BLU-4'?"),
        ('"BLU-4"', '"RED-4"', "games/x.toml:3: RED-4 stands on another page than penny-blue"),
        ('"A1 180 900"', "180", "games/x.toml:9: answers must be a text, not 180"),
        ('"A1 180 900"', '"A1 180 900', "games/x.toml:9: Illegal character '\\n'"),
        ('"BLU-4"', '"BLU-4"\ngame = "penny-blu"', "games/x.toml:4: game is 'penny-blu'; did you mean 'penny-blue'?"),
    ],
)
def test_a_slip_says_what_would_be_right(written: str, wrong: str, said: str) -> None:
    assert slip(GOOD.replace(written, wrong)) == said


def test_a_clause_is_shown_once() -> None:
    assert slip(GOOD + GOOD) == "games/x.toml:12: BLU-4 is there already, at line 2"


def test_what_is_shared_says_its_game() -> None:
    assert slip(GOOD.replace("BLU-4", "GEN-7"), "common") == "games/x.toml:2: game is missing"

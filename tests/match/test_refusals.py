"""Whatever a client sends, the referee answers with a refusal or a next match, never with an exception."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pennyflick.match import Match, branch, decision, new_match, play, refusal
from pennyflick.players import RandomLegal
from pennyflick.rules import registry
from pennyflick.table import Choose, Declare, Flick, Place, Point, Refusal, Seat, Side, SideFlick

NUMBERS = st.one_of(
    st.integers(-5, 40_000), st.floats(-1e9, 1e9), st.sampled_from([math.nan, math.inf, -math.inf, True, None, "7"])
)
POINTS = st.one_of(st.none(), st.builds(Point, NUMBERS, NUMBERS), st.sampled_from(["corner-1", 3, (1, 2)]))
WORDS = st.one_of(st.sampled_from(["pass", "decline", "touch", "on-top", "twenty", "", "green"]), st.none(), st.just(7))


def _wild_answers(match: Match) -> st.SearchStrategy[Any]:
    discs = st.one_of(st.sampled_from([disc.id for disc in match.game.discs]), WORDS)
    seats = st.sampled_from([*match.game.seats, Seat(Side.TWO, 1), Seat(Side.ONE, 7)])
    return st.one_of(
        st.builds(Flick, discs, NUMBERS, NUMBERS, POINTS, WORDS),
        st.builds(SideFlick, discs, discs, POINTS, NUMBERS, NUMBERS),
        st.builds(Place, st.dictionaries(discs, POINTS, max_size=7)),
        st.builds(Place, st.sampled_from([None, 3, "x"])),
        st.builds(Choose, WORDS),
        st.builds(Declare, WORDS, st.lists(discs, max_size=3).map(tuple), seats),
        st.sampled_from([None, "flick", 3, object()]),
    )


@pytest.fixture(scope="module")
def positions() -> dict[str, list[Match]]:
    """Some positions of every game, the opening among them."""
    found = {}
    for name in registry.names():
        game = registry.new_game(name, {"turn_limit": "3"})
        match = play(new_match(game, seed=1), dict.fromkeys(game.seats, RandomLegal(aimed=0.9)))
        found[name] = [branch(match, after) for after in range(0, len(match.actions), 2)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
@settings(max_examples=300)
@given(data=st.data())
def test_no_answer_makes_the_referee_fail(positions: dict[str, list[Match]], name: str, data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(positions[name]))
    asked = decision(match)
    assert asked is not None
    by = data.draw(st.sampled_from([*asked.seats, *match.game.seats]))
    answer = data.draw(_wild_answers(match))

    refused = refusal(match, by, answer)

    assert refused is None or isinstance(refused, Refusal)
    if refused is not None:
        assert refused.sentence

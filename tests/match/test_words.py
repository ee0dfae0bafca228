"""Everything said in a match is right for whoever reads it; `make soak-rules` looks at five hundred of each game."""

from __future__ import annotations

import pytest

from benchmarks.soak_words import NAMES, check_words, words_of_match
from pennyflick.match import apply, decision, new_match, refusal, step
from pennyflick.players import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import DECLARATIONS
from pennyflick.table import Choose, Declare, Resign, Seat, Sentence, Side, Subject, Viewer, phrase, says, verb

SINGLES = (Seat(Side.ONE), Seat(Side.TWO))
TABLES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in registry.names()),
    ("penny-red", {"doubles": "yes"}),
    ("pichenotte", {"players": "doubles", "tie": "shoot-out", "advanced": "yes"}),
    ("penny-green", {"games": "2", "turn_limit": "3", "out_zone": "yes"}),
]


@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_no_sentence_of_a_match_says_one_two_or_a_readers_own_name(name: str, options: dict[str, str]) -> None:
    game = registry.new_game(name, options)
    players, fouls = dict.fromkeys(game.seats, RandomLegal(aimed=0.9)), tuple(DECLARATIONS)
    match = new_match(game, seed=7)
    for number in range(40):
        check_words(game.seats, words_of_match(match))
        asked = decision(match)
        if asked is None:
            break
        by = asked.seats[0]
        foul = Declare(fouls[number % len(fouls)], (), by)
        declares = number % 13 == 12 and refusal(match, by, foul) is None
        match = apply(match, by, foul) if declares else step(match, players, asked)[0]
    if match.ended is None:
        match = apply(match, game.seats[-1], Resign(game.seats[-1]))
    check_words(game.seats, words_of_match(match))


@pytest.mark.parametrize("name", registry.names())
def test_a_refusal_calls_people_by_their_names(name: str) -> None:
    game = registry.new_game(name)
    match = new_match(game, seed=1, starter=Side.ONE)
    refused = refusal(match, Seat(Side.TWO), Choose("sneeze"))
    assert refused is not None

    check_words(game.seats, [refused.sentence])
    assert refused.sentence.said(Viewer(NAMES, [Seat(Side.TWO)])).startswith("It is for Ann to answer, not you")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (phrase("One wins."), "a side in place of a name"),
        (phrase("Ann wins."), "a name in place of you"),
        (says(Subject(Side.ONE), "wins"), "a verb that does not agree"),
    ],
)
def test_words_that_are_wrong_for_somebody_are_found(wrong: Sentence, why: str) -> None:
    check_words(SINGLES, [says(Subject(Side.ONE), verb("wins"))])
    with pytest.raises(AssertionError, match=why):
        check_words(SINGLES, [wrong])

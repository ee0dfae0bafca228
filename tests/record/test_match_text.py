import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.record import (
    NotationError,
    Record,
    impossible,
    parse_position,
    parse_record,
    position_text,
    print_record,
)
from pennyflick.rules import registry
from pennyflick.table import Seat, Side

LIVE = """\
[Game "penny-black"]
[Options "shape=square turn_limit=10"]
[Date "2026-11-15"]
[One "Ann"]
[Two "Bob \\"the nail\\""]
[HandTwo "good"]
[Starter "two"]
[Seed "sha256:0f"]
[Pennyflick "0.1.0"]
[Rules "1"]
[Physics "1"]
[Result "*"]

1. two shooter 180.00 1500 @edge-1 -> 180.70 1466 {BLK-10} 0123abcd
2. one shooter 10.00 900 {BLK-8 BLK-9} 89abcdef
"""


@given(st.data())
def test_parsing_undoes_printing_and_printing_undoes_parsing(
    any_record: st.SearchStrategy[Record], data: st.DataObject
) -> None:
    record = data.draw(any_record)
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


def _spot_of_the_board() -> str:
    from pennyflick.rules import registry

    return next(iter(registry.new_game("penny-black", {"shape": "square"}).board.spots))


def test_an_instant_stands_between_the_meaning_and_the_doing() -> None:
    line = "1. two shooter 180.00 1500 ~1234 -> 180.70 1466 {BLK-10} 0123abcd"
    record = parse_record(LIVE[: LIVE.index("1. two")] + line)

    assert record.entries[0].instant_ms == 1_234
    assert print_record(record).endswith(line + "\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1. one choose pass ~5 {} 0123abcd", "column 20: expected { and the clauses ruled: only flicks are let go"),
        ("1. one shooter 1.00 9 ~ 5 {} 0123abcd", "column 25: expected the instant in milliseconds"),
        ("1. one shooter 1.00 9 ~-5 {} 0123abcd", "expected the instant in milliseconds"),
        ("1. one shooter 1.00 9 ~12345678901 {} 0123abcd", "at most ten digits"),
        ("1. one shooter 1.00 9 ~1.5 {} 0123abcd", "a whole number"),
    ],
)
def test_a_wrong_instant_is_pointed_at(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_record(LIVE[: LIVE.index("1. two")] + line)


@pytest.fixture
def live() -> str:
    return LIVE.replace("edge-1", _spot_of_the_board())


def test_a_record_reads_as_it_is_written(live: str) -> None:
    record = parse_record(live)
    assert record.game.options.shape == "square"
    assert {seat.name: name for seat, name in record.names.items()} == {"one": "Ann", "two": 'Bob "the nail"'}
    assert record.entries[0].actual is not None
    assert record.entries[1].actual is None
    assert print_record(record) == live


def test_comments_blank_lines_and_windows_line_ends_are_read_over(live: str) -> None:
    lines = ["; a fine match", "", *live.split("\n")]
    lines[-2] += "   ; what a cannon"
    assert print_record(parse_record("\r\n".join(lines))) == live


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected"),
    [
        ('[Game "penny-black"]', '[Game "penny-blak"]', 1, 8, "the game 'penny-black'"),
        ('[Game "penny-black"]', "[Game penny-black]", 1, 7, "the tag's value between quotation marks"),
        ('[Game "penny-black"]\n', "", 1, 1, 'a tag [Game "penny-black"]'),
        ('[Starter "two"]', '[Statrer "two"]', 7, 2, "the tag Starter"),
        ('[Starter "two"]', '[Starter "three"]', 7, 11, "one or two"),
        ("shape=square", "shape=star", 2, 11, "it is one of hexagon, square, round"),
        ("shape=square", "shaep=square", 2, 11, "did you mean 'shape'"),
        ("turn_limit=10", "turn_limit", 2, 11, "options like length=full"),
        ('[Rules "1"]', '[Rules "one"]', 10, 9, "a whole number"),
        ('[One "Ann"]', '[One "Ann"', 4, 11, "]"),
        ('[One "Ann"]', '[Date "x"]', 4, 2, "each tag once"),
        ('[One "Ann"]', '[PlayerOne "expert"]', 4, 13, "who played: person, house: and an opponent's name"),
        ('[One "Ann"]', '[Setup "turn=three"]', 4, 9, "a position (turn cannot be 'three'; it is one of one, two)"),
        ('[One "Ann"]', '[Earlier "4"]', 4, 11, "the tag Setup too"),
        ('[One "Ann"]', '[Setup "opening"]\n[Earlier "four"]', 5, 11, "a whole number"),
        ('[One "Ann"]', '[Setup "opening"]\n[Earlier "4"]', 15, 1, "action number 5."),
        ('[Physics "1"]', '[Setup "opening"]', 11, 9, "no set-up: a match at a real board begins at the opening"),
        ("1. two", "2. two", 14, 1, "action number 1."),
        ("1. two", "1. three", 14, 4, "a seat"),
        ("-> 180.70", "-> 380.70", 14, 0, "a direction in degrees"),
        ("{BLK-10}", "BLK-10", 14, 0, "{ and the clauses ruled"),
        ("{BLK-10}", "{BLK-10", 14, 0, "a clause like BLK-12, or }"),
        ("0123abcd", "0123abc", 14, 0, "a digest of 8 hex digits"),
        ("0123abcd", "0123abcd more", 14, 0, "the end of the line"),
        ("2. one shooter 10.00 900", "2. one choose pass -> 10.00 900", 15, 20, "only flicks have an actual flick"),
        ("2. one", '[Late "tag"]\n2. one', 15, 1, "tags stand before the first action"),
    ],
)
def test_an_error_names_line_and_column_and_what_was_expected(
    live: str, old: str, new: str, line: int, column: int, expected: str
) -> None:
    assert old in live
    with pytest.raises(NotationError) as caught:
        parse_record(live.replace(old, new))
    assert caught.value.line == line
    if column:  # 0: the column hangs on the spot's name
        assert caught.value.column == column
    assert expected in caught.value.expected


def test_the_examples_of_the_grammar_parse_and_print_back() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"```text\n(\[Game .*?)```", page, re.DOTALL)
    assert len(examples) >= 2
    for example in examples:
        assert print_record(parse_record(example)) == example


def test_a_record_that_does_not_say_who_played_reads_as_before(live: str) -> None:
    one, two = Seat(Side.ONE), Seat(Side.TWO)
    old = parse_record(live)
    assert (old.players, old.who(one), old.who(two)) == ({}, "person", "house:good")
    told = parse_record(live.replace('[HandTwo "good"]', '[PlayerTwo "person"]\n[HandTwo "good"]'))
    assert (told.who(two), told.hands[two]) == ("person", "good")


def test_the_positions_of_the_grammar_are_read_can_be_and_print_back() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"^; (\S+): .*\n((?:[^;`\n].*\n)+)", page, re.MULTILINE)
    assert {name for name, _ in examples} >= {"penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte"}
    for name, text in examples:
        game = registry.new_game(name)
        position = parse_position(game, text)
        assert impossible(game, position) is None, name
        assert position_text(game, position) == " ".join(text.split())


def test_the_time_of_a_decision_is_a_tag_and_none_is_not_written() -> None:
    untimed = print_record(parse_record(LIVE.replace("edge-1", "corner-1")))
    timed = untimed.replace("[Result", '[Time "3d"]\n[Result')
    assert parse_record(timed).time == "3d"
    assert print_record(parse_record(timed)) == timed
    assert print_record(parse_record(timed.replace("3d", "none"))) == untimed


def test_a_time_that_is_none_of_ours_is_refused_with_those_that_are() -> None:
    with pytest.raises(NotationError, match="none, 30s, 60s, 1d, 3d, 7d"):
        parse_record(LIVE.replace("[Result", '[Time "2h"]\n[Result'))

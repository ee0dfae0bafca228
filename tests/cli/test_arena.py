"""`pennyflick arena` tells who is better, ends with JSON on request, and goes on where it stopped."""

import json
from pathlib import Path

import pytest

from pennyflick.cli.main import main

WORDS = ["arena", "--game", "penny-blue", "--a", "1", "--b", "0", "--pairs", "3", "--options", "turn_limit=3"]


def test_the_last_line_is_json_with_the_win_rate_and_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--json"]) == 0

    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["pairs"] == 3
    assert 0.0 <= told["low"] <= told["high"] <= 1.0
    assert 0.0 <= told["win_rate"] <= 1.0


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    main([*WORDS, "--out", str(whole)])
    first, second, _ = whole.read_text().splitlines()
    parts.write_text(first + "\n" + second + "\n" + '{"contest": cut sho')
    capsys.readouterr()

    main([*WORDS, "--out", str(parts), "--json"])

    assert json.loads(capsys.readouterr().out.splitlines()[-1])["pairs"] == 3
    assert whole.read_text().splitlines()[2] in parts.read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--a", "expart"], "did you mean 'expert'"),
        (["--game", "penny-blak"], "did you mean 'penny-black'"),
        (["--pairs", "0"], "at least 1"),
        (["--from", "blue@0,2000"], "blue lies 1847.5 mm outside the edge"),
    ],
)
def test_wrong_words_say_what_would_be_right(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, *words]) == 2
    assert complaint in capsys.readouterr().err


def test_matches_may_begin_at_a_position_and_are_told_apart_from_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pairs.jsonl"
    words = [*WORDS, "--out", str(path), "--json"]
    main(words)
    main([*words, "--from", "turns=1-1 blue@0,60"])
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["setup"] == "turns=1-1 blue@0,60"
    assert len(path.read_text().splitlines()) == 6
    old = [json.loads(line) for line in path.read_text().splitlines()[:3]]
    for line in old:
        del line["contest"]["setup"]  # as files of before had it
    path.write_text("".join(json.dumps(line) + "\n" for line in old))
    main(words)
    assert len(path.read_text().splitlines()) == 3

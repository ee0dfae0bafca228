import re
from pathlib import Path
from typing import Any

import pytest

from pennyflick.match import replay
from pennyflick.record import parse_record

BLACK = ("play", "penny-black", "--starter", "one", "--seed", "7")


def test_two_people_flick_in_turn_and_read_the_rulings(command: Any) -> None:
    ran = command(*BLACK, typed="shooter 180 1500 @corner-1\nquit\n")
    assert ran.code == 0
    assert "One starts" in ran.out
    assert re.search(r"^1\. one shooter 180\.00 1500 @corner-1 \{.*\} [0-9a-f]{8}$", ran.out.replace("One> ", ""), re.M)
    assert "BLK-" in ran.out


def test_a_typed_slip_is_told_and_nothing_is_lost(command: Any) -> None:
    typed = "shooter east 900\nshooter 180 9000 @corner-1\nshooter 180 900\nshooter 180 900 @centre\nY1 0 100\nquit\n"
    ran = command(*BLACK, typed=typed)
    assert "column 9: expected a direction in degrees" in ran.out
    assert "expected a speed in mm/s, a whole number from 1 to 4000, found '9000'" in ran.out
    assert "1. one" not in ran.out


def test_the_discs_the_score_the_question_the_help_and_a_clause_can_be_seen(command: Any) -> None:
    ran = command(*BLACK, typed="discs\nscore\nask\nhelp\nrules BLK-8\nrules BLK-99\nquit\n")
    assert re.search(r"^ +black +black +\S+$", ran.out, re.MULTILINE)
    assert re.search(r" shooter +shooter +hand$", ran.out, re.MULTILINE)
    assert "flick (opening): shooter @PLACE (for example @corner-" in ran.out
    assert "save FILE" in ran.out
    assert "BLK-8 · " in ran.out
    assert "no clause 'BLK-99'" in ran.out


def test_pictures_and_records_are_written_on_request(command: Any, tmp_path: Path) -> None:
    svg, saved = tmp_path / "board.svg", tmp_path / "match.txt"
    typed = f"shooter 180 1500 @corner-1\nsvg {svg}\nsave {saved}\nsave\nsave {tmp_path}/no/such/folder\nquit\n"
    ran = command(*BLACK, typed=typed)
    assert svg.read_text(encoding="utf-8").startswith("<svg ")
    record = parse_record(saved.read_text(encoding="utf-8"))
    assert len(record.entries) == 1
    assert record.seed is not None
    assert record.seed.startswith("sha256:")
    assert replay(record).verified
    assert "say which file to write" in ran.out
    assert "cannot write" in ran.out


def test_a_bot_answers_with_its_own_hand_and_the_record_is_verified(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words = ("play", "penny-black", "--starter", "two", "--seed", "7", "--against", "random")
    ran = command(*words, "--options", "turn_limit=2", "--record", str(path), typed="resign\n")
    assert ran.code == 0
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.entries[0].by.name == "two"
    assert record.entries[0].actual is not None
    assert record.result == "two: One resigned: Two wins."
    assert replay(record).verified


def test_an_abandoned_match_reveals_its_seed(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    command(*BLACK, "--record", str(path), typed="abandon\n")
    record = parse_record(path.read_text(encoding="utf-8"))
    assert (record.result, record.seed) == ("abandoned", "7")


def test_a_foul_can_be_owned_up_to(command: Any) -> None:
    ran = command(*BLACK, typed="declare touch Y1\nquit\n")
    assert "BLK-16" in ran.out


def test_the_end_of_input_ends_the_sitting(command: Any) -> None:
    assert command(*BLACK, typed="").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "penny-blak"), "did you mean 'penny-black'?"),
        (("play", "penny-black", "--options", "shaep=square"), "did you mean 'shape'?"),
        (("play", "penny-black", "--options", "square"), "write NAME=VALUE"),
        (("play", "penny-black", "--hand", "goood"), "did you mean 'good'?"),
        (("play", "penny-black", "--hand", "visible good"), "nobody sees a hand wander in a terminal"),
        (("play", "penny-black", "--hand", "three=good"), "no person sits at 'three'; there are one, two"),
        (("play", "penny-black", "--against", "random", "--hand", "two=good"), "no person sits at 'two'"),
        (("play", "penny-black", "--from", "shoter@0,0"), "did you mean 'shooter'?"),
        (("play", "penny-black", "--from", "score=3-0"), "--from: score is 3-0, but the discs show 0-0"),
        (("play", "penny-black", "--from", "games=1-0 ended=games"), "the match is over in this position"),
        (("play", "penny-black", "--from", "turn=two", "--starter", "one"), "the position says who is to play"),
        (("play", "penny-black", "--seed", "-3"), "negative"),
        (("play", "penny-black", "--against", "nobody-at-all"), "nobody-at-all"),
    ],
)
def test_wrong_words_get_a_hint(command: Any, words: tuple[str, ...], message: str) -> None:
    ran = command(*words)
    assert ran.code == 2
    assert message in ran.err


def test_help_shows_examples(command: Any) -> None:
    ran = command("play", "--help")
    assert ran.code == 0
    assert "examples:\n  pennyflick play penny-black" in ran.out


SETUP = "turn=two shooter_from=where-it-lies shooter@-120,40 won-by-one: Y1 Y2"


@pytest.mark.parametrize("as_file", [False, True])
def test_a_match_may_begin_at_a_position_given_as_text_or_in_a_file(
    command: Any, tmp_path: Path, as_file: bool
) -> None:
    told, path = tmp_path / "position.txt", tmp_path / "match.txt"
    told.write_text(f"; a study\n{SETUP}\n", encoding="utf-8")
    words = ("--from", str(told) if as_file else SETUP, "--record", str(path))
    ran = command("play", "penny-black", *words, typed="position\nshooter 0 900\nabandon\n")
    assert ran.code == 0
    assert SETUP in ran.out
    record = parse_record(path.read_text(encoding="utf-8"))
    assert f'[Setup "{SETUP}"]' in path.read_text(encoding="utf-8")
    assert (record.starter.value, record.entries[0].by.name) == ("two", "two")
    assert replay(record).verified


def test_a_long_text_is_no_name_of_a_file(command: Any) -> None:
    ran = command("play", "penny-black", "--from", f"{SETUP} {' '.join(['Y3@150,0'] * 60)}")
    assert ran.code == 2
    assert "Y3 is named twice" in ran.err


def test_each_person_may_have_a_hand_and_the_record_says_who_played(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    typed = "shooter 180 1500 @corner-1\nabandon\n"
    command(*BLACK, "--hand", "one=expert", "two=exact", "--record", str(path), typed=typed)
    text = path.read_text(encoding="utf-8")
    assert '[PlayerOne "person"]\n[PlayerTwo "person"]\n[HandOne "expert"]\n[Starter "one"]' in text
    assert parse_record(text).entries[0].actual is not None


def test_one_hand_may_be_for_everybody(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    command(*BLACK, "--hand", "1.5deg 8%", "--record", str(path), typed="abandon\n")
    assert set(parse_record(path.read_text(encoding="utf-8")).hands.values()) == {"1.5deg 8%"}


@pytest.mark.parametrize(("against", "who"), [("beginner", "house:beginner"), ("0", "bot:0"), ("random", "bot:random")])
def test_the_record_says_which_opponent_played(command: Any, tmp_path: Path, against: str, who: str) -> None:
    path = tmp_path / "match.txt"
    command(*BLACK, "--against", against, "--record", str(path), typed="abandon\n")
    assert f'[PlayerOne "person"]\n[PlayerTwo "{who}"]' in path.read_text(encoding="utf-8")


def test_a_drawn_seed_has_128_bits(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 2 ** (bits - 1) + 5)
    path = tmp_path / "match.txt"
    command("play", "penny-black", "--record", str(path), typed="abandon\n")
    assert parse_record(path.read_text(encoding="utf-8")).seed == str(2**127 + 5)


def test_the_one_at_the_terminal_is_you_and_the_bot_has_its_name(command: Any) -> None:
    out = command(*BLACK, "--against", "random", typed="resign\n").out

    assert "You start" in out
    assert "You put the shooter on an opening spot and flick it at the set." in out
    assert "You> " in out
    assert "You resigned: random wins." in out


def test_two_people_are_called_by_their_names(command: Any) -> None:
    out = command(*BLACK, "--names", "Ann", "Bob", typed="resign\n").out

    assert "Ann puts the shooter" in out
    assert "Ann resigned: Bob wins." in out

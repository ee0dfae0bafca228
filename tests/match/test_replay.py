import dataclasses
import re

import pytest

from pennyflick import physics
from pennyflick.match import Match, abandon, branch, replay, written
from pennyflick.record import Record, parse_record, print_record


@pytest.fixture(scope="module")
def text(finished: Match) -> str:
    return print_record(written(finished))


def _line(text: str, number: int) -> str:
    found = re.search(rf"^{number}\. .*$", text, re.MULTILINE)
    assert found is not None
    return found[0]


def test_a_played_match_is_verified_and_its_dice_are_confirmed(text: str) -> None:
    found = replay(parse_record(text))
    assert found.verified
    assert found.agreed == len(found.record.entries)
    assert found.remarks == (f"the seed's dice give all {found.agreed} actual flicks",)


def test_another_flick_is_found_at_its_own_action(text: str) -> None:
    line = _line(text, 4)
    speed = re.findall(r"-> \S+ (\d+) ", line)[0]
    changed = text.replace(line, line.replace(f" {speed} {{", f" {int(speed) + 300} {{"))

    found = replay(parse_record(changed))

    assert found.difference is not None
    assert (found.agreed, found.difference.action) == (3, 4)
    assert line[:10] in found.difference.sentence


def test_another_ruling_is_found(text: str) -> None:
    line = _line(text, 2)
    found = replay(parse_record(text.replace(line, re.sub(r"\{.*\}", "{BLK-2}", line))))
    assert found.difference is not None
    assert found.difference.action == 2
    assert "the ruling is " in found.difference.sentence


def test_another_digest_is_found(text: str) -> None:
    line = _line(text, 5)
    found = replay(parse_record(text.replace(line, line[:-8] + "00000000")))
    assert found.difference is not None
    assert found.difference.action == 5
    assert "digest" in found.difference.sentence


def test_another_result_is_found(text: str) -> None:
    found = replay(parse_record(re.sub(r"\[Result .*\]", '[Result "two: by magic"]', text)))
    assert found.difference is not None
    assert found.difference.action == found.agreed + 1
    assert "the result is" in found.difference.sentence


def test_an_unfinished_record_may_not_claim_a_result_nor_a_finished_one_hide_it(finished: Match, text: str) -> None:
    live = print_record(written(branch(finished, 4)))
    assert replay(parse_record(live)).verified
    assert not replay(parse_record(live.replace('[Result "*"]', '[Result "one: claimed"]'))).verified
    assert not replay(parse_record(re.sub(r"\[Result .*\]", '[Result "*"]', text))).verified


def test_an_abandoned_match_is_verified(finished: Match) -> None:
    assert replay(parse_record(print_record(written(abandon(branch(finished, 4)))))).verified


def test_an_illegal_action_is_found(text: str) -> None:
    line = _line(text, 3)
    other = line.replace(". one ", ". two ") if ". one " in line else line.replace(". two ", ". one ")
    found = replay(parse_record(text.replace(line, other)))
    assert found.difference is not None
    assert found.difference.sentence.startswith("refused: It is for")


def test_an_actual_flick_without_a_hand_is_found(text: str) -> None:
    found = replay(parse_record(re.sub(r"\[Hand\w+ .*\]\n", "", text)))
    assert found.difference is not None
    assert "has no hand" in found.difference.sentence


def test_a_hand_that_cannot_be_read_is_a_difference_in_the_tags(text: str) -> None:
    found = replay(parse_record(text.replace('"good"', '"wobbly"')))
    assert found.difference is not None
    assert found.difference.action == 0


def test_dice_that_the_seed_does_not_give_are_remarked_but_the_shots_still_verified(text: str) -> None:
    found = replay(parse_record(re.sub(r'\[Seed "\d+"\]', '[Seed "12345"]', text)))
    assert found.verified
    assert "the seed's dice give" in found.remarks[0]
    assert found.remarks[0].startswith("action 1: ")


def test_replay_never_throws_dice(text: str) -> None:
    hidden = re.sub(r'\[Seed "\d+"\]', '[Seed "sha256:00"]', text)
    found = replay(parse_record(hidden))
    assert found.verified
    assert found.remarks == ()


def _of_version(record: Record, version: int) -> Record:
    return dataclasses.replace(record, versions=dataclasses.replace(record.versions, physics=version))


def test_a_record_of_another_physics_is_checked_as_far_as_it_agrees(text: str) -> None:
    other = _of_version(parse_record(text), physics.PHYSICS_VERSION + 1)
    found = replay(other)
    assert found.verified
    assert found.remarks[0] == (
        f"made by physics version {physics.PHYSICS_VERSION + 1}; this is version {physics.PHYSICS_VERSION}"
    )

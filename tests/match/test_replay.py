import dataclasses
import re

import pytest

from pennyflick import physics
from pennyflick.match import (
    Match,
    abandon,
    agree,
    apply,
    branch,
    decision,
    new_match,
    play,
    replay,
    resumed,
    win_on_time,
    written,
)
from pennyflick.players import RandomLegal
from pennyflick.record import Record, parse_record, position_text, print_record, who
from pennyflick.table import Resign, Side


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


def test_a_match_that_ended_by_agreement_or_on_time_is_verified_and_ends_so_again(finished: Match) -> None:
    live = branch(finished, 4)
    for over in (abandon(live), agree(live), win_on_time(live, _waits(live))):
        found = replay(parse_record(print_record(written(over))))
        assert found.verified
        assert isinstance(found.ending, Match)
        assert found.ending.ended == over.ended


def test_who_was_to_act_cannot_have_won_on_time(finished: Match) -> None:
    live = branch(finished, 4)
    winner = _waits(live)
    text = print_record(written(win_on_time(live, winner)))
    forged = text.replace(f'"{winner.value} on time:', f'"{winner.other.value} on time:')
    found = replay(parse_record(forged))
    assert found.difference is not None
    assert found.difference.action == 5
    assert "to act now" in found.difference.sentence


def _waits(match: Match) -> Side:
    """The side that is not to act."""
    asked = decision(match)
    assert asked is not None
    return asked.seats[0].side.other


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


def test_a_reworded_result_is_verified_but_another_winner_is_not(text: str) -> None:
    (result,) = re.findall(r'\[Result "(.*)"\]', text)
    winner = result.partition(":")[0]
    reworded = replay(parse_record(text.replace(result, f"{winner}: in other words")))
    assert reworded.verified
    for other in {"one", "two", "draw"} - {winner}:
        assert not replay(parse_record(text.replace(result, f"{other}: in other words"))).verified


@pytest.mark.parametrize("claim", ["abandoned", "agreed", "one on time: late", "*", "by magic"])
def test_another_kind_of_ending_is_found(text: str, claim: str) -> None:
    found = replay(parse_record(re.sub(r"\[Result .*\]", f'[Result "{claim}"]', text)))
    assert found.difference is not None
    assert "the result is" in found.difference.sentence


def test_a_resigned_match_is_verified_however_it_is_worded(finished: Match) -> None:
    live = branch(finished, 4)
    seat = live.game.seats[0]
    text = print_record(written(apply(live, seat, Resign(seat))))
    assert replay(parse_record(re.sub(r'"two: .*"', '"two: One gave up."', text))).verified
    assert not replay(parse_record(re.sub(r'"two: .*"', '"one: Two gave up."', text))).verified
    without = "\n".join(line for line in text.split("\n") if " resign " not in line)
    assert not replay(parse_record(without)).verified


def _set_up(finished: Match, after: int) -> Match:
    match = new_match(finished.game, seed=3, setup=finished.actions[after - 1].position)
    return play(match, {seat: RandomLegal() for seat in match.game.seats})


def test_a_match_that_was_set_up_is_written_with_its_position_and_verified(finished: Match) -> None:
    match = _set_up(finished, 3)
    text = print_record(written(match))
    assert f'[Setup "{position_text(match.game, finished.actions[2].position)}"]' in text
    record = parse_record(text)
    assert print_record(record) == text
    found = replay(record)
    assert found.verified
    assert isinstance(found.ending, Match)
    assert found.ending.begun == finished.actions[2].position


def test_a_match_that_goes_on_is_numbered_after_its_unknown_actions_and_its_dice_are_confirmed(finished: Match) -> None:
    begun = dataclasses.replace(branch(finished, 0, seed=finished.seed), branched_after=0)
    match = resumed(begun, finished.actions[3].position, 4)
    for action in finished.actions[4:]:
        match = apply(match, action.by, action.answer)
    record = written(match)
    assert [entry.number for entry in record.entries] == list(range(5, len(finished.actions) + 1))
    assert '[Earlier "4"]' in print_record(record)
    found = replay(parse_record(print_record(record)))
    assert found.verified
    assert found.remarks == (f"the seed's dice give all {len(record.entries)} actual flicks",)


def test_a_difference_after_unknown_actions_is_told_by_its_own_number(finished: Match) -> None:
    begun = branch(finished, 0, seed=finished.seed)
    match = resumed(begun, finished.actions[3].position, 4)
    for action in finished.actions[4:7]:
        match = apply(match, action.by, action.answer)
    text = print_record(written(match))
    line = _line(text, 6)
    found = replay(parse_record(text.replace(line, line[:-8] + "00000000")))
    assert found.difference is not None
    assert (found.agreed, found.difference.action) == (1, 6)


def test_a_set_up_that_cannot_be_is_a_difference_in_the_tags(finished: Match) -> None:
    text = print_record(written(_set_up(finished, 3)))
    changed = re.sub(r'\[Setup ".*"\]', '[Setup "shooter_from=where-it-lies shooter@2000,0"]', text)
    found = replay(parse_record(changed))
    assert found.difference is not None
    assert found.difference.action == 0
    assert "outside the edge" in found.difference.sentence


def test_who_played_comes_back_from_the_record(finished: Match) -> None:
    one, two = finished.game.seats
    match = new_match(finished.game, seed=4, hands=finished.hands, players={two: who.house("good")})
    ending = replay(parse_record(print_record(written(abandon(match))))).ending
    assert isinstance(ending, Match)
    assert ending.players == {one: who.PERSON, two: who.house("good")}

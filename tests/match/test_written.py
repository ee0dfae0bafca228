import hashlib

from pennyflick.match import Match, abandon, branch, replay, written
from pennyflick.record import parse_record, print_record


def test_a_live_record_hides_its_seed_and_a_finished_one_reveals_it(finished: Match, fresh: Match) -> None:
    live = written(fresh).seed
    assert live == "sha256:" + hashlib.sha256(b"5").hexdigest()
    assert written(abandon(fresh)).seed == "5"
    assert written(finished).seed == str(finished.seed)


def test_a_record_tells_meant_and_actual_of_every_flick_by_a_hand(finished: Match) -> None:
    lines = print_record(written(finished)).splitlines()
    flicks = [line for line in lines if " shooter " in line]
    assert len(flicks) == len(finished.actions)
    assert all(" -> " in line for line in flicks)


def test_the_record_of_a_match_parses_prints_back_and_is_verified(finished: Match) -> None:
    text = print_record(written(finished, date="2026-11-15"))
    record = parse_record(text)
    assert record == written(finished, date="2026-11-15")
    assert print_record(record) == text
    assert replay(record).verified


def test_the_record_of_a_branch_says_where_its_own_dice_begin(finished: Match) -> None:
    text = print_record(written(branch(finished, 3)))
    assert '[Branched "3"]' in text
    assert replay(parse_record(text)).verified

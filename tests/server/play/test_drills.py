"""What somebody makes of a drill follows from the tries that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pennyflick.lessons.kinds import Drill
from pennyflick.server.play.drills import MOST_PERIODS, drill_of, row_of, tally
from pennyflick.server.store.practice import DRILL, Try

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def _drill(**changes: object) -> Drill:
    found = drill_of("pichenotte", "open-twenties")
    assert found is not None
    return replace(found, **changes)  # type: ignore[arg-type]


def _tries(scores: Sequence[int], way: str = "pull") -> list[Try]:
    at = [NOW + timedelta(minutes=number) for number in range(len(scores))]
    told = [(f"m{way}{number:04}", each, score) for number, (each, score) in enumerate(zip(at, scores, strict=True))]
    return [
        Try(
            id_,
            "ann",
            DRILL,
            "pichenotte",
            "open-twenties",
            when,
            "visible good",
            score > 0,
            {"score": score, "way": way},
        )
        for id_, when, score in told
    ]


def test_there_is_nothing_to_tell_of_no_tries_and_of_no_drill() -> None:
    assert tally(_drill(), []) is None
    assert drill_of("pichenotte", "nothing") is None


def test_how_often_it_comes_off_is_told_with_its_margins() -> None:
    told = tally(_drill(), _tries([1] * 82 + [0] * 118))
    assert told is not None
    assert [round(100 * each) for each in (told.made.value, told.made.low, told.made.high)] == [41, 34, 48]
    assert (told.total, told.last) == (82, (0,) * 10)


def test_the_best_row_may_begin_anywhere_but_must_be_full() -> None:
    told = tally(_drill(tries=4), _tries([0, 1, 1, 1, 1, 0]))
    assert told is not None
    assert told.best == 4
    short = tally(_drill(), _tries([1, 1, 1]))
    assert short is not None
    assert short.best == 0


def test_where_tries_count_the_best_is_one_try_and_the_rest_a_mean() -> None:
    told = tally(_drill(turn=True, counts=("BLK-8",)), _tries([2, 7, 0, 3]))
    assert told is not None
    assert (told.best, told.made.value, told.total) == (7, 3.0, 12)


def test_a_try_that_only_says_whether_it_was_done_counts_one_or_nothing() -> None:
    tries = [replace(each, more={}) for each in _tries([1, 0, 1])]
    told = tally(_drill(), tries)
    assert told is not None
    assert told.last == (1, 0, 1)


def test_ways_to_let_go_are_kept_apart() -> None:
    told = tally(_drill(), [*_tries([1, 1]), *_tries([0, 0, 0], "keys")])
    assert told is not None
    assert {way: (made.value, made.of) for way, made in told.ways.items()} == {"pull": (1.0, 2), "keys": (0.0, 3)}


def test_the_row_that_is_being_made_begins_anew_when_it_was_full() -> None:
    tries = _tries([1, 0, 1, 1, 1])
    assert row_of(_drill(tries=4), tries) == (1,)
    assert row_of(_drill(tries=5), tries) == ()
    assert row_of(_drill(), tries) == (1, 0, 1, 1, 1)


def test_a_row_goes_on_where_the_oldest_tries_are_no_longer_kept() -> None:
    kept = [replace(each, more={**each.more, "number": number}) for number, each in enumerate(_tries([1] * 20), 984)]
    assert kept[-1].more["number"] == 1_003
    assert row_of(_drill(), kept) == (1, 1, 1)


def test_a_chart_has_a_point_for_ten_tries_and_never_too_many() -> None:
    for more, periods in (
        ([1] * 6, [(1, 1.0, 10), (11, 0.0, 10), (21, 1.0, 6)]),
        ([0] * 3, [(1, 1.0, 10), (11, 0.0, 13)]),
    ):
        told = tally(_drill(), _tries([1] * 10 + [0] * 10 + more))
        assert told is not None
        assert [(each.first, each.made.value, each.made.of) for each in told.periods] == periods
        assert told.periods[-1].at == NOW + timedelta(minutes=19 + len(more))

    many = tally(_drill(), _tries([1, 0] * 500))
    assert many is not None
    assert len(many.periods) <= MOST_PERIODS
    assert sum(each.made.of for each in many.periods) == 1_000

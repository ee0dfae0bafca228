"""Tries in the store: kept once, counted, moved and forgotten with their person."""

from __future__ import annotations

import dataclasses
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from pennyflick.server.store.opening import open_store
from pennyflick.server.store.people import Forgetting, Handover
from pennyflick.server.store.practice import DAILY, DRILL, LESSON, MOST_MORE, Progress, Try
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import StoreError
from tests.server.store.running import run
from tests.server.store.samples import NOW

HOUR = timedelta(hours=1)
MORE = {"meant": "shooter 90.00 400", "actual": "shooter 90.31 412", "number": 3, "grade": None, "says": "no — “never”"}
TRY = Try("m1", "ann", DRILL, "penny-black", "break", NOW, "good visible", True, MORE)
MOST = 100
OLD = Path(__file__).parents[2] / "data" / "folder-0.1.0"


def _add(store: SqlStore, *tries: Try, most: int = MOST) -> None:
    for each in tries:
        run(store.add_try(each, most))


def _breaks(store: SqlStore, holder: str = "ann") -> list[Try]:
    found: list[Try] = run(store.tries(holder, DRILL, "penny-black", "break"))
    return found


def test_a_try_is_kept_once_and_found_again_as_it_was(store: SqlStore) -> None:
    later = dataclasses.replace(TRY, id="m0", at=NOW + HOUR, done=False, more={})
    _add(store, later, TRY, dataclasses.replace(TRY, done=False))
    _add(store, dataclasses.replace(TRY, id="m2", holder="bo"), dataclasses.replace(TRY, id="m3", game="penny-red"))
    _add(store, dataclasses.replace(TRY, id="m4", key="run"))

    assert _breaks(store) == [TRY, later]
    assert run(store.tries("ann", LESSON, "penny-black", "break")) == []


def test_of_one_person_at_one_thing_the_latest_are_kept(store: SqlStore) -> None:
    tries = [dataclasses.replace(TRY, id=f"m{number}", at=NOW + number * HOUR) for number in range(5)]
    other = dataclasses.replace(TRY, id="bo", holder="bo")
    _add(store, other, *tries, most=3)

    assert _breaks(store) == tries[2:]
    assert _breaks(store, "bo") == [other]


def test_the_latest_tries_of_somebody_are_found_whatever_he_tried(store: SqlStore) -> None:
    lesson = dataclasses.replace(TRY, id="l", kind=LESSON, key="first", at=NOW + HOUR)
    later = dataclasses.replace(TRY, id="m2", at=NOW + 2 * HOUR)
    _add(store, TRY, later, lesson, dataclasses.replace(TRY, id="bo", holder="bo"))

    assert run(store.lately("ann", 10)) == [TRY, lesson, later]
    assert run(store.lately("ann", 2)) == [lesson, later]


def test_progress_counts_what_was_done_by_each_hand(store: SqlStore) -> None:
    lesson = dataclasses.replace(TRY, id="l", kind=LESSON, key="first", hand="exact")
    missed = dataclasses.replace(TRY, id="m2", at=NOW + HOUR, done=False)
    _add(store, TRY, missed, lesson, dataclasses.replace(TRY, id="bo", holder="bo"))

    assert run(store.progress("ann")) == [
        Progress(DRILL, "penny-black", "break", "good visible", tries=2, done=1, last=NOW + HOUR),
        Progress(LESSON, "penny-black", "first", "exact", tries=1, done=1, last=NOW),
    ]
    assert run(store.progress("nobody")) == []


def test_the_flicks_of_a_day_are_everybodys(store: SqlStore) -> None:
    daily = dataclasses.replace(TRY, kind=DAILY, key="2026-05-01")
    days = [dataclasses.replace(daily, id=who, holder=who, at=NOW + n * HOUR) for n, who in enumerate(("bo", "ann"))]
    _add(store, *reversed(days), dataclasses.replace(daily, id="next", key="2026-05-02"))
    _add(store, dataclasses.replace(TRY, id="no day", key="2026-05-01"))

    assert run(store.of_day("2026-05-01", 10)) == days
    assert run(store.of_day("2026-05-01", 1)) == days[:1]


def test_what_is_known_of_a_try_is_short(store: SqlStore) -> None:
    with pytest.raises(StoreError, match=f"at most {MOST_MORE} are kept"):
        _add(store, dataclasses.replace(TRY, more={"says": "a" * MOST_MORE}))
    assert _breaks(store) == []


def test_tries_move_to_another_device_with_everything_and_stay_when_only_a_seat_does(store: SqlStore) -> None:
    there = dataclasses.replace(TRY, id="m0", holder="phone", at=NOW + HOUR)
    _add(store, TRY, there)
    everything = Handover("all", "ann", None, NOW)
    run(store.keep_handover(everything))

    run(store.hand_over(everything, "phone"))

    assert _breaks(store, "phone") == [dataclasses.replace(TRY, holder="phone"), there]
    assert _breaks(store) == []


def test_tries_are_forgotten_with_their_person(store: SqlStore) -> None:
    daily = dataclasses.replace(TRY, id="d", kind=DAILY, key="2026-05-01")
    other = dataclasses.replace(TRY, id="bo", holder="bo")
    _add(store, TRY, daily, other)

    run(store.forget(Forgetting("ann", [], [], [], NOW)))

    assert (run(store.progress("ann")), run(store.of_day("2026-05-01", 10))) == ([], [])
    assert _breaks(store, "bo") == [other]


def test_a_folder_of_version_0_1_0_keeps_tries(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(OLD, tmp_path / "data"))
    for _ in range(2):  # the second time they are there already
        store = run(open_store(folder))
        _add(store, TRY)
        assert _breaks(store) == [TRY]
        run(store.close())

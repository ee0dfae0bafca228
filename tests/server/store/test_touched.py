"""The counter of a match: raised by whatever others see, and what is decided on an older one changes nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest

from pennyflick.server.store.people import Forgetting, Handover, Plea, Vacancy
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import (
    Advance,
    Cursor,
    Glance,
    Invitation,
    KeptReply,
    KeptVersion,
    NewMatch,
    Sitting,
    Standing,
    StoreError,
    Under,
    VersionTakenError,
)
from pennyflick.table import phrase
from tests.server.store.running import run
from tests.server.store.samples import HEADER, NOW

HOUR = timedelta(hours=1)
NEW = NewMatch(
    HEADER, Standing(0, False, phrase("somebody flicks")), {"one": "ann"}, invitations=[Invitation("t", "abc", "two")]
)
PLEA = Plea("plea", "abc", "one", "cy", NOW)
FOLLOWING = NewMatch(dataclasses.replace(HEADER, id="next"), NEW.standing, {}, follows="abc")


def _step(version: int, reply: KeptReply | None = None) -> Advance:
    kept = KeptVersion(version, "action", "one", "{}", None, "0" * 8, "", Under(1, 1), b"")
    return Advance("abc", kept, Standing(version, False, phrase("on")), NOW, reply)


@pytest.fixture
def store(store: SqlStore) -> SqlStore:
    run(store.create(dataclasses.replace(NEW, deadline=NOW)))
    return store


async def _pleaded(store: SqlStore, answer: Callable[[Plea], Coroutine[Any, Any, int]]) -> int:
    await store.keep_plea(PLEA)
    return await answer(PLEA) - 1


async def _handed(store: SqlStore, match: str | None) -> int:
    await store.keep_handover(Handover("h", "ann", match, NOW))
    return (await store.hand_over(Handover("h", "ann", match, NOW), "dee"))["abc"]


async def _forgotten(store: SqlStore) -> int:
    return (await store.forget(Forgetting("ann", (), [HEADER], (), NOW)))["abc"]


WRITES: dict[str, Callable[[SqlStore], Coroutine[Any, Any, int | None]]] = {
    "advance": lambda store: store.advance(_step(1)),
    "sit": lambda store: store.sit(Sitting(HEADER, "two", "bo")),
    "rename": lambda store: store.rename(HEADER),
    "wish": lambda store: store.wish("abc", "end", "one", 0),
    "withdraw": lambda store: store.withdraw("abc", "end", "one", 0),
    "postpone": lambda store: store.postpone("abc", 0, NOW + HOUR),
    "unlist": lambda store: store.unlist("abc", "somebody", NOW),
    "restore": lambda store: store.restore("abc", "somebody"),
    "keep_plea": lambda store: store.keep_plea(PLEA),
    "refuse": lambda store: _pleaded(store, store.refuse),
    "grant": lambda store: _pleaded(store, store.grant),
    "keep_vacancy": lambda store: store.keep_vacancy(Vacancy("abc", "ann", NOW, {}), HEADER),
    "close_vacancy": lambda store: store.close_vacancy(HEADER),
    "follows": lambda store: store.create(FOLLOWING),
    "hand over a seat": lambda store: _handed(store, "abc"),
    "hand over everything": lambda store: _handed(store, None),
    "forget": _forgotten,
}


@pytest.mark.parametrize("write", WRITES)
def test_what_others_see_raises_the_counter_and_tells_it(store: SqlStore, write: str) -> None:
    assert run(WRITES[write](store)) == 1
    expected = {} if write == "forget" else {"abc": 2 if write in ("refuse", "grant") else 1}
    assert run(store.touched(["abc"])) == expected, "whoever is forgotten leaves a table that nobody lists"


def test_what_only_one_browser_sees_does_not(store: SqlStore) -> None:
    run(store.keep_refusal("abc", KeptReply("command", "{}")))
    run(store.attend("abc", True))
    run(store.beat(NOW))

    assert run(store.touched(["abc"])) == {"abc": 0}


def test_counters_are_asked_for_many_matches_at_once_and_of_those_that_are_gone_there_is_none(store: SqlStore) -> None:
    ids = [f"m{number}" for number in range(250)]
    for id_ in ids:
        run(store.create(NewMatch(dataclasses.replace(HEADER, id=id_), NEW.standing, {"one": "ann"})))
    run(store.rename(dataclasses.replace(HEADER, id="m7")))
    run(store.unlist("m8", "ann", NOW))

    found = run(store.touched([*ids, "nowhere"]))
    assert found == {id_: int(id_ == "m7") for id_ in ids if id_ != "m8"}
    assert run(store.touched([])) == {}


@pytest.mark.parametrize(
    "write",
    [
        lambda store: store.rename(HEADER, seen=0),
        lambda store: store.sit(Sitting(HEADER, "two", "bo", seen=0)),
        lambda store: store.keep_vacancy(Vacancy("abc", "ann", NOW, {}), HEADER, seen=0),
        lambda store: store.close_vacancy(HEADER, seen=0),
        lambda store: store.advance(dataclasses.replace(_step(1), seen=0)),
        lambda store: store.wish("abc", "end", "one", 0, seen=0),
    ],
    ids=["rename", "sit", "keep_vacancy", "close_vacancy", "advance", "wish"],
)
def test_what_was_decided_on_a_match_that_was_touched_since_changes_nothing(store: SqlStore, write: Any) -> None:
    run(store.rename(dataclasses.replace(HEADER, names={"one": "Anna", "two": "Bo"})))

    with pytest.raises(VersionTakenError, match="has moved on"):
        run(write(store))
    assert run(store.header("abc")).names["one"] == "Anna"
    assert run(store.open_seats("abc")) == ("two",), "the invitation is not spent"
    assert run(store.touched(["abc"])) == {"abc": 1}


def test_what_was_decided_on_a_match_as_it_is_is_stored(store: SqlStore) -> None:
    assert run(store.wish("abc", "end", "one", 0, seen=0)) == 1
    assert run(store.advance(dataclasses.replace(_step(1), seen=1))) == 2


@pytest.mark.parametrize("version", [1, 3])
def test_only_the_next_version_is_taken(store: SqlStore, version: int) -> None:
    run(store.advance(_step(1)))

    with pytest.raises(VersionTakenError):
        run(store.advance(_step(version)))
    assert run(store.touched(["abc"])) == {"abc": 1}


def test_a_wish_for_a_match_that_has_moved_on_is_none(store: SqlStore) -> None:
    run(store.advance(_step(1)))

    for late in (store.wish("abc", "end", "one", 0), store.withdraw("abc", "end", "one", 0)):
        with pytest.raises(VersionTakenError):
            run(late)
    assert run(store.wishes("abc", "end", 0)) == ()
    with pytest.raises(StoreError):
        run(store.rename(dataclasses.replace(HEADER, id="gone")))


def test_a_command_is_answered_once(store: SqlStore) -> None:
    run(store.wish("abc", "end", "one", 0, KeptReply("command", "first")))

    with pytest.raises(VersionTakenError, match="answered already"):
        run(store.advance(_step(1, KeptReply("command", "second"))))
    run(store.keep_refusal("abc", KeptReply("command", "third")))
    assert run(store.reply("abc", "command")) == "first"
    assert run(store.versions("abc")) == []


def test_a_match_has_one_rematch_and_another_when_that_is_gone(store: SqlStore) -> None:
    run(store.create(FOLLOWING))
    another = dataclasses.replace(FOLLOWING, header=dataclasses.replace(HEADER, id="another"))
    with pytest.raises(VersionTakenError, match="rematch already"):
        run(store.create(another))
    assert run(store.next_of("abc")) == "next"

    run(store.unlist("next", "ann", NOW))
    run(store.create(another))
    assert run(store.next_of("abc")) == "another"


def test_the_versions_after_one_are_read_alone(store: SqlStore) -> None:
    for version in (1, 2, 3):
        run(store.advance(_step(version)))

    assert [kept.version for kept in run(store.versions("abc", after=1))] == [2, 3]


def test_a_list_comes_a_page_at_a_time(store: SqlStore) -> None:
    for number in range(7):  # two of each instant, so that the ids decide
        header = dataclasses.replace(HEADER, id=f"m{number}", created=NOW + HOUR * (number // 2 + 1))
        run(store.create(NewMatch(header, NEW.standing, {"one": "ann", "two": "ann"})))

    pages, cursor = [], None
    while page := run(store.rows("ann", 3, cursor)):
        pages.append([row.header.id for row in page])
        cursor = page[-1].cursor
    assert pages == [["m6", "m4", "m5"], ["m2", "m3", "m0"], ["m1", "abc"]]
    assert [row.header.id for row in run(store.rows("ann"))] == [id_ for ids in pages for id_ in ids]
    assert run(store.rows("ann", 1))[0].seats == ("one", "two")
    assert run(store.rows("ann", 3, Cursor(NOW, "zzz"))) == []


def test_a_glance_sees_the_counter_and_what_a_command_was_answered(store: SqlStore) -> None:
    assert run(store.glance("abc", "c1")) == Glance(0, None)

    run(store.advance(_step(1, KeptReply("c1", "done"))))

    assert run(store.glance("abc", "c1")) == Glance(1, "done")
    assert run(store.glance("abc", "c2")) == Glance(1, None)
    assert run(store.glance("nosuch", "c1")) is None
    run(store.unlist("abc", "ann", NOW))
    assert run(store.glance("abc", "c1")) is None


def test_what_a_worker_restarts_while_another_runs_gives_nothing_back(store: SqlStore) -> None:
    run(store.beat(NOW))
    run(store.resume(NOW + timedelta(seconds=9), timedelta(seconds=10)))
    assert run(store.deadline("abc")) == NOW

    run(store.resume(NOW + timedelta(seconds=9) + HOUR, timedelta(seconds=10)))

    assert run(store.deadline("abc")) == NOW + HOUR


def test_when_a_decision_opened_is_known(store: SqlStore) -> None:
    later = NOW + HOUR
    assert run(store.opened("abc")) == NOW
    run(store.sit(Sitting(HEADER, "two", "bo", at=later)))
    assert run(store.opened("abc")) == later
    run(store.advance(dataclasses.replace(_step(1), at=later + HOUR)))
    assert run(store.opened("abc")) == later + HOUR
    assert run(store.opened("nosuch")) is None

"""The store: stored means stored, one commit for many, and older folders become newer ones."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pennyflick.server.store.sql.matches import REFUSALS_KEPT
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import (
    Advance,
    Branch,
    Header,
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
from pennyflick.table import Side, Subject, phrase, says, verb
from tests.server.store.running import run

LATER = timedelta(minutes=11)
NOW = datetime(2026, 5, 1, 12, 30, 15, 250_000, tzinfo=UTC)
HEADER = Header(
    id="abc",
    game="penny-black",
    options={"shape": "square"},
    starter="one",
    names={"one": "Ann", "two": "Bo “B” Ö"},
    players={"one": "person", "two": "beginner"},
    hands={"two": "beginner"},
    seed=2**128 - 1,
    created=NOW,
    under=Under(1, 2),
    branch=Branch("xyz", 4),
    imported=True,
    setup='{"ledger":{},"layout":{}}',
)
STANDING = Standing(0, False, says(Subject(Side.ONE), verb("flicks")))


def _kept(version: int) -> KeptVersion:
    answer = '{"kind":"choose","key":"a"}'
    return KeptVersion(version, "action", "one", answer, None, f"{version:08x}", "A thought.", Under(3, 4), b"\x00\xff")


def _step(version: int, command: str | None = None, match: str = "abc") -> Advance:
    reply = None if command is None else KeptReply(command, "{}")
    return Advance(match, _kept(version), Standing(version, False, phrase(f"version {version}")), NOW, reply)


def _created(store: SqlStore, **changes: Any) -> None:
    header = dataclasses.replace(HEADER, **changes)
    run(store.create(NewMatch(header, STANDING, {"one": "holder-a", "two": "holder-b"}, [])))


def test_what_is_stored_is_read_back_the_same(store: SqlStore) -> None:
    _created(store)
    run(store.advance(_step(1, "first-command")))

    assert run(store.header("abc")) == HEADER
    assert run(store.versions("abc")) == [_kept(1)]
    assert run(store.reply("abc", "first-command")) == "{}"
    assert run(store.seats("abc", "holder-a")) == ("one",)
    (row,) = run(store.rows("holder-b"))
    assert (row.header, row.standing.sentence, row.updated) == (HEADER, phrase("version 1"), NOW)


def test_what_is_not_there_is_none(store: SqlStore) -> None:
    assert run(store.header("abc")) is None
    assert run(store.versions("abc")) == []
    assert run(store.reply("abc", "x")) is None
    assert run(store.seats("abc", "x")) == ()
    assert run(store.rows("x")) == []


@pytest.mark.parametrize("name", ["nul\0", "half \ud800", "nul\0 é", "'", "é", "x" * 100_000])
def test_whatever_is_asked_for_is_not_there_unless_it_is(store: SqlStore, name: str) -> None:
    assert run(store.header(name)) is None
    assert run(store.reply("abc", name)) is None
    assert run(store.invitation(name)) is None
    assert run(store.flick(name)) is None


def test_a_version_is_taken_only_once_and_the_second_changes_nothing(store: SqlStore) -> None:
    _created(store)
    run(store.advance(_step(1, "first-command")))

    with pytest.raises(VersionTakenError):
        run(store.advance(_step(1, "second-command")))
    assert run(store.reply("abc", "second-command")) is None


def test_a_step_of_a_match_that_is_gone_is_refused(store: SqlStore) -> None:
    with pytest.raises(StoreError):
        run(store.advance(_step(1)))


def test_of_the_refusals_of_a_match_only_the_latest_are_kept(store: SqlStore) -> None:
    for match in ("abc", "other"):
        _created(store, id=match)
    run(store.advance(_step(1, "done")))
    run(store.keep_refusal("other", KeptReply("refused-0", "other")))

    for number in range(REFUSALS_KEPT + 5):
        run(store.keep_refusal("abc", KeptReply(f"refused-{number}", f"reply {number}")))

    forgotten = [number for number in range(REFUSALS_KEPT + 5) if run(store.reply("abc", f"refused-{number}")) is None]
    assert forgotten == [0, 1, 2, 3, 4]
    assert run(store.reply("abc", f"refused-{REFUSALS_KEPT + 4}")) == f"reply {REFUSALS_KEPT + 4}"
    assert run(store.reply("abc", "done")) == "{}"
    assert run(store.reply("other", "refused-0")) == "other"
    run(store.keep_refusal("abc", KeptReply("refused-0", "again")))  # a forgotten one may come again
    assert run(store.reply("abc", "refused-0")) == "again"


def test_what_is_taken_off_a_list_stays_on_the_others_and_can_be_brought_back(store: SqlStore) -> None:
    _created(store)
    before = {holder: run(store.rows(holder)) for holder in ("holder-a", "holder-b")}
    run(store.unlist("abc", "holder-a", NOW))

    assert run(store.header("abc")) is not None
    assert run(store.rows("holder-a")) == []
    assert run(store.put_away("holder-a")) == before["holder-a"]
    assert run(store.rows("holder-b")) == before["holder-b"]
    assert run(store.put_away("holder-b")) == []

    run(store.sweep(NOW, NOW))  # only what was put away before
    run(store.restore("abc", "holder-a"))
    assert run(store.rows("holder-a")) == before["holder-a"]
    assert run(store.put_away("holder-a")) == []


def test_a_match_is_gone_when_nobody_lists_it_any_more(store: SqlStore) -> None:
    _created(store)
    for holder in ("holder-a", "holder-b"):
        run(store.unlist("abc", holder, NOW))

    assert run(store.header("abc")) is None
    assert [len(run(store.put_away(holder))) for holder in ("holder-a", "holder-b")] == [1, 1]

    run(store.restore("abc", "holder-b"))
    assert run(store.header("abc")) is not None
    assert [len(run(store.rows(holder))) for holder in ("holder-a", "holder-b")] == [0, 1]


def test_what_was_taken_off_a_list_long_ago_stays_off_it_for_good(store: SqlStore) -> None:
    _created(store)
    run(store.unlist("abc", "holder-a", NOW))
    run(store.sweep(NOW + LATER, NOW))

    assert run(store.rows("holder-a")) == []
    assert run(store.put_away("holder-a")) == []
    assert len(run(store.rows("holder-b"))) == 1
    run(store.unlist("abc", "holder-b", NOW + LATER))
    assert run(store.header("abc")) is None


def test_what_the_server_was_down_is_given_back_to_every_deadline(store: SqlStore) -> None:
    _created(store)
    run(store.advance(dataclasses.replace(_step(1), deadline=NOW + LATER)))
    run(store.resume(NOW))  # nothing is known before the first beat
    assert run(store.deadline("abc")) == NOW + LATER
    run(store.beat(NOW + timedelta(minutes=1)))
    run(store.resume(NOW + timedelta(minutes=4)))
    assert run(store.deadline("abc")) == NOW + LATER + timedelta(minutes=3)
    run(store.resume(NOW))  # a clock that was set back takes nothing away
    assert run(store.deadline("abc")) == NOW + LATER + timedelta(minutes=3)


def test_a_short_silence_between_two_workers_gives_nothing_back(store: SqlStore) -> None:
    _created(store)
    run(store.advance(dataclasses.replace(_step(1), deadline=NOW + LATER)))
    run(store.beat(NOW))
    run(store.resume(NOW + timedelta(seconds=9), silence=timedelta(seconds=10)))
    assert run(store.deadline("abc")) == NOW + LATER
    run(store.resume(NOW + timedelta(seconds=29), silence=timedelta(seconds=10)))
    assert run(store.deadline("abc")) == NOW + LATER + timedelta(seconds=20)


def test_a_decision_opens_with_its_version_or_when_the_last_sits_down(store: SqlStore) -> None:
    assert run(store.opened("abc")) is None
    invited = [Invitation("token", "abc", "two")]
    run(store.create(NewMatch(HEADER, STANDING, {"one": "holder-a"}, invitations=invited)))
    assert run(store.opened("abc")) == NOW
    run(store.sit(Sitting(HEADER, "two", "holder-b", at=NOW + LATER)))
    assert run(store.opened("abc")) == NOW + LATER
    run(store.advance(_step(1)))
    assert run(store.opened("abc")) == NOW


def test_a_deadline_is_listed_postponed_and_gone_with_the_next_version(store: SqlStore) -> None:
    _created(store)
    run(store.advance(dataclasses.replace(_step(1), deadline=NOW)))
    run(store.postpone("abc", 1, NOW + LATER))
    assert [row.deadline for row in run(store.rows("holder-a"))] == [NOW + LATER]
    run(store.advance(_step(2)))
    assert run(store.deadline("abc")) is None
    assert run(store.postpone("abc", 1, NOW + LATER)) is None  # too late: the match has moved on
    assert run(store.postpone("abc", 2, NOW + LATER)) is None  # and nobody's time runs
    assert run(store.deadline("abc")) is None


def test_practice_is_never_listed_and_swept_away_when_it_is_old(store: SqlStore) -> None:
    _created(store, practice="1")

    assert run(store.header("abc")) is not None
    assert run(store.rows("me")) == []
    run(store.sweep(NOW, NOW))
    assert run(store.header("abc")) is not None
    run(store.sweep(NOW, NOW + LATER))
    assert run(store.header("abc")) is None


def test_sweeping_forgets_everything_of_what_was_deleted_long_ago(store: SqlStore) -> None:
    _created(store)
    run(store.advance(_step(1, "first-command")))
    for holder in ("holder-a", "holder-b"):
        run(store.unlist("abc", holder, NOW))
    run(store.sweep(NOW + LATER, NOW))

    tables = ("match", "entry", "seat", "reply")
    assert [run(store._read(f"SELECT * FROM {table}")) for table in tables] == [[]] * 4


def test_what_was_written_before_events_were_kept_is_filled_once_and_changes_nothing_else(store: SqlStore) -> None:
    bare = dataclasses.replace(_kept(1), under=None, event=None)
    header = dataclasses.replace(HEADER)
    run(store.create(NewMatch(header, STANDING, {"one": "h"}, [bare])))
    assert run(store.unfilled()) == ["abc"]

    run(store.fill("abc", [dataclasses.replace(_kept(1), digest="ffffffff")]))
    run(store.fill("abc", [dataclasses.replace(_kept(1), event=b"other")]))

    assert run(store.versions("abc")) == [_kept(1)]
    assert run(store.version("abc", 1)) == _kept(1)
    assert run(store.version("abc", 2)) is None
    assert run(store.unfilled()) == []


def test_a_wish_stands_at_its_version_and_can_be_withdrawn(store: SqlStore) -> None:
    _created(store)
    run(store.wish("abc", "end", "one", 0, KeptReply("command-1", "{}")))
    assert run(store.wishes("abc", "end", 0)) == ("one",)
    assert run(store.reply("abc", "command-1")) == "{}"

    run(store.advance(_step(1)))
    assert run(store.wishes("abc", "end", 1)) == ()
    for kind, seat in (("end", "two"), ("rematch", "one"), ("end", "one")):
        run(store.wish("abc", kind, seat, 1))
    assert run(store.wishes("abc", "end", 0)) == ()
    assert run(store.wishes("abc", "end", 1)) == ("one", "two")
    run(store.withdraw("abc", "end", "two", 1, KeptReply("command-2", "{}")))
    assert run(store.wishes("abc", "end", 1)) == ("one",)
    assert run(store.wishes("abc", "rematch", 1)) == ("one",)
    assert run(store.reply("abc", "command-2")) == "{}"

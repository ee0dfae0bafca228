"""Lists of matches: what waits for their reader comes before the rest, and a page is no longer than asked for."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import Header, Invitation, NewMatch, Standing
from pennyflick.table import phrase
from tests.server.store.running import run
from tests.server.store.test_store import HEADER, NOW

PLAYED = dataclasses.replace(HEADER, imported=False, branch=None, setup=None)


def _begun(store: SqlStore, header: Header, act: str, deadline_s: float | None = None, **changes: bool) -> None:
    """A match in which Ann has seat one; `over`, `awaits`."""
    standing = Standing(0, changes.get("over", False), phrase("so it stands"), act=tuple(act.split()))
    invitations = [Invitation(f"token of {header.id}", header.id, "two")] if changes.get("awaits") else []
    deadline = None if deadline_s is None else NOW + timedelta(seconds=deadline_s)
    run(store.create(NewMatch(header, standing, {"one": "ann"}, [], invitations, deadline=deadline)))


def _at(match: str, minutes: int, imported: bool = False) -> Header:
    return dataclasses.replace(PLAYED, id=match, created=NOW + timedelta(minutes=minutes), imported=imported)


def test_where_one_must_act_and_time_runs_out_comes_first(store: SqlStore) -> None:
    _begun(store, _at("soon", 0), "one", 60.0)
    _begun(store, _at("later", 1), "two one", 600.0)
    _begun(store, _at("mine", 2), "one")
    _begun(store, _at("theirs-soon", 3), "two", 30.0)
    _begun(store, _at("not-mine", 4), "one2")
    _begun(store, _at("over", 5), "one", over=True)
    _begun(store, _at("awaited", 6), "one", awaits=True)
    _begun(store, _at("record", 7, imported=True), "one")

    assert {row.header.id for row in run(store.going_on("ann", 3))} == {"soon", "later", "mine"}
    assert {row.header.id for row in run(store.going_on("ann", 4))} == {"soon", "later", "mine", "theirs-soon"}
    every = [row.header.id for row in run(store.going_on("ann", 100))]
    assert every == ["record", "awaited", "not-mine", "theirs-soon", "mine", "later", "soon"]
    assert run(store.going_on("bob", 100)) == []


def test_what_was_put_away_is_listed_the_latest_first_and_no_more_than_asked_for(store: SqlStore) -> None:
    for minute in range(4):
        _begun(store, _at(f"m{minute}", minute), "one")
        run(store.unlist(f"m{minute}", "ann", NOW))

    assert [row.header.id for row in run(store.put_away("ann", 2))] == ["m3", "m2"]
    assert len(run(store.put_away("ann"))) == 4
    assert run(store.going_on("ann", 9)) == []

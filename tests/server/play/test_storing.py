"""Whether what happens can be stored, and what is refused while it cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from pennyflick.server.play import storing as module
from pennyflick.server.play.storing import NoRoomError, Storing, free_bytes
from pennyflick.server.settings import Limits
from pennyflick.server.store.store import Store, StoreError
from tests.server.conftest import Serving


class _Store:
    def __init__(self) -> None:
        self.beats = 0
        self.full = False
        self.slow_s = 0.0

    async def beat(self, _: datetime) -> None:
        self.beats += 1
        await asyncio.sleep(self.slow_s)
        if self.full:
            raise StoreError("could not be stored: database or disk is full")


class _Looked:
    """A store to be looked at, and a clock to be set."""

    def __init__(self, folder: Path | None = None, reserve_bytes: int = 0) -> None:
        self.store, self.now = _Store(), 0.0
        clock: Callable[[], datetime] = lambda: datetime.now(UTC)  # noqa: E731
        self.storing = Storing(cast(Store, self.store), folder, reserve_bytes, clock, lambda: self.now)


def test_a_store_that_writes_is_asked_once_a_second_however_many_ask() -> None:
    async def asked() -> None:
        looked = _Looked()
        await asyncio.gather(*(looked.storing.look() for _ in range(20)))
        await looked.storing.look()
        assert looked.store.beats == 1
        looked.now = 1.5
        await looked.storing.look()
        assert looked.store.beats == 2

    asyncio.run(asked())


def test_while_nothing_can_be_written_nothing_new_begins_and_then_it_does_again() -> None:
    async def looked_at() -> None:
        looked = _Looked()
        looked.store.full = True
        assert not (await looked.storing.look()).writes
        with pytest.raises(NoRoomError, match="cannot store anything"):
            looked.storing.must_have_room()
        looked.store.full, looked.now = False, 2.0
        assert (await looked.storing.look()).writes
        looked.storing.must_have_room()

    asyncio.run(looked_at())


def test_a_store_that_does_not_answer_in_time_does_not_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.01)

    async def looked_at() -> None:
        looked = _Looked()
        looked.store.slow_s = 5.0
        assert not (await looked.storing.look()).writes

    asyncio.run(looked_at())


def test_what_has_begun_keeps_a_reserve_of_the_disk(tmp_path: Path) -> None:
    async def looked_at() -> None:
        looked = _Looked(tmp_path, free_bytes(tmp_path) * 2)
        found = await looked.storing.look()
        assert (found.writes, found.room) == (True, False)
        with pytest.raises(NoRoomError, match="no room for new matches"):
            looked.storing.must_have_room()

    asyncio.run(looked_at())


def test_where_there_is_no_folder_nobody_looks_at_a_disk() -> None:
    found = asyncio.run(_Looked(None, 2**60).storing.look())

    assert (found.room, found.free_bytes) == (True, None)


def test_a_folder_that_is_gone_has_no_room(tmp_path: Path) -> None:
    assert free_bytes(tmp_path / "nowhere") == 0


@pytest.mark.slow
def test_without_room_matches_go_on_and_every_way_to_begin_one_is_refused_with_a_sentence(
    tmp_path: Path,
    start_server: Callable[..., Serving],
    flick: Callable[..., Any],
    eventually: Callable[[Callable[[], bool]], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = start_server(tmp_path)
    client = server.client()
    match = client.new_match("penny-black", {"seating": "screen"})
    monkeypatch.setattr(module, "free_bytes", lambda _: Limits().reserve_bytes - 1)
    eventually(lambda: client.get("/health").json()["room"] is False)
    ready = client.get("/ready")
    with client.sit(match) as table:
        assert table.answer(flick(table))["type"] == "done"

    assert (ready.status, ready.json()["storing"]) == (200, True)
    record = client.get(f"/match/{match}/record.txt").text
    begun: list[tuple[str, dict[str, str]]] = [
        ("/new/penny-black", {"seating": "screen"}),
        ("/learn/penny-black", {}),
        ("/records", {"text": record}),
        (f"/match/{match}/branch", {"after": "0"}),
        (f"/match/{match}/rematch", {}),
    ]
    for path, form in begun:
        reply = client.post(path, form)
        assert (path, reply.status, reply.headers.get("retry-after")) == (path, 503, "60")
        assert "no room for new matches" in reply.text
    monkeypatch.undo()
    eventually(lambda: client.get("/health").json()["room"] is True)
    client.new_match("penny-black", {"seating": "screen"})

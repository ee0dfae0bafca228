"""The house takes its turns: fairly, each once, and whoever thinks for it may die."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pennyflick import physics
from pennyflick.players.player import Thought
from pennyflick.rules import registry
from pennyflick.server.pages.rendering import Renderer, web_folder
from pennyflick.server.pages.service import Service
from pennyflick.server.play import deputy, house
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.opponents import DEFAULT_OPPONENT
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.starting import Seating, seated
from pennyflick.server.play.thinker import DiedError, HungError, Thinks
from pennyflick.server.play.thinking import Question, fallback_of
from pennyflick.server.run.opening import open_service
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import PERSON
from pennyflick.table import Resign, Seat, Side

WITHIN_S = 30.0  # on a busy machine
RENDERER = Renderer(web_folder())
AGAINST = {"one": PERSON, "two": "expert"}
AMONG_ITSELF = {"one": "beginner", "two": "beginner"}


class Wall:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


class Ear:
    """Somebody at the table."""

    def post(self, message: bytes) -> None:
        """Hear it."""

    def post_if_room(self, message: bytes) -> None:
        """Hear it too."""

    def close_soon(self, code: int) -> None:
        """Stay."""


class Quick:
    """Thinks at once, and remembers what it was asked."""

    def __init__(self, *trouble: Exception) -> None:
        self.trouble = list(trouble)  # what befalls it first
        self.asked: list[Question] = []
        self.free = asyncio.Event()
        self.free.set()
        self.cancelled = 0

    def warm(self) -> None:
        """It is."""

    def close(self) -> None:
        """It has nothing."""

    async def think(self, question: Question) -> Thought:
        """Any legal answer, when it is free."""
        self.asked.append(question)
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.trouble:
            raise self.trouble.pop(0)
        return fallback_of(question)


@contextlib.asynccontextmanager
async def serving(
    folder: Path, *thinkers: Thinks, clock: Callable[[], datetime] | None = None
) -> AsyncIterator[Service]:
    """A server without sockets whose house thinks with these."""
    changes: dict[str, Any] = {} if clock is None else {"clock": clock}
    readiness = Readiness(lambda _: physics.prepare())
    service = await open_service(Settings(data=folder, **changes), readiness, RENDERER, thinkers=thinkers)
    try:
        await readiness.wait()
        yield service
    finally:
        await service.stop()


async def table(service: Service, players: dict[str, str] = AGAINST, starter: Side = Side.TWO) -> Live:
    """A match that has just begun; the second side starts unless told otherwise."""
    game = registry.new_game("penny-black")
    seating = Seating(players, {seat: seat for seat in players}, {})
    return await service.matches.add(seated(game, seating, starter, 5, service.settings, "ann"))


async def until(found: Callable[[], object]) -> None:
    """Return when it is so."""
    async with asyncio.timeout(WITHIN_S):
        while not found():
            await asyncio.sleep(0.005)


def sits_down(live: Live) -> Ear:
    """Somebody looks at the match from now on."""
    ear = Ear()
    live.listeners[ear] = Asker(ear, "ann", ("one",))
    return ear


@pytest.fixture(autouse=True)
def _brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "POLL_S", 0.02)
    monkeypatch.setattr(deputy, "RENEW_S", 0.05)


@pytest.mark.parametrize(
    ("trouble", "times"),
    [
        ((), 1),
        ((DiedError("killed"),), 2),
        ((DiedError("killed"), DiedError("killed again")), 2),
        ((HungError("no thought after 30 s"),), 1),
    ],
)
def test_a_thinker_that_dies_is_asked_again_and_one_that_hangs_is_done_without(
    tmp_path: Path, trouble: Sequence[Exception], times: int
) -> None:
    async def scenario() -> None:
        thinker = Quick(*trouble)
        async with serving(tmp_path, thinker) as service:
            live = await table(service)
            await until(lambda: live.version == 1)

        assert len(thinker.asked) == times
        assert not isinstance(live.match.actions[0].answer, Resign)

    asyncio.run(scenario())


def test_a_turn_that_went_wrong_is_taken_again_when_its_lease_has_run_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        wall, thinker = Wall(), Quick(ZeroDivisionError("a bug of ours"))
        async with serving(tmp_path, thinker, clock=wall) as service:
            bad = await table(service)
            await until(lambda: len(thinker.asked) == 1 and not bad.thinking)
            good = await table(service)
            await until(lambda: good.version == 1)
            assert bad.version == 0
            wall.now += timedelta(milliseconds=deputy.LEASE_MS + 1)
            await until(lambda: bad.version == 1)

    asyncio.run(scenario())


def test_people_are_served_in_the_order_of_their_turns_and_abandoned_tables_last(tmp_path: Path) -> None:
    async def scenario() -> None:
        thinker = Quick()
        thinker.free.clear()
        async with serving(tmp_path, thinker) as service:
            first, abandoned, second, third = [await table(service) for _ in range(4)]
            for live in (first, second, third):
                sits_down(live)
            await until(lambda: thinker.asked)
            await asyncio.sleep(0.2)  # by now the house knows who is there
            thinker.free.set()
            await until(lambda: abandoned.version == 1)

        expected = [live.id for live in (first, second, third, abandoned)]
        assert [question.header.id for question in thinker.asked] == expected

    asyncio.run(scenario())


@pytest.mark.slow
def test_where_only_the_house_plays_nothing_is_thought_unless_somebody_looks_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        thinker = Quick()
        async with serving(tmp_path, thinker) as service:
            live = await table(service, AMONG_ITSELF)
            await asyncio.sleep(0.3)  # by now the house knows that nobody is there
            alone = live.version
            await asyncio.sleep(0.3)
            assert live.version == alone
            ear = sits_down(live)
            await until(lambda: live.version > alone + 1)
            del live.listeners[ear]
            await asyncio.sleep(0.3)
            left = live.version
            await asyncio.sleep(0.3)
            assert live.version == left
            assert (await service.store.turns()).waiting == 0
            sits_down(live)
            await until(lambda: live.version > left)

    asyncio.run(scenario())


def test_what_nobody_waits_for_any_more_is_not_thought_to_its_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        thinker = Quick()
        thinker.free.clear()
        async with serving(tmp_path, thinker) as service:
            live = await table(service)
            await until(lambda: thinker.asked)
            await service.matches.unlist(live.id, "ann", service.settings.clock())
            await until(lambda: thinker.cancelled)
            other = await table(service)
            thinker.free.set()
            await until(lambda: other.version == 1)

        assert live.version == 0

    asyncio.run(scenario())


def test_people_who_have_waited_too_long_are_answered_in_haste(tmp_path: Path) -> None:
    async def scenario() -> None:
        wall, thinker = Wall(), Quick()
        thinker.free.clear()
        async with serving(tmp_path, thinker, clock=wall) as service:
            prompt, late = [await table(service) for _ in range(2)]
            for live in (prompt, late):
                sits_down(live)
            await until(lambda: thinker.asked)
            await asyncio.sleep(0.2)  # by now the house knows who is there
            wall.now += timedelta(seconds=service.settings.limits.house_wait_s + 1)
            thinker.free.set()
            await until(lambda: late.version == 1)

        assert [(each.header.id, each.opponent) for each in thinker.asked] == [
            (prompt.id, "expert"),
            (late.id, DEFAULT_OPPONENT),
        ]

    asyncio.run(scenario())


def test_with_several_thinkers_every_decision_is_thought_about_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        thinkers = [Quick(), Quick(), Quick()]
        async with serving(tmp_path, *thinkers) as service:
            tables = [await table(service) for _ in range(12)]
            await until(lambda: all(live.version for live in tables))

        asked = [(question.header.id, question.played) for thinker in thinkers for question in thinker.asked]
        assert sorted(asked) == sorted((live.id, 0) for live in tables)

    asyncio.run(scenario())


@pytest.mark.parametrize("ticks", range(6))
def test_the_house_stops_also_when_it_is_called_in_the_same_moment(tmp_path: Path, ticks: int) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, Quick()) as service:
            await asyncio.sleep(0.05)  # it waits for something to do
            service.house._hint.set()
            for _ in range(ticks):
                await asyncio.sleep(0)
            async with asyncio.timeout(WITHIN_S):
                await service.house.stop()

    asyncio.run(scenario())


def test_after_a_restart_the_house_acts_where_it_must_before_anybody_comes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as nobody_thinks:
            live = await table(nobody_thinks)
        thinker = Quick()
        async with serving(tmp_path, thinker) as service:
            await until(lambda: thinker.asked)
            again = await service.matches.get(live.id)
            assert again is not None
            await until(lambda: again.version == 1)

        assert again.header.players == AGAINST
        assert thinker.asked[0].seat == Seat(Side.TWO)

    asyncio.run(scenario())


def test_a_store_that_fails_in_any_way_stops_the_house_only_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        thinker = Quick()
        async with serving(tmp_path, thinker) as service:
            asked = 0

            async def failing(*_: object) -> None:
                nonlocal asked
                asked += 1
                raise ZeroDivisionError("a bug of ours")

            for name in ("take_turn", "attend", "ask_turn"):
                monkeypatch.setattr(service.store, name, failing)
            live = await table(service)
            sits_down(live)
            await until(lambda: asked > 10)
            monkeypatch.undo()
            monkeypatch.setattr(house, "POLL_S", 0.02)
            await until(lambda: live.version == 1)

    asyncio.run(scenario())

"""People play while the parts of their server are killed one after the other. Law: nobody loses what he was told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import asyncpg

from pennyflick.server.wire.messages import Json
from tests.server.chaos.parts import Part, everything
from tests.server.together.faulty_line import GOOD
from tests.server.together.people import Found, Person, Plan, play

CAUGHT_UP_S = 2.0  # after the killed part answers again
WORKERS, THINKERS = 2, 1
PAUSE_S = (0.5, 4.0)  # between a part that answers again and the next kill


@dataclass
class Chaos:
    """What came of it."""

    found: Found = field(default_factory=Found)
    caught_up_s: list[tuple[str, float]] = field(default_factory=list)  # which part, and how long watchers took

    @property
    def slowest_s(self) -> float:
        """The slowest that watchers caught up."""
        return max((took for _, took in self.caught_up_s), default=0.0)


def run(seconds: float, seed: int, tell: Callable[[str], None] = lambda _: None) -> Chaos:
    """So long; raises AssertionError when anything acknowledged is lost, twice, or seen differently."""
    chaos = Chaos()
    with everything(WORKERS, THINKERS) as (serving, parts, database):
        plan = Plan(
            tables=4,
            odds=GOOD,
            pause_s=0.1,
            longest_pause_s=0.5,
            stuck_s=300.0,
            houses=2,
            verify=lambda match, events: asyncio.run(_verified(database, match, events)),
        )

        async def people_and_kills() -> None:
            tending = asyncio.ensure_future(_tended(parts))
            killing = asyncio.ensure_future(_killed(parts, database, seconds, random.Random(seed), chaos, tell))
            await play(serving.client, plan, seed, chaos.found, killing.done)
            await killing
            tending.cancel()

        asyncio.run(people_and_kills())
    return chaos


async def _killed(
    parts: Sequence[Part], database: str, seconds: float, dice: random.Random, chaos: Chaos, tell: Callable[[str], None]
) -> None:
    """A part every few seconds, each of them as often as the others."""
    loop = asyncio.get_running_loop()
    until, order = loop.time() + seconds, list[Part]()
    while loop.time() < until:
        await asyncio.sleep(dice.uniform(*PAUSE_S))
        order = order or dice.sample(parts, len(parts))
        part = order.pop()
        await part.kill(dice)
        chaos.found.counts[f"kills of a {part.name}"] += 1
        await part.back()
        took = await _caught_up(database, chaos.found.present)
        chaos.caught_up_s.append((part.name, took))
        tell(f"{part.name} killed, watchers caught up after {took:.2f} s; {chaos.found.matches} matches so far")


async def _tended(parts: Sequence[Part]) -> None:
    while True:
        await asyncio.sleep(0.3)
        for part in parts:
            part.tend()


async def _caught_up(database: str, people: Sequence[Person]) -> float:
    """How long it takes until all who look on know what the store knows now."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    watching = [person for person in people if not person.eager]
    known = await _versions(database, [person.match for person in watching])
    while any((each.page.version or 0) < known.get(each.match, 0) for each in watching if each in people):
        assert loop.time() - began < 60.0, "somebody who looks on does not catch up at all"
        await asyncio.sleep(0.02)
    return loop.time() - began


async def _versions(database: str, matches: Sequence[str]) -> dict[str, int]:
    connection = await asyncpg.connect(database)
    try:
        rows = await connection.fetch("SELECT id, version FROM match WHERE id = ANY($1)", matches)
    finally:
        await connection.close()
    return {row["id"]: row["version"] for row in rows}


async def _verified(database: str, match: str, events: Sequence[Json]) -> None:
    """What everybody was told is what the store has, and the house owes nothing; raises ConnectionError when down."""
    try:
        connection = await asyncpg.connect(database)
    except asyncpg.PostgresError as error:  # it is starting
        raise ConnectionError(str(error)) from error
    try:
        entries = await connection.fetch("SELECT version, digest FROM entry WHERE match = $1 ORDER BY version", match)
        owed = await connection.fetchval("SELECT count(*) FROM house_turn WHERE match = $1", match)
    finally:
        await connection.close()
    stored = [(row["version"], row["digest"]) for row in entries]
    assert stored == [(event["version"], event["hash"]) for event in events], f"{match} is another in the store"
    assert owed == 0, f"{match} is over, and the house is still to act"

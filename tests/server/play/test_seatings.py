"""A small soak of every seating; `make soak-seatings` is the large one."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.soak_seatings import Table, played, serving, tables
from pennyflick.rules import registry
from pennyflick.server.store.store import PERSON


def test_the_seatings_are_all_there() -> None:
    seatings = {name: list(tables(name)) for name in registry.names()}

    assert {len(found) for found in seatings.values()} == {4, 19}  # of two seats, and of four besides
    assert sum(len(table.players) == 4 for found in seatings.values() for table in found) == 30
    assert {len(table.house) for table in seatings["penny-red"]} == {0, 1, 2, 3}


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_the_house_never_resigns_and_is_never_refused_wherever_it_sits(name: str, tmp_path: Path) -> None:
    async def soaked() -> int:
        async with serving(tmp_path) as service:
            return sum([await played(service, table, seed) for table in tables(name) for seed in (1, 2)])

    assert asyncio.run(soaked()) > 10


@pytest.mark.slow
def test_a_house_partner_flicks_only_its_own_shooter(tmp_path: Path) -> None:
    table = Table("penny-red", {"doubles": "yes"}, {"one": "1", "two": PERSON, "one-b": "1", "two-b": PERSON})

    async def soaked() -> int:
        async with serving(tmp_path) as service:
            return sum([await played(service, table, seed) for seed in range(4)])

    assert asyncio.run(soaked()) > 10

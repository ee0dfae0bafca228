"""How fast people may talk, all of one address and all at one match together."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.pace import Pace, message_cost
from pennyflick.server.settings import Limits
from pennyflick.server.wire.commands import Aside, Command, read_message

SYNC = read_message('{"type": "sync", "id": "sync-again-1", "version": null}')
SAY = read_message('{"type": "say", "seat": "one", "phrase": "thank-you"}')


def live(name: str = "match", version: int = 0) -> Live:
    return cast(Live, SimpleNamespace(id=name, version=version))


def asker(*seats: str) -> Asker:
    return cast(Asker, SimpleNamespace(seats=seats))


def kept(limits: Limits, *talks: tuple[str, Live, Asker, Command | Aside | None]) -> list[bool]:
    """Whether each of these was let through, the clock standing still."""
    pace = Pace(limits, lambda: 0.0)

    async def all_of_them() -> list[bool]:
        return [await pace.keep(address, at, told, who) for address, at, who, told in talks]

    return asyncio.run(all_of_them())


def test_a_snapshot_costs_more_the_longer_the_match_and_a_phrase_next_to_nothing() -> None:
    assert message_cost(SYNC, live(version=1_000)) > message_cost(SYNC, live()) > message_cost(SAY, live())
    assert message_cost(None, live()) > message_cost(SAY, live())


def test_one_address_is_held_to_its_pace_at_all_its_matches_together() -> None:
    limits = Limits(address_talk_burst=4.0, address_talk_per_s=0.001)
    talk = [("a", live(str(number)), asker("one"), SYNC) for number in range(3)]

    assert kept(limits, *talk, ("b", live("9"), asker("one"), SYNC)) == [True, True, False, True]


def test_one_match_is_held_to_its_pace_by_all_addresses_together_and_players_apart_from_watchers() -> None:
    limits = Limits(match_talk_burst=4.0, match_talk_per_s=0.001)
    talk = [(str(number), live(), asker(), SYNC) for number in range(3)]

    assert kept(limits, *talk, ("9", live(), asker("one"), SYNC)) == [True, True, False, True]


def test_who_is_a_little_too_fast_waits_and_is_let_through() -> None:
    limits = Limits(address_talk_burst=2.0, address_talk_per_s=200.0)

    assert kept(limits, *[("a", live(), asker("one"), SYNC)] * 4) == [True] * 4

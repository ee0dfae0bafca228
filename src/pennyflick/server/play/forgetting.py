"""Forget me: a person's own matches go with him; those that he shared keep a seat without a name."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import datetime

from pennyflick.server.play.seats import Seats
from pennyflick.server.play.starting import default_name
from pennyflick.server.store.people import Forgetting, PeopleStore
from pennyflick.server.store.store import Header
from pennyflick.table import Seat


async def forget(holder: str, at: datetime, store: PeopleStore, seats: Seats) -> None:
    """Forget this browser and whoever it was; every page of his matches is told."""

    async def stored() -> None:
        await store.forget(await _forgetting(holder, at, store))

    await seats.change(set(await store.held(holder)), stored)


async def _forgetting(holder: str, at: datetime, store: PeopleStore) -> Forgetting:
    """What is to be forgotten as it is stored now: the counters, read first, say whether it still is so."""
    held = await store.held(holder)
    seen = await store.touched(sorted(held))
    own = {match for match in held if set((await store.holders(match)).values()) == {holder}}
    names, headers = await _called(holder, {match: mine for match, mine in held.items() if match not in own}, store)
    return Forgetting(holder, sorted(own), headers, sorted(names - {""}), at, seen)


async def _called(
    holder: str, shared: Mapping[str, tuple[str, ...]], store: PeopleStore
) -> tuple[set[str], list[Header]]:
    """What he was called in the matches that others keep, and those without his name."""
    names, headers = {(await store.person(holder)).name}, []
    for match, mine in shared.items():
        for header in await store.family(match):  # whoever branched from it knows the names, too
            called = {header.names[seat] for seat in mine if seat in header.names}
            names |= called - {default_name(Seat.from_name(seat)) for seat in header.names}
            headers.append(_nameless(header, mine))
    return names, headers


def _nameless(header: Header, seats: tuple[str, ...]) -> Header:
    nobody = {seat: default_name(Seat.from_name(seat)) for seat in seats if seat in header.names}
    return dataclasses.replace(header, names={**header.names, **nobody})

"""Forget me: a person's own matches go with him; those that he shared keep a seat without a name."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import datetime

from pennyflick.server.play.matches import Matches
from pennyflick.server.play.seats import Seats
from pennyflick.server.play.starting import default_name
from pennyflick.server.store.people import Forgetting, PeopleStore
from pennyflick.server.store.store import Header
from pennyflick.table import Seat


async def forget(holder: str, at: datetime, store: PeopleStore, matches: Matches, seats: Seats) -> None:
    """Forget this browser and whoever it was; every page of his matches is told."""
    held = await store.held(holder)
    own = {match for match in held if set((await store.holders(match)).values()) == {holder}}
    shared = {match: mine for match, mine in held.items() if match not in own}

    async def stored() -> None:
        forgetting = await _forgetting(holder, at, own, shared, store)
        await store.forget(forgetting)
        for match in own:
            matches.forget(match)
        for live in matches.every():
            for header in forgetting.shared:
                if header.id == live.id:
                    live.told(header)

    await seats.change(set(held), stored)


async def _forgetting(
    holder: str, at: datetime, own: set[str], shared: Mapping[str, tuple[str, ...]], store: PeopleStore
) -> Forgetting:
    names, headers = {(await store.person(holder)).name}, []
    for match, mine in shared.items():
        for header in await store.family(match):  # whoever branched from it knows the names, too
            called = {header.names[seat] for seat in mine if seat in header.names}
            names |= called - {default_name(Seat.from_name(seat)) for seat in header.names}
            headers.append(_nameless(header, mine))
    return Forgetting(holder, sorted(own), headers, sorted(names - {""}), at)


def _nameless(header: Header, seats: tuple[str, ...]) -> Header:
    nobody = {seat: default_name(Seat.from_name(seat)) for seat in seats if seat in header.names}
    return dataclasses.replace(header, names={**header.names, **nobody})

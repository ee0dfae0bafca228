"""A person's own name: asked once, optional, remembered for the next time."""

from __future__ import annotations

import dataclasses

from starlette.requests import Request

from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.play.starting import told_name


async def own_name(request: Request, told: str) -> str:
    """What this browser's person is called: as told now, which is remembered, or as told before. Raises FormError."""
    store, name = service_of(request).store, told_name(told)
    known = await store.person(browser_of(request).holder)
    if name and name != known.name:
        await store.keep_person(dataclasses.replace(known, name=name))
    return name or known.name

"""What a request costs the server, in units of about a millisecond: limits count work, not requests."""

from __future__ import annotations

import re

from starlette.types import Scope

_GETS = tuple(
    (re.compile(path), cost)
    for path, cost in (
        (r"/(static/|worker\.js|manifest\.webmanifest|health$|ready$|version$|metrics$)", 0.1),  # at hand, or nothing
        (r"/match/[^/]+/(record\.txt|replay)$", 20.0),  # reads the whole match
        (r"/match/[^/]+/boards/", 10.0),  # draws
        (r"/board/", 10.0),
        (r"/daily/[^/]+/flicks\.json$", 20.0),  # runs everybody's flick again
        (r"/match/[^/]+/events/", 2.0),
    )
)
_PAGE = 5.0
_POST = 10.0  # stores something
_RECORD = 50.0  # is replayed, where nobody is served
_SOCKET = 10.0  # and what is said there counts by itself


def cost(scope: Scope) -> float:
    """What this request costs, by its address alone."""
    if scope["type"] == "websocket":
        return _SOCKET
    if scope["method"] not in {"GET", "HEAD"}:
        return _RECORD if scope["path"] == "/records" else _POST
    return next((cost for path, cost in _GETS if path.match(scope["path"])), _PAGE)

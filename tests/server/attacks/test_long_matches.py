"""A legal record of as many actions as may be, and everything that can be asked about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pennyflick.server.settings import Limits
from tests.server.attacks.conftest import Peer, Victim, attacked
from tests.server.attacks.long_record import long_record

pytestmark = pytest.mark.slow

URLENCODED = "application/x-www-form-urlencoded"


def test_a_match_of_two_thousand_actions_costs_the_others_nothing(start_victim: Callable[..., Victim]) -> None:
    victim = start_victim(elsewhere_s=120.0)
    somebody = victim.peer()
    record = long_record(Limits().record_actions)
    with attacked(victim):
        opened = somebody.post("/records", record, "text/plain")
        assert opened.status == 303
        match, cookie = (
            opened.headers["location"].removesuffix("/replay"),
            opened.headers["set-cookie"].partition(";")[0],
        )
        statuses = [_asked(somebody, match + path, cookie) for path in PATHS]
        branch = somebody.ask("POST", f"{match}/branch", b"after=1900", cookie=cookie, content_type=URLENCODED)

    assert statuses == [200] * len(PATHS)
    assert branch.status == 303


PATHS = ("", "/replay", "/snapshot.json", "/record.txt", "/boards/7.svg", "/events/3.json")


def _asked(somebody: Peer, path: str, cookie: str) -> int:
    return somebody.ask("GET", path, cookie=cookie).status

"""A legal record of as many actions as may be, and everything that can be asked about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pennyflick.match import referee
from pennyflick.match.written import written
from pennyflick.record import print_record
from pennyflick.rules import registry
from pennyflick.server.settings import Limits
from pennyflick.table import AskFlick, Flick, Point, Side
from tests.server.attacks.conftest import Peer, Victim, attacked

pytestmark = pytest.mark.slow

URLENCODED = "application/x-www-form-urlencoded"


def long_record(actions: int) -> bytes:
    """Two who flick so softly that nothing ever happens."""
    match = referee.new_match(registry.new_game("penny-black", {"turn_limit": "1000"}), seed=1, starter=Side.ONE)
    while len(match.actions) < actions:
        asked = referee.decision(match)
        assert asked is not None
        ask = asked.asks[0]
        assert isinstance(ask, AskFlick)
        disc, region = next(iter(ask.discs.items()))
        start = None if region is None else region.nearest(Point(0.0, -180.0))
        match = referee.apply(match, asked.seats[0], Flick(disc, 9_000, 1, start))
    return print_record(written(match, date="")).encode()


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

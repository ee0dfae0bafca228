"""A legal record that is as long as one likes."""

from __future__ import annotations

from pennyflick.match import referee
from pennyflick.match.written import written
from pennyflick.record import print_record
from pennyflick.rules import registry
from pennyflick.table import AskFlick, Flick, Point, Side


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

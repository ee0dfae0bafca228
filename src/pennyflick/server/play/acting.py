"""Where the house must decide, and for which seat; a person who shares a decision takes it."""

from __future__ import annotations

from pennyflick.match.playing import whose_answer
from pennyflick.match.referee import Match, decision
from pennyflick.server.store.store import PERSON, Header, Standing
from pennyflick.table import Seat


def house_acts(header: Header, standing: Standing) -> bool:
    """Whether the house must decide there, once all seats are taken; a record that was opened is only looked at."""
    people = any(header.players[seat] == PERSON for seat in standing.act)
    return bool(standing.act) and not people and not header.imported


def house_seat(header: Header, match: Match) -> Seat | None:
    """The seat for which the house must decide; None: it need not."""
    asked = None if header.imported else decision(match)
    if asked is None or any(header.players[seat.name] == PERSON for seat in asked.seats):
        return None
    return whose_answer(match, asked)

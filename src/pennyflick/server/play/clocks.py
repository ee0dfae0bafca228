"""How long whoever must act may take, and when the others may claim the match. Law: nothing is played for anybody.

Without a clock only absence counts: the deadline then moves on whenever whoever must act is seen at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from pennyflick.match.referee import Match, decision
from pennyflick.record.allowances import ALLOWANCES_S, NO_TIME
from pennyflick.rules.refusing import refused
from pennyflick.server.play.live import Live
from pennyflick.server.play.wishes import shared
from pennyflick.server.store.store import PERSON, Header
from pennyflick.table import Refusal, Seat, Sentence, Subject, listed, says, verb

GRACE_S = 5.0  # on top of every allowance: for the line, and for looking up
ABSENCE_S = 7 * 86_400.0  # where there is no clock, so long an absence may be claimed
_COARSE = timedelta(minutes=1)  # being seen is kept no finer: it costs a write


def deadline_of(
    header: Header, match: Match, holders: Mapping[str, str], at: datetime, shot_s: float = 0.0
) -> datetime | None:
    """After what instant the decision that opened at `at` may be claimed; None: nobody could claim it."""
    if not shared(holders) or not claimed_by(header, match, holders):
        return None
    return at + timedelta(seconds=shot_s + GRACE_S + allowance_s(header))


def allowance_s(header: Header) -> float:
    """How long a decision of this match may take."""
    return ALLOWANCES_S[header.terms.time] or ABSENCE_S


def claimed_by(header: Header, match: Match, holders: Mapping[str, str]) -> tuple[str, ...]:
    """The seats that could claim the match: those of people on the other side, where a person must act."""
    asked = decision(match)
    if asked is None or not any(header.players[seat.name] == PERSON for seat in asked.seats):
        return ()
    sides = {seat.side for seat in asked.seats}
    return tuple(seat for seat in holders if seat in header.players and Seat.from_name(seat).side not in sides)


def postponed(live: Live, seats: tuple[str, ...], now: datetime) -> datetime | None:
    """Until when the deadline moves on because whoever holds these seats is seen; None: it stays."""
    if live.deadline is None or live.header.terms.time != NO_TIME or not set(seats) & set(live.acting):
        return None
    later = now + timedelta(seconds=ABSENCE_S)
    return later if later - live.deadline >= _COARSE else None


def unclaimable(live: Live, seat: Seat, now: datetime) -> Refusal | None:
    """Why this seat cannot claim the match now, or None."""
    asked = decision(live.match)
    if live.deadline is None or asked is None:
        return refused(None, "Nobody's time runs in this match, so it cannot be claimed.")
    if seat.side in {each.side for each in asked.seats}:
        return refused(None, "It is for this side to act; only the other side can claim the match.")
    waited = listed(map(Subject, asked.seats), "or")
    if now < live.deadline:
        return refused(None, says(waited, verb("has", "have"), f"{duration(live.deadline - now)} left"))
    return refused(None, _here(waited)) if live.header.terms.time == NO_TIME and _present(live) else None


def _present(live: Live) -> bool:
    """Whether somebody who must act is at the table."""
    return any(set(page.seats) & set(live.acting) for page in live.company.pages)


def _here(who: Sentence) -> Sentence:
    return says(who, verb("is", "are"), "at the table")


def duration(left: timedelta) -> str:
    """A length of time in words, as long as it is not over."""
    seconds = max(left.total_seconds(), 0.0)
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if (count := int(seconds // length)) >= 2 or (count and unit != "minute"):
            return f"{count} {unit}{'' if count == 1 else 's'}"
    count = int(seconds) + (seconds % 1 > 0)
    return f"{count} second{'' if count == 1 else 's'}"

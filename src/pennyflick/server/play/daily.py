"""The flick of a day at this server: how the hand wanders in a try of it, and everybody's flicks run again as ghosts.

Law: the wander of a try follows from the server's secret, the person, the day and the number of the try: it is the same
whenever it is opened, and nobody can see it anywhere else before.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from pennyflick.lessons.daily import HAND, Grade, Graded, asked_on, begun_on, flicked
from pennyflick.lessons.trying import game_of
from pennyflick.match.referee import Match
from pennyflick.server.play.flicked import flick_of, flicks_kept
from pennyflick.server.play.starting import Start
from pennyflick.server.play.tasks import Attempt, Table, table_for
from pennyflick.server.settings import ID_ALPHABET, Settings
from pennyflick.server.store.practice import DAILY, Progress, Try
from pennyflick.server.wire.messages import WireGhost, WireGhosts
from pennyflick.server.wire.shapes import WireShot, wire_disc, wire_edge, wire_layout, wire_shot
from pennyflick.table import AnyFlick

_AGAIN = "-again"  # ends the key of a try at a day that was over: it is practice, and counts for nothing
_SEED_BYTES, _ID_BYTES = 16, 12
_GONE = ("left", "holed")  # events after which a disc is not on the board any more


@dataclass(frozen=True)
class Dated:
    """The day that a try is of."""

    day: date
    again: bool = False  # it was over already

    @property
    def key(self) -> str:
        """As the store keeps it."""
        return f"{self.day.isoformat()}{_AGAIN if self.again else ''}"


def dated(key: str) -> Dated | None:
    """The day that a key names; None: it names none."""
    told = key.removesuffix(_AGAIN)
    try:
        day = date.fromisoformat(told)
    except ValueError:
        return None
    return Dated(day, told != key) if told == day.isoformat() else None  # one day has one name


def days_flicked(progress: Collection[Progress]) -> set[date]:
    """The days on which somebody made a try that counts."""
    found = (dated(each.key) for each in progress if each.kind == DAILY)
    return {each.day for each in found if each is not None and not each.again}


# A try --------------------------------------------------------------------------------------------------------------


def table_of(day: date, number: int, name: str, settings: Settings, secret: bytes, holder: str) -> Start:
    """The table for a try that counts: opened twice it is the same one."""
    seed, match = _drawn(secret, holder, day, number)
    named = replace(settings, new_id=lambda: match)
    return _start(Attempt(DAILY, Dated(day).key, number), day, seed, name, named, holder)


def table_again(day: date, number: int, name: str, settings: Settings, holder: str) -> Start:
    """The table for a try at a day that is over."""
    attempt = Attempt(DAILY, Dated(day, again=True).key, number)
    return _start(attempt, day, settings.new_seed(), name, settings, holder)


def _drawn(secret: bytes, holder: str, day: date, number: int) -> tuple[int, str]:
    """Seed and id of the match of a try."""
    made = hmac.new(secret, f"daily|{holder}|{day}|{number}".encode(), hashlib.sha256).digest()
    seed, rest = made[:_SEED_BYTES], made[_SEED_BYTES : _SEED_BYTES + _ID_BYTES]
    return int.from_bytes(seed), "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in rest)


def _start(attempt: Attempt, day: date, seed: int, name: str, settings: Settings, holder: str) -> Start:
    asked = asked_on(day)
    table = Table(game_of(asked.game, asked.options), asked.position, HAND, seed)
    start = table_for(attempt, table, name, settings, holder)
    # to a stroke no hand adds anything, and the hand is what all have in common
    return replace(start, new=replace(start.new, header=replace(start.new.header, strokes=False)))


def with_grade(row: Try, grade: Graded) -> Try:
    """The row of a try with what it came to."""
    spare = {} if grade.spare_mm is None else {"spare_mm": round(grade.spare_mm, 1)}
    return replace(row, more={**row.more, "grade": grade.grade.name, **spare})


def grade_of(row: Try) -> Graded:
    """What a try that was kept came to."""
    return Graded(Grade[row.more["grade"]], row.more.get("spare_mm"))


# Everybody's flick --------------------------------------------------------------------------------------------------


def everybody(day: date, tries: Sequence[Try], holder: str) -> WireGhosts:
    """All flicks of these tries, run again from what the hands made of them."""
    match = _begun(day)
    firsts = {try_.id: (try_, kept) for try_, kept in reversed(list(flicks_kept(tries)))}
    ghosts = [
        _ghost(day, flick_of(kept.actual or kept.meant), try_.holder == holder, try_.done)
        for try_, kept in reversed(firsts.values())
    ]
    return WireGhosts(
        discs=[wire_disc(disc) for disc in match.game.discs],
        edge=wire_edge(match.game.board.surface.edge),
        layout=wire_layout(match.position.layout),
        ghosts=ghosts,
        people=len({each.holder for each in tries}),
        did=len({each.holder for each in tries if each.done}),
    )


def _ghost(day: date, flick: AnyFlick, mine: bool, done: bool) -> WireGhost:
    shot = _shot(day, flick)
    gone = {event[2]: event[1] for event in shot.events if event[0] in _GONE}
    return WireGhost(mine, done, flick.disc, shot.duration_s, shot.start, shot.paths, gone)


@lru_cache(maxsize=1024)  # several days of as many flicks as are shown
def _shot(day: date, flick: AnyFlick) -> WireShot:
    shot = flicked(_begun(day), flick).actions[-1].shot
    assert shot is not None, f"{flick} is a flick"
    return wire_shot(shot)


@lru_cache(maxsize=4)  # days that people look at at once
def _begun(day: date) -> Match:
    return begun_on(asked_on(day))

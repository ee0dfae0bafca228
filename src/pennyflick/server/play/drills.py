"""What somebody makes of a drill: how often it comes off, the best and the last of his tries, and how that went on.

Law: everything follows from the tries that the store keeps; nothing is counted twice or beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.shelf import shelf
from pennyflick.players.measuring import Estimate, average, rate
from pennyflick.server.store.practice import Try

WAYS = {"pull": "Pull", "stroke": "Finger stroke", "keys": "Keys", "clicks": "Clicks"}  # how a flick was let go
LAST = 10  # tries that are shown one by one
PERIOD = 10  # tries that are one point of the chart
MOST_PERIODS = 30  # of more tries more make a point


@dataclass(frozen=True)
class Period:
    """So many tries, one after the other."""

    first: int  # number of the first of them, from 1
    at: datetime  # when the last was made
    made: Estimate


@dataclass(frozen=True)
class Tally:
    """What somebody makes of a drill; there is at least one try."""

    made: Estimate
    total: int
    last: tuple[int, ...]  # what the latest tries counted, oldest first
    best: int  # in one row, or in one try where they count; 0: no row is full yet
    ways: dict[str, Estimate]  # how it was let go -> what is made of it so
    periods: tuple[Period, ...]


def drill_of(game: str, key: str) -> Drill | None:
    """A drill by its id; None: there is none."""
    return next((drill for drill in shelf(game).drills if drill.id == key), None)


def counted(try_: Try) -> int:
    """What a try counts."""
    return int(try_.more.get("score", try_.done))


def tally(drill: Drill, tries: Sequence[Try]) -> Tally | None:
    """What these tries come to, oldest first; None: there are none."""
    if not tries:
        return None
    counts = [counted(each) for each in tries]
    by_way = {way: [counted(each) for each in tries if each.more.get("way") == way] for way in WAYS}
    return Tally(
        made=_made(drill, counts),
        total=sum(counts),
        last=tuple(counts[-LAST:]),
        best=max(counts) if drill.counts else max(_rows(counts, drill.tries), default=0),
        ways={way: _made(drill, some) for way, some in by_way.items() if some},
        periods=tuple(_periods(drill, tries, counts)),
    )


def row_of(drill: Drill, tries: Sequence[Try]) -> tuple[int, ...]:
    """What the tries of the row counted that is being made: a full one is over, and the next has begun.

    By their numbers: of many tries the oldest are no longer kept.
    """
    counts = [counted(each) for each in tries]
    number = int(tries[-1].more.get("number", len(tries))) if tries else 0
    return tuple(counts[len(counts) - min(number % drill.tries, len(counts)) :])


def _made(drill: Drill, counts: Sequence[int]) -> Estimate:
    return average(counts) if drill.counts else rate(sum(counts), len(counts))


def _rows(counts: Sequence[int], length: int) -> Iterator[int]:
    """What every full row of so many tries came to, wherever it began."""
    return (sum(counts[first : first + length]) for first in range(len(counts) - length + 1))


def _periods(drill: Drill, tries: Sequence[Try], counts: Sequence[int]) -> Iterator[Period]:
    length = PERIOD * -(-len(tries) // (PERIOD * MOST_PERIODS))
    count = max(round(len(tries) / length), 1)  # a few tries more belong to those before them
    bounds = [*range(0, count * length, length), len(tries)]
    for first, beyond in pairwise(bounds):
        yield Period(first + 1, tries[beyond - 1].at, _made(drill, counts[first:beyond]))

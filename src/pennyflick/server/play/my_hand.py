"""My hand, measured by the flicks of one's tries: aim and release apart, for each way to let go, and over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from pennyflick.players.measuring import LEAST, Law, Spreads, aim_error, aim_spreads, release_spreads
from pennyflick.server.play.drills import WAYS
from pennyflick.server.play.flicked import KeptFlick, flicks_kept
from pennyflick.server.store.practice import Try
from pennyflick.table import AnyFlick

MOST_PERIODS = 12
MOST_FLICKS = 1_000  # the latest: a hand of years ago is another one
STROKE = "stroke"
Kept = tuple[Try, KeptFlick]
T = TypeVar("T")


@dataclass(frozen=True)
class Grip:
    """How flicks were let go: their errors can be told together."""

    way: str  # one of WAYS
    hand: str  # as headers keep it
    timed: bool  # the hand was watched


@dataclass(frozen=True)
class Spell:
    """Spreads of some flicks, one after the other."""

    at: datetime  # of the last of them
    spreads: Spreads


@dataclass(frozen=True)
class Measured:
    """What is known of one grip."""

    grip: Grip
    flicks: int
    released: int  # of them: where a hand was at work
    aimed: int  # of them: where it is known what would have been best
    release: Spreads | None  # None: too few to tell, or no hand was at work
    aim: Spreads | None  # None: too few of which the best is known
    release_spells: tuple[Spell, ...]
    aim_spells: tuple[Spell, ...]


def measured(tries: Sequence[Try]) -> list[Measured]:
    """What the latest flicks of these tries tell of somebody's hand, the grip that he used most first."""
    latest = list(flicks_kept(tries))[-MOST_FLICKS:]
    kept = [(grip_of(try_, flick), (try_, flick)) for try_, flick in latest]
    grips = {grip: [flick for its, flick in kept if its == grip] for grip in dict.fromkeys(grip for grip, _ in kept)}
    return sorted((_measured(grip, its) for grip, its in grips.items()), key=lambda each: -each.flicks)


def grip_of(try_: Try, flick: KeptFlick) -> Grip:
    """How a flick was let go; where the page did not say so, as it most likely was."""
    told = try_.more.get("way")
    way = told if told in WAYS else "pull" if flick.timed else "keys"
    return Grip(way, try_.hand, flick.timed)


def _measured(grip: Grip, flicks: Sequence[Kept]) -> Measured:
    released = [(try_.at, flick.released) for try_, flick in flicks if flick.released]
    aimed = [(try_.at, error) for try_, flick in flicks if flick.aimed and (error := aim_error(*flick.aimed))]

    def release(some: Sequence[tuple[AnyFlick, AnyFlick]]) -> Spreads | None:
        return release_spreads(some, Law.TIMED if grip.timed else Law.SLIPS)

    return Measured(
        grip,
        len(flicks),
        0 if grip.way == STROKE else len(released),
        len(aimed),
        None if grip.way == STROKE else release([pair for _, pair in released]),
        aim_spreads([error for _, error in aimed]),
        () if grip.way == STROKE else _spells(released, release),
        _spells(aimed, aim_spreads),
    )


def _spells(
    flicks: Sequence[tuple[datetime, T]], spreads: Callable[[Sequence[T]], Spreads | None]
) -> tuple[Spell, ...]:
    """As many spells as there are enough flicks for, the latest flicks in the last."""
    count = min(len(flicks) // LEAST, MOST_PERIODS)
    found = [(some[-1][0], spreads([each for _, each in some])) for some in _shares(flicks, count)]
    return tuple(Spell(at, each) for at, each in found if each is not None)


def _shares(things: Sequence[T], count: int) -> Iterable[list[T]]:
    """As good as equal shares, in order."""
    numbered = enumerate(things)
    return [
        [thing for _, thing in share] for _, share in groupby(numbered, lambda each: each[0] * count // len(things))
    ]

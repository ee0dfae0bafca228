"""The flicks of a try as its row keeps them: what was meant, what happened, and what would have been best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pennyflick.lessons.best_aim import best_aim
from pennyflick.lessons.kinds import Drill, Task
from pennyflick.lessons.shelf import shelf
from pennyflick.match.referee import Action, Match
from pennyflick.server.store.practice import Try
from pennyflick.server.wire.answers import WireFlick, WireSideFlick, answer_of, wire_answer, wire_flick
from pennyflick.table import AnyFlick, Flick, Seat, Side, SideFlick

MOST = 8  # of one try: a long run is told by its first flicks
WireAnyFlick = WireFlick | WireSideFlick


class KeptFlick(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flick, told in the words of the wire."""

    meant: WireAnyFlick  # with the instant of a hand that was watched
    actual: WireAnyFlick | None = None  # None: no hand was at work
    best: WireAnyFlick | None = None  # None: nobody knows, or it was another idea

    @property
    def timed(self) -> bool:
        """Whether the hand was seen to wander, and let go at an instant."""
        return self.meant.instant_ms is not None

    @property
    def released(self) -> tuple[AnyFlick, AnyFlick] | None:
        """What was meant and what happened; None: no hand was at work."""
        return None if self.actual is None else (flick_of(self.meant), flick_of(self.actual))

    @property
    def aimed(self) -> tuple[AnyFlick, AnyFlick] | None:
        """What would have been best and what was meant; None: nothing is known to be."""
        return None if self.best is None else (flick_of(self.best), flick_of(self.meant))


def flicks_told(task: Task, match: Match, number: int) -> list[Any]:
    """The flicks of whoever tried, as they are kept; `number` is that of the task's position, from 0."""
    own = [action for action in match.actions if action.by.side is match.starter and _flick(action)]
    first = match.actions[0] if match.actions else None
    kept = (KeptFlick(_meant(each), _actual(each), _best(task, each, number, first)) for each in own[:MOST])
    return [msgspec.to_builtins(each) for each in kept]


def flicks_kept(tries: Sequence[Try]) -> Iterator[tuple[Try, KeptFlick]]:
    """Every flick of these tries, in their order."""
    for each in tries:
        for told in each.more.get("flicks", ()):
            yield each, msgspec.convert(told, KeptFlick)


def flick_of(wire: WireAnyFlick) -> AnyFlick:
    """A flick in the words of the table."""
    flick = answer_of(wire, Seat(Side.ONE))  # a flick does not say whose it is
    assert isinstance(flick, Flick | SideFlick), f"{wire} is no flick"
    return flick


def _flick(action: Action) -> AnyFlick | None:
    return action.answer if isinstance(action.answer, Flick | SideFlick) else None


def _meant(action: Action) -> WireAnyFlick:
    wire = wire_answer(action.answer, action.instant_ms)
    assert isinstance(wire, WireFlick | WireSideFlick), f"{action.answer} is no flick"
    return wire


def _actual(action: Action) -> WireAnyFlick | None:
    return None if action.actual is None else wire_flick(action.actual)


def _best(task: Task, action: Action, number: int, first: Action | None) -> WireAnyFlick | None:
    """Only of the first flick it is known: the expert's is for the position in which a try begins."""
    flick = _flick(action)
    if flick is None or action is not first or not isinstance(task, Drill):
        return None
    best = best_aim(task, shelf(task.game).expert_at(task.id), number, flick)
    return None if best is None else wire_flick(best)

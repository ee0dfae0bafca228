"""The store with a stopwatch: how long each of its operations takes, whatever engine is behind it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from pennyflick.server.measures import UNMEASURED, Measures

Watched = TypeVar("Watched")
Operation = Callable[..., Awaitable[Any]]


def timed(store: Watched, measures: Measures, ticks: Callable[[], float]) -> Watched:
    """The same store; every call that is awaited is measured, where anybody counts."""
    return store if measures is UNMEASURED else cast(Watched, _Timed(store, measures, ticks))


class _Timed:
    """Stands before a store and passes everything on; operations are wrapped once, when first used."""

    def __init__(self, store: object, measures: Measures, ticks: Callable[[], float]) -> None:
        self._behind = store
        self._measures = measures
        self._ticks = ticks

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._behind, name)
        if not inspect.iscoroutinefunction(found):
            return found
        watched = self._watched(name, found)
        setattr(self, name, watched)
        return watched

    def _watched(self, name: str, operation: Operation) -> Operation:
        async def watched(*values: Any, **named: Any) -> Any:
            began = self._ticks()
            try:
                answer = await operation(*values, **named)
            except Exception:
                self._measures.unstored(name)
                raise
            self._measures.stored(name, self._ticks() - began)
            return answer

        return watched

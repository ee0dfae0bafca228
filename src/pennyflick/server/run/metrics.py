"""The figures of a running server, as Prometheus reads them. Several workers write into one folder and add up there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess, start_http_server

from pennyflick.server.measures import PEOPLE
from pennyflick.server.run.collecting import Activity

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the library reads it when it is loaded: workers get it in their environment
_QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds
Workers = Literal["livesum", "livemin"]


class Metrics:
    """Every figure, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.activity = Activity(0, 0)
        own = self.registry
        self._flicks = Counter(
            "pennyflick_flicks", "Flicks stored, by game and by who flicked.", ["game", "by"], registry=own
        )
        self._flick_s = Histogram(
            "pennyflick_flick_seconds",
            "From the command of a flick to when it is stored, of people's flicks.",
            ["game"],
            buckets=_QUICK,
            registry=own,
        )
        self._refusals = Counter(
            "pennyflick_refusals", "Commands refused, by code (docs/protocol.md).", ["code"], registry=own
        )
        self._store_s = Histogram(
            "pennyflick_store_seconds", "How long the store took.", ["operation"], buckets=_QUICK, registry=own
        )
        self._unstored = Counter(
            "pennyflick_store_failures", "What the store could not do.", ["operation"], registry=own
        )
        self._requests = Counter("pennyflick_requests", "Requests answered, by status.", ["status"], registry=own)
        self._request_s = Histogram(
            "pennyflick_request_seconds", "How long a request took.", buckets=_QUICK, registry=own
        )
        self._limits = Counter("pennyflick_limits_hit", "Whom a limit stopped, by limit.", ["limit"], registry=own)
        self._lag_s = Histogram(
            "pennyflick_loop_lag_seconds", "How late the event loop was.", buckets=_QUICK, registry=own
        )
        self._collection_s = Histogram(
            "pennyflick_collection_seconds",
            "How long a garbage collection stopped everything.",
            ["generation"],
            buckets=_QUICK,
            registry=own,
        )
        self.sockets = self._gauge("sockets", "Open sockets.")
        self.watchers = self._gauge("watchers", "Open sockets of those who only look on.")
        self.matches = self._gauge("matches_in_memory", "Matches in memory.")
        self.waiting = self._gauge("house_turns_waiting", "Tables that wait for the house.")
        self.thinking = self._gauge("house_turns_thinking", "Tables for which the house thinks.")
        self.tasks = self._gauge("tasks", "Tasks of the event loop.")
        self.memory = self._gauge("memory_bytes", "Resident memory.")
        self.storing = self._gauge("storing", "1 while what happens can be stored, else 0.", "livemin")
        self.free = self._gauge("disk_free_bytes", "Free on the disk of the data folder.", "livemin")

    def _gauge(self, name: str, sentence: str, workers: Workers = "livesum") -> Gauge:
        """`workers`: how the figures of several become one."""
        return Gauge(f"pennyflick_{name}", sentence, multiprocess_mode=workers, registry=self.registry)

    def flicked(self, game: str, by: str, seconds: float) -> None:
        """A flick was stored, so long after its command had come."""
        self._act()
        self._flicks.labels(game, by).inc()
        if by == PEOPLE:
            self._flick_s.labels(game).observe(seconds)

    def refused(self, code: str) -> None:
        """A command was refused."""
        self._act()
        self._refusals.labels(code).inc()

    def stored(self, operation: str, seconds: float) -> None:
        """The store has done something."""
        self._store_s.labels(operation).observe(seconds)

    def unstored(self, operation: str) -> None:
        """The store could not do something."""
        self._unstored.labels(operation).inc()

    def _act(self) -> None:
        """Somebody did something; what the server looks up by itself, second by second, is nothing."""
        self.activity = replace(self.activity, done=self.activity.done + 1)

    def opened(self) -> None:
        """A socket was opened."""
        self.sockets.inc()
        self.activity = replace(self.activity, opened=self.activity.opened + 1)

    def closed(self) -> None:
        """A socket was closed."""
        self.sockets.dec()
        self.activity = replace(self.activity, closed=self.activity.closed + 1)

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered."""
        self._act()
        self._requests.labels(str(status)).inc()
        self._request_s.observe(seconds)

    def limited(self, limit: str) -> None:
        """A limit stopped somebody."""
        self._limits.labels(limit).inc()

    def lagged(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag_s.observe(seconds)

    def collected(self, generation: int, seconds: float) -> None:
        """A garbage collection stopped everything for so long."""
        self._collection_s.labels(str(generation)).observe(seconds)


def together(own: CollectorRegistry) -> CollectorRegistry:
    """What is shown: the figures of all workers of this machine where there are several, else one's own."""
    if SHARED not in os.environ:
        return own
    found = CollectorRegistry()
    multiprocess.MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    return found


@contextmanager
def shared_figures() -> Iterator[None]:
    """For whoever starts several workers: those that begin meanwhile count into one folder, which then goes."""
    with tempfile.TemporaryDirectory(prefix="pennyflick-figures-") as folder:
        before = os.environ.get(SHARED)
        os.environ[SHARED] = folder
        try:
            yield
        finally:
            os.environ.pop(SHARED)
            os.environ.update({} if before is None else {SHARED: before})


def forget_worker(pid: int) -> None:
    """A worker has ended: what it held counts no more, what it did still does."""
    if SHARED not in os.environ:
        return
    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


class MetricsPortError(RuntimeError):
    """The figures cannot be shown there."""


@contextmanager
def shown(where: tuple[str, int] | None, metrics: Metrics) -> Iterator[None]:
    """`/metrics` at an address of its own, by a thread: it answers while the event loop does not.

    Never at the address of the games: a proxy on the same machine would show it to everybody. Raises MetricsPortError.
    """
    if where is None:
        yield
        return
    host, port = where
    try:
        server, thread = start_http_server(port, host, together(metrics.registry))
    except OSError as error:
        raise MetricsPortError(f"cannot show the figures on {host} port {port}: {error.strerror}") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

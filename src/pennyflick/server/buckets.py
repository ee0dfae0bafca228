"""How often is too often: a bucket of tokens that fills by itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_BUCKETS = 10_000  # clients remembered at once; the longest silent is forgotten


@dataclass
class Bucket:
    """A burst at once, then so many a second."""

    burst: int
    per_s: float
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._tokens = float(self.burst)
        self._last = self.clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self.clock()
        self._tokens = min(self.burst, self._tokens + (now - self._last) * self.per_s)
        self._last = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


@dataclass
class Buckets:
    """A bucket for each client."""

    burst: int
    per_s: float
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether this client may ask once more now."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.burst, self.per_s, self.clock)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket.take()

"""How much is too much: a bucket of tokens that fills by itself. What was spent here can be told to other workers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

MOST_BUCKETS = 10_000  # clients remembered at once; the longest silent is forgotten


@dataclass
class Bucket:
    """A burst at once, then so much a second."""

    burst: float
    per_s: float
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._tokens = float(self.burst)
        self._last = self.clock()

    def take(self, cost: float = 1.0) -> bool:
        """Whether so much more is allowed now; what is refused costs nothing.

        What costs more than a whole burst is allowed when the bucket is full.
        """
        self._fill()
        if self._tokens < min(cost, self.burst):
            return False
        self._tokens -= cost
        return True

    def owe(self, cost: float = 1.0) -> float:
        """Take it in any case; after how many seconds it would have been allowed."""
        self._fill()
        self._tokens -= cost
        return self._seconds_to(0.0)

    def spend(self, cost: float) -> None:
        """What was taken elsewhere, by another worker; never more than a burst is owed for it."""
        self._fill()
        self._tokens = max(self._tokens - cost, -float(self.burst))

    def retry_s(self, cost: float = 1.0) -> float:
        """In how many seconds so much would be allowed."""
        self._fill()
        return self._seconds_to(min(cost, self.burst))

    def _fill(self) -> None:
        now = self.clock()
        self._tokens = min(self.burst, self._tokens + (now - self._last) * self.per_s)
        self._last = now

    def _seconds_to(self, tokens: float) -> float:
        lacking = tokens - self._tokens
        return 0.0 if lacking <= 0 else lacking / self.per_s if self.per_s else float("inf")


@dataclass
class Buckets:
    """A bucket for each client, match or whatever else has a name."""

    burst: float
    per_s: float
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._spent: dict[str, float] = {}

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether this one may have so much more now."""
        allowed = self._of(key).take(cost)
        if allowed:
            self._note(key, cost)
        return allowed

    def owe(self, key: str, cost: float = 1.0) -> float:
        """Take it in any case; after how many seconds it would have been allowed."""
        self._note(key, cost)
        return self._of(key).owe(cost)

    def retry_s(self, key: str, cost: float = 1.0) -> float:
        """In how many seconds this one may have so much."""
        return self._of(key).retry_s(cost)

    def spent(self) -> dict[str, float]:
        """What was taken here since this was last asked, to be told to the other workers."""
        spent, self._spent = self._spent, {}
        return spent

    def spend(self, spent: Mapping[str, float]) -> None:
        """What the others have taken."""
        for key, cost in spent.items():
            self._of(key).spend(cost)

    def _note(self, key: str, cost: float) -> None:
        if key in self._spent or len(self._spent) < MOST_BUCKETS:  # where nobody asks for it, it must not grow
            self._spent[key] = self._spent.get(key, 0.0) + cost

    def _of(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.burst, self.per_s, self.clock)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket

"""When a decision opened, and which instants of it can be: only whoever holds a visible hand has one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pennyflick.match.referee import Match, decision
from pennyflick.players.wander import decision_number
from pennyflick.rules.refusing import refused
from pennyflick.server.wire.messages import Wander
from pennyflick.table import AskFlick, AskSideFlick, Decision, Refusal


@dataclass(frozen=True)
class Opening:
    """When the decision at hand opened, and the latest instant that was tried for it.

    When it opened is stored: a restart, or another worker, knows it too. What was tried is known here only.
    """

    at_s: float
    tried_ms: int = 0

    def elapsed_ms(self, now_s: float) -> int:
        """Whole milliseconds since then."""
        return max(int((now_s - self.at_s) * 1_000.0), 0)

    def tried(self, instant_ms: int) -> Opening:
        """The same after a try at that instant."""
        return replace(self, tried_ms=instant_ms)

    def untimely(self, instant_ms: int, now_s: float, tolerance_ms: int) -> Refusal | None:
        """Why nobody can have let go at that instant, or None."""
        elapsed = self.elapsed_ms(now_s)
        if instant_ms > elapsed + tolerance_ms:
            return refused(
                None, f"The flick was let go at {instant_ms} ms, but only {elapsed} ms have passed; aim again."
            )
        if instant_ms < self.tried_ms:
            sentence = (
                f"The flick was let go at {instant_ms} ms, before an earlier try at {self.tried_ms} ms; aim again."
            )
            return refused(None, sentence)
        return None


def wander_for(match: Match, version: int, elapsed_ms: int, seats: tuple[str, ...]) -> Wander | None:
    """What whoever holds these seats must know to see his hand wander; None: none of them has one to let go now."""
    asked = decision(match)
    if asked is None or not _is_flicked(asked):
        return None
    if not any(seat.name in seats and (hand := match.hands.get(seat)) and hand.visible for seat in asked.seats):
        return None
    return Wander(version, decision_number(match.seed, match.played + 1), elapsed_ms)


def _is_flicked(asked: Decision) -> bool:
    return any(isinstance(ask, AskFlick | AskSideFlick) for ask in asked.asks)

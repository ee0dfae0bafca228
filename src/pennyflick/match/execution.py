"""What a hand makes of a flick in a match. Law: the seed, the number of the action and the instant settle it."""

from __future__ import annotations

from pennyflick.players.dice import Dice
from pennyflick.players.hands import Hand, executed, let_go
from pennyflick.players.wander import LONGEST_INSTANT_MS, decision_number
from pennyflick.rules.refusing import refused
from pennyflick.table import Answer, AnyFlick, Flick, Refusal, SideFlick


def refuse_instant(hand: Hand | None, answer: Answer, instant_ms: int | None) -> Refusal | None:
    """Why this answer cannot come with this instant, or without one; None: it can."""
    if not needs_instant(hand, answer):
        return None if instant_ms is None else refused(None, "Only a flick with a visible hand has an instant.")
    if instant_ms is None:
        return refused(None, "A flick with a visible hand needs the instant at which it was let go.")
    if not 0 <= instant_ms <= LONGEST_INSTANT_MS:
        return refused(None, f"The instant {instant_ms} ms is not from 0 to {LONGEST_INSTANT_MS}.")
    return None


def needs_instant(hand: Hand | None, answer: Answer) -> bool:
    """Whether the player chooses when to let go."""
    return hand is not None and hand.visible and isinstance(answer, Flick | SideFlick)


def actual_flick(hand: Hand, meant: AnyFlick, seed: int, action: int, instant_ms: int | None) -> AnyFlick:
    """The flick that happens: by the dice of this action, or where the wander of its decision was at that instant."""
    if not hand.visible:
        return executed(hand, meant, Dice(seed, action, "hand"))
    assert instant_ms is not None, "a visible hand lets go at an instant"
    return let_go(hand, meant, decision_number(seed, action), instant_ms)

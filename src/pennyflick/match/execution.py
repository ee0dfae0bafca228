"""What a hand makes of a flick in a match. Law: the seed, the number of the action and the instant settle it."""

from __future__ import annotations

from pennyflick.players.dice import Dice
from pennyflick.players.hands import Hand, executed, let_go, unseen
from pennyflick.players.wander import LONGEST_INSTANT_MS, decision_number
from pennyflick.rules.refusing import refused
from pennyflick.table import Answer, AnyFlick, Flick, Refusal, SideFlick


def refuse_instant(hand: Hand | None, answer: Answer, instant_ms: int | None) -> Refusal | None:
    """Why this answer cannot come with this instant; None: it can."""
    if instant_ms is None:
        return None
    if is_stroke(answer):
        return refused(None, "A stroke of the finger has no instant: no hand adds anything to it.")
    if not takes_instant(hand, answer):
        return refused(None, "Only a flick with a visible hand has an instant.")
    if not 0 <= instant_ms <= LONGEST_INSTANT_MS:
        return refused(None, f"The instant {instant_ms} ms is not from 0 to {LONGEST_INSTANT_MS}.")
    return None


def takes_instant(hand: Hand | None, answer: Answer) -> bool:
    """Whether the player may choose when to let go; if he did not look, his hand is blind this time."""
    return hand is not None and hand.visible and isinstance(answer, Flick | SideFlick) and not is_stroke(answer)


def is_stroke(answer: Answer) -> bool:
    """Whether a finger struck through the disc: then what was meant is what happens, whatever the hand."""
    return isinstance(answer, Flick) and answer.stroke


def actual_flick(hand: Hand, meant: AnyFlick, seed: int, action: int, instant_ms: int | None) -> AnyFlick:
    """The flick that happens: where the wander of its decision was at that instant; without one, by dice."""
    if instant_ms is None:
        return executed(unseen(hand), meant, Dice(seed, action, "hand"))
    return let_go(hand, meant, decision_number(seed, action), instant_ms)

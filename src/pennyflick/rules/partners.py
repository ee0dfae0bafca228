"""Partners who share a decision: each handles only his own, marked discs (Disc.place)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pennyflick.table import (
    Answer,
    Ask,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Clause,
    Decision,
    Disc,
    DiscId,
    Flick,
    Object,
    Place,
    Refusal,
    Seat,
    Side,
    SideFlick,
    phrase,
)

SINGLES = (Seat(Side.ONE), Seat(Side.TWO))  # one player a side
OWN_DISCS = Clause("RED-20")  # the one rule so far that marks a partner's own disc


def decision_for(discs: Iterable[Disc], decision: Decision, seat: Seat) -> Decision:
    """The part of a shared decision that one partner can answer."""
    others = partners_discs(discs, seat)
    asks = (_without(ask, others) for ask in decision.asks)
    return replace(decision, seats=(seat,), asks=tuple(ask for ask in asks if ask is not None))


def seats_able(discs: Iterable[Disc], asks: tuple[Ask, ...], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of the seats that can answer at least one of the asks."""
    known = tuple(discs)
    return tuple(seat for seat in seats if any(_without(ask, partners_discs(known, seat)) is not None for ask in asks))


def refuse_partner(discs: Iterable[Disc], by: Seat, answer: Answer) -> Refusal | None:
    """Why this partner cannot give the answer: it handles the other one's disc. None: he can."""
    handled: tuple[DiscId, ...] = ()
    match answer:
        case Flick(disc=disc) | SideFlick(held=disc):
            handled = (disc,)
        case Place(points=points) if len(points) == 1:  # several at once are the team's to place
            handled = tuple(points)
        case _:
            pass
    wrong = next((disc for disc in handled if disc in partners_discs(discs, by)), None)
    partner = Object(Seat(by.side, 1 - by.place))
    return None if wrong is None else Refusal(OWN_DISCS, phrase(f"{wrong} is handled by", partner))


def partners_discs(discs: Iterable[Disc], seat: Seat) -> frozenset[DiscId]:
    """The marked discs that only this seat's partner handles."""
    return frozenset(
        disc.id for disc in discs if disc.side is seat.side and disc.place is not None and disc.place != seat.place
    )


def _without(ask: Ask, others: frozenset[DiscId]) -> Ask | None:
    match ask:
        case AskFlick(discs=discs):
            own = {disc: region for disc, region in discs.items() if disc not in others}
            return replace(ask, discs=own) if own else None
        case AskSideFlick(held=held):
            mine = tuple(disc for disc in held if disc not in others)
            return replace(ask, held=mine) if mine else None
        case AskPlace(discs=discs):
            return None if len(discs) == 1 and set(discs) <= others else ask
        case _:
            return ask

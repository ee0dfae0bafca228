"""Which positions of Penny Blue can be: what the layout shows of the ledger, and what contradicts it."""

from __future__ import annotations

from typing import Any

from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.decide import blue_near_edge
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import SOVEREIGNS
from pennyflick.rules.possible import already_won, strayed, too_many, unlike
from pennyflick.table import Away, Layout


def shown(options: Options, layout: Layout) -> dict[str, Any]:
    """The sovereign in the hand, and whether the blue lies near the edge."""
    in_hand = next((disc for disc in SOVEREIGNS.values() if layout.where[disc] is Away.HAND), None)
    return {"in_hand": in_hand, "side_flick_due": blue_near_edge(options, layout)}


def contradiction(options: Options, position: Position[Ledger]) -> str | None:
    """Why ledger and layout cannot both be right, or None."""
    ledger, layout = position.ledger, position.layout
    turns = min(ledger.turns.one, ledger.turns.two)
    return (
        strayed(layout, dict.fromkeys(SOVEREIGNS.values(), (Away.HAND,)))
        or unlike(ledger, shown(options, layout))
        or _both_in_hand(layout)
        or too_many("flicks", ledger.flicks, FLICKS_A_TURN - 1)
        or ("after a flick of this turn may_stop is yes" if ledger.flicks and not ledger.may_stop else None)
        or already_won("games", ledger.games, options.games_to_win)
        or already_won("sets", ledger.sets, options.sets_to_win)
        or too_many("turns of both sides", turns, options.turn_limit - 1)
    )


def _both_in_hand(layout: Layout) -> str | None:
    both = all(layout.where[disc] is Away.HAND for disc in SOVEREIGNS.values())
    return "SA and SB cannot both be in the hand; one is put back before the other is taken" if both else None

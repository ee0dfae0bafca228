"""Where many flicks at Penny Green lead: the referee rules once on each combination of facts, and his fates are applied
in arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.physics import Layouts
from pennyflick.players.games.penny_green.facts import ManyFacts, essential, observe_many
from pennyflick.players.positions import Positions
from pennyflick.players.search import exact
from pennyflick.players.search.aims import Aims
from pennyflick.rules.game import Position, Verdict
from pennyflick.rules.penny_green.facts import Facts
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Ledger
from pennyflick.table import Away


def after(game: PennyGreen, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Positions:
    """Where each outcome leads: what `advance` would make of it; anything where it was capped."""
    seen = observe_many(game, position, aims, outcomes)
    found = _ruled(game, position, seen, outcomes)
    unclear = np.flatnonzero(seen.unclear & ~outcomes.capped)
    if not len(unclear):
        return found
    by_referee = [exact.after(game, position, aims, int(row)) for row in unclear]
    return found.with_rows(unclear, Positions.of(game, by_referee))


def _ruled(game: PennyGreen, position: Position[Ledger], seen: ManyFacts, outcomes: physics.Outcomes) -> Positions:
    """Where the clear rows lead; the others lie under the ledger as it was."""
    clear = ~seen.unclear & ~outcomes.capped
    told = essential(game, seen.rows(clear))
    first, number = told.distinct()
    verdicts = [Verdict(position.ledger, (), {}), *(_verdict(game, position.ledger, told.facts(row)) for row in first)]
    which = np.zeros(len(clear), dtype=np.int64)
    which[clear] = number + 1
    layouts = settled(game, verdicts, which, Layouts(outcomes.rest_xy, outcomes.on))
    return Positions(tuple(verdict.ledger for verdict in verdicts), which, layouts)


@lru_cache(maxsize=4_000)
def _verdict(game: PennyGreen, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    """What the referee says; kept, for a search comes upon the same facts again and again."""
    return game.judge(ledger, facts)


def settled(
    game: PennyGreen, verdicts: Sequence[Verdict[Ledger]], which: NDArray[np.int64], layouts: Layouts
) -> Layouts:
    """The layouts once the verdict of that number has moved what it moves."""
    xy, on = layouts.xy.copy(), layouts.on.copy()
    order = {disc.id: number for number, disc in enumerate(game.discs)}
    for number, verdict in enumerate(verdicts):
        if verdict.fates:
            rows = np.flatnonzero(which == number)
            for disc, fate in verdict.fates.items():
                on[rows, order[disc]] = not isinstance(fate, Away)
                if not isinstance(fate, Away):
                    spot = game.board.spots[fate]
                    xy[rows, order[disc]] = spot.x_mm, spot.y_mm
    return Layouts(xy, on)

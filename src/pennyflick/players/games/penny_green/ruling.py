"""Where many flicks at Penny Green lead: the referee rules once on each combination of facts, and his fates are applied
in arrays.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pennyflick import physics
from pennyflick.physics import Layouts
from pennyflick.players.games.penny_green.facts import ManyFacts, essential, observe_many
from pennyflick.players.positions import Positions
from pennyflick.players.search import exact
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.settling import settled
from pennyflick.rules.game import Position, Verdict
from pennyflick.rules.penny_green.facts import Facts
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Ledger


def after(game: PennyGreen, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Positions:
    """Where each outcome leads: what `advance` would make of it; anything where it was capped."""
    seen = observe_many(game, position, aims, outcomes)
    found = _ruled(game, position, seen, outcomes)
    return exact.with_unclear(game, position, aims, found, seen.unclear & ~outcomes.capped)


def _ruled(game: PennyGreen, position: Position[Ledger], seen: ManyFacts, outcomes: physics.Outcomes) -> Positions:
    """Where the clear rows lead; the others lie under the ledger as it was."""
    clear = ~seen.unclear & ~outcomes.capped
    told = essential(game, seen.rows(clear))
    first, number = told.distinct()
    verdicts = [Verdict(position.ledger, (), {}), *(_verdict(game, position.ledger, told.facts(row)) for row in first)]
    which = np.zeros(len(clear), dtype=np.int64)
    which[clear] = number + 1
    return settled(game, verdicts, which, Layouts(outcomes.rest_xy, outcomes.on))


@lru_cache(maxsize=4_000)
def _verdict(game: PennyGreen, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    """What the referee says; kept, for a search comes upon the same facts again and again."""
    return game.judge(ledger, facts)

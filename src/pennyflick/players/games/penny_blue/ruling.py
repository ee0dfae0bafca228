"""Where flicks at Penny Blue lead: seen in arrays, ruled by the referee once for each combination of what was seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.players.games.penny_blue.seen import observe_many
from pennyflick.players.positions import Positions
from pennyflick.players.search import exact
from pennyflick.players.search.aims import Aims
from pennyflick.rules.game import Position, Verdict
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.table import Away


def after(game: PennyBlue, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Positions:
    """What each outcome leads to."""
    seen = observe_many(game, position, aims, outcomes)
    first, which = seen.distinct()
    ledger = position.ledger
    verdicts = [game.judge(ledger, seen.facts(row, ledger.turn)) for row in first]
    lying = physics.Layouts(np.where(outcomes.on[:, :, None], outcomes.rest_xy, np.nan), outcomes.on)
    ruled = Positions(tuple(verdict.ledger for verdict in verdicts), which, _settled(game, verdicts, which, lying))
    return exact.with_unclear(game, position, aims, ruled, seen.unclear & ~outcomes.capped)


def _settled(
    game: PennyBlue, verdicts: Sequence[Verdict[Ledger]], which: NDArray[np.int64], lying: physics.Layouts
) -> physics.Layouts:
    """The layouts with the set put up anew where a new game begins; otherwise what is off is off already."""
    anew = np.array([not all(isinstance(fate, Away) for fate in verdict.fates.values()) for verdict in verdicts])[which]
    opening = physics.Layouts.of(game.discs, game.opening(verdicts[0].ledger.starter).layout)
    return physics.Layouts(np.where(anew[:, None, None], opening.xy, lying.xy), lying.on | anew[:, None])

"""The law of every game's `after`: where it says that flicks lead is where `advance` leads them."""

from typing import Any

import numpy as np

from pennyflick.physics import Layouts
from pennyflick.players.search import exact
from pennyflick.players.search.aims import Aims, simulated
from pennyflick.rules.game import Game, Position


def strays(tactics: Any, game: Game[Any, Any], position: Position[Any], aims: Aims) -> list[str]:
    """Flicks that are imagined to lead elsewhere than they do, each as a sentence."""
    outcomes = simulated(game, position, aims, tactics.contacts, tactics.track)
    found, wrong = tactics.after(game, position, aims, outcomes), []
    for row in np.flatnonzero(~outcomes.capped).tolist():
        real = exact.after(game, position, aims, row)
        ledger, lying = found.ledgers[found.which[row]], Layouts.of(game.discs, real.layout)
        if ledger != real.ledger:
            wrong.append(f"{aims.answer(row)}: imagined {ledger}, really {real.ledger}")
        elif not _lie_alike(found.layouts, row, lying):
            wrong.append(f"{aims.answer(row)}: imagined {found.layouts.xy[row]}, really {real.layout}")
    return wrong


def _lie_alike(layouts: Layouts, row: int, real: Layouts) -> bool:
    on = real.on[0]
    return bool((layouts.on[row] == on).all() and np.allclose(layouts.xy[row][on], real.xy[0][on], atol=1e-6))

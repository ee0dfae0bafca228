"""Many positions at once: few ledgers, many layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick.physics import Layouts
from pennyflick.rules.game import Game, Position


@dataclass(frozen=True, eq=False)
class Positions:
    """Layouts, and the ledger under which each lies."""

    ledgers: tuple[Any, ...]
    which: NDArray[np.int64]  # (n,) the number of its ledger
    layouts: Layouts  # (n, …), discs in the order of the game's

    def __len__(self) -> int:
        return len(self.which)

    @staticmethod
    def of(game: Game[Any, Any], positions: Sequence[Position[Any]]) -> Positions:
        """These, one by one."""
        each = [Layouts.of(game.discs, position.layout) for position in positions]
        layouts = Layouts(np.concatenate([one.xy for one in each]), np.concatenate([one.on for one in each]))
        return Positions(tuple(position.ledger for position in positions), np.arange(len(each)), layouts)

    def rows(self, chosen: Any) -> Positions:
        """Some of them, in the order given (indices or a mask)."""
        return Positions(self.ledgers, self.which[chosen], Layouts(self.layouts.xy[chosen], self.layouts.on[chosen]))

    def with_rows(self, numbers: NDArray[np.int64], others: Positions) -> Positions:
        """The same, but with others in these rows."""
        which, xy, on = self.which.copy(), self.layouts.xy.copy(), self.layouts.on.copy()
        which[numbers] = others.which + len(self.ledgers)
        xy[numbers], on[numbers] = others.layouts.xy, others.layouts.on
        return Positions(self.ledgers + others.ledgers, which, Layouts(xy, on))

"""Penny Blue as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pennyflick.boards.games.penny_blue import PennyBlueBoard
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue import decide, possible, umpire
from pennyflick.rules.penny_blue.aims import aims
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.judge import judge
from pennyflick.rules.penny_blue.ledger import Ledger, opening_ledger
from pennyflick.rules.penny_blue.observe import observe
from pennyflick.rules.penny_blue.options import PRESETS, Options
from pennyflick.rules.penny_blue.pennies import board_of, discs_of, set_spots
from pennyflick.rules.penny_blue.sheet import result, sheet
from pennyflick.rules.settled import Rules, SettledGame
from pennyflick.table import Answer, AnyFlick, Decision, Disc, Layout, Refusal, Shot, Side


@dataclass(frozen=True)
class PennyBlue(SettledGame[Options, Ledger, Facts]):
    """Penny Blue with its options settled."""

    name = "penny-blue"
    title = "Penny Blue"
    options: Options = field(default_factory=Options)
    options_class = Options
    presets = PRESETS
    rules = Rules(judge, umpire.form, umpire.facts, sheet, result, aims)

    @property
    def board(self) -> PennyBlueBoard:
        """The board, its coins and its wood."""
        return board_of(self.options)

    @property
    def discs(self) -> tuple[Disc, ...]:
        """The seven pennies in play; the spare only measures (BLU-1)."""
        return discs_of(self.options)

    def opening(self, starter: Side) -> Position[Ledger]:
        """The blue in the centre, the teams alternating on the outer spots (BLU-3)."""
        places, spots = set_spots(self.options), self.board.spots
        layout = Layout({disc.id: spots[places[disc.id]].rounded() for disc in self.discs})
        return Position(opening_ledger(starter), layout)

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, position)

    def refuse(self, position: Position[Ledger], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(self.options, asked or self.decision(position), answer)

    def observe(self, position: Position[Ledger], flick: AnyFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, position, flick, shot)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout."""
        return possible.shown(self.options, layout)

    def contradiction(self, position: Position[Ledger]) -> str | None:
        """Why ledger and layout cannot both be right, or None."""
        return possible.contradiction(self.options, position)

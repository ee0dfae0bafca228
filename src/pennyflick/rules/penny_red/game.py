"""Penny Red as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pennyflick.boards.games.penny_red import PennyRedBoard
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red import decide, possible, umpire
from pennyflick.rules.penny_red.aims import aims
from pennyflick.rules.penny_red.facts import Facts
from pennyflick.rules.penny_red.judge import judge
from pennyflick.rules.penny_red.ledger import Ledger, opening_ledger
from pennyflick.rules.penny_red.observe import observe
from pennyflick.rules.penny_red.options import PRESETS, Options
from pennyflick.rules.penny_red.pennies import board_of, discs_of
from pennyflick.rules.penny_red.scoring import serve_set
from pennyflick.rules.penny_red.sheet import result, sheet
from pennyflick.rules.settled import Rules, SettledGame
from pennyflick.table import Answer, AnyFlick, Decision, Disc, Layout, Refusal, Seat, Shot, Side


@dataclass(frozen=True)
class PennyRed(SettledGame[Options, Ledger, Facts]):
    """Penny Red with its options settled."""

    name = "penny-red"
    title = "Penny Red"
    options: Options = field(default_factory=Options)
    options_class = Options
    presets = PRESETS
    rules = Rules(judge, umpire.form, umpire.facts, sheet, result, aims)

    @property
    def board(self) -> PennyRedBoard:
        """The board, its coins and its wood."""
        return board_of(self.options)

    @property
    def discs(self) -> tuple[Disc, ...]:
        """The four shooters and the red."""
        return discs_of(self.options)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two players, or four in doubles (RED-20)."""
        return decide.seats(self.options)

    def opening(self, starter: Side) -> Position[Ledger]:
        """The set for the first serve (RED-3)."""
        ledger, spots = opening_ledger(starter), self.board.spots
        places = serve_set(self.options, ledger)
        return Position(ledger, Layout({disc.id: spots[places[disc.id]].rounded() for disc in self.discs}))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, position)

    def refuse(self, position: Position[Ledger], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(self.options, asked or self.decision(position), position.layout, answer)

    def observe(self, position: Position[Ledger], flick: AnyFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.options, position, flick, shot)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout."""
        return possible.shown(self.options, layout)

    def contradiction(self, position: Position[Ledger]) -> str | None:
        """Why ledger and layout cannot both be right, or None."""
        return possible.contradiction(self.options, position)

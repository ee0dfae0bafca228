"""Pichenotte as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pennyflick.boards.games.pichenotte import PUCK_WOOD, PichenotteBoard
from pennyflick.rules.game import Position
from pennyflick.rules.pichenotte import decide, possible, umpire
from pennyflick.rules.pichenotte.aims import aims
from pennyflick.rules.pichenotte.facts import Facts
from pennyflick.rules.pichenotte.judge import judge
from pennyflick.rules.pichenotte.ledger import Ledger, opening_ledger
from pennyflick.rules.pichenotte.observe import observe
from pennyflick.rules.pichenotte.options import PRESETS, Options
from pennyflick.rules.pichenotte.pucks import ALL_PUCKS, owner_of, seats
from pennyflick.rules.pichenotte.sheet import result, sheet
from pennyflick.rules.settled import Rules, SettledGame
from pennyflick.table import Answer, AnyFlick, Away, Decision, Disc, Layout, Refusal, Seat, Shot, Side


@dataclass(frozen=True)
class Pichenotte(SettledGame[Options, Ledger, Facts]):
    """Pichenotte with its options settled."""

    name = "pichenotte"
    title = "Pichenotte"
    options: Options = field(default_factory=Options)
    options_class = Options
    presets = PRESETS
    rules = Rules(judge, umpire.form, umpire.facts, sheet, result, aims)

    @cached_property
    def board(self) -> PichenotteBoard:
        """The one board there is."""
        options = self.options
        return PichenotteBoard(
            replace(PUCK_WOOD, friction=options.friction, follow_through_mm=options.follow_through_mm)
        )

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        """Twelve pucks a side: A1 to A12 are One's, B1 to B12 Two's."""
        return tuple(self.board.piece.disc(puck, "puck", owner_of(puck)) for puck in ALL_PUCKS)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two or four, in the order in which they shoot."""
        return seats(self.options)

    def opening(self, starter: Side) -> Position[Ledger]:
        """Board and ditch clear, every puck in its owner's hand (PIC-1)."""
        return Position(opening_ledger(starter), Layout(dict.fromkeys(ALL_PUCKS, Away.HAND)))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, self.board, self.discs, position)

    def refuse(self, position: Position[Ledger], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(self.options, asked or self.decision(position), self.discs, answer)

    def observe(self, position: Position[Ledger], flick: AnyFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, flick, shot)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout."""
        return possible.shown(self.board, layout)

    def contradiction(self, position: Position[Ledger]) -> str | None:
        """Why ledger and layout cannot both be right, or None."""
        return possible.contradiction(self.options, position)

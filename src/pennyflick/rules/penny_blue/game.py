"""Penny Blue as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pennyflick.boards.games.penny_blue import PennyBlueBoard
from pennyflick.rules.game import Form, Position, Result, ScoreRow, Verdict
from pennyflick.rules.penny_blue import decide, umpire
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.judge import judge
from pennyflick.rules.penny_blue.ledger import Ledger, opening_ledger
from pennyflick.rules.penny_blue.observe import observe
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import board_of, discs_of, set_spots
from pennyflick.rules.penny_blue.sheet import result, sheet
from pennyflick.table import (
    Answer,
    Choose,
    Decision,
    Declare,
    Disc,
    Flick,
    Layout,
    Place,
    Refusal,
    Seat,
    Shot,
    Side,
    SideFlick,
)


@dataclass(frozen=True)
class PennyBlue:
    """Penny Blue with its options settled."""

    options: Options = field(default_factory=Options)
    options_class: ClassVar[type[Options]] = Options

    @property
    def name(self) -> str:
        """As commands and records write it."""
        return "penny-blue"

    @property
    def title(self) -> str:
        """As people write it."""
        return "Penny Blue"

    @property
    def board(self) -> PennyBlueBoard:
        """The board, its coins and its wood."""
        return board_of(self.options)

    @property
    def discs(self) -> tuple[Disc, ...]:
        """The seven pennies in play; the spare only measures (BLU-1)."""
        return discs_of(self.options)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two players."""
        return decide.SEATS

    def opening(self, starter: Side) -> Position[Ledger]:
        """The blue in the centre, the teams alternating on the outer spots (BLU-3)."""
        places, spots = set_spots(self.options), self.board.spots
        layout = Layout({disc.id: spots[places[disc.id]].rounded() for disc in self.discs})
        return Position(opening_ledger(starter), layout)

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, position)

    def refuse(self, position: Position[Ledger], answer: Answer) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(self.options, position, answer)

    def observe(self, position: Position[Ledger], flick: Flick | SideFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, position, flick, shot)

    def judge(self, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
        """Rule on it."""
        return judge(self.options, ledger, seen)

    def form(self, ledger: Ledger) -> Form | None:
        """What the umpire of a real board asks now."""
        return umpire.form(self.options, ledger)

    def facts(self, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
        """Facts from an onlooker's answers."""
        return umpire.facts(self.options, ledger, told)

    def sheet(self, ledger: Ledger) -> tuple[ScoreRow, ...]:
        """The score sheet."""
        return sheet(self.options, ledger)

    def result(self, ledger: Ledger) -> Result | None:
        """How the match ended."""
        return result(self.options, ledger)

"""Penny Red as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pennyflick.boards.games.penny_red import PennyRedBoard
from pennyflick.rules.game import Form, Position, Result, ScoreRow, Verdict
from pennyflick.rules.penny_red import decide, umpire
from pennyflick.rules.penny_red.books import serve_set
from pennyflick.rules.penny_red.facts import Facts
from pennyflick.rules.penny_red.judge import judge
from pennyflick.rules.penny_red.ledger import Ledger, opening_ledger
from pennyflick.rules.penny_red.observe import observe
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import board_of, discs_of
from pennyflick.rules.penny_red.sheet import result, sheet
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
class PennyRed:
    """Penny Red with its options settled."""

    options: Options = field(default_factory=Options)
    options_class: ClassVar[type[Options]] = Options

    @property
    def name(self) -> str:
        """As commands and records write it."""
        return "penny-red"

    @property
    def title(self) -> str:
        """As people write it."""
        return "Penny Red"

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

    def refuse(self, position: Position[Ledger], answer: Answer) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(self.options, position, answer)

    def observe(self, position: Position[Ledger], flick: Flick | SideFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.options, position, flick, shot)

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

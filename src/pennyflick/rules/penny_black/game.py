"""Penny Black as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, cast

from pennyflick.boards.games.coin_boards import Shape
from pennyflick.boards.games.penny_black import PennyBlackBoard, SetColour
from pennyflick.boards.pieces import Coin
from pennyflick.rules.game import Form, Position, Result, ScoreRow, Verdict
from pennyflick.rules.penny_black import decide, umpire
from pennyflick.rules.penny_black.books import set_fates
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.judge import judge
from pennyflick.rules.penny_black.ledger import Ledger, opening_ledger
from pennyflick.rules.penny_black.observe import observe
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import SHOOTER, colour_of, pennies
from pennyflick.rules.penny_black.sheet import result, sheet
from pennyflick.table import (
    Answer,
    Away,
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
class PennyBlack:
    """Penny Black with its options settled."""

    options: Options = field(default_factory=Options)
    options_class: ClassVar[type[Options]] = Options

    @property
    def name(self) -> str:
        """As commands and records write it."""
        return "penny-black"

    @property
    def title(self) -> str:
        """As people write it."""
        return "Penny Black"

    @cached_property
    def board(self) -> PennyBlackBoard:
        """The board, its coins and its wood."""
        options = self.options
        return PennyBlackBoard(
            shape=cast(Shape, options.shape),
            coin=cast(Coin, options.coin),
            friction=options.friction,
            restitution=options.restitution,
            follow_through_mm=options.follow_through_mm,
            set_colour=cast(SetColour, options.set_colour),
        )

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        """The shooter, then the nineteen that score, all alike (GEN-1)."""
        piece = self.board.piece
        scoring = (piece.disc(penny, colour_of(penny)) for penny in pennies(self.options.set_colour))
        return (piece.disc(SHOOTER, "shooter"), *scoring)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two players."""
        return decide.SEATS

    def opening(self, starter: Side) -> Position[Ledger]:
        """The set packed round the black, the shooter in the starter's hand (BLK-3, 4, 5)."""
        fates, spots = set_fates(self.options), self.board.spots
        places = {disc.id: fates[disc.id] for disc in self.discs}
        layout = {disc: place if isinstance(place, Away) else spots[place] for disc, place in places.items()}
        return Position(opening_ledger(self.options, starter), Layout(layout))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, self.board, self.discs, position)

    def refuse(self, position: Position[Ledger], answer: Answer) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(self.decision(position), self.discs, position, answer)

    def observe(self, position: Position[Ledger], flick: Flick | SideFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, flick, shot)

    def judge(self, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
        """Rule on it."""
        return judge(self.options, ledger, seen)

    def form(self, ledger: Ledger) -> Form | None:
        """What the umpire of a real board asks now."""
        return umpire.form(self.options, ledger)

    def facts(self, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
        """Facts from an onlooker's answers."""
        return umpire.facts(ledger, told)

    def sheet(self, ledger: Ledger) -> tuple[ScoreRow, ...]:
        """The score sheet."""
        return sheet(self.options, ledger)

    def result(self, ledger: Ledger) -> Result | None:
        """How the match ended."""
        return result(self.options, ledger)

"""Penny Black as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from pennyflick.boards.games.coin_boards import Shape
from pennyflick.boards.games.penny_black import PennyBlackBoard, SetColour
from pennyflick.boards.pieces import Coin
from pennyflick.rules.game import Position
from pennyflick.rules.penny_black import decide, possible, umpire
from pennyflick.rules.penny_black.aims import aims
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.judge import judge
from pennyflick.rules.penny_black.ledger import Ledger, opening_ledger
from pennyflick.rules.penny_black.observe import observe
from pennyflick.rules.penny_black.options import PRESETS, Options
from pennyflick.rules.penny_black.pennies import SHOOTER, colour_of, pennies
from pennyflick.rules.penny_black.scoring import set_fates
from pennyflick.rules.penny_black.sheet import result, sheet
from pennyflick.rules.settled import Rules, SettledGame
from pennyflick.table import Answer, AnyFlick, Away, Decision, Disc, Layout, Refusal, Shot, Side


@dataclass(frozen=True)
class PennyBlack(SettledGame[Options, Ledger, Facts]):
    """Penny Black with its options settled."""

    name = "penny-black"
    title = "Penny Black"
    options: Options = field(default_factory=Options)
    options_class = Options
    presets = PRESETS
    rules = Rules(judge, umpire.form, lambda _, ledger, told: umpire.facts(ledger, told), sheet, result, aims)

    @cached_property
    def board(self) -> PennyBlackBoard:
        """The board, its coins and its wood."""
        options = self.options
        return PennyBlackBoard(
            shape=cast(Shape, options.shape),
            coin=cast(Coin, options.coin),
            wood=options.wood,
            set_colour=cast(SetColour, options.set_colour),
        )

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        """The shooter, then the nineteen that score, all alike (GEN-1)."""
        piece = self.board.piece
        scoring = (piece.disc(penny, colour_of(penny)) for penny in pennies(self.options.set_colour))
        return (piece.disc(SHOOTER, "shooter"), *scoring)

    def opening(self, starter: Side) -> Position[Ledger]:
        """The set packed round the black, the shooter in the starter's hand (BLK-3, 4, 5)."""
        fates, spots = set_fates(self.options), self.board.spots
        places = {disc.id: fates[disc.id] for disc in self.discs}
        layout = {disc: place if isinstance(place, Away) else spots[place] for disc, place in places.items()}
        return Position(opening_ledger(self.options, starter), Layout(layout))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, self.board, self.discs, position)

    def refuse(self, position: Position[Ledger], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(asked or self.decision(position), self.discs, position, answer)

    def observe(self, position: Position[Ledger], flick: AnyFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, flick, shot)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout."""
        return possible.shown(self.options, self.board, layout)

    def contradiction(self, position: Position[Ledger]) -> str | None:
        """Why ledger and layout cannot both be right, or None."""
        return possible.contradiction(self.options, self.board, position)

"""Penny Green as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from pennyflick.boards.games.coin_boards import CENTRE
from pennyflick.boards.games.penny_green import PennyGreenBoard
from pennyflick.boards.pieces import Coin
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green import decide, possible, umpire
from pennyflick.rules.penny_green.aims import aims
from pennyflick.rules.penny_green.facts import Facts
from pennyflick.rules.penny_green.going_on import result
from pennyflick.rules.penny_green.judge import judge
from pennyflick.rules.penny_green.ledger import Ledger, opening
from pennyflick.rules.penny_green.observe import observe
from pennyflick.rules.penny_green.options import PRESETS, Options
from pennyflick.rules.penny_green.pieces import GREEN, pennies
from pennyflick.rules.penny_green.placing import Ground
from pennyflick.rules.penny_green.refuse import refuse
from pennyflick.rules.penny_green.sheet import sheet
from pennyflick.rules.settled import Rules, SettledGame
from pennyflick.table import Answer, AnyFlick, Away, Decision, Disc, DiscId, Layout, Point, Refusal, Shot, Side


@dataclass(frozen=True)
class PennyGreen(SettledGame[Options, Ledger, Facts]):
    """Penny Green with its options settled."""

    name = "penny-green"
    title = "Penny Green"
    options: Options = field(default_factory=Options)
    options_class = Options
    presets = PRESETS
    rules = Rules(judge, umpire.form, umpire.facts, sheet, result, aims)

    @cached_property
    def board(self) -> PennyGreenBoard:
        """The board, its coins and its wood."""
        options = self.options
        return PennyGreenBoard(
            size=options.size,
            goal_width_one_mm=float(options.goal_one_mm),
            goal_width_two_mm=float(options.goal_two_mm),
            coin=None if options.coin == "board" else cast(Coin, options.coin),
            wood=options.wood,
        )

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        """One's pennies, Two's, and the green, all alike (GEN-1)."""
        piece = self.board.piece
        teams = (piece.disc(disc, "penny", side) for side in Side for disc in pennies(self.options, side))
        return (*teams, piece.disc(GREEN, "green"))

    def opening(self, starter: Side) -> Position[Ledger]:
        """The green on the centre spot, all pennies in their owners' hands (GRN-20)."""
        places: dict[DiscId, Point | Away] = dict.fromkeys((disc.id for disc in self.discs), Away.HAND)
        return Position(opening(starter), Layout({**places, GREEN: self.board.spots[CENTRE]}))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, self.board, position)

    def refuse(self, position: Position[Ledger], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        ground = Ground(self.board, position.layout)
        return refuse(self.options, asked or self.decision(position), ground, position.ledger, answer)

    def observe(self, position: Position[Ledger], flick: AnyFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, position.ledger, flick, shot)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout."""
        return possible.shown(self.options, layout)

    def contradiction(self, position: Position[Ledger]) -> str | None:
        """Why ledger and layout cannot both be right, or None."""
        return possible.contradiction(self.options, position)

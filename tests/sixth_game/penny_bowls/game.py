"""Penny Bowls as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pennyflick.rules.game import Position
from pennyflick.rules.settled import Rules, SettledGame
from pennyflick.table import Answer, AnyFlick, Away, Decision, Disc, Layout, Refusal, Shot, Side
from tests.sixth_game.penny_bowls import decide, possible, umpire
from tests.sixth_game.penny_bowls.board import PennyBowlsBoard
from tests.sixth_game.penny_bowls.bowls import BOWLS, JACK
from tests.sixth_game.penny_bowls.facts import Facts
from tests.sixth_game.penny_bowls.judge import judge, set_fates
from tests.sixth_game.penny_bowls.ledger import Ledger
from tests.sixth_game.penny_bowls.observe import observe
from tests.sixth_game.penny_bowls.options import Options
from tests.sixth_game.penny_bowls.sheet import result, sheet


@dataclass(frozen=True)
class PennyBowls(SettledGame[Options, Ledger, Facts]):
    """Penny Bowls with its options settled."""

    name = "penny-bowls"
    title = "Penny Bowls"
    options: Options = field(default_factory=Options)
    options_class = Options
    rules = Rules(judge, umpire.form, umpire.facts, sheet, result)

    @cached_property
    def board(self) -> PennyBowlsBoard:
        """The board and its wood."""
        return PennyBowlsBoard(self.options.coin, self.options.wood)

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        """One's pennies, Two's, and the jack, all alike (BWL-2)."""
        piece = self.board.piece
        return (*(piece.disc(bowl, "penny", side) for side in Side for bowl in BOWLS[side]), piece.disc(JACK, "jack"))

    def opening(self, starter: Side) -> Position[Ledger]:
        """The set of the first end."""
        ledger = Ledger(starter)
        fates, spots = set_fates(ledger.due), self.board.spots
        places = {disc: fate if isinstance(fate, Away) else spots[fate] for disc, fate in fates.items()}
        return Position(ledger, Layout(places))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(position.ledger)

    def refuse(self, position: Position[Ledger], answer: Answer, asked: Decision | None = None) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return decide.refuse(asked or self.decision(position), answer)

    def observe(self, position: Position[Ledger], flick: AnyFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, position.ledger.alive, shot)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """The fields of the ledger that follow from the layout."""
        return possible.shown(self.board, layout)

    def contradiction(self, position: Position[Ledger]) -> str | None:
        """Why ledger and layout cannot both be right, or None."""
        return possible.contradiction(self.options, self.board, position)

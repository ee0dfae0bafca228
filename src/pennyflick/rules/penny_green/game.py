"""Penny Green as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, cast

from pennyflick.boards.games.coin_boards import CENTRE
from pennyflick.boards.games.penny_green import PennyGreenBoard, Size
from pennyflick.boards.pieces import Coin
from pennyflick.rules.game import Form, Position, Result, ScoreRow, Verdict
from pennyflick.rules.penny_green import decide, umpire
from pennyflick.rules.penny_green.facts import Facts
from pennyflick.rules.penny_green.going_on import result
from pennyflick.rules.penny_green.judge import judge
from pennyflick.rules.penny_green.ledger import Ledger, opening
from pennyflick.rules.penny_green.observe import observe
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, pennies
from pennyflick.rules.penny_green.refuse import SEATS, refuse
from pennyflick.rules.tally import Tally
from pennyflick.table import (
    Answer,
    Away,
    Choose,
    Decision,
    Declare,
    Disc,
    DiscId,
    Flick,
    Layout,
    Place,
    Point,
    Refusal,
    Seat,
    Shot,
    Side,
    SideFlick,
)


@dataclass(frozen=True)
class PennyGreen:
    """Penny Green with its options settled."""

    options: Options = field(default_factory=Options)
    options_class: ClassVar[type[Options]] = Options

    @property
    def name(self) -> str:
        """As commands and records write it."""
        return "penny-green"

    @property
    def title(self) -> str:
        """As people write it."""
        return "Penny Green"

    @cached_property
    def board(self) -> PennyGreenBoard:
        """The board, its coins and its wood."""
        options = self.options
        return PennyGreenBoard(
            size=cast(Size, options.size),
            goal_width_one_mm=float(options.goal_one_mm),
            goal_width_two_mm=float(options.goal_two_mm),
            coin=None if options.coin == "board" else cast(Coin, options.coin),
            friction=options.friction,
            restitution=options.restitution,
            follow_through_mm=options.follow_through_mm,
        )

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        """One's pennies, Two's, and the green, all alike (GEN-1)."""
        piece = self.board.piece
        teams = (piece.disc(disc, "penny", side) for side in Side for disc in pennies(self.options, side))
        return (*teams, piece.disc(GREEN, "green"))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two players."""
        return SEATS

    def opening(self, starter: Side) -> Position[Ledger]:
        """The green on the centre spot, all pennies in their owners' hands (GRN-20)."""
        places: dict[DiscId, Point | Away] = dict.fromkeys((disc.id for disc in self.discs), Away.HAND)
        return Position(opening(starter), Layout({**places, GREEN: self.board.spots[CENTRE]}))

    def decision(self, position: Position[Ledger]) -> Decision | None:
        """What must be decided next."""
        return decide.decision(self.options, self.board, position)

    def refuse(self, position: Position[Ledger], answer: Answer) -> Refusal | None:
        """Why this answer cannot be accepted, or None."""
        return refuse(self.options, self.board, position, answer)

    def observe(self, position: Position[Ledger], flick: Flick | SideFlick, shot: Shot) -> Facts:
        """What a careful onlooker saw."""
        return observe(self.board, position.ledger, flick, shot)

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
        """The score sheet: goals first."""
        games = (_row("games", ledger.games),) if self.options.games > 1 else ()
        return (_row("goals", ledger.goals), *games, _row("turns", ledger.turns))

    def result(self, ledger: Ledger) -> Result | None:
        """How the match ended."""
        return result(self.options, ledger)


def _row(label: str, tally: Tally) -> ScoreRow:
    return ScoreRow(label, str(tally.one), str(tally.two))

"""Which positions of Penny Black can be: what the layout shows of the ledger, and what contradicts it."""

from __future__ import annotations

from typing import Any

from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.measure import rim_gap_mm, within_a_diameter
from pennyflick.rules.game import Position
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import POINTS_TO_WIN, SHOOTER, pennies, value_of
from pennyflick.rules.possible import already_won, strayed, too_many, unlike
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Layout


def shown(options: Options, board: PennyBlackBoard, layout: Layout) -> dict[str, Any]:
    """The pennies on the board, those near the shooter, and the points that were won."""
    on = tuple(penny for penny in pennies(options.set_colour) if layout.point(penny) is not None)
    return {"on": on, "score": _won(options, layout), "near": _near(board, layout, on)}


def contradiction(options: Options, board: PennyBlackBoard, position: Position[Ledger]) -> str | None:
    """Why ledger and layout cannot both be right, or None."""
    ledger, layout = position.ledger, position.layout
    won = (Away.WON_ONE, Away.WON_TWO)
    return (
        strayed(layout, {SHOOTER: (Away.HAND,)} | dict.fromkeys(pennies(options.set_colour), won))
        or unlike(ledger, shown(options, board, layout))
        or _misplaced_shooter(ledger, layout)
        or already_won("score", ledger.score, POINTS_TO_WIN)
        or ("no penny is left on the board, so the game is over" if not ledger.on else None)
        or already_won("games", ledger.games, options.games_to_win)
        or too_many("turns", ledger.turns, 2 * options.turn_limit - 1)
    )


def _won(options: Options, layout: Layout) -> Tally:
    def points(place: Away) -> int:
        lying = (disc for disc, where in layout.where.items() if where is place and disc != SHOOTER)
        return sum(value_of(penny, options.set_colour) for penny in lying)

    return Tally(points(Away.WON_ONE), points(Away.WON_TWO))


def _near(board: PennyBlackBoard, layout: Layout, on: tuple[DiscId, ...]) -> tuple[DiscId, ...]:
    shooter, radius, lying = layout.point(SHOOTER), board.piece.radius_mm, layout.on_board
    if shooter is None:
        return ()
    gaps = {penny: rim_gap_mm(lying[penny], radius, shooter, radius) for penny in on}
    return tuple(penny for penny, gap in gaps.items() if within_a_diameter(gap, board.diameter_mm))


def _misplaced_shooter(ledger: Ledger, layout: Layout) -> str | None:
    lies = layout.point(SHOOTER) is not None
    if lies is (ledger.shooter_from in (From.LIES, From.EITHER)):
        return None
    where = "lies on the board" if lies else "is in the hand"
    return f"the shooter {where}, so it cannot be flicked from {ledger.shooter_from.value}"

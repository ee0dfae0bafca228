"""Which positions of Penny Bowls can be: what the layout shows of the ledger, and what contradicts it."""

from __future__ import annotations

from typing import Any

from pennyflick.rules.game import Position
from pennyflick.rules.possible import already_won, strayed, too_many, unlike
from pennyflick.table import Away, DiscId, Layout
from tests.sixth_game.penny_bowls.board import MAT, PennyBowlsBoard
from tests.sixth_game.penny_bowls.bowls import DISCS, FLICKS_AN_END, JACK, bowl_due
from tests.sixth_game.penny_bowls.ledger import Ledger
from tests.sixth_game.penny_bowls.options import Options


def shown(board: PennyBowlsBoard, layout: Layout) -> dict[str, Any]:
    """The pennies that are alive: those that lie beyond the hog line."""
    beyond = [disc for disc, at in layout.on_board.items() if at.x_mm > board.alive_x_mm and disc != JACK]
    return {"alive": tuple(beyond)}


def contradiction(options: Options, board: PennyBowlsBoard, position: Position[Ledger]) -> str | None:
    """Why ledger and layout cannot both be right, or None."""
    ledger, layout = position.ledger, position.layout
    turns = min(ledger.turns.one, ledger.turns.two)
    return (
        strayed(layout, dict.fromkeys((disc for disc in DISCS if disc != JACK), (Away.HAND, Away.DITCH)))
        or too_many("flicked", ledger.flicked, FLICKS_AN_END - 1)
        or unlike(ledger, shown(board, layout))
        or _misplaced(board, ledger, layout)
        or already_won("score", ledger.score, options.shots_to_win)
        or too_many("turns of both sides", turns, options.turn_limit - 1)
    )


def _misplaced(board: PennyBowlsBoard, ledger: Ledger, layout: Layout) -> str | None:
    """The next penny lies on the mat, those after it are in the hand, those before it are not."""
    before, after = (_bowls(ledger, numbers) for numbers in (range(ledger.flicked), range(ledger.flicked + 1, 8)))
    if layout.point(ledger.due) != board.spots[MAT]:
        return f"{ledger.due} is flicked next, so it lies on the mat"
    if wrong := [bowl for bowl in after if layout.where[bowl] is not Away.HAND]:
        return f"{wrong[0]} has not been flicked yet, so it is in the hand"
    wrong = [bowl for bowl in before if layout.where[bowl] is Away.HAND]
    return f"{wrong[0]} has been flicked, so it cannot be in the hand" if wrong else None


def _bowls(ledger: Ledger, numbers: range) -> list[DiscId]:
    return [bowl_due(ledger.starter, number) for number in numbers]

"""What an onlooker of a flick of Penny Bowls sees, measured on the board."""

from __future__ import annotations

from pennyflick.table import DiscId, Evidence, Layout, Point, Shot, Side
from tests.sixth_game.penny_bowls.board import PennyBowlsBoard
from tests.sixth_game.penny_bowls.bowls import JACK, owner_of
from tests.sixth_game.penny_bowls.facts import Facts


def observe(board: PennyBowlsBoard, alive: tuple[DiscId, ...], shot: Shot) -> Facts:
    """The facts of one shot; `alive` are the pennies that were alive before it."""
    played = (*alive, shot.flick.disc)
    dead = tuple(bowl for bowl in played if _lost(board, shot.rest, bowl))
    if _lost(board, shot.rest, JACK):
        return Facts(dead, jack_lost=True)
    from_jack = _from_jack_mm(shot.rest, tuple(bowl for bowl in played if bowl not in dead))
    nearest = _nearest(from_jack)
    evidence = tuple(Evidence("nearest", (bowl, JACK), None, from_jack[bowl]) for bowl in nearest)
    return Facts(dead, nearest=nearest, evidence=evidence)


def _lost(board: PennyBowlsBoard, rest: Layout, disc: DiscId) -> bool:
    """Off the board, or not wholly beyond the hog line (BWL-4, BWL-5)."""
    at = rest.point(disc)
    return at is None or at.x_mm <= board.alive_x_mm


def _from_jack_mm(rest: Layout, bowls: tuple[DiscId, ...]) -> dict[DiscId, float]:
    jack, on = rest.point(JACK) or Point(0.0, 0.0), rest.on_board
    return {bowl: on[bowl].distance_mm(jack) for bowl in bowls}


def _nearest(from_jack: dict[DiscId, float]) -> tuple[DiscId, ...]:
    """The pennies of whoever is nearest that lie nearer than the nearest of the other (BWL-6)."""
    best = {side: min((mm for bowl, mm in from_jack.items() if owner_of(bowl) is side), default=1e9) for side in Side}
    return tuple(bowl for bowl, mm in from_jack.items() if mm < best[owner_of(bowl).other])

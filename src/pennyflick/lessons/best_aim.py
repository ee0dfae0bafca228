"""What would have been best: the expert's flick in a drill's position, from wherever the disc was put.

Who may choose the start of his flick seldom chooses the expert's. From his own start the best aim goes to where the
expert's disc first touches something, or else stops; as hard as the expert's.
"""

from __future__ import annotations

import math
from dataclasses import replace

from pennyflick import physics
from pennyflick.lessons.kinds import Drill, Expert
from pennyflick.lessons.solving import begun
from pennyflick.lessons.trying import parsed
from pennyflick.match.referee import Match
from pennyflick.table import FULL_TURN_CDEG, AnyFlick, Flick, Piece, Point, SideFlick

STRAIGHT_DEG = 0.02  # pieces of the same way differ by less: directions are whole hundredths


def best_aim(drill: Drill, expert: Expert | None, number: int, meant: AnyFlick) -> AnyFlick | None:
    """What would have been best instead of this flick, in the position of the try with this number, from 0.

    None: the expert played on until the turn was over, or flicked otherwise: another disc, another way.
    """
    if expert is None or not expert.best:
        return None
    best, target = _flick_and_target(drill, expert.best[number % len(expert.best)], number % len(drill.positions))
    if (type(best), best.disc) != (type(meant), meant.disc):
        return None
    if not isinstance(best, Flick) or not isinstance(meant, Flick) or best.start is None or meant.start is None:
        return best
    return replace(best, start=meant.start, direction_cdeg=_direction_cdeg(meant.start, target))


def _flick_and_target(drill: Drill, text: str, number: int) -> tuple[AnyFlick, Point]:
    match = begun(drill, drill.position(number), "positions")
    flick = parsed(match, text)
    assert isinstance(flick, Flick | SideFlick), f"{text!r} is no flick"
    return flick, _target(match, flick)


def _target(match: Match, flick: AnyFlick) -> Point:
    """Where the disc ceases to go the way in which it was flicked."""
    shot = physics.simulate(match.game.board.surface, match.game.discs, match.position.layout, flick)
    pieces = shot.paths[flick.disc]
    straight = [piece for piece in pieces if _goes(piece, flick)]
    return (straight or pieces)[-1].end


def _goes(piece: Piece, flick: AnyFlick) -> bool:
    turned = math.degrees(math.atan2(piece.vy_mm_s, piece.vx_mm_s)) - flick.direction_cdeg / 100.0
    return abs((turned + 180.0) % 360.0 - 180.0) < STRAIGHT_DEG


def _direction_cdeg(start: Point, to: Point) -> int:
    degrees = math.degrees(math.atan2(to.y_mm - start.y_mm, to.x_mm - start.x_mm))
    return round(degrees * 100.0) % FULL_TURN_CDEG

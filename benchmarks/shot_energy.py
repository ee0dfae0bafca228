"""The energy of a Shot, from nothing but its pieces: grams, millimetres, seconds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from pennyflick.table import Disc, DiscId, Piece, Point, Shot, SideFlick, Surface


def speed_at(piece: Piece, instant_s: float) -> tuple[float, float]:
    """The velocity at an instant of this stretch."""
    speed = math.hypot(piece.vx_mm_s, piece.vy_mm_s)
    if speed == 0.0:
        return 0.0, 0.0
    share = max(0.0, 1.0 - piece.deceleration_mm_s2 * (instant_s - piece.t0_s) / speed)
    return piece.vx_mm_s * share, piece.vy_mm_s * share


def kinetic_energy(disc: Disc, piece: Piece, instant_s: float) -> float:
    """Of one disc at an instant of this stretch."""
    return _energy(disc.mass_g, piece, instant_s)


def _energy(mass_g: float, piece: Piece, instant_s: float) -> float:
    vx, vy = speed_at(piece, instant_s)
    return 0.5 * mass_g * (vx * vx + vy * vy)


def start_energy(shot: Shot, discs: Sequence[Disc], surface: Surface) -> float:
    """What the flick gave."""
    speed = float(shot.flick.speed_mm_s)
    if isinstance(shot.flick, SideFlick):
        speed *= 0.5 * (1.0 + surface.restitution)
    mass = next(disc.mass_g for disc in discs if disc.id == shot.flick.disc)
    return 0.5 * mass * speed * speed


def lost_to_friction(shot: Shot, discs: Sequence[Disc], surface: Surface) -> float:
    """Friction's force times the path, over all discs."""
    return sum(
        disc.mass_g * surface.deceleration_mm_s2 * Point(piece.x_mm, piece.y_mm).distance_mm(piece.end)
        for disc in discs
        for piece in shot.paths.get(disc.id, ())
    )


def worst_energy_gain(shot: Shot, discs: Sequence[Disc], surface: Surface) -> float:
    """By how much energy ever exceeds the start plus the finger's work, as a share of it; negative: never.

    Energy only changes at hits, so it is enough to look just after every instant at which a stretch begins.
    """
    limit = start_energy(shot, discs, surface) + shot.finger_work_g_mm2_s2
    if limit == 0.0:
        return 0.0 if not shot.paths else math.inf
    worst = -1.0
    current: dict[DiscId, Piece] = {}
    masses = {disc.id: disc.mass_g for disc in discs}
    stretches = sorted(((piece.t0_s, disc, piece) for disc in shot.paths for piece in shot.paths[disc]), key=_begin)
    for instant, together in itertools.groupby(stretches, key=_begin):
        for _, disc, piece in together:
            current[disc] = piece
        current = {disc: piece for disc, piece in current.items() if piece.t1_s > instant}
        energy = math.fsum(_energy(masses[disc], piece, instant) for disc, piece in current.items())
        worst = max(worst, energy / limit - 1.0)
    return worst


def _begin(stretch: tuple[float, DiscId, Piece]) -> float:
    return stretch[0]

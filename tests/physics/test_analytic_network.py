"""Touching discs against the contact law itself, integrated here by another method with far smaller steps."""

from __future__ import annotations

import math

import pytest

from benchmarks.shot_energy import speed_at
from pennyflick import physics
from pennyflick.physics.contact_law import damping
from pennyflick.table import Circle, Contact, Disc, DiscId, Flick, Layout, PegHit, Point, Shot, Surface

STIFFNESS = 1e9 * 1e6 / 1e3**1.5  # 1e9 N/m^1.5 in g·mm/s² per mm^1.5
STEP_S = 2e-7
PARTED_S = 0.0005  # by then every gap of these rows has been closed or has opened; friction took 1 mm/s
WITHIN = 0.012  # of the arriving speed: what the steps of the network cost


def chain_velocities(
    speeds: list[float], masses: list[float], gaps: list[float], alpha: float, wall: tuple[float, float] | None = None
) -> list[float]:
    """The law on a straight row, by velocity Verlet, until all have parted; wall: (gap, alpha) of a peg at the end."""
    x = [0.0] * len(masses)  # displacements
    v = list(speeds)
    gaps = gaps + ([wall[0]] if wall else [])
    for _ in range(50_000):
        acceleration = _accelerations(x, v, masses, gaps, alpha, wall)
        half = [vi + 0.5 * STEP_S * a for vi, a in zip(v, acceleration, strict=True)]
        x = [xi + STEP_S * h for xi, h in zip(x, half, strict=True)]
        again = _accelerations(x, half, masses, gaps, alpha, wall)
        v = [h + 0.5 * STEP_S * a for h, a in zip(half, again, strict=True)]
        if _over(x, v, gaps, wall):
            return v
    raise AssertionError("the discs never parted")


def _accelerations(
    x: list[float],
    v: list[float],
    masses: list[float],
    gaps: list[float],
    alpha: float,
    wall: tuple[float, float] | None,
) -> list[float]:
    forces = [0.0] * len(x)
    for c, gap in enumerate(gaps):
        last = c + 1 == len(x)
        overlap = x[c] - gap if last else x[c] - x[c + 1] - gap
        rate = v[c] if last else v[c] - v[c + 1]
        mass = masses[c] if last else masses[c] * masses[c + 1] / (masses[c] + masses[c + 1])
        a = wall[1] if last and wall else alpha
        if overlap > 0.0:
            force = max(0.0, STIFFNESS * overlap**1.5 + a * math.sqrt(mass * STIFFNESS) * overlap**0.25 * rate)
            forces[c] -= force
            if not last:
                forces[c + 1] += force
    return [force / mass for force, mass in zip(forces, masses, strict=True)]


def _over(x: list[float], v: list[float], gaps: list[float], wall: tuple[float, float] | None) -> bool:
    """Nobody overlaps and nobody approaches."""
    ends = [(0.0, 0.0)] if wall else []
    nexts = [*zip(x[1:], v[1:], strict=True), *ends]
    return all(xi - xn - gap <= 0.0 and vi <= vn for xi, vi, (xn, vn), gap in zip(x, v, nexts, gaps, strict=False))


def row(masses: list[float], gaps: list[float], speed: int, surface: Surface) -> tuple[Shot, list[float]]:
    """Flick the first disc of a row at the others; the shot, and everybody's speed when the row has parted."""
    discs = tuple(Disc(DiscId(f"d{i}"), "disc", None, 10.0, mass) for i, mass in enumerate(masses))
    places = [-50.0 - 20.0 * len(masses), 0.0]
    for gap in gaps:
        places.append(places[-1] + 20.0 + gap)
    layout = Layout({disc.id: Point(x, 0.0).rounded() for disc, x in zip(discs, places, strict=True)})
    shot = physics.simulate(surface, discs, layout, Flick(discs[0].id, 0, speed))
    return shot, [_speed(shot, disc.id, shot.events[0].instant_s + PARTED_S) for disc in discs]


def _speed(shot: Shot, disc: DiscId, instant_s: float) -> float:
    return sum(
        speed_at(piece, instant_s)[0] for piece in shot.paths.get(disc, ()) if piece.t0_s <= instant_s < piece.t1_s
    )


def speed_on_arrival(masses: list[float], speed: int, surface: Surface) -> float:
    way = 50.0 + 20.0 * len(masses) - 20.0
    return math.sqrt(speed**2 - 2.0 * surface.deceleration_mm_s2 * way)


@pytest.mark.parametrize("speed", [900, 2_000, 4_000])
@pytest.mark.parametrize("restitution", [0.65, 0.85])
@pytest.mark.parametrize(
    ("masses", "gaps"),
    [
        ([3.56, 3.56, 3.56], [0.0]),
        ([3.56, 3.56, 3.56, 3.56, 3.56], [0.0, 0.0, 0.0]),
        ([3.56, 3.56, 3.56, 3.56], [1e-6, 1e-6]),
        ([3.56, 3.56, 3.56, 3.56], [0.001, 0.02]),
        ([7.12, 3.56, 7.12, 3.56], [0.0, 0.0]),
        ([3.56, 20.0, 3.56], [0.005]),
    ],
    ids=["three", "five", "six decimals apart", "small gaps", "mixed masses", "a heavy one between"],
)
def test_a_row_of_touching_discs_follows_the_contact_law(
    masses: list[float], gaps: list[float], restitution: float, speed: int
) -> None:
    surface = Surface(Circle(Point(0.0, 0.0), 2_000.0), restitution=restitution, follow_through_mm=0.0)

    _, after = row(masses, gaps, speed, surface)

    arriving = speed_on_arrival(masses, speed, surface)
    start = [arriving, *([0.0] * (len(masses) - 1))]
    expected = chain_velocities(start, masses, [0.0, *gaps], damping(restitution))
    assert after == pytest.approx(expected, abs=WITHIN * arriving)


@pytest.mark.parametrize("gap", [0.0, 1e-6, 0.01])
def test_a_disc_between_the_shooter_and_a_peg_follows_the_contact_law(gap: float) -> None:
    peg = Circle(Point(10.0 + 5.0 + gap, 0.0), 5.0)
    surface = Surface(Circle(Point(0.0, 0.0), 2_000.0), pegs=(peg,), peg_restitution=0.5, follow_through_mm=0.0)

    shot, after = row([3.56, 3.56], [], 2_000, surface)

    arriving = speed_on_arrival([3.56, 3.56], 2_000, surface)
    expected = chain_velocities([arriving, 0.0], [3.56, 3.56], [0.0], damping(0.85), wall=(gap, damping(0.5)))
    assert after == pytest.approx(expected, abs=WITHIN * arriving)
    assert {type(event) for event in shot.events[:2]} == {Contact, PegHit}


@pytest.mark.parametrize("restitution", [0.5, 0.65, 0.85])
@pytest.mark.parametrize("speed", [300, 1_000, 3_000])
def test_restitution_comes_out_as_set_inside_a_group_too(restitution: float, speed: int) -> None:
    # a third disc is so near that it joins the group, but square to the hit, so that it is not touched
    surface = Surface(Circle(Point(0.0, 0.0), 2_000.0), restitution=restitution, follow_through_mm=0.0)
    discs = tuple(Disc(DiscId(name), "disc", None, 10.0, 3.56) for name in "ABC")
    layout = Layout({discs[0].id: Point(-30.0, 0.0), discs[1].id: Point(0.0, 0.0), discs[2].id: Point(0.0, 20.1)})

    shot = physics.simulate(surface, discs, layout, Flick(discs[0].id, 0, speed))

    arriving = math.sqrt(speed**2 - 2.0 * surface.deceleration_mm_s2 * 10.0)
    contact = shot.contacts[0]
    a, b = (
        next((piece.vx_mm_s for piece in shot.paths.get(disc.id, ()) if piece.t0_s == contact.instant_s), 0.0)
        for disc in discs[:2]
    )
    assert (b - a) / arriving == pytest.approx(restitution, abs=0.006)
    assert a + b == pytest.approx(arriving, rel=1e-9)

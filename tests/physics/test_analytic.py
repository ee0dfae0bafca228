"""Every law of docs/physics.md against the value that pen and paper give."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from pennyflick import physics
from pennyflick.table import (
    Away,
    Circle,
    Contact,
    Disc,
    DiscId,
    Flick,
    Holed,
    Layout,
    Left,
    PegHit,
    Piece,
    Point,
    Polygon,
    Shot,
    SideFlick,
    Stopped,
    Surface,
)

A, B, C = DiscId("A"), DiscId("B"), DiscId("C")
WIDE = Surface(Circle(Point(0.0, 0.0), 5_000.0), follow_through_mm=0.0)
DECELERATION = 0.20 * 9_810.0
RADIUS, MASS = 10.15, 3.56


def disc(name: DiscId, radius_mm: float = RADIUS, mass_g: float = MASS) -> Disc:
    return Disc(name, "penny", None, radius_mm, mass_g)


def shoot(
    places: dict[DiscId, tuple[float, float]],
    direction_deg: float,
    speed_mm_s: int,
    surface: Surface = WIDE,
    discs: tuple[Disc, ...] | None = None,
) -> Shot:
    """Flick disc A."""
    discs = discs or tuple(disc(name) for name in places)
    layout = Layout({name: Point(*place) for name, place in places.items()})
    return physics.simulate(surface, discs, layout, Flick(A, round(direction_deg * 100) % 36_000, speed_mm_s))


def velocity(piece: Piece, instant_s: float) -> tuple[float, float]:
    speed = math.hypot(piece.vx_mm_s, piece.vy_mm_s)
    if speed == 0.0:
        return 0.0, 0.0
    share = max(0.0, 1.0 - piece.deceleration_mm_s2 * (instant_s - piece.t0_s) / speed)
    return piece.vx_mm_s * share, piece.vy_mm_s * share


def around(shot: Shot, name: DiscId, instant_s: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """A disc's velocity just before and just after an instant at which something hit it."""
    before = after = (0.0, 0.0)
    for piece in shot.paths.get(name, ()):
        if piece.t0_s < instant_s <= piece.t1_s + 1e-12:
            before = velocity(piece, instant_s)
        if abs(piece.t0_s - instant_s) < 1e-12:
            after = (piece.vx_mm_s, piece.vy_mm_s)
    return before, after


# ---- sliding


@pytest.mark.parametrize("speed", [1, 37, 300, 1_500, 4_000])
@pytest.mark.parametrize("direction", [0.0, 33.33, 90.0, 171.07, 270.0, 359.99])
def test_a_free_disc_slides_v_squared_over_2a_in_v_over_a_seconds(speed: int, direction: float) -> None:
    shot = shoot({A: (12.5, -7.25)}, direction, speed)

    slid = speed**2 / (2.0 * DECELERATION)
    rest = shot.rest.where[A]
    assert isinstance(rest, Point)
    assert rest.x_mm == pytest.approx(12.5 + slid * math.cos(math.radians(direction)), abs=1e-6)
    assert rest.y_mm == pytest.approx(-7.25 + slid * math.sin(math.radians(direction)), abs=1e-6)
    assert shot.duration_s == pytest.approx(speed / DECELERATION, rel=1e-12)
    (stop,) = shot.events
    assert stop == Stopped(shot.duration_s, A)


def test_a_sliding_disc_is_where_the_quadratic_says_at_every_instant() -> None:
    shot = shoot({A: (0.0, 0.0)}, 0.0, 1_000)

    for k in range(11):
        t = k * 0.05
        place = shot.position(A, t)
        assert place is not None
        assert place.x_mm == pytest.approx(1_000.0 * t - 0.5 * DECELERATION * t * t, abs=1e-9)


def test_rest_positions_have_six_decimals_and_no_minus_zero() -> None:
    shot = shoot({A: (0.0, 0.0)}, 123.45, 777)

    rest = shot.rest.where[A]
    assert isinstance(rest, Point)
    assert rest == rest.rounded()
    still = shoot({A: (0.0, 0.0), B: (100.0, 0.0)}, 180.0, 10).rest.where[B]
    assert isinstance(still, Point)
    assert math.copysign(1.0, still.y_mm) == 1.0


# ---- two discs


@pytest.mark.parametrize("speed", [900, 2_500, 4_000])
@pytest.mark.parametrize("offset", [0.0, 3.0, -11.0, 20.0, 20.299])
def test_the_first_contact_comes_when_the_rims_meet(speed: int, offset: float) -> None:
    shot = shoot({A: (-100.0, offset), B: (50.0, 0.0)}, 0.0, speed)

    way = 150.0 - math.sqrt((2 * RADIUS) ** 2 - offset**2)
    instant = (speed - math.sqrt(speed**2 - 2.0 * DECELERATION * way)) / DECELERATION
    contact = shot.contacts[0]
    assert contact.discs == (A, B)
    assert contact.instant_s == pytest.approx(instant, rel=1e-10)
    a, b = shot.position(A, contact.instant_s), shot.position(B, contact.instant_s)
    assert a is not None
    assert b is not None
    assert a.distance_mm(b) == pytest.approx(2 * RADIUS, abs=1e-9)


@pytest.mark.parametrize("offset", [20.301, 25.0, -20.3005])
def test_a_disc_that_passes_another_touches_nothing(offset: float) -> None:
    shot = shoot({A: (-100.0, offset), B: (50.0, 0.0)}, 0.0, 2_000)

    assert shot.contacts == ()
    assert shot.rest.where[B] == Point(50.0, 0.0)


@pytest.mark.parametrize("restitution", [0.05, 0.5, 0.65, 0.85, 1.0])
@pytest.mark.parametrize(("mass_a", "mass_b"), [(3.56, 3.56), (3.56, 7.12), (7.12, 3.56), (1.0, 50.0)])
@pytest.mark.parametrize("offset", [0.0, 7.5, -18.0])
def test_a_collision_keeps_momentum_and_has_the_set_restitution(
    restitution: float, mass_a: float, mass_b: float, offset: float
) -> None:
    surface = replace(WIDE, restitution=restitution)
    discs = (disc(A, mass_g=mass_a), disc(B, mass_g=mass_b))

    shot = shoot({A: (-60.0, offset), B: (0.0, 0.0)}, 0.0, 1_200, surface, discs)

    contact = shot.contacts[0]
    a = shot.position(A, contact.instant_s)
    assert a is not None
    normal = (-a.x_mm / (2 * RADIUS), -a.y_mm / (2 * RADIUS))
    (a0, a1), (b0, b1) = (around(shot, name, contact.instant_s) for name in (A, B))
    approach = sum((p - q) * n for p, q, n in zip(a0, b0, normal, strict=True))
    parting = sum((q - p) * n for p, q, n in zip(a1, b1, normal, strict=True))
    assert parting == pytest.approx(restitution * approach, rel=1e-8, abs=1e-6)
    for axis in (0, 1):
        before = mass_a * a0[axis] + mass_b * b0[axis]
        assert mass_a * a1[axis] + mass_b * b1[axis] == pytest.approx(before, rel=1e-9, abs=1e-6)
    reduced = mass_a * mass_b / (mass_a + mass_b)
    assert contact.impulse_g_mm_s == pytest.approx((1.0 + restitution) * reduced * approach, rel=1e-8)
    # rims are frictionless: the speed along the rim does not change
    along = (-normal[1], normal[0])
    assert sum(p * n for p, n in zip(a1, along, strict=True)) == pytest.approx(
        sum(p * n for p, n in zip(a0, along, strict=True)), rel=1e-9, abs=1e-6
    )


def test_two_discs_of_different_size_meet_at_the_sum_of_their_radii() -> None:
    discs = (disc(A, 12.95, 7.12), disc(B, 4.0, 0.5))

    shot = shoot({A: (0.0, 0.0), B: (80.0, 6.0)}, 0.0, 2_000, discs=discs)

    contact = shot.contacts[0]
    a, b = shot.position(A, contact.instant_s), shot.position(B, contact.instant_s)
    assert a is not None
    assert b is not None
    assert a.distance_mm(b) == pytest.approx(16.95, abs=1e-9)


def test_head_on_discs_that_both_move_meet_where_two_quadratics_say() -> None:
    # A drives B before it; C, unequal, is hit by B and comes back at A: A and B both move when they meet again
    discs = (disc(A), disc(B), disc(C, mass_g=500.0))
    shot = shoot({A: (-60.0, 0.0), B: (0.0, 0.0), C: (60.0, 0.0)}, 0.0, 3_000, discs=discs)

    first, second, third = shot.contacts[:3]
    assert [first.discs, second.discs, third.discs] == [(A, B), (B, C), (A, B)]
    a_after, b_back = around(shot, A, first.instant_s)[1][0], around(shot, B, second.instant_s)[1][0]
    a_then = a_after - DECELERATION * (second.instant_s - first.instant_s)
    a_place, b_place = shot.position(A, second.instant_s), shot.position(B, second.instant_s)
    assert a_place is not None
    assert b_place is not None
    gap = b_place.x_mm - a_place.x_mm - 2 * RADIUS
    # both slow down towards each other: gap = (a_then - b_back) t - DECELERATION t²
    closing = a_then - b_back
    meeting = (closing - math.sqrt(closing**2 - 4.0 * DECELERATION * gap)) / (2.0 * DECELERATION)
    assert third.instant_s - second.instant_s == pytest.approx(meeting, rel=1e-9)


# ---- pegs and edges


@pytest.mark.parametrize("restitution", [0.05, 0.5, 0.62, 1.0])
@pytest.mark.parametrize("offset", [0.0, 5.0, -12.0])
def test_a_peg_throws_back_with_its_own_restitution(restitution: float, offset: float) -> None:
    peg = Circle(Point(100.0, 0.0), 3.0)
    surface = replace(WIDE, pegs=(Circle(Point(0.0, 900.0), 3.0), peg), peg_restitution=restitution)

    shot = shoot({A: (0.0, offset)}, 0.0, 1_500, surface)

    hit = shot.events[0]
    assert isinstance(hit, PegHit)
    assert (hit.disc, hit.peg) == (A, 1)
    place = shot.position(A, hit.instant_s)
    assert place is not None
    assert place.distance_mm(peg.centre) == pytest.approx(RADIUS + 3.0, abs=1e-9)
    before, after = around(shot, A, hit.instant_s)
    normal = ((100.0 - place.x_mm) / (RADIUS + 3.0), -place.y_mm / (RADIUS + 3.0))
    into = before[0] * normal[0] + before[1] * normal[1]
    back = -(after[0] * normal[0] + after[1] * normal[1])
    assert back == pytest.approx(restitution * into, rel=1e-8, abs=1e-6)
    assert hit.impulse_g_mm_s == pytest.approx(MASS * (1.0 + restitution) * into, rel=1e-8)
    assert before[0] * -normal[1] + before[1] * normal[0] == pytest.approx(
        after[0] * -normal[1] + after[1] * normal[0], rel=1e-9, abs=1e-6
    )


SQUARE = Polygon((Point(150.0, -150.0), Point(150.0, 150.0), Point(-150.0, 150.0), Point(-150.0, -150.0)))


@pytest.mark.parametrize("edge", [SQUARE, Circle(Point(0.0, 0.0), 150.0)])
def test_a_disc_leaves_the_instant_its_centre_passes_the_edge(edge: Polygon | Circle) -> None:
    shot = shoot({A: (0.0, 0.0)}, 0.0, 1_500, Surface(edge, follow_through_mm=0.0))

    (left,) = shot.events
    assert isinstance(left, Left)
    assert left.instant_s == pytest.approx(
        (1_500.0 - math.sqrt(1_500.0**2 - 2.0 * DECELERATION * 150.0)) / DECELERATION, rel=1e-9
    )
    assert left.at.distance_mm(Point(150.0, 0.0)) < 1e-6
    assert shot.rest.where[A] is Away.OFF
    assert shot.position(A, left.instant_s + 0.001) is None


@pytest.mark.parametrize("edge", [SQUARE, Circle(Point(0.0, 0.0), 150.0)])
def test_a_disc_that_stops_short_of_the_edge_stays_though_it_overhangs(edge: Polygon | Circle) -> None:
    surface = Surface(edge, follow_through_mm=0.0)
    reach = math.sqrt(2.0 * DECELERATION * 150.0)  # 767.2 mm/s

    assert isinstance(shoot({A: (0.0, 0.0)}, 90.0, math.floor(reach), surface).rest.where[A], Point)
    assert shoot({A: (0.0, 0.0)}, 90.0, math.ceil(reach), surface).rest.where[A] is Away.OFF


def test_a_disc_that_has_left_touches_nothing_any_more() -> None:
    # A runs almost along the edge and its centre passes it 22 mm before B; one millimetre further the rims would meet
    surface = Surface(SQUARE, follow_through_mm=0.0)
    wider = Surface(Circle(Point(0.0, 0.0), 900.0), follow_through_mm=0.0)
    places = {A: (140.0, 0.0), B: (149.9, 78.7)}

    shot = shoot(places, 80.0, 2_000, surface)

    assert shot.contacts == ()
    assert shot.rest.where == {A: Away.OFF, B: Point(149.9, 78.7)}
    assert shoot(places, 80.0, 2_000, wider).contacts[0].discs == (A, B)


# ---- the hole

HOLE = Circle(Point(0.0, 0.0), 17.45)
PUCK = (Disc(A, "puck", None, 15.875, 5.3),)
UNSUPPORTED_MM = math.sqrt(17.45**2 - 15.875**2)
CAPTURE_S = 0.008
HOLED_BOARD = Surface(
    Circle(Point(0.0, 0.0), 330.2),
    hole=HOLE,
    friction=0.12,
    restitution=0.8,
    peg_restitution=0.62,
    follow_through_mm=0.0,
)
PUCK_DECELERATION = 0.12 * 9_810.0


def speed_after(speed_mm_s: float, way_mm: float) -> float:
    return math.sqrt(max(0.0, speed_mm_s**2 - 2.0 * PUCK_DECELERATION * way_mm))


@pytest.mark.parametrize("offset", [0.0, 2.0, -4.5, 6.5, 7.2])
def test_a_puck_drops_when_its_centre_stays_unsupported_for_the_capture_time(offset: float) -> None:
    half = math.sqrt(UNSUPPORTED_MM**2 - offset**2)
    # the speed at the rim of the unsupported circle with which crossing takes exactly the capture time
    limit = 2.0 * half / CAPTURE_S + 0.5 * PUCK_DECELERATION * CAPTURE_S
    start = math.sqrt(limit**2 + 2.0 * PUCK_DECELERATION * (200.0 - half))

    slow = shoot({A: (-200.0, offset)}, 0.0, math.floor(start) - 1, HOLED_BOARD, PUCK)
    fast = shoot({A: (-200.0, offset)}, 0.0, math.ceil(start) + 1, HOLED_BOARD, PUCK)

    assert slow.rest.where[A] is Away.HOLED
    assert isinstance(fast.rest.where[A], Point) or fast.rest.where[A] is Away.OFF
    (dropped,) = slow.events
    assert isinstance(dropped, Holed)
    entry_speed = speed_after(math.floor(start) - 1, 200.0 - half)
    entry = (math.floor(start) - 1 - entry_speed) / PUCK_DECELERATION
    assert dropped.instant_s == pytest.approx(entry + CAPTURE_S, rel=1e-9)


def test_a_puck_that_is_too_fast_crosses_the_hole_undeflected() -> None:
    over = shoot({A: (-200.0, 3.0)}, 0.0, 3_000, HOLED_BOARD, PUCK)
    plain = shoot({A: (-200.0, 3.0)}, 0.0, 3_000, replace(HOLED_BOARD, hole=None), PUCK)

    (left_over,), (left_plain,) = over.events, plain.events
    assert isinstance(left_over, Left)
    assert isinstance(left_plain, Left)
    assert left_over.instant_s == pytest.approx(left_plain.instant_s, rel=1e-12)
    assert left_over.at.distance_mm(left_plain.at) < 1e-9


def speed_to_stop_at(way_mm: float) -> int:
    return round(math.sqrt(2.0 * PUCK_DECELERATION * way_mm))


def test_a_puck_that_stops_unsupported_drops_and_one_that_stops_beyond_stays() -> None:
    inside = shoot({A: (-200.0, 0.0)}, 0.0, speed_to_stop_at(200.0 - UNSUPPORTED_MM + 1.0), HOLED_BOARD, PUCK)
    outside = shoot({A: (-200.0, 0.0)}, 0.0, speed_to_stop_at(200.0 - UNSUPPORTED_MM - 1.0), HOLED_BOARD, PUCK)

    assert inside.rest.where[A] is Away.HOLED
    rest = outside.rest.where[A]
    assert isinstance(rest, Point)
    assert UNSUPPORTED_MM < rest.distance_mm(Point(0.0, 0.0)) < UNSUPPORTED_MM + 2.0


def test_a_disc_wider_than_the_hole_never_drops() -> None:
    wide = (Disc(A, "puck", None, 18.0, 5.3),)

    shot = shoot({A: (-200.0, 0.0)}, 0.0, speed_to_stop_at(200.0), HOLED_BOARD, wide)

    assert isinstance(shot.rest.where[A], Point)


# ---- the finger


def pushed_law(speed: float, restitution: float) -> tuple[float, float, float]:
    """Speeds of both discs and the finger's work: equal masses, head on, by the law of docs/physics.md."""
    struck = work = 0.0
    for _ in range(8):
        approach = speed - struck
        if approach < 1.0:
            break
        slowed = speed - 0.5 * (1.0 + restitution) * approach
        struck += 0.5 * (1.0 + restitution) * approach
        work += 0.5 * MASS * (speed**2 - slowed**2)
    last = 0.5 * (1.0 + restitution) * (speed - struck)  # what is left of the approach is an ordinary hit
    return speed - last, struck + last, work


@pytest.mark.parametrize("restitution", [0.5, 0.65, 0.85, 1.0])
def test_a_contact_inside_the_follow_through_is_a_push(restitution: float) -> None:
    surface = replace(WIDE, follow_through_mm=4.0, restitution=restitution)

    shot = shoot({A: (0.0, 0.0), B: (2 * RADIUS + 2.5, 0.0)}, 0.0, 1_000, surface)

    contact = shot.contacts[0]
    assert contact.push
    speed = math.sqrt(1_000.0**2 - 2.0 * DECELERATION * 2.5)
    flicked, struck, work = pushed_law(speed, restitution)
    assert around(shot, A, contact.instant_s)[1][0] == pytest.approx(flicked, rel=1e-9)
    assert around(shot, B, contact.instant_s)[1][0] == pytest.approx(struck, rel=1e-9)
    assert shot.finger_work_g_mm2_s2 == pytest.approx(work, rel=1e-8)


@pytest.mark.parametrize(("gap", "push"), [(0.5, True), (3.99, True), (4.01, False), (30.0, False)])
def test_the_finger_follows_for_the_follow_through_and_no_further(gap: float, push: bool) -> None:
    surface = replace(WIDE, follow_through_mm=4.0)

    shot = shoot({A: (0.0, 0.0), B: (2 * RADIUS + gap, 0.0)}, 0.0, 1_000, surface)

    assert shot.contacts[0].push is push
    assert (shot.finger_work_g_mm2_s2 > 0.0) is push


def test_a_free_flick_needs_no_work_of_the_finger() -> None:
    assert shoot({A: (0.0, 0.0)}, 10.0, 900, replace(WIDE, follow_through_mm=4.0)).finger_work_g_mm2_s2 == 0.0


@pytest.mark.parametrize("restitution", [0.65, 0.85])
def test_a_side_flick_starts_with_half_of_one_plus_e_of_the_speed_and_never_pushes(restitution: float) -> None:
    surface = Surface(SQUARE, restitution=restitution)
    discs = (disc(A), disc(B), disc(C))
    layout = Layout({A: Point(0.0, 0.0), B: Point(-100.0, 40.0), C: Point(-125.0, 0.0)})
    flick = SideFlick(disc=A, held=B, at=Point(-148.0, 0.0), direction_cdeg=0, speed_mm_s=1_000)

    shot = physics.simulate(surface, discs, layout, flick)

    first = shot.paths[A][0]
    assert first.vx_mm_s == pytest.approx(1_000 * (1.0 + restitution) / 2.0, rel=1e-12)
    assert shot.start.where == {A: Point(-148.0, 0.0), B: Away.HAND, C: Point(-125.0, 0.0)}
    assert shot.rest.where[B] is Away.HAND
    assert isinstance(shot.events[0], Contact)
    assert shot.events[0].discs == (A, C)
    assert not any(contact.push for contact in shot.contacts)
    assert shot.finger_work_g_mm2_s2 == 0.0


def test_a_flick_may_begin_from_another_point() -> None:
    layout = Layout({A: Away.HAND, B: Point(0.0, 0.0)})

    shot = physics.simulate(WIDE, (disc(A), disc(B)), layout, Flick(A, 0, 500, start=Point(50.0, 10.0)))

    assert shot.start.where[A] == Point(50.0, 10.0)
    rest = shot.rest.where[A]
    assert isinstance(rest, Point)
    assert rest.x_mm == pytest.approx(50.0 + 500.0**2 / (2.0 * DECELERATION), abs=1e-6)

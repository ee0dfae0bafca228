"""What must hold for every flick on every board: symmetries, conservation, no skipped contact, no free energy."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.random_boards import inset_mm, random_board, random_flick, random_layout
from benchmarks.scenes import Scene
from benchmarks.shot_energy import kinetic_energy, lost_to_friction, speed_at, worst_energy_gain
from pennyflick import physics
from pennyflick.table import (
    Away,
    Circle,
    Contact,
    Disc,
    DiscId,
    Event,
    Flick,
    Layout,
    Left,
    PegHit,
    Point,
    Polygon,
    Shot,
    Surface,
)

SEEDS = st.integers(0, 2**32 - 1)
FIXED = settings(derandomize=True, deadline=None, database=None, max_examples=150)


def scene(seed: int) -> Scene:
    dice = random.Random(seed)
    board = random_board(dice)
    layout = random_layout(dice, board)
    return Scene(board.surface, board.discs, layout, random_flick(dice, layout))


def loose_scene(seed: int) -> Scene:
    """A round board without pegs and hole, its discs well apart."""
    dice = random.Random(seed)
    surface = Surface(Circle(Point(0.0, 0.0), 400.0), follow_through_mm=0.0, restitution=dice.choice((0.65, 0.85)))
    places: dict[DiscId, Point | Away] = {}
    while len(places) < 8:
        place = Point(600.0 * dice.random() - 300.0, 400.0 * dice.random() - 200.0).rounded()
        if all(place.distance_mm(other) > 32.0 for other in places.values() if isinstance(other, Point)):
            places[DiscId(f"d{len(places)}")] = place
    discs = tuple(
        Disc(name, "disc", None, dice.choice((8.0, 10.15, 12.95)), dice.choice((3.56, 7.12))) for name in places
    )
    layout = Layout(places)
    return Scene(surface, discs, layout, random_flick(dice, layout))


def simulate(scene: Scene) -> Shot:
    return physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)


# ---- symmetries


def mirrored_point(point: Point, x: int, y: int) -> Point:
    return Point(x * point.x_mm + 0.0, y * point.y_mm + 0.0)


def mirrored_circle(circle: Circle, x: int, y: int) -> Circle:
    return Circle(mirrored_point(circle.centre, x, y), circle.radius_mm)


def mirrored_layout(layout: Layout, x: int, y: int) -> Layout:
    return Layout({disc: mirrored_point(p, x, y) if isinstance(p, Point) else p for disc, p in layout.where.items()})


def mirrored_edge(edge: Polygon | Circle, x: int, y: int) -> Polygon | Circle:
    if isinstance(edge, Circle):
        return mirrored_circle(edge, x, y)
    return Polygon(tuple(mirrored_point(corner, x, y) for corner in reversed(edge.corners)))


def mirrored(scene: Scene, x: int, y: int) -> Scene:
    """The scene in a mirror: x = -1 swaps left and right, y = -1 near and far."""
    surface = replace(
        scene.surface,
        edge=mirrored_edge(scene.surface.edge, x, y),
        pegs=tuple(mirrored_circle(peg, x, y) for peg in scene.surface.pegs),
    )
    turn = 18_000 - scene.flick.direction_cdeg if x < 0 else 36_000 - scene.flick.direction_cdeg
    flick = replace(scene.flick, direction_cdeg=turn % 36_000)
    return Scene(surface, scene.discs, mirrored_layout(scene.layout, x, y), flick)


def mirrored_event(event: Event, x: int, y: int) -> Event:
    return replace(event, at=mirrored_point(event.at, x, y)) if isinstance(event, Left) else event


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y"), [(-1, 1), (1, -1)], ids=["left and right", "near and far"])
@FIXED
@given(seed=SEEDS)
def test_a_mirrored_flick_gives_the_mirrored_shot_to_the_last_bit(x: int, y: int, seed: int) -> None:
    here = scene(seed)
    if seed % 4 == 0:  # the diagonals are where the direction's polynomial changes over
        here = replace(here, flick=replace(here.flick, direction_cdeg=4_500 * (seed // 4 % 8)))

    shot, other = simulate(here), simulate(mirrored(here, x, y))

    assert other.rest == mirrored_layout(shot.rest, x, y)
    assert other.events == tuple(mirrored_event(event, x, y) for event in shot.events)
    assert other.finger_work_g_mm2_s2 == shot.finger_work_g_mm2_s2


def turned_point(point: Point, cosine: float, sine: float) -> Point:
    return Point(cosine * point.x_mm - sine * point.y_mm, sine * point.x_mm + cosine * point.y_mm)


@pytest.mark.slow
@FIXED
@given(seed=SEEDS, turn_cdeg=st.integers(1, 35_999))
def test_a_turned_flick_of_up_to_three_contacts_gives_the_turned_shot(seed: int, turn_cdeg: int) -> None:
    here = loose_scene(seed)
    shot = simulate(here)
    assume(1 <= len(shot.contacts) <= 3)
    cosine, sine = math.cos(math.radians(turn_cdeg / 100.0)), math.sin(math.radians(turn_cdeg / 100.0))
    turned = Scene(
        here.surface,
        here.discs,
        Layout({disc: turned_point(place, cosine, sine) for disc, place in here.layout.on_board.items()}),
        replace(here.flick, direction_cdeg=(here.flick.direction_cdeg + turn_cdeg) % 36_000),
    )

    other = simulate(turned)

    assert [contact.discs for contact in other.contacts] == [contact.discs for contact in shot.contacts]
    for disc, pieces in shot.paths.items():
        expected = turned_point(pieces[-1].end, cosine, sine)
        assert other.paths[disc][-1].end.distance_mm(expected) < 1e-6


@FIXED
@given(seed=SEEDS)
def test_the_order_of_the_discs_does_not_matter(seed: int) -> None:
    here = loose_scene(seed)
    order = list(here.discs)
    random.Random(seed + 1).shuffle(order)

    shot = simulate(here)
    other = simulate(replace(here, discs=tuple(order)))

    assert other.rest == shot.rest
    assert [frozenset(contact.discs) for contact in other.contacts] == [
        frozenset(contact.discs) for contact in shot.contacts
    ]


def test_a_tie_is_broken_by_the_order_of_the_discs() -> None:
    # A reaches B and C at the same instant; one group, reported in the order of the discs
    names = {name: DiscId(name) for name in "ABC"}
    layout = Layout({names["A"]: Point(-60.0, 0.0), names["B"]: Point(0.0, 10.5), names["C"]: Point(0.0, -10.5)})
    surface = Surface(Circle(Point(0.0, 0.0), 900.0), follow_through_mm=0.0)
    discs = {name: Disc(disc, "penny", None, 10.15, 3.56) for name, disc in names.items()}

    for order in ("ABC", "ACB", "CBA"):
        shot = physics.simulate(surface, [discs[name] for name in order], layout, Flick(names["A"], 0, 1_500))
        firsts = [contact for contact in shot.contacts if contact.instant_s == shot.contacts[0].instant_s]
        places = [tuple(sorted(map(order.index, contact.discs))) for contact in firsts]
        assert places == sorted(places)


# ---- conservation


def velocities(shot: Shot, disc: DiscId, instant_s: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Just before and just after an instant."""
    before = after = (0.0, 0.0)
    for piece in shot.paths.get(disc, ()):
        if piece.t0_s < instant_s <= piece.t1_s:
            before = speed_at(piece, instant_s)
        if piece.t0_s <= instant_s < piece.t1_s:
            after = speed_at(piece, instant_s)
    return before, after


@FIXED
@given(seed=SEEDS)
def test_free_collisions_keep_momentum_and_have_the_set_restitution(seed: int) -> None:
    here = loose_scene(seed)
    mass = {disc.id: disc.mass_g for disc in here.discs}
    shot = simulate(here)
    alone = [c for c in shot.contacts if sum(c.instant_s == other.instant_s for other in shot.events) == 1]

    for contact in alone:
        (a0, a1), (b0, b1) = (velocities(shot, disc, contact.instant_s) for disc in contact.discs)
        pa, pb = (shot.position(disc, contact.instant_s) for disc in contact.discs)
        assert pa is not None
        assert pb is not None
        distance = pa.distance_mm(pb)
        normal = ((pb.x_mm - pa.x_mm) / distance, (pb.y_mm - pa.y_mm) / distance)
        for axis in (0, 1):
            before = mass[contact.a] * a0[axis] + mass[contact.b] * b0[axis]
            after = mass[contact.a] * a1[axis] + mass[contact.b] * b1[axis]
            assert after == pytest.approx(before, rel=1e-9, abs=1e-5)
        approach = sum((a0[axis] - b0[axis]) * normal[axis] for axis in (0, 1))
        parting = sum((b1[axis] - a1[axis]) * normal[axis] for axis in (0, 1))
        if approach > 1.0:  # slower ones are settled, not bounced (docs/physics.md, "Slow contacts")
            assert parting == pytest.approx(here.surface.restitution * approach, rel=1e-6, abs=1e-5)


@FIXED
@given(seed=SEEDS)
def test_friction_takes_exactly_its_force_times_the_path(seed: int) -> None:
    here = scene(seed)
    shot = simulate(here)

    for disc in here.discs:
        for piece in shot.paths.get(disc.id, ()):
            taken = disc.mass_g * here.surface.deceleration_mm_s2 * Point(piece.x_mm, piece.y_mm).distance_mm(piece.end)
            start, end = (math.hypot(*speed_at(piece, instant)) for instant in (piece.t0_s, piece.t1_s))
            assert 0.5 * disc.mass_g * (start**2 - end**2) == pytest.approx(taken, rel=1e-7, abs=1e-6)


@FIXED
@given(seed=SEEDS)
def test_energy_never_exceeds_the_start_plus_the_finger(seed: int) -> None:
    here = scene(seed)

    assert worst_energy_gain(simulate(here), here.discs, here.surface) <= 1e-8


@FIXED
@given(seed=SEEDS)
def test_energy_is_spent_on_friction_and_hits_and_what_leaves(seed: int) -> None:
    # one disc at a time hits without loss: what is left over after friction must be what left the board
    here = replace(loose_scene(seed), surface=replace(loose_scene(seed).surface, restitution=1.0))
    shot = simulate(here)
    assume(all(contact.impulse_g_mm_s > 100.0 for contact in shot.contacts))

    start = 0.5 * {d.id: d.mass_g for d in here.discs}[here.flick.disc] * here.flick.speed_mm_s**2
    gone = sum(
        kinetic_energy(disc, shot.paths[disc.id][-1], shot.paths[disc.id][-1].t1_s)
        for disc in here.discs
        if shot.rest.where[disc.id] is Away.OFF
    )
    assert lost_to_friction(shot, here.discs, here.surface) + gone == pytest.approx(start, rel=1e-8)


# ---- nothing skipped


def moments(shot: Shot, count: int) -> list[float]:
    """Instants spread over the shot, and the middles between events, where a skipped contact would show most."""
    instants = sorted({0.0, *(event.instant_s for event in shot.events)})
    middles = [0.5 * (a + b) for a, b in itertools.pairwise(instants)]
    return [shot.duration_s * k / count for k in range(count + 1)] + middles


@pytest.mark.slow
@FIXED
@given(seed=SEEDS)
def test_no_contact_is_skipped_at_any_moment(seed: int) -> None:
    here = scene(seed)
    shot = simulate(here)
    radius = {disc.id: disc.radius_mm for disc in here.discs}
    moved = set(shot.paths)

    for instant in moments(shot, 400):
        places = {disc: shot.position(disc, instant) for disc in here.layout.on_board}
        for a, b in itertools.combinations(places, 2):
            pa, pb = places[a], places[b]
            if (a in moved or b in moved) and pa is not None and pb is not None:
                assert pa.distance_mm(pb) > radius[a] + radius[b] - 2e-6, (a, b, instant)
        for disc in moved:
            place = places[disc]
            for peg in here.surface.pegs if place is not None else ():
                assert place is not None
                assert place.distance_mm(peg.centre) > radius[disc] + peg.radius_mm - 2e-6, (disc, peg, instant)
            assert place is None or inset_mm(here.surface.edge, place) > -1e-6, (disc, instant)


@FIXED
@given(seed=SEEDS)
def test_paths_and_events_fit_together(seed: int) -> None:
    shot = simulate(scene(seed))

    assert [event.instant_s for event in shot.events] == sorted(event.instant_s for event in shot.events)
    for disc, pieces in shot.paths.items():
        for before, after in itertools.pairwise(pieces):
            assert before.t1_s <= after.t0_s
            assert before.end.distance_mm(Point(after.x_mm, after.y_mm)) < 1e-9
        rest = shot.rest.where[disc]
        if isinstance(rest, Point):
            assert rest == rest.rounded()
            assert math.hypot(*speed_at(pieces[-1], pieces[-1].t1_s)) < 1e-6, "nobody moves at rest"
            assert rest.distance_mm(pieces[-1].end) < 1e-6
    touched = {disc for event in shot.events if isinstance(event, Contact) for disc in event.discs}
    assert set(shot.paths) <= touched | {shot.flick.disc}
    assert all(event.impulse_g_mm_s > 0.0 for event in shot.events if isinstance(event, Contact | PegHit))


@FIXED
@given(seed=SEEDS)
def test_every_rest_is_a_start_for_the_next_flick(seed: int) -> None:
    here = scene(seed)
    layout = here.layout
    dice = random.Random(seed)

    for _ in range(4):
        if not layout.on_board:
            return
        shot = physics.simulate(here.surface, here.discs, layout, random_flick(dice, layout))
        untouched = set(layout.on_board) - set(shot.paths)
        assert all(shot.rest.where[disc] == layout.where[disc] for disc in untouched if disc in shot.rest.on_board)
        layout = shot.rest

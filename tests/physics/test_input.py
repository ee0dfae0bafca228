"""Bad input gets a clear error and changes nothing; caps raise an error that carries the flick."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pennyflick import physics
from pennyflick.physics import BadInputError, Flicks, Layouts
from pennyflick.table import Away, Circle, Disc, DiscId, Flick, Layout, Point, Polygon, SideFlick, Surface

A, B = DiscId("A"), DiscId("B")
DISCS = (Disc(A, "penny", None, 10.15, 3.56), Disc(B, "penny", None, 10.15, 3.56))
ROUND = Surface(Circle(Point(0.0, 0.0), 200.0))
LAYOUT = Layout({A: Point(-50.0, 0.0), B: Point(50.0, 0.0)})
GOOD = Flick(A, 0, 1_000)


def refused(
    surface: Surface = ROUND,
    discs: tuple[Disc, ...] = DISCS,
    layout: Layout = LAYOUT,
    flick: Flick | SideFlick = GOOD,
) -> str:
    """The sentence with which the simulator refuses."""
    with pytest.raises(BadInputError) as caught:
        physics.simulate(surface, discs, layout, flick)
    return str(caught.value)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_place_that_is_no_number_is_refused(number: float) -> None:
    assert "A" in refused(layout=Layout({A: Point(number, 0.0), B: Point(50.0, 0.0)}))
    assert "B" in refused(layout=Layout({A: Point(0.0, 0.0), B: Point(50.0, number)}))
    assert refused(flick=replace(GOOD, start=Point(number, 0.0)))


@pytest.mark.parametrize("number", [math.nan, math.inf, 0.0, -1.0])
def test_a_radius_or_a_mass_that_is_not_above_zero_is_refused(number: float) -> None:
    assert refused(discs=(replace(DISCS[0], radius_mm=number), DISCS[1]))
    assert refused(discs=(DISCS[0], replace(DISCS[1], mass_g=number)))


@pytest.mark.parametrize("number", [math.nan, math.inf, -0.5])
@pytest.mark.parametrize("field", ["friction", "restitution", "peg_restitution", "follow_through_mm", "hole_capture_s"])
def test_a_surface_with_an_impossible_constant_is_refused(field: str, number: float) -> None:
    surface = replace(ROUND, hole=Circle(Point(0.0, 0.0), 5.0), pegs=(Circle(Point(0.0, 100.0), 3.0),))
    wrong: dict[str, Any] = {field: number}

    assert refused(replace(surface, **wrong))


def test_a_board_without_friction_is_refused_because_nothing_would_stop() -> None:
    assert "friction" in refused(replace(ROUND, friction=0.0))


@pytest.mark.parametrize("field", ["restitution", "peg_restitution"])
def test_a_restitution_above_one_is_refused_because_it_makes_energy(field: str) -> None:
    wrong: dict[str, Any] = {field: 1.01}

    assert "1.01" in refused(replace(ROUND, **wrong))


def test_discs_that_overlap_at_the_start_are_refused_by_name() -> None:
    sentence = refused(layout=Layout({A: Point(0.0, 0.0), B: Point(20.2, 0.0)}))

    assert "A" in sentence
    assert "B" in sentence
    assert "overlap" in sentence


def test_discs_that_touch_but_for_rounding_are_accepted() -> None:
    layout = Layout({A: Point(-10.15, 0.0), B: Point(10.149999, 0.0)})

    assert physics.simulate(ROUND, DISCS, layout, Flick(A, 18_000, 500)).contacts == ()


def test_a_disc_that_overlaps_a_peg_is_refused() -> None:
    assert "peg" in refused(replace(ROUND, pegs=(Circle(Point(50.0, 12.0), 3.0),)))


def test_a_disc_beyond_the_edge_is_refused() -> None:
    assert "B" in refused(layout=Layout({A: Point(0.0, 0.0), B: Point(200.1, 0.0)}))


@pytest.mark.parametrize("speed", [4_001, -1, 10**9])
def test_a_speed_beyond_the_limits_is_refused_with_the_limit(speed: int) -> None:
    sentence = refused(flick=Flick(A, 0, speed))

    assert str(speed) in sentence.replace(",", "").replace("_", "")
    assert "4000" in sentence.replace(",", "").replace(" ", "") or speed < 0


@pytest.mark.parametrize("direction", [-1, 36_000, 10**9])
def test_a_direction_outside_a_full_turn_is_refused(direction: int) -> None:
    assert refused(flick=Flick(A, direction, 1_000))


def test_a_disc_that_does_not_exist_is_refused() -> None:
    assert "Z" in refused(flick=Flick(DiscId("Z"), 0, 1_000))


def test_a_disc_that_is_not_on_the_board_cannot_be_flicked() -> None:
    assert "A" in refused(layout=LAYOUT.moved({A: Away.DITCH}))


def test_a_held_disc_that_does_not_exist_is_refused() -> None:
    assert refused(flick=SideFlick(A, DiscId("Z"), Point(-195.0, 0.0), 0, 1_000))


def test_a_side_flick_with_the_struck_disc_itself_is_refused() -> None:
    assert refused(flick=SideFlick(A, A, Point(-195.0, 0.0), 0, 1_000))


def test_two_discs_with_one_name_are_refused() -> None:
    assert refused(discs=(DISCS[0], DISCS[0]))


def test_a_layout_that_lacks_a_disc_is_refused() -> None:
    assert refused(layout=Layout({A: Point(0.0, 0.0)}))


def test_more_than_thirty_two_discs_are_refused() -> None:
    discs = tuple(Disc(DiscId(f"d{i}"), "penny", None, 1.0, 1.0) for i in range(33))
    layout = Layout({disc.id: Point(5.0 * i - 80.0, 0.0) for i, disc in enumerate(discs)})

    assert "32" in refused(discs=discs, layout=layout, flick=Flick(DiscId("d0"), 0, 100))


def test_thirty_two_discs_are_accepted() -> None:
    discs = tuple(Disc(DiscId(f"d{i}"), "penny", None, 1.0, 1.0) for i in range(32))
    layout = Layout({disc.id: Point(5.0 * i - 80.0, 0.0) for i, disc in enumerate(discs)})

    shot = physics.simulate(replace(ROUND, follow_through_mm=0.0), discs, layout, Flick(DiscId("d0"), 0, 2_000))

    assert len(shot.contacts) >= 5


@pytest.mark.parametrize(
    "corners",
    [
        ((0.0, 0.0), (100.0, 0.0)),
        ((-200.0, -200.0), (-200.0, 200.0), (200.0, 200.0), (200.0, -200.0)),
        ((-200.0, -200.0), (200.0, -200.0), (0.0, 0.0), (200.0, 200.0), (-200.0, 200.0)),
        ((-200.0, -200.0), (200.0, -200.0), (math.nan, 200.0)),
    ],
    ids=["two corners", "clockwise", "a dent", "no number"],
)
def test_an_edge_that_is_no_convex_polygon_is_refused(corners: tuple[tuple[float, float], ...]) -> None:
    polygon = Polygon(tuple(Point(*corner) for corner in corners))

    assert refused(Surface(polygon), layout=Layout({A: Point(-100.0, 50.0), B: Point(-100.0, -50.0)}))


@pytest.mark.parametrize("radius", [0.0, -5.0, math.nan, math.inf])
def test_a_round_edge_needs_a_radius(radius: float) -> None:
    assert refused(Surface(Circle(Point(0.0, 0.0), radius)))


def arrays(count: int = 3) -> tuple[Layouts, Flicks]:
    flicks = Flicks(
        disc=np.zeros(count, dtype=np.int16),
        direction_cdeg=np.zeros(count, dtype=np.int32),
        speed_mm_s=np.full(count, 1_000, dtype=np.int32),
        start_xy=np.full((count, 2), np.nan),
        side=np.zeros(count, dtype=np.bool_),
    )
    return Layouts.of(DISCS, LAYOUT), flicks


def test_a_batch_names_the_value_that_is_wrong() -> None:
    layouts, flicks = arrays()
    flicks.speed_mm_s[2] = 5_200

    with pytest.raises(BadInputError, match="5200"):
        physics.simulate_many(ROUND, DISCS, layouts, flicks)


@pytest.mark.parametrize("wrong", ["disc", "place", "overlap", "count", "start"])
def test_a_batch_is_checked_like_a_single_flick(wrong: str) -> None:
    layouts, flicks = arrays()
    if wrong == "disc":
        flicks.disc[1] = 7
    elif wrong == "place":
        layouts.xy[0, 1] = (np.nan, 0.0)
    elif wrong == "overlap":
        layouts.xy[0, 1] = layouts.xy[0, 0]
    elif wrong == "start":
        flicks.start_xy[1] = (500.0, 0.0)
    else:
        layouts = Layouts(xy=np.repeat(layouts.xy, 2, axis=0), on=np.repeat(layouts.on, 2, axis=0))

    with pytest.raises(BadInputError):
        physics.simulate_many(ROUND, DISCS, layouts, flicks)


def test_bad_input_changes_nothing() -> None:
    before = physics.simulate(ROUND, DISCS, LAYOUT, GOOD)
    layouts, flicks = arrays()
    flicks.speed_mm_s[1] = -3
    copies = layouts.xy.copy(), flicks.speed_mm_s.copy()

    with pytest.raises(BadInputError):
        physics.simulate_many(ROUND, DISCS, layouts, flicks)
    refused(flick=Flick(A, 0, 4_001))

    assert np.array_equal(layouts.xy, copies[0])
    assert np.array_equal(flicks.speed_mm_s, copies[1])
    assert physics.simulate(ROUND, DISCS, LAYOUT, GOOD) == before


def test_a_flick_without_speed_is_refused() -> None:
    assert "0" in refused(flick=Flick(A, 0, 0))

"""Same bits everywhere: directions, rounding, JIT on or off, threads, single or batched."""

from __future__ import annotations

import hashlib
import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from pennyflick.physics import Flicks, Layouts, Outcomes, simulate, simulate_many
from pennyflick.physics.kernels.direction import unit_vector
from pennyflick.physics.kernels.flight import fly_many, rounded
from pennyflick.table import Circle, Disc, DiscId, Flick, Layout, Point, Shot, Surface

PEGS = tuple(
    Circle(Point(101.6 * math.cos(angle), 101.6 * math.sin(angle)), 4.75)
    for angle in (math.pi / 8 + k * math.pi / 4 for k in range(8))
)
BOARD = Surface(
    Circle(Point(0.0, 0.0), 330.2),
    pegs=PEGS,
    hole=Circle(Point(0.0, 0.0), 17.45),
    friction=0.12,
    restitution=0.80,
    peg_restitution=0.62,
)
DISCS = tuple(
    Disc(DiscId(f"D{number}"), "puck", None, 15.875 if number % 3 else 12.95, 5.3 if number % 3 else 7.12)
    for number in range(10)
)
# a touching row, a near-touching pair, a disc against a peg, and some free ones
PLACES = (
    (-200.0, 3.0),
    (-60.0, 0.0),
    (-28.25, 0.0),
    (0.575, 0.0),
    (150.0, 150.0),
    (181.8, 150.0),
    (-150.0, -140.0),
    (0.0, 240.0),
    (40.0, -200.0),
    (114.49, 42.08),
)
LAYOUT = Layout({disc.id: Point(x, y) for disc, (x, y) in zip(DISCS, PLACES, strict=True)})
FLICKS = (
    *(Flick(DISCS[k % 10].id, (k * 7919) % 36_000, 300 + (k * 613) % 3600) for k in range(24)),
    Flick(DISCS[0].id, 35_990, 2500),
    Flick(DISCS[1].id, 0, 1200),
    Flick(DISCS[6].id, 2_000, 3900),
)


def batch(flicks: tuple[Flick, ...], threads: int) -> Outcomes:
    count = len(flicks)
    numbers = {disc.id: number for number, disc in enumerate(DISCS)}
    return simulate_many(
        BOARD,
        DISCS,
        Layouts.of(DISCS, LAYOUT),
        Flicks(
            np.array([numbers[flick.disc] for flick in flicks], np.int16),
            np.array([flick.direction_cdeg for flick in flicks], np.int32),
            np.array([flick.speed_mm_s for flick in flicks], np.int32),
            np.full((count, 2), np.nan),
            np.zeros(count, np.bool_),
        ),
        threads=threads,
        contacts=8,
        track=DISCS[3].id,
    )


def digest(shots: list[Shot]) -> str:
    text = repr([(dict(shot.rest.where), shot.events, shot.paths, shot.finger_work_g_mm2_s2) for shot in shots])
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("direction", [0, 1, 1234, 4500, 4501, 8999, 9000, 17_999, 26_543, 35_999])
def test_a_direction_is_the_unit_vector_to_the_last_bits(direction: int) -> None:
    x, y = unit_vector(direction)
    assert math.isclose(x, math.cos(math.radians(direction / 100)), abs_tol=3e-16)
    assert math.isclose(y, math.sin(math.radians(direction / 100)), abs_tol=3e-16)


def test_every_mirrored_direction_is_the_mirrored_vector_exactly() -> None:
    for direction in range(0, 36_000, 7):
        x, y = unit_vector(direction)
        assert unit_vector((18_000 - direction) % 36_000) == (-x, y)
        assert unit_vector((36_000 - direction) % 36_000) == (x, -y)
        assert unit_vector((45_000 - direction) % 36_000) == (y, x)


def test_rounding_gives_what_six_decimals_of_text_give_back() -> None:
    for step in range(-3000, 3000):
        number = step * 0.1234567890123 + 1e-7 * step
        assert rounded(number) == float(f"{rounded(number):.6f}")
        assert abs(rounded(number) - number) <= 0.5e-6 + 1e-12
        assert rounded(-number) == -rounded(number)
    assert math.copysign(1.0, rounded(-1e-9)) == 1.0


def test_one_or_two_threads_give_the_same_bits() -> None:
    flicks = FLICKS * 20
    one, two = batch(flicks, 1), batch(flicks, 2)
    for name in ("rest_xy", "fate", "fate_s", "contact_discs", "contact_push", "corner_xy", "finger_work_g_mm2_s2"):
        assert getattr(one, name).tobytes() == getattr(two, name).tobytes(), name


def test_a_single_flick_gives_the_same_bits_as_a_batch() -> None:
    many = batch(FLICKS, 1)
    for row, flick in enumerate(FLICKS):
        shot = simulate(BOARD, DISCS, LAYOUT, flick)
        assert len(shot.contacts) == many.contact_count[row]
        assert shot.finger_work_g_mm2_s2 == many.finger_work_g_mm2_s2[row]
        for number, disc in enumerate(DISCS):
            place = shot.rest.where[disc.id]
            assert isinstance(place, Point) == (many.fate[row, number] == 0)
            if isinstance(place, Point):
                assert (place.x_mm, place.y_mm) == tuple(many.rest_xy[row, number])
        for contact, (a, b), push in zip(shot.contacts, many.contact_discs[row], many.contact_push[row], strict=False):
            assert (contact.a, contact.b, contact.push) == (DISCS[a].id, DISCS[b].id, push)


def test_corners_of_the_tracked_disc_are_where_its_pieces_begin_and_where_it_rests() -> None:
    many = batch(FLICKS, 1)
    for row, flick in enumerate(FLICKS):
        shot = simulate(BOARD, DISCS, LAYOUT, flick)
        pieces = shot.paths.get(DISCS[3].id, ())
        count = int(many.corner_count[row])
        if not pieces:  # it never moved, but it lies over the hole and may drop there
            assert count == 1 + (many.fate[row, 3] == 2)
            continue
        corners = many.corner_xy[row, : min(count, 16)]
        assert tuple(corners[0]) == (pieces[0].x_mm, pieces[0].y_mm)
        if count <= 16:
            assert np.allclose(corners[-1], (pieces[-1].end.x_mm, pieces[-1].end.y_mm), atol=1e-6)


@pytest.mark.slow
def test_without_the_compiler_the_bits_are_the_same() -> None:
    program = (
        "import importlib.util, json, sys\n"
        f"spec = importlib.util.spec_from_file_location('bits', {__file__!r})\n"
        "bits = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(bits)\n"
        "shots = [bits.simulate(bits.BOARD, bits.DISCS, bits.LAYOUT, flick) for flick in bits.FLICKS]\n"
        "print(json.dumps(bits.digest(shots)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    shots = [simulate(BOARD, DISCS, LAYOUT, flick) for flick in FLICKS]
    assert json.loads(done.stdout) == digest(shots)


def test_whole_numbers_for_places_do_not_call_for_another_compilation() -> None:
    shot = simulate(
        Surface(Circle(Point(0, 0), 200)),
        (Disc(DiscId("A"), "penny", None, 10, 4),),
        Layout({DiscId("A"): Point(0, 0)}),
        Flick(DiscId("A"), 0, 500),
    )
    assert shot.rest.where[DiscId("A")] == Point(63.710499, 0.0)
    assert len(getattr(fly_many, "signatures", ())) <= 1  # none at all when the compiler is off

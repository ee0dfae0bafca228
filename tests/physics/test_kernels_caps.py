"""Nothing hangs, the finger only pushes, and the compiled code is kept where it belongs."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pennyflick.physics import CapError, prepare, simulate
from pennyflick.physics.kernels import jit
from pennyflick.table import Circle, Disc, DiscId, Flick, Layout, Point, Surface

A, B, C = (Disc(DiscId(name), "penny", None, 10.15, 3.56) for name in "ABC")


def layout(**places: tuple[float, float]) -> Layout:
    return Layout({DiscId(name): Point(*place) for name, place in places.items()})


def test_a_hit_that_comes_too_late_raises_an_error_that_carries_the_flick() -> None:
    ice = Surface(Circle(Point(0.0, 0.0), 1e7), friction=1e-6)
    flick = Flick(A.id, 0, 4000)

    with pytest.raises(CapError) as caught:
        simulate(ice, (A, B), layout(A=(0.0, 0.0), B=(3e6, 0.0)), flick)

    assert caught.value.flick == flick


def test_the_finger_never_slows_the_flicked_disc() -> None:
    """B, thrown back by a peg, hits A at rest near its start: no push, and no work."""
    peg = Circle(Point(60.0, 0.0), 4.75)
    board = Surface(Circle(Point(0.0, 0.0), 200.0), pegs=(peg,), restitution=1.0, peg_restitution=0.9)

    shot = simulate(board, (A, B), layout(A=(0.0, 0.0), B=(21.0, 0.0)), Flick(A.id, 0, 2000))

    assert [contact.push for contact in shot.contacts][:1] == [True]
    assert shot.finger_work_g_mm2_s2 > 0.0
    assert not any(contact.push for contact in shot.contacts[1:])


def test_a_peg_ends_the_follow_through() -> None:
    peg = Circle(Point(16.0, 0.0), 4.75)
    board = Surface(Circle(Point(0.0, 0.0), 200.0), pegs=(peg,))

    shot = simulate(board, (A, B), layout(A=(0.0, 0.0), B=(-21.5, 0.0)), Flick(A.id, 0, 1500))

    assert [contact.push for contact in shot.contacts] == [False]
    assert shot.finger_work_g_mm2_s2 == 0.0


def test_discs_pressed_together_by_friction_slide_on_without_a_flood_of_hits() -> None:
    board = Surface(Circle(Point(0.0, 0.0), 900.0), restitution=0.3, follow_through_mm=0.0)
    for offset in range(1, 20):
        start = layout(A=(0.0, 0.0), B=(20.31, 0.4 * offset), C=(40.7, 0.7 * offset))
        shot = simulate(board, (A, B, C), start, Flick(A.id, 0, 2500))
        assert len(shot.events) < 2000


def test_the_cache_folder_is_named_after_the_sources() -> None:
    assert jit.cache_folder().name == f"kernels-{jit.source_hash()}"


def test_a_cache_that_cannot_be_written_goes_to_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setattr(jit, "_user_cache_folder", lambda: blocked)
    assert blocked not in jit.cache_folder().parents
    assert os.access(jit.cache_folder(), os.W_OK)


def test_importing_physics_does_not_import_numba() -> None:
    program = "import sys, pennyflick.physics; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_prepare_says_when_it_is_ready_and_may_be_called_again() -> None:
    heard: list[tuple[str, float]] = []
    prepare()
    prepare(lambda sentence, share: heard.append((sentence, share)))
    assert all(0.0 <= share <= 1.0 and sentence for sentence, share in heard)


def test_two_moving_discs_on_crossing_courses_never_pass_through_each_other() -> None:
    """A hits B, and both later cross C's course: gaps along the paths stay closed to nothing."""
    board = Surface(Circle(Point(0.0, 0.0), 400.0), follow_through_mm=0.0)
    for direction in range(0, 600, 40):
        start = layout(A=(-100.0, 0.0), B=(-60.0, 8.0), C=(-20.0, -9.0))
        shot = simulate(board, (A, B, C), start, Flick(A.id, direction, 3000))
        for step in range(400):
            instant = shot.duration_s * step / 400
            places = [place for disc in (A, B, C) if (place := shot.position(disc.id, instant)) is not None]
            for number, here in enumerate(places):
                for there in places[:number]:
                    assert math.dist((here.x_mm, here.y_mm), (there.x_mm, there.y_mm)) > 20.3 - 2e-6

"""The same bits everywhere: a thousand pinned shots, single or batched, one thread or two, compiled or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import golden, ours
from pennyflick import physics
from pennyflick.table import Away, Point

ROOT = Path(__file__).parents[2]
SAMPLE = """
from benchmarks import golden
families = golden.golden_scenes()
print(golden.digest(families["pichenotte-mid"][:60] + families["random"][:60:4] + families["black-break"][:1]))
"""


def sample_hash(environment: dict[str, str]) -> str:
    """The hash of some golden shots, by another process."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", SAMPLE],
        env=inherited | environment,
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def own_sample_hash() -> str:
    families = golden.golden_scenes()
    return golden.digest(families["pichenotte-mid"][:60] + families["random"][:60:4] + families["black-break"][:1])


@pytest.mark.slow
def test_the_thousand_golden_shots_are_unchanged() -> None:
    pinned = json.loads(golden.FILE.read_text(encoding="utf-8"))

    assert pinned["physics_version"] == physics.PHYSICS_VERSION
    assert pinned["shots"] == 1_000
    assert golden.record() == pinned


def test_a_changed_bit_changes_the_hash() -> None:
    scene = golden.golden_scenes()["pichenotte-mid"][0]
    shot = physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)
    piece = shot.paths[scene.flick.disc][0]
    nudged = np.nextafter(piece.vx_mm_s, np.inf)

    assert repr(float(nudged)) not in golden.shot_text(shot)
    assert repr(piece.vx_mm_s) in golden.shot_text(shot)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("family", ["pichenotte-mid", "black-break", "black-break-follow"])
def test_a_batch_gives_the_same_bits_as_single_flicks(family: str, threads: int) -> None:
    scenes = golden.golden_scenes()[family]
    first = scenes[0]

    outcomes = physics.simulate_many(first.surface, first.discs, *ours.batch(scenes), threads=threads, contacts=64)

    for row, scene in enumerate(scenes):
        shot = physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)
        names = [disc.id for disc in scene.discs]
        for number, place in enumerate(shot.rest.where.values()):
            if isinstance(place, Point):
                assert outcomes.fate[row, number] == 0
                assert tuple(outcomes.rest_xy[row, number]) == (place.x_mm, place.y_mm)
            else:
                assert place is Away.OFF
                assert outcomes.fate[row, number] == 1
        pairs = [tuple(names[i] for i in pair) for pair in outcomes.contact_discs[row].tolist() if pair[0] >= 0]
        assert pairs == [contact.discs for contact in shot.contacts][:64]
        assert outcomes.contact_count[row] == len(shot.contacts)
        assert outcomes.contact_push[row, : len(pairs)].tolist() == [contact.push for contact in shot.contacts][:64]
        assert outcomes.finger_work_g_mm2_s2[row] == shot.finger_work_g_mm2_s2


@pytest.mark.slow
def test_uncompiled_kernels_give_the_same_bits() -> None:
    assert sample_hash({"NUMBA_DISABLE_JIT": "1"}) == own_sample_hash()


@pytest.mark.slow
def test_freshly_compiled_kernels_give_the_same_bits(tmp_path: Path) -> None:
    fresh = {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}

    compiled, cached = sample_hash(fresh), sample_hash(fresh)

    assert compiled == cached == own_sample_hash()


@pytest.mark.slow
def test_kernels_for_a_processor_without_vectors_of_eight_give_the_same_bits() -> None:
    """The least that every machine of this kind has: compiled for that, and run here."""
    assert sample_hash({"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}) == own_sample_hash()

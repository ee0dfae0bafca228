"""Every bit of a hundred thousand flicks, against digests that are kept, and proof that the digest would notice."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from benchmarks import kernel_cases, soak_kernels
from pennyflick import physics
from pennyflick.table import Away, DiscId, Flick, Layout, Point


@pytest.mark.slow
def test_a_hundred_thousand_flicks_give_the_bits_that_are_kept() -> None:
    kept = json.loads(soak_kernels.FILE.read_text(encoding="utf-8"))

    assert kept["physics_version"] == physics.PHYSICS_VERSION
    assert kept["flicks"] >= 100_000
    assert soak_kernels.record() == kept


def test_a_name_always_means_the_same_flicks_and_another_name_others() -> None:
    assert kernel_cases.digest("3/0") == kernel_cases.digest("3/0")
    assert kernel_cases.digest("3/0") != kernel_cases.digest("4/0")


def test_a_changed_bit_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel_cases.digest("3/0")
    run = kernel_cases._run

    def nudged(batch: kernel_cases.Batch, track: DiscId) -> physics.Outcomes:
        outcomes = run(batch, track)
        outcomes.fate_s[0, 0] = np.nextafter(outcomes.finger_work_g_mm2_s2[0], np.inf)
        return outcomes

    monkeypatch.setattr(kernel_cases, "_run", nudged)
    assert kernel_cases.digest("3/0") != before


def test_mirrored_layouts_bring_exact_ties() -> None:
    batch = next(kernel_cases._ties(random.Random("1/1")))
    names = [disc.id for disc in batch.board.discs]
    tied = 0
    for row in range(0, len(batch.flicks.disc), 50):
        places = zip(names, batch.layouts.on[row].tolist(), batch.layouts.xy[row].tolist(), strict=True)
        layout = Layout({name: Point(*xy) if on else Away.OFF for name, on, xy in places})
        flick = Flick(names[0], 18_000 * (row % 100 // 50), 3_000)
        instants = [
            hit.instant_s for hit in physics.simulate(batch.board.surface, batch.board.discs, layout, flick).contacts
        ]
        tied += len(instants) > len(set(instants))
    assert tied >= 5


def test_full_boards_have_every_place_taken() -> None:
    batch = next(kernel_cases._full(random.Random("1/3")))
    assert len(batch.board.surface.pegs) == 32
    assert batch.layouts.on.sum(axis=1).max() == 32

"""The wander of a visible hand: a closed function, the same bits in Python and in the browser."""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
import statistics
import struct
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.players import VISIBLE_HANDS, let_go
from pennyflick.players.wander import FRAME_MS, LONGEST_INSTANT_MS, MOST_SD, PACE_SD, decision_number, wander
from pennyflick.table import DiscId, Flick

ROOT = Path(__file__).parents[2]
TWIN = ROOT / "src/pennyflick/server/web/static/table/wander.js"
NOTATION = ROOT / "docs/notation.md"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PUCK = DiscId("A1")

numbers = st.integers(0, 2**64 - 1).map("{:016x}".format)
instants = st.integers(0, LONGEST_INSTANT_MS)

_ASK = """
  const bits = new DataView(new ArrayBuffer(8));
  const hex = (x) => (bits.setFloat64(0, x), bits.getBigUint64(0).toString(16).padStart(16, "0"));
  const answers = asked.map(([number, instant, hand, aim]) => {
    const flick = twin.letGo(hand, aim, number, instant);
    return [...twin.wander(number, instant).map(hex), flick.direction_cdeg, flick.speed_mm_s];
  });
"""

Asked = list[list[Any]]


def _by_node(asked: Asked, folder: Path) -> Any:
    shutil.copy(TWIN, folder / "wander.mjs")
    (folder / "asked.json").write_text(json.dumps(asked))
    (folder / "ask.mjs").write_text(
        'import { readFileSync } from "node:fs";\nimport * as twin from "./wander.mjs";\n'
        f'const asked = JSON.parse(readFileSync("{folder}/asked.json", "utf8"));{_ASK}'
        "console.log(JSON.stringify(answers));\n"
    )
    return json.loads(subprocess.run(["node", folder / "ask.mjs"], capture_output=True, check=True).stdout)


def _by_chromium(asked: Asked, folder: Path) -> Any:
    """In a thread of its own: another test of this process may have a browser open already."""
    del folder
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(_in_chromium, asked).result()


def _in_chromium(asked: Asked) -> Any:
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]).new_page()
        page.add_script_tag(type="module", content=f"{TWIN.read_text()}\nglobalThis.twin = {{ wander, letGo }};")
        page.wait_for_function("globalThis.twin")
        return page.evaluate(f"(asked) => {{ const twin = globalThis.twin;{_ASK} return answers; }}", asked)


def javascript() -> Callable[[Asked, Path], Any]:
    """Where the twin runs: node where there is one, a real Chromium otherwise."""
    return _by_node if shutil.which("node") else _by_chromium


def _hex(number: float) -> str:
    return struct.pack(">d", number).hex()


@pytest.mark.slow
def test_python_and_javascript_give_the_same_bits_and_the_same_flicks(tmp_path: Path) -> None:
    dice = random.Random(1)
    asked, due = [], []
    for case in range(10_000):
        number = decision_number(dice.getrandbits(128), case)
        instant = dice.choice((dice.randrange(20_000), dice.randrange(LONGEST_INSTANT_MS + 1)))
        hand = dice.choice(list(VISIBLE_HANDS.values()))
        meant = Flick(PUCK, dice.randrange(36_000), dice.randrange(1, 4_001))
        flick = let_go(hand, meant, number, instant)
        spreads = {"direction_sd_deg": hand.direction_sd_deg, "speed_sd": hand.speed_sd}
        aim = {"direction_cdeg": meant.direction_cdeg, "speed_mm_s": meant.speed_mm_s}
        asked.append([number, instant, spreads, aim])
        due.append([*map(_hex, wander(number, instant)), flick.direction_cdeg, flick.speed_mm_s])

    assert javascript()(asked, tmp_path) == due


@pytest.mark.browser
def test_chromium_gives_the_same_bits_as_well(tmp_path: Path) -> None:
    asked: Asked = [
        [
            "0123456789abcdef",
            instant,
            {"direction_sd_deg": 2.0, "speed_sd": 0.05},
            {"direction_cdeg": 1, "speed_mm_s": 9},
        ]
        for instant in range(0, 5_000, 7)
    ]

    answers = _by_chromium(asked, tmp_path)

    assert [row[:2] for row in answers] == [[*map(_hex, wander(row[0], row[1]))] for row in asked]


def test_the_document_tells_the_values() -> None:
    table = re.findall(r"^\| `([0-9a-f]{16})` \| (\d+) \| (\S+) \| (\S+) \|$", NOTATION.read_text(), re.MULTILINE)

    assert len(table) >= 6
    for number, instant, direction, speed in table:
        assert wander(number, int(instant)) == (float(direction.replace("−", "-")), float(speed.replace("−", "-")))


@given(numbers, instants, st.integers(0, FRAME_MS))
def test_it_is_bounded_in_size_and_in_pace(number: str, instant: int, later: int) -> None:
    now, then = wander(number, instant), wander(number, min(instant + later, LONGEST_INSTANT_MS))

    assert max(map(abs, now)) <= MOST_SD
    assert max(abs(a - b) for a, b in zip(now, then, strict=True)) <= PACE_SD


def test_a_good_hand_turns_by_less_than_a_degree_in_a_frame() -> None:
    assert VISIBLE_HANDS["good"].direction_sd_at(1_000) * PACE_SD < 0.8
    assert VISIBLE_HANDS["good"].direction_sd_at(4_000) * PACE_SD < 1.02


def test_it_has_no_jumps_where_one_piece_ends_and_the_next_begins() -> None:
    number = decision_number(7, 1)
    path = [wander(number, instant)[0] for instant in range(5_000)]
    steps = [b - a for a, b in itertools.pairwise(path)]

    assert max(map(abs, steps)) <= PACE_SD / FRAME_MS
    assert max(abs(b - a) for a, b in itertools.pairwise(steps)) < 0.0004


def test_over_long_times_its_mean_is_0_its_spread_1_and_the_two_offsets_go_their_own_ways() -> None:
    dice = random.Random(2)
    seen = [wander(decision_number(3, action), dice.randrange(10**7)) for action in range(200) for _ in range(100)]
    direction, speed = zip(*seen, strict=True)

    for offsets in (direction, speed):
        assert statistics.fmean(offsets) == pytest.approx(0.0, abs=0.03)
        assert statistics.pstdev(offsets) == pytest.approx(1.0, abs=0.03)
    assert statistics.correlation(direction, speed) == pytest.approx(0.0, abs=0.03)


@pytest.mark.slow
def test_the_aim_comes_by_within_the_next_two_seconds() -> None:
    for action in range(300):
        path = [wander(decision_number(4, action), instant)[0] for instant in range(0, 2_000, 20)]
        assert min(path) < 0.0 < max(path)


def test_each_decision_wanders_its_own_way_and_its_number_tells_no_other() -> None:
    found = {decision_number(seed, action) for seed in range(50) for action in range(50)}

    assert len(found) == 2_500
    assert all(re.fullmatch(r"[0-9a-f]{16}", number) for number in found)


@given(numbers, instants, st.sampled_from(list(VISIBLE_HANDS)), st.integers(0, 35_999), st.integers(1, 4_000))
def test_a_flick_let_go_is_one_that_a_record_can_hold(
    number: str, instant: int, size: str, direction: int, speed: int
) -> None:
    actual = let_go(VISIBLE_HANDS[size], Flick(PUCK, direction, speed), number, instant)

    assert 0 <= actual.direction_cdeg < 36_000
    assert 1 <= actual.speed_mm_s <= 4_000

"""The table is light, quick to draw, and moves smoothly."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.test_wander import begin

pytestmark = [pytest.mark.browser, pytest.mark.alone]

FRAME_MS = 17.0  # within which 95 % of the frames come
LONGEST_MS = 100.0
RUNS = 8  # at the most: others may be at work on the machine

FRAMES = """() => new Promise(resolve => {
    const gaps = []; let last = null;
    document.getElementById("again").click();
    const began = performance.now();
    const tick = now => {
        if (last !== null) gaps.push(now - last);
        last = now;
        const skip = document.getElementById("skip");
        if (now - began > 300 && skip.hidden) resolve(gaps); else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
})"""

GAPS = """count => new Promise(resolve => {
    const gaps = []; let last = null;
    const tick = now => {
        if (last !== null) gaps.push(now - last);
        last = now;
        if (gaps.length === count) resolve(gaps); else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
})"""


def test_the_table_is_small_and_soon_there(moving_person: Any, record_property: Any) -> None:
    person = moving_person
    person.start("Penny Black", seating="screen")
    address = person.page.url
    cdp = person.page.context.new_cdp_session(person.page)
    cdp.send("Network.enable")
    cdp.send("Network.clearBrowserCache")
    person.page.goto(address, wait_until="load")
    person.page.wait_for_selector("#fire")
    size = person.page.evaluate(
        "() => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        ".reduce((sum, each) => sum + each.transferSize, 0)"
    )
    painted = person.page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")

    record_property("transferred_kB", round(size / 1000, 1))
    record_property("first_board_ms", round(painted))
    assert size < 150_000
    assert painted < 1_000


def test_a_break_of_twenty_discs_moves_smoothly(moving_person: Any, record_property: Any) -> None:
    person = moving_person
    person.start("Penny Black", seating="screen")
    person.my_turn()
    person.act(speed=3000)
    person.my_turn()
    shot = person.page.request.get(person.page.url + "/snapshot.json").json()["last"]["shot"]
    assert len(shot["paths"]) == 20
    best = _smoothest(lambda: person.page.evaluate(FRAMES))

    record_property("frames_ms", {"95 %": _late(best), "longest": best[-1], "count": len(best)})
    assert len(best) > 20 * shot["duration_s"]
    assert _late(best) <= FRAME_MS
    assert best[-1] <= LONGEST_MS


def test_a_hand_wanders_smoothly(moving_person: Any, record_property: Any) -> None:
    page = begin(moving_person, "penny-black")  # twenty discs, and a region to start from
    page.keyboard.press("t")
    best = _smoothest(lambda: page.evaluate(GAPS, 120))

    record_property("wander_frames_ms", {"95 %": _late(best), "longest": best[-1], "count": len(best)})
    assert _late(best) <= FRAME_MS


def _smoothest(run: Callable[[], list[float]]) -> list[float]:
    """The gaps between the frames of the first run that is smooth, or of the best one, sorted."""
    runs: list[list[float]] = []
    while len(runs) < RUNS and not (runs and _is_smooth(runs[-1])):
        runs.append(sorted(run()))
    return min(runs, key=lambda gaps: (_late(gaps), gaps[-1]))


def _is_smooth(gaps: list[float]) -> bool:
    return _late(gaps) <= FRAME_MS and gaps[-1] <= LONGEST_MS


def _late(gaps: list[float]) -> float:
    return gaps[int(len(gaps) * 0.95)]

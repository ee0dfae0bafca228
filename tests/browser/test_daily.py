"""A flick a day in a real browser: three tries by real gestures, the line to paste, and everybody's flick."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from pennyflick.lessons.daily import asked_on, begun_on, days
from pennyflick.lessons.trying import parsed
from pennyflick.server.pages.games import title
from pennyflick.table import Flick
from tests.browser.conftest import Person, ServedHere, Somebody, served_here

pytestmark = pytest.mark.browser

DAY = next(date(2026, 11, 18) + timedelta(days=at) for at, day in enumerate(days()) if day.game == "penny-blue")
GHOSTS = "() => document.querySelectorAll('#board .flick-ghost').length"
MINE = "() => document.querySelectorAll('#board .flick-ghost.mine').length"


class Clock:
    """Noon of the day, and a little later whenever somebody looks."""

    def __init__(self) -> None:
        self.now = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def dated(tmp_path: Path, clock: Clock) -> Iterator[ServedHere]:
    with served_here(tmp_path, clock=clock) as server:
        yield server


def the_flick() -> Flick:
    day = asked_on(DAY)
    flick = parsed(begun_on(day), day.flick)
    assert isinstance(flick, Flick)
    return flick


def next_try(person: Person) -> None:
    """From the page, or from the try before, to the table of the next try."""
    before = person.page.url
    person.page.get_by_role("button", name=re.compile(r"Try \d of 3")).click()
    person.page.wait_for_url(lambda url: url != before)
    assert person.my_turn()


def see_it(person: Person) -> str:
    """Waits until the try is told; what the band says."""
    person.page.wait_for_selector("#task-onward :is(a, button)")
    return person.page.inner_text("#task p")


def by_pull(person: Person) -> None:
    flick = the_flick()
    person.pull(flick.disc, flick.direction_cdeg / 100, flick.speed_mm_s)


def by_keys(person: Person) -> None:
    person.page.focus("#board")
    person.page.keyboard.press("t")
    person.page.keyboard.press("Enter")


def by_clicks(person: Person) -> None:
    flick = the_flick()
    person.act(flick.direction_cdeg / 100, flick.speed_mm_s)


Way = Callable[[Person], None]


def tries(person: Person, *ways: Way) -> None:
    """One after the other, each as this says, from the page of the day."""
    person.open(f"/daily/{DAY}")
    for way in ways:
        next_try(person)
        way(person)
        see_it(person)


def test_three_tries_by_pulls_then_the_line_to_paste_and_the_ghosts(somebody: Somebody, dated: ServedHere) -> None:
    ann = somebody(served=dated, reduced_motion="no-preference", permissions=["clipboard-read", "clipboard-write"])
    ann.open("/")
    ann.page.get_by_role("link", name="A flick a day").click()
    assert asked_on(DAY).task in ann.page.inner_text("main")
    assert ann.axe() == []

    marks = ""
    for number in (1, 2, 3):
        next_try(ann)
        assert ann.page.inner_text("#task .which") == f"{number} of 3"
        by_pull(ann)
        said = see_it(ann)
        marks += said[-1]
        assert said.endswith(marks), "the signs of the tries so far"
    assert set(marks) <= set("●◐○")

    ann.page.get_by_role("link", name="Everybody's flick").click()
    ann.page.wait_for_function(GHOSTS)
    assert ann.page.inner_text("#ghosts-say").startswith("3 flicks of one person;")
    line = ann.page.inner_text("#line")
    assert re.fullmatch(
        rf"pennyflick \d+ · {title(asked_on(DAY).game)} {marks}( [\d.]+ mm to spare)? · streak 1 · http://\S+/daily/{DAY}",
        line,
    )
    ann.page.get_by_role("button", name="Copy the result").click()
    ann.page.wait_for_function("() => document.getElementById('copied').textContent === 'Copied.'")
    assert ann.page.evaluate("() => navigator.clipboard.readText()") == line
    assert not ann.page.get_by_role("button", name=re.compile("Try")).count()
    assert ann.axe() == []
    ann.open("/")
    assert f"{marks} 3 of 3 · streak 1" in ann.page.inner_text(".daily-card")


def test_another_person_plays_by_keys_and_clicks_on_a_phone_and_sees_the_ghosts_of_the_first(
    somebody: Somebody, dated: ServedHere
) -> None:
    tries(somebody(served=dated), by_clicks, by_clicks, by_clicks)
    bob = somebody(served=dated, viewport={"width": 390, "height": 844}, has_touch=True)
    bob.open(f"/daily/{DAY}")  # by the link that was pasted
    assert not bob.page.locator("#everybody").count()
    button = bob.page.get_by_role("button", name="Try 1 of 3")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844, "what begins it is in sight"
    tries(bob, by_keys, by_clicks, by_clicks)
    bob.page.get_by_role("link", name="Everybody's flick").click()

    bob.page.wait_for_function(GHOSTS)
    assert bob.page.inner_text("#ghosts-say").startswith("6 flicks of 2 people;")
    assert 3 <= bob.page.evaluate(MINE) < bob.page.evaluate(GHOSTS)
    assert bob.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert bob.axe() == []


def test_a_tab_that_is_closed_costs_the_try_all_the_same(somebody: Somebody, dated: ServedHere) -> None:
    cid = somebody(served=dated)
    cid.open("/daily")
    next_try(cid)
    cid.page.route("**/tried", lambda route: route.abort())
    by_clicks(cid)
    cid.open("/daily")

    assert cid.page.get_by_role("button", name="Try 2 of 3").is_visible()
    assert cid.page.locator(".tries .grade").first.inner_text() in "●◐○"


def test_ghosts_move_and_end_where_the_shots_ended(somebody: Somebody, dated: ServedHere) -> None:
    dora = somebody(served=dated, reduced_motion="no-preference")
    places = (
        """() => [...document.querySelectorAll('#board .flick-ghost')].map((each) => each.getAttribute('cx')).join()"""
    )
    tries(dora, by_clicks, by_clicks, by_clicks)
    dora.page.get_by_role("link", name="Everybody's flick").click()
    dora.page.wait_for_function(GHOSTS)
    first = dora.page.evaluate(places)
    dora.page.wait_for_function(f"first => ({places})() !== first", arg=first)
    told = dora.page.request.get(f"{dated.address}/daily/{DAY}/flicks.json").json()
    longest = max(ghost["duration_s"] for ghost in told["ghosts"])
    dora.page.wait_for_timeout(1000 * longest + 500)

    ended = dora.page.evaluate(places)
    dora.page.emulate_media(reduced_motion="reduce")
    dora.page.click("#run-ghosts")  # at once where they end
    assert dora.page.evaluate(places) == ended


def test_the_day_after_it_is_practice_and_all_may_see_it(somebody: Somebody, dated: ServedHere, clock: Clock) -> None:
    tries(somebody(served=dated), by_clicks)
    eve = somebody(served=dated)
    clock.now += timedelta(days=1)
    eve.open(f"/daily/{DAY}")

    eve.page.wait_for_function(GHOSTS)
    assert "You did not flick on that day." in eve.page.inner_text("main")
    assert eve.axe() == []
    eve.page.get_by_role("button", name="Try it for practice").click()
    assert eve.my_turn()
    assert eve.page.inner_text("#task .which") == "Practice"
    by_clicks(eve)
    see_it(eve)
    assert eve.page.get_by_role("button", name="Once more").is_visible()

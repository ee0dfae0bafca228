"""Time between two browsers: whose clock runs, claims, an agreed end, and a match by post that one comes back to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.browser.conftest import Person, Somebody, served_here

pytestmark = pytest.mark.browser
DAY = timedelta(days=1)


class Later:
    """The real clock, some time ahead of it."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


LATER = Later()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served_here(tmp_path_factory.mktemp("data"), clock=LATER) as serving:
        yield serving


@pytest.fixture
def people(somebody: Somebody) -> tuple[Person, Person]:
    """Ann and Bob, each in a browser of their own; Bob's is a phone."""
    return somebody(), somebody(viewport={"width": 390, "height": 664}, has_touch=True)


def _together(ann: Person, bob: Person, time: str) -> str:
    """A table at which Ann starts and Bob sits opposite; its address."""
    ann.start("Penny Black", seating="friend", time=time, starter="one", name__one="Ann")
    bob.page.goto(ann.page.locator("input.address").input_value())
    bob.page.fill('[name="name"]', "Bob")
    bob.page.select_option('[name="hand"]', "exact")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.page.wait_for_selector("#board svg")
    assert ann.my_turn()
    return bob.page.url


def test_when_time_has_passed_the_other_may_wait_on_or_claim(people: tuple[Person, Person]) -> None:
    ann, bob = people
    _together(ann, bob, "30s")
    bob.page.wait_for_selector("#clock-one", state="visible")
    assert not bob.page.locator("#claiming").is_visible()
    LATER.ahead += timedelta(seconds=26)
    bob.page.reload()
    bob.page.wait_for_function("() => document.querySelector('#clock-one').textContent.endsWith('s left')")
    assert bob.page.locator("#clock-one.urgent").count() == 1
    found = bob.axe()
    bob.page.wait_for_selector("#claiming", state="visible")
    found += bob.axe()
    assert bob.page.inner_text("#clock-one") == "late"
    assert not ann.page.locator("#claiming").is_visible()
    bob.page.click("#wait-on")
    bob.page.wait_for_selector("#claiming", state="hidden")
    bob.page.reload()
    bob.page.click("#claim")

    bob.page.wait_for_selector("#over", state="visible")
    ann.page.wait_for_selector("#over", state="visible")
    assert bob.page.inner_text("#over-title") == "You win the match on time"
    assert "did not act in time" in ann.page.inner_text("#result")
    assert not bob.page.locator("#clock-one").is_visible()
    assert found + ann.axe() == []


def test_a_match_ends_when_both_agree_and_not_before(people: tuple[Person, Person]) -> None:
    ann, bob = people
    _together(ann, bob, "none")
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.locator("summary", has_text="This match").click()
    assert ann.page.inner_text("#abandon") == "Offer to end"
    ann.page.click("#abandon")
    bob.page.wait_for_selector("#wishing", state="visible")
    assert bob.page.inner_text("#offer") == "Ann offers to end the match without a result."
    ann.page.click("#withdraw")
    bob.page.wait_for_selector("#wishing", state="hidden")
    ann.page.click("#abandon")
    bob.page.wait_for_selector("#wishing", state="visible")
    found = bob.axe() + ann.axe()
    assert not bob.is_over
    bob.page.click("#agree")

    for each in people:
        each.page.wait_for_selector("#over", state="visible")
        assert each.page.inner_text("#result") == "All agreed to end it without a result."
    assert found == []


def test_by_post_one_sees_what_happened_since_one_was_last_there(people: tuple[Person, Person]) -> None:
    ann, bob = people
    address = _together(ann, bob, "3d")
    bob.page.wait_for_function("() => document.querySelector('#whose').textContent.startsWith('Ann to play')")
    bob.page.goto("about:blank")
    ann.act(direction=45.0, speed=300)
    LATER.ahead += 2 * DAY
    ann.page.goto("about:blank")
    seen: list[str] = []
    bob.page.expose_function("heard", lambda said: seen.append(said))  # noqa: PLW0108 - playwright marks what it is given
    bob.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            const line = document.getElementById("whose");
            if (line) new MutationObserver(() => heard(line.textContent)).observe(line, { childList: true });
        });"""
    )
    bob.page.goto(address)

    assert bob.my_turn()
    assert bob.version() == 1
    assert seen[0] == "Since you were last here…"
    assert "Ann is aiming…" in seen
    assert "The match is over." not in seen
    bob.page.reload()
    assert bob.my_turn()
    assert seen[-1] == "Your turn:"
    assert seen.count("Since you were last here…") == 1, "what was seen is not shown again"


def test_much_that_was_missed_can_be_skipped_at_once(people: tuple[Person, Person]) -> None:
    ann, bob = people
    address = _together(ann, bob, "none")
    for version in range(1, 5):
        acting = ann if "one" in ann.position()["now"]["act"]["seats"] else bob
        assert acting.my_turn()
        acting.act(direction=45.0, speed=300)
        for each in people:
            each.page.wait_for_function(
                "version => document.querySelectorAll('#history > li').length === version", arg=version
            )
    ann.page.evaluate("match => localStorage.setItem('pennyflick-seen', JSON.stringify({ [match]: 1 }))", _id(address))
    ann.page.reload()
    ann.page.wait_for_selector("#leap", state="visible")
    assert ann.version() < 4
    assert not ann.is_over
    ann.page.click("#leap")
    ann.page.wait_for_function("() => document.querySelectorAll('#history > li').length === 4")
    ann.page.wait_for_function("() => / to play:|Your turn:/.test(document.querySelector('#whose').textContent)")


def _id(address: str) -> str:
    return address.rpartition("/")[2]


def test_a_list_has_ones_own_turn_first(people: tuple[Person, Person]) -> None:
    ann, bob = people
    waiting = _together(ann, bob, "1d")
    ann.start("Penny Blue", seating="screen")
    mine = ann.page.url
    ann.open(waiting.removeprefix(ann.server.address))
    assert ann.my_turn()
    ann.act(direction=45.0, speed=300)
    ann.page.wait_for_function("() => document.querySelector('#whose').textContent.startsWith('Bob to play')")

    for path in ("/", "/matches"):
        ann.open(path)
        links = ann.page.locator(".matches a.primary")
        assert [links.nth(each).get_attribute("href") for each in range(2)] == [
            address.removeprefix(ann.server.address) for address in (mine, waiting)
        ]
        assert ann.page.locator(".matches li").first.locator(".yours").inner_text() == "Your turn"
        left = ann.page.locator(".matches li").nth(1).inner_text()
        assert "1 day left" in left or "23 hours left" in left  # a page may take longer than the shot and the grace
    bob.open("/")
    assert bob.page.locator(".matches li").first.locator(".yours").count() == 1
    assert ann.axe() + bob.axe() == []

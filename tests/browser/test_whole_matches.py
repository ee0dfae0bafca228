"""Whole matches of every game with keys alone and with clicks alone, at one screen, with reduced motion."""

import math
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

GAMES = ["Penny Black", "Penny Blue", "Penny Red", "Penny Green", "Pichenotte"]
MOST = 120  # decisions
TO_SCREEN = """([x, y]) => {
    const point = new DOMPoint(x, y).matrixTransform(document.querySelector("#board g.table").getScreenCTM());
    return [point.x, point.y];
}"""
CLEAR_MM = 25.0
LYING = """() => [...document.querySelectorAll("#board [data-disc]:not([hidden], .away)")].map((disc) => {
    const { e, f } = disc.transform.baseVal.getItem(0).matrix;
    return [e, f];
})"""
CHOSEN = """() => {
    const { cx, cy } = document.querySelector("#board .pick.chosen");
    return [cx.baseVal.value, cy.baseVal.value];
}"""


def play(person: Any, game: str, answer: Callable[[Any, int], None]) -> None:
    """At one screen, so that every decision is a person's, until the match is over."""
    person.start(game, seating="screen", option__turn_limit="1")
    for number in range(MOST):
        if not person.my_turn():
            assert person.page.inner_text("#result")
            return
        before = person.version()
        answer(person.page, number)
        person.page.wait_for_function(
            "before => document.querySelectorAll('#history > li').length > before "
            "|| document.getElementById('keeping').classList.contains('refused')",
            arg=before,
        )
    raise AssertionError("the match did not end")


def is_flick(page: Any) -> bool:
    return bool(page.locator("#fire").count()) and page.inner_text("#fire") in {"Flick", "Side-flick"}


def with_keys(page: Any, number: int) -> None:
    """The arrows aim, Enter flicks; Enter takes a placement as it lies, or the first choice."""
    if not page.locator("#fire").count():
        page.focus("[data-choose]")
        page.keyboard.press("Enter")
        return
    page.focus("#board")
    if is_flick(page):
        page.keyboard.press("ArrowLeft" if number % 2 else "ArrowRight")
        for _ in range(3 + number % 9):
            page.keyboard.press("ArrowUp" if number % 3 else "ArrowDown")
    page.keyboard.press("Enter")


def with_clicks(page: Any, number: int) -> None:
    """A click on the board aims, a click on the button flicks, places or chooses."""
    if is_flick(page):
        page.mouse.click(*aimed_at(page, number))
    page.click("#fire" if page.locator("#fire").count() else "[data-choose]")


def aimed_at(page: Any, number: int) -> tuple[float, float]:
    """Clear ground near the disc in the hand, towards the middle if it can be: a click on a disc may take that one."""
    x, y = page.evaluate(CHOSEN)
    straight = math.atan2(-y, -x) if math.hypot(x, y) > 20 else 0.7 * number
    angles = [straight + turn * 0.15 for turn in (number % 5 - 2, 0, 1, -1, 2, -2, 3, -3, 4, -4)]
    if page.inner_text("#fire") == "Side-flick":
        angles = [inwards(page, x, y)]  # straight onto the board
    places = [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles for far in (60.0, 40.0, 90.0)]
    lying = page.evaluate(LYING)
    clear = next((at for at in places if all(math.dist(at, other) > CLEAR_MM for other in lying)), places[0])
    found = page.evaluate(TO_SCREEN, list(clear))
    return found[0], found[1]


def inwards(page: Any, x: float, y: float) -> float:
    """The direction of the side of the edge that is nearest."""
    edge = page.request.get(page.url + "/snapshot.json").json()["match"]["edge"]
    sides = zip(edge, [*edge[1:], edge[0]], strict=True)
    ways = []
    for (ax, ay), (bx, by) in sides:
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / length, (bx - ax) / length
        depth = (x - ax) * nx + (y - ay) * ny
        ways.append((abs(depth), math.atan2(ny, nx)))
    return min(ways)[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_can_be_played_with_keys_alone(person: Any, game: str) -> None:
    play(person, game, with_keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_can_be_played_with_clicks_alone(person: Any, game: str) -> None:
    play(person, game, with_clicks)

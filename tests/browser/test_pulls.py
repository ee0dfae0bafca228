"""What a pull does in every game, with a mouse and with a finger."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import SEEN, Person, looked_at

pytestmark = pytest.mark.browser

PITCH = """phase=Attack(side=one) turns=1-0 green@-60,0
A1@-120,0 A2@-160,-60 A3@-160,60 A4@-200,-120 A5@-200,120 A6@-390,0
B1@150,40 B2@150,-40 B3@200,90 B4@200,-90 B5@260,150 B6@385,0"""
# game, a position in which One flicks, the disc in the hand, and another one to press where there is one
READY = [
    pytest.param("penny-black", "shooter_from=where-it-lies shooter@20,95", "shooter", "", id="penny-black"),
    pytest.param("penny-blue", "turns=1-1 A1@-40,20 blue@-90,0", "A1", "A2", id="penny-blue"),
    pytest.param(
        "penny-red",
        "phase=open-play turns=1-1 red@-90,-40 A1@-60,40 A2@-150,60 B1@corner-two-1 B2@corner-two-2",
        "A1",
        "A2",
        id="penny-red",
    ),
    pytest.param("penny-green", PITCH, "A1", "A4", id="penny-green"),
    pytest.param("pichenotte", "shots=2 A1@60,20 B1@0,-130", "A2", "", id="pichenotte"),
]
PIXELS_A_MM = """() => {
    const { a, b } = document.querySelector("#board g.table").getScreenCTM();
    return Math.hypot(a, b);
}"""
READIES = ("game", "position", "disc", "other")


class Mouse:
    """Pulls with the mouse."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y, steps=8)
        self.page.wait_for_timeout(80)

    def lift(self) -> None:
        self.page.mouse.up()


class Finger:
    """Pulls with a finger."""

    def __init__(self, page: Any) -> None:
        self.page, self.at = page, (0.0, 0.0)
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def press(self, x: float, y: float) -> None:
        self.at = (x, y)
        self._send("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        (from_x, from_y), self.at = self.at, (x, y)
        for step in range(1, 9):
            self._send("touchMove", (from_x + (x - from_x) * step / 8, from_y + (y - from_y) * step / 8))
            self.page.wait_for_timeout(15)
        self.page.wait_for_timeout(80)

    def lift(self) -> None:
        self._send("touchEnd")


@pytest.fixture(params=["mouse", "finger"])
def player(request: Any, browser: Any, server: Any) -> Iterator[Any]:
    """Somebody at a laptop or at a phone, and what they point with."""
    touch = request.param == "finger"
    viewport = {"width": 390, "height": 844} if touch else {"width": 1280, "height": 860}
    context = browser.new_context(viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
    somebody = Person(context.new_page(), server)
    somebody.page.add_init_script("localStorage.setItem('pennyflick-finger', 'off')")  # the card was answered before
    yield somebody, Finger if touch else Mouse
    context.close()
    assert somebody.problems == []


def ready(player: Any, game: str, position: str) -> Any:
    person, pointer = player
    person.set_up(game, position)
    assert person.my_turn()
    person.page.wait_for_timeout(200)  # a puck is put on its line first
    return person, person.page, pointer(person.page)


def seen(page: Any, disc: str) -> tuple[float, float]:
    x, y, _, _ = page.evaluate(SEEN, [disc, 0])
    return x, y


def waits(page: Any) -> bool:
    return page.locator("#fire").is_disabled() and "Aim first" in page.inner_text("#power")


@pytest.mark.parametrize(READIES, looked_at(READY, 1, 3, 4))
def test_nothing_is_aimed_at_first_a_pull_flicks_and_only_its_speed_is_remembered(
    player: Any, game: str, position: str, disc: str, other: str
) -> None:
    person, page, pointer = ready(player, game, position)
    assert waits(page)
    assert page.locator(".aim-line").count() == 0
    page.locator("#fire").click(force=True)
    page.wait_for_timeout(150)
    assert person.version() == 0
    assert "Aim first" in page.inner_text("#keeping")
    x, y = seen(page, disc)
    pointer.press(x, y)
    pointer.move(x + 12, y + 34)
    assert page.locator(".aim-line").count() == 1
    assert "%" in page.inner_text("#readout")
    pointer.lift()
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    answer = person.position()["last"]["answer"]
    assert answer["disc"] == disc
    assert person.my_turn()

    if page.locator("#power").count():  # and not a placement, or a choice
        assert waits(page)
        assert page.input_value("#aim-speed") == str(answer["speed_mm_s"])


@pytest.mark.parametrize(READIES, looked_at([each for each in READY if each.values[3]], 1, 2))
def test_the_disc_that_is_pressed_is_flicked(player: Any, game: str, position: str, disc: str, other: str) -> None:
    person, page, pointer = ready(player, game, position)
    x, y = seen(page, other)
    pointer.press(x, y)
    pointer.move(x + 10, y + 40)
    assert page.input_value("#aim-disc") == other
    pointer.lift()

    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    assert person.position()["last"]["answer"]["disc"] == other


@pytest.mark.parametrize(READIES, looked_at(READY, 0, 2))
def test_a_pull_that_is_taken_back_says_so_and_flicks_nothing(
    player: Any, game: str, position: str, disc: str, other: str
) -> None:
    person, page, pointer = ready(player, game, position)
    x, y = seen(page, disc)
    pointer.press(x, y)
    pointer.move(x, y + 60)
    pointer.move(x + 1, y + 1)
    pointer.lift()

    page.wait_for_function("() => document.getElementById('keeping').textContent.includes('Taken back')")
    page.wait_for_timeout(200)
    assert person.version() == 0
    assert waits(page)


@pytest.mark.parametrize(READIES, looked_at(READY, 3, 4))
def test_a_pull_may_leave_the_board_and_the_window(
    player: Any, game: str, position: str, disc: str, other: str
) -> None:
    person, page, pointer = ready(player, game, position)
    x, y = seen(page, disc)
    high = page.viewport_size["height"]
    pointer.press(x, y)
    pointer.move(x, high - 2)
    pointer.move(x, high + 60)
    pointer.lift()

    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    answer = person.position()["last"]["answer"]
    assert answer["speed_mm_s"] == 4000
    assert answer["disc"] == disc


@pytest.mark.parametrize(READIES, looked_at(READY, 0, 4))
def test_a_coin_under_24_pixels_is_magnified_while_it_is_aimed_and_a_larger_one_is_not(
    player: Any, game: str, position: str, disc: str, other: str
) -> None:
    person, page, pointer = ready(player, game, position)
    radii = {each["id"]: each["radius_mm"] for each in person.position()["match"]["discs"]}
    wide = 2 * radii[disc] * page.evaluate(PIXELS_A_MM)
    x, y = seen(page, disc)
    pointer.press(x, y)
    pointer.move(x, y + 40)

    magnified = page.locator(".magnified")
    assert magnified.count() == (wide < 24)
    assert not magnified.count() or magnified.bounding_box()["width"] >= 24
    pointer.lift()


@pytest.mark.parametrize(READIES, looked_at(READY, 0, 4))
def test_one_pixel_of_a_held_pull_turns_little_and_changes_the_speed_little(
    player: Any, game: str, position: str, disc: str, other: str
) -> None:
    _, page, pointer = ready(player, game, position)
    x, y = seen(page, disc)
    pointer.press(x, y)
    for far in (30, 80, 139, 200):
        pointer.move(x + 3, y + far)
        before = float(page.input_value("#aim-direction")), int(page.input_value("#aim-speed"))
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            pointer.move(x + 3 + dx, y + far + dy)
            after = float(page.input_value("#aim-direction")), int(page.input_value("#aim-speed"))
            steps = abs(dx) + abs(dy)
            assert abs((after[0] - before[0] + 180) % 360 - 180) <= 0.3 * steps + 0.02
            assert abs(after[1] - before[1]) <= 0.025 * steps * before[1] + 1.5
            pointer.move(x + 3, y + far)
            before = float(page.input_value("#aim-direction")), int(page.input_value("#aim-speed"))
    pointer.move(x, y)
    pointer.lift()

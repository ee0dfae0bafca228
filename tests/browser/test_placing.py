"""Discs put down by hand: they snap, the page says why, and what it allowed is never refused."""

import itertools
import json
import math
import random
from typing import Any

import pytest

from tests.browser.conftest import Person, looked_at

pytestmark = pytest.mark.browser

RADIUS_MM = 10.15  # of a penny
TO_SCREEN = """([x, y]) => {
    const point = new DOMPoint(x, y).matrixTransform(document.querySelector("#board g.table").getScreenCTM());
    return [point.x, point.y];
}"""
SPOTS = """() => [...document.querySelectorAll(".regions circle")].map(({ cx, cy }) => [
    cx.baseVal.value, cy.baseVal.value
])"""
LIES = """disc => {
    const { e, f } = document.querySelector(`[data-disc="${disc}"]`).transform.baseVal.getItem(0).matrix;
    return [e, f];
}"""


def on_screen(page: Any, point: tuple[float, float]) -> tuple[float, float]:
    x, y = page.evaluate(TO_SCREEN, list(point))
    return x, y


def lies(page: Any, disc: str) -> tuple[float, float]:
    x, y = page.evaluate(LIES, disc)
    return x, y


def said(page: Any, words: str) -> None:
    page.wait_for_function("words => document.getElementById('keeping').textContent.includes(words)", arg=words)


def setting_up(person: Any) -> Any:
    """One is about to set up at Penny Green."""
    person.start("Penny Green", seating="screen", starter="one")
    assert person.my_turn()
    return person.page


def drag(page: Any, disc: str, to: tuple[float, float]) -> None:
    """With the mouse: the disc is taken hold of at its centre and let go there."""
    page.mouse.move(*on_screen(page, lies(page, disc)))
    page.mouse.down()
    page.mouse.move(*on_screen(page, to), steps=3)
    page.mouse.up()


def put_down(person: Any) -> dict[str, Any]:
    """Takes the placement; it is accepted."""
    before = person.version()
    person.page.click("#fire")
    person.page.wait_for_function("before => document.querySelectorAll('#history > li').length > before", arg=before)
    return dict(person.position()["layout"])


def nearest_two_mm(layout: dict[str, Any], side: str = "A") -> float:
    points = [place for disc, place in layout.items() if disc.startswith(side)]
    return min(math.dist(one, two) for one, two in itertools.combinations(points, 2))


def test_penny_green_opens_with_its_formation_laid_and_one_button_takes_it(person: Any) -> None:
    page = setting_up(person)
    assert page.inner_text("#fire") == "Take this formation"
    suggested = person.position()["now"]["decision"]["asks"][0]["suggested"]
    assert {disc: list(map(round, lies(page, disc))) for disc in suggested} == {
        disc: list(map(round, point)) for disc, point in suggested.items()
    }

    layout = put_down(person)

    assert {disc: layout[disc] for disc in suggested} == suggested


def test_a_disc_that_is_being_placed_is_not_in_the_tray_as_well(person: Any) -> None:
    page = setting_up(person)

    assert page.locator('#tray [data-lies~="A1"]').count() == 0
    assert page.locator('#tray [data-lies~="B1"]').count() == 1
    assert " mm" in page.locator('[data-disc="A1"]').get_attribute("aria-label")


def test_a_disc_dropped_on_another_goes_beside_it_and_the_page_says_why(person: Any) -> None:
    page = setting_up(person)
    drag(page, "A3", lies(page, "A2"))
    said(page, "A3 goes to the nearest legal place: A2 is in the way (GRN-20)")

    assert page.inner_text("#fire") == "Put them here"
    assert math.dist(lies(page, "A3"), lies(page, "A2")) >= 4 * RADIUS_MM - 0.01
    drag(page, "A3", (-300.0, 150.0))
    page.wait_for_function("() => !document.getElementById('keeping').textContent")  # nothing was in the way this time
    assert nearest_two_mm(put_down(person)) >= 4 * RADIUS_MM - 0.01


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_dragged_wherever_is_accepted(person: Any, seed: int) -> None:
    page, rng = setting_up(person), random.Random(seed)
    for _ in range(10):
        disc, other = rng.sample([f"A{n}" for n in range(1, 7)], 2)
        x, y = lies(page, other)
        far = rng.choice((0.0, 12.0, 35.0))
        drag(page, disc, (x + far * rng.uniform(-1, 1), y + far * rng.uniform(-1, 1)))  # not waiting for the server

    assert nearest_two_mm(put_down(person)) >= 4 * RADIUS_MM - 0.01


OUT = """phase=Attack(side=one) turns=1-0 green@0,150
A1@0,90 A2@-160,-60 A3@-160,60 A4@-200,-120 A5@-200,120 A6@-390,0
B1@150,60 B2@150,-60 B3@200,110 B4@200,-110 B5@260,150 B6@390,90"""
CANNON = "phase=open-play turns=1-1 red@-60,0 A1@-150,0 A2@-100,0 B1@corner-two-1 B2@corner-two-2"
CROWDED = "shots=4 A1@60,20 A2@-45,-295 B1@0,-295 B2@45,-290"
# game, position, and the flicks after which something is put somewhere: every kind of placement that a game has
PLACEMENTS = [
    pytest.param("penny-black", "opening", [], id="an opening spot"),
    pytest.param("penny-black", "shooter_from=where-it-lies shooter@0,95", [(90, 2000)], id="a corner spot"),
    pytest.param("penny-blue", "turns=1-1 hand: SA", [], id="a sovereign put back"),
    pytest.param("penny-red", CANNON, [(0, 1100)], id="shooters after a cannon"),
    pytest.param("penny-green", OUT, [(90, 900)], id="the goal line"),
    pytest.param("pichenotte", CROWDED, [], id="a crowded baseline"),
]
PLACEABLE = (
    """() => [...document.querySelectorAll("#board .pick")].map(({ cx, cy }) => [cx.baseVal.value, cy.baseVal.value])"""
)
LYING = """() => [...document.querySelectorAll("#board [data-disc]:not([hidden], .away)")].map((disc) => {
    const { e, f } = disc.transform.baseVal.getItem(0).matrix;
    return [e, f];
})"""


@pytest.mark.parametrize(("game", "position", "flicks"), looked_at(PLACEMENTS, 1, 2, 3, 5))
@pytest.mark.parametrize("seed", looked_at([3, 4], 0))
def test_wherever_a_disc_is_dropped_in_any_game_the_answer_is_accepted(
    person: Any, game: str, position: str, flicks: list[tuple[float, int]], seed: int
) -> None:
    page, rng = person.page, random.Random(seed)
    person.set_up(game, position)
    for direction, speed in flicks:
        assert person.my_turn()
        person.act(direction, speed)
    assert person.my_turn()
    if game == "penny-green":
        person.act()  # the penalty flick is taken: a keeper is put on the goal line
        assert person.my_turn()
    if page.locator("[data-ask]").count():
        page.locator("[data-ask]").last.click()  # both shooters
    if page.locator("#putting").count():
        page.click("#putting")
    for _ in range(8):
        (x, y), (to_x, to_y) = rng.choice(page.evaluate(PLACEABLE)), rng.choice(page.evaluate(LYING))
        far = rng.choice((0.0, 15.0, 60.0, 200.0))
        page.mouse.move(*on_screen(page, (x, y)))
        page.mouse.down()
        to = on_screen(page, (to_x + far * rng.uniform(-1, 1), to_y + far * rng.uniform(-1, 1)))
        page.mouse.move(max(to[0], 1), max(to[1], 1), steps=3)
        page.mouse.up()  # not waiting for the server
    if page.locator("#aiming").count():
        page.click("#aiming")
        page.keyboard.press("t")
    before = person.version()
    page.click("#fire")

    page.wait_for_function("before => document.querySelectorAll('#history > li').length > before", arg=before)


def test_a_finger_drags_and_what_it_leaves_is_accepted(browser: Any, server: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = setting_up(Person(context.new_page(), server))
    touch = context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    for disc, onto in (("A3", "A2"), ("A5", "A1")):
        (x, y), (to_x, to_y) = on_screen(page, lies(page, disc)), on_screen(page, lies(page, onto))
        send("touchStart", (x, y))
        for share in (0.25, 0.5, 0.75, 1.0, 1.0):
            page.wait_for_timeout(25)
            send("touchMove", (x + share * (to_x - x), y + share * (to_y - y)))
        send("touchEnd")
        said(page, f"{disc} goes to the nearest legal place: {onto} is in the way")
    before = page.locator("#history > li").count()
    page.tap("#fire")
    page.wait_for_function("before => document.querySelectorAll('#history > li').length > before", arg=before)
    context.close()


def test_a_drag_that_ends_outside_the_board_snaps_to_the_nearest_legal_place(person: Any) -> None:
    page = setting_up(person)
    page.mouse.move(*on_screen(page, lies(page, "A6")))
    page.mouse.down()
    page.mouse.move(3, 300, steps=3)
    page.mouse.up()
    said(page, "A6 goes to the nearest legal place")

    assert isinstance(put_down(person)["A6"], list)


def test_a_drag_taken_back_leaves_the_disc_where_it_was(person: Any) -> None:
    page = setting_up(person)
    before = lies(page, "A6")
    page.mouse.move(*on_screen(page, before))
    page.mouse.down()
    page.mouse.move(*on_screen(page, (0.0, 0.0)), steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()

    assert lies(page, "A6") == pytest.approx(before)


def test_a_click_the_picker_and_keys_choose_a_disc_without_moving_it(person: Any) -> None:
    page = setting_up(person)
    before = {f"A{n}": lies(page, f"A{n}") for n in range(1, 7)}
    x, y = on_screen(page, before["A4"])
    page.mouse.click(x + 2, y + 1)
    page.wait_for_function("() => document.getElementById('aim-disc').value === 'A4'")
    page.select_option("#aim-disc", "A5")
    page.focus('[data-disc="A6"]')
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('aim-disc').value === 'A6'")

    assert person.version() == 0
    assert {disc: lies(page, disc) for disc in before} == {disc: pytest.approx(at) for disc, at in before.items()}


def test_arrow_keys_move_a_disc_never_into_another_and_in_time_past_it(person: Any) -> None:
    page = setting_up(person)
    page.select_option("#aim-disc", "A3")
    other = lies(page, "A2")
    drag(page, "A3", (other[0], other[1] + 50.0))
    page.focus("#board")
    for _ in range(24):
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(60)
        assert math.dist(lies(page, "A3"), other) >= 4 * RADIUS_MM - 0.01

    assert lies(page, "A3")[1] < other[1]
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")


def test_arrow_keys_reach_the_next_spot(person: Any) -> None:
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    page = person.page
    page.click("#putting")
    page.focus("#board")
    start = lies(page, "shooter")
    away = "ArrowLeft" if start[0] > 0 else "ArrowRight"
    for _ in range(60):
        page.keyboard.press(away)
        page.wait_for_timeout(20)
        if math.dist(lies(page, "shooter"), start) > 100:
            break

    page.wait_for_timeout(200)
    assert any(math.dist(lies(page, "shooter"), at) < 5 for at in page.evaluate(SPOTS))


def test_the_button_waits_and_says_why_when_the_whole_would_be_refused(person: Any) -> None:
    page = person.page

    def doubting(socket: Any) -> None:
        """Between page and server: every check is answered with a refusal."""
        server = socket.connect_to_server()
        checks: set[str] = set()

        def to_server(text: str) -> None:
            if json.loads(text)["type"] == "check":
                checks.add(json.loads(text)["id"])
            server.send(text)

        def to_page(text: str) -> None:
            told = json.loads(text)
            if told.get("id") in checks:
                told |= {"type": "refused", "code": "illegal", "sentence": ["A2 is too near to A1"]}
            socket.send(
                json.dumps(told | {} if told.get("id") not in checks else told | {"nearest": None, "sync": None})
            )

        socket.on_message(to_server)
        server.on_message(to_page)

    page.route_web_socket("**/*", doubting)
    person.start("Penny Green", seating="screen", starter="one")

    page.wait_for_selector("#fire[disabled]")
    assert page.inner_text("#why-not") == "A2 is too near to A1"
    page.focus("#board")
    page.keyboard.press("Enter")
    said(page, "A2 is too near to A1")
    assert person.version() == 0


def test_a_puck_begins_in_the_middle_of_the_baseline(person: Any) -> None:
    person.start("Pichenotte", seating="screen", starter="one")
    assert person.my_turn()
    chosen = person.page.evaluate(
        """() => {
            const { cx, cy } = document.querySelector("#board .pick.chosen");
            return [cx.baseVal.value, cy.baseVal.value];
        }"""
    )
    assert chosen == pytest.approx([0.0, -304.8], abs=2.0)

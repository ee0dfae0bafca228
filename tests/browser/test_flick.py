"""The flick: which disc, how hard, where to; nothing is aimed until somebody aims; what is seen of it."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser

# Pulls of every length and direction, a pixel at a time: the largest turn in degrees and change of speed in shares.
SWEPT = """async (source) => {
    const { pulled, pullLength, pullSpeed, UNPULLED } = await import(source);
    let [turn, haste, beyond, seed, aims] = [0, 0, 0, 7, 0];
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let walk = 0; walk < 300; walk++) {
        let pull = pulled(UNPULLED, 11 + 150 * chance(), 20 * chance());
        let angle = 6.2832 * chance();
        for (let step = 0; step < 300; step++) {
            angle += chance() - 0.5;
            const next = pulled(pull, pull.x + Math.cos(angle), pull.y + Math.sin(angle));
            if (pull.direction !== null && next.direction !== null) {
                const turned = Math.abs(((next.direction - pull.direction + 54000) % 36000) - 18000) / 100;
                turn = Math.max(turn, turned);
                if (pullLength(pull) > 281 && pullLength(next) > 281) beyond = Math.max(beyond, turned);
                const [before, after] = [pullSpeed(pullLength(pull)), pullSpeed(pullLength(next))];
                haste = Math.max(haste, Math.abs(after - before) / before);
                aims += 1;
            }
            pull = next;
        }
    }
    return { turn, haste, beyond, aims };
}"""
PULLS = """async ([source, points]) => {
    const { pulled, pullLength, pullSpeed, UNPULLED } = await import(source);
    const pull = points.reduce((now, [x, y]) => pulled(now, x, y), UNPULLED);
    return [pull.direction === null ? null : pull.direction / 100, pullSpeed(pullLength(pull))];
}"""
FREE_WAY = """async ([source, disc, way, others, edge]) => {
    const { freeWay } = await import(source);
    return freeWay(disc, way, others, edge);
}"""


def module(page: Any, name: str) -> str:
    """Where a module of the table is."""
    source = page.locator('script[type="module"]').get_attribute("src")
    return str(source).replace("table/table.js", name)


def pull_of(page: Any, *points: tuple[float, float]) -> Any:
    direction, speed = page.evaluate(PULLS, [module(page, "table/aim.js"), points])
    return direction, speed


def begin(person: Any, game: str = "Penny Black", **choices: str) -> Any:
    person.start(game, seating="screen", starter="one", **choices)
    assert person.my_turn()
    return person.page


CENTRE = """disc => {
    const drawn = document.querySelector(`[data-disc="${disc}"] use, [data-disc="${disc}"] circle`);
    const box = drawn.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def centre_of(page: Any, disc: str) -> tuple[float, float]:
    """Where a disc is on the screen, as soon as it stays there."""
    found = None
    while (now := page.evaluate(CENTRE, disc)) != found:
        found = now
        page.wait_for_timeout(100)
    return now[0], now[1]


def hold(page: Any, start: tuple[float, float], *ends: tuple[float, float]) -> None:
    """Presses, pulls through these points and keeps holding."""
    page.mouse.move(*start)
    page.mouse.down()
    for end in ends:
        page.mouse.move(*end, steps=8)
    page.wait_for_timeout(80)


def let_go(person: Any) -> Any:
    """Lets go and gives the answer that was kept."""
    before = person.version()
    person.page.mouse.up()
    person.page.wait_for_function("n => document.querySelectorAll('#history > li').length > n", arg=before)
    return person.position()["last"]["answer"]


def is_waiting(page: Any) -> bool:
    return page.locator("#fire").is_disabled() and "Aim first" in page.inner_text("#power")


@pytest.fixture
def on_the_phone(browser: Any, server: Any) -> Iterator[Person]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    somebody = Person(context.new_page(), server)
    yield somebody
    context.close()
    assert somebody.problems == []


def test_no_pixel_turns_the_aim_by_more_than_a_third_of_a_degree_or_changes_the_speed_by_more_than_a_fortieth(
    person: Any,
) -> None:
    page = begin(person)
    swept = page.evaluate(SWEPT, module(page, "table/aim.js"))

    assert swept["aims"] > 50_000
    assert 0.25 < swept["turn"] <= 0.3 + 1e-9
    assert 0.02 < swept["haste"] <= 0.025
    assert swept["beyond"] <= 0.15 + 1e-9  # beyond full power a pull only aims finer


def test_a_pull_is_a_catapult_and_its_length_the_power(person: Any) -> None:
    page = begin(person)

    assert pull_of(page, (-60, 0)) == (pytest.approx(0), pytest.approx(4000 / 1.0245**80))
    assert pull_of(page, (0, -140)) == (pytest.approx(90), 4000)
    assert pull_of(page, (0, -300)) == (pytest.approx(90), 4000)
    assert pull_of(page, (-9, 3))[0] is None
    assert pull_of(page, (-90, 0), (-2, 0))[0] is None
    wobbly, _ = pull_of(page, (-10.5, 3), (-40, 2), (-90, 0))  # begun fifteen degrees off
    assert wobbly is not None
    assert abs((wobbly + 180) % 360 - 180) < 2


def test_a_mouse_that_reports_seldom_aims_like_one_that_reports_often(person: Any) -> None:
    page = begin(person)
    seldom, _ = pull_of(page, (-60, -5), (-100, 40))
    often, _ = pull_of(
        page,
        *[(-60 * n / 60, -5 * n / 60) for n in range(1, 61)],
        *[(-60 - n, -5 + 45 * n / 40) for n in range(1, 41)],
    )

    assert seldom == pytest.approx(often, abs=0.2)


@pytest.mark.parametrize("game", ["Penny Black", "Penny Blue", "Penny Red", "Pichenotte"])
def test_nothing_is_aimed_until_somebody_aims_and_flick_says_why(person: Any, game: str) -> None:
    page = begin(person, game)
    assert is_waiting(page)
    assert page.locator(".aim-line").count() == 0
    assert page.locator("#fire").get_attribute("aria-describedby") == "power"
    page.locator("#fire").click(force=True)
    page.focus("#board")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert "Aim first" in page.inner_text("#keeping")
    page.wait_for_timeout(200)
    assert person.version() == 0

    page.keyboard.press("t")
    assert not is_waiting(page)
    assert page.locator(".aim-line").count() == 1
    person.act()
    assert person.version() == 1


def test_the_last_speed_is_remembered_and_the_direction_is_not(person: Any) -> None:
    page = begin(person)
    person.act(direction=200.0, speed=1234)
    assert person.my_turn()

    assert is_waiting(page)
    assert page.input_value("#aim-speed") == "1234"


def test_the_disc_that_is_pressed_is_the_one_that_is_flicked(person: Any) -> None:
    page = begin(person, "Penny Blue")
    x, y = centre_of(page, "A2")
    hold(page, (x, y), (x, y + 60))
    assert page.input_value("#aim-disc") == "A2"

    assert let_go(person)["disc"] == "A2"


def test_pressed_elsewhere_a_pull_flicks_the_disc_in_the_hand(person: Any) -> None:
    page = begin(person, "Penny Blue")
    page.select_option("#aim-disc", "A2")
    box = page.locator("#board svg").bounding_box()
    x, y = box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.45
    hold(page, (x, y), (x + 30, y + 60))
    assert page.locator(".aim-finger").count() == 1  # the finger has a line of its own

    assert let_go(person)["disc"] == "A2"


@pytest.mark.parametrize("game", ["Penny Black", "Penny Blue", "Pichenotte"])
def test_a_click_on_the_shooter_itself_aims_at_nothing(person: Any, game: str) -> None:
    page = begin(person, game)
    disc = page.input_value("#aim-disc") if page.locator("#aim-disc").count() else None
    mine = disc or next(iter(person.position()["now"]["decision"]["asks"][0]["discs"]))
    x, y = centre_of(page, mine)
    page.mouse.click(x + 1, y + 1)

    assert is_waiting(page)
    page.mouse.click(x + 60, y)
    assert not is_waiting(page)
    aimed = page.input_value("#aim-direction")
    page.mouse.click(x + 1, y + 1)
    assert page.input_value("#aim-direction") == aimed


@pytest.mark.parametrize(("game", "width", "height"), [("Penny Red", 1280, 860), ("Pichenotte", 700, 500)])
def test_a_full_pull_is_a_full_ring_and_the_fastest_flick_on_every_board(
    person: Any, game: str, width: int, height: int
) -> None:
    page = begin(person, game)
    page.set_viewport_size({"width": width, "height": height})
    disc = next(iter(person.position()["now"]["decision"]["asks"][0]["discs"]))
    x, y = centre_of(page, disc)
    hold(page, (x, y), (x - 140.5, y))
    filled, whole = map(float, page.locator(".aim-power").get_attribute("stroke-dasharray").split(" "))

    assert filled == pytest.approx(whole)
    assert page.inner_text("#readout") == "full · 100 %"
    answer = let_go(person)
    assert answer["speed_mm_s"] == 4000
    assert min(answer["direction_cdeg"], 36000 - answer["direction_cdeg"]) < 100


def test_a_pull_may_leave_the_window_and_still_flicks(person: Any) -> None:
    page = begin(person)
    x, y = centre_of(page, "black")
    hold(page, (x, y), (x, 2), (x, -80))

    answer = let_go(person)
    assert answer["speed_mm_s"] == 4000
    assert answer["direction_cdeg"] == pytest.approx(27000, abs=150)  # down the screen


def test_an_elastic_a_growing_line_and_the_power_in_words_are_seen(person: Any) -> None:
    page = begin(person)
    x, y = centre_of(page, "black")
    hold(page, (x, y), (x + 40, y))
    short, said = page.locator(".aim-line").evaluate("each => each.getTotalLength()"), page.inner_text("#readout")
    page.mouse.move(x + 120, y, steps=8)

    assert page.locator(".aim-elastic").count() == 1
    assert page.locator(".aim-line").evaluate("each => each.getTotalLength()") > 1.3 * short
    assert said.startswith("soft")
    assert page.inner_text("#readout").startswith("hard")
    page.keyboard.press("Escape")
    assert "Taken back" in page.inner_text("#keeping")
    assert page.locator(".aim-elastic").count() == 0


def test_the_line_stays_as_chalk_until_the_next_aim_begins(person: Any) -> None:
    page = begin(person, "Penny Red")
    page.keyboard.press("t")
    ends = "each => ['x1', 'y1', 'x2', 'y2'].map(name => each.getAttribute(name))"
    aimed = page.locator(".aim-line").evaluate(ends)
    page.click("#fire")
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    assert person.my_turn()
    assert page.locator(".chalk-line").evaluate(ends) == aimed
    page.keyboard.press("t")

    assert page.locator(".chalk-line").count() == 0


def test_space_draws_and_space_lets_go(person: Any) -> None:
    page = begin(person, "Penny Blue")
    page.focus("#board")
    page.keyboard.press("t")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert page.locator(".aim-elastic").count() == 1
    page.keyboard.press("Escape")
    assert "Taken back" in page.inner_text("#keeping")
    assert page.locator(".aim-elastic").count() == 0
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    assert person.version() == 0
    page.keyboard.press("Space")

    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")


def test_t_turns_to_what_glows_and_on_to_the_other_discs_the_nearest_first(person: Any) -> None:
    page = begin(person, "Penny Blue")
    told = person.position()
    layout, glows = told["layout"], told["now"]["decision"]["glows"]
    mine = page.input_value("#aim-disc")
    x, y = layout[mine]
    lying = [(disc, place) for disc, place in layout.items() if disc != mine and isinstance(place, list)]
    lying.sort(key=lambda each: (each[0] not in glows, math.hypot(each[1][0] - x, each[1][1] - y)))
    others = [place for _, place in lying]
    turned = []
    for _ in range(3):
        page.keyboard.press("t")
        turned.append(float(page.input_value("#aim-direction")))

    for direction, (other_x, other_y) in zip(turned, others[:3], strict=True):
        assert direction == pytest.approx(math.degrees(math.atan2(other_y - y, other_x - x)) % 360, abs=0.01)


def test_the_first_contact_is_drawn_against_the_house_and_between_people_if_asked_for(person: Any) -> None:
    page = begin(person, "Penny Blue")
    page.keyboard.press("t")
    assert page.locator(".aim-line").count() == 1
    assert page.locator(".aim-ghost").count() == 0
    begin(person, "Penny Blue", first_contact="yes")
    page.keyboard.press("t")
    ghost = page.locator(".aim-ghost").evaluate("each => [each.cx.baseVal.value, each.cy.baseVal.value]")
    head, layout = person.position()["match"], person.position()["layout"]
    radii = {disc["id"]: disc["radius_mm"] for disc in head["discs"]}
    mine = page.input_value("#aim-disc")
    gaps = [
        math.hypot(place[0] - ghost[0], place[1] - ghost[1]) - radii[disc] - radii[mine]
        for disc, place in layout.items()
        if disc != mine and isinstance(place, list)
    ]
    assert min(gaps) == pytest.approx(0, abs=0.01)  # it touches one and overlaps none

    for chosen, ghosts in (("", 1), ("no", 0)):
        person.start("Penny Blue", starter="one", side="one", first_contact=chosen)
        assert person.my_turn()
        page.keyboard.press("t")
        assert page.locator(".aim-ghost").count() == ghosts
    assert page.locator("#guide").count() == 0  # the table has it or not: nobody by himself


def test_the_free_way_ends_at_a_disc_a_peg_or_the_edge(person: Any) -> None:
    page = begin(person)
    edge = [[100, 100], [-100, 100], [-100, -100], [100, -100]]
    disc = {"x": 0, "y": 0, "r": 10}

    def way(others: list[dict[str, float]], to: tuple[float, float] = (1, 0)) -> float | None:
        found: float | None = page.evaluate(FREE_WAY, [module(page, "table/contact.js"), disc, to, others, edge])
        return found

    assert way([]) == pytest.approx(100)
    assert way([], (0, -1)) == pytest.approx(100)
    assert way([{"x": 50, "y": 0, "r": 10}, {"x": 90, "y": 0, "r": 10}]) == pytest.approx(30)
    assert way([{"x": 50, "y": 12, "r": 3}]) == pytest.approx(50 - math.sqrt(13**2 - 12**2))
    assert way([{"x": 50, "y": 21, "r": 10}, {"x": -30, "y": 0, "r": 10}]) == pytest.approx(100)
    assert way([{"x": 20, "y": 0, "r": 10}]) == pytest.approx(0)


def test_numbers_are_behind_fine_aim_which_stays_open_once_opened(person: Any) -> None:
    page = begin(person, "Pichenotte")
    assert not page.locator("#aim-direction").is_visible()
    assert not page.locator("#aim-x").is_visible()
    page.click("#fine-aim")
    assert page.locator("#aim-direction").is_visible()
    page.reload()
    assert person.my_turn()

    assert page.locator("#aim-direction").is_visible()


def test_no_box_is_drawn_round_the_focus_of_whoever_uses_a_pointer(person: Any) -> None:
    page = begin(person)
    boxed = "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
    x, y = centre_of(page, "black")
    page.mouse.click(x, y)
    page.mouse.click(x, y - 60)
    assert not page.evaluate(boxed)
    page.click("#fire")
    assert person.my_turn()
    assert not page.evaluate(boxed)
    page.keyboard.press("Tab")
    assert page.evaluate(boxed)


def test_a_finger_pulls_a_small_coin_that_is_magnified_meanwhile(on_the_phone: Any) -> None:
    person, page = on_the_phone, on_the_phone.page
    page.add_init_script("localStorage.setItem('pennyflick-finger', 'off')")
    begin(person, "Penny Blue")
    x, y = centre_of(page, "A2")
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    send("touchStart", (x, y))
    for step in range(1, 11):
        send("touchMove", (x + 3.3 * step, y + 5.2 * step))
        page.wait_for_timeout(10)
    page.wait_for_timeout(80)
    magnified = page.locator(".magnified")
    assert magnified.count() == 1
    assert magnified.bounding_box()["width"] >= 24
    assert page.input_value("#aim-disc") == "A2"
    send("touchEnd")

    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    answer = person.position()["last"]["answer"]
    assert answer["disc"] == "A2"
    assert answer["speed_mm_s"] == pytest.approx(4000 / 1.0245 ** (140 - math.hypot(33, 52)), rel=0.02)


def test_a_second_finger_takes_the_pull_back(on_the_phone: Any) -> None:
    person, page = on_the_phone, on_the_phone.page
    page.add_init_script("localStorage.setItem('pennyflick-finger', 'off')")
    begin(person, "Penny Red")
    box = page.locator("#board svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": a, "y": b, "id": n} for n, (a, b) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", (x, y))
    for step in range(1, 9):
        send("touchMove", (x, y + 6 * step))
    send("touchStart", (x, y + 48), (x + 40, y))
    assert "Taken back" in page.inner_text("#keeping")
    send("touchEnd")

    page.wait_for_timeout(200)
    assert person.version() == 0


def test_the_finger_flick_is_offered_once_and_remembered(on_the_phone: Any) -> None:
    person, page = on_the_phone, on_the_phone.page
    begin(person)
    assert page.locator("#finger-card, #finger").count() == 0  # between people only if both agree
    begin(person, strokes="yes")
    assert page.locator("#finger-card").count() == 0  # the first flick comes before
    person.act(speed=900)
    assert person.my_turn()
    assert page.locator("#finger-card svg").is_visible()
    card, board, fire = (page.locator(name).bounding_box() for name in ("#finger-card", "#board svg", "#fire"))
    assert card["y"] >= max(board["y"] + board["height"], fire["y"] + fire["height"]) - 1
    assert card["height"] < 120
    assert person.axe() == []
    page.locator("#finger-yes").tap()
    assert page.locator("#finger-card").count() == 0
    page.reload()
    assert person.my_turn()

    assert page.locator("#finger-card").count() == 0
    assert page.get_attribute("#finger", "aria-pressed") == "true"


def test_a_mouse_is_not_offered_the_finger_flick(person: Any) -> None:
    page = begin(person, strokes="yes")

    assert page.locator("#finger-card").count() == 0
    assert page.get_attribute("#finger", "aria-pressed") == "false"


HOLE = """() => {
    const point = new DOMPoint(0, 0).matrixTransform(document.querySelector("#board g.table").getScreenCTM());
    return [point.x, point.y];
}"""


@pytest.mark.parametrize("way", ["pull", "keys", "clicks"])
def test_an_open_twenty_can_be_had_by_pull_by_keys_and_by_clicks(person: Any, way: str) -> None:
    page = begin(person, "Pichenotte")
    page.wait_for_timeout(200)  # the puck is put on its line first
    if way == "pull":
        person.pull("A1", 90, 1280)
    elif way == "keys":
        page.keyboard.press("t")
        page.focus("#board")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
    else:
        page.mouse.click(*page.evaluate(HOLE))
        page.click("#fire")
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    last = person.position()["last"]

    assert last["answer"]["direction_cdeg"] == pytest.approx(9_000, abs=70)
    assert "PIC-9" in [reason["clause"] for reason in last["reasons"]]

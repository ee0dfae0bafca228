"""Every kind of decision through the page: placements, formations, side-flicks, calls, choices, declared fouls."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def screen_point(page: Any, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a point of the board is on the screen."""
    found = page.evaluate(
        """([x, y]) => {
            const point = new DOMPoint(x, y).matrixTransform(document.querySelector("#board g.table").getScreenCTM());
            return [point.x, point.y];
        }""",
        [x_mm, y_mm],
    )
    return found[0], found[1]


def begin(person: Any, game: str, **choices: str) -> Any:
    person.start(game, seating="screen", **choices)
    assert person.my_turn()
    return person.page


def settled(page: Any, words: str) -> None:
    """Waits until what the server has said about a place is shown."""
    page.wait_for_function("words => document.getElementById('keeping').textContent.includes(words)", arg=words)


def test_a_formation_is_placed_in_one_click(person: Any) -> None:
    page = begin(person, "Penny Green")
    assert page.locator(".regions .region, .regions path").count() > 0
    person.act()
    assert person.my_turn()
    person.act()

    layout = person.position()["layout"]
    assert all(isinstance(layout[f"{side}{n}"], list) for side in "AB" for n in range(1, 7))


def test_a_penny_is_placed_by_dragging_clicking_typing_and_keys(person: Any) -> None:
    page = begin(person, "Penny Green", starter="one")
    page.select_option("#aim-disc", "A6")
    start = float(page.input_value("#aim-x")), float(page.input_value("#aim-y"))

    page.mouse.move(*screen_point(page, *start))
    page.mouse.down()
    page.mouse.move(*screen_point(page, -170, -60), steps=4)
    page.mouse.up()
    page.wait_for_function("() => Math.abs(document.getElementById('aim-x').valueAsNumber + 170) < 3")
    page.mouse.click(*screen_point(page, -190, -40))
    page.wait_for_function("() => Math.abs(document.getElementById('aim-x').valueAsNumber + 190) < 3")
    person.fine()
    page.fill("#aim-x", "-200")
    page.locator("#aim-x").blur()
    page.wait_for_function("() => document.getElementById('aim-x').valueAsNumber === -200")
    page.focus("#board")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.getElementById('aim-x').valueAsNumber === -205")
    person.act()

    x, y = person.position()["layout"]["A6"]
    assert x == pytest.approx(-205)
    assert y == pytest.approx(-40, abs=3)


def test_a_penny_dragged_where_it_may_not_be_snaps_back_with_the_clause(person: Any) -> None:
    page = begin(person, "Penny Green", starter="one")
    page.select_option("#aim-disc", "A6")
    person.fine()
    page.fill("#aim-x", "200")
    page.locator("#aim-x").blur()

    settled(page, "GRN-")
    assert page.locator("#aim-x").evaluate("each => each.valueAsNumber") < 0


def test_a_side_flick_starts_within_its_reach_and_is_refused_outside_it(person: Any) -> None:
    page = begin(person, "Penny Blue", starter="one", option__games="5")
    page.select_option("#aim-disc", "A1")
    person.act(speed=1220)  # leaves the blue within a penny diameter of the edge
    assert person.my_turn()
    assert page.locator("#fire").inner_text() == "Side-flick"
    page.wait_for_function("() => document.getElementById('aim-y').valueAsNumber < -140")
    page.focus("#board")
    page.keyboard.press("t")
    inwards = page.input_value("#aim-direction")

    person.act(direction=(float(inwards) + 180) % 360)
    assert "cannot be struck" in page.locator("#keeping").inner_text()
    assert "BLU-13" in page.locator("#keeping").inner_text()
    before = person.version()
    person.act(direction=float(inwards))
    assert person.version() == before + 1


def test_a_twenty_can_be_called(person: Any) -> None:
    page = begin(person, "Pichenotte", starter="one")
    person.act(speed=600)  # leaves a puck on the board, so that the other side has a duty
    assert person.my_turn()
    page.check("#call-twenty")
    person.act(speed=700)

    assert person.position()["last"]["answer"]["call"] == "twenty"


def test_a_choice_is_a_button_and_a_flick_may_be_passed(person: Any) -> None:
    page = begin(person, "Penny Blue", starter="one")
    page.select_option("#aim-disc", "A1")
    person.act(speed=900)  # hits the blue: another flick may follow
    assert person.my_turn()
    page.click('[data-choose="pass"]')
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 2")
    assert person.my_turn()

    assert person.position()["now"]["decision"]["seats"] == ["two"]


def test_a_foul_can_be_declared(person: Any) -> None:
    page = begin(person, "Penny Black")
    before = person.position()["now"]["decision"]["seats"]
    page.get_by_text("Declare a foul").click()
    page.click('[data-declare="touch"]')
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    assert person.my_turn()

    assert person.position()["now"]["decision"]["seats"] != before
    assert "BLK-16" in page.locator("#ruling-body").inner_text()


def test_a_finger_stroke_flicks_and_one_that_drags_offers_to_declare_it(person: Any) -> None:
    page = begin(person, "Penny Black", strokes="yes")
    page.click("#finger")
    x, y = float(page.input_value("#aim-x")), float(page.input_value("#aim-y"))

    def stroke(*points: tuple[float, float]) -> None:
        page.mouse.move(*screen_point(page, *points[0]))
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*screen_point(page, *point), steps=3)
        page.mouse.up()

    stroke((x, y), (x * 0.8, y * 0.8), (x * 0.5, y * 0.5))
    page.wait_for_selector("#declare-unclean")
    assert person.version() == 0
    stroke((x * 1.12, y * 1.12), (x, y), (x * 0.9, y * 0.9))
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")

    assert person.position()["last"]["answer"]["stroke"]


def test_the_focus_stays_with_the_control_that_acted(person: Any) -> None:
    page = begin(person, "Penny Black")
    page.keyboard.press("t")
    page.focus("#fire")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    assert person.my_turn()

    page.wait_for_function("() => document.activeElement.id === 'fire'")


def test_labels_lists_and_the_tray_follow_the_discs(person: Any) -> None:
    page = begin(person, "Pichenotte", starter="one")
    assert "hand" in page.locator('[data-disc="B1"]').get_attribute("aria-label")
    person.act(speed=3500)  # over the far edge and out
    assert person.my_turn()

    layout = person.position()["layout"]
    gone = next(disc for disc, place in layout.items() if place == "ditch")
    assert page.locator(f'[data-disc="{gone}"]').get_attribute("aria-label").endswith("ditch")
    assert "Out" in page.locator("#tray .one").inner_text()
    assert "ditch" in page.locator("#discs tr", has_text=gone).first.text_content()

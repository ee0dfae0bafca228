"""The first minute: three flicks with real pulls on the real table, then the match; once, and again on demand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pennyflick.lessons.lesson import first_minute, known_flick, practised
from pennyflick.table import Flick

pytestmark = pytest.mark.browser


def flick_of(game: str, step: int) -> Flick:
    return known_flick(practised(game), first_minute(game)[step - 1])


def type_flick(person: Any, flick: Flick) -> None:
    """The known flick through the numbers; a lesson has no history to wait for, it goes on by itself."""
    if person.page.locator("#aim-disc").count():
        person.page.select_option("#aim-disc", flick.disc)
    person.act(flick.direction_cdeg / 100, flick.speed_mm_s)


@pytest.mark.parametrize("game", ["penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte"])
def test_a_first_play_opens_with_three_flicks_and_then_the_match(person: Any, game: str) -> None:
    page = person.page
    person.open()
    page.locator(f'form[data-learn="{game}"] button').click()
    for step in (1, 2, 3):
        page.wait_for_selector(f'#lesson[data-step="{step}"]')
        assert first_minute(game)[step - 1].sentence == page.inner_text("#lesson-says")
        assert person.my_turn()
        type_flick(person, flick_of(game, step))
        page.wait_for_selector("#lesson-on", state="visible")
        assert page.inner_text("#lesson-says") == "That is it."
        page.click("#lesson-on")
    page.wait_for_selector("#board svg")
    page.wait_for_function("() => !document.getElementById('lesson')")

    assert person.position()["match"]["players"]["two"] == "beginner"


def test_a_pull_is_all_it_takes(person: Any) -> None:
    page = person.page
    person.open()
    page.locator('form[data-learn="pichenotte"] button').click()
    assert person.my_turn()
    disc = page.locator('[data-disc="A1"]').bounding_box()
    x, y = disc["x"] + disc["width"] / 2, disc["y"] + disc["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=6)
    page.mouse.up()

    page.wait_for_selector("#lesson-on", state="visible")
    assert page.inner_text("#lesson-says") == "That is it."


def test_a_step_that_fails_is_tried_once_more_and_then_left(person: Any) -> None:
    page = person.page
    person.open()
    page.locator('form[data-learn="penny-black"] button').click()
    assert person.my_turn()
    type_flick(person, flick_of("penny-black", 1))
    page.wait_for_selector('#lesson[data-step="2"]')  # it goes on by itself
    for attempt, says in ((1, "Not quite. Once more."), (2, "Never mind: on we go.")):
        page.wait_for_selector(f'#lesson[data-step="2"][data-attempt="{attempt}"]')
        assert person.my_turn()
        person.act(90.0, 60)
        page.wait_for_selector("#lesson-on", state="visible")
        assert page.inner_text("#lesson-says") == says
        page.click("#lesson-on")

    page.wait_for_selector('#lesson[data-step="3"]')


def test_it_is_skipped_in_the_corner_shown_once_and_again_from_the_menu(person: Any) -> None:
    page = person.page
    person.open()
    play = page.locator('form[data-learn="penny-red"] button')
    play.click()
    page.wait_for_selector("#lesson")
    found = person.axe()
    corner = page.locator("#lesson-skip").bounding_box()
    assert corner["y"] < 60
    assert math.isclose(corner["x"] + corner["width"], page.viewport_size["width"], abs_tol=60)
    page.click("#lesson-skip")
    page.wait_for_function("() => !document.getElementById('lesson')")
    assert person.position()["match"]["players"]["two"] == "beginner"

    person.open()
    play.click()
    page.wait_for_selector("#board svg")
    assert page.locator("#lesson").count() == 0
    page.get_by_text("This match").click()
    page.get_by_role("button", name="Show me again").click()
    page.wait_for_selector('#lesson[data-step="1"]')
    assert found == []


@pytest.mark.parametrize("touch", [False, True])
def test_on_the_home_page_one_pull_and_it_plays(browser: Any, server: Any, touch: bool) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=touch, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.address)
    puck = page.locator('#live [data-disc="A1"]')
    puck.scroll_into_view_if_needed()
    box = puck.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pull(context, page, (x, y), (x, y + 80), touch)

    page.wait_for_url("**/match/*")
    page.wait_for_selector("#lesson-on", state="visible")
    told = page.request.get(page.url + "/snapshot.json").json()
    assert told["version"] == 1
    assert told["last"]["answer"]["direction_cdeg"] == pytest.approx(9_000, abs=200)
    context.close()


def pull(context: Any, page: Any, at: tuple[float, float], to: tuple[float, float], touch: bool) -> None:
    """A real gesture: with the mouse, or with a finger."""
    between = [(at[0] + (to[0] - at[0]) * share / 6, at[1] + (to[1] - at[1]) * share / 6) for share in range(1, 7)]
    if not touch:
        page.mouse.move(*at)
        page.mouse.down()
        for x, y in between:
            page.mouse.move(x, y)
        page.mouse.up()
        return
    finger = context.new_cdp_session(page)
    for kind, points in (("Start", [at]), *(("Move", [point]) for point in between), ("End", [])):
        told = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": told})

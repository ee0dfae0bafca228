"""The visible hand at the table: it wanders within its spread, and what is painted on letting go is what happens."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

GOOD = {"direction_sd_deg": 2.0, "most_sd": 2.74}
# Both selects of the form, whatever else it may offer.
WITH_VISIBLE_HANDS = """() => {
    for (const select of document.querySelectorAll('[name^="hand."]')) {
        select.add(new Option("visible good", "visible good", true, true));
    }
    document.querySelector('[name="seating"][value="screen"]').checked = true;
}"""
# The directions in degrees and the shares of the ring that the next frames paint.
FRAMES = """count => new Promise(resolve => {
    const seen = [];
    const look = () => {
        const at = name => Number(document.querySelector(".aim-line").getAttribute(name));
        const [filled, whole] = document.querySelector(".aim-power").getAttribute("stroke-dasharray").split(" ");
        seen.push([Math.atan2(at("y2") - at("y1"), at("x2") - at("x1")) * 180 / Math.PI, filled / whole]);
        seen.length < count ? requestAnimationFrame(look) : resolve(seen);
    };
    requestAnimationFrame(look);
})"""
CHALKED = """each => {
    const at = name => Number(each.getAttribute(name));
    return (Math.atan2(at("y2") - at("y1"), at("x2") - at("x1")) * 180 / Math.PI + 360) % 360;
}"""


def begin(person: Any, game: str) -> Any:
    person.open(f"/new/{game}")
    person.page.evaluate(WITH_VISIBLE_HANDS)
    person.page.get_by_role("button", name="Start the match").first.click()
    person.page.wait_for_selector("#board svg")
    assert person.my_turn()
    return person.page


def away(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def flicked(person: Any) -> Any:
    person.page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    return person.position()["last"]


@pytest.mark.parametrize("game", ["pichenotte", "penny-red"])
def test_the_line_and_the_ring_wander_within_the_spread_and_let_go_as_painted(moving_person: Any, game: str) -> None:
    page = begin(moving_person, game)
    page.keyboard.press("t")
    meant, speed = float(page.input_value("#aim-direction")), float(page.input_value("#aim-speed"))
    page.wait_for_selector(".aim-wedge", state="attached")  # the number of the wander has come
    seen = page.evaluate(FRAMES, 90)
    spread = GOOD["direction_sd_deg"] * (1 + 0.1 * (speed / 1000 - 1)) * GOOD["most_sd"]

    assert max(away(direction, meant) for direction, _ in seen) <= spread + 0.01
    assert len({round(direction, 2) for direction, _ in seen}) > 30
    assert len({round(share, 4) for _, share in seen}) > 10
    assert page.locator(".aim-wedge").count() == 1
    page.click("#fire")
    last = flicked(moving_person)
    assert last["answer"]["direction_cdeg"] == round(meant * 100)
    assert last["answer"]["instant_ms"] > 0
    assert away(page.locator(".chalk-line").evaluate(CHALKED), last["actual"]["direction_cdeg"] / 100) < 0.01


def test_a_pull_lets_go_as_painted_too(moving_person: Any) -> None:
    page = begin(moving_person, "pichenotte")
    box = page.locator("#board svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 90, steps=10)
    page.wait_for_timeout(120)
    page.mouse.up()

    last = flicked(moving_person)
    assert away(page.locator(".chalk-line").evaluate(CHALKED), last["actual"]["direction_cdeg"] / 100) < 0.01


def test_typed_numbers_stand_still_and_the_page_says_that_the_hand_will_be_blind(moving_person: Any) -> None:
    page = begin(moving_person, "pichenotte")
    moving_person.aim(direction=90.0, speed=900)
    still = page.evaluate(FRAMES, 10)
    assert page.inner_text("#power").endswith("your hand will be blind for typed numbers")
    page.click("#fire")

    assert len({direction for direction, _ in still}) == 1
    last = flicked(moving_person)
    assert last["answer"]["instant_ms"] is None
    assert (last["actual"]["direction_cdeg"], last["actual"]["speed_mm_s"]) != (9000, 900)


@pytest.mark.parametrize("touch", ["ArrowLeft", "ArrowUp", "t", "#harder", "click", "pull"])
def test_whoever_touches_typed_numbers_again_sees_the_hand_again(moving_person: Any, touch: str) -> None:
    page = begin(moving_person, "pichenotte")
    moving_person.aim(direction=90.0, speed=900)
    if touch in ("click", "pull"):
        box = page.locator("#board svg").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        if touch == "pull":
            page.mouse.move(x, y + 60, steps=6)
            page.wait_for_timeout(120)
        page.mouse.up()
    elif touch.startswith("#"):
        page.click(touch)
    else:
        page.focus("#board")
        page.keyboard.press(touch)
    if touch != "pull":
        assert "blind" not in page.inner_text("#power")
        page.click("#fire")

    assert flicked(moving_person)["answer"]["instant_ms"] > 0


def test_with_reduced_motion_nothing_wanders_and_the_hand_is_blind(person: Any) -> None:
    page = begin(person, "penny-black")
    page.keyboard.press("t")
    assert len({direction for direction, _ in page.evaluate(FRAMES, 20)}) == 1
    assert "your hand will be blind" in page.inner_text("#power")
    page.click("#fire")

    last = flicked(person)
    assert last["answer"]["instant_ms"] is None
    assert last["actual"] is not None

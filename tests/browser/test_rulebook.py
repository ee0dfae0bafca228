"""The rulebook that plays: a board beside every clause, shown, paused, tried; by mouse, keys, touch and ear."""

from __future__ import annotations

from typing import Any

import pytest

from pennyflick.lessons.kinds import Example
from pennyflick.lessons.shelf import shelf
from pennyflick.rules import rulebook
from tests.browser.conftest import looked_at

pytestmark = pytest.mark.browser

PAGES = [page for page in rulebook.pages() if shelf(page).examples]
SIZES = [(1280, 720), (390, 844), (844, 390), (1920, 1080)]
SPILL = "() => document.documentElement.scrollWidth - innerWidth"
# Where everything lies on a board: a disc, its millimetres, whether it is away.
LAID = """figure => [...figure.querySelectorAll("[data-disc]")].map((disc) => {
    const { e, f } = disc.transform.baseVal.getItem(0).matrix;
    return [disc.dataset.disc, e.toFixed(1), f.toFixed(1), disc.classList.contains("away")].join(" ");
})"""
# Presses the button as soon as something has moved: from outside a short flick would be over before.
PAUSE_IN_FLIGHT = f"""([figure, start]) => new Promise((resolve) => {{
    const look = new MutationObserver(() => {{
        if (String(({LAID})(figure)) === String(start)) return;
        look.disconnect();
        figure.querySelector(".show").click();
        resolve();
    }});
    look.observe(figure.querySelector(".discs"), {{ attributes: true, subtree: true }});
    figure.querySelector(".show").click();
}})"""


def flicked(page: str) -> Example:
    """The first example of a page that takes a flick."""
    examples = shelf(page).examples
    return next((each for each in examples if each.answers and each.answers[0][-1].isdigit()), examples[0])


def figure(person: Any, clause: str) -> Any:
    return person.page.locator(f"#{clause} .shown")


def over(person: Any, clause: str) -> None:
    person.page.wait_for_selector(f'#{clause} .shown[data-state="over"]')


def settled(person: Any) -> None:
    """Everything that was fetched has come."""
    person.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("page", PAGES)
def test_a_clause_is_shown_beside_its_text_and_the_referee_rules_by_it(person: Any, page: str) -> None:
    example = flicked(page)
    person.open(f"/rules/{page}")
    shown = figure(person, example.clause)
    before = shown.evaluate(LAID)
    assert person.page.locator("#caption").is_hidden()
    shown.get_by_role("button", name=f"Show {example.clause}").click()
    over(person, example.clause)

    assert shown.locator("#caption").is_visible()
    assert example.clause in shown.locator("#caption .clause").all_inner_texts()
    assert person.page.inner_text("#said") in shown.locator("#caption").inner_text().replace("\n", " ")
    assert shown.locator(".says").inner_text() == example.says
    assert shown.evaluate(LAID) != before


@pytest.mark.parametrize("page", PAGES)
def test_trying_it_opens_the_position_as_a_board_of_ones_own_and_leads_back(person: Any, page: str) -> None:
    example = flicked(page)
    person.open(f"/rules/{page}")
    figure(person, example.clause).get_by_role("button", name="Try it").click()
    person.page.wait_for_url("**/match/*")
    assert person.my_turn()
    assert example.says in person.page.inner_text("#rule")
    assert person.page.locator("#what").is_visible()  # the line of truth stays
    person.act(speed=600)
    assert person.version() == 1

    person.page.get_by_role("button", name="Again from the beginning").click()
    person.page.wait_for_url("**/match/*")
    assert person.my_turn()
    assert person.version() == 0
    person.page.get_by_role("link", name="Back to the rule").click()
    person.page.wait_for_url(f"**/rules/{page}#{example.clause}")


def test_a_flick_runs_waits_when_pressed_again_and_can_be_seen_once_more(moving_person: Any) -> None:
    page, example = moving_person.page, flicked("penny-blue")
    moving_person.open("/rules/penny-blue")
    shown = figure(moving_person, example.clause)
    start = shown.evaluate(LAID)
    assert shown.get_by_role("button", name=f"Show {example.clause}").is_visible()
    page.evaluate(PAUSE_IN_FLIGHT, [shown.element_handle(), start])
    held = shown.evaluate(LAID)
    assert held != start
    page.wait_for_timeout(400)
    assert shown.evaluate(LAID) == held
    assert shown.get_attribute("data-state") == "held"

    shown.get_by_role("button", name=f"Go on with {example.clause}").click()
    over(moving_person, example.clause)
    shown.get_by_role("button", name=f"Show again: {example.clause}").click()
    page.wait_for_selector("#caption", state="hidden")
    over(moving_person, example.clause)
    assert page.locator("#caption").is_visible()


def test_one_board_plays_at_a_time_and_the_one_before_lies_as_it_began(person: Any) -> None:
    first, second = [each for each in shelf("penny-blue").examples if each.answers][:2]
    person.open("/rules/penny-blue")
    start = figure(person, first.clause).evaluate(LAID)
    for each in (first, second):
        figure(person, each.clause).locator(".show").click()
        over(person, each.clause)

    assert figure(person, first.clause).evaluate(LAID) == start
    assert figure(person, first.clause).get_attribute("data-state") is None
    assert person.page.locator(f"#{second.clause} #caption").is_visible()


def test_without_motion_start_and_end_are_shown_and_nothing_between(person: Any) -> None:
    example = flicked("penny-blue")
    person.open("/rules/penny-blue")
    shown = figure(person, example.clause)
    shown.evaluate(
        """figure => {
            window.places = new Set();
            const disc = figure.querySelector('[data-disc="A1"]');
            const note = () => window.places.add(disc.getAttribute("transform"));
            new MutationObserver(note).observe(disc, { attributes: true });
        }"""
    )
    shown.locator(".show").click()
    over(person, example.clause)

    assert shown.locator(".path.flicked").count() >= 1
    assert person.page.evaluate("() => window.places.size") <= 2


def test_keys_reach_everything_and_a_press_shows_it(person: Any) -> None:
    page, example = person.page, flicked("penny-blue")
    person.open(f"/rules/penny-blue#{example.clause}")
    settled(person)
    assert page.evaluate("() => document.activeElement.id") == example.clause
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        name = page.evaluate(
            "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
        )
        reached.append(name)
        if name == f"Show {example.clause}":
            page.keyboard.press("Enter")
            over(person, example.clause)
        if name.startswith("Try it"):
            break

    assert f"Show {example.clause}" in reached
    assert reached[-1] == f"Try it: {example.clause}"
    assert page.inner_text("#said")


def test_a_name_on_the_wood_lights_its_disc_on_the_board_beside_it(person: Any) -> None:
    example = flicked("penny-blue")
    person.open("/rules/penny-blue")
    shown = figure(person, example.clause)
    shown.locator(".show").click()
    over(person, example.clause)
    name = shown.locator("#caption [data-names]").first
    name.hover()

    shown.locator(".disc-label").wait_for()
    assert shown.locator(".disc-label").inner_text() == name.get_attribute("data-names")


def test_a_ruling_in_a_match_leads_to_the_clause_with_its_board(person: Any) -> None:
    page = person.page
    person.set_up("penny-blue", "turns=1-1 A1@-40,0 blue@-90,0")
    assert person.my_turn()
    person.act(180.0, 900)
    page.wait_for_selector("#caption .clause")
    with page.context.expect_page() as opened:
        page.locator("#caption .clause").first.click()
    rules = opened.value
    rules.wait_for_load_state("networkidle")
    clause = rules.url.partition("#")[2]

    assert rules.evaluate("() => document.activeElement.id") == clause
    assert rules.locator(f"#{clause} > .told > .more").get_attribute("open") is not None
    board = rules.locator(f"#{clause} .shown svg.board").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= rules.viewport_size["height"]


def test_a_clause_that_nothing_can_play_has_a_picture_with_words(person: Any) -> None:
    picture = shelf("penny-blue").pictures[0]
    person.open(f"/rules/penny-blue#{picture.clause}")
    shown = figure(person, picture.clause)

    assert set(shown.locator("svg .words text").all_text_contents()) == {words for _, words in picture.labels}
    assert picture.says in shown.locator("svg.board").get_attribute("aria-label")
    assert shown.locator("button").count() == 0


def test_what_cannot_be_fetched_is_said_and_asked_for_again(person: Any) -> None:
    example = flicked("penny-blue")
    person.open("/rules/penny-blue")
    person.page.route("**/example.json*", lambda route: route.abort())
    shown = figure(person, example.clause)
    shown.locator(".show").click()
    person.page.wait_for_function("() => document.getElementById('said').textContent.includes('Try again')")
    assert "Try again" in shown.locator("#caption").inner_text()
    person.page.unroute("**/example.json*")
    shown.locator(".show").click()

    over(person, example.clause)


def test_without_scripts_texts_pictures_and_more_are_there(browser: Any, server: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    example = flicked("penny-blue")
    page.goto(f"{server.address}/rules/penny-blue")
    clause = page.locator(f"#{example.clause}")
    clause.locator("summary").first.click()

    assert clause.locator("blockquote").first.is_visible()
    assert clause.locator("svg.board").is_visible()
    assert clause.get_by_text(example.says).is_visible()
    assert clause.locator(".show").is_hidden()
    context.close()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", looked_at(SIZES, 0, 1))
def test_a_page_fits_its_screen_and_keeps_nobody_out(somebody: Any, page: str, size: tuple[int, int]) -> None:
    example = flicked(page)
    person = somebody(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900)
    person.open(f"/rules/{page}")
    figure(person, example.clause).locator(".show").click()
    over(person, example.clause)

    assert person.page.evaluate(SPILL) <= 0
    caption, board = (person.page.locator(each).bounding_box() for each in ("#caption", f"#{example.clause} .stage"))
    assert board["x"] - 1 <= caption["x"]
    assert caption["x"] + caption["width"] <= board["x"] + board["width"] + 1
    assert person.axe() == []


@pytest.mark.parametrize("size", looked_at(SIZES, 1, 2))
def test_a_table_on_which_a_rule_is_tried_fits_its_screen(somebody: Any, size: tuple[int, int]) -> None:
    person = somebody(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900)
    person.open("/rules/penny-blue")
    figure(person, flicked("penny-blue").clause).get_by_role("button", name="Try it").click()
    assert person.my_turn()

    fire = person.page.locator("#fire").bounding_box()
    assert person.page.evaluate(SPILL) <= 0
    assert fire["y"] + fire["height"] <= size[1]
    assert person.axe() == []

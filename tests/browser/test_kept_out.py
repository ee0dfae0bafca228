"""Nobody is kept out of any control or state of the table and the pages before it, in either theme."""

from typing import Any

import pytest

from pennyflick.lessons.lesson import first_minute, known_flick, practised
from tests.browser.conftest import looked_at

pytestmark = pytest.mark.browser

GAMES = ["penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte"]
KILL = "turns=1-1 A1@-40,0 blue@-90,0"


@pytest.mark.parametrize("game", looked_at(GAMES, 1))
def test_of_no_step_of_a_lesson(person: Any, game: str) -> None:
    page, found = person.page, []
    person.open()
    page.locator(f'form[data-learn="{game}"] button').click()
    for step in (1, 2, 3):
        page.wait_for_selector(f'#lesson[data-step="{step}"]')
        assert person.my_turn()
        found += person.axe()
        flick = known_flick(practised(game), first_minute(game)[step - 1])
        if page.locator("#aim-disc").count():
            page.select_option("#aim-disc", flick.disc)
        person.act(flick.direction_cdeg / 100, flick.speed_mm_s)
        page.wait_for_selector("#lesson-on", state="visible")
        page.click("#lesson-on")

    assert found == []


def test_of_the_home_page_with_its_live_board_and_of_a_form_with_all_its_options(person: Any) -> None:
    page = person.page
    person.open()
    page.wait_for_selector('#live [data-disc="A1"]')
    found = person.axe()
    person.open("/new/penny-green")
    page.get_by_text("More: every option").click()
    page.get_by_role("radio", name="Next goal wins").check()
    found += person.axe()

    assert found == []


@pytest.mark.parametrize("game", looked_at(GAMES, 0, 3))
def test_of_an_aim_with_its_numbers_open_and_a_pull_that_is_held(person: Any, game: str) -> None:
    page = person.page
    person.set_up(game, first_minute(game)[1].position)
    assert person.my_turn()
    found = person.axe()  # nothing is aimed yet: Flick waits
    person.fine()
    page.keyboard.press("t")
    found += person.axe()
    page.focus("#board")
    page.keyboard.press("Space")
    assert page.locator("#readout").is_visible()
    found += person.axe()

    assert found == []


def test_of_a_placement_its_button_and_what_it_says(person: Any) -> None:
    page = person.page
    person.start("Penny Green", seating="screen", starter="one")
    assert person.my_turn()
    found = person.axe()
    person.fine()
    page.fill("#aim-x", "200")
    page.locator("#aim-x").blur()
    page.wait_for_function("() => document.getElementById('keeping').textContent.includes('nearest legal place')")
    found += person.axe()

    assert found == []


def test_of_moments_captions_and_the_end_card(person: Any) -> None:
    page = person.page
    person.set_up("penny-blue", KILL, options="games=1")
    assert person.my_turn()
    person.pull("A1", 180, 900)
    page.wait_for_selector("#moment", state="visible")
    found = person.axe()
    page.wait_for_selector("#over", state="visible")
    page.set_viewport_size({"width": 390, "height": 664})
    found += person.axe()

    assert found == []

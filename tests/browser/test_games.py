"""Every game, from the home page to the end of a match, through the page's own controls."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

SHORT = {"option__turn_limit": "3"}


@pytest.mark.parametrize("game", ["Penny Black", "Penny Blue", "Penny Red", "Penny Green", "Pichenotte"])
def test_a_match_against_the_house_can_be_played_to_its_end(person: Any, game: str) -> None:
    person.start(game, **SHORT)
    kept_out = person.axe()

    person.play_to_the_end()

    assert person.page.locator("#result").inner_text()
    assert kept_out + person.axe() == []


def test_one_click_on_a_game_and_you_are_playing(person: Any) -> None:
    person.open()
    person.page.get_by_role("button", name="Play Penny Black").click()

    assert person.my_turn()
    assert person.page.locator("#what").inner_text()


def test_two_can_play_at_one_screen(person: Any) -> None:
    person.start("Penny Blue", seating="screen", **SHORT)
    seen = set()
    for _ in range(40):
        if not person.my_turn():
            break
        seen.add(person.page.locator("#now").get_attribute("class"))
        person.act(speed=500)

    assert person.is_over
    assert len(seen) == 2  # both sides had their turn


def test_doubles_can_be_played_at_one_screen(person: Any) -> None:
    person.start("Penny Red", seating="screen", option__doubles="yes", **SHORT)
    person.play_to_the_end()

    assert person.page.locator("#result").inner_text()

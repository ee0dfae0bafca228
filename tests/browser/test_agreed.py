"""What two people agree on: exact flicks, strokes of the finger; and the hands that everybody reads."""

from typing import Any

import pytest

from pennyflick.players.hands import hand_words
from pennyflick.players.specs import NAMED
from tests.browser.conftest import Somebody

pytestmark = pytest.mark.browser


def test_one_person_alone_cannot_be_exact_and_the_form_says_what_would_be_right(person: Any) -> None:
    page = person.page
    person.open("/new/penny-black")
    page.get_by_text("With what hand").click()
    assert "needs both" in page.inner_text("#exact-needs-both")
    page.locator('[name="seating"][value="screen"]').check()
    page.select_option('[name="hand.one"]', "exact")
    page.select_option('[name="hand.two"]', "good")
    page.get_by_role("button", name="Start the match").first.click()
    assert page.get_by_role("alert").inner_text() == (
        "Between people exact flicks need both: choose exact for player two too, or a hand for player one."
    )
    page.select_option('[name="hand.two"]', "exact")
    page.get_by_role("button", name="Start the match").first.click()

    assert person.my_turn()


@pytest.mark.parametrize("size", [(1280, 720), (390, 664), (844, 390)])
def test_each_hand_stands_beside_its_name_for_players_watchers_and_in_the_replay(
    somebody: Somebody, size: tuple[int, int]
) -> None:
    player, watcher = (somebody(viewport={"width": size[0], "height": size[1]}) for _ in range(2))
    player.start("Penny Black", hand__one="visible good", opponent="average")
    for reader, path in ((player, ""), (watcher, ""), (watcher, "/replay")):
        reader.page.goto(player.page.url.removesuffix("/replay") + path)
        hands = reader.page.locator(".score .hand")
        assert hands.all_inner_texts() == ["good, visible", hand_words(NAMED["average"].hand)]
        for each in hands.all():
            assert each.is_visible()
            assert each.evaluate("each => each.scrollWidth <= each.clientWidth"), "all of it can be read"
        assert hands.first.get_attribute("title") == "Good hand seen to wander while one aims: 2°, 5 %."


def strike(page: Any) -> None:
    """A stroke through the disc that is to be flicked, towards the middle of the board."""
    x, y = page.evaluate(
        """() => {
            const box = document.querySelector("#board .pick.chosen").getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    box = page.locator("#board svg").bounding_box()
    aside, down = x - box["x"] - box["width"] / 2, y - box["y"] - box["height"] / 2
    page.mouse.move(x + aside * 0.15, y + down * 0.15)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.move(x - aside * 0.2, y - down * 0.2, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("game", ["Penny Black", "Pichenotte"])
def test_a_stroke_is_flicked_as_it_was_struck_whatever_the_hand(moving_person: Any, game: str) -> None:
    page = moving_person.page
    hands = {"hand__one": "visible beginner", "hand__two": "visible beginner"}
    moving_person.start(game, seating="screen", starter="one", strokes="yes", **hands)
    assert moving_person.my_turn()
    page.click("#finger")
    strike(page)
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")

    last = moving_person.position()["last"]
    assert last["answer"]["stroke"]
    assert last["answer"]["instant_ms"] is None
    assert last["actual"] is None
    assert last["text"].endswith(" stroke")


def test_where_strokes_were_not_agreed_on_they_are_not_offered_and_a_remembered_one_is_a_pull(person: Any) -> None:
    page = person.page
    page.add_init_script("localStorage.setItem('pennyflick-finger', 'on')")
    person.start("Penny Black", seating="screen", starter="one")
    assert person.my_turn()
    assert page.locator("#finger").count() == 0
    strike(page)
    page.wait_for_timeout(300)
    held = person.position()["last"]

    assert held is None or not held["answer"]["stroke"]
    person.start("Penny Black", side="one", starter="one")
    assert person.my_turn()
    assert page.get_attribute("#finger", "aria-pressed") == "true"

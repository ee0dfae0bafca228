"""The other pages: replay, a pasted record, the rulebook; and nobody is kept out of any of them."""

from typing import Any

import pytest

from pennyflick.rules import registry

pytestmark = pytest.mark.browser

GAMES = registry.names()
SPILL = "() => document.documentElement.scrollWidth - innerWidth"


def test_a_replay_steps_and_scrubs_through_the_match(person: Any) -> None:
    page = person.page
    person.start("Penny Black", seating="screen")
    for _ in range(3):
        person.my_turn()
        person.act()
    page.goto(page.url + "/replay")
    page.click("#step")
    page.wait_for_function("() => document.getElementById('where').textContent === 'Action 1 of 3'")
    page.wait_for_selector("#ruling-body .clause")
    page.locator("#scrub").fill("3")
    page.wait_for_function("() => document.getElementById('where').textContent === 'Action 3 of 3'")
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_selector("#board svg")

    assert person.my_turn()
    assert person.version() == 3


def test_a_pasted_record_opens_as_a_replay(person: Any) -> None:
    page = person.page
    person.start("Penny Black", seating="screen")
    person.my_turn()
    person.act()
    record = page.request.get(page.url + "/record.txt").text()

    person.open("/matches")
    page.fill("#record-text", record)
    page.get_by_role("button", name="Open it").click()

    page.wait_for_url("**/replay")
    page.click("#step")
    page.wait_for_selector("#ruling-body .clause")


def test_a_broken_record_is_refused_with_a_sentence_and_not_lost(person: Any) -> None:
    person.open("/matches")
    person.page.fill("#record-text", "1. nonsense")
    person.page.get_by_role("button", name="Open it").click()

    assert person.page.locator("#record-error").inner_text()
    assert person.page.input_value("#record-text") == "1. nonsense"


@pytest.mark.parametrize(("system", "other"), [("light", "dark"), ("dark", "light")])
def test_the_reader_may_have_it_light_or_dark_whatever_the_system_wishes(person: Any, system: str, other: str) -> None:
    paper = {"light": "rgb(247, 242, 232)", "dark": "rgb(27, 24, 21)"}
    shown = "() => getComputedStyle(document.body).backgroundColor"
    person.page.emulate_media(color_scheme=system)
    person.open()
    assert person.page.evaluate(shown) == paper[system]
    person.page.locator("[data-theme-switch]").click()
    assert person.page.evaluate(shown) == paper[other]
    person.page.reload()
    assert person.page.evaluate(shown) == paper[other]


def test_nobody_is_kept_out_of_any_page(person: Any) -> None:
    found = []
    for path in ("/", "/matches", "/nowhere", *(f"/rules/{game}" for game in (*GAMES, "common"))):
        person.open(path)
        found += person.axe()
    for game in GAMES:
        person.open(f"/new/{game}")
        found += person.axe()
    person.start("Penny Black", seating="screen")
    person.my_turn()
    person.act()
    person.page.goto(person.page.url + "/replay")
    found += person.axe()

    assert found == []


def test_every_clause_of_a_rulebook_has_an_anchor(person: Any) -> None:
    person.open("/clause/BLK-12")

    assert person.page.url.endswith("/rules/penny-black#BLK-12")
    assert person.page.locator("#BLK-12").is_visible()


def test_no_page_is_wider_than_a_phone(browser: Any, server: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    for game in GAMES:
        page.goto(server.address)
        page.locator(f'form[action="/new/{game}"] .primary').tap()
        page.wait_for_selector("#board svg")
        assert page.evaluate(SPILL) <= 0, page.url
    for path in ("/", "/matches", "/nowhere", "/new/penny-green", "/rules/penny-red"):
        page.goto(server.address + path)
        assert page.evaluate(SPILL) <= 0, path
    context.close()


def test_a_record_can_be_copied_and_downloaded(person: Any) -> None:
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    person.act()
    page.goto(page.url + "/replay")
    page.get_by_text("The record", exact=True).click()
    page.click("#copy")
    page.wait_for_function("() => document.getElementById('copied').textContent")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()

    assert copied.startswith("[Game")
    assert download.value.path().read_text() == copied


def test_a_replay_plays_by_itself_at_any_speed(moving_person: Any) -> None:
    page = moving_person.page
    moving_person.start("Penny Black", seating="screen")
    for _ in range(2):
        assert moving_person.my_turn()
        moving_person.act(speed=500)
    page.goto(page.url + "/replay")
    page.select_option("#speed", "4")
    page.click("#play")

    page.wait_for_function("() => document.getElementById('where').textContent === 'Action 2 of 2'")
    page.wait_for_function("() => document.getElementById('play').textContent === 'Play'")

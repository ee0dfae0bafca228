"""The other pages: replay, a pasted record, the rulebook; and nobody is kept out of any of them."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

GAMES = ("penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte")


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

    person.open()
    page.fill("#record-text", record)
    page.get_by_role("button", name="Open it").click()

    page.wait_for_url("**/replay")
    page.click("#step")
    page.wait_for_selector("#ruling-body .clause")


def test_a_broken_record_is_refused_with_a_sentence_and_not_lost(person: Any) -> None:
    person.open()
    person.page.fill("#record-text", "1. nonsense")
    person.page.get_by_role("button", name="Open it").click()

    assert person.page.locator("#record-error").inner_text()
    assert person.page.input_value("#record-text") == "1. nonsense"


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

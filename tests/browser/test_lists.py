"""Home, lists and forms: presets write explicit values, deleting can be undone, times are local."""

from typing import Any

import pytest

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser


def test_a_preset_writes_its_values_and_a_changed_option_is_no_preset_any_more(person: Any) -> None:
    page = person.page
    person.open("/new/penny-blue")
    games = page.locator('[name="option.games"]')
    assert page.get_by_role("radio", name="First to three games").is_checked()
    page.get_by_role("radio", name="One game").check()
    assert games.input_value() == "1"
    page.get_by_text("More: every option").click()
    games.fill("2")
    games.blur()
    assert page.locator("[name=preset]:checked").count() == 0
    page.get_by_role("button", name="Start the match").first.click()
    page.wait_for_selector("#board svg")

    assert person.position()["match"]["options"]["games"] == "2"


def test_a_deleted_match_can_be_brought_back(person: Any) -> None:
    page = person.page
    person.start("Penny Black", seating="screen")
    match = page.url.rpartition("/")[2]
    person.open("/matches")
    row = page.locator("li", has=page.locator(f'[href="/match/{match}"]'))
    row.get_by_role("button", name="Delete").click()
    page.wait_for_selector(".undo")
    assert row.count() == 0
    assert person.axe() == []
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f'[href="/match/{match}"]')

    assert page.locator(".undo").count() == 0


def test_a_list_shows_the_board_the_score_and_the_readers_own_time(browser: Any, server: Any) -> None:
    context = browser.new_context(timezone_id="Asia/Tokyo", locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    Person(page, server).start("Penny Blue", starter="one")  # so that nothing happens until the list is looked at
    page.goto(server.address + "/matches")
    told = page.locator("time").first
    page.wait_for_function("() => !document.querySelector('time').textContent.includes('UTC')")
    local = page.evaluate(
        """() => new Date(document.querySelector("time").dateTime)
            .toLocaleTimeString("en-GB", {hour: "2-digit", minute: "2-digit"})"""
    )

    assert local in told.inner_text()
    assert "0–0 games (first to 3)" in page.locator(".matches").inner_text()
    assert page.locator("img.standing").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    context.close()


def test_a_long_list_is_leafed_through_by_keys_and_fits_a_phone(person: Any) -> None:
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    person.open("/matches")
    page.evaluate(
        """async () => {
            const body = new URLSearchParams({ seating: "screen" });
            for (let each = 0; each < 45; each++)
                await fetch("/new/penny-black", { method: "POST", body, redirect: "manual" });
        }"""
    )
    person.open("/matches")
    seen = set(page.locator('.matches a[href^="/match/"]').evaluate_all("all => all.map((each) => each.href)"))
    assert person.axe() == []
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    while page.locator('.pages a[rel="next"]').count():
        page.locator('.pages a[rel="next"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=page.url: url != before)
        more = set(page.locator('.matches a[href^="/match/"]').evaluate_all("all => all.map((each) => each.href)"))
        assert more.isdisjoint(seen)
        seen |= more
    assert person.axe() == []
    page.get_by_role("link", name="Latest matches").click()
    page.wait_for_url("**/matches")

    assert len(seen) == 45

"""People in real browsers: seats that move, names that go, strangers who meet, flicks that are beaten."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE_MS, Person, Somebody

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE_MS)


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _invited(ann: Person, bob: Person) -> str:
    """Ann invites, Bob sits down; the invitation."""
    ann.start("Penny Black", seating="friend", starter="one", name__one="Ann")
    link = ann.page.locator(".address").first.get_attribute("value")
    assert link is not None
    _sits(bob, link)
    expect(ann.page.locator("#name-two .name")).to_have_text("Bob")
    return link


def _sits(person: Person, link: str) -> None:
    person.page.goto(link)
    person.page.fill('[name="name"]', "Bob")
    person.page.get_by_role("button", name="Sit down").click()
    person.page.wait_for_selector("#board svg")


def test_a_seat_goes_on_at_another_device(somebody: Somebody) -> None:
    ann, phone = somebody(), somebody(**PHONE)
    ann.start("Penny Black", seating="screen")
    table = ann.page.context.new_page()
    table.goto(ann.page.url)
    table.get_by_text("This match", exact=True).click()
    table.get_by_role("button", name="Go on at another device").click()
    expect(table.locator(".qr")).to_be_visible()
    assert Person(table, ann.server).axe() == []
    phone.page.goto(table.locator("#link").get_attribute("href") or "")
    assert phone.axe() == []
    phone.page.get_by_role("button", name="Go on here").click()
    phone.page.wait_for_selector("#board svg")
    expect(ann.page.locator("#whose")).to_contain_text("You are watching")
    phone.my_turn()
    phone.act(direction=90.0, speed=900)
    expect(ann.page.locator("#history > li")).to_have_count(1)


def test_i_am_bob(somebody: Somebody) -> None:
    ann, bob, lost = somebody(), somebody(), somebody()
    link = _invited(ann, bob)
    bob.page.close()
    lost.page.goto(link)
    assert lost.axe() == []
    lost.page.get_by_role("button", name="I am Bob").click()
    expect(lost.page.get_by_text("has been asked")).to_be_visible()
    card = ann.page.locator("#pleas .plea")
    expect(card).to_contain_text("I am Bob")
    assert ann.axe() == []
    card.get_by_role("button", name="Yes, it is Bob").click()
    expect(card).to_have_count(0)
    lost.page.get_by_role("link", name="To the table").click()
    lost.page.wait_for_selector("#board svg")
    assert lost.position()["yours"] == ["two"]


def test_a_stranger_sits_down_where_a_seat_was_left_open(somebody: Somebody) -> None:
    ann, zoe = somebody(), somebody(**PHONE)
    ann.open("/me")
    ann.page.fill('[name="name"]', "Annabel")
    assert ann.axe() == []
    ann.page.get_by_role("button", name="Keep").click()
    ann.start("Penny Red", seating="anybody")
    expect(ann.page.locator("#left-open")).to_contain_text("Open to whoever comes")
    zoe.open()
    offer = zoe.page.locator(".offer")
    expect(offer).to_contain_text("waits for somebody to play")
    assert "Annabel" not in zoe.page.content()
    assert zoe.axe() == []
    offer.get_by_role("button", name="Sit down").click()
    zoe.page.wait_for_selector("#board svg")
    assert "Annabel" not in zoe.page.content()
    expect(ann.page.locator("#inviting")).to_be_hidden()
    name = zoe.position()["match"]["names"]["two"]
    expect(ann.page.locator("#name-two .name")).to_have_text(name)
    zoe.open()
    expect(zoe.page.locator(".offer")).to_have_count(0)


def test_whoever_wants_to_be_forgotten_is(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody()
    _invited(ann, bob)
    table = ann.page.url
    ann.open("/me")
    ann.page.evaluate("localStorage.setItem('pennyflick-sound', 'off')")
    ann.page.locator("summary", has_text="Forget me").click()
    ann.page.get_by_role("button", name="Forget me for good").click()
    ann.page.wait_for_url(ann.server.address + "/")
    expect(bob.page.locator("#name-one .name")).to_have_text("Player one")
    ann.page.goto(table)
    assert ann.position()["yours"] == []
    assert ann.page.evaluate("localStorage.getItem('pennyflick-sound')") is None, "the browser has forgotten, too"


def test_a_flick_is_beaten_there_and_back(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody(**PHONE)
    ann.start("Penny Black", seating="screen", starter="one", name__one="Ann")
    ann.my_turn()
    ann.act(direction=90.0, speed=900)
    ann.my_turn()
    ann.page.get_by_role("button", name="Beat this flick").click()
    ann.page.wait_for_url("**/flick/*")
    sent = ann.page.url
    bob.open("/me")
    bob.page.fill('[name="name"]', "Bob")
    bob.page.select_option('[name="hand"]', "exact")
    bob.page.get_by_role("button", name="Keep").click()
    bob.page.goto(sent)
    assert bob.axe() == []
    bob.page.get_by_role("button", name="Show it").click()
    bob.page.get_by_role("button", name="Try it").click()
    bob.my_turn()
    bob.act(direction=262.0, speed=2500)
    expect(bob.page.locator("#beat-on")).to_be_visible()
    expect(bob.page.locator("#acting")).to_be_hidden()
    bob.page.get_by_role("link", name="Side by side").click()
    expect(bob.page.locator(".outcome")).to_have_count(2)
    expect(bob.page.locator("#verdict")).not_to_be_empty()
    assert bob.axe() == []
    bob.page.get_by_role("button", name="Send it back").click()
    bob.page.wait_for_function("sent => location.href !== sent", arg=sent)
    ann.page.goto(bob.page.url)
    expect(ann.page.get_by_text("Bob flicked this at Penny Black")).to_be_visible()
    ann.page.get_by_role("button", name="Try it").click()
    ann.page.wait_for_selector("#beat")
    expect(ann.page.locator("#beat-says")).to_have_text("One flick: beat Bob.")


def test_a_flick_of_the_replay_can_be_sent(person: Person) -> None:
    person.start("Penny Black", seating="screen", starter="one")
    person.my_turn()
    person.act(direction=90.0, speed=900)
    person.open(person.page.url.removeprefix(person.server.address) + "/replay")
    expect(person.page.locator("#send-flick")).to_be_hidden()
    person.page.click("#step")
    person.page.get_by_role("button", name="Beat this flick").click()
    person.page.wait_for_url("**/flick/*")


def test_settings_go_with_the_person(somebody: Somebody) -> None:
    ann, phone = somebody(), somebody(**PHONE)
    ann.start("Penny Black", seating="screen")
    ann.my_turn()
    with ann.page.expect_response("**/me/settings"):
        ann.page.click("#sound")
    ann.open("/me")
    assert ann.page.locator('[name="sound"]').input_value() == "off"
    ann.page.select_option('[name="way"]', "finger")
    ann.page.get_by_role("button", name="Keep").click()
    ann.page.get_by_role("button", name="Make the link").click()
    phone.page.goto(ann.page.locator("#link").get_attribute("href") or "")
    phone.page.get_by_role("button", name="Go on here").click()
    phone.page.wait_for_url("**/me")
    phone.start("Penny Black")
    expect(phone.page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    expect(phone.page.locator("#finger")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("#finger-card")).to_have_count(0)

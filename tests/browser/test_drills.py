"""Drills at the table by real gestures, their numbers, and the hand that they measure."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pennyflick.server.play.drills import WAYS
from tests.browser.conftest import PATIENCE_MS, Person, Server, Somebody

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE_MS)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OPEN = "/learn/pichenotte/drill/open-twenties"
# Where the disc in the hand is on the screen.
CHOSEN = """() => {
    const { x, y, width, height } = document.querySelector("#board .pick.chosen").getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
Gesture = Callable[[Person], None]


def _begin(person: Person, drill: str) -> None:
    person.open(drill)
    person.page.locator(".begin button").click()
    person.page.wait_for_selector("#task")


# Whether the server has said how the try went, or the next flick of it can be made. Who has come to the band is
# waited for: nothing goes on by itself while a test looks.
SAID = """([before, held]) => {
    const skip = document.getElementById("skip");
    if (!skip) return false;
    if (!skip.hidden) skip.click();
    const over = document.querySelector("#task.done, #task.failed");
    if (over && held) document.getElementById("task-back").focus();
    const flicked = document.querySelectorAll("#history > li").length > before;
    const more = flicked && document.querySelector("#controls #fire");
    return over ? "over" : more ? "more" : false;
}"""


def _made(person: Person, gesture: Gesture, held: bool = True) -> bool:
    """One try, flick after flick until it is over; whether it was done."""
    for _ in range(30):
        person.my_turn()
        before = person.version()
        gesture(person)
        person.page.wait_for_function(SAID, arg=[before, held])
        person.page.wait_for_timeout(200)  # the server is asked after each flick
        if person.page.wait_for_function(SAID, arg=[before, held]).json_value() == "over":
            return person.page.locator("#task.done").count() == 1
    raise AssertionError("the try did not end")


def _next(person: Person) -> None:
    """On to the next try, without waiting for it to come by itself."""
    before = person.page.url
    person.page.get_by_role("button", name="Next", exact=True).click()
    person.page.wait_for_url(lambda url: url != before and "/match/" in url)
    person.page.wait_for_selector("#task")


def _by_pull(person: Person) -> None:
    ask = person.position()["now"]["decision"]["asks"][0]
    person.pull(next(iter(ask["discs"])), 90.0, 1_000)


def _by_keys(person: Person) -> None:
    person.page.focus("#board")
    for key in ("t", "Enter"):
        person.page.keyboard.press(key)


def _by_clicks(person: Person) -> None:
    box = person.page.locator("#board").bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.locator("#fire").click()


def _ways(person: Person) -> dict[str, str]:
    """What the drill's page says of each way to let go."""
    rows = person.page.locator(".figures > div").all()
    told = {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows}
    return {way: told[way] for way in WAYS.values() if way in told}


def test_one_flick_by_each_way_is_kept_and_told_apart(person: Person) -> None:
    _begin(person, OPEN)
    expect(person.page.locator("#task .which")).to_have_text("1 of 10")
    done = []
    for number, gesture in enumerate((_by_pull, _by_keys, _by_clicks), 1):
        done.append(_made(person, gesture))
        expect(person.page.locator("#task-marks")).to_have_text("".join("○●"[each] for each in done))
        expect(person.page.locator("#task-says")).to_contain_text(f"{sum(done)} of {number} so far")
        assert person.axe() == []
        if number < 3:
            _next(person)
    person.page.get_by_role("link", name="Back").click()

    expect(person.page.locator(".begin button")).to_have_text("Go on: try 4 of 10")
    words = ["done" if each else "missed" for each in done]
    assert person.page.locator(".figures .tried .unseen").all_inner_texts() == words
    assert {way: text.split()[-1] for way, text in _ways(person).items()} == {"Pull": "1", "Keys": "1", "Clicks": "1"}
    assert person.page.locator(".figures > div").first.inner_text().startswith("You")
    assert person.axe() == []


def test_a_finger_s_stroke_is_told_as_one(somebody: Somebody) -> None:
    person = somebody()
    _begin(person, OPEN)
    person.my_turn()
    person.page.click("#finger")
    x, y = person.page.evaluate(CHOSEN)
    person.page.mouse.move(x, y + 60)
    person.page.mouse.down()
    person.page.mouse.move(x, y - 60, steps=3)
    person.page.mouse.up()
    person.page.wait_for_selector("#task.done, #task.failed")
    _next(person)
    _made(person, _by_keys)
    person.open(OPEN)
    assert set(_ways(person)) == {"Finger stroke", "Keys"}


def test_the_flick_button_pressed_by_key_is_told_as_keys(person: Person) -> None:
    def by_key(person: Person) -> None:
        person.page.keyboard.press("t")
        person.page.focus("#fire")
        person.page.keyboard.press("Enter")

    person.open(OPEN)
    person.page.keyboard.press("Tab")
    person.page.locator(".begin button").focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector("#task")
    _made(person, by_key)
    _next(person)
    _made(person, _by_clicks)
    person.open(OPEN)
    assert set(_ways(person)) == {"Keys", "Clicks"}


def test_a_side_flick_is_a_try_too(person: Person) -> None:
    _begin(person, "/learn/penny-blue/drill/side-flicks")
    _made(person, _by_keys)
    expect(person.page.locator("#task-marks")).to_have_text(re.compile("^[○●]$"))


def test_a_whole_turn_is_counted(person: Person) -> None:
    _begin(person, "/learn/penny-black/drill/runs")
    _made(person, _by_keys)
    counted = person.page.locator("#task-marks").inner_text()
    expect(person.page.locator("#task-says")).to_contain_text(f"{counted} this time. {counted} in 1 turn so far.")
    person.open("/learn/penny-black/drill/runs")
    expect(person.page.locator(".figures")).to_contain_text(f"{counted} in one turn")
    assert person.axe() == []


def test_the_next_try_comes_by_itself_and_keys_go_on(person: Person) -> None:
    _begin(person, OPEN)
    first = person.page.url
    _made(person, _by_keys, held=False)
    person.page.wait_for_url(lambda url: url != first)
    expect(person.page.locator("#task .which")).to_have_text("2 of 10")
    expect(person.page.locator("#board")).to_be_focused()


def test_a_full_row_ends_with_its_sum_and_the_hand_is_known_after_two(person: Person) -> None:
    _begin(person, OPEN)
    for row in (1, 2):
        done = []
        for number in range(1, 11):
            done.append(_made(person, _by_keys))
            if number < 10:
                _next(person)
        expect(person.page.locator("#task-says")).to_contain_text(
            f"The row is full. {'Yes' if done[-1] else 'Not this time'}. {sum(done)} of 10."
        )
        if row == 1:
            person.page.get_by_role("button", name="Another row").click()
            person.page.wait_for_selector("#task:not(.done, .failed)")
    person.page.get_by_role("link", name="See how it went").click()
    expect(person.page.locator(".figures")).to_contain_text("of 20 tries")
    expect(person.page.locator(".chart circle")).to_have_count(2)

    person.page.get_by_role("link", name="My hand, measured").click()
    expect(person.page.locator(".grip")).to_contain_text(re.compile(r"Your release errs by \d\.\d° \(\d\.\d–\d\.\d\)"))
    assert person.axe() == []
    person.page.get_by_text("Use this spread").click()
    person.page.get_by_role("link", name="The house does at Penny Blue").click()
    assert re.fullmatch(r"[\d.]+deg [\d.]+%", person.page.locator('[name="opponent_hand"]').input_value())
    hand = person.page.locator('[name="opponent_hand"]').input_value()
    person.page.get_by_role("button", name="Start the match").first.click()
    person.page.wait_for_selector("#board svg")
    assert person.position()["match"]["hands"]["two"] == hand


def test_progress_is_there_after_a_restart_and_on_another_device(
    browser: Browser, tmp_path: Path, somebody: Somebody
) -> None:
    server = Server(tmp_path)
    ann, phone = somebody(served=server), somebody(served=server, **PHONE)
    _begin(ann, OPEN)
    done = _made(ann, _by_keys)
    server.kill()
    server.start()

    ann.open(OPEN)
    assert ann.page.locator(".figures .tried .unseen").all_inner_texts() == ["done" if done else "missed"]
    ann.open("/me")
    ann.page.get_by_role("button", name="Make the link").click()
    phone.page.goto(ann.page.locator("#link").get_attribute("href") or "")
    phone.page.get_by_role("button", name="Go on here").click()
    phone.page.wait_for_url(lambda url: "/go/" not in url)
    phone.open(OPEN)
    expect(phone.page.locator(".begin button")).to_have_text("Go on: try 2 of 10")
    assert phone.axe() == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390
    ann.open(OPEN)
    expect(ann.page.locator(".made")).to_contain_text("Nothing yet")
    server.stop()


def test_a_hand_that_was_watched_is_measured_apart_from_one_that_was_not(moving_person: Person) -> None:
    _begin(moving_person, OPEN)
    _made(moving_person, _by_pull)
    _next(moving_person)
    _made(moving_person, lambda person: person.act(direction=90.0, speed=1_000))
    moving_person.open("/me/hand")
    wanting = moving_person.page.locator("#wanting ~ ul li")
    assert sorted(wanting.all_inner_texts()) == [
        "Clicks: good, visible, not watched: 1 so far, 19 more flicks to go.",
        "Pull: good, visible: 1 so far, 19 more flicks to go.",
    ]


def test_an_empty_hand_says_how_it_is_measured(person: Person) -> None:
    person.open("/me")
    person.page.get_by_role("link", name="See it").click()
    expect(person.page.locator("main")).to_contain_text("Nothing to tell yet")
    assert person.axe() == []

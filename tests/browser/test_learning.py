"""Learning by flicking: lessons failed, hinted and solved; puzzles; progress; somebody who knows nothing of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pennyflick.lessons.kinds import Lesson
from pennyflick.lessons.shelf import shelf
from pennyflick.rules import registry
from pennyflick.server.pages.courses.lessons import next_lesson
from pennyflick.server.pages.steps import steps
from pennyflick.server.play.solutions import lesson_called
from tests.browser.conftest import PATIENCE_MS, Person, Server, Somebody, looked_at
from tests.browser.test_decisions import screen_point
from tests.browser.test_screen import out_of_sight

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE_MS)

NUMBER = r"(-?\d+(?:\.\d+)?)"
AIMED = re.compile(
    rf"(?P<what>Flick|Side-flick) (?P<disc>\w+)(?: (?:from|at) x {NUMBER}, y {NUMBER})?(?: with (?P<held>\w+))?"
    rf": {NUMBER}°, (\d+) mm/s(?:, and call a (?P<call>\w+))?\."
)
PUT = re.compile(rf"(\w+) at x {NUMBER}, y {NUMBER}")
PHONES = [{"width": 390, "height": 844}, {"width": 844, "height": 390}]
# A lesson of every kind: one flick, a placement, a choice, a side-flick, several answers with a reply between them.
KINDS = [
    ("penny-black", "win"),
    ("penny-red", "touching"),
    ("penny-blue", "defend"),
    ("penny-blue", "side-flick"),
    ("penny-green", "penalty-order"),
]
THERE = """([x, y]) => {
    const [left, up] = ["aim-x", "aim-y"].map((id) => document.getElementById(id).valueAsNumber);
    return Math.hypot(left - x, up - y) < 2;
}"""
# Whether something can be done (open), or the try is over; what is being shown is skipped.
STANDS = """() => {
    const skip = document.getElementById("skip"), task = document.getElementById("task");
    if (!skip || !task) return null;
    if (!skip.hidden) skip.click();
    if (task.matches(".done, .failed")) return "over";
    const can = document.querySelector("#controls #fire, #controls [data-choose]");
    return can && skip.hidden && !document.body.hasAttribute("data-sending") ? "open" : null;
}"""


def lesson(game: str, key: str) -> Lesson:
    found = lesson_called(game, key)
    assert found is not None
    return found


def is_over(person: Person) -> bool:
    """Waits until something can be done, or the try is over."""
    return bool(person.page.wait_for_function(STANDS, polling=50).json_value() == "over")


def told(person: Person, act: Callable[[], None]) -> None:
    """Does something, and waits until the page has asked how the try stands."""
    with person.page.expect_response("**/tried"):
        act()


def opened(person: Person, game: str, key: str, kind: str = "lesson") -> None:
    person.open(f"/learn/{game}/{kind}/{key}")
    person.page.get_by_role("button", name="Try it").click()
    person.page.wait_for_selector("#task")


def put(person: Person, disc: str, x: float, y: float) -> None:
    """Puts a disc by a click on the board, where it snaps to what is legal."""
    page = person.page
    if page.locator("#aim-disc").count():
        page.select_option("#aim-disc", disc)
    page.mouse.click(*screen_point(page, x, y))
    page.wait_for_function(THERE, arg=[x, y])


def aim(person: Person, found: re.Match[str]) -> None:
    """Types a flick, or a side-flick, into *Fine aim*."""
    page, (x, y, direction, speed) = person.page, found.group(3, 4, 6, 7)
    if page.locator("#aim-disc").count():
        page.select_option("#aim-disc", found["disc"])
    if found["held"] and page.locator("#aim-held").count():
        page.select_option("#aim-held", found["held"])
    person.fine()
    for field, value in (("x", x), ("y", y)):
        if value is not None:
            page.fill(f"#aim-{field}", value)
            page.locator(f"#aim-{field}").blur()
    if found["call"]:
        page.check(f"#call-{found['call']}")
    person.aim(float(direction), int(speed))


def do(person: Person, words: str) -> None:
    """Does at the table what a sentence says: it copies what the page shows, and knows nothing else."""
    page = person.page
    if (choice := re.fullmatch(r"Choose “(.*)”\.", words)) is not None:
        return page.get_by_role("button", name=choice[1], exact=True).click()
    found, places = AIMED.fullmatch(words), PUT.findall(words)
    wanted = found["what"] if found else ", ".join(disc for disc, _, _ in places)
    tabs = page.locator("[data-ask]", has_text=re.compile(f"{wanted}$", re.IGNORECASE))
    if tabs.count():
        tabs.first.click()
    if found:
        aim(person, found)
    else:
        for disc, x, y in places:
            put(person, disc, float(x), float(y))
    return page.click("#fire")


def fail(person: Person) -> None:
    """Goes on with as little as possible until the try is over."""
    for _ in range(8):
        if is_over(person):
            return
        told(person, lambda: person.act(speed=25))
    raise AssertionError("the try did not end")


def solve(person: Person, sentences: list[str]) -> None:
    for words in sentences:
        assert not is_over(person)
        told(person, partial(do, person, words))
    assert is_over(person)


def again(person: Person, words: str = "Once more") -> None:
    person.page.locator("#task-onward").get_by_role("button", name=words).click()
    person.page.wait_for_url("**/match/*")
    person.page.wait_for_selector("#task:not(.failed, .done)")


@pytest.mark.parametrize(("game", "key"), KINDS)
def test_a_lesson_of_every_kind_is_failed_hinted_and_solved(person: Person, game: str, key: str) -> None:
    each, page = lesson(game, key), person.page
    opened(person, game, key)
    expect(page.locator("#task-says")).to_have_text(each.task)
    fail(person)
    expect(page.locator("#task-says")).to_have_text("Not quite.")
    assert page.locator("#acting").is_hidden()
    again(person)
    fail(person)
    expect(page.locator("#task-says")).to_have_text(f"Not quite. Hint: {each.hint}")
    again(person)
    solve(person, steps(each))

    expect(page.locator("#task-says")).to_have_text("That is it.")
    expect(page.locator("#task-onward .primary")).to_have_text("Next lesson" if next_lesson(each) else "All lessons")
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(f'a[href$="/lesson/{key}"] .tick')).to_be_visible()


def test_a_pull_solves_a_lesson_and_the_next_one_follows(person: Person) -> None:
    first, second = shelf("penny-blue").lessons[:2]
    opened(person, "penny-blue", first.id)
    assert not is_over(person)
    disc, direction, speed = first.solution[0].split()
    told(person, lambda: person.pull(disc, float(direction), float(speed)))
    assert is_over(person)
    expect(person.page.locator("#task")).to_have_class(re.compile("done"))
    again(person, "Next lesson")

    expect(person.page.locator("#task-says")).to_have_text(second.task)


def test_the_star_is_won_with_one_s_own_hand(person: Person) -> None:
    page, (words,) = person.page, steps(lesson("penny-black", "hit"))
    opened(person, "penny-black", "hit")
    solve(person, [words])
    for _ in range(4):  # a hand of one's own may fail: this lesson forgives most of it
        page.locator("#task-onward").get_by_role("button", name=re.compile("own hand|Once more")).click()
        page.wait_for_selector("#task:not(.failed, .done)")
        expect(page.locator("#task-marks")).to_have_text("★")
        solve(person, [words])
        if page.locator("#task.done").count():
            break
    expect(page.locator("#task-says")).to_contain_text("a star")
    page.get_by_role("link", name="All lessons").click()

    expect(page.locator('a[href$="/lesson/hit"] .star')).to_be_visible()


def test_after_three_failures_the_solution_is_offered_and_plays_itself(moving_person: Person) -> None:
    person, page = moving_person, moving_person.page
    opened(person, "penny-blue", "kill")
    for _ in range(3):
        fail(person)
        if page.get_by_role("link", name="Show me").count():
            break
        again(person)
    page.get_by_role("link", name="Show me").click()
    page.wait_for_selector('.shown[data-state="running"]')
    page.wait_for_selector('.shown[data-state="over"]')

    expect(page.locator(".shown #caption")).to_contain_text("BLU-4")
    assert page.inner_text("#solution li") == "Flick A1: 189.40°, 900 mm/s."
    page.get_by_role("button", name="Show again: the solution").click()
    page.wait_for_selector('.shown[data-state="running"]')


def test_a_puzzle_is_not_solved_and_then_solved_by_what_it_is_worth(person: Person) -> None:
    page, puzzle = person.page, shelf("penny-blue").puzzles[0]
    opened(person, "penny-blue", puzzle.id, "puzzle")
    expect(page.locator("#task-says")).to_contain_text("find the best flick")
    disc, direction, speed = puzzle.second.split()
    assert not is_over(person)
    told(person, lambda: do(person, f"Flick {disc}: {direction}°, {speed} mm/s."))
    assert is_over(person)
    expect(page.locator("#task-says")).to_have_text(
        re.compile(r"Worth \d+ %, the best \d+ %: there is something better\.")
    )
    again(person)
    disc, direction, speed = puzzle.best.split()
    assert not is_over(person)
    told(person, lambda: do(person, f"Flick {disc}: {float(direction) + 0.2:.2f}°, {speed} mm/s."))
    assert is_over(person)
    expect(page.locator("#task-says")).to_contain_text("Solved: worth")
    expect(page.locator("#task-says")).to_contain_text(f"The idea: {puzzle.says}.")
    page.get_by_role("link", name="Show me").click()
    page.wait_for_selector('.shown[data-state="over"]')
    expect(page.locator(".hint")).to_contain_text("the best of any other idea")
    page.get_by_role("link", name="Penny Blue").click()

    expect(page.get_by_text("1 of 30 solved.")).to_be_visible()


@pytest.mark.parametrize("game", registry.names())
def test_who_knows_nothing_of_a_game_gets_through_its_first_lesson(person: Person, game: str) -> None:
    page = person.page
    person.open()
    page.get_by_role("link", name="Learn").click()
    page.locator(f'article[aria-labelledby="course-{game}"]').get_by_role("button").click()
    page.wait_for_selector("#task")
    for _ in range(3):  # the nearest disc is aimed at, and the button pressed that is there
        if is_over(person):
            break
        page.focus("#board")
        page.keyboard.press("t")
        told(person, lambda: page.click("#fire"))
        assert is_over(person)
        if page.locator("#task.done").count() or page.get_by_role("link", name="Show me").count():
            break
        again(person)
    if not page.locator("#task.done").count():
        page.get_by_role("link", name="Show me").click()
        page.wait_for_selector('.shown[data-state="over"]')
        sentences = page.locator("#solution li").all_inner_texts()
        page.get_by_role("button", name="Try it").click()
        page.wait_for_selector("#task")
        solve(person, sentences)
    expect(page.locator("#task")).to_have_class(re.compile("done"))
    again(person, "Next lesson")

    expect(page.locator("#task-says")).to_have_text(shelf(game).lessons[1].task)


def test_progress_is_there_after_a_restart_and_on_another_device(somebody: Somebody, tmp_path: Path) -> None:
    server = Server(tmp_path)
    ann, phone = somebody(served=server), somebody(served=server, viewport=PHONES[0], has_touch=True, is_mobile=True)
    opened(ann, "penny-blue", "kill")
    solve(ann, steps(lesson("penny-blue", "kill")))
    expect(ann.page.locator("#over")).to_be_hidden()  # it wins the match, but nobody plays that again
    server.kill()
    server.start()
    ann.open("/learn/penny-blue")
    expect(ann.page.locator(".lessons .tick")).to_have_count(1)
    ann.open("/me")
    ann.page.get_by_role("button", name="Make the link").click()
    phone.page.goto(ann.page.locator("#link").get_attribute("href") or "")
    phone.page.get_by_role("button", name="Go on here").click()
    phone.page.wait_for_load_state("networkidle")
    phone.open("/learn/penny-blue")

    expect(phone.page.locator(".lessons .tick")).to_have_count(1)
    server.stop()


APART = """() => document.querySelector("#board svg").getBoundingClientRect().top
    - document.getElementById("task").getBoundingClientRect().bottom"""
PAGES = [
    "/learn",
    "/learn/penny-green",
    "/learn/penny-green/lesson/penalty-order?show",
    f"/learn/penny-blue/puzzle/{shelf('penny-blue').puzzles[0].id}?show",
]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", looked_at([{"width": 1280, "height": 800}, *PHONES], 1))
def test_a_page_fits_its_screen_and_keeps_nobody_out(somebody: Somebody, path: str, size: Any) -> None:
    person = somebody(viewport=size)
    person.open(path)
    if "?show" in path:
        person.page.wait_for_selector('.shown[data-state="over"]')
    person.page.wait_for_load_state("networkidle")

    assert person.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert person.axe() == []


@pytest.mark.parametrize("size", PHONES)
def test_on_a_phone_the_band_leaves_board_and_button_in_sight(somebody: Somebody, size: Any) -> None:
    person = somebody(viewport=size, has_touch=True)
    opened(person, "penny-red", "three-points")  # the longest task
    assert not is_over(person)
    assert person.page.evaluate(APART) >= -1
    assert out_of_sight(person.page, "#task", "#board svg", "#fire", "#power") == {}
    assert person.axe() == []
    fail(person)

    assert out_of_sight(person.page, "#task", "#task-onward", "#task-back") == {}
    assert person.axe() == []

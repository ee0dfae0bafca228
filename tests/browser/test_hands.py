"""Ways to flick: keys only, clicks only, a pull with the mouse, a finger; and what is shown afterwards."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def centre_of(page: Any, disc: str) -> tuple[float, float]:
    box = page.locator(f'[data-disc="{disc}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin(person: Any) -> None:
    person.start("Penny Black", seating="screen")
    person.my_turn()


def flicked(person: Any) -> None:
    person.page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")


def test_keys_alone_are_enough(person: Any) -> None:
    page = person.page
    person.open()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent") == "Play Penny Black":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#board svg")
    person.my_turn()
    before = person.version()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "board":
            break
    page.keyboard.press("t")
    direction = page.locator("#aim-direction").input_value()
    assert direction
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.locator("#aim-direction").input_value() != direction
    page.keyboard.press("Enter")

    page.wait_for_function("before => document.querySelectorAll('#history > li').length > before", arg=before)


def test_clicks_alone_are_enough(person: Any) -> None:
    begin(person)
    x, y = centre_of(person.page, "black")

    person.page.mouse.click(x + 40, y + 10)
    person.page.get_by_role("button", name="Harder").click()
    person.page.get_by_role("button", name="Flick", exact=True).click()

    flicked(person)


def test_a_pull_back_and_let_go_flicks(person: Any) -> None:
    begin(person)
    page = person.page
    x, y = centre_of(page, "black")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x + 12 * step, y)
        page.wait_for_timeout(20)
    assert page.locator(".aim-line").count() == 1
    page.wait_for_timeout(80)
    page.mouse.up()

    flicked(person)


def test_a_pull_taken_back_does_not_flick(person: Any) -> None:
    begin(person)
    page = person.page
    x, y = centre_of(page, "black")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y, steps=5)
    page.mouse.move(x + 1, y, steps=5)
    page.wait_for_timeout(80)
    page.mouse.up()
    assert "Taken back" in page.inner_text("#keeping")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y, steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()

    page.wait_for_timeout(300)
    assert person.version() == 0
    assert page.locator(".aim-line").count() == 0  # and what was not aimed before is not aimed now


def test_a_finger_can_flick(browser: Any, server: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script("localStorage.setItem('pennyflick-finger', 'off')")  # the card was answered before
    page.goto(server.address)
    page.get_by_role("button", name="Play Penny Black").tap()
    page.wait_for_selector("#fire", timeout=30_000)
    before = page.locator("#history > li").count()
    x, y = centre_of(page, "black")
    touch = context.new_cdp_session(page)

    def send(kind: str, points: list[tuple[float, float]]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    send("touchStart", [(x, y)])
    for step in range(1, 9):
        send("touchMove", [(x, y + 8 * step)])
        page.wait_for_timeout(20)
    page.wait_for_timeout(80)
    send("touchEnd", [])

    page.wait_for_function("before => document.querySelectorAll('#history > li').length > before", arg=before)
    context.close()


def test_with_reduced_motion_the_paths_are_drawn(person: Any) -> None:
    begin(person)
    person.act(speed=1500)

    person.my_turn()
    drawn = person.page.locator("polyline.path").count()
    assert drawn > 1  # the shooter's and at least one that it met
    person.page.click("#again")
    person.page.wait_for_function("drawn => document.querySelectorAll('polyline.path').length === drawn", arg=drawn)


def test_a_ruling_names_its_clause_and_links_to_it(person: Any) -> None:
    begin(person)
    person.act(speed=1500)
    person.my_turn()

    link = person.page.locator("#ruling .clause").first
    assert link.inner_text().startswith(("BLK-", "GEN-"))
    assert person.page.locator("#announce").inner_text()
    with person.page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_load_state()
    assert opened.value.url.endswith("#" + link.inner_text())


def test_rematch_is_one_click(person: Any) -> None:
    person.start("Penny Blue", seating="screen", option__turn_limit="1")  # the house might win before anybody's turn
    person.play_to_the_end()
    first = person.page.url

    person.page.get_by_role("button", name="Rematch").click()

    person.page.wait_for_url(lambda url: url != first)
    assert person.my_turn()


def test_resigning_ends_the_match(person: Any) -> None:
    begin(person)
    person.page.on("dialog", lambda dialog: dialog.accept())
    person.page.get_by_text("This match").click()
    person.page.click("#resign")

    person.page.wait_for_selector("#over", state="visible")
    assert "resigned" in person.page.locator("#result").inner_text()


def test_trying_again_opens_a_branch(person: Any) -> None:
    begin(person)
    person.act()
    person.my_turn()
    first = person.page.url
    person.page.get_by_text("This match").click()
    person.page.get_by_role("button", name="Try the last flick again").click()

    person.page.wait_for_url(lambda url: url != first)
    assert person.my_turn()
    assert person.version() == 0

"""Two and three browsers at one table: invited by a link, seated by a button, played to the end."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PATIENCE_MS, QUIET, Person, Server, Somebody, browser_path, looked_at
from tests.browser.test_whole_matches import aimed_at, is_flick

pytestmark = pytest.mark.browser

GAMES = ["Penny Black", "Penny Blue", "Penny Red", "Penny Green", "Pichenotte"]
DESK = {"viewport": {"width": 1280, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MOST = 120  # decisions
# Whether something can be done here now; what is being shown is skipped.
CAN_ACT = """() => {
    const skip = document.getElementById("skip");
    if (!skip.hidden) skip.click();
    return skip.hidden && !document.body.hasAttribute("data-sending")
        && document.querySelector("#controls #fire, #controls [data-choose]") !== null;
}"""
MOVED_ON = """before => document.querySelectorAll("#history > li").length > before
    || document.getElementById("keeping").classList.contains("refused")"""

expect.set_options(timeout=PATIENCE_MS)


def links(person: Person) -> list[str]:
    person.page.wait_for_selector("#inviting .address")
    found: list[str] = person.page.locator("#inviting .address").evaluate_all("all => all.map(each => each.value)")
    return found


def sit_down(person: Person, link: str, name: str) -> None:
    person.page.goto(link)
    person.page.fill('[name="name"]', name)
    press(person, ".sit-down")
    person.page.wait_for_selector("#board svg")


def press(person: Person, where: str) -> None:
    """With the finger where there is one, else with the mouse."""
    touch = person.page.evaluate("() => navigator.maxTouchPoints > 0")
    (person.page.tap if touch else person.page.click)(where)


def answer(person: Person, number: int) -> None:
    """One decision: aimed by a tap or a click on the board, let go by the button."""
    page, before = person.page, person.version()
    if is_flick(page):
        at = aimed_at(page, number)
        page.touchscreen.tap(*at) if page.evaluate("() => navigator.maxTouchPoints > 0") else page.mouse.click(*at)
    press(person, "#fire" if page.locator("#fire").count() else "[data-choose] >> nth=0")
    page.wait_for_function(MOVED_ON, arg=before)


def play_to_the_end(people: Sequence[Person]) -> None:
    """Whoever can act acts, until the match is over for everybody."""
    number, idle = 0, 0
    while not all(person.is_over for person in people):
        able = next((person for person in people if person.page.evaluate(CAN_ACT)), None)
        if able is None:
            idle += 1
            assert idle < 600, "nobody can do anything, and the match is not over"
            people[0].page.wait_for_timeout(50)
            continue
        idle, number = 0, number + 1
        assert number < MOST, "the match did not end"
        answer(able, number)
    results = {person.page.inner_text("#result") for person in people}
    assert all(results)


def snapshots(people: Sequence[Person]) -> list[Any]:
    return [person.position() for person in people]


@pytest.mark.parametrize(
    ("game", "inviting", "invited"),
    looked_at([(game, *pair) for game in GAMES for pair in ((DESK, PHONE), (PHONE, DESK))], 0, 3, 4, 7, 8),
    ids=lambda each: each if isinstance(each, str) else f"{each['viewport']['width']}",
)
def test_every_game_goes_from_the_invitation_to_the_end(
    somebody: Somebody, game: str, inviting: dict[str, Any], invited: dict[str, Any]
) -> None:
    ann, bob = somebody(**inviting), somebody(**invited)
    ann.start(game, seating="friend", option__turn_limit="1", name__one="Ann")
    expect(ann.page.locator("#whose")).to_have_text("Waiting for somebody to sit down.")
    expect(ann.page.locator("#name-two .hand")).to_have_text("awaited")
    sit_down(bob, links(ann)[0], "Bob")

    expect(ann.page.locator("#inviting")).to_be_hidden()
    expect(ann.page.locator("#name-two .name")).to_have_text("Bob")
    expect(ann.page.locator("#name-two .hand")).to_have_text("exact")
    assert "/join/" not in bob.page.url
    play_to_the_end([ann, bob])

    one, two = snapshots([ann, bob])
    assert (one["version"], one["hash"], one["result"]) == (two["version"], two["hash"], two["result"])
    assert (one["yours"], two["yours"]) == (["one"], ["two"])


def test_doubles_are_played_by_three_browsers_and_the_house(somebody: Somebody) -> None:
    ann, bob, cid = somebody(), somebody(**PHONE), somebody()
    ann.open("/new/penny-red")
    ann.page.get_by_text("More: every option").click()
    ann.page.get_by_text("Who sits where, and with what hand").click()
    ann.page.check('[value="friend"]')
    for name, value in {"option.doubles": "yes", "option.turn_limit": "1", "seat.two-b": "beginner"}.items():
        field = ann.page.locator(f'[name="{name}"]')
        field.fill(value) if name.endswith("limit") else field.select_option(value)
    ann.page.locator('[name="hand.one"]').select_option("good")
    ann.page.get_by_role("button", name="Start the match").first.click()
    ann.page.wait_for_selector("#inviting")
    partner, other = links(ann)
    assert ann.page.locator("#inviting .code svg").count() == 2

    sit_down(bob, other, "Bob")
    expect(ann.page.locator("#link-two")).to_have_count(0)
    expect(ann.page.locator("#link-one-b")).to_be_visible()
    expect(bob.page.locator("#whose")).to_have_text("Waiting for somebody to sit down.")
    sit_down(cid, partner, "Cid")
    play_to_the_end([ann, bob, cid])

    seen = snapshots([ann, bob, cid])
    assert [each["yours"] for each in seen] == [["one"], ["two"], ["one-b"]]
    assert len({each["hash"] for each in seen}) == 1


def test_one_click_shows_a_card_from_which_the_link_is_copied_and_shared(somebody: Somebody) -> None:
    ann = somebody()
    ann.page.add_init_script("navigator.share = async (told) => void (window.shared = told)")
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.open()
    ann.page.get_by_role("button", name="Play a friend at Penny Black").click()
    link = links(ann)[0]

    ann.page.get_by_role("button", name="Copy").first.click()
    expect(ann.page.locator("#link-copied")).to_contain_text("Copied")
    assert ann.page.evaluate("() => navigator.clipboard.readText()") == link
    ann.page.get_by_role("button", name="Share…").click()
    assert ann.page.evaluate("() => window.shared.url") == link
    assert ann.page.locator("#only-here").is_visible()
    assert ann.axe() == []


def test_the_inviter_practises_until_the_friend_sits_down_and_is_called_back(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody(**PHONE)
    ann.start("Penny Black", seating="friend")
    table, link = ann.page.url, links(ann)[0]
    ann.page.get_by_role("button", name="Practise meanwhile").click()
    expect(ann.page.locator("#awaiting-says")).to_be_visible()
    assert ann.my_turn()
    ann.act(speed=900)
    assert ann.version() == 1
    assert ann.axe() == []

    bob.page.goto(link)
    assert bob.axe() == []
    sit_down(bob, link, "Bob")
    ann.page.wait_for_url(table)
    expect(ann.page.locator("#name-two .name")).to_have_text("Bob")
    assert ann.version() == 0


def test_the_invitation_stays_within_reach_of_who_practises(somebody: Somebody) -> None:
    ann = somebody(**PHONE)
    ann.start("Penny Blue", seating="friend")
    link = links(ann)[0]
    ann.page.get_by_role("button", name="Practise meanwhile").tap()
    ann.page.get_by_role("link", name="The invitation").tap()

    assert links(ann) == [link]


def test_a_link_used_twice_lets_the_second_watch_and_a_foreign_cookie_act_for_nobody(somebody: Somebody) -> None:
    ann, bob, eve = somebody(), somebody(), somebody(**PHONE)
    ann.start("Penny Black", seating="friend", name__one="Ann", starter="one")
    link = links(ann)[0]
    sit_down(bob, link, "Bob")
    eve.page.goto(link)
    expect(eve.page.locator(".notice")).to_contain_text("Bob sits here")
    assert eve.axe() == []
    eve.page.get_by_role("link", name="Watch the match").tap()

    expect(eve.page.locator("#whose")).to_have_text("You are watching. Ann to play:")
    assert eve.page.locator("#controls #fire").count() == 0
    expect(bob.page.locator("#whose")).to_have_text("Ann to play:")
    refused = eve.page.evaluate(RESIGN_FOR_ONE)
    assert refused["code"] == "no-seat"


RESIGN_FOR_ONE = """() => new Promise((resolve) => {
    const resign = { type: "resign", id: "wrong-cookie-1", version: 0, seat: "one" };
    const socket = new WebSocket(`${location.href.replace("http", "ws")}/socket`);
    socket.onopen = () => socket.send(JSON.stringify(resign));
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.id === resign.id) resolve(message);
    };
})"""


def test_a_robot_that_looks_at_the_link_for_a_preview_spends_nothing(somebody: Somebody) -> None:
    ann, bob, robot = somebody(), somebody(), somebody()
    ann.start("Pichenotte", seating="friend")
    link = links(ann)[0]
    for _ in range(3):
        page = robot.page.request.get(link, headers={"cookie": ""}).text()
        assert robot.page.request.head(link).ok
    picture = re.search(r'og:image" content="([^"]+)"', page)
    assert picture is not None
    assert robot.page.request.get(picture[1]).headers["content-type"] == "image/png"

    sit_down(bob, link, "Bob")
    expect(ann.page.locator("#inviting")).to_be_hidden()


def test_a_first_time_player_is_told_the_goal_and_the_danger(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody()
    ann.start("Penny Black", seating="friend", starter="two")
    sit_down(bob, links(ann)[0], "")

    assert bob.my_turn()
    expect(bob.page.locator("#goal-goal")).to_be_visible()


NAME = "friend.test"  # stands for any address of a network: browsers trust it less than this machine's own


@pytest.fixture
def known_by_name(tmp_path: Path) -> Iterator[Server]:
    """A server that others find by a name, without https."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Server(tmp_path, port, ["--public-url", f"http://{NAME}:{port}"])
    yield running
    running.stop()


def test_at_an_address_of_the_network_without_https_everything_works_too(
    somebody: Somebody, browser: Browser, known_by_name: Server
) -> None:
    away = browser.browser_type.launch(
        executable_path=browser_path(), args=[*QUIET, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    )
    ann, bob = somebody(served=known_by_name), somebody(at=away, **PHONE)
    ann.start("Penny Black", seating="friend", starter="two", option__turn_limit="1")
    link = links(ann)[0]
    assert link.startswith(f"http://{NAME}:{known_by_name.port}/join/")
    assert not ann.page.locator("#only-here").count()
    sit_down(bob, link, "Bob")

    assert not bob.page.evaluate("() => isSecureContext")
    play_to_the_end([ann, bob])
    bob.page.locator("#copy-link").tap()
    expect(bob.page.locator("#copied")).to_contain_text("Copied")
    bob.page.context.close()
    away.close()

"""Discs can be found by their names: on the table and in the replay, with mouse, keys and fingers."""

from collections.abc import Iterator
from typing import Any

import pytest

from pennyflick.table import (
    Cited,
    DiscId,
    Measured,
    Named,
    Object,
    Owned,
    Owner,
    Seat,
    Side,
    Subject,
    Their,
    Viewer,
    phrase,
    says,
    verb,
)
from pennyflick.table.sentence_json import sentence_json
from tests.browser.conftest import Person

pytestmark = pytest.mark.browser

LABEL = "#board ~ .disc-label"
NEAR_PX = 130
# How far the label's box is from the disc, and how many points of the aim it covers.
PLACED = """name => {
    const box = document.querySelector("#board ~ .disc-label").getBoundingClientRect();
    const disc = document.querySelector(`[data-disc="${name}"] .disc-face, [data-disc="${name}"] use`)
        .getBoundingClientRect();
    const [x, y] = [disc.x + disc.width / 2, disc.y + disc.height / 2];
    const away = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    let covered = 0;
    for (const line of document.querySelectorAll(".aim-line, .aim-ring")) {
        for (let at = 0; at <= 1; at += 0.01) {
            const point = line.getPointAtLength(at * line.getTotalLength()).matrixTransform(line.getScreenCTM());
            covered += point.x > box.left && point.x < box.right && point.y > box.top && point.y < box.bottom;
        }
    }
    return { away, covered };
}"""


def _lit(page: Any, name: str) -> bool:
    """Whether that disc and no other has a ring and its name beside it."""
    page.wait_for_selector(LABEL)
    assert page.locator(LABEL).inner_text() == name
    assert page.locator("#board .lit-ring").count() == 1
    return bool(
        page.evaluate("() => [...document.querySelectorAll('#board .disc.lit')].map((d) => d.dataset.disc)") == [name]
    )


def _serve(person: Any) -> None:
    person.start("Penny Red", seating="screen", starter="one")
    assert person.my_turn()


def _shoot(person: Any, speed: int) -> None:
    person.start("Pichenotte", seating="screen", starter="one")
    assert person.my_turn()
    person.act(direction=90.0, speed=speed)
    assert person.my_turn()


def test_a_name_in_the_decision_lights_its_disc(person: Any) -> None:
    _serve(person)
    page = person.page
    name = page.locator("#what .disc-name")
    assert name.inner_text() == "A1"
    before = page.locator("#what").bounding_box()

    name.hover()

    assert _lit(page, "A1")
    placed = page.evaluate(PLACED, "A1")
    assert placed["away"] < NEAR_PX
    assert placed["covered"] == 0
    assert page.locator("#what").bounding_box() == before
    page.mouse.move(2, 2)
    page.wait_for_selector(LABEL, state="hidden")
    assert page.locator("#board .disc.lit").count() == 0


def test_names_in_the_ruling_and_in_the_list_of_rulings_light_their_discs(person: Any) -> None:
    _shoot(person, speed=500)
    page = person.page
    page.get_by_text("All rulings so far").click()

    for place in ("#ruling", "#history"):
        name = page.locator(f"{place} .disc-name").first
        name.hover()
        assert _lit(page, name.inner_text()), place


SAYING = """async ([names, yours, sentences]) => {
    const table = document.querySelector('script[src*="table.js"]').src;
    const { Viewer, plain } = await import(table.replace("table/table.js", "page/saying.js"));
    const viewer = new Viewer(names, yours);
    return [sentences.map((each) => plain(viewer, each)), Object.keys(names).map((seat) => viewer.heading(seat))];
}"""
SEATS = (Seat(Side.ONE), Seat(Side.TWO), Seat(Side.ONE, 1), Seat(Side.TWO, 1))
SENTENCES = [
    *(says("For", part(who), "and", Named(DiscId("A1"))) for part in (Object, Owner, Owned) for who in (*Side, *SEATS)),
    *(says(Subject(who), verb("wins"), "and", verb("has"), Their(), "way") for who in (*Side, *SEATS)),
    phrase(
        says("It ends:", Subject(Side.TWO), verb("is"), "due"), says(Owner(Side.ONE), Cited("BLK-1")), Measured(1.24)
    ),
]
READERS: list[tuple[dict[str, str], list[str]]] = [
    ({"one": "Ann", "two": "A beginner"}, []),
    ({"one": "Ann", "two": "A beginner"}, ["one"]),
    ({"one": "Ann", "two": "Bo"}, ["one", "two"]),
    ({"one": "You", "two": "An expert"}, []),
    ({"one": "You", "two": "An expert"}, ["one"]),
    ({"one": "Ann", "two": "ann"}, []),
    ({"one": "The Rock", "two": "two"}, []),
    ({"one": "Ann", "two": "Bo", "one-b": "Cy", "two-b": "Di"}, []),
    ({"one": "Ann", "two": "Bo", "one-b": "Cy", "two-b": "Di"}, ["two-b"]),
    ({"one": "The guest", "two": "Bo", "one-b": "Your partner", "two-b": "Two-b"}, ["one", "one-b"]),
    ({"one": "The guest", "two": "Bo", "one-b": "Your partner", "two-b": "Two-b"}, []),
]


def test_the_page_says_what_the_server_would(person: Any) -> None:
    _serve(person)
    for names, yours in READERS:
        viewer = Viewer({Seat.from_name(seat): name for seat, name in names.items()}, [*map(Seat.from_name, yours)])
        sentences = [sentence_json(each) for each in SENTENCES]

        told, headings = person.page.evaluate(SAYING, [names, yours, sentences])

        assert told == [each.said(viewer) for each in SENTENCES]
        assert headings == [viewer.heading(Seat.from_name(seat)) for seat in names]


def test_discs_are_marked_and_clauses_are_links(person: Any) -> None:
    _serve(person)
    a1, red = Named(DiscId("A1")), Named(DiscId("red"))
    sentence = says(a1, "'s turn (", Cited("RED-17"), "): near the", red, ", not A12;", a1)

    marked = person.page.evaluate(
        """async (sentence) => {
            const table = document.querySelector('script[src*="table.js"]').src;
            const { named, listed } = await import(table.replace("table/table.js", "page/naming.js"));
            const { Viewer } = await import(table.replace("table/table.js", "page/saying.js"));
            const shapes = new Map(["A1", "red"].map((id) => [id, { kind: id === "red" ? "red" : "shooter" }]));
            const teller = { shapes, viewer: new Viewer({}, []) };
            const disc = (part) => `<${part.firstChild.dataset.names}>${part.lastChild.textContent}`;
            const shown = (part) => (part.matches(".clause") ? `[${part.textContent}]` : disc(part));
            const told = (parts) => parts.map((part) => (part instanceof Element ? shown(part) : part)).join("");
            return [named, listed].map((tell) => told(tell(teller, sentence)));
        }""",
        sentence_json(sentence),
    )

    assert marked == [
        "<A1>'s turn ([RED-17]): near the <red>, not A12; <A1>.",
        "<A1>'s turn (RED-17): near the <red>, not A12; <A1>.",
    ]


def test_a_disc_under_the_pointer_says_its_name(person: Any) -> None:
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    person.page.locator('#board [data-disc="Y5"]').hover()

    assert _lit(person.page, "Y5")
    assert person.page.evaluate(PLACED, "Y5")["covered"] == 0


def test_a_name_is_reached_with_the_tab_key(person: Any) -> None:
    _serve(person)
    page = person.page
    page.locator("[data-theme-switch]").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('#what .disc-name')"):
            break

    assert _lit(page, "A1")
    page.keyboard.press("Tab")
    page.wait_for_selector(LABEL, state="hidden")


def test_a_disc_reached_with_the_tab_key_says_its_name(person: Any) -> None:
    person.start("Penny Blue", seating="screen", starter="one")
    assert person.my_turn()
    person.page.locator("#board").focus()
    person.page.keyboard.press("Tab")
    focused = person.page.evaluate("() => document.activeElement.dataset.disc")

    assert focused in {"A1", "A2", "SA"}
    assert _lit(person.page, focused)


def test_a_disc_that_has_left_is_shown_in_the_tray(person: Any) -> None:
    _shoot(person, speed=3500)
    page = person.page
    page.locator("#ruling .disc-name", has_text="A1").first.hover()

    page.wait_for_selector('#tray [data-lies~="A1"].lit')
    assert page.locator(LABEL).inner_text() == "A1"
    assert page.locator("#board .lit-ring").count() == 0


def test_the_replay_knows_names_as_well(person: Any) -> None:
    _shoot(person, speed=500)
    page = person.page
    page.goto(page.url + "/replay#1")
    name = page.locator("#ruling-body .disc-name").first
    name.hover()
    assert _lit(page, name.inner_text())
    step = page.locator("#steps .disc-name").first
    step.hover()
    assert _lit(page, step.inner_text())
    page.mouse.move(2, 2)
    page.wait_for_selector(LABEL, state="hidden")
    page.locator('#board [data-disc="A1"]').hover()
    assert _lit(page, "A1")


def test_nobody_is_kept_out_by_names(person: Any) -> None:
    _shoot(person, speed=500)
    person.page.get_by_text("All rulings so far").click()
    person.page.locator("#ruling .disc-name").first.hover()

    assert person.axe() == []


@pytest.fixture
def phone(browser: Any, server: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.address)
    yield page
    context.close()


def test_a_tap_on_a_name_shows_the_disc_for_a_while(phone: Any, server: Any) -> None:
    phone.clock.install()
    _serve(Person(phone, server))
    name = phone.locator("#what .disc-name").first
    name.tap()

    assert _lit(phone, name.inner_text())
    box = phone.locator(LABEL).bounding_box()
    assert 0 <= box["x"] <= 390 - box["width"]
    assert 0 <= box["y"] <= 844 - box["height"]
    assert phone.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    phone.clock.run_for(5_000)
    phone.wait_for_selector(LABEL, state="hidden")


def test_a_tap_on_a_name_brings_the_board_into_view(phone: Any, server: Any) -> None:
    _shoot(Person(phone, server), speed=500)
    phone.evaluate(
        "() => { document.body.style.paddingBottom = '2000px'; document.getElementById('ruling').scrollIntoView(); }"
    )
    assert phone.locator("#board").bounding_box()["y"] < -200
    phone.mouse.move(200, 400)
    name = phone.locator("#ruling .disc-name").first
    name.tap()

    assert _lit(phone, name.inner_text())
    phone.wait_for_timeout(300)  # a mouse that lies still is told of the page that moved
    assert _lit(phone, name.inner_text())
    assert phone.locator("#board").bounding_box()["y"] >= -1


def test_a_tap_on_a_disc_says_its_name(phone: Any) -> None:
    phone.locator('form[action="/new/penny-black"] .primary').tap()
    phone.wait_for_selector("#controls #fire, #over:not([hidden])")
    phone.locator('#board [data-disc="Y5"]').tap()

    assert _lit(phone, "Y5")

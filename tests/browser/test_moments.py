"""Moments, photo finishes and end cards, each reached by a real flick from a set-up position."""

from typing import Any

import pytest

from tests.browser.conftest import looked_at

pytestmark = pytest.mark.browser

KILL = "turns=1-1 A1@-40,0 blue@-90,0"
GOAL = """phase=Attack(side=one) turns=1-0 green@300,0
A1@230,0 A2@-160,-60 A3@-160,60 A4@-200,-120 A5@-200,120 A6@-390,0
B1@150,60 B2@150,-60 B3@200,110 B4@200,-110 B5@260,150 B6@390,90"""
STAR = "phase=open-play turns=1-1 red@-20,0 A1@-150,0 A2@-80,0 B1@150,0 B2@corner-two-2"
RED_CANNON = "phase=open-play turns=1-1 red@-60,0 A1@-150,0 A2@-100,0 B1@corner-two-1 B2@corner-two-2"
BLACK_CANNON = "shooter_from=where-it-lies shooter@0,55 Y4@0,140 Y5@0,100"
FIVE = "shooter_from=where-it-lies shooter@0,95 Y1@0,140 Y2@-50,140 Y3@50,140 Y4@-80,125 Y5@80,125"
FIVE_FLICKS = [(90.00, 500), (166.12, 700), (7.55, 1000), (176.00, 1000), (8.79, 1000)]

MOMENTS = [
    pytest.param("penny-blue", KILL, "A1", 180, 900, "A kill", id="kill"),
    pytest.param("penny-green", GOAL, "A1", 0, 900, "Goal", id="goal"),
    pytest.param("penny-red", STAR, "A1", 0, 2500, "Star shot", id="star shot"),
    pytest.param("penny-red", RED_CANNON, "A1", 0, 1100, "Cannon", id="cannon"),
    pytest.param("penny-black", BLACK_CANNON, "shooter", 90, 1200, "Cannon", id="cannon at Penny Black"),
    pytest.param("pichenotte", "opening", "A1", 90, 1300, "Twenty", id="twenty"),
]
# Every word that has stood over the board, whether it moved, and for how long.
KEEP_MOMENTS = """addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("moment"), seen = window.moments = [];
    if (!place) return;
    new MutationObserver(() => {
        const last = seen.at(-1);
        const over = place.hidden || last?.word !== place.textContent;
        if (last?.gone === null && over) last.gone = performance.now();
        if (place.hidden || last?.gone === null) return;
        const box = place.getBoundingClientRect(), size = parseFloat(getComputedStyle(place).fontSize);
        const moves = getComputedStyle(place).animationName !== "none";
        seen.push({ word: place.textContent, came: performance.now(), gone: null, moves, lines: box.height / size });
    }).observe(place, { attributes: true, childList: true });
})"""


def moments(page: Any) -> list[Any]:
    page.wait_for_function("() => window.moments.length && window.moments.at(-1).gone !== null")
    found: list[Any] = page.evaluate("() => window.moments")
    return found


@pytest.mark.parametrize(("game", "position", "disc", "direction", "speed", "word"), looked_at(MOMENTS, 0, 2, 4))
def test_a_moment_rises_for_a_second_and_is_gone(
    moving_person: Any, game: str, position: str, disc: str, direction: float, speed: float, word: str
) -> None:
    person = moving_person
    person.page.add_init_script(KEEP_MOMENTS)
    person.set_up(game, position, options="games=3" if game == "penny-blue" else "")
    assert person.my_turn()
    person.pull(disc, direction, speed)

    (seen,) = moments(person.page)
    assert seen["word"] == word
    assert seen["moves"]
    assert 700 < seen["gone"] - seen["came"] < 2_400  # a busy machine sees it late


@pytest.mark.parametrize(("game", "position", "disc", "direction", "speed", "word"), looked_at(MOMENTS, 1, 3, 5))
def test_with_reduced_motion_a_moment_is_a_line(
    person: Any, game: str, position: str, disc: str, direction: float, speed: float, word: str
) -> None:
    person.page.add_init_script(KEEP_MOMENTS)
    person.set_up(game, position, options="games=3" if game == "penny-blue" else "")
    assert person.my_turn()
    person.pull(disc, direction, speed)

    (seen,) = moments(person.page)
    assert seen["word"] == word
    assert not seen["moves"]
    assert seen["lines"] < 2
    assert seen["gone"] - seen["came"] > 2_400


def test_the_fifth_penny_in_a_row_gets_its_word_and_the_fourth_does_not(person: Any) -> None:
    person.page.add_init_script(KEEP_MOMENTS)
    person.set_up("penny-black", FIVE)
    for number, (direction, speed) in enumerate(FIVE_FLICKS):
        assert person.page.evaluate("() => window.moments.length") == 0, f"before penny {number + 1}"
        assert person.my_turn()
        person.act(direction, speed)
    assert person.my_turn()

    assert [seen["word"] for seen in moments(person.page)] == ["Five in a row"]


PHOTOS = [
    pytest.param(
        "penny-black", "shooter_from=where-it-lies shooter@0,95 Y4@0,140", "shooter", 90, 452, "0.4", id="edge"
    ),
    pytest.param("penny-blue", "turns=1-1 A1@-40,0 blue@-40,60", "A1", 90, 664, "0.1", id="near the edge"),
    pytest.param(
        "penny-red",
        "phase=open-play turns=1-1 red@-60,0 A1@-150,0 A2@-100,40 B1@corner-two-1 B2@corner-two-2",
        "A1",
        0,
        773,
        "0.5",
        id="the line",
    ),
    pytest.param("penny-green", GOAL, "A1", 0, 341, "0.2", id="too near"),
    pytest.param("pichenotte", "opening", "A1", 93, 527, "0.6", id="a ring"),
]
WATCH_VIEW = """() => {
    const svg = document.querySelector("#board svg");
    window.views = [];
    const look = () => {
        const words = [...document.querySelectorAll("#board .marks text")].map((each) => each.textContent);
        window.views.push([svg.viewBox.baseVal.width, performance.now(), words.join(" ")]);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize(("game", "position", "disc", "direction", "speed", "margin"), looked_at(PHOTOS, 0, 2))
def test_a_gap_under_a_millimetre_is_shown_close_and_slow_with_the_millimetres(
    moving_person: Any, game: str, position: str, disc: str, direction: float, speed: int, margin: str
) -> None:
    page = moving_person.page
    moving_person.set_up(game, position, options="advanced=yes" if game == "pichenotte" else "")
    assert moving_person.my_turn()
    if page.locator("#aim-disc").count():
        page.select_option("#aim-disc", disc)
    if game == "pichenotte":  # a puck is put down first
        moving_person.fine()
        page.fill("#aim-y", "-304.8")
        page.locator("#aim-y").blur()
    page.evaluate(WATCH_VIEW)
    moving_person.act(direction, speed)
    page.wait_for_selector("#caption .finish")

    page.wait_for_function(
        """() => {
            const widths = window.views.map(([width]) => width), whole = Math.max(...widths);
            return Math.min(...widths) < 0.6 * whole && widths.at(-1) === whole;
        }"""
    )
    views = page.evaluate("() => window.views")
    whole = max(width for width, _, _ in views)
    close = [(at, words) for width, at, words in views if width < 0.6 * whole]
    assert page.inner_text("#caption .finish") == f"Photo finish: {margin} mm"
    assert close[-1][0] - close[0][0] > 2_000  # slow: a third of a second of the shot, and then it stands still
    assert any(" mm" in words for _, words in close)
    assert views[-1][0] == whole


def test_with_reduced_motion_a_photo_finish_is_told_and_nothing_moves(person: Any) -> None:
    game, position, disc, direction, speed, margin = PHOTOS[1].values
    person.set_up(game, position)
    assert person.my_turn()
    person.page.select_option("#aim-disc", disc)
    person.page.evaluate(WATCH_VIEW)
    person.act(direction, speed)

    assert person.page.inner_text("#caption .finish") == f"Photo finish: {margin} mm"
    assert len({width for width, _, _ in person.page.evaluate("() => window.views")}) == 1


LAST_PUCKS = "turn=one shots=22 ditch: " + " ".join(f"{side}{n}" for side in "AB" for n in range(1, 12))
LAST_POINT = "phase=open-play turns=1-1 points=4-2 red@-20,0 A1@-150,0 A2@-80,0 B1@150,0 B2@corner-two-2"
BEHIND = "turn=one turns=1 shooter_from=where-it-lies shooter@0,95 Y4@0,140"
LIMIT = "The limit of 1 turns a side was reached."
# game, options, position, flicks; then the word that rose, how it ended, the figure that decided, and part of why
ENDS = [
    pytest.param(
        ("penny-black", "turn_limit=1", BEHIND, [("shooter", 90, 700), ("shooter", 270, 250)]),
        ("Ann wins", f"Ann wins 1–0 in games, 1–0 in the last. {LIMIT}", "Points: 1–0", "touched no penny"),
        id="penny-black",
    ),
    pytest.param(
        ("penny-blue", "games=1", KILL, [("A1", 180, 900)]),
        ("A kill: Ann wins", "Ann wins 1–0 in sets.", "Sets (first to 1): 1–0", "Ann kills"),
        id="penny-blue",
    ),
    pytest.param(
        ("penny-red", "games=1 sets=1", LAST_POINT, [("A1", 0, 2500)]),
        ("Star shot: Ann wins", "Ann wins 1–0 in sets, 7–2 in the last game.", "Points (first to 7): 7–2", "star shot"),
        id="penny-red",
    ),
    pytest.param(
        ("penny-green", "goals=1 games=1", GOAL, [("A1", 0, 900)]),
        ("Goal: Ann wins", "Ann is first to one goal and wins 1–0.", "Goals: 1–0", "A goal for Ann"),
        id="penny-green",
    ),
    pytest.param(
        ("pichenotte", "rounds=1", LAST_PUCKS, [("A12", 90, 1300), ("B12", 270, 3900)]),
        ("Ann wins", "Ann wins 1–0 in rounds.", "Points: 20–0", "Ann wins the round"),
        id="pichenotte",
    ),
    pytest.param(
        (
            "penny-black",
            "turn_limit=1",
            "turn=two turns=1 shooter_from=where-it-lies shooter@0,100",
            [("shooter", 0, 250)],
        ),
        (None, f"Drawn at 0–0. {LIMIT}", "Points: 0–0", "touched no penny"),
        id="penny-black drawn",
    ),
    pytest.param(
        ("penny-blue", "turn_limit=1", "turn=two turns=1-0", [("B1", 180, 250)]),
        (None, f"Drawn. {LIMIT}", "Games (first to 1): 0–0", "hit no penny"),
        id="penny-blue drawn",
    ),
    pytest.param(
        ("penny-green", "turn_limit=1", GOAL.replace("side=one", "side=two").replace("1-0", "1-1"), [("B1", 90, 250)]),
        (None, "The limit of 1 turns a side was reached at 0–0: a draw.", "Goals: 0–0", "A miss"),
        id="penny-green drawn",
    ),
    pytest.param(
        ("pichenotte", "turn_limit=1", LAST_PUCKS, [("A12", 90, 3900), ("B12", 270, 3900)]),
        (None, f"Drawn, ½–½ in rounds. {LIMIT}", "Points: 0–0", "the round is tied"),
        id="pichenotte drawn",
    ),
]


@pytest.mark.parametrize(("played", "told"), looked_at(ENDS, 1, 2, 5, 8))
def test_the_end_card_says_how_and_why_it_ended_and_shows_the_best_shot(person: Any, played: Any, told: Any) -> None:
    page, (game, options, position, flicks), (word, how, figure, why) = person.page, played, told
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(KEEP_MOMENTS)
    person.set_up(game, position, options=options, starter="two" if position.startswith("turn=two") else "one")
    for number, (disc, direction, speed) in enumerate(flicks, 1):
        assert person.my_turn()
        person.pull(disc, direction, speed)
        page.wait_for_function("number => document.querySelectorAll('#history > li').length === number", arg=number)
    assert not person.my_turn()

    assert page.inner_text("#over-title") == ("Ann wins the match" if word else "Drawn")
    assert (page.inner_text("#result"), page.inner_text("#figure")) == (how, figure)
    assert why in page.inner_text("#why")
    assert [each["word"] for each in page.evaluate("() => window.moments")][-1:] == ([word] if word else [])
    assert person.axe() == []
    page.click("#best")
    page.wait_for_function("() => document.querySelectorAll('#board polyline.path').length > 0")
    page.click("#copy-link")
    page.wait_for_function("() => document.getElementById('copied').textContent")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url.split("?")[0] + "/replay"
    page.get_by_role("link", name="Watch it again").click()
    page.wait_for_url("**/replay")
    page.go_back()
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != before)
    assert person.my_turn()
    assert person.version() == 0

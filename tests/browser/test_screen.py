"""Board first: one true line above it, the ruling on it, and nothing needed below the fold."""

from typing import Any

import pytest

from benchmarks.screenshots import FIGURES
from tests.browser.conftest import looked_at

pytestmark = pytest.mark.browser

GAMES = ["Penny Black", "Penny Blue", "Penny Red", "Penny Green", "Pichenotte"]
SIZES = [(1280, 720), (1366, 768), (1920, 1080), (390, 664), (390, 844), (844, 390)]
EVERY = [(game, size) for game in GAMES for size in SIZES]
# Each size and each game once; all thirty with `make browser-all`.
LOOKED_AT = looked_at(EVERY, *(number % len(GAMES) * len(SIZES) + number for number in range(len(SIZES))))

# The boxes of what is needed, cut to what can be seen: [name, pixels out of sight].
CUT = """names => names.flatMap(name => [...document.querySelectorAll(name)].slice(0, 1).map(each => {
    const box = each.getBoundingClientRect();
    const over = Math.max(-box.top, -box.left, box.bottom - innerHeight, box.right - innerWidth);
    return [name, Math.round(Math.max(0, over))];
}))"""
# What text is wider or higher than its box, where nothing can be scrolled: a name, a label, the line.
CLIPPED = """() => [...document.querySelectorAll("#line, .score th, .score td, .name, .toolbar button, #power")]
    .filter(each => each.getClientRects().length && (each.scrollWidth > each.clientWidth + 1 && each.clientWidth))
    .map(each => each.textContent)"""
# The words of the score that stand on two lines.
BROKEN = r"""() => {
    const walker = document.createTreeWalker(document.querySelector(".score"), NodeFilter.SHOW_TEXT), broken = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of node.data.matchAll(/[^\s-]+-?/g)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""
CUT_NAMES = """() => [...document.querySelectorAll(".score .name, .score .hand")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth).map((each) => each.textContent)"""
# How many of the opponents stand in each row.
ROWS = """() => Object.values(Object.groupBy(
    document.querySelectorAll(".house-only .opponents label"), (each) => each.getBoundingClientRect().top
)).map((row) => row.length)"""


def out_of_sight(page: Any, *names: str) -> dict[str, int]:
    return {name: over for name, over in page.evaluate(CUT, list(names)) if over}


@pytest.fixture
def watched(moving_person: Any) -> Any:
    """Somebody who sees things move, and a list of all that the line above the board has said."""
    moving_person.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            const line = document.getElementById("line"), seen = window.said = [];
            const look = () => {
                seen.push({words: line.textContent.trim()});
            };
            if (line) new MutationObserver(look).observe(line, {childList: true, subtree: true, characterData: true});
        })"""
    )
    return moving_person


@pytest.mark.parametrize(
    ("game", "size"), LOOKED_AT, ids=[f"{game} at {wide}x{high}" for game, (wide, high) in LOOKED_AT]
)
def test_nothing_needed_is_below_the_fold_and_the_board_takes_the_rest(
    person: Any, game: str, size: tuple[int, int]
) -> None:
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    person.start(game, seating="screen", starter="one")
    assert person.my_turn()
    needed = ("#line", "#board svg", "#controls .primary, #controls [data-choose]", "#power")
    assert out_of_sight(page, *needed) == {}
    person.act(speed=900)
    assert person.my_turn()
    page.evaluate("() => scrollTo(0, 0)")
    assert out_of_sight(page, *needed, "#caption") == {}
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(CLIPPED) == []
    share, fill, hidden = page.evaluate(FIGURES)
    assert (share > 0.35, fill > 0.95, hidden) == (True, True, [])
    page.goto(page.url + "/replay#1")
    page.wait_for_selector("#ruling-body .clause, #ruling-body li")
    page.wait_for_function(f"() => !({FIGURES})()[2].length")  # the board is fitted with the next frame
    share, fill, hidden = page.evaluate(FIGURES)
    assert (share > 0.35, fill > 0.95, hidden) == (True, True, [])
    page.wait_for_selector("#ruling-body .clause, #ruling-body li")
    assert out_of_sight(page, "#line", "#board svg", "#play", "#step", "#scrub", "#caption:not([hidden])") == {}


@pytest.mark.parametrize(
    ("game", "opponent", "hand"),
    [
        ("Penny Black", "champion", "champion"),
        ("Penny Black", "first-timer", "3.6°, 15 %"),
        ("Penny Green", "beginner", "2.4°, 11.5 %"),
    ],
)
def test_no_name_in_the_score_is_broken_inside_a_word(person: Any, game: str, opponent: str, hand: str) -> None:
    page = person.page
    person.start(game, opponent=opponent, starter="one")
    assert person.my_turn()
    assert page.locator("#name-two .hand").text_content() == f"{hand}, blind"
    for width, height in (*SIZES, (1024, 768), (768, 700)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, page.evaluate(BROKEN), page.evaluate(CUT_NAMES)) == (width, [], [])


def test_a_name_of_one_long_word_is_cut_and_not_broken(person: Any) -> None:
    page = person.page
    page.set_viewport_size({"width": 1280, "height": 720})
    person.start("Penny Black", seating="screen", name__one="Wolfeschlegelsteinhausenbergerdorff")
    assert person.my_turn()

    assert page.evaluate(BROKEN) == []
    assert page.locator("#name-one .name").bounding_box()["height"] < 20
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize(
    ("size", "rows"), [((1280, 720), [3, 3]), ((844, 390), [3, 3]), ((390, 844), [1] * 6)], ids=str
)
def test_the_six_opponents_fill_their_rows(person: Any, size: tuple[int, int], rows: list[int]) -> None:
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    person.open("/new/pichenotte")

    assert page.evaluate(ROWS) == rows
    assert person.axe() == []


def test_goal_and_danger_are_put_away_and_the_board_grows(person: Any) -> None:
    page = person.page
    page.set_viewport_size({"width": 390, "height": 664})
    person.start("Penny Red", seating="screen", starter="one")
    assert person.my_turn()
    height = "() => document.querySelector('#board svg').getBoundingClientRect().height"
    before = page.evaluate(height)
    assert page.locator("#goal").bounding_box()["height"] < 90
    page.locator("#goal summary").click()

    page.wait_for_function(f"before => ({height})() > before + 40", arg=before)
    assert page.locator("#goal summary").is_visible()
    assert person.axe() == []
    page.locator("#goal summary").click()
    assert page.locator("#goal-danger").is_visible()


@pytest.mark.parametrize("size", [(1280, 720), (390, 664), (844, 390)], ids=str)
def test_a_lesson_covers_nothing_and_hides_nothing(person: Any, size: tuple[int, int]) -> None:
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    person.open()
    page.locator('form[data-learn="pichenotte"] button').click()
    assert person.my_turn()
    lesson = page.locator("#lesson").bounding_box()
    for name in ("#board svg", ".tally", "#fire", "header.bar"):
        if page.locator(name).is_visible():
            assert page.locator(name).bounding_box()["y"] >= lesson["y"] + lesson["height"] - 1, name

    assert page.evaluate(FIGURES)[2] == []
    assert person.axe() == []


def test_the_end_card_is_in_sight_on_an_upright_phone(person: Any) -> None:
    page = person.page
    page.set_viewport_size({"width": 390, "height": 664})
    person.start("Penny Green", opponent="beginner")
    page.on("dialog", lambda dialog: dialog.accept())
    assert person.my_turn()
    page.locator("summary", has_text="This match").click()
    page.click("#resign")
    page.wait_for_selector("#over", state="visible")
    page.evaluate("() => scrollTo(0, 0)")

    assert out_of_sight(page, "#over-title", "#result", "#over .primary", "#next-opponent") == {}
    assert page.evaluate("() => document.querySelector('#board svg').getBoundingClientRect().height") > 150


def test_a_long_board_stands_upright_on_an_upright_phone_only(person: Any) -> None:
    page = person.page
    shape = (
        "() => { const {width, height} = document.querySelector('#board svg').viewBox.baseVal; return width / height; }"
    )
    person.start("Penny Green", seating="screen")
    assert page.evaluate(shape) > 1
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"() => ({shape})() < 1")
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(f"() => ({shape})() > 1")


def test_the_line_says_who_aims_and_is_silent_while_a_shot_runs(watched: Any) -> None:
    page = watched.page
    watched.start("Pichenotte", opponent="beginner", starter="one")
    page.wait_for_selector("#fire")
    assert page.locator("#line").inner_text().startswith("Your turn:")
    watched.act(speed=1200)
    page.wait_for_function("() => document.getElementById('line').textContent.includes('is aiming')")
    assert page.locator("#board .pick.chosen").count() == 1
    assert page.locator("#board .aim-line").count() == 1
    page.wait_for_function("() => document.getElementById('line').textContent.trim() === ''")
    assert watched.my_turn()

    said = page.evaluate("() => window.said.map(({words}) => words)")
    order = ["", "A beginner is thinking…", "A beginner is aiming…", ""]
    found = iter(said)
    assert all(words in found for words in order), said
    assert page.locator("#line").inner_text().startswith("Your turn:")


def test_whoever_looks_on_is_told_who_plays(person: Any, browser: Any) -> None:
    person.start("Penny Black", seating="screen", name__one="Ann", name__two="Bo", starter="one")
    assert person.my_turn()
    other = browser.new_context(reduced_motion="reduce").new_page()
    other.goto(person.page.url)

    assert other.locator("#line").inner_text().startswith("You are watching. Ann to play:")
    assert other.locator("#controls > *").count() == 0
    other.context.close()


def test_the_ruling_is_a_caption_until_the_next_aim_begins(person: Any) -> None:
    page = person.page
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    person.act(speed=1500)
    assert person.my_turn()
    box, stage = page.locator("#caption").bounding_box(), page.locator(".stage").bounding_box()
    assert stage["y"] <= box["y"]
    assert box["y"] + box["height"] <= stage["y"] + stage["height"] + 1
    assert page.locator("#caption .clause").first.bounding_box()["height"] >= 24
    assert page.locator("#board polyline.path").count() > 0

    at = page.locator("#board").bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    assert page.locator("#caption").is_hidden()
    assert page.locator("#board polyline.path, #board .marks > *").count() == 0
    page.mouse.up()


def test_a_ruling_that_costs_something_is_held_and_a_key_goes_on(watched: Any) -> None:
    page = watched.page
    watched.start("Pichenotte", opponent="beginner", starter="one")
    page.wait_for_selector("#fire")
    watched.act(speed=3900)  # over the far edge
    page.wait_for_selector("#caption")
    began = page.evaluate("() => performance.now()")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.getElementById('line').textContent.includes('aiming')")
    assert page.evaluate("() => performance.now()") - began < 2_400
    page.click("#skip")
    page.wait_for_selector("#caption .earlier")
    assert "You:" in page.locator("#caption .earlier").inner_text()


def test_a_long_run_can_be_hurried_until_ones_own_turn(watched: Any) -> None:
    page = watched.page
    watched.start("Pichenotte", opponent="beginner", starter="two")
    page.wait_for_selector("#faster")
    page.click("#faster")
    assert page.get_attribute("#faster", "aria-pressed") == "true"
    page.wait_for_selector("#fire")

    assert page.get_attribute("#faster", "aria-pressed") == "false"
    assert page.locator("#faster").is_hidden()


def test_the_end_card_says_how_why_and_what_decided(person: Any) -> None:
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.start("Penny Blue", opponent="beginner", starter="one", option__turn_limit="30")
    person.play_to_the_end()
    result = person.position()["result"]

    assert page.locator("#result").inner_text()
    assert page.locator("#why").inner_text()
    if result["winner"]:
        assert not page.locator("#figure").inner_text().endswith("0–0")
        assert page.locator("#sheet tr").first.locator("td").all_inner_texts() != ["0", "0"]
        assert page.locator("#over-title").inner_text().endswith("the match")
    page.wait_for_selector("#best")
    page.click("#best")
    assert page.get_by_role("button", name="Next: an average player").is_visible()
    page.click("#copy-link")
    page.wait_for_function("() => document.getElementById('copied').textContent")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url.split("?")[0] + "/replay"
    page.click("#next-opponent")
    page.wait_for_selector("#board svg")
    assert "An average player" in page.locator("#name-two").inner_text()
    assert page.locator(".tally .way").inner_text()


def test_the_toolbar_stays_where_it_is_after_the_first_flick(person: Any) -> None:
    page = person.page
    page.set_viewport_size({"width": 1280, "height": 720})
    person.start("Penny Black", seating="screen", starter="one")
    assert person.my_turn()
    before = [page.locator(name).bounding_box() for name in ("#board", "#again", "#sound")]
    person.act(speed=2500)
    assert person.my_turn()

    assert [page.locator(name).bounding_box() for name in ("#board", "#again", "#sound")] == before


def test_no_box_stands_round_the_board_for_whoever_points(person: Any) -> None:
    page = person.page
    outline = "() => getComputedStyle(document.getElementById('board')).outlineStyle"
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    page.keyboard.press("Tab")
    at = page.locator("#board").bounding_box()
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(outline) == "none"
    page.keyboard.press("Tab")
    page.focus("#board")
    assert page.evaluate(outline) == "solid"


def test_nobody_is_kept_out_of_the_caption_and_the_end_card(person: Any) -> None:
    person.start("Penny Red", opponent="beginner", option__turn_limit="2")
    found = []
    assert person.my_turn()
    person.page.set_viewport_size({"width": 844, "height": 390})
    person.act(speed=900)
    found += person.axe()
    person.play_to_the_end()
    found += person.axe()

    assert found == []

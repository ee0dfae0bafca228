"""The ruling on the board: held until it can be read, beside the reply, gone when the next aim begins."""

from typing import Any

import pytest

from pennyflick.lessons.lesson import first_minute, known_flick, practised
from pennyflick.rules import registry
from tests.browser.conftest import looked_at

pytestmark = pytest.mark.browser

ANSWERED = ["penny-black", "penny-green", "pichenotte"]  # here the other side comes next after the foul of the lesson
KEPT = ["penny-blue", "penny-red"]  # and here it is one's own turn again
WEIGHTY_MS, LONGEST_MS = 2_500, 8_000
# What the caption and the line above the board have said, and when.
KEEP_WORDS = """addEventListener("DOMContentLoaded", () => {
    const caption = document.getElementById("caption"), line = document.getElementById("line");
    const seen = window.words = [];
    const look = () => {
        const now = { caption: caption.hidden ? "" : caption.innerText, line: line.innerText.trim() };
        const last = seen.at(-1);
        if (last?.caption !== now.caption || last?.line !== now.line) seen.push({ ...now, at: performance.now() });
    };
    if (!caption || !line) return;
    for (const each of [caption, line]) {
        const all = { attributes: true, childList: true, subtree: true, characterData: true };
        new MutationObserver(look).observe(each, all);
    }
})"""


def foul(person: Any, game: str, two: str = "house:beginner", number: int = 2) -> None:
    """The flick that loses, as the first minute shows it (or another of its flicks), against the house or a person."""
    step = first_minute(game)[number]
    flick = known_flick(practised(game), step)
    person.page.add_init_script(KEEP_WORDS)
    options = " ".join(f"{name}={value}" for name, value in _preset(game).items())
    person.set_up(game, step.position, options=options, two=two)
    person.page.wait_for_selector("#fire")
    if person.page.locator("#aim-disc").count():
        person.page.select_option("#aim-disc", flick.disc)
    person.act(flick.direction_cdeg / 100, flick.speed_mm_s)


def _preset(game: str) -> dict[str, str]:
    return dict(registry.game_class(game).presets[0].values)


def held_ms(page: Any) -> tuple[float, int]:
    """How long the first ruling stood, and how many words it had."""
    page.wait_for_function(
        """() => {
            const first = window.words.find(({ caption }) => caption);
            return first && window.words.at(-1).caption !== first.caption;
        }"""
    )
    seen = page.evaluate("() => window.words")
    first = next(number for number, each in enumerate(seen) if each["caption"])
    gone = next(each for each in seen[first:] if each["caption"] != seen[first]["caption"])
    return gone["at"] - seen[first]["at"], len(seen[first]["caption"].split())


@pytest.mark.parametrize("game", looked_at(ANSWERED, 0))
def test_a_ruling_that_costs_is_held_until_it_can_be_read_and_stays_beside_the_reply(
    moving_person: Any, game: str
) -> None:
    page = moving_person.page
    foul(moving_person, game)
    held, words = held_ms(page)

    assert WEIGHTY_MS - 20 <= held < LONGEST_MS + 1_000
    assert held > min(words, 20) * 180  # nobody reads faster
    own = page.evaluate("() => window.words.find(({ caption }) => caption).caption")
    page.wait_for_selector("#caption .earlier")
    earlier = page.inner_text("#caption .earlier")
    assert earlier.startswith("Ann:")
    assert own.split(".")[0] in earlier


@pytest.mark.parametrize(("game", "goes_on"), looked_at([*[(g, "tap") for g in ANSWERED], ("pichenotte", "key")], 2, 3))
def test_a_tap_or_a_key_goes_on(moving_person: Any, game: str, goes_on: str) -> None:
    page = moving_person.page
    foul(moving_person, game)
    page.wait_for_selector("#caption")
    page.wait_for_selector("#skip")
    box = page.locator("#caption").bounding_box()
    if goes_on == "tap":
        page.mouse.click(box["x"] + box["width"] - 6, box["y"] + box["height"] / 2)  # on the words themselves
    else:
        page.keyboard.press("Enter")
    held, _ = held_ms(page)

    assert held < WEIGHTY_MS - 200


@pytest.mark.parametrize("game", looked_at(KEPT, 0))
def test_aiming_may_begin_at_once_when_it_is_ones_own_turn(moving_person: Any, game: str) -> None:
    page = moving_person.page
    foul(moving_person, game)
    page.wait_for_selector("#caption")
    page.wait_for_selector("#fire", timeout=1_000)  # the ruling holds nobody up
    disc = page.evaluate("() => document.querySelector('#board .pick.chosen') && 1")
    assert disc
    box = page.locator("#board svg").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 60, steps=6)

    assert page.locator("#board .aim-line").count() == 1
    assert page.locator("#caption").is_hidden()
    page.keyboard.press("Escape")
    page.mouse.up()


def test_whoever_looks_on_need_not_touch_anything(person: Any, browser: Any) -> None:
    game = "penny-black"
    foul(person, game, two="person")
    person.page.reload()
    other = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="no-preference").new_page()
    other.add_init_script(KEEP_WORDS)
    other.goto(person.page.url)
    assert person.my_turn()
    person.act(direction=250.0, speed=1800)
    assert person.my_turn()
    person.act(speed=900)

    other.wait_for_function("() => document.querySelectorAll('#history > li').length === 3")
    assert other.inner_text("#line").startswith("You are watching.") or other.wait_for_function(
        "() => document.getElementById('line').textContent.startsWith('You are watching.')"
    )
    seen = other.evaluate("() => window.words")
    captions = [each["caption"] for each in seen if each["caption"]]
    assert len(set(captions)) >= 2
    first = next(number for number, each in enumerate(seen) if each["caption"])
    after = next(each["at"] for each in seen[first:] if each["caption"] != seen[first]["caption"])
    assert after - seen[first]["at"] > 1_000  # it stood for a while, though the next flick had come
    other.context.close()


LEAVE = """() => document.querySelectorAll("#board polyline.path, #board .marks > *").length"""


@pytest.mark.parametrize(
    ("game", "begins"),
    looked_at([(game, how) for game in (*ANSWERED, *KEPT) for how in ("key", "press", "number")], 0, 4, 8, 9, 13),
)
def test_drawings_of_an_earlier_shot_go_when_the_next_aim_begins(person: Any, game: str, begins: str) -> None:
    page = person.page
    foul(
        person, game, two="person", number=0 if game == "penny-green" else 2
    )  # there a foul is followed by a placement
    assert person.my_turn()
    assert page.evaluate(LEAVE) > 0
    if begins == "key":
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("t")
    elif begins == "number":
        person.aim(direction=90.0)
    else:
        box = page.locator("#board svg").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 60, steps=6)

    assert page.evaluate(LEAVE) == 0
    assert page.locator("#caption").is_hidden()
    assert page.locator("#board .aim-line").count() == 1


@pytest.mark.parametrize("game", looked_at(["penny-black", "pichenotte"], 0, 1))
def test_rings_scale_with_the_coin(person: Any, game: str) -> None:
    foul(person, game, two="person")
    assert person.my_turn()
    radii = {disc["id"]: disc["radius_mm"] for disc in person.position()["match"]["discs"]}
    drawn = person.page.eval_on_selector_all(".mark-disc", "all => all.map(each => each.r.baseVal.value)")
    coin = max(radii.values())

    assert drawn
    assert all(coin < ring < 1.8 * coin for ring in drawn)


SWUNG = """() => new Promise((resolve) => {
    const angles = [];
    let began = null;
    const look = (now) => {
        const line = document.querySelector("#board .aim-line");
        if (line && document.getElementById("line").textContent.includes("aiming")) {
            began ??= now;
            const at = (name) => Number(line.getAttribute(name));
            angles.push(Math.atan2(at("y2") - at("y1"), at("x2") - at("x1")) * 180 / Math.PI);
        } else if (began !== null) return resolve([now - began, angles]);
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""


@pytest.mark.parametrize("game", looked_at(["Penny Black", "Penny Blue", "Penny Red", "Pichenotte"], 1))
def test_the_opponent_takes_aim_for_about_seven_tenths_of_a_second(moving_person: Any, game: str) -> None:
    moving_person.start(game, opponent="beginner", starter="two")
    lasted, angles = moving_person.page.evaluate(SWUNG)

    assert 600 < lasted < 1_600
    turned = (angles[0] - angles[-1] + 180) % 360 - 180
    assert abs(turned) > 10  # it swings in
    late = (angles[-2] - angles[-1] + 180) % 360 - 180
    assert abs(late) < 2  # and comes to rest


def test_skip_ends_it_and_faster_is_faster(moving_person: Any) -> None:
    page = moving_person.page
    moving_person.start("Pichenotte", opponent="beginner", starter="two")
    page.wait_for_selector("#faster")
    page.click("#faster")
    began = page.evaluate("() => performance.now()")
    page.wait_for_selector("#fire")
    shot = moving_person.position()["last"]["shot"]["duration_s"]
    hurried = page.evaluate("() => performance.now()") - began
    assert hurried < 1_000 * (0.7 + shot) / 2 + 500  # four times as fast, and a little for the page

    moving_person.act(speed=700)
    page.wait_for_function("() => document.getElementById('line').textContent.includes('aiming')")
    for _ in range(2):  # the aim, then the shot
        page.locator("#skip").click(timeout=2_000)
    page.wait_for_selector("#fire", timeout=1_500)


LISTEN = """
    window.tones = [];
    window.shakes = [];
    navigator.vibrate = (long) => window.shakes.push(long);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones.push(this);
        return start.apply(this, when);
    };
"""


def test_a_full_pull_is_felt_and_release_and_contacts_are_heard(moving_person: Any) -> None:
    page = moving_person.page
    page.add_init_script(LISTEN)
    moving_person.start("Penny Blue", seating="screen", starter="one")
    assert moving_person.my_turn()
    moving_person.pull("A1", 0, 4300)  # a little further than full
    page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    shot = moving_person.position()["last"]["shot"]

    assert page.evaluate("() => window.shakes.length") == 2  # at full power, and on letting go
    assert page.evaluate("() => window.tones.length") >= 1 + len(shot["events"])

"""Two and three real browsers at one table: who is there, how they aim, what they say, and whose turn it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE_MS, Person, Somebody

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def invited(ann: Person, bob: Person, game: str = "penny-black", **fields: str) -> str:
    """Ann has invited Bob, and he has sat down; both are at the table. Its path."""
    form: dict[str, str | float | bool] = {"seating": "friend", "starter": "one", "name.one": "Ann", **fields}
    address = ann.server.address
    made = ann.page.request.post(f"{address}/new/{game}", form=form, headers={"origin": address}, max_redirects=0)
    path = made.headers["location"]
    link = re.search(r"/join/[A-Za-z0-9_-]{22}", ann.page.request.get(address + path).text())
    assert link is not None
    bob.open(link[0])
    bob.page.fill('[name="name"]', fields.get("name.two", "Bob"))
    bob.page.select_option('[name="hand"]', "exact")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.page.wait_for_selector("#board svg")
    ann.open(path)
    return path


def _there(person: Person, side: str, words: str) -> None:
    expect(person.page.locator(f"#there-{side}")).to_have_text(words, timeout=PATIENCE_MS)


def test_each_sees_whether_the_other_is_there_also_after_a_cut(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody(viewport=PHONE)
    path = invited(ann, bob)
    _there(ann, "two", "here")
    _there(bob, "one", "here")
    expect(bob.page.locator("#whose")).to_have_text("Ann to play:")  # he plays too: he does not watch
    expect(ann.page.locator("#there-one")).to_be_empty()
    bob.page.evaluate(HIDE, True)
    _there(ann, "two", "away")
    bob.page.evaluate(HIDE, False)
    _there(ann, "two", "here")
    bob.page.goto("about:blank")
    _there(ann, "two", "reconnecting")
    _there(ann, "two", "away")
    bob.open(path)
    _there(ann, "two", "here")
    assert ann.axe() == []
    assert bob.axe() == []


def test_a_watcher_from_the_middle_sees_who_plays_whom_live(somebody: Somebody) -> None:
    ann, bob, eve = somebody(), somebody(), somebody(viewport=PHONE)
    path = invited(ann, bob)
    assert ann.my_turn()
    ann.act(speed=600)
    eve.open(path)
    expect(eve.page.locator("#history > li")).to_have_count(1)
    expect(eve.page.locator("#name-one .name")).to_have_text("Ann")
    expect(eve.page.locator("#name-two .name")).to_have_text("Bob")
    _there(eve, "two", "here")
    expect(ann.page.locator("#watchers")).to_have_text("1 watching")
    assert bob.my_turn()
    bob.act(speed=600)
    expect(eve.page.locator("#history > li")).to_have_count(2)
    expect(eve.page.locator("#phrases")).to_be_hidden()
    assert eve.axe() == []
    eve.page.close()
    expect(ann.page.locator("#watchers")).to_be_hidden()


def test_where_nobody_may_watch_a_stranger_reads_why(somebody: Somebody) -> None:
    ann, bob, eve = somebody(), somebody(), somebody()
    path = invited(ann, bob, watch="nobody")
    eve.open(path)
    expect(eve.page.locator("main")).to_contain_text("Only those who play this match may look at it.")
    assert ann.my_turn()


def test_the_others_see_an_aim_as_it_moves_until_it_is_switched_off(somebody: Somebody) -> None:
    ann, bob, eve = somebody(), somebody(viewport=PHONE), somebody()
    path = invited(ann, bob)
    eve.open(path)
    _there(ann, "two", "here")
    assert ann.my_turn()
    ann.aim(direction=90.0, speed=900)
    for other in (bob, eve):
        expect(other.page.locator(".other-line")).to_have_count(1)
    before = bob.page.locator(".other-line").get_attribute("x2")
    ann.aim(direction=120.0, speed=900)
    expect(bob.page.locator(".other-line")).not_to_have_attribute("x2", str(before))
    assert ann.page.locator(".other-line").count() == 0
    ann.page.locator("#saying summary").click()
    ann.page.click("#show-aim")
    for other in (bob, eve):
        expect(other.page.locator(".other-line")).to_have_count(0)
    ann.aim(direction=100.0, speed=800)
    ann.page.reload()
    expect(ann.page.locator("#show-aim")).to_have_attribute("aria-pressed", "false")
    assert ann.my_turn()
    ann.act(direction=90.0, speed=600)
    assert bob.my_turn()
    assert bob.page.locator(".other-line, .other-disc").count() == 0


def test_an_aim_is_gone_with_the_flick_and_when_its_player_is(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody()
    invited(ann, bob)
    _there(ann, "two", "here")
    assert ann.my_turn()
    ann.aim(direction=90.0, speed=900)
    expect(bob.page.locator(".other-line")).to_have_count(1)
    ann.page.evaluate(HIDE, True)
    expect(bob.page.locator(".other-line")).to_have_count(0)
    ann.page.evaluate(HIDE, False)
    expect(bob.page.locator(".other-line")).to_have_count(1)
    ann.act(direction=90.0, speed=600)
    assert bob.my_turn()
    expect(bob.page.locator(".other-line")).to_have_count(0)


def test_a_phrase_is_shown_beside_the_name_and_can_be_muted(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody(viewport=PHONE)
    invited(ann, bob)
    bob.page.locator("#saying summary").click()
    bob.page.locator('[data-say="lovely-shot"]').click()
    for person in (ann, bob):
        expect(person.page.locator("#said-two")).to_have_text("Lovely shot!")
    expect(ann.page.locator("#spoken")).to_have_text("Bob: Lovely shot!")
    assert ann.axe() == []
    assert bob.axe() == []
    expect(ann.page.locator("#said-two")).to_be_hidden(timeout=PATIENCE_MS)
    ann.page.locator("#saying summary").focus()
    ann.page.keyboard.press("Enter")
    ann.page.locator("#mute").press("Enter")
    ann.page.reload()
    expect(ann.page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    _there(ann, "two", "here")
    bob.page.locator('[data-say="sorry"]').click()
    expect(bob.page.locator("#said-two")).to_have_text("Sorry!")
    ann.page.locator("#saying summary").click()
    ann.page.locator('[data-say="ha"]').click()
    expect(bob.page.locator("#said-one")).to_have_text("Ha!")
    expect(ann.page.locator("#said-one")).to_have_text("Ha!")  # what came before it would be there by now
    assert ann.page.locator("#said-two").is_hidden()


def test_against_the_house_and_at_one_screen_there_is_nobody_to_talk_to(person: Person) -> None:
    for seating in ("house", "screen"):
        person.start("Penny Black", seating=seating, starter="one")
        assert person.my_turn()
        person.page.wait_for_function("() => document.getElementById('watchers').textContent !== ''")
        assert person.page.locator("#saying").is_hidden()
        assert person.page.locator(".there:not(:empty)").count() == 0


def test_your_turn_is_said_by_title_and_icon_to_whoever_looks_elsewhere(somebody: Somebody) -> None:
    ann, bob = somebody(), somebody()
    invited(ann, bob)
    assert ann.my_turn()
    quiet = bob.page.title()
    bob.page.evaluate(HIDE, True)
    ann.act(direction=90.0, speed=600)
    expect(bob.page).to_have_title("● Your turn · Penny Black")
    assert "icon-turn.svg" in str(bob.page.locator('link[rel="icon"]').get_attribute("href"))
    bob.page.evaluate(HIDE, False)
    expect(bob.page).to_have_title(quiet)
    assert "icon-turn.svg" not in str(bob.page.locator('link[rel="icon"]').get_attribute("href"))
    while bob.position()["now"]["act"]["seats"] == ["two"]:  # a free shot that touches nothing keeps the turn
        assert bob.my_turn()
        bob.act(direction=90.0, speed=600)
    assert ann.my_turn()
    expect(ann.page).to_have_title("● Your turn · Penny Black")  # it has just become so
    ann.page.keyboard.press("Shift")
    expect(ann.page).not_to_have_title("● Your turn · Penny Black")


@pytest.mark.parametrize("names", [("", ""), ("Ann", "Bob")], ids=["guests", "with names"])
@pytest.mark.parametrize("first", ["inviter", "invited"])
def test_a_rematch_takes_one_click_of_each(somebody: Somebody, names: tuple[str, str], first: str) -> None:
    ann, bob, eve = somebody(), somebody(viewport=PHONE), somebody()
    path = invited(ann, bob, **{"name.one": names[0], "name.two": names[1]})
    eve.open(path)
    ann.page.on("dialog", lambda dialog: dialog.accept())
    assert ann.my_turn()
    ann.page.locator("summary", has_text="This match").click()
    ann.page.click("#resign")
    for person in (ann, bob, eve):
        person.page.wait_for_selector("#over", state="visible")
    expect(eve.page.locator("#rematch")).to_be_hidden()
    expect(eve.page.locator("#rematch-form")).to_be_hidden()
    asks, agrees = (ann, bob) if first == "inviter" else (bob, ann)
    asks.page.click("#rematch")
    expect(agrees.page.locator("#rematching")).to_contain_text("wants a rematch.")
    expect(asks.page.locator("#rematching")).to_contain_text("Waiting for")
    assert agrees.axe() == []
    agrees.page.click("#rematch")
    for person in (ann, bob):
        person.page.wait_for_function("path => location.pathname !== path", arg=path)
        person.page.wait_for_selector("#board svg")
    assert ann.page.url == bob.page.url
    assert (ann.position()["yours"], bob.position()["yours"]) == (["one"], ["two"])
    assert bob.my_turn()  # the other side starts
    expect(eve.page.locator("#next-match")).to_have_text("Watch the rematch")
    eve.page.click("#next-match")
    eve.page.wait_for_selector("#board svg")
    assert eve.page.url == ann.page.url


def test_the_record_is_copied_from_the_end_card(somebody: Somebody) -> None:
    ann, bob = somebody(permissions=["clipboard-read", "clipboard-write"]), somebody()
    invited(ann, bob)
    ann.page.on("dialog", lambda dialog: dialog.accept())
    assert ann.my_turn()
    ann.page.locator("summary", has_text="This match").click()
    ann.page.click("#resign")
    ann.page.wait_for_selector("#over", state="visible")
    ann.page.click("#copy-record")
    expect(ann.page.locator("#copied")).to_have_text("Copied: the whole match as a text.")
    assert '[Game "penny-black"]' in ann.page.evaluate("() => navigator.clipboard.readText()")

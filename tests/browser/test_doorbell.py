"""The doorbell in real browsers. Headless Chromium has no push service: subscribing is stubbed, the worker is real."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS, Person, Somebody, served_here
from tests.browser.test_together import HIDE, invited
from tests.server.push.stand_in import PushService, Subscriber

pytestmark = pytest.mark.browser
DESK, PHONE, SIDEWAYS = {"width": 1280, "height": 720}, {"width": 390, "height": 664}, {"width": 844, "height": 390}
EXACT = {"hand.one": "exact"}
# What a device with a push service would tell; kept over pages, as a browser keeps it.
STUB_PUSH = """([endpoint, p256dh, auth]) => {
    const made = (key) => ({
        options: { userVisibleOnly: true, applicationServerKey: key },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => (localStorage.removeItem("stub-push"), true),
    });
    const kept = () => Uint8Array.from(JSON.parse(localStorage.getItem("stub-push") ?? "[]"));
    PushManager.prototype.getSubscription = async () => (kept().length ? made(kept().buffer) : null);
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 65) throw new DOMException("no", "AbortError");
        localStorage.setItem("stub-push", JSON.stringify([...applicationServerKey]));
        return made(applicationServerKey.buffer);
    };
}"""
STUB_SHARE = "() => { window.shared = []; navigator.share = async (what) => void window.shared.push(what); }"
NO_SHARE = "() => { delete Navigator.prototype.share; }"
STUB_OPENING = """() => {
    self.opened = [];
    Clients.prototype.openWindow = async (address) => void self.opened.push(`open ${address}`);
    WindowClient.prototype.focus = async function () { self.opened.push(`focus ${this.url}`); };
}"""
CLICK = """async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body, tag }) => [title, body, tag]);
}"""
RING, TELL = "Ring me when it is my turn", "Tell Ann"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served_here(tmp_path_factory.mktemp("data"), rings_near=True) as serving:
        yield serving


@pytest.fixture
def push() -> Iterator[PushService]:
    with PushService().listening() as listening:
        yield listening


@pytest.fixture
def people(somebody: Somebody) -> tuple[Person, Person]:
    """Ann and Bob, each in a browser of their own; Bob's is a phone."""
    return somebody(viewport=DESK), somebody(viewport=PHONE)


def _subscribable(person: Person, push: PushService, name: str) -> Subscriber:
    """His device has a push service, and he allows notifications when he is asked."""
    browser = Subscriber()
    form = browser.form(push.endpoint(name))
    told = json.dumps([form["endpoint"], form["p256dh"], form["auth"]])
    person.page.context.add_init_script(f"({STUB_PUSH})({told})")
    person.page.context.grant_permissions(["notifications"], origin=person.server.address)
    return browser


def _pass_turn(person: Person, seat: str) -> None:
    """Flick softly until the other is to play."""
    while person.my_turn() and person.position()["now"]["decision"]["seats"] == [seat]:
        person.act(direction=45.0 if seat == "one" else 225.0, speed=200)
        person.page.wait_for_function("() => document.getElementById('skip').hidden && !document.body.dataset.sending")
        if person.position()["now"]["decision"]["seats"] != [seat]:
            return


def test_by_post_the_other_is_told_by_the_share_sheet(people: tuple[Person, Person]) -> None:
    ann, bob = people
    bob.page.add_init_script(f"({STUB_SHARE})()")
    path = invited(ann, bob, time="1d", **EXACT)
    told = bob.page.get_by_role("button", name=TELL)
    expect(told).to_be_visible(timeout=PATIENCE_MS)  # Ann is here, but by post nobody counts on it
    expect(ann.page.locator("#elsewhere")).to_be_hidden()
    told.focus()
    bob.page.keyboard.press("Enter")
    bob.page.wait_for_function("() => window.shared.length === 1")

    assert bob.page.evaluate("window.shared") == [
        {"title": "Penny Black", "text": "Your flick:", "url": f"{bob.server.address}{path}"}
    ]
    assert bob.page.inner_text("#tell-says") == ""
    _pass_turn(ann, "one")
    expect(ann.page.get_by_role("button", name="Tell Bob")).to_be_visible(timeout=PATIENCE_MS)
    expect(bob.page.locator("#elsewhere")).to_be_hidden(timeout=PATIENCE_MS)
    assert ann.axe() == []


def test_without_a_share_sheet_it_is_copied(people: tuple[Person, Person]) -> None:
    ann, bob = people
    bob.page.add_init_script(f"({NO_SHARE})()")
    bob.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=bob.server.address)
    path = invited(ann, bob, time="3d", **EXACT)
    bob.page.get_by_role("button", name=TELL).click()
    says = bob.page.locator("#tell-says")
    expect(says).to_have_text(
        "Copied. Paste it where your friend reads it. It works only on this machine.", timeout=PATIENCE_MS
    )

    assert bob.page.evaluate("navigator.clipboard.readText()") == f"Your flick: {bob.server.address}{path}"
    assert bob.axe() == []


def test_who_thinks_better_of_sharing_is_told_nothing(people: tuple[Person, Person]) -> None:
    ann, bob = people
    bob.page.add_init_script(
        "navigator.share = async () => { window.asked = true; throw new DOMException('no', 'AbortError'); }"
    )
    invited(ann, bob, time="1d", **EXACT)
    bob.page.get_by_role("button", name=TELL).click()
    bob.page.wait_for_function("() => window.asked")
    assert bob.page.inner_text("#tell-says") == ""


def test_without_a_clock_only_who_is_away_is_told(people: tuple[Person, Person]) -> None:
    ann, bob = people
    invited(ann, bob, **EXACT)
    expect(bob.page.locator("#there-one")).to_have_text("here", timeout=PATIENCE_MS)
    expect(bob.page.locator("#elsewhere")).to_be_hidden()
    ann.page.evaluate(HIDE, True)
    expect(bob.page.get_by_role("button", name=TELL)).to_be_visible(timeout=PATIENCE_MS)
    ann.page.evaluate(HIDE, False)
    expect(bob.page.locator("#elsewhere")).to_be_hidden(timeout=PATIENCE_MS)


def test_against_the_house_and_for_watchers_there_is_no_doorbell(people: tuple[Person, Person]) -> None:
    ann, eve = people
    ann.start("Penny Black")
    eve.page.goto(ann.page.url)
    for person in (ann, eve):
        assert person.page.locator("#elsewhere").count() == 0
        assert person.page.locator("[data-ring]").count() == 0


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}, SIDEWAYS, DESK])
def test_it_stands_within_the_window_and_takes_nothing_from_the_board(
    people: tuple[Person, Person], push: PushService, size: Any
) -> None:
    ann, bob = people
    bob.page.set_viewport_size(size)
    _subscribable(bob, push, "bob")
    invited(ann, bob, **EXACT)
    expect(bob.page.locator("#there-one")).to_have_text("here", timeout=PATIENCE_MS)
    before = bob.page.locator("#board svg").bounding_box()
    ann.page.evaluate(HIDE, True)
    for name in (TELL, RING):
        button = bob.page.get_by_role("button", name=name).first
        expect(button).to_be_visible(timeout=PATIENCE_MS)
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"], name
        assert box["height"] >= 40, name
    assert bob.page.locator("#board svg").bounding_box() == before


def _asked(page: Page) -> None:
    page.get_by_role("button", name=RING).first.click()
    expect(page.locator("#ring-says")).to_have_text(
        "You will be rung when it is your turn and you are not at the table.", timeout=PATIENCE_MS
    )


def test_from_the_click_to_the_ring_to_the_table(people: tuple[Person, Person], push: PushService) -> None:
    ann, bob = people
    browser = _subscribable(bob, push, "bob")
    path = invited(ann, bob, time="1d", **EXACT)
    assert bob.page.context.service_workers == [], "nothing is asked before the click"
    _asked(bob.page)
    assert bob.axe() == []
    expect(bob.page.locator('[data-ring="offer"]')).to_be_hidden()
    bob.open("/rules/common")
    _pass_turn(ann, "one")
    (posted,) = push.wait_for(1)
    message = browser.opened(posted.body).decode()

    assert json.loads(message)["line"] == "Ann has flicked: your turn at Penny Black"
    _deliver(bob, message)
    bob.page.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert bob.page.evaluate(SHOWN) == [["pennyflick", "Ann has flicked: your turn at Penny Black", path]]
    (worker,) = bob.page.context.service_workers
    worker.evaluate(STUB_OPENING)
    worker.evaluate(CLICK)
    assert _opened(bob, 1) == [f"open {bob.server.address}{path}"]
    assert bob.page.evaluate(SHOWN) == []
    bob.open(path)
    _deliver(bob, message)
    bob.page.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    worker.evaluate(CLICK)
    assert _opened(bob, 2)[1] == f"focus {bob.server.address}{path}"


def _deliver(person: Person, message: str) -> None:
    """As the push service would: the browser hands it to the real worker."""
    session = person.page.context.new_cdp_session(person.page)
    found: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not found:
        person.page.wait_for_timeout(20)
    told = {"origin": person.server.address, "registrationId": found[0]["registrationId"], "data": message}
    session.send("ServiceWorker.deliverPushMessage", told)
    session.detach()


def _opened(person: Person, count: int) -> list[str]:
    (worker,) = person.page.context.service_workers
    for _ in range(PATIENCE_MS // 50):
        found: list[str] = worker.evaluate("() => self.opened")
        if len(found) >= count:
            return found
        person.page.wait_for_timeout(50)
    raise AssertionError("nothing was opened")


def test_it_is_remembered_and_can_be_switched_off_by_keys(people: tuple[Person, Person], push: PushService) -> None:
    ann, bob = people
    _subscribable(bob, push, "bob")
    invited(ann, bob, time="1d", **EXACT)
    _asked(bob.page)
    bob.page.reload()
    switch = bob.page.locator('[data-ring="switch"]')
    expect(switch).to_have_attribute("aria-pressed", "true", timeout=PATIENCE_MS)
    bob.page.get_by_text("This match", exact=True).click()
    switch.focus()
    bob.page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-pressed", "false", timeout=PATIENCE_MS)
    expect(bob.page.locator('[data-ring="offer"]')).to_be_visible()
    assert bob.axe() == []
    bob.open("/")
    _pass_turn(ann, "one")
    bob.page.wait_for_timeout(500)
    assert push.posted == []


def test_on_ones_own_page_it_is_a_switch_with_a_word_where_it_cannot_be(
    people: tuple[Person, Person], push: PushService
) -> None:
    ann, bob = people
    _subscribable(bob, push, "bob")
    bob.open("/me")
    switch = bob.page.get_by_role("button", name=RING)
    for pressed in ("true", "false"):
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", pressed, timeout=PATIENCE_MS)
    expect(bob.page.locator(".unable")).to_be_hidden()
    assert bob.axe() == []
    ann.page.add_init_script("delete window.PushManager")
    ann.open("/me")
    expect(ann.page.locator(".unable")).to_be_visible(timeout=PATIENCE_MS)
    expect(ann.page.get_by_role("button", name=RING)).to_be_hidden()
    assert ann.axe() == []


def test_a_server_that_has_forgotten_somebody_is_not_told_again_by_itself(
    people: tuple[Person, Person], push: PushService
) -> None:
    ann, bob = people
    _subscribable(bob, push, "bob")
    invited(ann, bob, time="1d", **EXACT)
    _asked(bob.page)
    address = bob.server.address
    bob.page.request.post(f"{address}/bell/off", headers={"origin": address})  # as *forget me* does
    bob.page.reload()
    expect(bob.page.locator('[data-ring="switch"]')).to_have_attribute("aria-pressed", "false", timeout=PATIENCE_MS)
    expect(bob.page.locator('[data-ring="offer"]')).to_be_visible(timeout=PATIENCE_MS)


def test_a_device_that_cannot_be_reached_says_so(people: tuple[Person, Person]) -> None:
    """Headless Chromium as it is: notifications are allowed, but there is no push service."""
    ann, bob = people
    bob.page.context.grant_permissions(["notifications"], origin=bob.server.address)
    invited(ann, bob, time="1d", **EXACT)
    bob.page.get_by_role("button", name=RING).first.click()
    expect(bob.page.locator("#ring-says")).to_have_text(
        "This device could not be reached by its push service; it cannot be rung.", timeout=PATIENCE_MS
    )


def test_who_keeps_notifications_away_is_told_where_they_can_be_allowed(people: tuple[Person, Person]) -> None:
    ann, bob = people
    bob.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    invited(ann, bob, time="1d", **EXACT)
    bob.page.get_by_role("button", name=RING).first.click()
    expect(bob.page.locator("#ring-says")).to_have_text(
        "Your browser keeps notifications from this page; its settings can allow them.", timeout=PATIENCE_MS
    )

"""A match holds: reloads, cuts, kills, two tabs. Nothing acknowledged is lost and nothing is played twice."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

# What a page that does not care would send: the opening flick from the middle of the board.
ILLEGAL = """() => new Promise(resolve => {
    const path = document.getElementById("at-table").dataset.socket;
    const socket = new WebSocket(`ws://${location.host}${path}`);
    const answer = {kind: "flick", disc: "shooter", direction_cdeg: 0, speed_mm_s: 900, start: [0, 0]};
    const seat = JSON.parse(document.getElementById("snapshot").textContent).now.decision.seats[0];
    const command = {type: "answer", id: crypto.randomUUID(), version: 0, seat, answer};
    socket.onopen = () => socket.send(JSON.stringify(command));
    socket.onmessage = frame => { const told = JSON.parse(frame.data); if (told.type === "refused") resolve(told); };
})"""


def test_a_reload_in_mid_match_shows_the_same_match(person: Any) -> None:
    person.start("Penny Black")
    person.my_turn()
    person.act()
    person.my_turn()
    before, score = person.version(), person.page.locator("#sheet").inner_text()

    person.page.reload()

    assert person.my_turn()
    assert (person.version(), person.page.locator("#sheet").inner_text()) == (before, score)


def test_a_connection_cut_in_mid_flick_is_mended_and_the_flick_is_played_once(person: Any) -> None:
    cuts: list[Any] = []

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def from_page(message: str) -> None:
            server.send(message)
            if '"flick"' in message and not cuts:
                cuts.append(message)
                server.close()
                socket.close(code=4001)  # the flick has gone out, its answer never comes

        socket.on_message(from_page)

    person.page.route_web_socket("**/socket*", between)
    person.start("Penny Black", seating="screen")
    person.my_turn()

    person.act()

    person.my_turn()
    assert len(cuts) == 1
    assert person.version() == 1


def test_a_line_that_falls_silent_after_a_flick_is_given_up_and_the_flick_is_played_once(person: Any) -> None:
    lines: list[bool] = []  # whether each still carries anything

    def between(socket: Any) -> None:
        server, number = socket.connect_to_server(), len(lines)
        lines.append(True)

        def from_page(message: str) -> None:
            if lines[number]:
                server.send(message)
            if number == 0 and '"flick"' in message:
                lines[number] = False  # half open: the flick has gone out, nothing comes back, nobody is told

        def from_server(message: str) -> None:
            if lines[number]:
                socket.send(message)

        socket.on_message(from_page)
        server.on_message(from_server)

    person.page.route_web_socket("**/socket*", between)
    person.start("Penny Black", seating="screen")
    person.my_turn()

    person.act()

    person.page.wait_for_function("() => document.querySelectorAll('#history > li').length === 1", timeout=30_000)
    person.my_turn()
    assert lines == [False, True]
    assert person.version() == 1


def test_the_server_killed_in_mid_match_comes_back_with_everything(person: Any, server: Any) -> None:
    person.start("Penny Black", seating="screen")
    for _ in range(3):
        person.my_turn()
        person.act()
    person.my_turn()
    before = person.version()

    server.kill()
    server.start()

    person.page.wait_for_function("() => !document.getElementById('keeping').textContent.includes('cut')")
    assert person.my_turn()
    assert person.version() == before
    person.act()
    person.my_turn()
    assert person.version() == before + 1


def test_two_tabs_show_one_match(person: Any, context: Any) -> None:
    person.start("Penny Black", seating="screen")
    person.my_turn()
    other = context.new_page()
    other.goto(person.page.url)
    other.wait_for_selector("#fire")

    person.act()

    other.wait_for_function("() => document.querySelectorAll('#history > li').length === 1")
    person.my_turn()
    assert other.locator("#what").inner_text() == person.page.locator("#what").inner_text()


def test_a_match_can_be_left_and_resumed_from_the_home_page(person: Any) -> None:
    person.start("Penny Red", seating="screen")
    person.my_turn()
    person.act()
    before = person.version()

    person.open()
    person.page.get_by_role("link", name="Continue Penny Red").first.click()

    assert person.my_turn()
    assert person.version() == before


def test_an_old_match_can_be_deleted(person: Any) -> None:
    person.start("Penny Blue", seating="screen")
    address = person.page.url
    person.open("/matches")
    person.page.get_by_role("button", name="Delete Penny Blue").first.click()
    person.page.wait_for_load_state()

    assert person.page.goto(address).status == 404


def test_an_illegal_answer_is_refused_with_its_clause_and_changes_nothing(person: Any) -> None:
    person.start("Penny Black", seating="screen")
    person.my_turn()
    refusal = person.page.evaluate(ILLEGAL)

    assert (refusal["type"], refusal["code"], refusal["clause"]) == ("refused", "illegal", "BLK-5")
    assert refusal["nearest"]
    assert refusal["sentence"]
    person.page.reload()
    assert person.my_turn()
    assert person.version() == 0


def test_a_place_that_is_not_legal_snaps_to_the_nearest_one_and_says_why(person: Any) -> None:
    person.start("Penny Black", seating="screen")
    person.my_turn()
    before = person.page.input_value("#aim-x"), person.page.input_value("#aim-y")
    person.fine()
    person.page.fill("#aim-x", "3")
    person.page.locator("#aim-x").blur()

    person.page.wait_for_function("() => document.getElementById('keeping').textContent.includes('BLK-5')")
    after = person.page.input_value("#aim-x"), person.page.input_value("#aim-y")
    assert after != ("3.0", before[1])

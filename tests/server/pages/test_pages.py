"""The pages and what can be sent from them."""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.pages.games import offered
from pennyflick.server.pages.rendering import script_json
from pennyflick.server.wire.messages import Json

Flicker = Callable[[Conversation], Json]


def snapshot_of(client: Client, match: str) -> Json:
    return client.get(f"/match/{match}/snapshot.json").json()


def played_some(client: Client, match: str, flick: Flicker, actions: int) -> None:
    with client.sit(match) as table:
        for version in range(1, actions + 1):
            table.answer(flick(table))
            table.wait_for(version)


@pytest.mark.parametrize("path", ["/", "/matches", "/health", "/version"])
def test_pages_that_need_nothing_are_there(client: Client, path: str) -> None:
    assert client.get(path).status == 200


@pytest.mark.parametrize("game", offered())
def test_every_game_has_a_form_a_picture_and_a_match_in_one_click(client: Client, game: str) -> None:
    assert client.get(f"/new/{game}").status == 200
    assert client.get(f"/board/{game}.svg").text.startswith("<svg")
    match = client.new_match(game)
    page = client.get(f"/match/{match}")
    assert page.status == 200
    assert 'class="table"' in page.text
    snapshot = snapshot_of(client, match)
    assert snapshot["match"]["players"]["one"] == "person"
    assert snapshot["match"]["players"]["two"] == "beginner"
    assert snapshot["now"]["act"]["seats"]
    assert client.get(f"/match/{match}/replay").status == 200


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/match/nosuchmatch0", "/match/nosuchmatch0/record.txt", "/new/penny-pink", "/rules/x", "/clause/X-1"],
)
def test_what_is_not_there_is_404_with_a_sentence(client: Client, path: str) -> None:
    reply = client.get(path)
    assert reply.status == 404
    assert reply.headers["content-type"].startswith("text/html")


def test_the_form_decides_options_names_seats_and_starter(client: Client) -> None:
    form = {
        "seating": "house",
        "side": "two",
        "opponent": "good",
        "starter": "two",
        "name.two": "  Zoë \n Ann ",
        "option.shape": "square",
        "seed": "12",
    }
    match = client.new_match("penny-black", form)

    about = snapshot_of(client, match)["match"]
    assert about["options"] == {"shape": "square"}
    assert about["players"] == {"one": "good", "two": "person"}
    assert about["names"]["two"] == "Zoë Ann"
    assert about["starter"] == "two"


def test_the_form_seats_each_seat_by_itself_and_gives_people_hands(client: Client) -> None:
    form = {
        "option.doubles": "yes",
        "opponent": "average",
        "seat.one-b": "expert",
        "seat.two-b": "person",
        "hand.one": "good",
        "hand.two-b": "visible good",
        "hand.two": "expert",
    }
    match = client.new_match("penny-red", form)

    about = snapshot_of(client, match)["match"]
    assert about["players"] == {"one": "person", "two": "average", "one-b": "expert", "two-b": "person"}
    assert about["names"] == {
        "one": "Player one",
        "two": "An average player",
        "one-b": "An expert",
        "two-b": "Player two B",
    }
    record = client.get(f"/match/{match}/record.txt").text
    assert '[HandOne "good"]' in record
    assert '[HandTwo "good"]' in record  # the house brings its own
    assert '[HandTwoB "visible good"]' in record


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ({"seat.one-b": "good"}, ["The guest", "A beginner", "A good player", "Another beginner"]),
        ({"seat.one": "good"}, ["A good player", "A beginner", "The guest", "Another beginner"]),
        ({}, ["The guest", "A beginner", "The guest's partner", "Another beginner"]),
        ({"seat.one-b": "beginner"}, ["The guest", "A beginner", "Another beginner", "A third beginner"]),
        ({"seat.two": "person"}, ["Player one", "Player two", "Player one B", "A beginner"]),
    ],
)
def test_people_without_names_are_guests_where_the_house_has_the_other_side(
    client: Client, players: dict[str, str], names: list[str]
) -> None:
    match = client.new_match("pichenotte", {"option.players": "doubles", **players})

    assert list(snapshot_of(client, match)["match"]["names"].values()) == names


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"option.shape": "triangle"}, "hexagon"),
        ({"option.colour": "red"}, "colour"),
        ({"option.turn_limit": "many"}, "number"),
        ({"seating": "sofa"}, "sofa"),
        ({"opponent": "grandmaster"}, "grandmaster"),
        ({"side": "three"}, "three"),
        ({"starter": "me"}, "me"),
        ({"seed": "-1"}, "-1"),
        ({"seed": "9" * 39}, "whole number"),
        ({"seed": "9" * 4_000}, "whole number"),
        ({"seat.two": "grandma"}, "grandma"),
        ({"hand.one": "shaky"}, "No hand named"),
        ({"name.one": "x" * 41}, "40 characters"),
    ],
)
def test_a_bad_form_comes_back_filled_and_says_what_would_be_right(
    client: Client, form: dict[str, str], words: str
) -> None:
    reply = client.post("/new/penny-black", form)

    assert reply.status == 422
    assert words in reply.text
    assert "/match/" not in client.get("/matches").text


def test_names_are_escaped_wherever_they_are_shown(client: Client) -> None:
    match = client.new_match("penny-black", {"name.one": "</script><script>x"})

    for path in (f"/match/{match}", f"/match/{match}/replay", "/", "/matches"):
        assert "<script>x" not in client.get(path).text


def test_json_inside_a_script_element_cannot_end_it() -> None:
    assert "<" not in script_json({"a": "</script><!--&"})


def test_the_list_shows_only_matches_of_this_browser(client: Client, serving: Any, two_at_one_screen: str) -> None:
    stranger: Client = serving.client()

    assert two_at_one_screen in client.get("/matches").text
    assert two_at_one_screen in client.get("/").text
    assert two_at_one_screen not in stranger.get("/matches").text


def test_only_the_holder_deletes_and_rematches(client: Client, serving: Any, two_at_one_screen: str) -> None:
    stranger: Client = serving.client()

    assert stranger.post(f"/match/{two_at_one_screen}/delete").status == 403
    assert stranger.post(f"/match/{two_at_one_screen}/rematch").status == 403
    assert client.post(f"/match/{two_at_one_screen}/delete", {"back": "/"}).headers["location"] == "/"
    assert client.post(f"/match/{two_at_one_screen}/delete").status == 404


def test_what_was_deleted_can_be_brought_back_by_its_holder(
    client: Client, serving: Any, two_at_one_screen: str
) -> None:
    stranger: Client = serving.client()
    client.post(f"/match/{two_at_one_screen}/delete")
    undo = f'action="/match/{two_at_one_screen}/restore"'

    assert undo in client.get("/matches").text
    assert undo in client.get("/").text
    assert undo not in stranger.get("/matches").text
    assert stranger.post(f"/match/{two_at_one_screen}/restore").status == 404
    assert client.post(f"/match/{two_at_one_screen}/restore").headers["location"] == "/matches"
    assert undo not in client.get("/matches").text
    assert client.get(f"/match/{two_at_one_screen}").status == 200


def test_lists_show_the_board_as_it_stands_the_score_and_when(client: Client, two_at_one_screen: str) -> None:
    page, address = client.get("/matches").text, f"/match/{two_at_one_screen}/boards/0.svg"

    assert f'src="{address}"' in page
    assert "0–0 points" in page
    assert re.search(r'<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">', page)
    assert "<svg" in client.get(address).text
    assert client.get(f"/match/{two_at_one_screen}/boards/9.svg").status == 404
    assert client.get("/match/nowhere/boards/0.svg").status == 404


def test_the_picture_of_a_version_shows_where_its_discs_are(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    played_some(client, two_at_one_screen, flick, 1)
    before, after = (client.get(f"/match/{two_at_one_screen}/boards/{version}.svg").text for version in (0, 1))

    assert before != after


def test_play_writes_every_value_of_the_first_preset(client: Client) -> None:
    home = client.get("/").text
    blue = home[home.index('action="/new/penny-blue"') :].partition("</form>")[0]
    written = dict(re.findall(r'name="(option\.\w+)" value="(\w+)"', blue))
    match = client.new_match("penny-blue", written)

    assert written == {"option.shape": "square", "option.games": "3", "option.sets": "1"}
    assert snapshot_of(client, match)["match"]["options"]["games"] == "3"


def test_a_rematch_is_the_same_with_the_other_side_starting(client: Client) -> None:
    first = client.new_match("penny-black", {"starter": "one", "name.one": "Ann", "option.shape": "round"})
    second = client.post(f"/match/{first}/rematch").headers["location"].removeprefix("/match/")

    before, after = snapshot_of(client, first)["match"], snapshot_of(client, second)["match"]
    assert (before["starter"], after["starter"]) == ("one", "two")
    for same in ("game", "options", "names", "players"):
        assert before[same] == after[same]


def test_a_branch_begins_with_the_first_actions_and_goes_its_own_way(
    client: Client, serving: Any, two_at_one_screen: str, flick: Flicker
) -> None:
    played_some(client, two_at_one_screen, flick, 4)
    stranger: Client = serving.client()
    stranger.get("/")
    branch = stranger.post(f"/match/{two_at_one_screen}/branch", {"after": "2"}).headers["location"]
    match = branch.removeprefix("/match/")

    snapshot = snapshot_of(stranger, match)
    assert (snapshot["version"], snapshot["match"]["branch"]) == (2, {"match": two_at_one_screen, "after": 2})
    assert snapshot["yours"] == ["one", "two"]
    assert snapshot["hash"] == client.get(f"/match/{two_at_one_screen}/events/2.json").json()["hash"]
    _more(stranger, match, flick)
    assert snapshot_of(client, two_at_one_screen)["version"] == 4


def _more(client: Client, match: str, flick: Flicker) -> None:
    with client.sit(match) as table:
        assert table.answer(flick(table))["type"] == "done"


@pytest.mark.parametrize("after", ["", "-1", "99", "x", "1.5"])
def test_a_branch_after_nothing_is_refused(client: Client, two_at_one_screen: str, after: str) -> None:
    assert client.post(f"/match/{two_at_one_screen}/branch", {"after": after}).status == 422


def test_the_seed_of_a_live_match_is_nowhere_to_be_seen(client: Client) -> None:
    match = client.new_match("penny-black", {"seed": "281234567890123456789012345678901234567"})

    for path in ("", "/replay", "/record.txt", "/snapshot.json"):
        assert "281234567890123456789012345678901234567" not in client.get(f"/match/{match}{path}").text


def test_events_of_the_past_can_be_fetched_and_kept(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    played_some(client, two_at_one_screen, flick, 2)
    first = client.get(f"/match/{two_at_one_screen}/events/1.json")

    assert first.json()["version"] == 1
    assert "immutable" in first.headers["cache-control"]
    assert client.get(f"/match/{two_at_one_screen}/events/3.json").status == 404
    assert client.get(f"/match/{two_at_one_screen}/events/0.json").status == 404


def test_the_rulebook_has_an_anchor_at_every_clause_and_no_raw_html(client: Client) -> None:
    page = client.get("/rules/penny-black").text

    assert 'id="BLK-12"' in page
    assert client.get("/clause/blk-12").headers["location"] == "/rules/penny-black#BLK-12"


def test_static_files_are_kept_for_ever_under_their_tag_and_checked_under_another(client: Client, serving: Any) -> None:
    tag = serving.app.state.service.renderer.tag
    named = client.get(f"/static/{tag}/style.css")
    other = client.get("/static/000000000000/style.css")

    assert (named.status, other.status) == (200, 200)
    assert "immutable" in named.headers["cache-control"]
    assert other.headers["cache-control"] == "no-cache"
    assert client.get(f"/static/{tag}/style.css", {"if-none-match": named.headers["etag"]}).status == 304
    for outside in ("../templates/home.html", "..%2ftemplates%2fhome.html", "%2e%2e/templates/home.html"):
        assert client.get(f"/static/{tag}/{outside}").status == 404


@pytest.mark.parametrize(("page", "script"), [("", "table/table.js"), ("/replay", "replay/replay.js")])
def test_a_page_names_every_module_of_its_script_so_that_none_is_waited_for(
    client: Client, serving: Any, two_at_one_screen: str, page: str, script: str
) -> None:
    text = client.get(f"/match/{two_at_one_screen}{page}").text
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', text)

    assert len(named) == len(set(named)) > 5
    script_address = serving.app.state.service.renderer.static(script)
    assert script_address in text
    needed = {script_address, *named}
    for address in needed:
        module = client.get(address)
        assert module.status == 200
        for other in re.findall(r'^(?:import|export) .*from "([^"]+)"', module.text, re.MULTILINE):
            assert urljoin(address, other) in needed


def test_pages_are_compressed_for_whoever_can_read_that(client: Client) -> None:
    plain, small = client.get("/"), client.get("/", {"accept-encoding": "gzip"})

    assert small.headers["content-encoding"] == "gzip"
    assert len(small.body) < len(plain.body) / 2
    assert b"<html" in gzip.decompress(small.body)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False], ids=["events kept", "written before events were kept"])
def test_only_a_match_of_before_events_were_kept_must_wait_for_the_physics(
    start_server: Callable[..., Any], tmp_path: Path, flick: Flicker, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    first = start_server(tmp_path)
    client: Client = first.client()
    match = client.new_match("penny-black", {"seating": "screen"})
    played_some(client, match, flick, 1)
    first.stop()
    if not kept:
        _forget_events(tmp_path)
    second = start_server(tmp_path)
    again: Client = second.client()
    again.cookie = client.cookie
    readiness = second.app.state.service.readiness
    monkeypatch.setattr(readiness, "status", type(readiness.status)(ready=False, step="compiling", progress=0.4))

    if kept:
        assert again.get(f"/match/{match}").status == 200
        return
    warming = again.get(f"/match/{match}")
    assert (warming.status, warming.headers["refresh"]) == (503, "1")
    assert "compiling" in warming.text
    preparing = {"ready": False, "step": "compiling", "progress": 0.4, "storing": True, "room": True}
    assert again.get("/health").json() == {"status": "ok"} | preparing
    assert again.get("/ready").json() == {"status": "not ready"} | preparing
    assert again.get("/").status == 200
    monkeypatch.undo()
    assert again.get(f"/match/{match}").status == 200


def _forget_events(folder: Path) -> None:
    connection = sqlite3.connect(folder / "matches.db")
    with connection:
        connection.execute("UPDATE entry SET event = NULL, rules = NULL, physics = NULL")
    connection.close()


def test_the_next_opponent_is_met_with_the_same_options_and_the_same_hand(client: Client) -> None:
    match = client.new_match("penny-blue", {"option.games": "3", "hand.one": "visible good"})
    page = client.get(f"/match/{match}").text
    form = page[page.index('name="opponent"') : page.index('id="next-opponent"')]
    assert 'name="option.games" value="3"' in form
    assert 'name="hand.one" value="visible good"' in form
    assert 'name="hand.two"' not in form

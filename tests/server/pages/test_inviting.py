"""Inviting and being invited, page by page: one click, one link, and nothing told to those it is not for."""

from __future__ import annotations

import html
import http.client
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import segno

from pennyflick.rules import registry
from pennyflick.server.client import Client, Conversation
from pennyflick.server.settings import Limits
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving

LINK = re.compile(r'value="(http://[^"]+)(/join/([A-Za-z0-9_-]{22}))"')
VISIBLE = {"hand.one": "visible good", "hand.two": "visible good"}


def links(client: Client, match: str) -> list[str]:
    """The links on the card, as paths."""
    return [found[2] for found in LINK.finditer(client.get(f"/match/{match}").text)]


def friend_form(client: Client, game: str) -> dict[str, str]:
    """What the button on the home page sends."""
    forms = re.findall(rf'<form method="post" action="/new/{game}" class="friend">(.*?)</form>', client.get("/").text)
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', forms[0]))


@pytest.mark.parametrize("game", registry.names())
def test_one_click_on_the_home_page_makes_the_table_with_its_link(client: Client, game: str) -> None:
    match = client.new_match(game, friend_form(client, game))
    snapshot = client.get(f"/match/{match}/snapshot.json").json()

    assert snapshot["open"] == ["two"]
    assert snapshot["yours"] == ["one"]
    assert snapshot["match"]["hands"]["one"] == "visible good"
    assert len(links(client, match)) == 1


def test_every_rulebook_offers_it_too(client: Client) -> None:
    assert 'action="/new/pichenotte" class="friend"' in client.get("/rules/pichenotte").text
    assert 'class="friend"' not in client.get("/rules/common").text


def test_the_card_shows_the_link_as_a_code_without_inline_style(client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    page = client.get(f"/match/{match}").text
    found = LINK.search(page)
    assert found is not None
    drawn = segno.make(found[1] + found[2], micro=False, error="m").svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff"
    )

    assert drawn in page
    assert " style=" not in page


def test_a_link_that_works_only_here_says_so_and_what_to_do(
    client: Client, tmp_path: Path, start_server: Callable[..., Serving]
) -> None:
    here = client.get("/match/" + client.new_match("penny-black", {"seating": "friend"})).text
    public = start_server(tmp_path, public_url="https://play.example").client()
    there = public.get("/match/" + public.new_match("penny-black", {"seating": "friend"})).text

    assert "It works only on this machine" in here
    assert "pennyflick serve --lan" in here
    assert "It works only on this machine" not in there
    assert 'value="https://play.example/join/' in there


def test_the_page_of_the_invited_says_who_invites_what_is_agreed_and_with_what_hand(
    serving: Serving, client: Client
) -> None:
    form = VISIBLE | {"seating": "friend", "name.one": "Ann", "option.games": "3", "option.turn_limit": "9"}
    match = client.new_match("penny-blue", form | {"watch": "nobody", "time": "1d", "strokes": "yes"})
    page = html.unescape(serving.client().get(links(client, match)[0]).text)

    assert "<h1>Ann invites you to Penny Blue.</h1>" in page
    assert "A duel of two small secret services" in page
    assert "First to three games: a duel can be over in a minute." in page
    assert "Turn limit: 9." in page
    assert re.search(r"Ann: .*wander", page)
    assert "Each decision may take a day; then the others may claim the match." in page
    assert "Nobody else may watch." in page
    assert "Finger flicks are agreed" in page
    assert "Sit down</button>" in page


def test_without_a_name_it_is_a_friend_who_invites(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    assert "<h1>A friend invites you to Penny Black.</h1>" in serving.client().get(links(client, match)[0]).text


def test_who_waits_can_say_a_name_which_is_remembered(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    assert client.post(f"/match/{match}/name", {"name": "Ann\u202e"}).status == 303
    again = client.new_match("penny-red", {"seating": "friend"})

    for each in (match, again):
        assert "Ann invites you" in serving.client().get(links(client, each)[0]).text
    assert serving.client().post(f"/match/{match}/name", {"name": "Eve"}).status == 403
    assert client.post(f"/match/{match}/name", {"name": "x" * 41}).status == 422


def test_a_name_is_settled_once_everybody_sits(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend", "name.one": "Ann"})
    serving.client().post(links(client, match)[0])
    client.post(f"/match/{match}/name", {"name": "Zoe"})

    assert client.get(f"/match/{match}/snapshot.json").json()["match"]["names"]["one"] == "Ann"


def test_exact_is_offered_where_who_invites_plays_exactly_and_nowhere_else(serving: Serving, client: Client) -> None:
    skilled = links(client, client.new_match("penny-black", VISIBLE | {"seating": "friend"}))[0]
    exact = links(client, client.new_match("penny-black", {"seating": "friend"}))[0]
    bob = serving.client()

    assert 'value="exact"' not in bob.get(skilled).text
    assert bob.post(skilled, {"hand": "exact"}).status == 422
    assert re.findall(r'<option value="([^"]+)"', bob.get(exact).text) == ["exact"]
    assert bob.post(exact, {"hand": "visible good"}).status == 422
    assert bob.post(exact).status == 303


def test_a_spent_link_says_who_sits_there_and_lets_watch(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    link = links(client, match)[0]
    serving.client().post(link, {"name": "Bob"})
    page = serving.client().get(link).text

    assert "This seat is taken. Bob sits here" in page
    assert f'href="/match/{match}">Watch the match' in page
    assert "Sit down</button>" not in page


def test_sitting_down_twice_is_sitting_down_once(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    link, bob = links(client, match)[0], serving.client()

    assert [bob.post(link).headers["location"] for _ in range(2)] == [f"/match/{match}"] * 2
    assert "You sit at this table already." in bob.get(link).text


def test_who_invites_cannot_take_the_other_side_by_his_own_link(client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    link = links(client, match)[0]

    assert "this link is for somebody else" in client.get(link).text
    assert client.post(link).status == 200
    assert client.get(f"/match/{match}/snapshot.json").json()["open"] == ["two"]


def test_partners_may_share_one_device_and_doubles_get_a_link_a_seat(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-red", {"seating": "friend", "option.doubles": "yes"})
    page = client.get(f"/match/{match}").text
    partner, *others = links(client, match)
    bob = serving.client()

    assert len(others) == 2
    assert page.index("For your partner") < page.index("For the other side, first")
    assert [bob.post(link, {"name": name}).status for link, name in zip(others, ("Bob", "Dan"), strict=True)] == [
        303
    ] * 2
    assert bob.get(f"/match/{match}/snapshot.json").json()["yours"] == ["two", "two-b"]
    assert bob.get(f"/match/{match}/snapshot.json").json()["match"]["names"]["two-b"] == "Dan"
    assert bob.post(partner).status == 200  # not for the other side
    assert client.get(f"/match/{match}/snapshot.json").json()["open"] == ["one-b"]


def test_the_house_may_take_any_other_seat_of_doubles(client: Client) -> None:
    form = {"seating": "friend", "option.doubles": "yes", "seat.one-b": "average", "seat.two-b": "beginner"}
    match = client.new_match("penny-red", form)

    assert client.get(f"/match/{match}/snapshot.json").json()["open"] == ["two"]
    assert len(links(client, match)) == 1


def test_until_somebody_comes_the_board_is_practised_on_and_kept_in_no_list(
    serving: Serving, client: Client, flick: Callable[[Conversation], Json]
) -> None:
    match = client.new_match("penny-black", {"seating": "friend", "option.shape": "square"})
    practice = client.post(f"/match/{match}/practise").headers["location"].removeprefix("/match/")
    snapshot = client.get(f"/match/{practice}/snapshot.json").json()
    with client.sit(practice) as table:
        assert table.answer(flick(table))["type"] == "done"

    assert practice != match
    assert (snapshot["open"], snapshot["yours"], snapshot["match"]["options"]) == (
        [],
        ["one", "two"],
        {"shape": "square"},
    )
    assert practice not in client.get("/matches").text
    assert f'data-table="/match/{match}"' in client.get(f"/match/{practice}").text
    assert client.get(f"/match/{match}/snapshot.json").json()["version"] == 0
    assert serving.client().post(f"/match/{match}/practise").status == 403


def test_nobody_practises_once_everybody_sits(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    serving.client().post(links(client, match)[0])

    assert client.post(f"/match/{match}/practise").headers["location"] == f"/match/{match}"


def test_lists_say_that_somebody_is_awaited(client: Client) -> None:
    client.new_match("penny-black", {"seating": "friend"})
    assert "Waits for somebody to sit down." in client.get("/").text
    assert "Waits for somebody to sit down." in client.get("/matches").text


def test_nobody_has_more_open_tables_than_the_limit(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    serving = start_server(tmp_path, limits=Limits(open_tables=2))
    ann = serving.client()
    tables = [ann.new_match("penny-black", {"seating": "friend"}) for _ in range(2)]

    refused = ann.post("/new/penny-black", {"seating": "friend"})
    assert refused.status == 422
    assert "2 tables of yours wait for somebody to sit down; delete one of them first." in refused.text
    assert serving.client().post("/new/penny-black", {"seating": "friend"}).status == 303
    assert ann.post("/new/penny-black").status == 303
    serving.client().post(links(ann, tables[0])[0])
    assert ann.post("/new/penny-black", {"seating": "friend"}).status == 303


def head(client: Client, path: str) -> int:
    connection = http.client.HTTPConnection(client.origin.removeprefix("http://"))
    connection.request("HEAD", path)
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_preview_robot_changes_nothing_and_sees_a_title_a_line_and_the_board(
    serving: Serving, client: Client
) -> None:
    match = client.new_match("penny-black", {"seating": "friend", "name.one": 'Ann "A" <b>'})
    link = links(client, match)[0]
    for _ in range(3):
        assert head(client, link) == 200
        page = serving.client().get(link)
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page.text))

    assert html.unescape(told["title"]) == 'Ann "A" <b> invites you to Penny Black.'
    assert told["description"].startswith("Billiards with coins")
    assert told["image"].startswith(serving.address + "static/")
    assert client.get(f"/match/{match}/snapshot.json").json()["open"] == ["two"]
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "strict-origin"


def test_a_robot_that_looks_at_the_match_learns_no_token(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    token = links(client, match)[0].removeprefix("/join/")
    robot = serving.client()

    for path in ("", "/snapshot.json", "/replay", "/record.txt", "/boards/0.svg"):
        assert token not in robot.get(f"/match/{match}{path}").text
    with robot.sit(match) as table:
        assert token not in str(table.opening)


def test_a_match_shows_how_it_stands_to_whoever_may_watch(serving: Serving, client: Client) -> None:
    shown = client.new_match(
        "penny-black", {"seating": "screen", "name.one": "Ann", "name.two": "Bob", "starter": "one"}
    )
    hidden = client.new_match("penny-black", {"seating": "screen", "watch": "nobody"})

    page = serving.client().get(f"/match/{shown}").text
    assert 'og:title" content="Penny Black: Ann – Bob"' in page
    assert 'og:description" content="Ann puts' in page
    kept_out = serving.client().get(f"/match/{hidden}")
    assert kept_out.status == 403
    assert "og:" not in kept_out.text


OWN_GAMES = ("penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte")  # one from elsewhere may have none


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN_GAMES)
def test_each_of_our_games_has_a_picture_for_chat_apps(client: Client, game: str) -> None:
    for path in (f"/new/{game}", f"/rules/{game}"):
        found = re.search(r'og:image" content="http://[^/]+(/[^"]+)"', client.get(path).text)
        assert found is not None
        picture = client.get(found[1])
        assert picture.headers["content-type"] == "image/png"
        assert picture.body[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


@pytest.mark.slow
def test_no_token_stands_in_a_log(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pennyflick", "serve", "--port", "0", "--data", str(tmp_path), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        ann, bob = Client(lines[1].split()[3]), Client(lines[1].split()[3])
        link = links(ann, ann.new_match("penny-black", {"seating": "friend"}))[0]
        bob.get(link)
        assert bob.get(link, {"host": "evil.example"}).status == 421
        assert bob.post(link, headers={"origin": "null"}).status == 403
        assert bob.post(link, {"name": "x" * 41}).status == 422
        assert bob.post(link).status == 303
        process.terminate()
        log = process.stdout.read()
    assert "refused /join/…" in log
    assert link.removeprefix("/join/") not in log

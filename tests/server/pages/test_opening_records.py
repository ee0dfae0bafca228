"""Records sent from a page, and what is opened of them: read in a process that each server starts for the first one."""

from __future__ import annotations

import pytest

from pennyflick.server.client import Client
from tests.server.pages.test_pages import Flicker, played_some, snapshot_of

pytestmark = pytest.mark.slow


def test_a_record_can_be_downloaded_and_opened_again(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    played_some(client, two_at_one_screen, flick, 3)
    record = client.get(f"/match/{two_at_one_screen}/record.txt?download")
    assert record.headers["content-disposition"].startswith("attachment")

    opened = client.post("/records", {"text": record.text})

    assert opened.status == 303
    match = opened.headers["location"].removeprefix("/match/").removesuffix("/replay")
    copy, original = snapshot_of(client, match), snapshot_of(client, two_at_one_screen)
    assert copy["match"]["imported"]
    assert copy["yours"] == []
    assert match in client.get("/matches").text
    assert copy["history"] == original["history"]
    assert copy["layout"] == original["layout"]


def test_an_opened_record_stays_as_it_is_and_its_branch_is_played_against_the_house_again(client: Client) -> None:
    match = client.new_match("penny-black", {"side": "two", "starter": "one", "seed": "3"})
    with client.sit(match) as table:
        table.wait_for(1)
    record = client.get(f"/match/{match}/record.txt").text
    length = record.count("{")
    opened = client.post("/records", {"text": record}).headers["location"].removesuffix("/replay")

    with client.sit(opened.removeprefix("/match/")) as table:
        assert table.ask("resign", seat="two")["code"] == "no-seat"
    branch = client.post(f"{opened}/branch", {"after": "0"}).headers["location"].removeprefix("/match/")
    with client.sit(branch) as table:
        table.wait_for(1)
        assert table.ask("sync", version=None)["snapshot"]["yours"] == ["two"]
    assert snapshot_of(client, opened.removeprefix("/match/"))["version"] == length


def test_a_person_with_the_hand_of_an_expert_comes_back_as_a_person(client: Client) -> None:
    match = client.new_match("penny-black", {"side": "two", "opponent": "expert", "starter": "two", "seed": "3"})
    text = client.get(f"/match/{match}/record.txt").text
    assert '[PlayerOne "house:expert"]\n[PlayerTwo "person"]\n[HandOne "expert"]' in text
    person = text.replace('"house:expert"', '"person"')
    for told, player in ((text, "expert"), (person, "person")):
        opened = client.post("/records", {"text": told}).headers["location"].removesuffix("/replay")
        assert snapshot_of(client, opened.removeprefix("/match/"))["match"]["players"]["one"] == player


def test_a_record_that_begins_in_the_middle_of_play_begins_there_on_the_page_too(client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "screen"})
    text = client.get(f"/match/{match}/record.txt").text.replace("[Result", '[Setup "turn=two turns=1"]\n[Result')
    opened = client.post("/records", {"text": text}).headers["location"].removesuffix("/replay")
    assert snapshot_of(client, opened.removeprefix("/match/"))["now"]["act"]["seats"] == ["two"]
    assert '[Setup "turn=two turns=1"]' in client.get(f"{opened}/record.txt").text


def test_a_record_without_its_first_actions_is_refused_with_a_sentence(client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "screen"})
    text = client.get(f"/match/{match}/record.txt").text
    told = text.replace("[Result", '[Setup "turn=two turns=1"]\n[Earlier "3"]\n[Result')
    reply = client.post("/records", {"text": told})
    assert reply.status == 422
    assert "leaves out its first 3 actions" in reply.text


def test_a_record_can_be_sent_as_a_file(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    played_some(client, two_at_one_screen, flick, 1)
    record = client.get(f"/match/{two_at_one_screen}/record.txt").text
    body = (
        '--cut\r\nContent-Disposition: form-data; name="text"\r\n\r\n\r\n'
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n'
        f"Content-Type: text/plain\r\n\r\n{record}\r\n--cut--\r\n"
    )
    headers = {"origin": client.origin, "content-type": "multipart/form-data; boundary=cut"}

    assert client._request("POST", "/records", body.encode(), headers).status == 303


@pytest.mark.parametrize(
    "text",
    ["", "hello", '[Game "penny-pink"]', '[Game "penny-black"]\n1. one nonsense', "\x00", "[" * 5_000],
)
def test_what_is_no_record_is_refused_with_a_sentence(client: Client, text: str) -> None:
    reply = client.post("/records", {"text": text})

    assert reply.status == 422
    assert "record" in reply.text


def test_a_tampered_record_is_refused_at_the_action_that_differs(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    played_some(client, two_at_one_screen, flick, 2)
    record = client.get(f"/match/{two_at_one_screen}/record.txt").text
    lines = record.rstrip().split("\n")
    lines[-1] = lines[-1][:-8] + "00000000"

    reply = client.post("/records", {"text": "\n".join(lines)})

    assert reply.status == 422
    assert "differently at action 2" in reply.text

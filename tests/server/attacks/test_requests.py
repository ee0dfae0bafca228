"""Requests that are cheap to send and dear to answer."""

from __future__ import annotations

import threading

import pytest

from pennyflick.server.client import Reply
from tests.server.attacks.conftest import Peer, Victim, attacked

pytestmark = pytest.mark.slow


def flood(peers: list[Peer], path: str, each: int) -> list[Reply]:
    """So many requests of each, all at once."""
    replies: list[Reply] = []
    crowd = [
        threading.Thread(target=lambda peer=peer: replies.extend(peer.get(path) for _ in range(each))) for peer in peers
    ]
    for somebody in crowd:
        somebody.start()
    for somebody in crowd:
        somebody.join(300)
    return replies


@pytest.mark.parametrize("path", ["/", "/match/{match}/snapshot.json", "/match/{match}/record.txt"])
def test_who_asks_too_often_is_told_when_to_come_again(victim: Victim, path: str) -> None:
    attacker = victim.peer()
    match, _ = attacker.new_match()
    with attacked(victim):
        replies = flood([attacker] * 4, path.replace("{match}", match), 250)

    refused = [reply for reply in replies if reply.status == 429]
    assert {reply.status for reply in replies} == {200, 429}
    assert len(refused) > 100
    assert refused[0].text == "too many requests; wait a few seconds\n"
    assert int(refused[0].headers["retry-after"]) >= 1


def test_a_page_with_all_its_files_is_far_below_the_limit(victim: Victim) -> None:
    somebody = victim.peer()
    for _ in range(20):
        assert somebody.get("/").status == 200
        assert {somebody.get("/static/table/table.css").status for _ in range(40)} == {200}


@pytest.mark.parametrize(
    "path",
    ["/match/{match}/events/{digits}.json", "/match/{match}/boards/{digits}.svg", "/match/{match}/events/-1.json"],
)
def test_an_event_with_a_number_of_five_hundred_digits_is_not_there(victim: Victim, path: str) -> None:
    somebody = victim.peer()
    match, _ = somebody.new_match()

    for digits in ("7" * 10, "7" * 1_900):
        reply = somebody.get(path.replace("{match}", match).replace("{digits}", digits))
        assert reply.status == 404
        assert "Internal" not in reply.text


def test_five_thousand_digits_are_more_than_an_address_has(victim: Victim) -> None:
    assert victim.peer().get(f"/match/x/events/{'7' * 5_000}.json").status == 414

"""The protocol over real sockets (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from pennyflick.table.sentence_json import sentence_of

Flicker = Callable[[Conversation], Json]


def test_the_first_message_is_a_snapshot_for_whoever_has_seen_nothing(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        opening = table.opening

    assert opening["type"] == "sync"
    assert opening["version"] == 0
    snapshot = opening["snapshot"]
    assert snapshot["yours"] == ["one", "two"]
    assert snapshot["now"]["act"] == {"seats": ["one"], "house": False}
    assert set(snapshot["layout"]) == {disc["id"] for disc in snapshot["match"]["discs"]}


def test_a_command_gets_its_reply_first_and_then_the_event(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table:
        before = table.hash
        answer = flick(table)
        reply = table.answer(answer)
        assert (reply["type"], reply["version"]) == ("done", 1)
        assert table.version == 0, "the event must come after the reply"
        told = table.receive()

    assert told["type"] == "event"
    event = told["event"]
    assert (event["version"], event["before"], event["hash"]) == (1, before, reply["hash"])
    assert event["answer"]["disc"] == answer["disc"]
    assert event["shot"]["paths"][answer["disc"]]
    assert event["reasons"]
    assert told["now"]["act"]["seats"]


def test_every_connection_of_the_match_hears_the_same_event(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table, client.sit(two_at_one_screen) as other:
        table.answer(flick(table))

        assert table.receive() == other.receive()


def test_the_same_id_again_gets_the_same_reply_and_changes_nothing(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table, client.sit(two_at_one_screen) as other:
        answer = flick(table)
        first = table.answer(answer, id="the-same-command")
        table.wait_for(1)
        again = table.answer(answer, id="the-same-command", version=0)
        elsewhere = other.answer(answer, id="the-same-command", version=0)

        assert first == again == elsewhere
        assert table.ask("sync")["version"] == 1


def test_a_refused_command_sent_again_is_refused_in_the_same_words_even_after_the_match_moved_on(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table:
        first = table.answer({"kind": "choose", "key": "nothing"}, id="a-silly-choice", seat="one")
        table.answer(flick(table))
        table.wait_for(1)
        again = table.answer({"kind": "choose", "key": "nothing"}, id="a-silly-choice", seat="one", version=0)

    assert first["code"] == "illegal"
    assert again == first


def test_a_command_aimed_at_an_older_version_is_stale_and_carries_what_was_missed(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table:
        answer = flick(table)
        table.answer(answer)
        table.wait_for(1)
        stale = table.answer(answer, version=0, seat="one")

        assert (stale["type"], stale["code"], stale["version"]) == ("refused", "stale", 1)
        assert [event["version"] for event in stale["sync"]["events"]] == [1]
        assert table.ask("sync")["version"] == 1


def test_a_command_aimed_at_the_future_is_refused_with_a_snapshot(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        ahead = table.ask("abandon", version=9)

    assert ahead["code"] == "ahead"
    assert ahead["sync"]["snapshot"]["version"] == 0


def test_who_comes_back_gets_the_events_he_missed(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    with client.sit(two_at_one_screen) as table:
        for version in (1, 2, 3):
            table.answer(flick(table))
            table.wait_for(version)
        played = table.events
    with client.sit(two_at_one_screen, version=1) as back:
        assert back.opening["events"] == played[1:]
    with client.sit(two_at_one_screen, version=3) as back:
        assert back.opening["events"] == []
    with client.sit(two_at_one_screen, version=99) as back:
        assert back.opening["snapshot"]["version"] == 3
        assert back.opening["snapshot"]["last"] == played[-1]


def test_hashes_of_events_form_a_chain(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    with client.sit(two_at_one_screen) as table:
        known = table.hash
        for version in range(1, 6):
            table.answer(flick(table))
            table.wait_for(version)
    for event in table.events:
        assert event["before"] == known
        known = event["hash"]


def test_a_watcher_sees_everything_and_can_change_nothing(
    client: Client, serving: Any, two_at_one_screen: str, flick: Flicker
) -> None:
    stranger: Client = serving.client()
    with client.sit(two_at_one_screen) as table, stranger.sit(two_at_one_screen) as watching:
        assert watching.opening["snapshot"]["yours"] == []
        answer = flick(table)
        place = {"ask": 0, "disc": "shooter", "point": [0, 0]}
        for reply in (
            watching.ask("abandon"),
            watching.ask("resign", seat="one"),
            watching.ask("nearest", **place),
            watching.answer(answer),
        ):
            assert (reply["type"], reply["code"]) == ("refused", "no-seat")
        table.answer(answer)
        watching.wait_for(1)
        assert watching.version == 1


def test_the_other_seat_is_told_that_it_is_not_its_turn(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    with client.sit(two_at_one_screen) as table:
        reply = table.answer(flick(table), seat="two")

    assert reply["code"] == "not-your-turn"
    assert str(sentence_of(reply["sentence"])) == "It is for One to act now."


def test_an_illegal_start_comes_back_with_its_clause_and_the_nearest_legal_point(
    client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table:
        answer = flick(table) | {"start": [0.0, 0.0]}
        reply = table.answer(answer)
        assert reply["code"] == "illegal"
        assert reply["clause"].startswith("BLK-")
        assert table.ask("check", seat="one", answer=answer)["code"] == "illegal"
        better = answer | {"start": reply["nearest"]}
        assert table.ask("check", seat="one", answer=better)["type"] == "done"
        assert table.version == 0
        assert table.answer(better)["type"] == "done"


def test_nearest_answers_for_regions_and_refuses_what_is_not_asked(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        far = table.ask("nearest", ask=0, disc="shooter", point=[3.0, 4.0])
        near = table.ask("nearest", ask=0, disc="shooter", point=far["point"])
        wrong = [
            table.ask("nearest", ask=0, disc="nobody", point=[0, 0]),
            table.ask("nearest", ask=7, disc="shooter", point=[0, 0]),
        ]

    assert (far["legal"], near["legal"]) == (False, True)
    assert far["clause"].startswith("BLK-")
    assert all(reply["code"] == "no-ask" for reply in wrong)


def test_nearest_keeps_clear_of_the_others_of_a_placement(client: Client) -> None:
    match = client.new_match("penny-green", {"seating": "screen", "seed": "7", "starter": "one"})
    with client.sit(match) as table:
        assert table.decision is not None
        laid = table.decision["asks"][0]["suggested"]
        alone = table.ask("nearest", ask=0, disc="A3", point=laid["A2"])
        beside = table.ask("nearest", ask=0, disc="A3", point=laid["A2"], others=laid)
        placed = table.answer({"kind": "place", "points": laid | {"A3": beside["point"]}})

    assert alone["legal"]
    assert (beside["legal"], beside["clause"]) == (False, "GRN-20")
    assert {"is": "disc", "disc": "A2"} in beside["sentence"]
    assert placed["type"] == "done"


def test_resigning_ends_the_match_and_everything_after_is_over(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        assert table.ask("resign", seat="two")["type"] == "done"
        table.wait_for(1)
        assert table.result is not None
        assert table.result["winner"] == "one"
        assert table.events[-1]["answer"] == {"kind": "resign"}
        assert table.ask("resign", seat="one")["code"] == "over"
        assert table.ask("abandon")["code"] == "over"


def test_abandoning_ends_the_match_without_a_winner(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        table.ask("abandon")
        table.wait_for(1)

    event = table.events[-1]
    assert (event["kind"], event["seat"], event["shot"], table.decision) == ("abandoned", None, None, None)
    assert event["result"]["winner"] is None
    assert client.get(f"/match/{two_at_one_screen}/snapshot.json").json()["history"][-1]["kind"] == "abandoned"


def test_a_declared_foul_is_an_answer_of_the_seat_that_committed_it(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        reply = table.answer({"kind": "declare", "what": "unclean", "discs": ["shooter"]})
        assert reply["type"] == "done"
        table.wait_for(1)

    assert "BLK-16" in [reason["clause"] for reason in table.events[-1]["reasons"]]


def test_an_unknown_match_closes_the_socket_with_4404(client: Client) -> None:
    with pytest.raises(ConnectionClosed) as closed, client.sit("nosuchmatch0"):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_deleting_a_match_closes_its_sockets_with_4410(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        assert client.post(f"/match/{two_at_one_screen}/delete").status == 303
        with pytest.raises(ConnectionClosed) as closed:
            table.receive(timeout_s=5.0)  # our goodbye is answered and the line ended, not left to a clock
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4410
    assert client.get(f"/match/{two_at_one_screen}").status == 404


def test_a_reply_is_stored_before_it_is_sent(
    client: Client, serving: Any, two_at_one_screen: str, flick: Flicker
) -> None:
    with client.sit(two_at_one_screen) as table:
        reply = table.answer(flick(table), id="stored-before")
        store = serving.app.state.service.store
        assert asyncio.run(store.reply(two_at_one_screen, "stored-before")) is not None
        kept = asyncio.run(store.versions(two_at_one_screen))
        assert [each.version for each in kept] == [reply["version"]]

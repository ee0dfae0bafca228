"""Two workers on one database: whoever is asked, all see one match. Nothing is lost, and nothing happens twice."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from pennyflick.server.client import Client, Conversation
from pennyflick.server.settings import Limits
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, next_snapshot, seated_friends
from tests.server.workers.conftest import Pair

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster

pytestmark = pytest.mark.slow

Flicker = Callable[[Conversation], Json]
ROUNDS = 8  # how often two are sent off at one instant
QUICK_S = 0.8  # a hint is heard well before the next look, even on a busy machine


@pytest.fixture
def ann(two: Pair) -> tuple[Client, Client]:
    return two.person()


@pytest.fixture
def bob(two: Pair) -> tuple[Client, Client]:
    return two.person()


@pytest.fixture
def match(ann: tuple[Client, Client], bob: tuple[Client, Client]) -> str:
    """Ann and Bob sit; she comes to the first worker, he to the second."""
    return seated_friends(ann[0], bob[1])


def _at_once(*acts: Callable[[], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(acts)) as pool:
        return [each.result() for each in [pool.submit(act) for act in acts]]


def _next(table: Conversation, type_: str) -> Json:
    while (message := table.receive())["type"] != type_:
        pass
    return message


def _snapshot(client: Client, match: str) -> Json:
    return client.get(f"/match/{match}/snapshot.json").json()


def test_a_browser_is_the_same_at_both(ann: tuple[Client, Client], match: str) -> None:
    assert [_snapshot(each, match)["yours"] for each in ann] == [["one"], ["one"]]


def test_what_happens_at_one_is_told_at_the_other_at_once(
    two: Pair, ann: tuple[Client, Client], bob: tuple[Client, Client], match: str, flick: Flicker
) -> None:
    eve, _ = two.person()
    with ann[0].sit(match) as anns, bob[1].sit(match) as bobs, eve.sit(match) as eves:
        for _ in range(4):
            anns.wait_for(bobs.version)
            mover, other = (anns, bobs) if "one" in anns.decision["seats"] else (bobs, anns)  # type: ignore[index]
            done = mover.answer(flick(mover))
            assert done["type"] == "done", done
            began = time.monotonic()
            other.wait_for(done["version"])
            assert time.monotonic() - began < QUICK_S
            eves.wait_for(done["version"])
            mover.wait_for(done["version"])
            assert mover.hash == other.hash == eves.hash == done["hash"]
        assert [event["version"] for event in bobs.events] == list(range(1, bobs.version + 1))


def test_a_client_that_knows_more_than_its_worker_is_understood(
    ann: tuple[Client, Client], match: str, flick: Flicker
) -> None:
    with ann[0].sit(match) as here, ann[1].sit(match) as there:
        done = here.answer(flick(here))
        asked = there.ask("sync", version=done["version"])
        assert (asked["version"], asked["events"]) == (done["version"], [])


def test_the_same_command_at_both_is_done_once_and_answered_alike(
    ann: tuple[Client, Client], match: str, flick: Flicker
) -> None:
    with ann[0].sit(match) as here, ann[1].sit(match) as there:
        answer, id_ = flick(here), str(uuid.uuid4())
        replies = _at_once(*(partial(table.answer, answer, id=id_) for table in (here, there)))
        assert replies[0] == replies[1]
        assert _snapshot(ann[0], match)["version"] == 1


def test_of_two_commands_at_one_version_one_is_done_and_the_other_stale(two: Pair, flick: Flicker) -> None:
    for _ in range(ROUNDS):
        ann = two.person()
        match = ann[0].new_match("penny-black", {"seating": "screen", "starter": "one"})
        with ann[0].sit(match) as here, ann[1].sit(match) as there:
            first = flick(here)
            second = {**first, "direction_cdeg": 5_000}
            replies = _at_once(partial(here.answer, first), partial(there.answer, second))
            assert sorted(each.get("code", "done") for each in replies) == ["done", "stale"]
            for table in (here, there):
                table.wait_for(1)
            assert here.hash == there.hash


def test_two_who_wish_the_end_at_one_instant_end_it(two: Pair) -> None:
    for _ in range(ROUNDS):
        ann, bob = two.person(), two.person()
        match = seated_friends(ann[0], bob[1])
        with ann[0].sit(match) as anns, bob[1].sit(match) as bobs:
            replies = _at_once(partial(anns.ask, "abandon"), partial(bobs.ask, "abandon"))
            assert [each["type"] for each in replies] == ["done", "done"]
            for table in (anns, bobs):
                table.wait_for(1)
            assert anns.events[-1]["kind"] == bobs.events[-1]["kind"] == "agreed"


def test_a_wish_at_one_is_told_at_the_other_and_can_be_taken_back(
    ann: tuple[Client, Client], bob: tuple[Client, Client], match: str
) -> None:
    with ann[0].sit(match) as anns, bob[1].sit(match) as bobs:
        anns.ask("abandon")
        assert _next(bobs, "wishes")["wishes"] == {"end": ["one"]}
        anns.ask("withdraw", wish="end")
        assert _next(bobs, "wishes")["wishes"] == {}
        bobs.ask("abandon")
        assert _next(anns, "wishes")  # his own
        assert _snapshot(ann[0], match)["version"] == 0, "her wish was taken back"


def test_two_who_wish_a_rematch_at_one_instant_have_one(two: Pair) -> None:
    for _ in range(ROUNDS):
        ann, bob = two.person(), two.person()
        match = seated_friends(ann[0], bob[1])
        with ann[0].sit(match) as anns, bob[1].sit(match) as bobs:
            anns.ask("resign", seat="one")
            for table in (anns, bobs):
                table.wait_for(1)
            replies = _at_once(partial(anns.ask, "rematch"), partial(bobs.ask, "rematch"))
            assert [each["type"] for each in replies] == ["done", "done"]
            (again,) = {_next(table, "next")["match"] for table in (anns, bobs)}
        assert (_snapshot(ann[1], again)["yours"], _snapshot(bob[0], again)["yours"]) == (["one"], ["two"])


def _links(client: Client, match: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"/join/[A-Za-z0-9_-]{22}", client.get(f"/match/{match}").text)))


def test_of_two_who_sit_down_at_one_seat_one_sits(two: Pair) -> None:
    for _ in range(ROUNDS):
        ann, bob, eve = two.person(), two.person(), two.person()
        match = ann[0].new_match("penny-black", {"seating": "friend", "name.one": "Ann"})
        (link,) = _links(ann[0], match)
        with ann[0].sit(match) as anns:
            _at_once(
                partial(bob[0].post, link, {"name": "Bob"}),
                partial(eve[1].post, link, {"name": "Eve"}),
            )
            assert next_snapshot(anns)["open"] == []
        sitting = [_snapshot(each[0], match)["yours"] for each in (bob, eve)]
        assert sorted(sitting) == [[], ["two"]]
        names = _snapshot(ann[1], match)["match"]["names"]
        assert names == {"one": "Ann", "two": "Bob" if sitting[0] else "Eve"}


def test_two_who_sit_down_at_different_seats_keep_their_names(two: Pair) -> None:
    for _ in range(ROUNDS):
        ann, bob, eve = two.person(), two.person(), two.person()
        form = {"seating": "friend", "name.one": "Ann", "option.players": "doubles"}
        match = ann[0].new_match("pichenotte", form)
        links = _links(ann[0], match)
        assert len(links) >= 2
        _at_once(
            partial(bob[0].post, links[0], {"name": "Bob"}),
            partial(eve[1].post, links[1], {"name": "Eve"}),
        )
        names = set(_snapshot(ann[1], match)["match"]["names"].values())
        assert {"Ann", "Bob", "Eve"} <= names


def test_seats_handed_over_at_one_are_known_at_the_other(two: Pair, ann: tuple[Client, Client], match: str) -> None:
    device = two.person()
    with ann[0].sit(match) as anns:
        offered = ann[0].post(f"/match/{match}/handover").text
        link = re.search(r"/go/[A-Za-z0-9_-]{22}", offered)
        assert link is not None
        assert device[1].post(link[0]).status == 303
        assert next_snapshot(anns)["yours"] == []
        refused = anns.ask("resign", seat="one")
        assert (refused["type"], refused["code"]) == ("refused", "no-seat")
    assert _snapshot(device[0], match)["yours"] == ["one"]


def test_presence_is_told_across_workers(
    two: Pair, ann: tuple[Client, Client], bob: tuple[Client, Client], match: str
) -> None:
    with ann[0].sit(match) as anns:
        assert anns.overhear("presence")["seats"]["two"]["state"] == "away"
        with bob[1].sit(match) as bobs:
            _until(anns, "two", "here")
            _until(bobs, "one", "here")
            bobs.send({"type": "attend", "visible": False})
            _until(anns, "two", "away")
            bobs.send({"type": "attend"})
            _until(anns, "two", "here")
            with two.person()[1].sit(match):
                assert anns.overhear("presence", watchers=1)
        _until(anns, "two", "reconnecting")


def _until(table: Conversation, seat: str, state: str) -> None:
    while table.overhear("presence")["seats"].get(seat, {}).get("state") != state:
        pass


def test_aims_and_phrases_are_told_across_workers(
    ann: tuple[Client, Client], bob: tuple[Client, Client], match: str
) -> None:
    with ann[0].sit(match) as anns, bob[1].sit(match) as bobs:
        _until(anns, "two", "here")
        assert anns.decision is not None
        disc = next(iter(next(ask for ask in anns.decision["asks"] if ask["kind"] == "flick")["discs"]))
        aim = {"disc": disc, "direction_cdeg": 100, "speed_mm_s": 500, "start": None}
        anns.send({"type": "aim", "version": 0, "seat": "one", "aim": aim})
        assert bobs.overhear("aimed", seat="one")["aim"]["disc"] == disc
        bobs.send({"type": "say", "seat": "two", "phrase": "lovely-shot"})
        assert anns.overhear("said", seat="two")


def test_who_waits_at_one_table_is_found_at_the_other_worker(two: Pair) -> None:
    ann, bob = two.person(), two.person()
    match = ann[0].new_match("penny-black", {"seating": "anybody", "starter": "one"})
    with ann[0].sit(match) as anns:
        assert f"/match/{match}/take" in bob[1].get("/").text
        assert bob[1].post(f"/match/{match}/take").status == 303
        assert next_snapshot(anns)["open"] == []


def test_a_match_deleted_at_one_is_closed_at_the_other(two: Pair) -> None:
    ann = two.person()
    match = ann[0].new_match("penny-black", {"seating": "screen"})
    with ann[1].sit(match) as table:
        assert ann[0].post(f"/match/{match}/delete").status == 303
        with pytest.raises(ConnectionClosed):
            table.receive(timeout_s=5.0)
        assert table.socket.close_code == 4410
    assert ann[1].get(f"/match/{match}").status == 404
    assert ann[1].post(f"/match/{match}/restore").status == 303
    assert ann[0].get(f"/match/{match}").status == 200


def test_who_is_forgotten_at_one_has_no_name_at_the_other(
    ann: tuple[Client, Client], bob: tuple[Client, Client], match: str
) -> None:
    with ann[0].sit(match) as anns:
        assert bob[1].post("/me/forget").status == 303
        assert next_snapshot(anns)["match"]["names"]["two"] != "Bob"


def test_a_plea_made_at_one_is_answered_at_the_other(
    two: Pair, ann: tuple[Client, Client], bob: tuple[Client, Client]
) -> None:
    match = ann[0].new_match("penny-black", {"seating": "friend", "name.one": "Ann"})
    (link,) = _links(ann[0], match)
    bob[1].post(link, {"name": "Bob"})
    lost = two.person()
    with ann[0].sit(match) as anns:
        assert lost[1].post(f"{link}/plea", {"seat": "two"}).status == 303
        (plea,) = next_snapshot(anns)["pleas"]
        assert ann[1].post(f"/match/{match}/pleas", {"plea": plea["id"], "answer": "yes"}).status == 303
        assert next_snapshot(anns)["pleas"] == []
    assert _snapshot(lost[0], match)["yours"] == ["two"]
    assert _snapshot(bob[0], match)["yours"] == []


def test_a_visible_hand_wanders_alike_at_both(two: Pair) -> None:
    ann = two.person()
    match = ann[0].new_match(
        "penny-black", {"seating": "screen", "starter": "one", "hand.one": "visible good", "hand.two": "good"}
    )
    time.sleep(0.5)
    with ann[0].sit(match) as here, ann[1].sit(match) as there:
        first, second = _next(here, "wander"), _next(there, "wander")
        assert first["number"] == second["number"]
        assert abs(first["elapsed_ms"] - second["elapsed_ms"]) < 250
        assert second["elapsed_ms"] >= 400


def test_lost_hints_cost_a_second(
    two: Pair,
    ann: tuple[Client, Client],
    bob: tuple[Client, Client],
    match: str,
    flick: Flicker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lost(channel: str, payload: str) -> None: ...

    for worker in two.workers:
        monkeypatch.setattr(worker.app.state.service.store.hints, "notify", lost)
    with ann[0].sit(match) as anns, bob[1].sit(match) as bobs:
        done = anns.answer(flick(anns))
        began = time.monotonic()
        bobs.wait_for(done["version"])
        assert time.monotonic() - began < 2.0


def test_a_claim_and_an_answer_at_one_instant_are_not_both_done(two: Pair, flick: Flicker) -> None:
    for _ in range(ROUNDS):
        ann, bob = two.person(), two.person()
        match = seated_friends(ann[0], bob[1], time="30s")
        two.database_does(f"UPDATE match SET deadline = 1, touched = touched + 1 WHERE id = '{match}'")
        with ann[0].sit(match) as anns, bob[1].sit(match) as bobs:
            claim = partial(bobs.ask, "claim", seat="two")
            replies = _at_once(partial(anns.answer, flick(anns)), claim)
            assert sorted(each.get("code", "done") for each in replies) in (["done", "stale"], ["done", "over"])
            for table in (anns, bobs):
                table.wait_for(1)
            assert anns.hash == bobs.hash
            assert _snapshot(ann[1], match)["version"] == 1


def test_a_deadline_moved_on_at_one_worker_is_told_at_the_other(two: Pair) -> None:
    ann, bob = two.person(), two.person()
    match = seated_friends(ann[0], bob[1])
    two.database_does(f"UPDATE match SET deadline = 1, touched = touched + 1 WHERE id = '{match}'")
    with bob[1].sit(match) as bobs:
        assert _next(bobs, "clock")["left_ms"] < 0
        with ann[0].sit(match):
            assert _next(bobs, "clock")["left_ms"] > 86_400_000
            refused = bobs.ask("claim", seat="two")
            assert refused["code"] == "no-claim"


def test_watchers_are_counted_at_all_workers_together(postgresql: Cluster, tmp_path: Path) -> None:
    pair = Pair(postgresql.fresh(), tmp_path, limits=Limits(watchers_per_match=1))
    try:
        ann = pair.person()
        match = ann[0].new_match("penny-black", {"seating": "screen"})
        with ann[0].sit(match) as anns, pair.person()[0].sit(match):
            while not _looked_on_elsewhere(pair.workers[1], match):
                anns.socket.ping()
                time.sleep(0.02)
            with pytest.raises(ConnectionClosed) as closed, pair.person()[1].sit(match):
                pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4414
    finally:
        pair.stop()


def _looked_on_elsewhere(worker: Serving, match: str) -> bool:
    return len(worker.app.state.service.matches.companies.of(match).pages) == 2

"""Two who write at the same moment, as two workers of one database do: one wins, the other changes nothing."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from pennyflick.server.store.people import Handover, Plea, SpentError
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import (
    Advance,
    Invitation,
    KeptReply,
    KeptVersion,
    NewMatch,
    SeatTakenError,
    Sitting,
    Standing,
    StoreError,
    Under,
    VersionTakenError,
)
from pennyflick.table import phrase
from tests.server.store.running import run
from tests.server.store.samples import HEADER, NOW

NEW = NewMatch(HEADER, Standing(0, False, phrase("on")), {"one": "ann"}, invitations=[Invitation("t", "abc", "two")])
ROUNDS = 20


def _step(version: int, command: str) -> Advance:
    kept = KeptVersion(version, "action", "one", f'"{command}"', None, "0" * 8, "", Under(1, 1), b"")
    reply = KeptReply(command, "{}")
    return Advance("abc", kept, Standing(version, False, phrase("on")), NOW, reply, house=True)


def _at_once(*work: Awaitable[Any]) -> list[Any]:
    async def all_of_it() -> list[Any]:
        return list(await asyncio.gather(*work, return_exceptions=True))

    found: list[Any] = run(all_of_it())
    return found


def _errors(outcomes: list[Any]) -> list[type[Exception]]:
    assert all(not isinstance(each, Exception) or isinstance(each, StoreError) for each in outcomes), outcomes
    return [type(each) for each in outcomes if isinstance(each, Exception)]


def test_of_two_who_write_one_version_one_wins(stores: list[SqlStore]) -> None:
    run(stores[0].create(NEW))
    for version in range(1, ROUNDS + 1):
        outcomes = _at_once(*(store.advance(_step(version, f"{version} by {i}")) for i, store in enumerate(stores)))
        assert _errors(outcomes) == [VersionTakenError]
        (winner,) = [i for i, each in enumerate(outcomes) if each == version]
        assert run(stores[0].reply("abc", f"{version} by {winner}")) == "{}"
        assert run(stores[0].reply("abc", f"{version} by {1 - winner}")) is None

    assert [kept.version for kept in run(stores[1].versions("abc"))] == list(range(1, ROUNDS + 1))
    assert run(stores[1].touched(["abc"])) == {"abc": ROUNDS}


def test_an_open_seat_is_taken_by_one(stores: list[SqlStore]) -> None:
    for number in range(ROUNDS):
        header = dataclasses.replace(HEADER, id=f"m{number}")
        run(stores[0].create(NewMatch(header, NEW.standing, {}, invitations=[Invitation(header.id, header.id, "two")])))
        outcomes = _at_once(*(store.sit(Sitting(header, "two", f"by {i}")) for i, store in enumerate(stores)))
        assert _errors(outcomes) == [SeatTakenError]


def test_two_who_sit_down_at_one_table_do_not_write_over_each_other(stores: list[SqlStore]) -> None:
    seats = ("one", "two")
    for number in range(ROUNDS):
        header = dataclasses.replace(HEADER, id=f"m{number}")
        open_ = [Invitation(f"{header.id} {seat}", header.id, seat) for seat in seats]
        run(stores[0].create(NewMatch(header, NEW.standing, {}, invitations=open_)))
        outcomes = _at_once(
            *(store.sit(Sitting(header, seat, seat, seen=0)) for store, seat in zip(stores, seats, strict=True))
        )
        assert _errors(outcomes) == [VersionTakenError], "the second reads again before he writes the names"


@pytest.mark.parametrize("spend", ["hand_over", "grant"])
def test_what_can_be_used_once_is_used_once(stores: list[SqlStore], spend: str) -> None:
    run(stores[0].create(NEW))
    for number in range(ROUNDS):
        (holder,) = run(stores[0].holders("abc")).values()
        handover = Handover(f"h{number}", holder, "abc", NOW)
        plea = Plea(f"p{number}", "abc", "one", f"by {number}", NOW)
        run(stores[0].keep_handover(handover))
        run(stores[0].keep_plea(plea))
        ways: dict[str, Callable[[SqlStore, int], Awaitable[Any]]] = {
            "hand_over": lambda store, i, each=handover, n=number: store.hand_over(each, f"{n} to {i}"),  # type: ignore[misc]
            "grant": lambda store, _, each=plea: store.grant(each),  # type: ignore[misc]
        }
        assert _errors(_at_once(*(ways[spend](store, i) for i, store in enumerate(stores)))) == [SpentError]


def test_a_match_gets_one_rematch(stores: list[SqlStore]) -> None:
    run(stores[0].create(NEW))
    last = "abc"
    for number in range(ROUNDS):
        new = [
            NewMatch(dataclasses.replace(HEADER, id=f"{number} by {i}"), NEW.standing, {"one": "ann"}, follows=last)
            for i in range(2)
        ]
        outcomes = _at_once(*(store.create(each) for store, each in zip(stores, new, strict=True)))
        assert _errors(outcomes) == [VersionTakenError]
        last = run(stores[0].next_of(last))
        assert last is not None


def test_a_turn_of_the_house_is_taken_by_one_thinker(stores: list[SqlStore]) -> None:
    for number in range(ROUNDS):
        run(stores[0].create(NewMatch(dataclasses.replace(HEADER, id=f"m{number:02}"), NEW.standing, {}, house=True)))

    async def thinks(store: SqlStore, name: str) -> list[str]:
        taken = []
        while (turn := await store.take_turn(name, NOW, 1_000)) is not None:
            taken.append(turn.match)
        return taken

    first, second = _at_once(thinks(stores[0], "a"), thinks(stores[1], "b"))
    assert sorted(first + second) == [f"m{number:02}" for number in range(ROUNDS)]
    later = NOW + timedelta(seconds=2)
    assert run(stores[1].take_turn("c", later, 1_000)).match == "m00", "a killed thinker's turn is another's"


def test_refusals_at_the_same_moment_are_all_kept(stores: list[SqlStore]) -> None:
    run(stores[0].create(NEW))
    kept = _at_once(
        *(stores[i % 2].keep_refusal("abc", KeptReply(f"command {i}", f"reply {i}")) for i in range(2 * ROUNDS))
    )
    assert _errors(kept) == []
    assert [run(stores[0].reply("abc", f"command {i}")) for i in range(2 * ROUNDS)] == [
        f"reply {i}" for i in range(2 * ROUNDS)
    ]


def test_who_resumes_at_the_same_moment_gives_the_time_back_once(stores: list[SqlStore]) -> None:
    run(stores[0].create(dataclasses.replace(NEW, deadline=NOW)))
    run(stores[0].beat(NOW))
    later = NOW + timedelta(minutes=3)

    assert _errors(_at_once(*(store.resume(later) for store in stores))) == []
    assert run(stores[0].deadline("abc")) == later


def test_everything_of_two_people_moves_at_the_same_moment_without_waiting_for_each_other(
    stores: list[SqlStore],
) -> None:
    for number in range(8):
        header = dataclasses.replace(HEADER, id=f"m{number}")
        run(stores[0].create(NewMatch(header, NEW.standing, {"one": "ann", "two": "bo"})))
    everything = [Handover(who, who, None, NOW) for who in ("ann", "bo")]
    for each in everything:
        run(stores[0].keep_handover(each))

    moved = [store.hand_over(each, f"{each.holder} 2") for store, each in zip(stores, everything, strict=True)]
    assert _errors(_at_once(*moved)) == []
    assert run(stores[0].holders("m7")) == {"one": "ann 2", "two": "bo 2"}
    assert run(stores[0].touched(["m7"])) == {"m7": 2}

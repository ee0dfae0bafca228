"""Every game, every seating with up to three seats of the house, through the real desk to the end of the match.

`make soak-seatings` plays 30 matches of each: people answer anything legal, the house thinks as it does for a page, and
neither its referee nor its desk may ever refuse it, nor may it resign.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pennyflick.match.playing import thought_of
from pennyflick.match.referee import decision
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import options as option_texts
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.server.pages.rendering import Renderer, web_folder
from pennyflick.server.pages.service import Service
from pennyflick.server.play.acting import house_seat
from pennyflick.server.play.deputy import command_of
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.readiness import Readiness, prepare_physics
from pennyflick.server.play.starting import Seating, seated
from pennyflick.server.run.opening import open_service
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import PERSON
from pennyflick.server.wire.answers import wire_answer
from pennyflick.server.wire.commands import Aside, read_message
from pennyflick.table import Resign, Seat, Side

MOST_OF_THE_HOUSE = 3
OPPONENTS = ("1", "2:flicks=40", "3:flicks=60")  # quick ones of each kind: what they may answer is the same
HAND, TURN_LIMIT = "average", "6"
PEOPLE = RandomLegal(aimed=0.9)
_MOMENT_S = 0.002  # between two looks at whether the house has acted


@dataclass(frozen=True)
class Table:
    """A game, its options, and who sits where."""

    game: str
    options: Mapping[str, str]
    players: Mapping[str, str]  # seat -> PERSON or an opponent

    @property
    def house(self) -> tuple[str, ...]:
        """The seats that the house plays."""
        return tuple(seat for seat, player in self.players.items() if player != PERSON)


def tables(name: str) -> Iterator[Table]:
    """Every seating of a game, singles and doubles, with up to three seats of the house."""
    for texts in ({}, *_doubles(name)):
        game = registry.new_game(name, texts)
        for count in range(min(MOST_OF_THE_HOUSE, len(game.seats)) + 1):
            for seats in itertools.combinations(game.seats, count):
                yield Table(name, texts, _players(game, seats))


def _doubles(name: str) -> Iterator[dict[str, str]]:
    """The one option, where there is one, that seats four."""
    for spec in option_texts.specs(registry.game_class(name).options_class):
        for choice in spec.choices:
            texts = {spec.name: option_texts.text(choice)}
            if len(registry.new_game(name, texts).seats) > 2:
                yield texts


def _players(game: Game[Any, Any], house: tuple[Seat, ...]) -> dict[str, str]:
    thinkers = itertools.cycle(OPPONENTS)
    return {seat.name: next(thinkers) if seat in house else PERSON for seat in game.seats}


class Ear:
    """The connection of the people: it keeps the last reply."""

    def __init__(self) -> None:
        self.replies: list[dict[str, Any]] = []

    def post_if_room(self, message: bytes) -> None:
        """Nothing is told in passing here."""

    def post(self, message: bytes) -> None:
        """Hear a reply."""
        self.replies.append(msgspec.json.decode(message))

    def close_soon(self, code: int) -> None:
        """Nobody closes it."""
        raise AssertionError(f"closed with {code}")


class Complaints(logging.Handler):
    """What the referee and the server log as errors: a soak is silent."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.heard.append(record.getMessage())


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Service]:
    """A whole server but for its pages and sockets."""
    service = await open_service(Settings(data=folder), Readiness(prepare_physics), Renderer(web_folder()))
    try:
        await service.readiness.wait()
        yield service
    finally:
        await service.stop()


async def played(service: Service, table: Table, seed: int) -> int:
    """One match to its end, everything checked; how many actions were the house's. Raises AssertionError."""
    live = await service.matches.add(_start(service, table, seed))
    onlooker = Ear()
    live.listeners[onlooker] = Asker(onlooker, "an onlooker", ())  # among itself the house plays only for somebody
    while live.match.ended is None:
        if house_seat(live.header, live.match) is None:
            await _answered_by_people(service, live)
        else:
            await asyncio.sleep(_MOMENT_S)
    await _check(service, live, table)
    del live.listeners[onlooker]
    await service.matches.unlist(live.id, "people", service.settings.clock())
    return sum(action.by.name in table.house for action in live.match.actions)


def _start(service: Service, table: Table, seed: int) -> Any:
    game = registry.new_game(table.game, {"turn_limit": TURN_LIMIT, **table.options})
    hands = dict.fromkeys(table.house, HAND)
    seating = Seating(table.players, {seat: seat for seat in table.players}, hands)
    starter = Side.ONE if seed % 2 else Side.TWO
    return seated(game, seating, starter, seed, service.settings, "people")


async def _answered_by_people(service: Service, live: Live) -> None:
    asked = decision(live.match)
    assert asked is not None
    people = [seat for seat in asked.seats if live.header.players[seat.name] == PERSON]
    seat = people[live.version % len(people)]
    answer = wire_answer(thought_of(live.match, seat, PEOPLE).answer)
    command = {"type": "answer", "id": f"people-{live.version:06d}", "version": live.version, "seat": seat.name}
    ear, held = Ear(), tuple(seat for seat, player in live.header.players.items() if player == PERSON)
    told = read_message(msgspec.json.encode(command | {"answer": answer}))
    assert not isinstance(told, Aside), told
    await service.desk.handle(live, told, Asker(ear, "", held))
    assert ear.replies[0]["type"] == "done", ear.replies[0]


async def _check(service: Service, live: Live, table: Table) -> None:
    """Nobody resigned, and each answer of the house was accepted at the first attempt."""
    match = live.match
    assert match.ended is not None
    assert match.ended.how == "played", f"ended as {match.ended.how}: {match.ended.result.sentence}"
    for action in match.actions:
        assert not isinstance(action.answer, Resign), f"action {action.number}: {action.by.name} resigned"
        if action.by.name in table.house:
            reply = await service.store.reply(live.id, command_of(action.number - 1, 0))
            assert reply is not None, f"action {action.number} was not the first attempt of {action.by.name}"
            assert msgspec.json.decode(reply)["type"] == "done", reply


async def soak(names: tuple[str, ...], matches: int, first: int = 0) -> int:
    """Play so many matches of every seating of these games; how many failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as service:
            for name in names:
                failed += await _soaked(service, name, matches, first)
    return failed


async def _soaked(service: Service, name: str, matches: int, first: int) -> int:
    failed = house = count = 0
    begun, complaints = time.perf_counter(), Complaints()
    logging.getLogger("pennyflick").addHandler(complaints)
    seatings = list(tables(name))
    for table, seed in itertools.product(seatings, range(first, first + matches)):
        count += 1
        complaints.heard.clear()
        try:
            house += await played(service, table, seed)
            assert not complaints.heard, complaints.heard[0]
        except AssertionError as error:
            failed += 1
            print(f"{name} {dict(table.options)} {dict(table.players)}, seed {seed}: {error}", flush=True)
    logging.getLogger("pennyflick").removeHandler(complaints)
    spent = time.perf_counter() - begun
    told = f"{len(seatings)} seatings, {count} matches, {house} actions of the house, {failed} failed"
    print(f"{name}: {told}, {spent:.0f} s", flush=True)
    return failed


def main() -> int:
    """Soak what was asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=30, help="matches of each seating (default 30)")
    parser.add_argument("--game", choices=registry.names(), help="only this game")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match, to repeat one")
    args = parser.parse_args()
    logging.getLogger("pennyflick").propagate = False
    failed = asyncio.run(soak(registry.names() if args.game is None else (args.game,), args.matches, args.first))
    print("failed" if failed else "all held")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

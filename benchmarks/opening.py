"""How long it takes to open matches that are in the store and not in memory.

First a match of 500 actions of each game: read as it was ruled, beside playing it all again, which is how it had to be
opened before events were kept. Then a server with a thousand live matches of 40 actions: from its start to its first
page, and from asking for a match to its page. Run it with `python -m benchmarks.opening`.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.server.scripts import long_options
from benchmarks.serving import running
from pennyflick.match.playing import step
from pennyflick.match.referee import Match, decision
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.server.client import Client
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.keeping import all_kept, begun, played_again, under_now
from pennyflick.server.play.live import opened
from pennyflick.server.store.opening import open_store
from pennyflick.server.store.store import PERSON, Header, KeptVersion, NewMatch

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0 whatever they are."""
    parser = argparse.ArgumentParser(description="Time the opening of stored matches.")
    parser.add_argument("--actions", type=int, default=500, help="of the long matches")
    parser.add_argument("--matches", type=int, default=1_000, help="live matches of the server")
    args = parser.parse_args(argv)
    for name in registry.names():
        _long_match(name, args.actions)
    _many_matches(args.matches)
    return 0


def long_header(name: str, number: int) -> Header:
    """How a match of this game begins that lasts as long as its options allow."""
    options = long_options(name)
    game = registry.new_game(name, options)
    seats = [seat.name for seat in game.seats]
    names = {seat: seat.capitalize() for seat in seats}
    players = dict.fromkeys(seats, PERSON)
    match_id = f"{name}-{number}"
    return Header(match_id, name, options, "one", names, players, {}, number, NOW, under_now())


def _played(header: Header, actions: int) -> Match:
    """So many actions of players who seldom get anywhere; the options see to it that a match lasts."""
    match = begun(header)
    players = dict.fromkeys(match.game.seats, RandomLegal(aimed=0.2))
    while len(match.actions) < actions and (asked := decision(match)) is not None:
        match, _ = step(match, players, asked)
    return match


def _long_match(name: str, actions: int) -> None:
    header = long_header(name, 1)
    match = _played(header, actions)
    versions = all_kept(header, match)
    sizes = [len(kept.event or b"") for kept in versions]
    before = _median_ms(lambda: played_again(header, versions), 3)
    after = _median_ms(lambda: opened(header, versions, time.monotonic), 9)
    print(
        f"{name}: {len(versions)} actions, played again {before:.0f} ms, read {after:.1f} ms, {before / after:.0f} × "
        f"(an event: median {statistics.median(sizes):.0f} bytes, largest {max(sizes)})",
        flush=True,
    )


def _many_matches(count: int) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        asyncio.run(_fill(folder, count))
        with running(folder) as server:  # it says when its first page was there
            client = Client(server.address)
            times = [_page_ms(client, match) for match in _ids(count)]
    ordered = sorted(times)
    print(
        f"{count} live matches of 40 actions after a restart, each match cold: "
        f"median {ordered[len(ordered) // 2]:.1f} ms, 99 % {ordered[len(ordered) * 99 // 100]:.1f} ms, "
        f"worst {ordered[-1]:.1f} ms"
    )


def _ids(count: int) -> list[str]:
    return [f"match-{number:06d}" for number in range(count)]


async def _fill(folder: Path, count: int) -> None:
    """A few matches of each game, played once and stored many times under other names."""
    played = [_kept(name, number) for name in registry.names() for number in range(4)]
    store = await open_store(folder)
    for number, match_id in enumerate(_ids(count)):
        header, match, versions = played[number % len(played)]
        fresh = dataclasses.replace(header, id=match_id)
        await store.create(NewMatch(fresh, standing_of(match), {"one": "nobody"}, versions))
    await store.close()


def _kept(name: str, number: int) -> tuple[Header, Match, list[KeptVersion]]:
    header = long_header(name, 100 + number)
    match = _played(header, 40)
    return header, match, all_kept(header, match)


def _page_ms(client: Client, match: str) -> float:
    began = time.perf_counter()
    assert client.get(f"/match/{match}").status == 200
    return (time.perf_counter() - began) * 1_000


def _median_ms(work: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        spent.append((time.perf_counter() - began) * 1_000)
    return statistics.median(spent)


if __name__ == "__main__":
    raise SystemExit(main())

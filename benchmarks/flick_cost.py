"""What a flick costs the server in processor time, game by game: of its processes, and where in them the time goes.

A real server on a folder is kept busy at sixteen tables; what its process has used is divided by the commands that it
has answered (flicks, and the placements between them). A second line says what each step of a flick costs by itself, in
this process. `--against REV` asks a server of another revision the same, by turns. Run it with
`python -m benchmarks.flick_cost`; the last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import mean
from typing import Any, TypeVar

from benchmarks.opening import long_header
from benchmarks.revisions import both
from benchmarks.server.hosts import Host, folder_host
from benchmarks.server.load import saturate
from benchmarks.server.scripts import scripts
from benchmarks.server.tables import opened
from pennyflick import physics
from pennyflick.match.playing import step
from pennyflick.match.referee import Match, decision, refusal
from pennyflick.players.random_legal import RandomLegal
from pennyflick.record.canonical import position_digest
from pennyflick.rules import registry
from pennyflick.rules.game import advance
from pennyflick.server.play.events import latest_event, now_of, standing_of
from pennyflick.server.play.keeping import begun, kept_of
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Happened, encoded
from pennyflick.table import Flick, SideFlick

Result = TypeVar("Result")
HOPED_MS = 2.0
WARM = 12  # flicks of a match before any step is counted: an opening is no middle
A_MATCH = 60  # flicks counted of one match
AIMED = 0.6  # flicks at another disc; the others go anywhere
TABLES, ACTIONS = 16, 400
ROUNDS = 2  # by turns with the other revision


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0 whatever they are."""
    parser = argparse.ArgumentParser(description="Processor time of the server for a flick.")
    parser.add_argument("--seconds", type=float, default=2.0, help="each of two rounds, of each game (default 2)")
    parser.add_argument("--flicks", type=int, default=120, help="of which each step is measured (default 120)")
    parser.add_argument("--against", metavar="REV", help="another revision, asked by turns with this one")
    parser.add_argument("games", nargs="*", default=registry.names(), help="default: all")
    args = parser.parse_args(argv)
    physics.prepare()
    with ExitStack() as stack:
        hosts = [stack.enter_context(folder_host())]
        hosts += [stack.enter_context(_other(args.against))] if args.against else []
        found = {name: costs(name, args.seconds, hosts, args.flicks) for name in args.games}
    print(json.dumps(found))
    return 0


@contextmanager
def _other(revision: str) -> Iterator[Host]:
    with both(revision) as (other, _), folder_host(environment=other.environment()) as host:
        yield host


def costs(name: str, seconds: float, hosts: Sequence[Host], flicks: int) -> dict[str, Any]:
    """What a flick of this game costs, printed too."""
    spent = [[asyncio.run(busy_ms(host, name, seconds)) for host in hosts] for _ in range(ROUNDS)]
    this, *other = (mean(each) for each in zip(*spent, strict=True))
    steps = steps_ms(name, flicks)
    print(f"{name}: {this:.2f} ms of the server's processor time a flick (hoped for: {HOPED_MS:.0f})")
    for each in other:
        print(f"   the other revision: {each:.2f} ms, {each / this:.2f} times as much")
    print("   " + ", ".join(f"{step} {ms:.2f}" for step, ms in steps.items()), flush=True)
    told = {"mean_ms": round(this, 3), "hoped_ms": HOPED_MS, "other_mean_ms": [round(each, 3) for each in other]}
    return told | {"steps_ms": {step: round(ms, 3) for step, ms in steps.items()}}


async def busy_ms(host: Host, name: str, seconds: float) -> float:
    """Processor time of the server for each command, when it has enough to do."""
    tables = await opened(host.address, scripts(name, 4, ACTIONS), TABLES, 0)
    await saturate(tables, 0.5)
    before = host.processor_s()
    seen = await saturate(tables, seconds)
    spent = host.processor_s() - before
    for table in tables:
        table.end()
    return spent / seen.sent * 1e3


def steps_ms(name: str, flicks: int) -> dict[str, float]:
    """The mean of each step of a flick, worked out here."""
    spent: Counter[str] = Counter()
    for header, before, after in _played(name, flicks):
        _take(spent, header, before, after)
    return {step: ns / 1e6 / flicks for step, ns in spent.items()}


def _played(name: str, flicks: int) -> Iterator[tuple[Header, Match, Match]]:
    """The match before and after each of so many flicks, and how it began."""
    number = counted = 0
    while True:
        number += 1
        header = long_header(name, number)
        after, seen = begun(header), 0
        players = dict.fromkeys(after.game.seats, RandomLegal(aimed=AIMED))
        while (asked := decision(after)) is not None and seen < WARM + A_MATCH:
            before, (after, _) = after, step(after, players, asked)
            seen += isinstance(after.actions[-1].answer, Flick | SideFlick)
            if seen > WARM and isinstance(after.actions[-1].answer, Flick | SideFlick):
                yield header, before, after
                counted += 1
                if counted == flicks:
                    return


def _take(spent: Counter[str], header: Header, before: Match, after: Match) -> None:
    """Every step of this flick again, and what it takes."""

    def took(what: str, work: Callable[[], Result]) -> Result:
        began = time.thread_time_ns()
        found = work()
        spent[what] += time.thread_time_ns() - began
        return found

    action, game = after.actions[-1], after.game
    flick = action.answer
    assert isinstance(flick, Flick | SideFlick)
    fresh = dataclasses.replace(after)  # it has not worked out yet what is to be decided
    took("may it", lambda: refusal(before, action.by, flick))
    shot = took("simulate", lambda: physics.simulate(game.board.surface, game.discs, before.position.layout, flick))
    position, _ = took("observe and judge", lambda: advance(game, before.position, flick, shot))
    took("digest", lambda: position_digest(position))
    took("decision", lambda: decision(fresh))
    event = took("event", lambda: latest_event(header, fresh))
    took("written for the store", lambda: (kept_of(event, fresh.position.ledger), standing_of(fresh)))
    now = took("what is to be done now", lambda: now_of(header, fresh))
    took("written for the wire", lambda: encoded(Happened(event, now)))


if __name__ == "__main__":
    sys.exit(main())

"""What a flick costs the server in processor time, game by game: of its process, and where in it the time goes.

A real server in a process of its own; each flick is sent when the one before has been told to everybody, and what the
process has used until then is read from the system (Linux: `/proc`). A second table says what each step costs by
itself, in this process. Run it with `python -m benchmarks.flick_cost`; the last line is JSON.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.opening import LONG, long_header
from benchmarks.serving import percentile, running
from pennyflick import physics
from pennyflick.match.playing import step
from pennyflick.match.referee import Match, decision, refusal
from pennyflick.players.random_legal import RandomLegal
from pennyflick.record.canonical import position_digest
from pennyflick.rules import registry
from pennyflick.rules.game import advance
from pennyflick.rules.options import specs
from pennyflick.server.client import Client, Conversation, any_answer
from pennyflick.server.play.events import latest_event, now_of, standing_of
from pennyflick.server.play.keeping import begun, kept_of
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Happened, Json, encoded
from pennyflick.table import Flick, SideFlick

Result = TypeVar("Result")
HOPED_MS = 2.0
WARM = 12  # flicks of each match before any is counted: an opening is no middle
A_MATCH = 60  # flicks counted of one match
PACE_S = 0.06  # below the rate limit of the server
SETTLED_S = 0.004  # after everybody was told: what is left of the work
AIMED = 0.6  # flicks at another disc; the others go anywhere


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0 whatever they are."""
    parser = argparse.ArgumentParser(description="Processor time of the server for a flick.")
    parser.add_argument("--flicks", type=int, default=150, help="of each game (default 150)")
    parser.add_argument("games", nargs="*", default=registry.names(), help="default: all")
    args = parser.parse_args(argv)
    physics.prepare()
    found = {name: costs(name, args.flicks) for name in args.games}
    print(json.dumps(found))
    return 0


def costs(name: str, flicks: int) -> dict[str, Any]:
    """What a flick of this game costs, printed too."""
    spent = whole_ms(name, flicks)
    mean, p99 = sum(spent) / len(spent), percentile(spent, 0.99)
    print(f"{name}: {mean:.2f} ms of the server's processor time a flick (hoped for: {HOPED_MS:.0f}), ", end="")
    print(f"median {percentile(spent, 0.5):.2f}, 99 % {p99:.2f}, {len(spent)} flicks")
    steps = steps_ms(name, flicks)
    print("   " + ", ".join(f"{step} {ms:.2f}" for step, ms in steps.items()), flush=True)
    rounded = {step: round(ms, 3) for step, ms in steps.items()}
    return {"mean_ms": round(mean, 3), "p99_ms": round(p99, 3), "hoped_ms": HOPED_MS, "steps_ms": rounded}


def whole_ms(name: str, flicks: int) -> list[float]:
    """Processor time of a server's process for each of so many flicks."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        spent, dice = list[float](), random.Random(1)
        while len(spent) < flicks:
            client = Client(server.address)
            match = client.new_match(name, {"seating": "screen", **_long_form(name)})
            with client.sit(match) as table:
                spent += list(_flicks(table, dice, server.pid))
        return spent[:flicks]


def _long_form(name: str) -> dict[str, str]:
    """The options of a match that lasts."""
    known = {spec.name for spec in specs(registry.game_class(name).options_class)}
    return {f"option.{option}": value for option, value in LONG.items() if option in known}


def _flicks(table: Conversation, dice: random.Random, pid: int) -> Iterator[float]:
    flicks = 0
    while table.result is None and flicks < WARM + A_MATCH:
        time.sleep(PACE_S)
        answer = _aimed(table, any_answer(table, dice), dice)
        time.sleep(SETTLED_S)
        before = processor_ms(pid)
        reply = table.answer(answer)
        if reply["type"] != "done":
            continue
        table.wait_for(reply["version"])
        time.sleep(SETTLED_S)
        spent = processor_ms(pid) - before
        if answer["kind"] in ("flick", "side-flick"):
            flicks += 1
            if flicks > WARM:
                yield spent


def _aimed(table: Conversation, answer: Json, dice: random.Random) -> Json:
    """The answer, more often than not towards another disc."""
    layout = table.events[-1]["layout"] if table.events else {}
    start = answer.get("start") or layout.get(answer.get("disc"))
    others = [at for disc, at in layout.items() if not isinstance(at, str) and disc != answer.get("disc")]
    if answer["kind"] != "flick" or not others or not isinstance(start, list) or dice.random() > AIMED:
        return answer
    at = dice.choice(others)
    direction = math.degrees(math.atan2(at[1] - start[1], at[0] - start[0]))
    return answer | {"direction_cdeg": round(direction * 100) % 36_000}


def processor_ms(pid: int) -> float:
    """What all threads of a process have used so far, to the microsecond."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


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

"""How long a flick takes from the command to its reply, stored on disk: p50 and p99, over a real socket.

The time is taken by the client on the same machine, so it holds the way there and back as well: an upper bound of the
server's own time. Run it with `python -m benchmarks.server`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.serving import running
from pennyflick.server.client import Client, Conversation, any_answer

HOPED_P50_MS, HOPED_P99_MS = 10.0, 50.0
PACE_S = 0.12  # between flicks, each of which may ask for a place first: below the rate limit of the server


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0 whatever they are."""
    parser = argparse.ArgumentParser(description="Time flicks from command to stored reply.")
    parser.add_argument("--flicks", type=int, default=300)
    parser.add_argument("--game", default="penny-black")
    parser.add_argument("--data", type=Path, help="data folder (default: a temporary one)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.data or Path(temporary)
        print(f"fsync of one page in {folder}: {_fsync_ms(folder):.2f} ms (median of 50)")
        with running(folder) as server:
            _report(args.game, _flicks(Client(server.address), args.game, args.flicks))
    return 0


def _report(game: str, times_ms: list[float]) -> None:
    ordered = sorted(times_ms)
    p50, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    print(f"{game}: {len(ordered)} flicks, command to stored reply: p50 {p50:.1f} ms, p99 {p99:.1f} ms, ", end="")
    print(f"worst {ordered[-1]:.1f} ms (hoped for: {HOPED_P50_MS:.0f} and {HOPED_P99_MS:.0f} ms)")


def _flicks(client: Client, game: str, wanted: int) -> list[float]:
    """Play match after match at one screen until enough flicks are timed."""
    dice, times = random.Random(1), list[float]()
    while len(times) < wanted:
        match = client.new_match(game, {"seating": "screen"})
        with client.sit(match) as table:
            while table.result is None and len(times) < wanted:
                spent = _step(table, dice)
                times += [spent] if spent is not None else []
    return times


def _step(table: Conversation, dice: random.Random) -> float | None:
    """One answer; its time in milliseconds when it was a flick."""
    answer = any_answer(table, dice)
    time.sleep(PACE_S)
    began = time.perf_counter()
    reply = table.answer(answer)
    spent_ms = (time.perf_counter() - began) * 1_000.0
    if reply["type"] == "done":
        table.wait_for(reply["version"])
    return spent_ms if reply["type"] == "done" and answer["kind"] == "flick" else None


def _fsync_ms(folder: Path) -> float:
    """What the disk alone costs."""
    folder.mkdir(parents=True, exist_ok=True)
    path, times = folder / "fsync", list[float]()
    with path.open("wb") as file:
        for _ in range(50):
            began = time.perf_counter()
            file.write(b"x" * 4_096)
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1_000.0)
    path.unlink()
    return sorted(times)[len(times) // 2]


if __name__ == "__main__":
    sys.exit(main())

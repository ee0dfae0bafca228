"""How fast the referee is: medians of judge and observe over played matches, and a whole round of Pichenotte.

`make bench-rules`. Targets: judge under 100 µs, observe under 300 µs, a random round of 24 flicks under 50 ms.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from pennyflick import physics
from pennyflick.match import Match, new_match, play
from pennyflick.players import HANDS, RandomLegal
from pennyflick.rules import registry
from pennyflick.table import Declare, Flick, Resign, SideFlick

REPEATS = 5
ROUNDS = 40
JUDGE_US, OBSERVE_US, ROUND_MS = 100.0, 300.0, 50.0


def main() -> int:
    """Measure; the exit code is 1 when a target is missed."""
    physics.prepare()
    missed = 0
    for name in registry.names():
        judge, observe, decide = _medians_us(name)
        missed += judge > JUDGE_US or observe > OBSERVE_US
        print(f"{name:<12} judge {judge:7.1f} µs   observe {observe:7.1f} µs   decision {decide:8.1f} µs", flush=True)
    wall, own = _round_ms()
    missed += wall > ROUND_MS
    print(
        f"pichenotte   a random round of 24 flicks: median {wall:.1f} ms on the clock, {own:.1f} ms of processor time"
    )
    return 1 if missed else 0


def _medians_us(name: str) -> tuple[float, float, float]:
    """Medians over every action of some matches, each action measured as the fastest of a few repeats."""
    judge, observe, decide = [], [], []
    for seed in range(8):
        match = _played(name, seed, {"turn_limit": "12"})
        before = match.game.opening(match.starter)
        for action in match.actions:
            done = action.actual or action.answer
            if isinstance(done, Resign):
                continue
            game, position, shot = match.game, before, action.shot
            decide.append(_fastest_us(lambda: game.decision(position)))  # noqa: B023 - called before the next turn
            seen: Any = done
            if isinstance(done, Flick | SideFlick):
                assert shot is not None, "a flick has a shot"
                observe.append(_fastest_us(lambda: game.observe(position, done, shot)))  # noqa: B023 - as above
                seen = game.observe(position, done, shot)
            else:
                assert not isinstance(done, Declare), "random players declare nothing"
            judge.append(_fastest_us(lambda: game.judge(position.ledger, seen)))  # noqa: B023 - as above
            before = action.position
    return statistics.median(judge), statistics.median(observe), statistics.median(decide)


def _fastest_us(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return min(spent) * 1e6


def _round_ms() -> tuple[float, float]:
    """Clock and processor time of a round: on a busy machine they part."""
    wall, own = [], []
    for seed in range(ROUNDS):
        begun, begun_own = time.perf_counter(), time.process_time()
        match = _played("pichenotte", seed, {})
        share = 1e3 * 24 / len(match.actions)
        wall.append((time.perf_counter() - begun) * share)
        own.append((time.process_time() - begun_own) * share)
    return statistics.median(wall), statistics.median(own)


def _played(name: str, seed: int, options: dict[str, str]) -> Match:
    game = registry.new_game(name, options)
    match = new_match(game, seed=seed, hands=dict.fromkeys(game.seats, HANDS["good"]))
    return play(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.9)))


if __name__ == "__main__":
    raise SystemExit(main())

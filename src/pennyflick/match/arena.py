"""Bots play each other in mirrored pairs: the same seed twice, seats swapped, each pair one unit of evidence.

Law: a pair depends only on (game, options, specs, set-up, seed, its number), so any number of workers gives the same
result.
"""

from __future__ import annotations

import contextlib
import math
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from pennyflick import physics
from pennyflick.match.playing import play
from pennyflick.match.points import points
from pennyflick.match.referee import Match, new_match
from pennyflick.players.bots import parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.record import parse_position, who
from pennyflick.rules import registry
from pennyflick.table import Side

LOOK_EVERY = 10  # pairs between two looks at the bound: at fixed places, so that stopping is the same everywhere
CONFIDENCE_95 = 1.96


@dataclass(frozen=True)
class Contest:
    """Who plays whom at what."""

    game: str
    options: Mapping[str, str]
    a: str
    b: str
    seed: int
    setup: str = ""  # the text of the position in which every match begins; empty: the opening


@dataclass(frozen=True)
class Played:
    """One match of a pair, seen from A."""

    a_side: str
    a_started: bool
    a_result: float  # 1 won, 0.5 drawn, 0 lost
    a_score: float
    b_score: float
    actions: int
    digest: str  # of the last position: two runs can be compared match by match


@dataclass(frozen=True)
class Pair:
    """Two matches from the same seed, seats swapped."""

    number: int
    matches: tuple[Played, Played]

    @property
    def score(self) -> float:
        """A's share of the pair: 0 to 1."""
        return (self.matches[0].a_result + self.matches[1].a_result) / 2.0


@dataclass(frozen=True)
class Rating:
    """What the pairs show so far."""

    pairs: int
    win_rate: float  # of A, draws half
    low: float  # 95 % bounds of it
    high: float
    score_difference: float  # A's points minus B's, a match
    starter_rate: float  # of whoever starts, draws half


def play_pair(contest: Contest, number: int) -> Pair:
    """Both matches of one pair."""
    first = _play(contest, number, Side.ONE)
    second = _play(contest, number, Side.TWO)
    return Pair(number, (first, second))


def _play(contest: Contest, number: int, a_side: Side) -> Played:
    game = registry.new_game(contest.game, contest.options)
    seed = Dice(contest.seed, number, f"arena {contest.game}").bits()
    specs = {a_side: contest.a, a_side.other: contest.b}
    setup = parse_position(game, contest.setup) if contest.setup else None
    match = new_match(
        game,
        seed=seed,
        starter=Side.ONE if setup is None else None,
        setup=setup,
        players={seat: who.bot(specs[seat.side]) for seat in game.seats},
        hands={seat: parse_spec(specs[seat.side], game.name).hand for seat in game.seats},
        names={seat: specs[seat.side] for seat in game.seats},
    )
    facing = {side: parse_spec(specs[side.other], game.name).hand for side in Side}
    played = play(match, {seat: player(specs[seat.side], game.name, facing[seat.side]) for seat in game.seats})
    return seen(played, a_side)


def seen(match: Match, a_side: Side) -> Played:
    """A match that was played to its end, as A sees it."""
    assert match.ended is not None, "a played match has ended"
    winner = match.ended.result.winner
    one, two = points(match.game, match.position.ledger)
    a, b = (one, two) if a_side is Side.ONE else (two, one)
    result = 0.5 if winner is None else float(winner is a_side)
    return Played(a_side.value, match.starter is a_side, result, a, b, len(match.actions), match.actions[-1].digest)


def rating(pairs: Sequence[Pair]) -> Rating:
    """The win rate with its bounds. Two imagined pairs, one won and one lost, keep small samples modest."""
    shares = [pair.score for pair in pairs]
    modest = [*shares, 0.0, 1.0]
    centre = sum(modest) / len(modest)
    variance = sum((share - centre) ** 2 for share in modest) / (len(modest) - 1)
    half = CONFIDENCE_95 * math.sqrt(variance / len(modest))
    played = [match for pair in pairs for match in pair.matches]
    count = max(len(played), 1)
    started = [match.a_result if match.a_started else 1.0 - match.a_result for match in played]
    return Rating(
        len(pairs),
        sum(shares) / max(len(shares), 1),
        max(centre - half, 0.0),
        min(centre + half, 1.0),
        sum(match.a_score - match.b_score for match in played) / count,
        sum(started) / count,
    )


def run(
    contest: Contest,
    pairs: int,
    *,
    known: Mapping[int, Pair],
    until: Callable[[Rating], bool],
    pool: Executor | None,
) -> Iterator[Pair]:
    """Play the pairs in order, leaving out those already known; ends early at a look at which `until` is satisfied."""
    done: list[Pair] = []
    for begin in range(0, pairs, LOOK_EVERY):
        numbers = range(begin, min(begin + LOOK_EVERY, pairs))
        for pair in _block(contest, numbers, known, pool):
            done.append(pair)
            yield pair
        if until(rating(done)):
            return


def _block(
    contest: Contest, numbers: Iterable[int], known: Mapping[int, Pair], pool: Executor | None
) -> Iterator[Pair]:
    missing = [number for number in numbers if number not in known]
    if pool is None:
        fresh: Iterable[Pair] = (play_pair(contest, number) for number in missing)
    else:
        fresh = pool.map(play_pair, [contest] * len(missing), missing)
    coming = iter(fresh)
    for number in numbers:
        yield known[number] if number in known else next(coming)


@contextlib.contextmanager
def pooled(count: int) -> Iterator[ProcessPoolExecutor | None]:
    """So many workers for a while; who stops in between waits only for what is being played."""
    pool = workers(count)
    try:
        yield pool
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def workers(count: int) -> ProcessPoolExecutor | None:
    """A pool of processes, or None for one. The seam for a cluster: anything with `map` will do."""
    physics.prepare()  # compiled once, here, before the workers start
    return None if count <= 1 else _pool(count)


def _pool(count: int) -> ProcessPoolExecutor:
    # Ctrl-C is for whoever hands out the work
    return ProcessPoolExecutor(count, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))

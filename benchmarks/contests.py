"""Contests that can be stopped and gone on with: a line a pair in a folder, and what the pairs show."""

from __future__ import annotations

import functools
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pennyflick.cli import arena as lines
from pennyflick.match import arena

HEAD = "| game | A | B | pairs | A's win rate | 95 % bounds | A's points − B's | starter | Elo | minutes |"
RULE = "|---|---|---|---|---|---|---|---|---|---|"
PlayPair = Callable[[arena.Contest, int], arena.Pair]


@dataclass(frozen=True)
class Shown:
    """One contest and what it shows."""

    contest: arena.Contest
    pairs: tuple[arena.Pair, ...]
    minutes: float

    @property
    def rating(self) -> arena.Rating:
        """The win rate of A, with its bounds."""
        return arena.rating(self.pairs)

    def line(self) -> str:
        """A row of the table."""
        contest, seen = self.contest, self.rating
        return (
            f"| {contest.game} | {contest.a} | {contest.b} | {seen.pairs} | {seen.win_rate:.3f} | "
            f"{seen.low:.3f} – {seen.high:.3f} | {seen.score_difference:+.2f} | {seen.starter_rate:.2f} | "
            f"{elo(seen):+.0f} | {self.minutes:.1f} |"
        )

    def told(self) -> dict[str, Any]:
        """The same for programs."""
        return {**asdict(self.contest), **asdict(self.rating), "elo": round(elo(self.rating), 1)}


@dataclass(frozen=True)
class Hall:
    """Where contests are played: by whom, how long at the most, and where the pairs are kept."""

    pool: Executor | None
    pairs: int
    folder: Path | None = None

    def shown(self, contest: arena.Contest, until: Callable[[arena.Rating], bool], play: PlayPair) -> Shown:
        """The contest, played until a look satisfies, or to the last pair; pairs that are known are not played."""
        began, path = time.monotonic(), self._path(contest)
        known, done = lines.known_pairs(path, contest), list[arena.Pair]()
        for begin in range(0, self.pairs, arena.LOOK_EVERY):
            numbers = range(begin, min(begin + arena.LOOK_EVERY, self.pairs))
            for pair in self._fresh(contest, [number for number in numbers if number not in known], play):
                known[pair.number] = pair
                if path is not None:
                    lines.append_pair(path, contest, pair)
            done += [known[number] for number in numbers]
            lines.show_progress(arena.rating(done), self.pairs)
            if until(arena.rating(done)):
                break
        return Shown(contest, tuple(done), (time.monotonic() - began) / 60)

    def _fresh(self, contest: arena.Contest, numbers: Sequence[int], play: PlayPair) -> Iterator[arena.Pair]:
        one = functools.partial(play, contest)
        return map(one, numbers) if self.pool is None else iter(self.pool.map(one, numbers))

    def _path(self, contest: arena.Contest) -> Path | None:
        name = re.sub(r"[^\w.]+", "-", f"{contest.game}-{contest.a}-{contest.b}-{contest.seed}")
        return None if self.folder is None else self.folder / f"{name}.jsonl"


def beaten(seen: arena.Rating) -> bool:
    """Whether it is clear that A is the better one."""
    return seen.low > 0.5


def never(seen: arena.Rating) -> bool:
    """Every pair is played."""
    return False


def elo(seen: arena.Rating) -> float:
    """How far A stands above B on the Bradley–Terry scale; one imagined pair won and one lost keep it finite."""
    share = (seen.win_rate * seen.pairs + 1.0) / (seen.pairs + 2.0)
    return 400.0 * math.log10(share / (1.0 - share))


def tell(sentence: str) -> None:
    """A line of the table as soon as it is known, over whatever progress the terminal shows."""
    print(f"{chr(13) if sys.stderr.isatty() else ''}{sentence}", flush=True)

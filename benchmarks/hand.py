"""What a hand is worth to people: open twenties, timing, and one aim repeated for a whole match.

python -m benchmarks.hand                        open twenties at Pichenotte: each hand, timed and untimed, then
                                                 each way of input: pull, keys, clicks (three minutes, in a Chromium)
python -m benchmarks.hand timing [--game G …]    level-2 aims timed to 60 ms against the same at random instants
python -m benchmarks.hand fixed [--game G …]     one aim repeated for a whole match against the beginner
both with [--pairs 20] [--seed 1] [--workers 2]; mirrored pairs, 95 % bounds.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import statistics
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import ways
from benchmarks.screenshots import chromium, served
from pennyflick import physics
from pennyflick.match import Match, arena, new_match
from pennyflick.match.execution import takes_instant
from pennyflick.match.playing import Timing, play
from pennyflick.physics import Flicks, Layouts
from pennyflick.players import VISIBLE_HANDS, Dice, Hand, Player, RandomLegal, Thought, parse_hand
from pennyflick.players.bots import parse_spec, player
from pennyflick.players.hands import DEFAULT_SIZE, SIZES, faced
from pennyflick.players.noise import spread_deg
from pennyflick.players.wander import decision_number, wander
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, AskFlick, Decision, DiscId, Flick, Layout, Point, Seat, Side

Floats = npt.NDArray[np.float64]

AHEAD_MS = 2_000  # how far a player looks: he lets go at the best instant of the next two seconds
LOOK_MS = 17  # how finely he sees it come: a frame of the screen
READY_MS = 5_000  # within which he is ready to let go after the decision opened
ERRORS_MS = (100, 60, 30)  # standard deviations of when he lets go
TIMED_MS = 60
FACED = "as bots take the visible one"  # which they take to be timed to 100 ms
NORMAL = statistics.NormalDist()
BASELINE = Point(0.0, -304.8)  # the middle of One's baseline
SPEEDS_MM_S = range(850, 1_750, 50)
AIMS_DEG = (0.0, 0.4, 0.8)
WINDOWS = ((1280, 720), (390, 664))  # a laptop and a phone


# ---- when to let go ------------------------------------------------------------------------------------------------


def random_instant(dice: Dice) -> int:
    """Whoever does not look lets go at any instant."""
    return dice.below(READY_MS)


def timed_instant(number: str, dice: Dice, error_ms: float) -> int:
    """Whoever looks takes the best instant of the next two seconds, and misses it a little."""
    ready = dice.below(READY_MS)
    best = min(range(ready, ready + AHEAD_MS, LOOK_MS), key=lambda instant: _off(wander(number, instant)))
    return max(best + round(error_ms * NORMAL.inv_cdf(dice.uniform() * 0.9998 + 0.0001)), 0)


def _off(offsets: tuple[float, float]) -> float:
    return offsets[0] * offsets[0] + offsets[1] * offsets[1]


# ---- open twenties -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """A way to let go, and the errors (direction, speed) of unit spread that come of it."""

    name: str
    errors: Floats


def visible_ways(count: int, seed: int) -> list[Way]:
    """Random instants, then timed ones, each of so many decisions."""
    numbers = [decision_number(seed, action) for action in range(count)]
    dice = [Dice(seed, action, "timing") for action in range(count)]
    pairs = list(zip(numbers, dice, strict=True))
    ways = [Way("random", np.array([wander(number, random_instant(throw)) for number, throw in pairs]))]
    for error in ERRORS_MS:
        instants = [(number, timed_instant(number, throw, error)) for number, throw in pairs]
        ways.append(Way(f"{error} ms", np.array([wander(*each) for each in instants])))
    return ways


def blind_way(count: int, seed: int) -> Way:
    """The dice of a blind hand."""
    dice = [Dice(seed, action, "hand") for action in range(count)]
    return Way("blind", np.array([(throw.student_t5(), throw.student_t5()) for throw in dice]))


def best_rate(hand: Hand, way: Way) -> float:
    """The share of open twenties that drop at the aim and the speed that suit the hand best.

    They are searched with one half of the errors and counted with the other: a search flatters its winner.
    """
    tried, fresh = way.errors[::2], way.errors[1::2]
    aims = [(aim, speed) for aim in AIMS_DEG for speed in SPEEDS_MM_S]
    aim, speed = max(aims, key=lambda each: _rate(hand, each[0], each[1], tried))
    return _rate(hand, aim, speed, fresh)


@functools.lru_cache(maxsize=1)
def _scene() -> tuple[Any, tuple[Any, ...], Layouts]:
    game = registry.new_game("pichenotte")
    puck = next(disc for disc in game.discs if disc.id == "A1")
    return game.board.surface, (puck,), Layouts.of((puck,), Layout({puck.id: BASELINE}))


def _rate(hand: Hand, aim_deg: float | Floats, speed_mm_s: int | Floats, errors: Floats) -> float:
    """The share that drops; several aims are taken in turn."""
    surface, discs, layouts = _scene()
    count = len(errors)
    speeds = np.resize(np.asarray(speed_mm_s, dtype=np.float64), count)
    aims = np.resize(np.asarray(aim_deg, dtype=np.float64), count)
    turned = spread_deg(hand, speeds) * errors[:, 0]
    flicks = Flicks(
        disc=np.zeros(count, dtype=np.int16),
        direction_cdeg=np.floor((90.0 + aims + turned) * 100.0 + 0.5).astype(np.int32) % 36_000,
        speed_mm_s=np.clip(np.floor(speeds * (1.0 + hand.speed_sd * errors[:, 1]) + 0.5), 1, 4_000).astype(np.int32),
        start_xy=np.full((count, 2), np.nan),
        side=np.zeros(count, dtype=np.bool_),
    )
    outcomes = physics.simulate_many(surface, discs, layouts, flicks)
    return float((outcomes.fate[:, 0] == 2).mean())


def twenties(count: int, seed: int, sizes: Sequence[str] = SIZES) -> dict[str, dict[str, float]]:
    """The rates by size of hand and way."""
    visible, blind = visible_ways(count, seed), blind_way(8 * count, seed)
    rates = {}
    for size in sizes:
        hand = VISIBLE_HANDS[size]
        rates[size] = {way.name: best_rate(hand, way) for way in visible}
        rates[size][blind.name] = best_rate(parse_hand(size), blind)
        rates[size][FACED] = best_rate(faced([hand]), blind)
    return rates


# ---- ways of input -------------------------------------------------------------------------------------------------


def wanted_speed(way: Way) -> int:
    """The speed at which somebody with a good hand wants the open twenty: with some room on either side."""
    good = VISIBLE_HANDS[DEFAULT_SIZE]
    rates = {speed: _rate(good, 0.0, speed, way.errors) for speed in SPEEDS_MM_S}
    return max(list(rates)[1:-1], key=lambda speed: sum(rates[speed + step] for step in (-50, 0, 50)))


def rate_of_aims(aims: Sequence[ways.Aimed], way: Way) -> float:
    """The share of open twenties that drop from aims such as these, with a good hand let go that way."""
    off = np.array([(aim.direction_cdeg - ways.WANTED_CDEG) / 100.0 for aim in aims])
    speeds = np.array([float(aim.speed_mm_s) for aim in aims])
    return _rate(VISIBLE_HANDS[DEFAULT_SIZE], off, speeds, way.errors)


def timed_way(count: int, seed: int) -> Way:
    """Everybody of this study times to 60 ms."""
    return next(way for way in visible_ways(count, seed) if way.name == f"{TIMED_MS} ms")


def _print_ways(args: argparse.Namespace) -> None:
    timed = timed_way(args.decisions, args.seed)
    speed = wanted_speed(timed)
    print(f"\nThe same by way of input: a good visible hand timed to {TIMED_MS} ms, {args.aims} aims a figure.\n")
    print("| window | way | aims off by | open twenties |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, chromium() as browser:
        for width, height in WINDOWS:
            page = browser.new_page(viewport={"width": width, "height": height})
            for name, aims in ways.aims_by_way(page, address, speed, args.aims, args.seed).items():
                turned, faster = ways.spread(aims, speed)
                rate = rate_of_aims(aims, timed)
                print(f"| {width}×{height} | {name} | {turned:.2f}°, {100 * faster:.1f} % | {100 * rate:.0f} % |")


def _print_twenties(args: argparse.Namespace) -> None:
    rates = twenties(args.decisions, args.seed)
    *ways, blind, taken = rates[DEFAULT_SIZE]
    print(f"Open twenties at Pichenotte, {args.decisions // 2} flicks a figure.\n")
    print(f"| hand | visible: spreads | {' | '.join(ways)} | blind: spreads | {blind} | {taken} |")
    print("|---" * (len(ways) + 5) + "|")
    for size, found in rates.items():
        told = {way: f"{100 * rate:.0f} %" for way, rate in found.items()}
        print(f"| {size} | {_spreads(VISIBLE_HANDS[size])} | {' | '.join(told[way] for way in ways)} | ", end="")
        print(f"{_spreads(parse_hand(size))} | {told[blind]} | {told[taken]} |")


def _spreads(hand: Hand) -> str:
    return f"{hand.direction_sd_deg:g}°, {100 * hand.speed_sd:g} %"


# ---- whole matches -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sitter:
    """Who sits on one side: a player made for each match, a hand, and an error of timing (None: random instants)."""

    make: Callable[[str], Player]
    hand: Hand
    error_ms: float | None = None


def timing_of(sitters: dict[Side, Sitter]) -> Timing:
    """When each of them lets go."""

    def instant(match: Match, seat: Seat, answer: Answer) -> int | None:
        if not takes_instant(match.hands.get(seat), answer):
            return None
        dice = Dice(match.seed, match.played + 1, f"timing {seat.side.value}")
        error = sitters[seat.side].error_ms
        if error is None:
            return random_instant(dice)
        return timed_instant(decision_number(match.seed, match.played + 1), dice, error)

    return instant


def play_pair(game_name: str, a: Sitter, b: Sitter, seed: int, number: int) -> arena.Pair:
    """The same seed twice, seats swapped."""
    first, second = (_played(game_name, a, b, seed, number, side) for side in Side)
    return arena.Pair(number, (first, second))


def _played(game_name: str, a: Sitter, b: Sitter, seed: int, number: int, a_side: Side) -> arena.Played:
    game = registry.new_game(game_name)
    sitters = {a_side: a, a_side.other: b}
    dice = Dice(seed, number, f"hand {game_name}").bits()
    hands = {seat: sitters[seat.side].hand for seat in game.seats}
    match = new_match(game, seed=dice, starter=Side.ONE, hands=hands)
    players = {seat: sitters[seat.side].make(game_name) for seat in game.seats}
    return arena.seen(play(match, players, timing=timing_of(sitters)), a_side)


def level_two(game_name: str) -> Player:
    """Aims as if its hand were perfect."""
    return player("2", game_name)


def beginner(game_name: str) -> Player:
    """The house's weakest."""
    return player("beginner", game_name)


@dataclass
class OneAim:
    """Thinks once, at its first flick, and then flicks every disc in that direction, at that speed, from that place."""

    thinker: Player
    first: Flick | None = field(default=None)

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """The same flick again wherever the game allows it, anything legal elsewhere."""
        if self.first is None:
            thought = self.thinker.answer(game, position, decision, dice)
            if isinstance(thought.answer, Flick):
                self.first = thought.answer
            return thought
        for flick in self._again(decision):
            if game.refuse(position, flick, decision) is None:
                return Thought(flick)
        return RandomLegal().answer(game, position, decision, dice)

    def _again(self, decision: Decision) -> list[Flick]:
        return [self._flick(ask, disc) for ask in decision.asks if isinstance(ask, AskFlick) for disc in ask.discs]

    def _flick(self, ask: AskFlick, disc: DiscId) -> Flick:
        assert self.first is not None
        region, start = ask.discs[disc], self.first.start or Point(0.0, 0.0)
        call = ask.calls[0] if ask.calls else None
        return Flick(
            disc,
            self.first.direction_cdeg,
            self.first.speed_mm_s,
            None if region is None else region.nearest(start),
            call,
        )


def one_aim(game_name: str) -> Player:
    """Level 2's first aim, repeated."""
    return OneAim(level_two(game_name))


def _print_pairs(args: argparse.Namespace, game: str, pool: Executor | None) -> None:
    for name, a, b in _contests(args.what, game):
        numbers = range(args.pairs)
        one = functools.partial(play_pair, game, a, b, args.seed)
        found = arena.rating(list(map(one, numbers) if pool is None else pool.map(one, numbers)))
        print(
            f"| {game} | {name} | {found.pairs} | {found.win_rate:.3f} | {found.low:.3f} – {found.high:.3f} | "
            f"{found.score_difference:+.2f} |",
            flush=True,
        )


def _contests(what: str, game: str) -> list[tuple[str, Sitter, Sitter]]:
    good = VISIBLE_HANDS[DEFAULT_SIZE]
    if what == "timing":
        return [(f"{TIMED_MS} ms against random", Sitter(level_two, good, TIMED_MS), Sitter(level_two, good))]
    house = Sitter(beginner, parse_spec("beginner", game).hand)
    return [
        ("one aim, random, against the beginner", Sitter(one_aim, good), house),
        (f"one aim, {TIMED_MS} ms, against the beginner", Sitter(one_aim, good, TIMED_MS), house),
    ]


def main() -> None:
    """Print what was asked for."""
    args = _arguments()
    if args.what == "twenties":
        physics.prepare()
        _print_twenties(args)
        _print_ways(args)
        return
    print("| game | A against B | pairs | A's win rate | 95 % bounds | A's points − B's |\n|---|---|---|---|---|---|")
    with contextlib.ExitStack() as stack:
        pool = arena.workers(args.workers)
        if pool is not None:
            stack.enter_context(pool)
        for game in args.game:
            _print_pairs(args, game, pool)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("twenties", "timing", "fixed"), default="twenties")
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=2_000, help="of which the twenties are made")
    parser.add_argument("--aims", type=int, default=40, help="of each way of input")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""Is a hand found again from its flicks? Simulated people flick, `players/measuring.py` measures them blindly.

python -m benchmarks.measuring [--people 200] [--flicks 100]      a line for each hand that people choose (a minute)

Each line: the true spread; by how much the measured ones are wrong, the median and how many within 15 %; and how often
the stated margins of 95 % hold the truth. It ends with 1 where a line does not keep what is promised.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, median

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, VISIBLE_HANDS, Hand, executed, hand_words, let_go
from pennyflick.players.measuring import FAST_MM_S, Estimate, Law, Spreads, release_error, release_spreads
from pennyflick.players.wander import decision_number, wander
from pennyflick.table import AnyFlick, DiscId, Flick

MEDIAN, WITHIN, SHARE_WITHIN, COVERED = 0.10, 0.15, 0.85, (0.90, 0.98)  # what is promised
AHEAD_MS, LOOK_MS = 2_000, 50  # a person takes the best instant of the next two seconds, as well as he sees it come
TIMING_MS = 60  # and misses it by so much
READY_MS = 5_000  # within which he is ready to let go
OTHERS = 1_000  # between the numbers of the people of one hand and of the next
_DISC = DiscId("A1")
_NORMAL = NormalDist()

Flicked = tuple[AnyFlick, AnyFlick]  # as meant, as it happened
Person = Callable[[Hand, int, int], Flicked]  # hand, who, which of his flicks


# ---- people ---------------------------------------------------------------------------------------------------------


def blind(hand: Hand, who: int, number: int) -> Flicked:
    """Somebody whose hand errs unseen."""
    meant = _meant(Dice(who, number, "meant"))
    return meant, executed(hand, meant, Dice(who, number, "hand"))


def timed(hand: Hand, who: int, number: int) -> Flicked:
    """Somebody who watches his hand wander, and lets go as well as he can."""
    decision, dice = decision_number(who, number), Dice(who, number, "timing")
    meant, ready = _meant(dice), dice.below(READY_MS)
    best = min(range(ready, ready + AHEAD_MS, LOOK_MS), key=lambda instant: math.hypot(*wander(decision, instant)))
    late = round(TIMING_MS * _NORMAL.inv_cdf(dice.uniform() * 0.9998 + 0.0001))
    return meant, let_go(hand, meant, decision, max(best + late, 0))


def unlooked(hand: Hand, who: int, number: int) -> Flicked:
    """Somebody who lets a visible hand go whenever he is ready."""
    dice = Dice(who, number, "timing")
    meant = _meant(dice)
    return meant, let_go(hand, meant, decision_number(who, number), dice.below(READY_MS))


def _meant(dice: Dice) -> Flick:
    return Flick(_DISC, dice.below(36_000), 300 + dice.below(3_000))


def flicks_of(person: Person, hand: Hand, people: Sequence[int], count: int) -> list[list[Flicked]]:
    """So many flicks of each of these people."""
    return [[person(hand, who, number) for number in range(count)] for who in people]


# ---- how well they are measured -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """How well the spreads of some people were found."""

    astray: float  # by what share they are wrong, the median
    within: float  # how many of them by at most 15 %
    covered: float  # how often the margins hold the truth

    @property
    def kept(self) -> bool:
        """Whether it is as good as promised."""
        low, high = COVERED
        return self.astray <= MEDIAN and self.within >= SHARE_WITHIN and low <= self.covered <= high


def figures(truth: Hand, people: Sequence[Sequence[Flicked]], law: Law) -> Figures:
    """Spreads of direction and of speed together."""
    found = [pair for flicks in people for pair in _beside(truth, _measured(flicks, law))]
    astray = [abs(estimate.value / true - 1.0) for estimate, true in found]
    covered = fmean(estimate.low <= true <= estimate.high for estimate, true in found)
    return Figures(median(astray), fmean(each <= WITHIN for each in astray), covered)


def left(hand: Hand, people: Sequence[Sequence[Flicked]]) -> Hand:
    """The spread that is left to people who watch, from all their flicks together."""
    slow = [release_error(*flick) for flicks in people for flick in flicks if flick[0].speed_mm_s < FAST_MM_S]
    direction, speed = ([getattr(error, name) ** 2 for error in slow] for name in ("direction_deg", "speed"))
    return Hand(math.sqrt(fmean(direction)), math.sqrt(fmean(speed)), hand.kind)


def _measured(flicks: Sequence[Flicked], law: Law) -> Spreads:
    found = release_spreads(flicks, law)
    assert found is not None, f"{len(flicks)} flicks are too few"
    return found


def _beside(truth: Hand, found: Spreads) -> tuple[tuple[Estimate, float], tuple[Estimate, float]]:
    return (found.direction_deg, truth.direction_sd_deg), (found.speed, truth.speed_sd)


# ---- the command ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One hand, and how well it is found."""

    words: str
    truth: Hand
    figures: Figures


def row_of(hand: Hand, first: int, people: int, count: int) -> Row:
    """So many people with this hand; who has a visible one watches it."""
    person, law = (timed, Law.TIMED) if hand.visible else (blind, Law.SLIPS)
    flicks = flicks_of(person, hand, range(first, first + people), count)
    truth = left(hand, flicks) if hand.visible else hand
    return Row(hand_words(hand), truth, figures(truth, flicks, law))


def main(words: Sequence[str] | None = None) -> int:
    """Measure everybody, tell it, and say whether every line keeps what is promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--flicks", type=int, default=100)
    told = parser.parse_args(words)
    print(f"{told.people} people a hand, {told.flicks} flicks each")
    print(f"{'hand':<22}{'direction':>10}{'speed':>8}{'median':>9}{'in 15 %':>9}{'covered':>9}")
    hands = [*HANDS.values(), *VISIBLE_HANDS.values()]
    rows = []
    for number, hand in enumerate(hands):
        rows.append(row_of(hand, OTHERS * number, told.people, told.flicks))
        print(_line(rows[-1]), flush=True)
    print(f"promised: median at most {MEDIAN:.0%}, {SHARE_WITHIN:.0%} within {WITHIN:.0%}, covered 90 to 98 %")
    return 0 if all(row.figures.kept for row in rows) else 1


def _line(row: Row) -> str:
    truth, found = row.truth, row.figures
    spreads = f"{truth.direction_sd_deg:>9.2f}°{truth.speed_sd:>8.1%}"
    kept = "" if found.kept else "  not kept"
    return f"{row.words:<22}{spreads}{found.astray:>9.1%}{found.within:>9.1%}{found.covered:>9.1%}{kept}"


if __name__ == "__main__":
    sys.exit(main())

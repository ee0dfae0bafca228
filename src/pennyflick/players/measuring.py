"""My hand, measured: how far flicks went astray, and how sure that is.

Law: release error is what was meant against what happened, aim error what would have been best against what was meant;
neither enters the other. A spread is stated as hands state theirs: direction at 1000 mm/s in degrees, speed as a share.

Two laws of error, two ways to measure. Dice (and people's aims) slip now and then: Student's law with five degrees of
freedom, whose scale is found by maximum likelihood, because a plain standard deviation would hang on the few slips.
Somebody who times a visible hand cannot be off by more than it wanders: what is left to him is a standard deviation.
Margins are of 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist, fmean, stdev

from pennyflick.players.hands import Hand
from pennyflick.table import FULL_TURN_CDEG, SPEED_LIMIT_MM_S, AnyFlick, Flick

LEAST = 20  # flicks: of fewer nothing is told
SURE = NormalDist().inv_cdf(0.975)  # of 95 %
FAST_MM_S = 0.75 * SPEED_LIMIT_MM_S  # from here on a hand may be cut short by the limit
SAME_IDEA_DEG = 30.0  # chosen: an aim that is further from the best one was not meant to be it
_UNIT = Hand(1.0, 0.0)
_DEGREES = 5.0  # of freedom, as dice.py has them
_UNIT_VARIANCE = (_DEGREES - 2.0) / _DEGREES  # scale² of Student's law for one s.d.
_STEPS, _ENOUGH = 60, 1e-6  # the likelihood's maximum is reached to the last digit that is told
_KURTOSIS_UNSEEN = 6.0  # chosen so that margins of 20 to 100 flicks cover the truth (benchmarks/measuring.py)
_INFORMATION = 2.0 * _DEGREES / (_DEGREES + 3.0)  # of one error about the logarithm of the scale


class Law(Enum):
    """How errors are spread."""

    SLIPS = "slips"  # heavy tails
    TIMED = "timed"  # bounded


@dataclass(frozen=True, slots=True)
class Error:
    """How far one flick is from another."""

    direction_deg: float  # anticlockwise
    speed: float  # as a share of the first


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the margins within which the truth lies 95 times out of 100."""

    value: float
    low: float
    high: float
    of: int  # flicks or tries


@dataclass(frozen=True, slots=True)
class Spreads:
    """How wide errors scatter."""

    direction_deg: Estimate
    speed: Estimate

    @property
    def hand(self) -> Hand:
        """The blind hand that errs as much, for a bot or a table."""
        return Hand(max(_plain(self.direction_deg.value), 0.1), _plain(self.speed.value))


def _plain(spread: float) -> float:
    """Two digits of it: more are not known."""
    return float(f"{spread:.2g}")


# ---- one flick ------------------------------------------------------------------------------------------------------


def release_error(meant: AnyFlick, actual: AnyFlick) -> Error:
    """What the hand added: the direction as it would have erred at 1000 mm/s."""
    turned = _turned_deg(meant, actual) / _UNIT.direction_sd_at(meant.speed_mm_s)
    return Error(turned, actual.speed_mm_s / meant.speed_mm_s - 1.0)


def aim_error(best: AnyFlick, meant: AnyFlick) -> Error | None:
    """How far off the aim was; None: another disc was flicked, from elsewhere or elsewhere to: it was another idea."""
    turned = _turned_deg(best, meant)
    if _from(best) != _from(meant) or abs(turned) > SAME_IDEA_DEG:
        return None
    return Error(turned, meant.speed_mm_s / best.speed_mm_s - 1.0)


def _from(flick: AnyFlick) -> tuple[object, ...]:
    where = flick.start if isinstance(flick, Flick) else flick.at
    return type(flick), flick.disc, where


def _turned_deg(first: AnyFlick, second: AnyFlick) -> float:
    half = FULL_TURN_CDEG // 2
    return ((second.direction_cdeg - first.direction_cdeg + half) % FULL_TURN_CDEG - half) / 100.0


# ---- many -----------------------------------------------------------------------------------------------------------


def release_spreads(flicks: Sequence[tuple[AnyFlick, AnyFlick]], law: Law) -> Spreads | None:
    """How wide a hand scatters, from flicks as (meant, actual); None: too few to tell."""
    errors = [(meant.speed_mm_s, release_error(meant, actual)) for meant, actual in flicks]
    directions = [error.direction_deg for _, error in errors]
    # near the limit only slower counts: errors are symmetric, and those that were cut short must not look small
    speeds = [error.speed for meant_mm_s, error in errors if meant_mm_s < FAST_MM_S or error.speed < 0.0]
    return _spreads(directions, speeds, law)


def aim_spreads(errors: Sequence[Error]) -> Spreads | None:
    """How far aims are from the best ones; None: too few to tell."""
    return _spreads([error.direction_deg for error in errors], [error.speed for error in errors], Law.SLIPS)


def _spreads(directions: Sequence[float], speeds: Sequence[float], law: Law) -> Spreads | None:
    if min(len(directions), len(speeds)) < LEAST:
        return None
    return Spreads(spread(directions, law), spread(speeds, law))


def spread(errors: Sequence[float], law: Law) -> Estimate:
    """The spread of errors about nothing."""
    sd = _slips_sd(errors) if law is Law.SLIPS else _rms(errors)
    if not sd:
        return Estimate(0.0, 0.0, 0.0, len(errors))
    factor = math.exp(SURE * (_slips_margin(errors) if law is Law.SLIPS else _timed_margin(errors, sd)))
    return Estimate(sd, sd / factor, sd * factor, len(errors))


def _slips_sd(errors: Sequence[float]) -> float:
    """Maximum likelihood under Student's law: each step weighs an error the less the wilder it looks."""
    squares = [error * error for error in errors]
    scale2 = _UNIT_VARIANCE * fmean(squares)
    for _ in range(_STEPS if scale2 else 0):
        before = scale2
        scale2 = fmean((_DEGREES + 1.0) * square / (_DEGREES + square / before) for square in squares)
        if abs(scale2 - before) < _ENOUGH * before:
            break
    return math.sqrt(scale2 / _UNIT_VARIANCE)


def _slips_margin(errors: Sequence[float]) -> float:
    return 1.0 / math.sqrt(_INFORMATION * len(errors))


def _rms(errors: Sequence[float]) -> float:
    return math.sqrt(fmean(error * error for error in errors))


def _timed_margin(errors: Sequence[float], sd: float) -> float:
    """The s.d. of the logarithm of an s.d., by the kurtosis; few errors show less of that than there is."""
    kurtosis = fmean((error / sd) ** 4 for error in errors) * (1.0 + _KURTOSIS_UNSEEN / len(errors))
    return math.sqrt(max(kurtosis - 1.0, 0.0) / (4.0 * len(errors)))


# ---- how often, how many --------------------------------------------------------------------------------------------


def rate(done: int, tries: int) -> Estimate:
    """How often something comes off, with Wilson's margins."""
    share, doubt = done / tries, SURE * SURE / tries
    middle = (share + doubt / 2.0) / (1.0 + doubt)
    half = SURE * math.sqrt(share * (1.0 - share) / tries + doubt / (4.0 * tries)) / (1.0 + doubt)
    return Estimate(share, min(max(middle - half, 0.0), share), max(min(middle + half, 1.0), share), tries)


def average(counts: Sequence[int]) -> Estimate:
    """How many there are in a try, with the margins of a mean."""
    mean = fmean(counts)
    half = SURE * stdev(counts) / math.sqrt(len(counts)) if len(counts) > 1 else math.inf
    return Estimate(mean, max(mean - half, 0.0), mean + half, len(counts))

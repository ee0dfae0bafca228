"""The wander of a visible hand: where it has got to, so many milliseconds after the decision opened.

Law: a closed function of the decision's number and whole milliseconds, published in docs/notation.md. Only + − × ÷ and
whole numbers of 32 bits, in one order, so that its twin in the browser (`server/web/static/table/wander.js`), the
server and every replay get the same bits. Each of the two offsets is a sway and a drift: hashed points at even
distances, joined smoothly. The sway's points lie on either side in turn, so that a player who watches sees the aim come
by about once in half a second; the drift makes when it comes irregular.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

LONGEST_INSTANT_MS = 9_999_999_999  # a hundred days and more: as many digits as a record reads
MOST_SD = 2.74  # no offset is ever larger: the two amplitudes together
PACE_SD = 0.39  # and none moves by more than this in FRAME_MS
FRAME_MS = 17  # one frame of a screen that shows sixty a second

_BITS_32 = 0xFFFF_FFFF
_OFFSETS = 8  # streams of the phases stand so far behind those of the points


@dataclass(frozen=True, slots=True)
class _Wave:
    """Points `period_ms` apart. `least`: they lie on either side in turn, between this share and all of the amplitude;
    None: anywhere within it."""

    stream: int
    period_ms: int
    amplitude_sd: float
    least: float | None


# chosen by `python -m benchmarks.hand`: amplitudes for a spread of 1, periods for what timing is worth
_DIRECTION = (_Wave(1, 420, 1.84, 0.3), _Wave(2, 290, 0.9, None))
_SPEED = (_Wave(3, 520, 1.84, 0.3), _Wave(4, 360, 0.9, None))


def decision_number(seed: int, action: int) -> str:
    """The number of the decision that this action answers: sixteen hex digits, and no way back to the seed."""
    return hashlib.sha256(f"pennyflick wander 1|{seed}|{action}".encode()).hexdigest()[:16]


def wander(number: str, instant_ms: int) -> tuple[float, float]:
    """How far direction and speed are off at that instant, in standard deviations."""
    halves = (int(number[:8], 16), int(number[8:], 16))
    return _offset(_DIRECTION, halves, instant_ms), _offset(_SPEED, halves, instant_ms)


def _offset(waves: tuple[_Wave, _Wave], halves: tuple[int, int], instant_ms: int) -> float:
    sway, drift = waves
    return _height(sway, halves, instant_ms) + _height(drift, halves, instant_ms)


def _height(wave: _Wave, halves: tuple[int, int], instant_ms: int) -> float:
    phase = _hashed(halves, wave.stream + _OFFSETS, 0) % (2 * wave.period_ms)
    cell, rest = divmod(instant_ms + phase, wave.period_ms)
    before, after = _point(wave, halves, cell), _point(wave, halves, cell + 1)
    way = rest / wave.period_ms
    return before + (after - before) * (way * way * (3.0 - 2.0 * way))


def _point(wave: _Wave, halves: tuple[int, int], cell: int) -> float:
    share = _hashed(halves, wave.stream, cell) / 4294967296.0
    if wave.least is None:
        return wave.amplitude_sd * (2.0 * share - 1.0)
    size = wave.amplitude_sd * (wave.least + (1.0 - wave.least) * share)
    return -size if cell % 2 else size


def _hashed(halves: tuple[int, int], stream: int, cell: int) -> int:
    """Thirty-two bits of this point: number, cell and stream, mixed one after the other."""
    high, low = halves
    return _mixed((_mixed((_mixed(high ^ (cell & _BITS_32)) + low) & _BITS_32) + stream) & _BITS_32)


def _mixed(bits: int) -> int:
    # the finaliser of MurmurHash3, public domain: every bit of the input turns each bit of the output half of the time
    bits ^= bits >> 16
    bits = (bits * 0x85EBCA6B) & _BITS_32
    bits ^= bits >> 13
    bits = (bits * 0xC2B2AE35) & _BITS_32
    return bits ^ (bits >> 16)

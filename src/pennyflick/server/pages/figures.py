"""Figures as people read them: a number, and behind it the margins within which the truth lies."""

from __future__ import annotations

import math
from datetime import datetime

from pennyflick.players.measuring import Estimate

_COARSE = 0.1  # of a share: from here on nobody wants its decimals


def percent(found: Estimate) -> str:
    """A share: 41 % (34–48)."""
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f}–{100 * found.high:.0f})"


def share(found: Estimate) -> str:
    """A spread of speed: 8 % (7–9), and below a tenth with a decimal: 2.2 % (1.9–2.6)."""
    digits = 0 if found.value >= _COARSE else 1
    low, value, high = (f"{100 * each:.{digits}f}" for each in (found.low, found.value, found.high))
    return f"{value} % ({low}–{high})"


def degrees(found: Estimate) -> str:
    """A spread of direction: 1.9° (1.7–2.2)."""
    return f"{found.value:.1f}° ({found.low:.1f}–{found.high:.1f})"


def mean(found: Estimate) -> str:
    """How many: 4.2 (3.1–5.3); of one try there are no margins."""
    margins = f" ({found.low:.1f}–{found.high:.1f})" if math.isfinite(found.high) else ""
    return f"{found.value:.1f}{margins}"


def day(at: datetime) -> str:
    """A day beside a chart: 17 Nov 2026."""
    return f"{at.day} {at:%b %Y}"

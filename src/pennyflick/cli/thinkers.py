"""In how many processes the house thinks, as people say it."""

from __future__ import annotations

import argparse
from collections.abc import Callable

_MOST = 64


def thinkers(least: int) -> Callable[[str], int]:
    """Reads how many; fewer than `least` are refused."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= _MOST):
            raise argparse.ArgumentTypeError(f"thinkers are a whole number from {least} to {_MOST}, not {text!r}")
        return int(text)

    return read

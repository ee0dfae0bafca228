"""What a person sees while the kernels are made ready."""

from __future__ import annotations

import sys


class Progress:
    """One line on standard error: in a terminal it counts up, in a log it is written at every tenth."""

    def __init__(self) -> None:
        self._tenths = -1

    def __call__(self, what: str, share: float) -> None:
        """Show how far it has got; what is ready at once is not worth a line."""
        done = share >= 1.0
        if done and self._tenths < 0:
            return
        if sys.stderr.isatty():
            print(f"\r[{share:4.0%}] {what}\033[K", end="\n" if done else "", file=sys.stderr, flush=True)
        elif done or int(share * 10) > self._tenths:
            print(f"[{share:4.0%}] {what}", file=sys.stderr, flush=True)
        self._tenths = int(share * 10)

"""How a limit is told on the command line, by every command that keeps some."""

from __future__ import annotations

import argparse
from typing import Any

from pennyflick.server.limits import LimitError, limit


def limit_told(text: str) -> tuple[str, Any]:
    """A limit as it is set on the command line."""
    try:
        return limit(text)
    except LimitError as error:
        raise argparse.ArgumentTypeError(str(error)) from None

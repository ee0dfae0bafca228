"""The games that are offered here."""

from __future__ import annotations

import logging
from functools import cache

from pennyflick.rules import registry

_LOG = logging.getLogger("pennyflick.server")


def offered() -> tuple[str, ...]:
    """Every game that loads, in the order people see them; one that does not is logged and left out."""
    return tuple(name for name in registry.names() if _loads(name))


@cache
def _loads(name: str) -> bool:
    try:
        registry.new_game(name)
    except Exception:  # one broken game must not take the others off the page
        _LOG.exception("the game %s does not load", name)
        return False
    return True


@cache
def title(name: str) -> str:
    """A game as people write it."""
    return registry.new_game(name).title

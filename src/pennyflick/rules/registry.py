"""The only list of games."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pennyflick.rules import options as option_texts
from pennyflick.rules.game import Game

# name -> module and class; loaded when first asked for, so that one game does not pay for five
_GAMES = {
    "penny-black": "pennyflick.rules.penny_black.game:PennyBlack",
    "penny-blue": "pennyflick.rules.penny_blue.game:PennyBlue",
    "penny-red": "pennyflick.rules.penny_red.game:PennyRed",
    "penny-green": "pennyflick.rules.penny_green.game:PennyGreen",
    "pichenotte": "pennyflick.rules.pichenotte.game:Pichenotte",
}


class UnknownGameError(ValueError):
    """No game has this name."""


def names() -> tuple[str, ...]:
    """Every game, in the order people see them."""
    return tuple(_GAMES)


def game_class(name: str) -> type[Any]:
    """The class of a game; its dataclass field `options` defaults to the game's Options()."""
    if name not in _GAMES:
        close = difflib.get_close_matches(name, names(), 1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names())}"
        raise UnknownGameError(f"no game named {name!r}; {hint}")
    module, _, attribute = _GAMES[name].partition(":")
    found: type[Any] = getattr(import_module(module), attribute)
    return found


def new_game(name: str, texts: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """A game with options given as text; raises UnknownGameError or OptionError."""
    cls = game_class(name)
    game: Game[Any, Any] = cls(option_texts.parse(cls.options_class, texts or {}))
    return game

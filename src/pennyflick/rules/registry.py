"""The only list of games. Everything else finds what it needs of a game through it, by name.

Law: nothing is imported before it is asked for, so that one game does not pay for five and rules know no players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any

from pennyflick.rules import options as option_texts
from pennyflick.rules.game import Game
from pennyflick.table.near_miss import did_you_mean


@dataclass(frozen=True)
class Parts:
    """Where the parts of one game are found, in this package or in any other."""

    rules: str  # "module:class", the class a SettledGame
    players: str  # "module" with TACTICS, STUDY and TEMPERAMENTS: what opponents know and learn, and how each plays
    page: str  # "package:path" of its page of the rulebook
    lesson: str = ""  # "package:path" of its first minute, where it brings one
    values: str = ""  # "package:path" of the learned value of its positions, where it brings one


def _ours(package: str, title: str) -> Parts:
    return Parts(
        f"pennyflick.rules.{package}.game:{title}",
        f"pennyflick.players.games.{package}",
        f"pennyflick.rules:text/{package.replace('_', '-')}.md",
        f"pennyflick.lessons:first_minute/{package.replace('_', '-')}.toml",
        f"pennyflick.players.values:shipped/{package.replace('_', '-')}.json",
    )


# name -> parts, in the order people see them; a game of another package adds a line of its own: GAMES[name] = Parts(…)
GAMES: dict[str, Parts] = {
    "penny-black": _ours("penny_black", "PennyBlack"),
    "penny-blue": _ours("penny_blue", "PennyBlue"),
    "penny-red": _ours("penny_red", "PennyRed"),
    "penny-green": _ours("penny_green", "PennyGreen"),
    "pichenotte": _ours("pichenotte", "Pichenotte"),
}


class UnknownGameError(ValueError):
    """No game has this name."""


def names() -> tuple[str, ...]:
    """Every game, in the order people see them."""
    return tuple(GAMES)


def game_class(name: str) -> type[Any]:
    """The class of a game; its dataclass field `options` defaults to the game's Options()."""
    module, _, attribute = _parts(name).rules.partition(":")
    found: type[Any] = getattr(import_module(module), attribute)
    return found


def new_game(name: str, texts: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """A game with options given as text; raises UnknownGameError or OptionError."""
    cls = game_class(name)
    game: Game[Any, Any] = cls(option_texts.parse(cls.options_class, texts or {}))
    return game


def players_part(name: str, attribute: str) -> Any:
    """What the game's own module of players calls so: TACTICS, STUDY, TEMPERAMENTS, WEAKNESSES or LIKING."""
    return getattr(import_module(_parts(name).players), attribute)


def page_text(name: str) -> str:
    """The game's page of the rulebook, as Markdown."""
    package, _, path = _parts(name).page.partition(":")
    return files(package).joinpath(path).read_text(encoding="utf-8")


def values_text(name: str) -> str | None:
    """The learned value of the game's positions, as the file has it; None: it brings none."""
    package, _, path = _parts(name).values.partition(":")
    file = files(package).joinpath(path) if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else None


def _parts(name: str) -> Parts:
    if name not in GAMES:
        raise UnknownGameError(f"no game named {name!r}; {did_you_mean(name, names())}")
    return GAMES[name]

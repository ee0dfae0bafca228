"""Penny Bowls on the list of games, by the one line that a game of another package writes.

As a plugin (`pytest -p tests.sixth_game.registered`) it is there before any test is collected, for every suite that
runs over all games.
"""

from pennyflick.rules import registry
from pennyflick.rules.registry import Parts

NAME, PACKAGE = "penny-bowls", "tests.sixth_game.penny_bowls"


def register() -> None:
    """The one line."""
    registry.GAMES[NAME] = Parts(f"{PACKAGE}.game:PennyBowls", f"{PACKAGE}.players", f"{PACKAGE}:rules.md")


def pytest_configure() -> None:
    """What a plugin is asked to do first."""
    register()

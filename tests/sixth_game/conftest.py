"""Penny Bowls takes part while its own tests run, and no longer."""

from collections.abc import Iterator

import pytest

from pennyflick.rules import registry
from tests.sixth_game.registered import NAME, register


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    register()
    yield
    del registry.GAMES[NAME]

"""Matches to try things on, and the soak's own checks."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pennyflick.match import Match, new_match, play
from pennyflick.players import HANDS, VISIBLE_HANDS, RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.table import Side


@pytest.fixture(scope="session")
def black() -> Game[Any, Any]:
    """Penny Black as most people play it, cut short."""
    return registry.new_game("penny-black", {"turn_limit": "6"})


@pytest.fixture
def fresh(black: Game[Any, Any]) -> Match:
    """A match about to begin."""
    return new_match(black, seed=5, starter=Side.ONE)


@pytest.fixture(scope="session")
def finished(black: Game[Any, Any]) -> Match:
    """A match played to its end by two good hands."""
    match = new_match(black, seed=11, hands=dict.fromkeys(black.seats, HANDS["good"]))
    return play(match, {seat: RandomLegal(aimed=0.9) for seat in black.seats})


@pytest.fixture(scope="session")
def let_go(black: Game[Any, Any]) -> Match:
    """A match played to its end by a visible hand, let go a little later each time, and a blind one."""
    match = new_match(black, seed=11, hands=dict(zip(black.seats, (VISIBLE_HANDS["good"], HANDS["good"]), strict=True)))
    players = {seat: RandomLegal(aimed=0.9) for seat in black.seats}
    return play(match, players, timing=lambda match, seat, _: 700 * match.played if seat.side is Side.ONE else None)


@pytest.fixture(scope="session")
def soak_rules() -> ModuleType:
    """benchmarks/soak_rules.py."""
    path = Path(__file__).parents[2] / "benchmarks" / "soak_rules.py"
    spec = importlib.util.spec_from_file_location("soak_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["soak_rules"] = module
    spec.loader.exec_module(module)
    return module

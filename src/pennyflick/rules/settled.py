"""A game with its options settled: what all games do alike. Each hands what people ask to its own pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pennyflick.rules.game import Aims, Form, Position, Result, ScoreRow, Verdict
from pennyflick.rules.options import Preset
from pennyflick.rules.partners import SINGLES
from pennyflick.table import Deed, Layout, Seat

O = TypeVar("O")  # noqa: E741 - a game's Options
L = TypeVar("L")  # a game's Ledger
F = TypeVar("F")  # a game's Facts


def no_aims(options: object, ledger: object) -> Aims:
    """What a game says of goal and danger that says nothing."""
    del options, ledger
    return Aims()


@dataclass(frozen=True)
class Rules(Generic[O, L, F]):
    """What one game says of its score sheet alone: pure functions of the options and the ledger, no board."""

    judge: Callable[[O, L, F | Deed], Verdict[L]]
    form: Callable[[O, L], Form | None]
    facts: Callable[[O, L, Mapping[str, Any]], F]
    sheet: Callable[[O, L], tuple[ScoreRow, ...]]
    result: Callable[[O, L], Result | None]
    aims: Callable[[O, L], Aims] = no_aims


@dataclass(frozen=True)
class SettledGame(Generic[O, L, F]):
    """The part of the protocol (rules/game.py) that no game needs to write again; the rest is the game's own."""

    options: O
    options_class: ClassVar[type[Any]]
    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[Rules[Any, Any, Any]]
    presets: ClassVar[tuple[Preset, ...]] = ()  # the first is what *Play* begins against the house

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two players, where the game does not say otherwise."""
        return SINGLES

    def judge(self, ledger: L, seen: F | Deed) -> Verdict[L]:
        """Rule on it; the match must not be over."""
        assert self.result(ledger) is None, "the match is over: there is nothing left to rule on"
        return self.rules.judge(self.options, ledger, seen)

    def form(self, ledger: L) -> Form | None:
        """What the umpire of a real board asks now."""
        return self.rules.form(self.options, ledger)

    def facts(self, ledger: L, told: Mapping[str, Any]) -> F:
        """Facts from an onlooker's answers."""
        found: F = self.rules.facts(self.options, ledger, told)
        return found

    def sheet(self, ledger: L) -> tuple[ScoreRow, ...]:
        """The score sheet."""
        return self.rules.sheet(self.options, ledger)

    def aims(self, ledger: L) -> Aims:
        """Goal and danger of what comes next."""
        return self.rules.aims(self.options, ledger)

    def result(self, ledger: L) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self.rules.result(self.options, ledger)

    def shown(self, layout: Layout) -> Mapping[str, Any]:
        """Nothing of the ledger follows from the layout, where the game does not say otherwise."""
        del layout
        return {}

    def contradiction(self, position: Position[L]) -> str | None:
        """Any ledger goes with any layout, where the game does not say otherwise."""
        del position
        return None

"""A lesson as its file has it: positions to flick from, what is said, and when it is done."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pennyflick.record import parse_told
from pennyflick.record.position_text import parse_position
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Clause, DiscId, Flick, Layout, Point, Seat, Side


@dataclass(frozen=True)
class Step:
    """One flick to try: from where, what is said before it, and what must come of it."""

    position: str  # as docs/notation.md writes positions; One is to flick
    sentence: str
    flick: str  # one that does it
    ruled: tuple[Clause, ...] = ()  # clauses that must be among the rulings; none: any flick will do
    lies: tuple[DiscId, ...] = ()  # discs that must lie on the board then
    gone: tuple[DiscId, ...] = ()  # discs that must not

    def done(self, ruled: Collection[Clause], layout: Layout) -> bool:
        """Whether a flick that was ruled on by these clauses and left this layout did it."""
        lying = [disc for disc, place in layout.where.items() if isinstance(place, Point)]
        return set(self.ruled) <= set(ruled) and set(self.lies) <= set(lying) and not set(self.gone) & set(lying)


@cache
def first_minute(game: str) -> tuple[Step, ...]:
    """The steps with which a game's first match begins; none: the game brings no lesson."""
    found = registry.GAMES[game].lesson
    if not found:
        return ()
    package, _, path = found.partition(":")
    read = tomllib.loads(files(package).joinpath(path).read_text(encoding="utf-8"))
    return tuple(_step(each) for each in read["step"])


def practised(game: str) -> Game[Any, Any]:
    """The game as its lesson and its first match play it: by its first preset."""
    presets = registry.game_class(game).presets
    return registry.new_game(game, dict(presets[0].values) if presets else {})


def set_up(game: Game[Any, Any], step: Step) -> Position[Any]:
    """The position of a step."""
    return parse_position(game, step.position)


def known_flick(game: Game[Any, Any], step: Step) -> Flick:
    """The flick that does it."""
    told = parse_told(step.flick, Seat(Side.ONE), game.board.spots)
    assert isinstance(told, Flick), f"{step.flick!r} is no flick"
    return told


def _step(read: Mapping[str, Any]) -> Step:
    ruled = tuple(Clause(each) for each in read.get("ruled", ()))
    lies, gone = (tuple(DiscId(each) for each in read.get(key, ())) for key in ("lies", "gone"))
    return Step(read["position"], read["sentence"], read["flick"], ruled, lies, gone)

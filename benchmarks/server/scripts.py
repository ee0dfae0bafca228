"""Whole matches worked out beforehand: the generator need not think while it measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import msgspec

from pennyflick.match.playing import step
from pennyflick.match.referee import decision, new_match
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.options import specs
from pennyflick.server.wire.answers import wire_answer
from pennyflick.table import Flick, Side, SideFlick

LONG = {"turn_limit": "1000", "games": "99", "length": "full", "rounds": "99", "sets": "99", "goals": "99"}
AIMED = 0.6  # flicks at another disc; the others go anywhere


@dataclass(frozen=True)
class Script:
    """A match at one screen: the form that begins it, and what is answered at each version."""

    game: str
    form: Mapping[str, str]
    answers: tuple[tuple[bytes, bool], ...]  # the end of a command after its id, and whether it is a flick

    def command(self, version: int, name: str) -> bytes:
        """What is sent at this version, under this id."""
        return b'{"type":"answer","id":"' + name.encode() + self.answers[version][0]

    def is_flick(self, version: int) -> bool:
        """Whether that is a flick, and no placement or choice."""
        return self.answers[version][1]


@cache
def scripts(game: str, count: int, actions: int) -> tuple[Script, ...]:
    """Some matches of a game, each as many actions long."""
    return tuple(_script(game, 1_000 + number, actions) for number in range(count))


def _script(game: str, seed: int, actions: int) -> Script:
    options = long_options(game)
    form = {"seating": "screen", "seed": str(seed), "starter": "one"}
    form |= {f"option.{option}": value for option, value in options.items()}
    return Script(game, form, tuple(_answers(game, options, seed, actions)))


def long_options(game: str) -> dict[str, str]:
    """The options with which a match lasts."""
    known = {spec.name for spec in specs(registry.game_class(game).options_class)}
    return {option: value for option, value in LONG.items() if option in known}


def _answers(game: str, options: Mapping[str, str], seed: int, actions: int) -> Iterator[tuple[bytes, bool]]:
    match = new_match(registry.new_game(game, options), seed=seed, starter=Side.ONE)
    players = dict.fromkeys(match.game.seats, RandomLegal(aimed=AIMED))
    for version in range(actions):
        asked = decision(match)
        if asked is None:
            return
        match, _ = step(match, players, asked)
        action = match.actions[-1]
        told = {"version": version, "seat": action.by.name, "answer": wire_answer(action.answer)}
        yield b'",' + msgspec.json.encode(told)[1:], isinstance(action.answer, Flick | SideFlick)

"""The players and hands that people name on the command line."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.cli.errors import CommandError
from pennyflick.players.hands import HANDS, Hand, HandError, parse_hand
from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal

RANDOM = "random"


@dataclass(frozen=True)
class Opponent:
    """A way to think and a hand: bots always have one."""

    player: Player
    hand: Hand


def opponent(text: str, game_name: str) -> Opponent:
    """The opponent that a word names: random, or a bot's level or name; raises CommandError."""
    if text == RANDOM:
        return Opponent(RandomLegal(), HANDS["average"])
    from pennyflick.players.bots import SpecError, parse_spec, player  # only now: bots load numpy

    try:
        spec = parse_spec(text)
    except SpecError as error:
        raise CommandError(f"{error} {RANDOM.capitalize()} is one too.") from None
    return Opponent(player(spec, game_name), spec.hand)


def chosen_hand(text: str | None) -> Hand | None:
    """The hand that a text names; None: no error at all. Raises CommandError."""
    if text is None or text == "none":
        return None
    try:
        return parse_hand(text)
    except HandError as error:
        raise CommandError(str(error)) from None

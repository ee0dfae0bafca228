"""The players and hands that people name on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pennyflick.cli.errors import CommandError
from pennyflick.players.hands import HANDS, Hand, HandError, parse_hand
from pennyflick.players.player import Player
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.temperaments import NAMES
from pennyflick.record.who import bot, house
from pennyflick.table import Seat

RANDOM = "random"
EXACT = "exact"  # no hand at all: every flick goes where it was meant


@dataclass(frozen=True)
class Opponent:
    """A way to think and a hand: bots always have one."""

    player: Player
    hand: Hand
    who: str  # as records write it


def opponent(text: str, game_name: str, facing: Hand) -> Opponent:
    """The opponent that a word names: random, or a bot's level or name, against such a hand; raises CommandError."""
    if text == RANDOM:
        return Opponent(RandomLegal(), HANDS["average"], bot(RANDOM))
    from pennyflick.players.bots import SpecError, parse_spec, player  # only now: bots load numpy

    try:
        spec = parse_spec(text, game_name)
        thinking = player(spec, game_name, facing)
    except SpecError as error:
        raise CommandError(f"{error} {RANDOM.capitalize()} is one too.") from None
    return Opponent(thinking, spec.hand, house(text) if text in NAMES else bot(text))


def chosen_hands(words: Iterable[str], seats: Iterable[Seat]) -> dict[Seat, Hand | None]:
    """The hands of these seats: one for all, or SEAT=HAND for each; raises CommandError."""
    known = {seat.name: seat for seat in seats}
    hands: dict[Seat, Hand | None] = dict.fromkeys(known.values())
    for word in words:
        name, told, hand = word.rpartition("=")
        if told and name not in known:
            raise CommandError(f"--hand {word}: no person sits at {name!r}; there are {', '.join(known)}")
        hands |= dict.fromkeys([known[name]] if told else known.values(), _hand(hand))
    return hands


def _hand(text: str) -> Hand | None:
    if text == EXACT:
        return None
    try:
        hand = parse_hand(text)
    except HandError as error:
        raise CommandError(f"{error} {EXACT.capitalize()} is one too.") from None
    if hand.visible:
        raise CommandError(f"--hand {text}: nobody sees a hand wander in a terminal; leave out the word 'visible'")
    return hand

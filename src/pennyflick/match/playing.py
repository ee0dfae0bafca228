"""Players play a match to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pennyflick.match.referee import Match, apply, decision
from pennyflick.players.dice import Dice
from pennyflick.players.player import Player, Thought
from pennyflick.rules.partners import decision_for
from pennyflick.table import Decision, Seat


class TooLongError(RuntimeError):
    """A match that does not end: its rules must end it by themselves (turn_limit)."""


def play(
    match: Match,
    players: Mapping[Seat, Player],
    *,
    actions: int = 20_000,
    watch: Callable[[Match, Thought], None] | None = None,
) -> Match:
    """The match played to its end by these players; `watch` sees each step."""
    for _ in range(actions):
        asked = decision(match)
        if asked is None:
            return match
        match, thought = step(match, players, asked)
        if watch is not None:
            watch(match, thought)
    raise TooLongError(f"{match.game.name} went on after {actions} actions: {match.position.ledger!r}")


def step(match: Match, players: Mapping[Seat, Player], asked: Decision) -> tuple[Match, Thought]:
    """The match after one answer of whoever must decide, and what he thought."""
    number = match.played + 1
    seat = Dice(match.seed, number, "partner").pick(asked.seats)
    dice = Dice(match.seed, number, f"player {seat.name}")
    own = decision_for(match.game.discs, asked, seat) if len(asked.seats) > 1 else asked
    thought = players[seat].answer(match.game, match.position, own, dice)
    return apply(match, seat, thought.answer), thought

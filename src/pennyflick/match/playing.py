"""The one way from a decision to an answer, for matches of players and for the seats that the house plays."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from pennyflick.match.referee import Match, apply, decision, refusal
from pennyflick.players.dice import Dice
from pennyflick.players.player import Player, Thought
from pennyflick.rules.partners import decision_for
from pennyflick.table import Answer, Decision, Seat

_LOG = logging.getLogger("pennyflick.match")


class TooLongError(RuntimeError):
    """A match that does not end: its rules must end it by themselves (turn_limit)."""


Timing = Callable[[Match, Seat, Answer], int | None]  # when a seat with a visible hand lets go, in milliseconds


def untimed(match: Match, seat: Seat, answer: Answer) -> None:
    """Blind and exact hands have no instant."""
    del match, seat, answer  # it is asked all the same


def play(
    match: Match,
    players: Mapping[Seat, Player],
    *,
    actions: int = 20_000,
    watch: Callable[[Match, Thought], None] | None = None,
    timing: Timing = untimed,
) -> Match:
    """The match played to its end by these players; `watch` sees each step."""
    for _ in range(actions):
        asked = decision(match)
        if asked is None:
            return match
        match, thought = step(match, players, asked, timing)
        if watch is not None:
            watch(match, thought)
    raise TooLongError(f"{match.game.name} went on after {actions} actions: {match.position.ledger!r}")


def step(
    match: Match, players: Mapping[Seat, Player], asked: Decision, timing: Timing = untimed
) -> tuple[Match, Thought]:
    """The match after one answer of whoever must decide, and what he thought."""
    seat = whose_answer(match, asked)
    thought = thought_of(match, seat, players[seat])
    return apply(match, seat, thought.answer, timing(match, seat, thought.answer)), thought


def whose_answer(match: Match, asked: Decision) -> Seat:
    """Who answers: of partners who share a decision, one by dice."""
    return Dice(match.seed, match.played + 1, "partner").pick(asked.seats)


def thought_of(match: Match, seat: Seat, player: Player, attempt: int = 0) -> Thought:
    """What the player answers for this seat: asked only what the seat itself can do, with dice of this attempt."""
    asked = decision(match)
    assert asked is not None, "a player thinks only where there is something to decide"
    own = decision_for(match.game.discs, asked, seat) if len(asked.seats) > 1 else asked
    again = f" again {attempt}" if attempt else ""
    dice = Dice(match.seed, match.played + 1, f"player {seat.name}{again}")
    return player.answer(match.game, match.position, own, dice)


def accepted_thought(
    match: Match, seat: Seat, players: Mapping[str, Callable[[], Player]], attempt: int = 0
) -> Thought | None:
    """What the first of these players, by name, answers that the referee accepts; None: nobody's. Never raises."""
    for name, make in players.items():
        try:
            thought = thought_of(match, seat, make(), attempt)
        except Exception:  # whatever a bot does wrong, the match goes on without it
            _LOG.exception("%s failed at %s", name, match.game.name)
            continue
        refused = refusal(match, seat, thought.answer)
        if refused is None:
            return thought
        _LOG.error("%s at %s gave %r, refused: %s", name, match.game.name, thought.answer, refused.sentence)
    return None

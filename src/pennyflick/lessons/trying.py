"""What is written in a lesson, done: a match set up there, answers given, and how far a try has come.

Law: how a try stands follows from its match alone, so the page, the check and a restarted server agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from pennyflick.lessons.goal import broken, unmet
from pennyflick.lessons.kinds import Drill, Task
from pennyflick.match.referee import Match, apply, decision, new_match, refusal
from pennyflick.players.hands import Hand
from pennyflick.record import NotationError, PositionError, parse_position, parse_told
from pennyflick.record.notation import Seen
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.rules.options import OptionError
from pennyflick.table import Answer, Declare, Resign, Seat, Side

WRONG = (OptionError, PositionError, NotationError)  # what a text can have wrong before anything is played


# A match, and answers as they are written ---------------------------------------------------------------------------


def game_of(name: str, options: Mapping[str, str]) -> Game[Any, Any]:
    """The game with these options; the others have their defaults. Raises OptionError."""
    return registry.new_game(name, options)


def set_up_match(game: Game[Any, Any], position: str, seed: int = 0, hand: Hand | None = None) -> Match:
    """A match that begins in this position, whoever acts there first having this hand; raises PositionError."""
    begun = parse_position(game, position)
    exact = new_match(game, seed=seed, setup=begun)
    if hand is None:
        return exact
    hands = {seat: hand for seat in game.seats if seat.side is exact.starter}
    return new_match(game, seed=seed, setup=begun, hands=hands)


def parsed(match: Match, text: str) -> Answer:
    """The answer that a text means now; raises NotationError."""
    asked = decision(match)
    seat = Seat(Side.ONE) if asked is None else asked.seats[0]
    told = parse_told(text, seat, match.game.board.spots)
    if isinstance(told, Seen):
        raise NotationError(1, 1, "what can be done at a simulated board", "what was seen at a real one")
    return told


def seat_for(match: Match, answer: Answer) -> Seat:
    """Who gives it: the first of those who must act from whom the referee takes it, or who fouled."""
    if isinstance(answer, Declare | Resign):
        return answer.by
    asked = decision(match)
    seats = match.game.seats if asked is None else asked.seats
    return next((seat for seat in seats if refusal(match, seat, answer) is None), seats[0])


def answered(match: Match, text: str) -> Match:
    """The match after an answer; raises NotationError, or RefusedError when the referee does not take it."""
    answer = parsed(match, text)
    return apply(match, seat_for(match, answer), answer)


# A try --------------------------------------------------------------------------------------------------------------


class TryState(Enum):
    """How far a try has come."""

    OPEN = "open"
    DONE = "done"
    FAILED = "failed"


def try_state(task: Task, match: Match) -> TryState:
    """How the try that this match is stands: done as soon as its goal is met, failed when it no longer can be.

    A drill that counts goes on as long as it may, and has failed when nothing was counted.
    """
    if broken(task, match):
        return TryState.FAILED
    if isinstance(task, Drill) and task.counts:
        return TryState.OPEN if not _over(task, match) else TryState.DONE if _counted(task, match) else TryState.FAILED
    if _given(match, match.starter) and not unmet(task, match):
        return TryState.DONE
    return TryState.FAILED if _over(task, match) else TryState.OPEN


def score(drill: Drill, match: Match) -> int:
    """What a try of a drill counts."""
    return _counted(drill, match) if drill.counts else int(try_state(drill, match) is TryState.DONE)


def _counted(drill: Drill, match: Match) -> int:
    own = (action for action in match.actions if action.by.side is match.starter)
    return sum(bool(set(drill.counts) & set(action.verdict.clauses)) for action in own)


def _over(task: Task, match: Match) -> bool:
    asked = decision(match)
    if asked is None:
        return True
    if asked.seats[0].side is not match.starter:
        text = reply_to(task, match)
        return text is None or not _taken(match, text)
    return task.answers is not None and _given(match, match.starter) >= task.answers


def reply_to(task: Task, match: Match) -> str | None:
    """What the other side answers now; None: it is not its turn, or nothing is written for it."""
    asked = decision(match)
    if asked is None or asked.seats[0].side is match.starter:
        return None
    given = _given(match, match.starter.other)
    return task.replies[given] if given < len(task.replies) else None


def _taken(match: Match, text: str) -> bool:
    """Whether the referee takes a reply here: it is written for how the solution goes, not for every other way."""
    answer = parsed(match, text)
    return refusal(match, seat_for(match, answer), answer) is None


def replied(task: Task, match: Match) -> Match:
    """The match after whatever the other side answers now; raises as `answered` does."""
    while try_state(task, match) is TryState.OPEN and (text := reply_to(task, match)) is not None:
        match = answered(match, text)
    return match


def solved(task: Task, match: Match, solution: tuple[str, ...]) -> Match:
    """The match after the solution, as far as it is needed; raises as `answered` does."""
    match = replied(task, match)
    for text in solution:
        if try_state(task, match) is not TryState.OPEN:
            break
        match = replied(task, answered(match, text))
    return match


def _given(match: Match, side: Side) -> int:
    return sum(action.by.side is side for action in match.actions)

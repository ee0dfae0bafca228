"""Whether a drill can be played, and how an expert does at it with the same hand.

Law: the same drill gives the same figures; seeds are 0 and up, and nothing else is drawn. With a visible hand the
expert lets go as well as somebody who times to 100 ms (`faced`).

A try of one flick: he means the flick that comes off most often. Ideas by geometry, tried by the referee himself; the
better half again, with more draws and with flicks beside them, until one is left. A try that lasts longer, or does not
begin with a flick, is played by the bot of that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pennyflick.lessons.goal import GoalError, broken, unmet
from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.solving import begun, check_goal
from pennyflick.lessons.trying import TryState, parsed, replied, score, try_state
from pennyflick.match.execution import actual_flick
from pennyflick.match.playing import step
from pennyflick.match.referee import Match, applied, decision, refusal
from pennyflick.players.bots import NAMED, player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import Hand, HandError, executed, faced, parse_hand
from pennyflick.players.player import Player
from pennyflick.players.search.tactics import tactics_of
from pennyflick.record import PositionError, digest, told_text
from pennyflick.table import AnyFlick, Flick, SideFlick

ROUNDS = ((160, 4), (80, 6), (40, 12), (16, 24), (6, 60), (2, 150))  # flicks that are left, draws of each
BESIDE = 3  # of the first rounds: so many in which every flick gets a neighbour
DRAWS = 100  # of the flick he means in each position
TURNS = 3  # a position, where he plays on until the turn is over


@dataclass(frozen=True)
class Measured:
    """What an expert does at a drill."""

    of: str
    rate: float
    best: tuple[str, ...]


# Can it be played? ---------------------------------------------------------------------------------------------------


def check_drill(drill: Drill) -> None:
    """Raises SlipError for a drill that cannot be played as it is written."""
    check_goal(drill)
    hand_of(drill)
    if not drill.tries:
        raise SlipError(drill.where.of("tries"), f"{drill.id}: there must be at least one try")
    for number in range(len(drill.positions)):
        _check_position(drill, number)


def hand_of(drill: Drill) -> Hand:
    """The hand with which it is tried; raises SlipError."""
    try:
        return parse_hand(drill.hand)
    except HandError as error:
        raise SlipError(drill.where.of("hand"), f"{drill.id}: {error}") from None


def _check_position(drill: Drill, number: int) -> None:
    match = _begun(drill, number)
    if decision(match) is None:
        raise SlipError(drill.where.of("positions"), f"{drill.id}: in position {number + 1} the match is over")
    try:
        unmet(drill, match)
    except (GoalError, PositionError) as error:
        raise SlipError(drill.where, f"{drill.id}: {error}") from None


def _begun(drill: Drill, number: int) -> Match:
    return begun(drill, drill.position(number), "positions")


# The expert ----------------------------------------------------------------------------------------------------------


def drill_digest(drill: Drill) -> str:
    """What tells this drill from one whose figures would be others."""
    goal = {name: getattr(drill, name) for name in drill.conditions}
    rest = [drill.game, drill.positions, drill.options, drill.replies, drill.turn, drill.counts, drill.hand]
    return digest({"goal": goal, "rest": rest})


def measure(drill: Drill) -> Measured:
    """The expert at this drill."""
    if drill.turn or not all(_ideas(drill, _begun(drill, number)) for number in range(len(drill.positions))):
        return Measured(drill_digest(drill), _rate_of_turns(drill), ())
    flicks = [best_flick(drill, number) for number in range(len(drill.positions))]
    spots = _begun(drill, 0).game.board.spots
    best = tuple(told_text(flick, spots) for flick in flicks)
    return Measured(drill_digest(drill), rate_of(drill, best), best)


def rate_of(drill: Drill, best: Sequence[str]) -> float:
    """How often these flicks come off, one for each position, on draws of their own."""
    return round(sum(_rate(drill, number, text) for number, text in enumerate(best)) / len(best), 3)


def _rate(drill: Drill, number: int, text: str) -> float:
    match = _begun(drill, number)
    flick = parsed(match, text)
    assert isinstance(flick, Flick | SideFlick), f"{text!r} is no flick"
    return _shares(drill, match, [flick], range(_searched(), _searched() + DRAWS))[0]


def best_flick(drill: Drill, number: int) -> AnyFlick:
    """The flick that comes off most often in one of the positions."""
    match = _begun(drill, number)
    tried, seed = _ideas(drill, match), 0
    for turn, (left, draws) in enumerate(ROUNDS):
        if turn < BESIDE:
            tried = [*tried, *_beside(drill, match, tried)]
        shares = _shares(drill, match, tried, range(seed, seed + draws))
        order = sorted(range(len(tried)), key=lambda row: -shares[row])
        tried, seed = [tried[row] for row in order[:left]], seed + draws
    return tried[0]


def _searched() -> int:
    """How many seeds the search takes: what is told of a flick comes from others."""
    return sum(draws for _, draws in ROUNDS)


def _ideas(drill: Drill, match: Match) -> list[AnyFlick]:
    asked = decision(match)
    assert asked is not None, "a drill that was checked can be played"
    aims = tactics_of(drill.game).ideas(match.game, match.position, asked, wide=True)
    return [aims.answer(row) for row in range(len(aims))]


def _beside(drill: Drill, match: Match, flicks: Iterable[AnyFlick]) -> list[AnyFlick]:
    """For each of them one that the hand might do instead."""
    hand = _expert_hand(drill)
    near = (executed(hand, flick, Dice(number, 0, "beside")) for number, flick in enumerate(flicks))
    seat = match.asked.seats[0] if match.asked else match.game.seats[0]
    return [flick for flick in near if refusal(match, seat, flick) is None]


def _shares(drill: Drill, match: Match, flicks: Sequence[AnyFlick], seeds: range) -> list[float]:
    """How often each comes off: all err alike, so that they can be compared."""
    hand = _expert_hand(drill)
    return [
        sum(_comes_off(drill, match, actual_flick(hand, flick, seed, 1, None)) for seed in seeds) / len(seeds)
        for flick in flicks
    ]


def _comes_off(drill: Drill, match: Match, flick: AnyFlick) -> bool:
    assert match.asked is not None
    after = applied(match, match.asked.seats[0], flick, None)
    return not broken(drill, after) and not unmet(drill, after)


def _expert_hand(drill: Drill) -> Hand:
    return faced([hand_of(drill)])


def _rate_of_turns(drill: Drill) -> float:
    bot = player(replace(NAMED["expert"], hand=_expert_hand(drill)), drill.game)
    counted = [_turn(drill, bot, number, seed) for number in range(len(drill.positions)) for seed in range(TURNS)]
    return round(sum(counted) / len(counted), 3)


def _turn(drill: Drill, bot: Player, number: int, seed: int) -> int:
    """What the bot makes of one turn."""
    exact = _begun(drill, number)
    hands = {seat: _expert_hand(drill) if seat.side is exact.starter else None for seat in exact.game.seats}
    match: Match = replace(exact, seed=seed, hands=hands)
    players: dict[Any, Player] = dict.fromkeys(match.game.seats, bot)
    while try_state(drill, match) is TryState.OPEN and (asked := decision(match)) is not None:
        match = replied(drill, step(match, players, asked)[0])
    return score(drill, match)

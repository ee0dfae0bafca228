"""The referee: a match moves on by answers. Law: pure; the same match and answer give the same next match."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pennyflick import physics
from pennyflick.match.execution import actual_flick, is_stroke, refuse_instant
from pennyflick.players.dice import Dice
from pennyflick.players.hands import Hand
from pennyflick.record import PositionError, impossible, position_digest
from pennyflick.record.who import PERSON
from pennyflick.rules.game import Game, Position, Result, Verdict, advance
from pennyflick.rules.partners import refuse_partner
from pennyflick.rules.refusing import refused
from pennyflick.table import (
    Answer,
    Decision,
    Declare,
    Flick,
    Object,
    Place,
    Point,
    Refusal,
    Resign,
    Seat,
    Sentence,
    Shot,
    Side,
    SideFlick,
    Subject,
    Viewer,
    listed,
    phrase,
    says,
    verb,
)

ABANDONED, AGREED, ON_TIME = "abandoned", "agreed", "on-time"
EARLY = (ABANDONED, AGREED, ON_TIME)  # how a match ends without an action that ends it
PLACING_DECIMALS = 1  # people place to a tenth of a millimetre; named spots are exact


class RefusedError(ValueError):
    """An answer that cannot be accepted; the match is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.sentence))
        self.refusal = refusal


@dataclass(frozen=True)
class Action:
    """One thing that was done, what came of it, and why."""

    number: int
    by: Seat
    answer: Answer  # as meant
    actual: Flick | SideFlick | None  # what the hand made of it, when one was at work
    verdict: Verdict[Any]
    shot: Shot | None
    digest: str  # of the position after
    position: Position[Any]  # after
    instant_ms: int | None = None  # when a flick of a visible hand was let go, since the decision opened


@dataclass(frozen=True)
class Ended:
    """How a match came to its end."""

    how: str  # played, resigned, or EARLY: abandoned, agreed, on-time
    result: Result


@dataclass(frozen=True)
class Match:
    """One sitting, from the toss to where it is now."""

    game: Game[Any, Any]
    starter: Side
    names: Mapping[Seat, str]
    hands: Mapping[Seat, Hand | None]
    seed: int  # secret while the match is live: whoever knows it knows the hands' errors to come
    position: Position[Any]
    actions: tuple[Action, ...] = ()
    ended: Ended | None = None
    branched_after: int = 0  # how many first actions were played in the match that this one branched from
    setup: Position[Any] | None = None  # where `actions` begin, when that is not the opening
    earlier: int = 0  # actions played before `setup` that are no longer known; numbers and dice go on after them
    players: Mapping[Seat, str] = field(default_factory=dict)  # who decides for each seat, as records write it
    strokes: bool = False  # whether a finger may strike through a disc, with no hand's error added

    @property
    def begun(self) -> Position[Any]:
        """The position before the first of `actions`."""
        return self.game.opening(self.starter) if self.setup is None else self.setup

    @property
    def played(self) -> int:
        """How many actions were played, those that are no longer known included."""
        return self.earlier + len(self.actions)

    @cached_property
    def asked(self) -> Decision | None:
        """What must be decided next, worked out once: in some games its regions take milliseconds."""
        return None if self.ended else self.game.decision(self.position)

    @property
    def watcher(self) -> Viewer:
        """Whoever looks on: sentences call the players by their names."""
        return Viewer(self.names)


def new_match(
    game: Game[Any, Any],
    *,
    seed: int,
    starter: Side | None = None,
    names: Mapping[Seat, str] | None = None,
    hands: Mapping[Seat, Hand | None] | None = None,
    players: Mapping[Seat, str] | None = None,
    setup: Position[Any] | None = None,
) -> Match:
    """A match about to begin, at the opening or as it is set up.

    Without a starter the toss is drawn with the seed (GEN-10); in a set-up whoever decides first counts as starter.
    Whoever is not named in `players` is a person. Raises PositionError when the set-up cannot be.
    """
    if seed < 0:
        raise ValueError(f"seed {seed} is negative; it must be a whole number from 0 up")
    if setup is not None and (wrong := impossible(game, setup)) is not None:
        raise PositionError(wrong)
    first = starter or (toss(seed) if setup is None else _first_to_decide(game, setup))
    given_names, given_hands, given_players = names or {}, hands or {}, players or {}
    _check_seats(game, (*given_names, *given_hands, *given_players))
    match = Match(
        game,
        first,
        {seat: given_names.get(seat, seat.name.capitalize()) for seat in game.seats},
        {seat: given_hands.get(seat) for seat in game.seats},
        seed,
        game.opening(first) if setup is None else setup,
        setup=setup,
        players={seat: given_players.get(seat, PERSON) for seat in game.seats},
    )
    return _with_result(match)


def resumed(begun: Match, position: Position[Any], earlier: int) -> Match:
    """A match that goes on from this position, after actions that are no longer known.

    `begun` is the same match before its first action. Numbers and dice go on as if all had been played here.
    """
    if begun.played or earlier < 0:
        raise ValueError(f"cannot go on after {earlier} actions from a match that has {begun.played}")
    return _with_result(dataclasses.replace(begun, position=position, setup=position, earlier=earlier, ended=None))


def _first_to_decide(game: Game[Any, Any], setup: Position[Any]) -> Side:
    asked = game.decision(setup)
    return Side.ONE if asked is None else asked.seats[0].side


def toss(seed: int) -> Side:
    """Who starts, drawn with the seed (GEN-10)."""
    return Dice(seed, 0, "toss").pick((Side.ONE, Side.TWO))


def decision(match: Match) -> Decision | None:
    """What must be decided next; None: the match is over."""
    return match.asked


def result(match: Match) -> Result | None:
    """How the match ended, or None while it goes on."""
    return match.ended.result if match.ended else None


def refusal(match: Match, by: Seat, answer: Answer) -> Refusal | None:
    """Why this seat cannot give this answer now, or None."""
    if match.ended:
        return _over(match.ended)
    if by not in match.game.seats:
        return refused(None, f"no seat {by.name!r} at this table, only {_names(match.game.seats)}")
    if isinstance(answer, Resign | Declare):
        if answer.by != by:
            return refused(None, f"{by.name} cannot {_verb(answer)} for {answer.by.name}, only for itself")
        return None if isinstance(answer, Resign) else match.game.refuse(match.position, answer, match.asked)
    asked = match.asked
    if asked is not None and by not in asked.seats:
        seats = listed(map(Object, asked.seats), "or")
        return refused(None, phrase("It is for", seats, "to answer, not", Object(by), ":", asked.sentence))
    if is_stroke(answer) and not match.strokes:
        return refused(None, "Finger flicks were not agreed on at this table; pull, click or use the keys.")
    tidy = tidied(match.game, answer)
    return match.game.refuse(match.position, tidy, match.asked) or refuse_partner(match.game.discs, by, tidy)


def apply(match: Match, by: Seat, answer: Answer, instant_ms: int | None = None) -> Match:
    """The match after this answer; raises RefusedError when it cannot be accepted.

    A flick of a visible hand, and no other answer, may come with the instant at which it was let go; without one
    nobody watched it, and the hand is blind this time.
    """
    refusing = refusal(match, by, answer) or refuse_instant(match.hands.get(by), answer, instant_ms)
    if refusing is not None:
        raise RefusedError(refusing)
    if isinstance(answer, Resign):
        return _resigned(match, by, answer)
    meant = tidied(match.game, answer)
    return applied(match, by, meant, _executed(match, by, meant, instant_ms), instant_ms)


def applied(
    match: Match, by: Seat, meant: Answer, actual: Flick | SideFlick | None, instant_ms: int | None = None
) -> Match:
    """The match after an accepted answer whose actual flick is settled already: no dice are thrown."""
    done = meant if actual is None else actual
    shot = None
    if isinstance(done, Flick | SideFlick):
        shot = physics.simulate(match.game.board.surface, match.game.discs, match.position.layout, done)
    position, verdict = advance(match.game, match.position, done, shot)
    action = Action(match.played + 1, by, meant, actual, verdict, shot, position_digest(position), position, instant_ms)
    return _with_action(match, action)


def abandon(match: Match) -> Match:
    """The match given up by whoever alone plays it: nobody wins."""
    return _ended_early(match, ABANDONED, Result(None, says("The match was abandoned")))


def agree(match: Match) -> Match:
    """The match given up by all who play it: nobody wins."""
    return _ended_early(match, AGREED, Result(None, says("All agreed to end the match")))


def win_on_time(match: Match, winner: Side) -> Match:
    """The match won because whoever must act has not acted in time."""
    asked = match.asked
    if asked is not None and any(seat.side is winner for seat in asked.seats):
        waited = says("It is for", listed(map(Object, asked.seats), "or"), "to act now")
        raise RefusedError(refused(None, waited))
    sentence = says(Subject(winner.other), "did not act in time:", Subject(winner), verb("wins"))
    return _ended_early(match, ON_TIME, Result(winner, sentence))


def _ended_early(match: Match, how: str, result: Result) -> Match:
    if match.ended:
        raise RefusedError(_over(match.ended))
    return dataclasses.replace(match, ended=Ended(how, result))


def _over(ended: Ended) -> Refusal:
    return refused(None, phrase("The match is over:", ended.result.sentence))


def branch(match: Match, after: int, *, seed: int | None = None) -> Match:
    """A new match that begins as this one stood after so many actions, with dice of its own."""
    if not match.earlier <= after <= match.played:
        raise ValueError(f"cannot branch after action {after}: known are actions {_span(match)}")
    kept = match.actions[: after - match.earlier]
    position = kept[-1].position if kept else match.begun
    fresh = branch_seed(match.seed, after) if seed is None else seed
    branched = dataclasses.replace(match, seed=fresh, position=position, actions=kept, ended=None, branched_after=after)
    return _with_result(branched)


def _span(match: Match) -> str:
    return f"{match.earlier + 1} to {match.played}" if match.actions else f"none after the first {match.earlier}"


def branch_seed(seed: int, after: int) -> int:
    """The seed of a branch when none is given: made from the first, and no way back to it."""
    return int.from_bytes(hashlib.sha256(f"pennyflick branch 1|{seed}|{after}".encode()).digest()[:16], "big")


def tidied(game: Game[Any, Any], answer: Answer) -> Answer:
    """The answer with its points as records hold them: to 0.1 mm, and what is a spot to 0.1 mm is that spot."""
    match answer:
        case Flick(start=Point() as start):
            return dataclasses.replace(answer, start=tidied_point(game, start))
        case SideFlick(at=Point() as at):
            return dataclasses.replace(answer, at=tidied_point(game, at))
        case Place(points=Mapping() as points):
            return Place({disc: tidied_point(game, point) for disc, point in points.items()})
        case _:
            return answer


def tidied_point(game: Game[Any, Any], point: Any) -> Any:
    """A point as records hold it: to 0.1 mm, or the spot that it is to 0.1 mm."""
    try:
        tidy = point.rounded(PLACING_DECIMALS)
    except (AttributeError, TypeError, ValueError, OverflowError):
        return point  # no point at all: the game says so when it refuses it
    spots = (spot.rounded() for spot in game.board.spots.values())
    return next((spot for spot in spots if spot.rounded(PLACING_DECIMALS) == tidy), tidy)


def _executed(match: Match, by: Seat, meant: Answer, instant_ms: int | None) -> Flick | SideFlick | None:
    hand = match.hands.get(by)
    if hand is None or not isinstance(meant, Flick | SideFlick) or is_stroke(meant):
        return None
    return actual_flick(hand, meant, match.seed, match.played + 1, instant_ms)


def _resigned(match: Match, by: Seat, answer: Resign) -> Match:
    winner = by.side.other
    sentence = resigned_sentence(by)
    verdict: Verdict[Any] = Verdict(match.position.ledger, (), {}, (sentence,))
    unmoved = match.position
    action = Action(match.played + 1, by, answer, None, verdict, None, position_digest(unmoved), unmoved)
    done = _with_action(match, action)
    return dataclasses.replace(done, ended=Ended("resigned", Result(winner, sentence)))


def resigned_sentence(by: Seat) -> Sentence:
    """That somebody gave up, and who wins by it."""
    return says(Subject(by), "resigned:", Subject(by.side.other), verb("wins"))


def _with_action(match: Match, action: Action) -> Match:
    return _with_result(dataclasses.replace(match, position=action.position, actions=(*match.actions, action)))


def _with_result(match: Match) -> Match:
    ending = match.game.result(match.position.ledger)
    return match if ending is None else dataclasses.replace(match, ended=Ended("played", ending))


def _check_seats(game: Game[Any, Any], seats: tuple[Seat, ...]) -> None:
    for seat in seats:
        if seat not in game.seats:
            raise ValueError(f"no seat {seat.name!r} in this game, only {_names(game.seats)}")


def _names(seats: tuple[Seat, ...]) -> str:
    return " or ".join(seat.name for seat in seats)


def _verb(answer: Resign | Declare) -> str:
    return "resign" if isinstance(answer, Resign) else "declare a foul"


__all__ = [
    "Action",
    "Ended",
    "Match",
    "RefusedError",
    "abandon",
    "agree",
    "applied",
    "apply",
    "branch",
    "decision",
    "new_match",
    "refusal",
    "result",
    "resumed",
    "toss",
    "win_on_time",
]

"""One match of a bot against itself that looks round: every position at which somebody acts, and what it led to.

Law: a match depends only on its job, so that any number of workers gives the same lines, and a run can go on later.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pennyflick.match import Match, new_match, play
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, Hand, hand_text, parse_hand
from pennyflick.players.player import Player, Thought
from pennyflick.players.specs import Spec
from pennyflick.players.values.study import Hands, Study, study_of
from pennyflick.players.values.taught import WITHIN, usual_speed_sd
from pennyflick.record import position_text
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Decision, Side

FLICKS = (400, 800)  # a decision: many matches teach more than few good ones
WARMTH = 0.01
WILD = 0.06  # how often an idea is taken at random, so that what a good player avoids is known too
PRESET = 0.6  # how often both hands are among those that people choose from
ALIKE = 0.6  # how often both are the same: between equals the position decides, and that is what is to be learned
SPREADS_DEG = (0.9, 5.0)  # otherwise anything in between, and a little beyond
PACES = (0.04, 0.2)  # the same for speeds, where they are drawn apart
TOGETHER, APART = "together", "apart"  # how the two spreads of a hand in between are drawn
_PRESETS = ("expert", "expert", "good", "average", "beginner")  # steady hands twice: they decide more by thinking


@dataclass(frozen=True)
class Job:
    """One match to be played; `values` as in a spec."""

    game: str
    seed: int
    lap: int
    number: int
    values: str
    spreads: str = TOGETHER


@dataclass(frozen=True)
class Lesson:
    """What one match teaches."""

    lap: int
    number: int
    hands: Hands
    positions: tuple[str, ...]  # at each of which somebody acts
    shares: tuple[float, ...]  # One's, of the stake that the position led to
    hopes: tuple[float | None, ...]  # One's share as whoever acted saw it, having searched; None: he did not think


@dataclass(frozen=True)
class Exploring:
    """Plays well, and now and then on a whim."""

    usual: Player
    whim: Player
    wild: float

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """What the usual one answers, mostly."""
        asked = self.whim if dice.chance(self.wild) else self.usual
        return asked.answer(game, position, decision, dice)


def lesson_line(job: Job) -> str:
    """The match played, as a line of text."""
    return written(lesson(job))


def lesson(job: Job) -> Lesson:
    """The match played."""
    game = registry.new_game(job.game)
    dice = Dice(job.seed, job.number, f"training {job.game} {job.lap}")
    hands = drawn_hands(dice, job.spreads)
    players = {side: _explorer(job, dice, hands[side], hands[side.other]) for side in Side}
    match = new_match(game, seed=dice.bits(), hands={seat: hands[seat.side] for seat in game.seats})
    thoughts: list[Thought] = []
    seated = {seat: players[seat.side] for seat in game.seats}
    played = play(match, seated, watch=lambda _, thought: thoughts.append(thought))
    return lesson_of(played, thoughts, study_of(job.game), job, hands)


def _explorer(job: Job, dice: Dice, hand: Hand, facing: Hand) -> Player:
    low, high = FLICKS
    spec = Spec(4, low + dice.below(high - low + 1), hand, WARMTH, job.values)
    whim = Spec(1, 0, hand, values=job.values)
    return Exploring(player(spec, job.game, facing), player(whim, job.game, facing), WILD)


def drawn_hands(dice: Dice, spreads: str = TOGETHER) -> dict[Side, Hand]:
    """A hand for each side: both among the usual ones, or both anything in between; often one and the same."""
    preset, alike = dice.chance(PRESET), dice.chance(ALIKE)
    between = _apart if spreads == APART else _together
    one, two = (HANDS[dice.pick(_PRESETS)] if preset else between(dice) for _ in Side)
    return {Side.ONE: one, Side.TWO: one if alike else two}


def _together(dice: Dice) -> Hand:
    """Speeds err about as much more as those of the usual hands do."""
    spread = _evenly(dice, *SPREADS_DEG)
    return Hand(round(spread, 2), round(usual_speed_sd(spread) * dice.between(*WITHIN), 3))


def _apart(dice: Dice) -> Hand:
    """Who turns far may keep his speeds, and the other way round."""
    return Hand(round(_evenly(dice, *SPREADS_DEG), 2), round(_evenly(dice, *PACES), 3))


def _evenly(dice: Dice, low: float, high: float) -> float:
    """As many steady hands as shaky ones."""
    return low * math.pow(high / low, dice.uniform())


def lesson_of(match: Match, thoughts: Sequence[Thought], study: Study, job: Job, hands: Hands) -> Lesson:
    """What a match that was played teaches; positions of a stake that was never decided teach nothing."""
    before = [match.begun, *(action.position for action in match.actions)]
    shares = _shares(match.game, study, [position.ledger for position in before])
    hopes = _hopes(match, study, thoughts)
    rows = [(position_text(match.game, at), *told) for at, *told in zip(before, shares, hopes, strict=False)]
    return _lesson(job.lap, job.number, hands, [row for row in rows if row[1] is not None])


def _lesson(lap: int, number: int, hands: Hands, rows: Sequence[Sequence[Any]]) -> Lesson:
    texts, shares, hopes = zip(*rows, strict=True) if rows else ((), (), ())
    return Lesson(lap, number, hands, tuple(texts), tuple(map(float, shares)), tuple(hopes))


def _hopes(match: Match, study: Study, thoughts: Sequence[Thought]) -> list[float | None]:
    """What each thought was worth, as One's share of the stake; None where nothing more was at stake."""
    ledgers = [match.begun.ledger, *(action.position.ledger for action in match.actions[:-1])]
    stakes = study.stakes(match.game, ledgers, Side.ONE)
    acted = zip(match.actions, thoughts, stakes, strict=True)
    return [_hope(action.by.side, thought.worth, *stake) for action, thought, stake in acted]


def _hope(side: Side, worth: float | None, lost: float, won: float) -> float | None:
    if worth is None or won <= lost:
        return None
    for_one = worth if side is Side.ONE else 1.0 - worth
    return round(float(min(max((for_one - lost) / (won - lost), 0.0), 1.0)), 4)


def _shares(game: Game[Any, Any], study: Study, ledgers: Sequence[Any]) -> list[float | None]:
    """For every ledger but the last: One's share of the stake that was decided next."""
    shares: list[float | None] = []
    share = None
    for before, after in reversed(list(itertools.pairwise(ledgers))):
        taken = study.taken(game, before, after)
        share = share if taken is None else taken
        shares.append(share)
    return shares[::-1]


def written(told: Lesson) -> str:
    """A lesson as a line."""
    hands = {side.value: hand_text(told.hands[side]) for side in Side}
    rows = list(zip(told.positions, told.shares, told.hopes, strict=True))
    return json.dumps({"round": told.lap, "match": told.number, "hands": hands, "positions": rows})


def read(line: str) -> Lesson:
    """A lesson from its line; raises ValueError."""
    told = json.loads(line)
    hands = {Side(side): parse_hand(text) for side, text in told["hands"].items()}
    return _lesson(told["round"], told["match"], hands, told["positions"])

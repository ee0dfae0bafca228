"""Puzzles found in matches of experts. Law: the same matches, seed and values give the same puzzles.

At each flick of a match the best is searched for, then the best of all that is another idea: with another disc, or
neither so aimed nor for the same. Both are compared on draws of their own; where the lead is large against its doubt,
the position is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from pennyflick.lessons.kinds import Puzzle
from pennyflick.lessons.puzzling import HAND, Compared, compared, scene
from pennyflick.lessons.reading import Where
from pennyflick.match.playing import step
from pennyflick.match.referee import Match, decision, new_match
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.noise import Noise, spread_deg
from pennyflick.players.search import looking, search
from pennyflick.players.search.aims import AimList, Aims
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.search.explain import explained
from pennyflick.players.values.files import values_version
from pennyflick.record import position_digest, position_text, told_text
from pennyflick.rules import registry
from pennyflick.table import Decision

PLAYERS = "expert"
BUDGET = 3_000  # imagined flicks for the best, and again for the best of the rest
DRAWS = 600  # on which the two are compared
LEAST_MARGIN = 0.03  # of a match: what people would call clear
LEAST_SURE = 6.0  # standard errors by which the best must lead
APART_SPREADS = (4.0, 8.0, 16.0)  # of the hand's direction: nearer it is the same idea; a wide target has a wide fan
FROM_A_MATCH = 3  # at most, so that puzzles come from many
ALIKE = 3  # one in so many may be about the same, as long as there are others
MOST_ACTIONS = 400  # of a match that is looked at


_DISC = re.compile(r"\b[A-Z]{1,2}\d*\b")


@dataclass(frozen=True)
class Quest:
    """Where puzzles are looked for."""

    game: str
    seed: int


def find(quest: Quest, number: int) -> list[Puzzle]:
    """The puzzles of one match of experts, the clearest first."""
    found = sorted(_puzzles(quest, number), key=lambda each: -each.margin)
    return found[:FROM_A_MATCH]


def chosen(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, the clearest first, each position once; many about the same only where there are no others."""
    clearest = sorted({puzzle.id: puzzle for puzzle in found}.values(), key=_clearness)
    varied: list[Puzzle] = []
    for puzzle in clearest:
        if sum(_kind(each) == _kind(puzzle) for each in varied) < max(count // ALIKE, 1):
            varied.append(puzzle)
    rest = (puzzle for puzzle in clearest if puzzle not in varied)
    return sorted([*varied, *rest][:count], key=_clearness)


def _clearness(puzzle: Puzzle) -> tuple[float, str]:
    return -puzzle.margin, puzzle.id


def _kind(puzzle: Puzzle) -> str:
    """What a puzzle is about, whichever discs it is about."""
    return _DISC.sub("", puzzle.says)


def _puzzles(quest: Quest, number: int) -> Iterator[Puzzle]:
    for match in _looked_at(quest, number):
        asked = decision(match)
        assert asked is not None, "only positions in which something is decided are looked at"
        dice = Dice(quest.seed, number, f"puzzle {match.played}")
        if (puzzle := puzzle_at(match, asked, dice)) is not None:
            yield puzzle


def _looked_at(quest: Quest, number: int) -> Iterator[Match]:
    """A match of experts before each of its actions."""
    game = registry.new_game(quest.game)
    seed = Dice(quest.seed, number, f"puzzles {quest.game}").bits()
    match = new_match(game, seed=seed, hands=dict.fromkeys(game.seats, HAND))
    players = dict.fromkeys(game.seats, player(PLAYERS, game.name, HAND))
    while (asked := decision(match)) is not None and match.played < MOST_ACTIONS:
        yield match
        match, _ = step(match, players, asked)


def puzzle_at(match: Match, asked: Decision, dice: Dice) -> Puzzle | None:
    """The puzzle that a position is; None: no idea is clearly best, or it is no flick."""
    thought = scene(match.game, match.position, asked.seats[0].side, dice)
    ideas = thought.ideas(asked)
    if not len(ideas):
        return None
    best = search.mapped(thought, ideas, BUDGET).aims.rows([0])
    for spreads in APART_SPREADS:
        second = _second(thought, ideas, best, spreads)
        if second is None:
            return None
        found = compared(replace(thought, noise=Noise(dice)), _pair(best, second), DRAWS)
        if _is_clear(found):
            return None if _better_without(thought, asked, found) else _written(match, thought, best, second, found)
    return None


def _second(thought: search.Scene, ideas: Aims, best: Aims, spreads: float) -> Aims | None:
    """The best of all that is another idea; None: there is no other."""
    rest = ideas.rows(_others(ideas, best, spreads))
    if not len(rest):
        return None
    found = search.mapped(thought, rest, BUDGET).aims
    apart = found.rows(_others(found, best, spreads))  # the search moves about, and may have come near
    return (apart if len(apart) else found).rows([0])


def _others(ideas: Aims, best: Aims, spreads: float) -> Bools:
    """Which rows are another idea than the best: with another disc, or neither so aimed nor for the same."""
    arm, meant = best.arms[int(best.arm[0])], best.meant(0).sentence
    alike = np.array([(each.disc, each.held) == (arm.disc, arm.held) for each in ideas.arms])[ideas.arm]
    same = np.array([each.sentence == meant for each in ideas.ideas])[ideas.idea]
    turn = np.abs((ideas.direction_deg - best.direction_deg[0] + 180.0) % 360.0 - 180.0)
    near = turn <= spreads * spread_deg(HAND, ideas.speed_mm_s)
    return np.asarray(~(alike & (near | same)))


def _pair(best: Aims, second: Aims) -> Aims:
    pair = AimList()
    for aims in (best, second):
        arm = aims.arms[int(aims.arm[0])]
        pair.add(arm, "", float(aims.direction_deg[0]), [float(aims.speed_mm_s[0])])
    return pair.aims()


def _is_clear(found: Compared) -> bool:
    return found.margin >= LEAST_MARGIN and found.margin >= LEAST_SURE * found.doubt


def _better_without(thought: search.Scene, asked: Decision, found: Compared) -> bool:
    """Whether a choice or a placement is as good as the runner-up: then the puzzle would be about that."""
    given = looking.answers(thought, asked)
    return bool(given) and float(looking.glanced(thought, given).max()) > found.second


def _written(match: Match, thought: search.Scene, best: Aims, second: Aims, found: Compared) -> Puzzle:
    spots = match.game.board.spots
    sentence, _, _ = explained(thought, best)
    return Puzzle(
        where=Where("", 0),
        game=match.game.name,
        id=position_digest(match.position),
        says=str(sentence),
        position=position_text(match.game, match.position),
        best=told_text(best.answer(0), spots),
        value=round(found.best, 3),
        second=told_text(second.answer(0), spots),
        second_value=round(found.second, 3),
        values=values_version(match.game.name),
    )

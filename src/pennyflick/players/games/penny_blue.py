"""What bots know of Penny Blue: who could kill whom next, and what must not come off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from pennyflick import physics
from pennyflick.players.noise import Floats
from pennyflick.players.search import exact
from pennyflick.players.search.aims import AimList, Aims, Arm, named
from pennyflick.players.search.boards_many import Bools, edge_distance, edges, hit_any, maybe_illegal_push
from pennyflick.players.search.geometry import (
    Round,
    cannon_bearing_deg,
    edge_points,
    hit_bearing_deg,
    rounds,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, OnlyOff, Stays
from pennyflick.players.search.tactics import placements_on
from pennyflick.players.values.leads import in_match
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, SOVEREIGNS, TEAMS, THE_BLUE
from pennyflick.rules.side_flick import reaches
from pennyflick.table import (
    Answer,
    AskFlick,
    AskSideFlick,
    Decision,
    DiscId,
    Named,
    Point,
    Side,
    phrase,
)

TEMPERAMENTS = {
    "beginner": "Keeps hitting things until something falls off, often its own.",
    "average": "Knows not to touch the edge, mostly.",
    "good": "Brings the blue into line first and kills when it is safe.",
    "expert": "Guards its sovereign, waits, and needs one opening.",
}

# Chosen by trying them against each other in the arena.
STEEP = 1.9  # how much a chance to kill moves the value
WAITING = 0.75  # the share of his chances that the side not at the table keeps
NO_KILL_YET = 0.4  # the same for a first turn, in which one cannot kill (BLU-5)
EVERY_FLICK = 0.15  # each further flick of the turn
SIDE_FLICK_DUE = 0.12  # having to side-flick the blue (BLU-12)
FREE_SHOT = 0.08
IN_HAND = 0.12  # the danger of a sovereign that is about to be put on a spot
NEAR_EDGE_MM, FAR_MM = 60.0, 450.0  # how fast a chance to kill falls with the distances


@dataclass(frozen=True)
class PennyBlueTactics:
    """See tactics.py."""

    contacts: int = 40
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Kills by way of the blue, blows at the blue, touches of anything that keeps the turn; side-flicks."""
        blue, listed = cast(PennyBlue, game), AimList()
        for ask in decision.asks:
            if isinstance(ask, AskFlick):
                for penny in ask.discs:
                    _ideas_of(blue, position, penny, listed)
            elif isinstance(ask, AskSideFlick):
                _side_flicks(blue, position, ask, listed)
        return listed.aims()

    def value_many(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, side: Side
    ) -> Floats:
        """What each outcome is worth to the side."""
        blue, ledger = cast(PennyBlue, game), position.ledger
        ruled = _ruled(blue, position, aims, outcomes)
        values = _valued(blue, ledger, ruled, side)
        return exact.with_unclear(
            game, position, aims, values, ruled.unclear, lambda after: self.value(game, after, side)
        )

    def value(self, game: Game[Any, Any], position: Position[Ledger], side: Side) -> float:
        """What a position is worth to the side."""
        blue, ledger = cast(PennyBlue, game), position.ledger
        if ledger.ended is not None:
            result = game.result(ledger)
            assert result is not None, "an ended match has a result"
            return 0.5 if result.winner is None else float(result.winner is side)
        return float(_valued(blue, ledger, _standing(blue, position), side)[0])

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """The sovereign on every spot that is free (BLU-14)."""
        return placements_on(cast(PennyBlue, game).board.drawn_spots.values(), decision)


TACTICS = PennyBlueTactics()


# ---- ideas ----


def _ideas_of(game: PennyBlue, position: Position[Ledger], penny: DiscId, listed: AimList) -> None:
    surface, side = game.board.surface, position.ledger.turn
    lying = rounds(position.layout, game.board.piece.radius_mm)
    shooter, arm = lying[penny], Arm(penny)
    sovereign = SOVEREIGNS[side.other]
    enemy, blue = lying[sovereign], lying[BLUE]
    if penny in ASSASSINS[side] and not position.ledger.first_turn:
        for out in edge_points(surface, enemy.x, enemy.y, 4):
            bearing = cannon_bearing_deg(shooter, blue, enemy, out.x_mm, out.y_mm)
            if bearing is not None:
                run = math.hypot(blue.x - shooter.x, blue.y - shooter.y)
                between = math.hypot(enemy.x - blue.x, enemy.y - blue.y)
                sent = math.hypot(out.x_mm - enemy.x, out.y_mm - enemy.y)
                least = sending_speed_mm_s(surface, run, between + 2.0 * sent)
                sent_on = phrase(Named(penny), "sends", THE_BLUE, "onto", Named(sovereign))
                sentence = phrase("a kill:", sent_on, ", which goes off")
                hope = Every((Hits(BLUE, sovereign), OnlyOff(sovereign)))
                listed.add(arm, sentence, bearing, (least, least * 1.3), hope)
    for other, target in lying.items():
        if other != penny:
            _touches(game, arm, shooter, other, target, listed)


def _touches(game: PennyBlue, arm: Arm, shooter: Round, other: DiscId, target: Round, listed: AimList) -> None:
    surface = game.board.surface
    run = math.hypot(target.x - shooter.x, target.y - shooter.y) - shooter.r - target.r
    reach = slide_speed_mm_s(surface, max(run, 1.0))
    beyond = (25.0, 70.0, 130.0) if other == BLUE else (25.0, 60.0)
    speeds = [math.hypot(reach, slide_speed_mm_s(surface, length)) for length in beyond]
    sentence = phrase(Named(arm.disc), "plays on", named(other))
    for offset in (-0.75, -0.4, 0.0, 0.4, 0.75) if other == BLUE else (-0.5, 0.0, 0.5):
        if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
            listed.add(arm, sentence, bearing, speeds, Hits(arm.disc, other))


def _side_flicks(game: PennyBlue, position: Position[Ledger], ask: AskSideFlick, listed: AimList) -> None:
    board, blue = game.board, position.layout.point(ask.disc)
    assert blue is not None, "the blue is on the board while a game goes on"
    radius, sentence = board.piece.radius_mm, phrase("a side-flick:", THE_BLUE, "back onto the board")
    for at in _overlaps(ask, blue):
        for reach in reaches(board.edge, at, radius):
            for share in (-0.9, -0.5, 0.0, 0.5, 0.9):
                direction = reach.normal_deg + share * reach.half_angle_deg
                listed.add(Arm(ask.disc, at, held=ask.held[0]), sentence, direction, _SIDE_SPEEDS, Stays(ask.disc))


_SIDE_SPEEDS = (350.0, 600.0, 900.0, 1300.0)


def _overlaps(ask: AskSideFlick, blue: Point) -> set[Point]:
    """A little overlap and a deep one."""
    shallow = ask.at.nearest(blue)
    outward = Point(shallow.x_mm + 3.0 * (shallow.x_mm - blue.x_mm), shallow.y_mm + 3.0 * (shallow.y_mm - blue.y_mm))
    return {shallow, ask.at.nearest(outward)}


# ---- what an outcome comes to ----


@dataclass(frozen=True)
class _Ruled:
    """What the rules make of many outcomes, in the frame of the side that was at the table."""

    xy: Floats
    on: Bools
    lost: Bools  # the game is lost by the mover (BLU-7)
    unclear: Bools  # only the referee can say: a kill or the game lost (BLU-4, 6, 8), a push shot legal or not
    kept: Bools  # the mover stays at the table
    flicks: Floats  # counted flicks made in the turn at hand
    first_turn: Bools  # whoever is at the table next is in his first turn
    free_shot: Bools
    due: Bools  # a side-flick is due
    limited: Bools  # the turn limit ends the match


def _ruled(game: PennyBlue, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> _Ruled:
    ledger, discs = position.ledger, [disc.id for disc in game.discs]
    mover = ledger.turn
    held = np.array([arm.held is not None for arm in aims.arms])[aims.arm]
    flicked = np.array([discs.index(arm.disc) for arm in aims.arms], dtype=np.int64)[aims.arm]
    off = outcomes.left
    enemy = discs.index(SOVEREIGNS[mover.other])
    wrong = np.asarray(off.any(axis=1) & (np.delete(off, enemy, axis=1).any(axis=1)))
    foul = maybe_illegal_push(outcomes.contact_discs, outcomes.contact_push, flicked)
    hit = held | hit_any(outcomes.contact_discs, flicked)
    kept = ~foul & (ledger.free_shot | (hit & (ledger.flicks + 1 < FLICKS_A_TURN)))
    turns = ledger.turns.plus(mover)
    blue = outcomes.rest_xy[:, discs.index(BLUE)][:, None]
    first_turn = np.where(kept, ledger.first_turn, turns.of(mover.other) == 0)
    return _Ruled(
        xy=np.nan_to_num(outcomes.rest_xy),
        on=outcomes.on,
        lost=wrong,
        unclear=(off[:, enemy] | foul) & ~wrong,
        kept=kept,
        flicks=np.where(kept, ledger.flicks + (not ledger.free_shot), 0.0),
        first_turn=first_turn,
        free_shot=foul,
        due=edge_distance(game.board.surface, blue)[:, 0] - game.board.piece.radius_mm < game.board.diameter_mm,
        limited=~kept & (min(turns.one, turns.two) >= game.options.turn_limit),
    )


def _standing(game: PennyBlue, position: Position[Ledger]) -> _Ruled:
    ledger = position.ledger
    arrays = physics.Layouts.of(game.discs, position.layout)
    none = np.zeros(1, dtype=np.bool_)
    return _Ruled(
        xy=np.nan_to_num(arrays.xy),
        on=arrays.on,
        lost=none,
        unclear=none,
        kept=~none,
        flicks=np.array([float(ledger.flicks)]),
        first_turn=np.array([ledger.first_turn]),
        free_shot=np.array([ledger.free_shot]),
        due=np.array([ledger.side_flick_due]),
        limited=none,
    )


def _valued(game: PennyBlue, ledger: Ledger, ruled: _Ruled, side: Side) -> Floats:
    mover = ledger.turn
    mine, theirs = _kill_chances(game, ruled, mover), _kill_chances(game, ruled, mover.other)
    at_table = np.where(ruled.first_turn, NO_KILL_YET, 1.0) + EVERY_FLICK * (FLICKS_A_TURN - 1 - ruled.flicks)
    lead = np.where(ruled.kept, mine * at_table - theirs * WAITING, mine * WAITING - theirs * at_table)
    tempo = FREE_SHOT * ruled.free_shot - SIDE_FLICK_DUE * ruled.due
    lead = lead + np.where(ruled.kept, tempo, -tempo)
    value = 0.5 + 0.5 * np.tanh(STEEP * lead)
    value = _in_match(game, ledger, value, mover)
    value = np.where(ruled.lost, _game_over(game, ledger, mover.other, mover), value)
    value = np.where(ruled.limited & ~ruled.lost, _limit_value(ledger, mover), value)
    return np.asarray(value if side is mover else 1.0 - value)


def _kill_chances(game: PennyBlue, ruled: _Ruled, side: Side) -> Floats:
    """How near this side is to a kill: assassin, blue, enemy sovereign and edge in line, and not far apart."""
    order = {disc.id: number for number, disc in enumerate(game.discs)}
    xy, on = ruled.xy, ruled.on
    blue, target = xy[:, order[BLUE]], xy[:, order[SOVEREIGNS[side.other]]]
    sent = target - blue
    between = np.hypot(sent[:, 0], sent[:, 1]) + 1e-9
    best = np.zeros(len(xy))
    for nx, ny, distance in edges(game.board.surface, target[:, None]):
        out = np.clip((sent[:, 0] * nx + sent[:, 1] * ny) / between, 0.0, 1.0)
        edge = np.exp(-np.maximum(distance[:, 0], 0.0) / NEAR_EDGE_MM) * out * out
        for assassin in ASSASSINS[side]:
            run = blue - xy[:, order[assassin]]
            length = np.hypot(run[:, 0], run[:, 1]) + 1e-9
            cut = np.clip((run[:, 0] * sent[:, 0] + run[:, 1] * sent[:, 1]) / (length * between), 0.0, 1.0)
            chance = edge * cut * np.exp(-(length + between) / FAR_MM) * on[:, order[assassin]]
            best = np.maximum(best, chance)
    return np.where(on[:, order[SOVEREIGNS[side.other]]], best, IN_HAND)


# ---- games, sets, the match ----


def _in_match(game: PennyBlue, ledger: Ledger, value: Floats, side: Side) -> Floats:
    """The match, from the chance of winning this game."""
    whole = game.options.games_to_win * game.options.sets_to_win
    lead = (ledger.sets.of(side) - ledger.sets.of(side.other)) * game.options.games_to_win
    lead += ledger.games.of(side) - ledger.games.of(side.other)
    return np.asarray(in_match(value, lead, whole))


def _game_over(game: PennyBlue, ledger: Ledger, winner: Side, side: Side) -> float:
    """What the match is worth to the side when this game is over: by the referee's own score sheet."""
    lost = game.judge(ledger, Facts(TEAMS[winner.other][0], hit=True, off=(BLUE,)))
    if lost.ledger.ended is not None:
        return float(winner is side)
    fresh = Position(lost.ledger, game.opening(lost.ledger.starter).layout)
    return PennyBlueTactics().value(game, fresh, side)


def _limit_value(ledger: Ledger, side: Side) -> float:
    sets = ledger.sets.of(side) - ledger.sets.of(side.other)
    games = ledger.games.of(side) - ledger.games.of(side.other)
    lead = sets or games
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5

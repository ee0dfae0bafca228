"""What bots know of Pichenotte: twenties are for ever, pucks on the board are in danger, the hammer is worth having."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from pennyflick import physics
from pennyflick.boards.games.pichenotte import (
    BASELINE_RADIUS_MM,
    CENTRE_POINT,
    FIFTEEN_RADIUS_MM,
    LINE_MM,
    TEN_RADIUS_MM,
)
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.noise import Floats
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.search.geometry import (
    Round,
    bearing_deg,
    hit_bearing_deg,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, Holed, Outside, Rests
from pennyflick.players.values.leads import in_match
from pennyflick.rules.game import Game, Position
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ended, Ledger, Phase
from pennyflick.rules.pichenotte.pucks import SHOTS, next_seat, owner_of, puck_to_shoot
from pennyflick.rules.pichenotte.scoring import TWENTY
from pennyflick.table import Answer, AskFlick, Decision, DiscId, Named, Point, Seat, Side, phrase

TEMPERAMENTS = {
    "beginner": "Aims at the hole and finds the ditch.",
    "average": "Hits what it must and sinks one in a while.",
    "good": "Takes you out and hides behind a post.",
    "expert": "Twenty after twenty, and it likes to have the hammer.",
}

# Chosen by trying them against each other in the arena.
LASTING = 0.35  # of its points a puck on the board keeps when many enemy shots are to come
DANGER = 0.3  # how fast that share rises as the enemy's shots run out
COVER = 0.25  # of what it stands to lose a puck behind a post keeps
OPEN_HOLE = 7.0  # points: shooting next with no enemy puck on the board
DUTY = 3.0  # points: shooting next with one to hit
NARROW, WIDE = 5.0, 6.0  # points: how a lead weighs when nothing, or everything, is still to come

NEARER_MM = 2.0  # by how much a puck must come nearer to have gone towards the middle

_START_DEGREES = (0.0, -9.0, 9.0, -18.0, 18.0, -27.0, 27.0, -36.0, 36.0)


@dataclass(frozen=True)
class PichenotteTactics:
    """See tactics.py."""

    contacts: int = 48
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """The hole, every enemy puck, and a place behind a post, from several points of the baseline."""
        listed = AimList()
        for ask in decision.asks:
            if isinstance(ask, AskFlick):
                _ideas(cast(Pichenotte, game), position, decision.seats[0], ask, listed)
        return listed.aims()

    def value_many(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, side: Side
    ) -> Floats:
        """What each outcome is worth to the side."""
        pichenotte, ledger = cast(Pichenotte, game), position.ledger
        if ledger.phase is Phase.SHOOT_OUT:
            return _shoot_out_values(pichenotte, ledger, outcomes, side)
        return _round_values(pichenotte, ledger, _played(pichenotte, position, aims, outcomes), side)

    def value(self, game: Game[Any, Any], position: Position[Ledger], side: Side) -> float:
        """What a position is worth to the side."""
        return _value(cast(Pichenotte, game), position, side)

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Nothing is placed but with the shot."""
        return ()


TACTICS = PichenotteTactics()


# ---- ideas ----


def _ideas(game: Pichenotte, position: Position[Ledger], seat: Seat, ask: AskFlick, listed: AimList) -> None:
    ((puck, region),) = ask.discs.items()
    assert region is not None, "a puck is shot from the baseline"
    radius = game.board.piece.radius_mm
    axis = game.board.axis_degrees(seat, len(game.seats))
    enemies = {
        disc: Round(point.x_mm, point.y_mm, radius)
        for disc, point in position.layout.on_board.items()
        if owner_of(disc) is not seat.side
    }
    for turn in _START_DEGREES:
        angle = math.radians(axis + turn)
        start = Point(BASELINE_RADIUS_MM * math.cos(angle), BASELINE_RADIUS_MM * math.sin(angle)).rounded(1)
        if region.breaks(start) is None:
            shooter = Round(start.x_mm, start.y_mm, radius)
            _at_hole(game, Arm(puck, start, call="twenty" if ask.calls else None), shooter, listed)
            _at_enemies(game, Arm(puck, start), shooter, enemies, listed)
            if not enemies:
                _behind_posts(game, Arm(puck, start), shooter, axis, listed)
    if not len(listed):
        nearest = region.nearest(game.board.baseline_centre(seat, len(game.seats)))
        at_hole = bearing_deg(nearest.x_mm, nearest.y_mm, 0.0, 0.0)
        listed.add(Arm(puck, nearest), "a twenty", at_hole, (900.0,), Holed(puck))


def _at_hole(game: Pichenotte, arm: Arm, shooter: Round, listed: AimList) -> None:
    distance = math.hypot(shooter.x, shooter.y)
    speeds = [slide_speed_mm_s(game.board.surface, distance + beyond) for beyond in (5.0, 40.0, 90.0, 160.0, 260.0)]
    for off in (-0.6, 0.0, 0.6):
        listed.add(arm, "a twenty", bearing_deg(shooter.x, shooter.y, 0.0, 0.0) + off, speeds, Holed(arm.disc))


def _at_enemies(game: Pichenotte, arm: Arm, shooter: Round, enemies: dict[DiscId, Round], listed: AimList) -> None:
    surface = game.board.surface
    for disc, target in enemies.items():
        run = math.hypot(target.x - shooter.x, target.y - shooter.y)
        out = 345.0 - math.hypot(target.x, target.y)
        hard = sending_speed_mm_s(surface, run, out)
        lost, met = Outside(disc, CENTRE_POINT, _counts_within_mm(target.r)), Hits(arm.disc, disc)
        for offset in (-0.6, -0.3, 0.0, 0.3, 0.6):
            if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
                listed.add(arm, phrase(Named(disc), "taken out"), bearing, (hard * 0.8, hard * 1.1, hard * 1.5), lost)
        touch = slide_speed_mm_s(surface, run + 15.0)
        if (straight := hit_bearing_deg(shooter, target, 0.0)) is not None:
            listed.add(arm, phrase("a touch on", Named(disc)), straight, (touch, touch * 1.25), met)
        if (through := sending_bearing_deg(shooter, target, 0.0, 0.0)) is None:
            continue
        nearer = Rests(disc, CENTRE_POINT, math.hypot(target.x, target.y) - NEARER_MM)
        sentence = phrase(Named(disc), "hit towards the middle")
        listed.add(arm, sentence, through, (touch * 1.1, touch * 1.4), Every((met, nearer)))


def _counts_within_mm(radius_mm: float) -> float:
    """How far from the middle a puck's centre may lie for it to count: clear of the baseline (PIC-8)."""
    return BASELINE_RADIUS_MM - LINE_MM / 2 - radius_mm - TOUCH_MM


def _behind_posts(game: Pichenotte, arm: Arm, shooter: Round, axis: float, listed: AimList) -> None:
    for turn in (-67.5, -22.5, 22.5, 67.5, 112.5, 157.5, -157.5, -112.5):
        angle = math.radians(axis + turn)
        x, y = 72.0 * math.cos(angle), 72.0 * math.sin(angle)
        run = math.hypot(x - shooter.x, y - shooter.y)
        speed = slide_speed_mm_s(game.board.surface, run)
        there = Rests(arm.disc, Point(x, y), 2.0 * shooter.r)
        listed.add(arm, "a place behind a post", bearing_deg(shooter.x, shooter.y, x, y), (speed,), there)


# ---- what an outcome comes to ----


@dataclass(frozen=True)
class _Table:
    """Many boards after a shot: what lies where, what is on the rail."""

    xy: Floats  # (n, 24, 2)
    on: Bools  # (n, 24) in play on the board
    rail: Bools  # (n, 24) twenties
    shots: int  # shot so far in the round
    next_seat: Seat  # who shoots next


def _played(game: Pichenotte, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> _Table:
    """The rules of a shot: duty of contact, calls, ditch, rail (PIC-4 to PIC-11)."""
    ledger, discs = position.ledger, [disc.id for disc in game.discs]
    shot = puck_to_shoot(game.options, ledger.turn, ledger.shots)
    index = discs.index(shot)
    called = np.array([arm.call is not None for arm in aims.arms])[aims.arm]
    points = _points(outcomes.rest_xy, outcomes.on, game.board.piece.radius_mm)
    sunk = outcomes.holed
    lost = _lost(game, ledger, index, called, points, sunk, _touched(discs, outcomes))
    in_play = outcomes.there
    in_play[:, index] = ~lost
    rail = sunk & in_play
    rail[:, [discs.index(puck) for puck in ledger.rail]] = True
    return _Table(
        outcomes.rest_xy, (points > 0) & in_play, rail, ledger.shots + 1, next_seat(game.options, ledger.turn)
    )


def _lost(
    game: Pichenotte, ledger: Ledger, index: int, called: Bools, points: Floats, sunk: Bools, touched: Bools
) -> Bools:
    """Whether the puck just shot goes to the ditch for its duty (PIC-4) or a free shot's (PIC-7)."""
    dropped = sunk[:, index]
    if not ledger.enemies_of(ledger.turn.side):
        if not game.options.advanced:
            return np.zeros(len(called), dtype=np.bool_)
        return np.asarray(~dropped & (points[:, index] != 15))
    match game.options.twenty_call:
        case "chosen":
            return np.where(called, ~dropped, ~touched)
        case "either":
            return np.asarray(~touched & ~(called & dropped))
        case _:
            return np.asarray(~touched & ~dropped)


def _touched(discs: list[DiscId], outcomes: physics.Outcomes) -> Bools:
    """Whether pucks of different sides hit each other."""
    side = np.array([owner_of(disc) is Side.ONE for disc in discs])
    pairs = outcomes.contact_discs
    return np.asarray(((pairs[:, :, 0] >= 0) & (side[pairs[:, :, 0]] != side[pairs[:, :, 1]])).any(axis=1))


def _points(xy: Floats, on: Bools, radius_mm: float) -> Floats:
    """What every puck counts where it lies; 0 off the board and on the baseline or beyond (PIC-8, 10, 11)."""
    clear = np.hypot(xy[:, :, 0], xy[:, :, 1]) + radius_mm + LINE_MM / 2
    circles = (FIFTEEN_RADIUS_MM, TEN_RADIUS_MM, BASELINE_RADIUS_MM)
    points = np.select([circle - clear > TOUCH_MM for circle in circles], [15.0, 10.0, 5.0], 0.0)
    return np.where(on, points, 0.0)


def _round_values(game: Pichenotte, ledger: Ledger, table: _Table, side: Side) -> Floats:
    if table.shots < SHOTS:
        return _match_values(game, ledger, _chances(game, table, side), side)
    lead = _worth(game, table, side, 0, 0)
    return np.where(lead == 0, _tied_value(game, ledger, side), _round_over_values(game, ledger, lead, side))


def _chances(game: Pichenotte, table: _Table, side: Side) -> Floats:
    """The chance that this side wins the round."""
    left = SHOTS - table.shots
    mover = table.next_seat.side
    movers = (left + 1) // 2
    mine_left, theirs_left = (movers, left - movers) if mover is side else (left - movers, movers)
    lead = _worth(game, table, side, mine_left, theirs_left)
    enemy = np.array([owner_of(disc.id) is not mover for disc in game.discs])
    tempo = np.where((table.on & enemy).any(axis=1), DUTY, OPEN_HOLE)
    lead = lead + (tempo if mover is side else -tempo)
    return np.asarray(1.0 / (1.0 + np.exp(-lead / (NARROW + WIDE * math.sqrt(left)))))


def _worth(game: Pichenotte, table: _Table, side: Side, mine_left: int, theirs_left: int) -> Floats:
    """This side's points minus the other's; pucks on the board count less while the enemy still shoots at them."""
    mine = np.array([owner_of(disc.id) is side for disc in game.discs])
    points = _points(table.xy, table.on, game.board.piece.radius_mm)
    total = np.zeros(len(points))
    for own, sign, danger in ((mine, 1.0, theirs_left), (~mine, -1.0, mine_left)):
        share = LASTING + (1.0 - LASTING) * math.exp(-DANGER * danger)
        kept = share if share == 1.0 else share + (1.0 - share) * COVER * _covered(game, table.xy, own)
        total += sign * ((points * kept)[:, own].sum(axis=1) + TWENTY * table.rail[:, own].sum(axis=1))
    return total


def _covered(game: Pichenotte, xy: Floats, own: Bools) -> Floats:
    """Whether a post stands between each puck and the middle of the enemy's baseline."""
    owner = next(owner_of(disc.id) for disc, is_own in zip(game.discs, own, strict=True) if is_own)
    enemy = game.board.baseline_centre(Seat(owner.other), len(game.seats))
    dx, dy = xy[:, :, 0] - enemy.x_mm, xy[:, :, 1] - enemy.y_mm
    length = np.hypot(dx, dy) + 1e-9
    covered = np.zeros(xy.shape[:2], dtype=np.bool_)
    for peg in game.board.surface.pegs:
        px, py = peg.centre.x_mm - enemy.x_mm, peg.centre.y_mm - enemy.y_mm
        along, across = (px * dx + py * dy) / length, np.abs(px * dy - py * dx) / length
        covered |= (across < 12.0) & (along > 0) & (along < length)
    return np.nan_to_num(covered.astype(np.float64))


# ---- rounds, shoot-outs, the match ----


def _match_values(game: Pichenotte, ledger: Ledger, chance: Floats, side: Side) -> Floats:
    """The match, from the chance of winning this round."""
    ahead = (ledger.half_points.of(side) - ledger.half_points.of(side.other)) / 2.0
    return np.asarray(in_match(chance, ahead, game.options.rounds_to_win))


def _round_over_values(game: Pichenotte, ledger: Ledger, lead: Floats, side: Side) -> Floats:
    return np.where(lead > 0, _after_round(game, ledger, side, side), _after_round(game, ledger, side.other, side))


def _after_round(game: Pichenotte, ledger: Ledger, winner: Side, side: Side) -> float:
    half = ledger.half_points.plus(winner, 2)
    leader = half.leader
    if leader is not None and half.of(leader) >= 2 * game.options.rounds_to_win:
        return 1.0 if leader is side else 0.0
    return _fresh_round(game, ledger, half.of(side) - half.of(side.other), side)


def _tied_value(game: Pichenotte, ledger: Ledger, side: Side) -> float:
    if game.options.tie == "shoot-out":
        return _shoot_out_value(game, ledger, 0.0, ledger.first.side, side)
    half = ledger.half_points.plus(Side.ONE, 1).plus(Side.TWO, 1)
    leader = half.leader
    if leader is not None and half.of(leader) >= 2 * game.options.rounds_to_win:
        return 1.0 if leader is side else 0.0
    if ledger.idle_shots + 1 >= 2 * game.options.turn_limit:
        return _by_lead(half.of(side) - half.of(side.other))
    return _fresh_round(game, ledger, half.of(side) - half.of(side.other), side)


def _by_lead(lead: float) -> float:
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5


def _fresh_round(game: Pichenotte, ledger: Ledger, half_lead: int, side: Side) -> float:
    first = next_seat(game.options, ledger.first)
    chance = float(_chances(game, _empty_table(game, 0, first), side)[0])
    return float(in_match(chance, half_lead / 2.0, game.options.rounds_to_win))


def _empty_table(game: Pichenotte, shots: int, seat: Seat) -> _Table:
    none = np.zeros((1, len(game.discs)), dtype=np.bool_)
    return _Table(np.zeros((1, len(game.discs), 2)), none, none, shots, seat)


def _shoot_out_values(game: Pichenotte, ledger: Ledger, outcomes: physics.Outcomes, side: Side) -> Floats:
    shot = puck_to_shoot(game.options, ledger.turn, ledger.shots)
    index = [disc.id for disc in game.discs].index(shot)
    sinks, misses = (
        _shot_at_hole(game, ledger, ledger.twenties.plus(ledger.turn.side, dropped), side) for dropped in (1, 0)
    )
    return np.where(outcomes.holed[:, index], sinks, misses)


def _shot_at_hole(game: Pichenotte, ledger: Ledger, twenties: Any, side: Side) -> float:
    shots = ledger.shots + 1
    lead = twenties.of(side) - twenties.of(side.other)
    if shots >= SHOTS and shots % 2 == 0:
        if lead:
            return _after_round(game, ledger, side if lead > 0 else side.other, side)
        if ledger.idle_shots + 1 >= 2 * game.options.turn_limit:
            return _tied_value_half(game, ledger, side)
    turn = next_seat(game.options, ledger.turn).side
    return _shoot_out_value(game, ledger, lead, turn, side)


def _tied_value_half(game: Pichenotte, ledger: Ledger, side: Side) -> float:
    half = ledger.half_points.plus(Side.ONE, 1).plus(Side.TWO, 1)
    return _by_lead(half.of(side) - half.of(side.other))


def _shoot_out_value(game: Pichenotte, ledger: Ledger, lead: float, turn: Side, side: Side) -> float:
    ahead = lead + (0.25 if turn is side else -0.25)
    chance = np.array([1.0 / (1.0 + math.exp(-ahead))])
    return float(_match_values(game, ledger, chance, side)[0])


def _value(game: Pichenotte, position: Position[Ledger], side: Side) -> float:
    ledger = position.ledger
    if ledger.ended is not None:
        return _ended_value(game, ledger, side)
    if ledger.phase is Phase.SHOOT_OUT:
        lead = ledger.twenties.of(side) - ledger.twenties.of(side.other)
        return _shoot_out_value(game, ledger, lead, ledger.turn.side, side)
    arrays = physics.Layouts.of(game.discs, position.layout)
    rail = np.array([[disc.id in ledger.rail for disc in game.discs]])
    table = _Table(np.nan_to_num(arrays.xy), arrays.on, rail, ledger.shots, ledger.turn)
    return float(_match_values(game, ledger, _chances(game, table, side), side)[0])


def _ended_value(game: Pichenotte, ledger: Ledger, side: Side) -> float:
    half = ledger.half_points
    if ledger.ended is Ended.LIMIT or half.leader is None:
        return _by_lead(half.of(side) - half.of(side.other))
    return 1.0 if half.leader is side else 0.0

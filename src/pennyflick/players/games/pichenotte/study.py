"""What can be learned of Pichenotte: the chance of whoever shoots next to win the round, a shoot-out included.

Lengths, counts and free ways only, so that left and right are the same, and so are both ends of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np

from pennyflick.players.games.pichenotte.paths import open_to
from pennyflick.players.games.pichenotte.rings import owned_by, points
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.values.leads import race
from pennyflick.players.values.study import Hands
from pennyflick.players.values.taught import as_taught
from pennyflick.rules.game import Game
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.pucks import SHOTS, next_seat, owner_of
from pennyflick.rules.pichenotte.scoring import TWENTY
from pennyflick.rules.tally import Tally
from pennyflick.table import Side

HANGER_MM = 45.0  # from the middle: a puck so near to the hole is easily sent into it
FAR_MM = 400.0  # where a puck is said to lie that there is not

Columns = Mapping[str, Floats]


@dataclass(frozen=True)
class PichenotteStudy:
    """See study.py of the values."""

    helps: frozenset[str] = frozenset()
    hurts: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """Of the features."""
        return _names()

    def acting(self, game: Game[Any, Any], ledgers: Sequence[Ledger]) -> Sequence[Side]:
        """Who shoots next."""
        return [ledger.turn.side for ledger in ledgers]

    def features(self, game: Game[Any, Any], positions: Positions, hands: Hands) -> Floats:
        """(n, names): the round as whoever shoots next sees it."""
        return np.stack(list(_columns(cast(Pichenotte, game), positions, hands).values()), axis=1)

    def stakes(self, game: Game[Any, Any], ledgers: Sequence[Ledger], side: Side) -> Floats:
        """(ledgers, 2): the match if the round is lost, if it is won."""
        return np.array([_at_stake(cast(Pichenotte, game), ledger, side) for ledger in ledgers]).reshape(-1, 2)

    def taken(self, game: Game[Any, Any], before: Ledger, after: Ledger) -> float | None:
        """One's share of the round, if it is over."""
        one, two = (after.half_points.of(side) - before.half_points.of(side) for side in Side)
        return one / (one + two) if one + two else None


STUDY = PichenotteStudy()


@cache
def _names() -> tuple[str, ...]:
    game = Pichenotte()
    return tuple(_columns(game, Positions.of(game, [game.opening(Side.ONE)]), dict.fromkeys(Side, HANDS["good"])))


def _at_stake(game: Pichenotte, ledger: Ledger, side: Side) -> tuple[float, float]:
    if ledger.ended is not None:
        ahead = ledger.half_points.of(side) - ledger.half_points.of(side.other)
        value = 0.5 + 0.5 * float(np.sign(ahead))
        return value, value
    lost, won = (_match_value(game, ledger.half_points.plus(winner, 2), side) for winner in (side.other, side))
    return lost, won


def _match_value(game: Pichenotte, half_points: Tally, side: Side) -> float:
    """Every round a toss; a half that is still wanting takes a whole one."""
    mine, theirs = (2 * game.options.rounds_to_win - half_points.of(each) for each in (side, side.other))
    if mine <= 0 and theirs <= 0:  # both are there: whoever leads has won (PIC-12)
        return 0.5 if mine == theirs else float(mine < theirs)
    return race((mine + 1) // 2, (theirs + 1) // 2)


# ---- what the ledger says ----


def _columns(game: Pichenotte, positions: Positions, hands: Hands) -> dict[str, Floats]:
    said = _said(positions, hands)
    pucks = _pucks(game, positions)
    lead = said["own rail"] - said["enemy rail"] + pucks["own points"] - pucks["enemy points"]
    return {**said, **pucks, "lead": lead, "lead a shot": lead / np.sqrt(1.0 + said["shots left"])}


def _said(positions: Positions, hands: Hands) -> dict[str, Floats]:
    each = [{**_round(ledger), **_shoot_out(ledger), **_hands(ledger, hands)} for ledger in positions.ledgers]
    return {name: np.array([one[name] for one in each], dtype=np.float64)[positions.which] for name in each[0]}


def _round(ledger: Ledger) -> dict[str, float]:
    mover, playing = ledger.turn.side, ledger.phase is Phase.ROUND
    rail = {side: float(TWENTY * sum(owner_of(puck) is side for puck in ledger.rail)) for side in Side}
    left = float(max(SHOTS - ledger.shots, 0)) if playing else 0.0
    return {
        "shots left": left,
        "last shot": left % 2.0,  # who shoots now has the hammer
        "own rail": rail[mover],
        "enemy rail": rail[mover.other],
    }


def _shoot_out(ledger: Ledger) -> dict[str, float]:
    shooting, mover = ledger.phase is Phase.SHOOT_OUT, ledger.turn.side
    left = SHOTS - ledger.shots if ledger.shots < SHOTS else 2 - ledger.shots % 2
    return {
        "shoot-out": float(shooting),
        "shoot-out left": float(left * shooting),
        "shoot-out lead": float(ledger.twenties.of(mover) - ledger.twenties.of(mover.other)) * shooting,
    }


def _hands(ledger: Ledger, hands: Hands) -> dict[str, float]:
    own, enemy = as_taught(hands[ledger.turn.side]), as_taught(hands[ledger.turn.side.other])
    return {
        "own direction": own.direction_sd_deg,
        "own speed": own.speed_sd,
        "enemy direction": enemy.direction_sd_deg,
        "enemy speed": enemy.speed_sd,
    }


# ---- what the pucks say ----


def _pucks(game: Pichenotte, positions: Positions) -> dict[str, Floats]:
    """The same questions about the own pucks, which the enemy shoots at, and about the enemy's."""
    layouts, radius = positions.layouts, game.board.piece.radius_mm
    counts = points(layouts.xy, layouts.on, radius)
    ones = np.array([ledger.turn.side is Side.ONE for ledger in positions.ledgers])[positions.which]
    own = layouts.on & (owned_by(game, Side.ONE) == ones[:, None])
    enemy = layouts.on & ~own
    return {
        **_side("own", game, positions, own, counts, _axes(game, positions, _enemy_axis)),
        **_side("enemy", game, positions, enemy, counts, _axes(game, positions, _own_axis)),
    }


def _own_axis(game: Pichenotte, ledger: Ledger) -> float:
    return game.board.axis_degrees(ledger.turn, len(game.seats))


def _enemy_axis(game: Pichenotte, ledger: Ledger) -> float:
    return game.board.axis_degrees(next_seat(game.options, ledger.turn), len(game.seats))


def _axes(game: Pichenotte, positions: Positions, of: Callable[[Pichenotte, Ledger], float]) -> Floats:
    return np.array([of(game, ledger) for ledger in positions.ledgers])[positions.which]


def _side(
    whose: str, game: Pichenotte, positions: Positions, theirs: Bools, counts: Floats, axis_deg: Floats
) -> dict[str, Floats]:
    """How one side's pucks lie, and how open they are to who sits at this axis."""
    xy = positions.layouts.xy
    pucks, hole = open_to(game, xy, positions.layouts.on, theirs, axis_deg)
    far = np.where(theirs, np.hypot(xy[:, :, 0], xy[:, :, 1]), FAR_MM)
    worth = np.where(theirs, counts, 0.0)
    shown = {
        "pucks": theirs.sum(axis=1),
        "points": worth.sum(axis=1),
        "fifteens": (worth == 15).sum(axis=1),
        "tens": (worth == 10).sum(axis=1),
        "hangers": (far < HANGER_MM).sum(axis=1),
        "nearest": far.min(axis=1),
        "open points": (worth * pucks).sum(axis=1),
        "open hangers": (pucks * (far < HANGER_MM)).sum(axis=1),
        "most open": pucks.max(axis=1),
        "hidden": (theirs & (pucks < 0.34)).sum(axis=1),
        "hole open to the other": hole,
    }
    return {f"{whose} {name}": np.asarray(column, dtype=np.float64) for name, column in shown.items()}

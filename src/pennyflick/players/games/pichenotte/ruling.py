"""Where many shots of Pichenotte lead: what an onlooker saw in arrays, ruled on once for each combination that matters.

Law: the rows are the positions that `advance` would make. While the round goes on, the referee says what becomes of the
puck just shot and who is next; what befell the others is only written down. The last shot he counts himself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.physics import Layouts
from pennyflick.players.games.pichenotte.rings import on_line, owned_by, points
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.game import Position
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.pucks import ALL_PUCKS, SHOTS, puck_to_shoot
from pennyflick.table import DiscId, Side

Keys = NDArray[np.void]  # (n,) rows of bits as single things that can be compared


def after(game: Pichenotte, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Positions:
    """Where each outcome leads; a puck lies on the board exactly if the ledger says so."""
    seen = _seen(game, position.ledger, aims, outcomes)
    _, first, which = np.unique(_keys(*seen.all), return_index=True, return_inverse=True)
    ledgers = _ruled(game, position.ledger, seen, first)
    on = np.array([[puck in ledger.on for puck in ALL_PUCKS] for ledger in ledgers], dtype=np.bool_)
    return Positions(ledgers, which.astype(np.int64), Layouts(outcomes.rest_xy, on[which]))


@dataclass(frozen=True, eq=False)
class _Seen:
    """The facts of many shots, a row each."""

    shot: int  # the number of the puck that was shot
    called: Bools  # (n,) as are the next two; each only where it matters
    touched: Bools
    in_fifteen: Bools
    sunk: Bools  # (n, pucks) as are the next five
    fell_first: Bools  # of those sunk
    out: Bools
    fifteens: Bools
    tens: Bools
    on_line: Bools

    @property
    def all(self) -> tuple[Bools, ...]:
        """Everything that was seen."""
        return self.called, self.touched, self.in_fifteen, self.sunk, self.fell_first, self.out, *self._places

    @property
    def of_shot(self) -> tuple[Bools, ...]:
        """What decides what becomes of the puck just shot."""
        own = slice(self.shot, self.shot + 1)
        return self.called, self.touched, self.in_fifteen, self.sunk[:, own], self.out[:, own]

    @property
    def _places(self) -> tuple[Bools, ...]:
        return self.fifteens, self.tens, self.on_line

    def facts(self, row: int) -> Facts:
        """As the referee is told them."""
        told = self.facts_of_shot(row)
        return replace(told, sunk=self.dropped(row), out=self.fallen(row), count=self.count(row))

    def facts_of_shot(self, row: int) -> Facts:
        """Those that decide what becomes of the puck just shot."""
        puck = (ALL_PUCKS[self.shot],)
        return Facts(
            called=bool(self.called[row]),
            touched=bool(self.touched[row]),
            sunk=puck if self.sunk[row, self.shot] else (),
            out=puck if self.out[row, self.shot] else (),
            in_fifteen=bool(self.in_fifteen[row]),
        )

    def dropped(self, row: int) -> tuple[DiscId, ...]:
        """The pucks in the hole, in the order in which they dropped."""
        first, all_of_them = (_named(each[row].tobytes()) for each in (self.fell_first, self.sunk))
        return (*first, *(puck for puck in all_of_them if puck not in first))

    def fallen(self, row: int) -> tuple[DiscId, ...]:
        """The pucks that are out."""
        return _named(self.out[row].tobytes())

    def count(self, row: int) -> Count:
        """Where the pucks of a row lie."""
        return Count(*(_named(each[row].tobytes()) for each in self._places))


@lru_cache(4_096)
def _named(chosen: bytes) -> tuple[DiscId, ...]:
    """Pucks by their names, from a byte for each that says whether it is meant: mostly the same few sets."""
    return tuple(puck for puck, meant in zip(ALL_PUCKS, chosen, strict=True) if meant)


def _seen(game: Pichenotte, ledger: Ledger, aims: Aims, outcomes: physics.Outcomes) -> _Seen:
    radius = game.board.piece.radius_mm
    shot = ALL_PUCKS.index(puck_to_shoot(game.options, ledger.turn, ledger.shots))
    counts = points(outcomes.rest_xy, outcomes.on, radius)
    playing = ledger.phase is Phase.ROUND  # in a shoot-out only the hole counts
    duty = playing and bool(ledger.enemies_of(ledger.turn.side))
    return _Seen(
        shot,
        called=_called(aims) & duty,
        touched=_touched(game, outcomes) & duty,
        in_fifteen=(counts[:, shot] == 15) & playing & (not duty),
        sunk=outcomes.holed,
        fell_first=_first(outcomes),
        out=(outcomes.left | (outcomes.on & (counts == 0))) & playing,
        fifteens=(counts == 15) & playing,
        tens=(counts == 10) & playing,
        on_line=on_line(outcomes.rest_xy, counts > 0, radius) & playing,
    )


def _called(aims: Aims) -> Bools:
    return np.array([arm.call is not None for arm in aims.arms], dtype=np.bool_)[aims.arm]


def _touched(game: Pichenotte, outcomes: physics.Outcomes) -> Bools:
    """Whether pucks of different sides hit each other."""
    ones, pairs = owned_by(game, Side.ONE), outcomes.contact_discs
    return np.asarray(((pairs[:, :, 0] >= 0) & (ones[pairs[:, :, 0]] != ones[pairs[:, :, 1]])).any(axis=1))


def _first(outcomes: physics.Outcomes) -> Bools:
    """Of the pucks that dropped the one that dropped first: the rail keeps their order."""
    fell_s = np.where(outcomes.holed, outcomes.fate_s, np.inf)
    return np.asarray(outcomes.holed & (fell_s == fell_s.min(axis=1, keepdims=True)))


def _keys(*columns: Bools) -> Keys:
    """Rows that are equal become equal keys."""
    bits = np.packbits(np.column_stack(columns), axis=1)
    return np.ascontiguousarray(bits).view(np.dtype((np.void, bits.shape[1])))[:, 0]


def _ruled(game: Pichenotte, ledger: Ledger, seen: _Seen, rows: NDArray[np.int64]) -> tuple[Ledger, ...]:
    """The ledger after each of these rows."""
    if ledger.phase is Phase.ROUND and ledger.shots + 1 < SHOTS:
        return _written(game, ledger, seen, rows)
    return tuple(_judged(game, ledger, seen.facts(row)) for row in rows)


@lru_cache(1_024)
def _judged(game: Pichenotte, ledger: Ledger, facts: Facts) -> Ledger:
    """The ledger that the referee makes of it: a search asks about the same facts again and again."""
    return game.judge(ledger, facts).ledger


def _written(game: Pichenotte, ledger: Ledger, seen: _Seen, rows: NDArray[np.int64]) -> tuple[Ledger, ...]:
    """The same while the round goes on: the referee is only asked about the puck just shot."""
    keys = [key.tobytes() for key in _keys(*seen.of_shot)[rows]]
    told = {key: seen.facts_of_shot(row) for key, row in dict(zip(keys, rows.tolist(), strict=True)).items()}
    ruled = {key: _judged(game, ledger, facts) for key, facts in told.items()}
    puck = ALL_PUCKS[seen.shot]
    stays = {key: puck in (*each.on, *each.rail) for key, each in ruled.items()}
    return tuple(
        _with_fates(ruled[key], ledger, (puck,) * stays[key], seen, row)
        for key, row in zip(keys, rows.tolist(), strict=True)
    )


def _with_fates(ruled: Ledger, before: Ledger, shot: tuple[DiscId, ...], seen: _Seen, row: int) -> Ledger:
    """A ledger of the same turn, with what became of the pucks in this row."""
    in_play, sunk = (*before.on, *shot), seen.dropped(row)
    gone = (*sunk, *seen.fallen(row))
    return replace(
        ruled,
        on=tuple(puck for puck in in_play if puck not in gone),
        rail=(*before.rail, *(puck for puck in sunk if puck in in_play)),
        count=seen.count(row),
    )

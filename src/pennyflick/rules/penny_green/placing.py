"""What a player who is about to put pieces down at Penny Green sees, and the region of each placement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pennyflick.boards.games import places_green as places
from pennyflick.boards.games.penny_green import PennyGreenBoard
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.boards.regions import Area, KeepClear, Points, Spots, clear_of_pegs, keep_clear
from pennyflick.rules.penny_green.pieces import GREEN, of_side
from pennyflick.table import Clause, DiscId, Layout, Point, Region, Side

_CLEAR_MM = TOUCH_MM + 0.01  # more than touching


@dataclass(frozen=True)
class Ground:
    """A board with what lies on it."""

    board: PennyGreenBoard
    layout: Layout

    @property
    def radius_mm(self) -> float:
        """Half a penny."""
        return self.board.piece.radius_mm

    def without(self, *lifted: DiscId) -> places.Lying:
        """Everything that stays on the board when these pieces are lifted: centre and radius."""
        return tuple((at, self.radius_mm) for disc, at in self.layout.on_board.items() if disc not in lifted)

    def in_area(self, area: Side, side: Side) -> tuple[DiscId, ...]:
        """The side's pennies that lie in this goal area."""
        lying = self.layout.on_board
        return tuple(
            disc for disc in of_side(lying, side) if self.board.in_goal_area(area, lying[disc], self.radius_mm)
        )

    def green_in_area(self, area: Side) -> bool:
        """Whether the green lies in this goal area."""
        at = self.layout.point(GREEN)
        return at is not None and self.board.in_goal_area(area, at, self.radius_mm)


@dataclass(frozen=True, eq=False)
class Suggestion(Mapping[DiscId, Point]):
    """Suggested places, worked out when somebody looks at them: most decisions are answered without."""

    discs: tuple[DiscId, ...]
    find: Callable[[], Mapping[DiscId, Point]]

    @cached_property
    def _found(self) -> Mapping[DiscId, Point]:
        return self.find()

    def __getitem__(self, disc: DiscId) -> Point:
        return self._found[disc]

    def __iter__(self) -> Iterator[DiscId]:
        return iter(self.discs)

    def __len__(self) -> int:
        return len(self.discs)

    def __repr__(self) -> str:
        return repr(dict(self))


def spotting(ground: Ground, owner: Side, disc: DiscId) -> Spots | Points:
    """GRN-26: a free spot behind the owner's goal line; if none is free, the free point nearest to a spot."""
    return places.spotting_places(ground.board, owner, ground.without(disc))


def repositioning(ground: Ground, owner: Side, disc: DiscId) -> Area:
    """GRN-27: in the open, or in a goal area in which the owner has no other penny."""
    areas = tuple(area for area in Side if not set(ground.in_area(area, owner)) - {disc})
    return places.repositioning_places(ground.board, areas, ground.without(disc))


def keeper(ground: Ground, defender: Side, disc: DiscId) -> Area | Points:
    """GRN-28: the centre on the goal line between the pegs, on free ground."""
    return places.keeper_places(ground.board, defender, ground.without(disc, GREEN))


def taker_green(ground: Ground, owner: Side, disc: DiscId, style: str) -> Area | Points:
    """GRN-28: the green on, or just beyond, the penalty line nearer the enemy goal."""
    find = places.penalty_green_places if style == "standard" else places.advanced_green_places
    return find(ground.board, owner, ground.without(disc, GREEN))


def taker_penny(ground: Ground, owner: Side, disc: DiscId, style: str) -> Area | Points:
    """GRN-28: the penny on, or just beyond, the other penalty line."""
    find = places.penalty_penny_places if style == "standard" else places.advanced_penny_places
    return find(ground.board, owner, ground.without(disc, GREEN))


def pick_up(ground: Ground, disc: DiscId) -> Area:
    """GRN-16: anywhere on the board clear of all pieces and pegs: not even touching one."""
    board, others = ground.board, ground.without(disc)
    return places.free_ground(board, others).with_constraints(
        keep_clear(places.GRN_16, others, ground.radius_mm, _CLEAR_MM),
        clear_of_pegs(places.GRN_16, board.pegs, ground.radius_mm + _CLEAR_MM),
    )


def apart(clause: Clause, ground: Ground, others: Iterable[Point], gap_mm: float) -> KeepClear:
    """Clear of the other pieces of the same formation."""
    return keep_clear(clause, ((at, ground.radius_mm) for at in others), ground.radius_mm, gap_mm)


@dataclass(frozen=True)
class Formation:
    """Several pieces put down together: what each must keep clear of besides what lies there."""

    ground: Ground
    clause: Clause
    flick_off: Side | None  # who sets up, at a flick off
    regions: Mapping[DiscId, Region]

    @property
    def gap_mm(self) -> float:
        """A diameter at a flick off (GRN-20); elsewhere no overlap."""
        return self.ground.board.diameter_mm if self.flick_off else 0.0

    def in_own_area(self, at: Point) -> bool:
        """Whether a piece there stands in the own goal area, where a flick off allows only one (GRN-20)."""
        side = self.flick_off
        return side is not None and self.ground.board.in_goal_area(side, at, self.ground.radius_mm)

    def region(self, disc: DiscId, others: Mapping[DiscId, Point]) -> Region:
        """Where the piece may be put while the others stand at these points."""
        region, points = self.regions[disc], [at for other, at in others.items() if other != disc]
        if not isinstance(region, Area):
            return region
        if self.flick_off and any(map(self.in_own_area, points)):
            region = places.flick_off_outfield(self.ground.board, self.flick_off, self.ground.without(GREEN))
        return region.with_constraints(apart(self.clause, self.ground, points, self.gap_mm))

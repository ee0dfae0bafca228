"""Placements worth a thought at Penny Green.

What is thought of without `wide` stays as it is for ever: the opponent `classic` plays by it. The wide ones come with
the most sensible first, so that a value which sees no difference takes that.
"""

from __future__ import annotations

from itertools import product

from pennyflick.players.games.penny_green.ideas import ahead, gaps, goal_of
from pennyflick.players.search.geometry import distance_to_way_mm
from pennyflick.players.search.tactics import placements_on
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import FlickOff, GoalFlick, KeeperPlacing, Ledger, TakerPlacing
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.rules.penny_green.placing import Ground
from pennyflick.table import Answer, AskPlace, Decision, DiscId, Place, Point, Side

# One's, in shares of the side line: who keeps, and how the other five stand
KEEPERS = ((-0.49, 0.0), (-0.47, 0.0), (-0.49, 0.015))
OUTFIELDS = (
    ((-0.16, -0.06), (-0.16, 0.06), (-0.16, -0.16), (-0.16, 0.16), (-0.31, -0.21)),  # a wall, a wing
    ((-0.16, 0.0), (-0.16, -0.07), (-0.16, 0.07), (-0.16, -0.14), (-0.16, 0.14)),  # a wall
    ((-0.16, 0.0), (-0.16, -0.11), (-0.16, 0.11), (-0.16, -0.22), (-0.16, 0.22)),  # a wide line
    ((-0.16, 0.0), (-0.21, -0.06), (-0.21, 0.06), (-0.16, -0.18), (-0.16, 0.18)),  # a wedge
    ((-0.16, -0.04), (-0.16, 0.04), (-0.22, 0.0), (-0.16, -0.2), (-0.16, 0.2)),  # a pair, a sweeper, two wings
    ((-0.16, -0.04), (-0.16, 0.04), (-0.16, 0.11), (-0.22, 0.08), (-0.16, -0.18)),  # heavy on one side
    ((-0.16, 0.0), (-0.25, 0.0), (-0.16, -0.09), (-0.16, 0.09), (-0.3, 0.21)),  # a file
)
KEEPER_SHARES = (0.0, -0.12, 0.12, -0.25, 0.25, -0.4, 0.4)  # of half the goal's width
GREEN_SHARES = (0.0, -0.3, 0.3, -0.6, 0.6, -1.0, 1.0)  # of half the penalty line
OPEN_XS, OPEN_YS = (-0.1, 0.0, -0.2, 0.1, 0.2, -0.3, 0.3), (0.1, -0.1, 0.0, 0.2, -0.2)  # of the side line
TAKERS = 24  # ways to take a penalty flick
CLEARANCE = 1.6  # diameters from the line of a penalty flick: a hand errs


def single_pennies(game: PennyGreen, decision: Decision) -> list[Answer]:
    """Single pennies on a coarse grid of where they may go."""
    return placements_on(_grid(game), decision)


def worth_a_thought(game: PennyGreen, position: Position[Ledger], decision: Decision) -> list[Answer]:
    """All that a strong player would think of."""
    side = decision.seats[0].side
    match position.ledger.phase:
        case FlickOff():
            return _formations(game, decision, side)
        case KeeperPlacing():
            return placements_on(_on_goal_line(game, side), decision)
        case TakerPlacing():
            return _takers(game, position, decision, side)
        case GoalFlick() if any(len(ask.discs) > 1 for ask in _places(decision)):
            return _ready(game, decision, side)
        case GoalFlick():
            return _least_useful_first(game, position, side, placements_on(_open(game, side), decision))
        case _:
            return [*placements_on(_wanted(game, position, side), decision), *single_pennies(game, decision)]


def _places(decision: Decision) -> list[AskPlace]:
    return [ask for ask in decision.asks if isinstance(ask, AskPlace)]


def _grid(game: PennyGreen) -> list[Point]:
    """The spots, and points of the pitch a hand's breadth apart."""
    xs = [400.0 * share for share in (-1.0, -0.85, -0.6, -0.35, -0.1, 0.1, 0.35, 0.6, 0.85, 1.0)]
    ys = [200.0 * share for share in (-0.75, -0.35, 0.0, 0.35, 0.75)]
    scale = game.board.side_line_mm / 800.0
    return [*game.board.spots.values(), *(Point(x * scale, y * scale).rounded(1) for x, y in product(xs, ys))]


def _formations(game: PennyGreen, decision: Decision, side: Side) -> list[Answer]:
    """Every keeper with every outfield, and the same with left and right changed."""
    (ask,), length, sign = _places(decision), game.board.side_line_mm, ahead(side)
    shapes = [(keeper, *others) for others in OUTFIELDS for keeper in KEEPERS]
    return [
        Place({disc: _scaled(shape[k], length, sign, mirror) for k, disc in enumerate(ask.discs)})
        for shape in shapes
        for mirror in (1.0, -1.0)
    ]


def _scaled(at: tuple[float, float], length: float, sign: float, mirror: float) -> Point:
    return Point(sign * at[0] * length, mirror * at[1] * length).rounded(1)


def _on_goal_line(game: PennyGreen, side: Side) -> list[Point]:
    x, half = game.board.goal_centre(side).x_mm, game.board.goal_width_mm(side) / 2
    return [Point(x, share * half).rounded(1) for share in KEEPER_SHARES]


def _open(game: PennyGreen, side: Side) -> list[Point]:
    """Where a penny waits for the goal flick."""
    length = game.board.side_line_mm
    return [Point(ahead(side) * x * length, y * length).rounded(1) for x, y in product(OPEN_XS, OPEN_YS)]


def _least_useful_first(game: PennyGreen, position: Position[Ledger], side: Side, given: list[Answer]) -> list[Answer]:
    """Pennies far from where play is are placed before others, a keeper last of all."""
    area = Ground(game.board, position.layout).in_area(side, side)
    lying, centre = position.layout.on_board, Point(0.0, 0.0)
    order = sorted(lying, key=lambda disc: (disc in area, -lying[disc].distance_mm(centre)))
    return sorted(
        given, key=lambda each: min(order.index(disc) for disc in each.points) if isinstance(each, Place) else 0
    )


def _wanted(game: PennyGreen, position: Position[Ledger], side: Side) -> list[Point]:
    """Before the own goal, between it and the green, and behind the green."""
    own_goal, sign = goal_of(game, side.other), ahead(side)
    green = position.layout.point(GREEN) or Point(0.0, 0.0)
    between = [Point(own_goal.x_mm + s * (green.x_mm - own_goal.x_mm), s * green.y_mm) for s in (0.5, 0.7, 0.85)]
    behind = [Point(green.x_mm - sign * back, green.y_mm + y) for back in (45.0, 70.0) for y in (0.0, -20.0, 20.0)]
    home = [Point(own_goal.x_mm + 4.0 * sign, 0.0)]
    return [at.rounded(1) for at in (*behind, *home, *between)]


def _ready(game: PennyGreen, decision: Decision, side: Side) -> list[Answer]:
    """The green somewhere before the goal, the penny behind it for one of several ways out."""
    (ask,), board, sign = _places(decision), game.board, ahead(side)
    aside = next(disc for disc in ask.discs if disc != GREEN)
    centre, back = board.goal_centre(side), 1.6 * board.diameter_mm
    found: list[Answer] = []
    for far, y, slope in product((2.5, 3.5), (0.0, -30.0, 30.0), (0.0, -0.3, 0.3, -0.7, 0.7)):
        green, length = Point(centre.x_mm + sign * far * board.diameter_mm, y), (1.0 + slope * slope) ** 0.5
        penny = Point(green.x_mm - sign * back / length, y - slope * back / length)
        found.append(Place({GREEN: green.rounded(1), aside: penny.rounded(1)}))
    return found


def _takers(game: PennyGreen, position: Position[Ledger], decision: Decision, side: Side) -> list[Answer]:
    """Green and penny on a line to a gap or through the keeper: for every line its best penny, clear lines first."""
    half, goal = game.board.penalty_line(side).b.y_mm, goal_of(game, side)
    area, lying = Ground(game.board, position.layout).in_area(side, side), position.layout.on_board
    ways: dict[tuple[float, float], list[tuple[tuple[float, bool, float], Answer]]] = {}
    for ask, share, aim in product(_places(decision), GREEN_SHARES, [*gaps(game, position, side), 0.0]):
        penny = next(disc for disc in ask.discs if disc != GREEN)
        line = _line(ask, penny, share * half, aim, goal, half)
        others = [at for disc, at in lying.items() if disc != penny]
        order = (round(_crowded(game, others, *line), 1), penny in area, abs(share))
        ways.setdefault((share, aim), []).append((order, Place({GREEN: line[1], penny: line[0]})))
    best = (min(each, key=lambda way: way[0]) for each in ways.values())
    return [way for _, way in sorted(best, key=lambda way: way[0])[:TAKERS]]


def _line(
    ask: AskPlace, penny: DiscId, green_y: float, aim_y: float, goal: Point, half: float
) -> tuple[Point, Point, Point]:
    """Penny, green and aim on one line, as far as the penalty line reaches."""
    suggested = ask.suggested
    green = Point(suggested[GREEN].x_mm, green_y)
    slope = (aim_y - green_y) / (goal.x_mm - green.x_mm)
    behind = green_y + slope * (suggested[penny].x_mm - green.x_mm)
    start = Point(suggested[penny].x_mm, min(max(behind, -half), half))
    return start.rounded(1), green.rounded(1), Point(goal.x_mm, aim_y)


def _crowded(game: PennyGreen, others: list[Point], penny: Point, green: Point, aim: Point) -> float:
    """How much stands in the way or close to it, in diameters; a keeper in the goal's mouth apart."""
    room, mouth = CLEARANCE * game.board.diameter_mm, abs(aim.x_mm) - game.board.diameter_mm
    before = [at for at in others if abs(at.x_mm) < mouth or at.x_mm * aim.x_mm < 0.0]
    near = (distance_to_way_mm(at, *way) for at in before for way in ((penny, green), (green, aim)))
    return sum(max(room - each, 0.0) for each in near) / game.board.diameter_mm

"""The layouts that are measured: a Pichenotte board in mid-game, and Penny Black's opening."""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass, replace
from pathlib import Path

from pennyflick.cli.simulate_file import Trial, parse
from pennyflick.table import Circle, Disc, DiscId, Flick, Layout, Point, Surface

BREAKS = Path(__file__).parent.parent / "tests" / "data" / "penny-black-breaks.json"

PUCK_RADIUS_MM = 15.875
PUCK_MASS_G = 5.3
BOARD_RADIUS_MM = 330.2
BASELINE_MM = 304.8
POST_RING_MM = 101.6
POST_RADIUS_MM = 4.75
MID_GAME_PUCKS = 12
MID_GAME_SPEED_MM_S = 2_500
MID_GAME_TARGET_MM = 150.0  # the flick goes to a random point this near the centre


@dataclass(frozen=True)
class Scene:
    """One flick and everything it needs."""

    surface: Surface
    discs: tuple[Disc, ...]
    layout: Layout
    flick: Flick


def posts() -> tuple[Circle, ...]:
    """The eight posts of the Pichenotte board."""
    angles = [math.radians(22.5 + 45.0 * k) for k in range(8)]
    places = [Point(POST_RING_MM * math.cos(a), POST_RING_MM * math.sin(a)).rounded() for a in angles]
    return tuple(Circle(place, POST_RADIUS_MM) for place in places)


def pichenotte_surface() -> Surface:
    """The Pichenotte board without hole and follow-through, which the peers do not know."""
    return Surface(
        edge=Circle(Point(0.0, 0.0), BOARD_RADIUS_MM),
        pegs=posts(),
        friction=0.12,
        restitution=0.80,
        peg_restitution=0.62,
        follow_through_mm=0.0,
    )


def pichenotte_mid(count: int, seed: int = 1) -> list[Scene]:
    """Twelve pucks at random, one of them flicked from the baseline to a random point near the centre."""
    dice = random.Random(seed)
    surface = pichenotte_surface()
    names = [DiscId(f"{'AB'[i % 2]}{i // 2 + 1}") for i in range(MID_GAME_PUCKS)]
    discs = tuple(Disc(name, "puck", None, PUCK_RADIUS_MM, PUCK_MASS_G) for name in names)
    return [_mid_game(dice, surface, discs) for _ in range(count)]


def _mid_game(dice: random.Random, surface: Surface, discs: tuple[Disc, ...]) -> Scene:
    angle = math.radians(-135.0 + 90.0 * dice.random())  # the quarter of the player at the bottom
    start = Point(BASELINE_MM * math.cos(angle), BASELINE_MM * math.sin(angle)).rounded()
    places = [start]
    while len(places) < len(discs):
        place = _within(dice, BOARD_RADIUS_MM - PUCK_RADIUS_MM).rounded()
        if _is_free(place, places, surface):
            places.append(place)
    target = _within(dice, MID_GAME_TARGET_MM)
    direction = math.degrees(math.atan2(target.y_mm - start.y_mm, target.x_mm - start.x_mm))
    layout = Layout({disc.id: place for disc, place in zip(discs, places, strict=True)})
    flick = Flick(discs[0].id, round(direction * 100.0) % 36_000, MID_GAME_SPEED_MM_S)
    return Scene(surface, discs, layout, flick)


def _within(dice: random.Random, radius_mm: float) -> Point:
    """A random point of a round area, all equally likely."""
    angle, reach = 2.0 * math.pi * dice.random(), radius_mm * math.sqrt(dice.random())
    return Point(reach * math.cos(angle), reach * math.sin(angle))


def _is_free(place: Point, places: list[Point], surface: Surface) -> bool:
    return all(place.distance_mm(other) > 2.0 * PUCK_RADIUS_MM for other in places) and all(
        place.distance_mm(peg.centre) > PUCK_RADIUS_MM + peg.radius_mm for peg in surface.pegs
    )


def black_breaks() -> tuple[list[Scene], list[Trial]]:
    """The reference openings of Penny Black, and how each should end."""
    file = parse(BREAKS.read_text(encoding="utf-8"))
    scenes = []
    for trial in file.trials:
        assert isinstance(trial.flick, Flick)
        scenes.append(Scene(file.surface, file.discs, file.layout, trial.flick))
    return scenes, list(file.trials)


def black_break(count: int, seed: int = 2) -> list[Scene]:
    """Penny Black's opening with random flicks like the reference ones: 700 to 3,000 mm/s, within 8 degrees."""
    dice = random.Random(seed)
    first = black_breaks()[0][0]
    return [
        replace(
            first, flick=Flick(first.flick.disc, 17_200 + int(dice.random() * 1_600), 700 + int(dice.random() * 2_300))
        )
        for _ in range(count)
    ]


def stable_trials(trials: list[Trial]) -> list[int]:
    """The numbers of the flicks whose outcome does not hang on the contact law."""
    return [i for i, trial in enumerate(trials) if trial.spread_mm is not None and trial.spread_mm < 1.0]


def as_json(scene: Scene) -> str:
    """A scene as a file for `pennyflick simulate`, when somebody asks about one."""
    edge = scene.surface.edge
    assert isinstance(edge, Circle)
    return json.dumps(
        {
            "friction": scene.surface.friction,
            "restitution": scene.surface.restitution,
            "peg_restitution": scene.surface.peg_restitution,
            "circle_radius_mm": edge.radius_mm,
            "pegs": [
                {"at_mm": [peg.centre.x_mm, peg.centre.y_mm], "radius_mm": peg.radius_mm} for peg in scene.surface.pegs
            ],
            "radius_mm": [disc.radius_mm for disc in scene.discs],
            "mass_g": [disc.mass_g for disc in scene.discs],
            "start_mm": [[point.x_mm, point.y_mm] for point in scene.layout.on_board.values()],
            "flicks": [{"direction_deg": scene.flick.direction_cdeg / 100, "speed_mm_s": scene.flick.speed_mm_s}],
        }
    )

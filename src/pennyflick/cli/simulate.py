"""`pennyflick simulate FILE`: the simulator from the command line, and how others check it."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, assert_never

from pennyflick.boards.drawing import Mark
from pennyflick.cli.errors import CommandError
from pennyflick.cli.progress import Progress
from pennyflick.cli.simulate_file import SimulateFile, Trial, parse
from pennyflick.table import (
    Away,
    Contact,
    Event,
    Flick,
    Holed,
    Left,
    PegHit,
    Point,
    Shot,
    SideFlick,
    Spot,
    Stopped,
    Surface,
)

NAME = "simulate"
HELP = "Simulate the flicks of a file; print where every disc rests and what happened on the way."
EXAMPLES = """\
  pennyflick simulate breaks.json                 every flick of the file, as text
  pennyflick simulate breaks.json --json          the same for a program
  pennyflick simulate breaks.json --svg shot.svg  and a picture of every shot
  pennyflick simulate - < breaks.json             read from standard input
The file is described in docs/physics.md, section "Files"."""

STABLE_SPREAD_MM = 1.0  # a flick whose outcome hangs on the contact law by more than this measures nobody's accuracy


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="board, discs and flicks as JSON; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    parser.add_argument(
        "--svg", metavar="OUT", type=Path, help="write a picture of every shot: OUT, or OUT-1, OUT-2, …"
    )


@dataclass(frozen=True)
class Result:
    """One flick of the file, its shot, and how far it is from the rest positions that the file tells."""

    trial: Trial
    shot: Shot

    @property
    def same_discs_left(self) -> bool | None:
        """Whether exactly the discs left that should have; None: the file does not tell."""
        if self.trial.rest is None:
            return None
        places = self.shot.rest.where.values()
        return all(
            (told is None) == isinstance(place, Away) for told, place in zip(self.trial.rest, places, strict=True)
        )

    @property
    def worst_mm(self) -> float | None:
        """The difference of the worst disc among those on the board in both; None: the file does not tell."""
        if self.trial.rest is None:
            return None
        places = self.shot.rest.where.values()
        pairs = zip(self.trial.rest, places, strict=True)
        return max((p.distance_mm(told) for told, p in pairs if told is not None and isinstance(p, Point)), default=0.0)

    @property
    def stable(self) -> bool:
        """Whether the outcome hangs so little on the contact law that it can be compared."""
        return (
            self.trial.rest is not None and self.trial.spread_mm is not None and self.trial.spread_mm < STABLE_SPREAD_MM
        )


def run(args: argparse.Namespace) -> int:
    """Simulate the file; the exit code."""
    file = parse(_text(args.file))
    results = _results(file)
    if args.json:
        print(json.dumps(_json(file, results), allow_nan=False))
    else:
        _print(file, results)
    if args.svg is not None:
        _draw(file, results, args.svg)
    return 0


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot read {name!r}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CommandError(f"{name!r} is not UTF-8 text: byte {error.start} is wrong") from None


def _results(file: SimulateFile) -> list[Result]:
    from pennyflick import physics  # only now: the kernels take a moment to load

    physics.prepare(Progress())
    results = []
    for number, trial in enumerate(file.trials, start=1):
        try:
            shot = physics.simulate(file.surface, file.discs, file.layout, trial.flick)
        except physics.PhysicsError as error:
            raise CommandError(f"flick {number}: {error}") from None
        results.append(Result(trial, shot))
    return results


def _print(file: SimulateFile, results: list[Result]) -> None:
    for number, result in enumerate(results, start=1):
        print(f"flick {number}: {_flick_words(result.shot.flick)}")
        for disc in file.discs:
            print(f"  {disc.id:>8}  {_place_words(result.shot.rest.where[disc.id])}")
        for event in result.shot.events:
            print(f"  {event.instant_s:9.6f} s  {_event_words(event)}")
        if result.worst_mm is not None:
            left = "the same discs left" if result.same_discs_left else "other discs left"
            print(f"  against the file: {left}, worst difference {result.worst_mm:.3f} mm")
    compared = [result for result in results if result.stable]
    if compared:
        median = statistics.median(result.worst_mm or 0.0 for result in compared)
        same = sum(bool(result.same_discs_left) for result in compared)
        print(
            f"{len(compared)} stable flicks (spread below {STABLE_SPREAD_MM:g} mm): median of the worst difference ",
            end="",
        )
        print(f"{median:.3f} mm, the same discs left in {same}")


def _flick_words(flick: Flick | SideFlick) -> str:
    words = f"disc {flick.disc}, {flick.direction_cdeg / 100:.2f}°, {flick.speed_mm_s} mm/s"
    return words if isinstance(flick, Flick) else f"side-flick of {words}, struck by {flick.held}"


def _place_words(place: Point | Away) -> str:
    return place.value if isinstance(place, Away) else f"{place.x_mm:12.6f} {place.y_mm:12.6f}"


def _event_words(event: Event) -> str:
    match event:
        case Contact():
            push = ", the finger still pushing" if event.push else ""
            return f"{event.a} and {event.b} hit, impulse {event.impulse_g_mm_s:.3f} g·mm/s{push}"
        case PegHit():
            return f"{event.disc} hit peg {event.peg}, impulse {event.impulse_g_mm_s:.3f} g·mm/s"
        case Holed():
            return f"{event.disc} dropped into the hole"
        case Left():
            return f"{event.disc} left at {event.at.x_mm:.3f} {event.at.y_mm:.3f}"
        case Stopped():
            return f"{event.disc} stopped"
        case _:
            assert_never(event)


def _json(file: SimulateFile, results: list[Result]) -> dict[str, Any]:
    from pennyflick.physics import PHYSICS_VERSION

    return {
        "physics_version": PHYSICS_VERSION,
        "discs": [disc.id for disc in file.discs],
        "shots": [_shot_json(result) for result in results],
    }


def _shot_json(result: Result) -> dict[str, Any]:
    shot = result.shot
    places = shot.rest.where.values()
    told = {"worst_mm": result.worst_mm, "same_discs_left": result.same_discs_left}
    return {
        "disc": shot.flick.disc,
        "direction_deg": shot.flick.direction_cdeg / 100,
        "speed_mm_s": shot.flick.speed_mm_s,
        "rest_mm": [None if isinstance(place, Away) else [place.x_mm, place.y_mm] for place in places],
        "fates": [place.value if isinstance(place, Away) else "board" for place in places],
        "events": [_event_json(event) for event in shot.events],
        "duration_s": shot.duration_s,
        "finger_work_g_mm2_s2": shot.finger_work_g_mm2_s2,
    } | (told if result.trial.rest is not None else {})


def _event_json(event: Event) -> dict[str, Any]:
    match event:
        case Contact():
            own: dict[str, Any] = {
                "discs": list(event.discs),
                "impulse_g_mm_s": event.impulse_g_mm_s,
                "push": event.push,
            }
        case PegHit():
            own = {"disc": event.disc, "peg": event.peg, "impulse_g_mm_s": event.impulse_g_mm_s}
        case Left():
            own = {"disc": event.disc, "at_mm": [event.at.x_mm, event.at.y_mm]}
        case Holed() | Stopped():
            own = {"disc": event.disc}
        case _:
            assert_never(event)
    return {"event": _EVENT_NAMES[type(event)], "instant_s": event.instant_s} | own


_EVENT_NAMES: Mapping[type[Event], str] = {
    Contact: "contact",
    PegHit: "peg",
    Holed: "holed",
    Left: "left",
    Stopped: "stopped",
}


@dataclass(frozen=True)
class _BareBoard:
    """A board that is nothing but its surface."""

    surface: Surface
    name: str = "simulated board"
    spot_radius_mm: float = 0.0

    @property
    def spots(self) -> Mapping[Spot, Point]:
        """None are named."""
        return {}

    def marks(self) -> tuple[Mark, ...]:
        """Nothing is drawn on the wood."""
        return ()


def _draw(file: SimulateFile, results: list[Result], out: Path) -> None:
    from pennyflick.boards.picture.svg import standalone_svg  # only now: most calls draw nothing

    board = _BareBoard(file.surface)
    for number, result in enumerate(results, start=1):
        path = out if len(results) == 1 else out.with_stem(f"{out.stem}-{number}")
        title = f"flick {number}: {_flick_words(result.shot.flick)}"
        picture = standalone_svg(board, file.discs, result.shot.rest, shot=result.shot, title=title)
        try:
            path.write_text(picture, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"cannot write {str(path)!r}: {error.strerror}") from None
        print(f"wrote {path}", file=sys.stderr)

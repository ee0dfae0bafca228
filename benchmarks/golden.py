"""A thousand shots and their hash: `make golden` writes it, a test compares it. Law: new hash, new PHYSICS_VERSION."""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks import random_boards, scenes
from benchmarks.scenes import Scene
from pennyflick import physics
from pennyflick.table import Away, Contact, Event, Holed, Left, PegHit, Shot, Stopped

FILE = Path(__file__).parent.parent / "tests" / "data" / "golden-shots.json"
SEED = 20_26


def golden_scenes() -> dict[str, list[Scene]]:
    """What is pinned, by family: a changed hash then says where to look."""
    mid = scenes.pichenotte_mid(250, seed=SEED)
    breaks = scenes.black_breaks()[0] + scenes.black_break(76, seed=SEED)
    finger = [replace(scene, surface=replace(scene.surface, follow_through_mm=4.0)) for scene in breaks[:50]]
    return {"pichenotte-mid": mid, "black-break": breaks, "black-break-follow": finger, "random": list(_random(600))}


def _random(count: int) -> Iterator[Scene]:
    dice = random.Random(SEED)
    for _ in range(count):
        board = random_boards.random_board(dice)
        layout = random_boards.random_layout(dice, board)
        yield Scene(board.surface, board.discs, layout, random_boards.random_flick(dice, layout))


def shot_text(shot: Shot) -> str:
    """Everything that a shot says, every number to its last bit."""
    rest = " ".join(
        place.value if isinstance(place, Away) else f"{place.x_mm!r},{place.y_mm!r}"
        for place in shot.rest.where.values()
    )
    events = " ".join(map(_event_text, shot.events))
    paths = " ".join(
        f"{disc}:{piece.t0_s!r},{piece.t1_s!r},{piece.x_mm!r},{piece.y_mm!r},{piece.vx_mm_s!r},{piece.vy_mm_s!r}"
        for disc, pieces in sorted(shot.paths.items())
        for piece in pieces
    )
    return f"{rest}|{events}|{paths}|{shot.finger_work_g_mm2_s2!r}\n"


def _event_text(event: Event) -> str:
    match event:
        case Contact():
            return f"{event.instant_s!r}:{event.a}*{event.b}:{event.impulse_g_mm_s!r}:{event.push}"
        case PegHit():
            return f"{event.instant_s!r}:{event.disc}@{event.peg}:{event.impulse_g_mm_s!r}"
        case Left():
            return f"{event.instant_s!r}:{event.disc}>{event.at.x_mm!r},{event.at.y_mm!r}"
        case Holed():
            return f"{event.instant_s!r}:{event.disc}o"
        case Stopped():
            return f"{event.instant_s!r}:{event.disc}."


def digest(family_scenes: Iterable[Scene]) -> str:
    """The hash of some shots, in order."""
    own = hashlib.sha256()
    for scene in family_scenes:
        own.update(shot_text(physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)).encode())
    return own.hexdigest()


def hashes() -> dict[str, str]:
    """The hash of every family, and of those hashes."""
    found = {family: digest(family_scenes) for family, family_scenes in golden_scenes().items()}
    return found | {"all": hashlib.sha256("".join(found.values()).encode()).hexdigest()}


def record() -> dict[str, object]:
    """What the file holds."""
    count = sum(map(len, golden_scenes().values()))
    return {"physics_version": physics.PHYSICS_VERSION, "shots": count, "sha256": hashes()}


def main() -> int:
    """Compare with the file, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the file anew")
    args = parser.parse_args()
    now = record()
    before = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else None
    if now == before:
        print("the golden shots are unchanged")
        return 0
    if not args.write:
        print("the golden shots have changed; raise PHYSICS_VERSION, then: make golden", file=sys.stderr)
        return 1
    if before is not None and before["physics_version"] == now["physics_version"]:
        print(
            "the golden shots have changed but PHYSICS_VERSION has not: raise it before this is released",
            file=sys.stderr,
        )
    FILE.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {FILE.relative_to(Path.cwd()) if FILE.is_relative_to(Path.cwd()) else FILE.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

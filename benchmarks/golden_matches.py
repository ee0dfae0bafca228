"""Golden matches of every game: recorded once, compared text for text (tests/match/test_golden.py).

`python -m benchmarks.golden_matches` compares; `--write` records them anew (`make golden`).
"""

from __future__ import annotations

import argparse
import dataclasses
from dataclasses import dataclass, field
from pathlib import Path

from pennyflick.match import new_match, play, written
from pennyflick.players import HANDS, RandomLegal
from pennyflick.record import Versions, print_record
from pennyflick.rules import registry
from pennyflick.table import Seat

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "golden"
DATE = "2026-01-01"
RULES_THEN = 1  # later rules rule alike on every flick of these matches


@dataclass(frozen=True)
class Golden:
    """What a golden match was played with."""

    file: str
    game: str
    seed: int
    options: dict[str, str] = field(default_factory=dict)


# Seeds chosen among the first few for the variety of clauses that were ruled
GOLDEN = (
    Golden("penny-black", "penny-black", 7),
    Golden("penny-black-square", "penny-black", 3, {"shape": "square", "coin": "2p", "turn_limit": "15"}),
    Golden("penny-black-round", "penny-black", 3, {"shape": "round", "set_colour": "red", "turn_limit": "15"}),
    Golden("penny-blue", "penny-blue", 6, {"games": "6"}),
    Golden("penny-blue-hexagon", "penny-blue", 7, {"shape": "hexagon", "side_flick": "may", "games": "4"}),
    Golden("penny-red", "penny-red", 1),
    Golden("penny-red-doubles", "penny-red", 7, {"doubles": "yes", "size": "tupenny", "games": "2"}),
    Golden("penny-green", "penny-green", 8, {"turn_limit": "15"}),
    Golden("penny-green-advanced", "penny-green", 1, {"size": "mini", "penalty": "advanced", "turn_limit": "12"}),
    Golden("pichenotte", "pichenotte", 1),
    Golden("pichenotte-doubles", "pichenotte", 2, {"players": "doubles", "tie": "shoot-out", "advanced": "yes"}),
)


def played(golden: Golden) -> str:
    """The record of a golden match, played afresh, with the tags that the files had when they were written."""
    game = registry.new_game(golden.game, golden.options)
    hands = [HANDS["good"], None, HANDS["beginner"], HANDS["expert"]]
    seats: tuple[Seat, ...] = game.seats
    match = new_match(game, seed=golden.seed, hands=dict(zip(seats, hands, strict=False)))
    match = play(match, dict.fromkeys(seats, RandomLegal(aimed=0.9)))
    record = written(match, date=DATE)
    made = Versions("golden", RULES_THEN, record.versions.physics)  # the package's own number rises with every release
    return print_record(dataclasses.replace(record, players={}, versions=made))


def main() -> int:
    """Compare or write them; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="record them anew")
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    changed = 0
    for golden in GOLDEN:
        path = FOLDER / f"{golden.file}.txt"
        text = played(golden)
        same = path.exists() and path.read_text(encoding="utf-8") == text
        changed += not same
        if args.write:
            path.write_text(text, encoding="utf-8")
        print(f"{golden.file}: {'unchanged' if same else 'written' if args.write else 'CHANGED'}", flush=True)
    return 0 if args.write or not changed else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Rounds of self-play and fits in a folder. Law: the folder says all; whatever is there already is not done again.

round-1.jsonl holds a line a match, round-1.json the value learned from all rounds so far, with which the next round is
played; the last of them is also called GAME.json.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pennyflick import __version__
from pennyflick.players.specs import HAND_MADE, LEARNED
from pennyflick.players.values.files import ValueFile, ValueFileError, learned, parse_value, value_text, values_version
from pennyflick.players.values.study import study_of
from pennyflick.rules import registry
from pennyflick.training import self_play
from pennyflick.training.examples import HELD_OUT, TRUST, Examples, examples
from pennyflick.training.fitting import LEARNING_RATE, Fitted, fitted, slopes
from pennyflick.training.self_play import Job, Lesson

BLOCK = 40  # matches handed out at a time


class TrainingError(ValueError):
    """A run that cannot go on, and why."""


@dataclass(frozen=True)
class Recipe:
    """How a value comes about; `first`: the values of the first round."""

    game: str
    matches: int  # a round
    rounds: int
    seed: int
    first: str = HAND_MADE
    spreads: str = self_play.TOGETHER  # of hands in between


@dataclass(frozen=True)
class Step:
    """How far a run is."""

    lap: int
    matches: int  # of this round, done
    fitted: Fitted | None = None  # set: the round is over


def train(recipe: Recipe, folder: Path, pool: Executor | None, again: bool = False) -> Iterator[Step]:
    """Play and fit what is missing; `again`: fit all rounds anew from the matches that are there."""
    _claim(recipe, folder)
    values = recipe.first
    for lap in range(1, recipe.rounds + 1):
        for done in _played(recipe, lap, values, folder, pool):
            yield Step(lap, done)
        path = folder / f"round-{lap}.json"
        if again or not _usable(path, recipe.game):
            found = _learned(recipe, lap, folder, path)
            yield Step(lap, recipe.matches, found)
        values = str(path)
    (folder / f"{recipe.game}.json").write_text(Path(values).read_text())


def _claim(recipe: Recipe, folder: Path) -> None:
    """The folder is this run's; raises TrainingError if it belongs to another. More rounds may be asked for later."""
    folder.mkdir(parents=True, exist_ok=True)
    path, told = folder / "recipe.json", asdict(recipe)
    if path.exists():
        kept = asdict(Recipe(**json.loads(path.read_text())))  # a run of before may not name all
        other = [f"{key} {kept.get(key)}" for key in told if key != "rounds" and kept.get(key) != told[key]]
        if other:
            raise TrainingError(f"{folder} holds another run ({', '.join(other)}); name another folder")
    path.write_text(json.dumps(told, indent=1) + "\n")


def _played(recipe: Recipe, lap: int, values: str, folder: Path, pool: Executor | None) -> Iterator[int]:
    """The round's matches; each line is written as soon as it is known."""
    path = folder / f"round-{lap}.jsonl"
    done = len(_kept(path))
    numbers = range(done, recipe.matches)
    jobs = [Job(recipe.game, recipe.seed, lap, number, values, recipe.spreads) for number in numbers]
    with path.open("a") as lines:
        for begin in range(0, len(jobs), BLOCK):
            some = jobs[begin : begin + BLOCK]
            for line in map(self_play.lesson_line, some) if pool is None else pool.map(self_play.lesson_line, some):
                lines.write(line + "\n")
                lines.flush()
                done += 1
                yield done


def _kept(path: Path) -> list[str]:
    """The whole lines of a file; one that was cut short is cut off."""
    if not path.exists():
        return []
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return whole.splitlines()


def lessons(folder: Path, laps: int) -> Iterator[Lesson]:
    """The matches of these first rounds."""
    for lap in range(1, laps + 1):
        yield from map(self_play.read, _kept(folder / f"round-{lap}.jsonl"))


def _usable(path: Path, game: str) -> bool:
    """Whether the round has been fitted, to the features of now."""
    with suppress(OSError, ValueFileError):
        learned(parse_value(path.read_text()), game, study_of(game))
        return True
    return False


def _learned(recipe: Recipe, lap: int, folder: Path, path: Path) -> Fitted:
    study = study_of(recipe.game)
    rows = examples(registry.new_game(recipe.game), study, lessons(folder, lap))
    found = fitted(rows, recipe.seed, slopes(study))
    about = _about(recipe, lap, folder, rows, found)
    path.write_text(value_text(ValueFile(recipe.game, study.names, found.forest, about)))
    return found


def _about(recipe: Recipe, lap: int, folder: Path, rows: Examples, found: Fitted) -> dict[str, Any]:
    """What a value file tells of itself."""
    return {
        "recipe": {
            "matches a round": recipe.matches,
            "rounds": lap,
            "seed": recipe.seed,
            "first round played with": values_version(recipe.game) if recipe.first == LEARNED else recipe.first,
            "flicks a decision": list(self_play.FLICKS),
            "spreads": recipe.spreads,
            "depth": found.depth,
            "trees": found.trees,
            "learning rate": LEARNING_RATE,
            "trust in what came after": TRUST,
            "pennyflick": __version__,
        },
        "data": {"matches": recipe.matches * lap, "positions": len(rows.shares), "sha256": _digest(folder, lap)},
        "measured": {
            "held out": f"every {HELD_OUT}th match",
            "positions": int(rows.held_out.sum()),
            "brier": round(found.brier, 5),
            "constant": round(found.constant, 5),
        },
    }


def _digest(folder: Path, laps: int) -> str:
    """Of all lines of these rounds."""
    digest = hashlib.sha256()
    for lap in range(1, laps + 1):
        digest.update((folder / f"round-{lap}.jsonl").read_bytes())
    return digest.hexdigest()

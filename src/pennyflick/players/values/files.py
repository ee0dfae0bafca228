"""Learned values in files: readable text, small, and only for the features they were learned from.

A file says how it came about (recipe, seeds, hash of the data, what it scored on matches it had not seen), the names
of its features, and the trees. Where a node splits nothing its threshold is null.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pennyflick.players.specs import HAND_MADE, LEARNED
from pennyflick.players.values.forest import Forest
from pennyflick.players.values.study import Study, study_of
from pennyflick.players.values.value import Learned
from pennyflick.rules import registry

FORMAT = 1


class ValueFileError(ValueError):
    """A learned value that cannot be used, and why."""


@dataclass(frozen=True)
class ValueFile:
    """What a file holds."""

    game: str
    features: tuple[str, ...]
    forest: Forest
    about: Mapping[str, Any] = field(default_factory=dict)  # recipe, data, measured: for people and for the card


def value_text(file: ValueFile) -> str:
    """The file's text: one line a tree."""
    head = {"format": FORMAT, "game": file.game, **file.about, "features": list(file.features)}
    trees = ",\n  ".join(map(json.dumps, _trees(file.forest)))
    opening = json.dumps(head, indent=1).removesuffix("\n}")
    return f'{opening},\n "base": {json.dumps(file.forest.base)},\n "trees": [\n  {trees}\n ]\n}}\n'


def _trees(forest: Forest) -> list[list[Any]]:
    rows = zip(forest.feature.tolist(), forest.threshold.tolist(), forest.leaf.tolist(), strict=True)
    return [[feature, [None if math.isinf(each) else each for each in cuts], leaf] for feature, cuts, leaf in rows]


def parse_value(text: str) -> ValueFile:
    """What the text says; raises ValueFileError."""
    try:
        told = json.loads(text)
        if told.pop("format") != FORMAT:
            raise ValueFileError("it was written in another format")
        game, features = told.pop("game"), tuple(told.pop("features"))
        forest = _forest(told.pop("base"), told.pop("trees"))
        if forest.feature.max(initial=0) >= len(features):
            raise ValueFileError(f"it asks for feature {forest.feature.max()} of {len(features)}")
        return ValueFile(game, features, forest, told)
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise ValueFileError(f"not the text of a learned value: {error}") from None


def _forest(base: float, trees: list[list[Any]]) -> Forest:
    thresholds = [[math.inf if each is None else each for each in cuts] for _, cuts, _ in trees]
    return Forest(
        float(base),
        np.array([feature for feature, _, _ in trees], dtype=np.uint16),
        np.array(thresholds, dtype=np.float64),
        np.array([leaf for _, _, leaf in trees], dtype=np.float64),
    )


def learned(file: ValueFile, game_name: str, study: Study) -> Learned:
    """The value, if it is of this game and was learned from just what the study sees; raises ValueFileError."""
    if file.game != game_name:
        raise ValueFileError(f"it was learned at {file.game}, not at {game_name}")
    if file.features != study.names:
        odd = sorted(set(file.features) ^ set(study.names))
        raise ValueFileError(f"it was learned from other features: {', '.join(odd) or 'in another order'}")
    return Learned(study, file.forest)


@cache
def read_value(path: str, game_name: str) -> Learned:
    """The learned value in this file; raises ValueFileError."""
    try:
        return learned(parse_value(Path(path).read_text(encoding="utf-8")), game_name, study_of(game_name))
    except (OSError, ValueError) as error:
        raise ValueFileError(f"no value for {game_name} in {path}: {error}") from None


def values_version(game_name: str) -> str:
    """What positions are worth in this game as it is shipped, by name: "learned 5f3c0a1b", or "hand-made"."""
    text = registry.values_text(game_name)
    return HAND_MADE if text is None else f"{LEARNED} {hashlib.sha256(text.encode()).hexdigest()[:8]}"


@cache
def shipped_value(game_name: str) -> Learned | None:
    """The value that the game ships; None: it ships none."""
    text = registry.values_text(game_name)
    return None if text is None else learned(parse_value(text), game_name, study_of(game_name))

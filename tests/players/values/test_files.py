"""Learned values in files: read back to the bit, and refused where they do not fit."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from pennyflick.players.bots import SpecError, player
from pennyflick.players.specs import parse_spec
from pennyflick.players.values.files import (
    ValueFile,
    ValueFileError,
    learned,
    parse_value,
    read_value,
    shipped_value,
    value_text,
)
from pennyflick.players.values.forest import Forest
from pennyflick.players.values.study import study_of
from pennyflick.rules import registry

GAME = "pichenotte"
LARGEST_BYTES = 1_000_000


def forest() -> Forest:
    return Forest(
        0.1,
        np.array([[1, 0, 0], [0, 1, 1]], dtype=np.uint16),
        np.array([[0.1 + 0.2, np.inf, -2.0], [1.0 / 3.0, 0.0, np.inf]]),
        np.array([[0.1, 0.1, -0.3, 2.0 / 3.0], [0.0, 1e-17, 5.0, -5.0]]),
    )


def test_what_is_written_is_read_back_to_the_bit() -> None:
    file = ValueFile(GAME, ("near", "far"), forest(), {"recipe": {"seed": 1}})
    back = parse_value(value_text(file))

    assert (back.game, back.features, back.about) == (file.game, file.features, file.about)
    assert back.forest.base == file.forest.base
    assert (back.forest.feature == file.forest.feature).all()
    assert (back.forest.threshold == file.forest.threshold).all()
    assert (back.forest.leaf == file.forest.leaf).all()


def test_a_value_of_another_game_or_of_other_features_is_refused() -> None:
    study = cast(Any, type("Seen", (), {"names": ("near", "far")}))
    with pytest.raises(ValueFileError, match="learned at pichenotte"):
        learned(ValueFile(GAME, ("near", "far"), forest()), "penny-red", study)
    with pytest.raises(ValueFileError, match="other features: far, wide"):
        learned(ValueFile(GAME, ("near", "wide"), forest()), GAME, study)
    with pytest.raises(ValueFileError, match="in another order"):
        learned(ValueFile(GAME, ("far", "near"), forest()), GAME, study)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 2}', '{"format": 1, "game": "x", "features": 1}'])
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(ValueFileError):
        parse_value(text)


def test_a_forest_that_asks_for_what_is_not_named_is_refused() -> None:
    text = value_text(ValueFile(GAME, ("near",), forest()))
    with pytest.raises(ValueFileError, match="feature 1 of 1"):
        parse_value(text)
    with pytest.raises(ValueFileError):
        parse_value(text.replace("[1, 0, 0]", "[-1, 0, 0]"))


def test_a_spec_names_a_file_and_is_told_when_there_is_none(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    with pytest.raises(SpecError, match="no value for pichenotte"):
        player(f"4:values={missing}", GAME)


def test_a_bot_plays_by_the_file_that_its_spec_names(tmp_path: Path) -> None:
    names = study_of(GAME).names
    path = tmp_path / "mine.json"
    path.write_text(value_text(ValueFile(GAME, names, forest())))

    assert read_value(str(path), GAME).forest.base == 0.1
    assert parse_spec(f"4:values={path}").values == str(path)
    assert player(f"4:values={path}", GAME) is not None


@pytest.mark.parametrize("name", registry.names())
def test_what_a_game_ships_is_small_fits_its_study_and_says_where_it_comes_from(name: str) -> None:
    text = registry.values_text(name)
    if text is None:
        assert shipped_value(name) is None
        return
    about = parse_value(text).about

    assert len(text.encode()) < LARGEST_BYTES
    assert shipped_value(name) is not None
    assert {"recipe", "data", "measured"} <= set(about)
    assert len(about["data"]["sha256"]) == 64

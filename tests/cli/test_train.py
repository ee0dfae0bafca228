"""`pennyflick train` and `pennyflick calibrate`: what they print, and what they say when they cannot."""

import json
import sys
from pathlib import Path

import pytest

from pennyflick.cli.main import main


def test_training_without_its_library_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)

    assert main(["train", "pichenotte", "--out", str(tmp_path)]) == 2
    assert "pip install 'pennyflick[train]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["train", "snooker"], "no game 'snooker'"),
        (["train", "pichenotte", "--matches", "3"], "at least 8 matches"),
        (["train", "pichenotte", "--rounds", "0"], "at least 1"),
        (["calibrate", "snooker"], "no game named 'snooker'"),
        (["calibrate", "pichenotte", "--spec", "wizard"], "no opponent 'wizard'"),
        (["calibrate", "pichenotte", "--values", "nowhere.json"], "no value for pichenotte"),
        (["calibrate", "pichenotte", "--matches", "0"], "at least 1"),
    ],
)
def test_what_cannot_be_done_is_said(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.slow
def test_calibrating_prints_a_table_for_each_value(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["calibrate", "pichenotte", "--matches", "2", "--spec", "3:flicks=40", "--values", "hand-made"]

    assert main(words) == 0
    assert "hand-made: 48 positions, correlation" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["values"]["hand-made"]
    assert told["positions"] == sum(each["count"] for each in told["bins"]) == 48

"""A learned value plays the same matches on any number of threads, and on a machine without what taught it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pennyflick.players.values.files import ValueFile, value_text
from pennyflick.players.values.forest import Forest
from pennyflick.players.values.study import study_of

GAME = "pichenotte"
PLAYED = """
import sys
{first}
from pennyflick.match.arena import Contest, play_pair
spec = "4:flicks=300,values=" + sys.argv[1]
pair = play_pair(Contest("pichenotte", {{}}, spec, "3:flicks=40", seed=5), 0)
assert "sklearn.ensemble" not in sys.modules or sys.modules["sklearn.ensemble"] is None
print([match.digest for match in pair.matches])
"""
ABSENT = "sys.modules['sklearn'] = sys.modules['sklearn.ensemble'] = None"


def forest(features: int) -> Forest:
    """Trees as good as any: what they say must only be the same everywhere."""
    dice = np.random.default_rng(7)
    shape = (40, 15)
    feature, cut = dice.integers(0, features, shape).astype(np.uint16), dice.normal(size=shape)
    return Forest(0.0, feature, cut, dice.normal(size=(40, 16)) * 0.1)


def digests(path: Path, first: str, threads: int) -> str:
    environment = {"NUMBA_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads), "PATH": ""}
    command = [sys.executable, "-c", PLAYED.format(first=first), str(path)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_the_same_seed_gives_the_same_match_for_one_thread_and_two_with_the_library_and_without(tmp_path: Path) -> None:
    names = study_of(GAME).names
    path = tmp_path / "value.json"
    path.write_text(value_text(ValueFile(GAME, names, forest(len(names)))))
    seen = {digests(path, first, threads) for first, threads in (("", 1), (ABSENT, 2))}

    assert len(seen) == 1
    assert "[" in seen.pop()

"""Every suite that runs over all games runs over the sixth as well, unchanged."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sixth_game.registered import NAME

ROOT = Path(__file__).parents[2]
CHOSEN = f"{NAME} and not first_records"  # what records of our own games rest on is pinned beside them


def passed(marks: str, *folders: str) -> int:
    """How many tests of Penny Bowls passed; any other outcome is an error with what pytest said."""
    words = ["-p", "tests.sixth_game.registered", "-p", "no:cacheprovider", "-q", "-k", CHOSEN, "-m", marks, *folders]
    command = [sys.executable, "-m", "pytest", *words]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    found = re.search(r"(\d+) passed", ran.stdout)
    assert found is not None
    return int(found[1])


@pytest.mark.slow
def test_the_sixth_game_keeps_every_promise() -> None:
    assert passed("not browser", "tests") > 60

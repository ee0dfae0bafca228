import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_example_plays_a_match_prints_its_record_and_verifies_it() -> None:
    ran = subprocess.run(
        [sys.executable, ROOT / "examples" / "random_match.py"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith('[Game "penny-black"]\n')
    assert ran.stdout.endswith("\nverified\n")


def test_the_example_is_ten_lines_of_code_at_most() -> None:
    lines = (ROOT / "examples" / "random_match.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines[1:] if line.strip()]) <= 10

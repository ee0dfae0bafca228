"""docs/physics.md stays true: its Python runs, its constants are ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pennyflick.physics.contact_law import damping
from pennyflick.table import GRAVITY_MM_S2, SPEED_LIMIT_MM_S

TEXT = (Path(__file__).parents[2] / "docs" / "physics.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
def test_the_python_of_the_document_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "docs/physics.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_dampings_of_the_document_are_those_of_the_law() -> None:
    stated = re.findall(r"(0\.\d+) → (0\.\d{4})", TEXT)

    assert len(stated) >= 4
    for restitution, alpha in stated:
        assert damping(float(restitution)) == pytest.approx(float(alpha), abs=3e-4)


def test_the_limits_of_the_document_are_ours() -> None:
    assert f"{SPEED_LIMIT_MM_S:,} mm/s" in TEXT
    assert f"{GRAVITY_MM_S2:,.0f} mm/s²" in TEXT

"""Limits by name: read, refused, listed, and told as docs/operating.md tells them."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from pennyflick.cli.main import main
from pennyflick.server.limits import LimitError, changed_lines, limit, limit_lines, with_limits
from pennyflick.server.settings import WORDS, Limits

DOCUMENT = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


def test_a_limit_is_set_by_its_name() -> None:
    told = [limit("posts_per_s=2.5"), limit(" form_bytes = 100 ")]

    assert with_limits(Limits(), told) == Limits(posts_per_s=2.5, form_bytes=100)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("posts_per_s", "set like posts_per_s=20"),
        ("post_per_s=2", "did you mean 'posts_per_s'?"),
        ("posts_per_s=", "a number from 0 to 1000000000000, not ''"),
        ("posts_per_s=nan", "not 'nan'"),
        ("posts_per_s=inf", "not 'inf'"),
        ("posts_per_s=-1", "not '-1'"),
        ("form_bytes=1.5", "form_bytes is a whole number"),
        ("form_bytes=" + "9" * 5_000, "form_bytes is a whole number"),
    ],
)
def test_what_is_no_limit_is_refused_with_what_would_be_right(text: str, sentence: str) -> None:
    with pytest.raises(LimitError, match=re.escape(sentence)):
        limit(text)


def test_every_limit_says_what_it_bounds() -> None:
    assert all(field.metadata[WORDS] for field in dataclasses.fields(Limits))
    assert len(limit_lines(Limits())) == len(dataclasses.fields(Limits))


def test_only_what_was_changed_is_told_at_the_start() -> None:
    assert changed_lines(Limits()) == []
    assert changed_lines(Limits(form_fields=7)) == ["form_fields = 7 instead of 200: fields of a form"]


def test_the_command_lists_them_all_as_they_are_set_and_serves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--limits", "--limit", "form_fields=7"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [field.name for field in dataclasses.fields(Limits)]
    assert any(line.split()[:2] == ["form_fields", "7"] for line in lines)


def test_the_command_refuses_a_limit_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--limit", "form_felds=7"]) == 2
    assert "did you mean 'form_fields'?" in capsys.readouterr().err


def test_the_document_has_a_line_for_each_with_its_value() -> None:
    for line in table():
        assert line in DOCUMENT, f"docs/operating.md lacks the line\n{line}"
    assert len(re.findall(r"^\| `[a-z_]+` \| [\d,.]+ \| ", DOCUMENT, re.MULTILINE)) == len(table())


def table() -> list[str]:
    """Every limit as a line of the table."""
    fields = dataclasses.fields(Limits)
    return [f"| `{field.name}` | {_told(field.default)} | {field.metadata[WORDS]} |" for field in fields]


def _told(value: object) -> str:
    assert isinstance(value, int | float)
    return f"{value:,.0f}" if value == int(value) else f"{value:.3g}"

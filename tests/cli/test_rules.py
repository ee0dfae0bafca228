from typing import Any

import pytest

from pennyflick.rules import registry, rulebook


@pytest.mark.parametrize("name", [*registry.names(), "common"])
def test_a_whole_page_shows_every_clause(command: Any, name: str) -> None:
    ran = command("rules", name)
    assert ran.code == 0
    for clause in rulebook.rulebook(name).clauses:
        assert f"\n{clause.id} · {clause.title}\n" in ran.out
    assert "**" not in ran.out


@pytest.mark.parametrize("words", [("penny-black", "BLK-12"), ("penny-black", "blk-12"), ("BLK-12",)])
def test_one_clause_is_shown_with_its_readings(command: Any, words: tuple[str, ...]) -> None:
    ran = command("rules", *words)
    assert ran.code == 0
    assert ran.out.startswith("BLK-12 · ")
    assert "BLK-13" not in ran.out.split("\n")[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("penny-blak",), "did you mean 'penny-black'?"),
        (("penny-black", "BLK-99"), "no clause 'BLK-99'; did you mean 'BLK-9'?"),
        (("penny-black", "twelve"), "ids look like BLK-12"),
    ],
)
def test_what_is_not_there_gets_a_hint(command: Any, words: tuple[str, ...], message: str) -> None:
    ran = command("rules", *words)
    assert ran.code == 2
    assert message in ran.err

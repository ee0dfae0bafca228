"""Everything that teaches holds: `pennyflick lessons --check`."""

from __future__ import annotations

import pytest

from pennyflick.lessons.checking import check
from pennyflick.lessons.shelf import shelf
from pennyflick.rules import registry, rulebook

PAGES = (rulebook.COMMON, *registry.names())


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_everything_that_teaches_holds(page: str) -> None:
    assert [str(each.slip) for each in check(shelf(page)) if each.slip] == []


@pytest.mark.parametrize("page", PAGES)
def test_sentences_are_short_and_end_as_sentences_do(page: str) -> None:
    held = shelf(page)
    told = [each.says for each in held.shown] + [each.task for each in (*held.lessons, *held.drills)]
    told += [each.hint for each in held.lessons]

    assert [sentence for sentence in told if not sentence.endswith((".", "?", "!")) or len(sentence) > 140] == []

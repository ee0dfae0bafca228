"""How matches begin, where the form alone cannot show it."""

from pathlib import Path

import pytest

from pennyflick.server.play.starting import LARGEST_SEED, FormError, chosen_seed
from pennyflick.server.settings import Settings


def test_a_seed_can_be_typed_only_where_one_browser_holds_all_peoples_seats(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)

    assert chosen_seed("7", (), settings) == 7
    with pytest.raises(FormError, match="only where one browser holds"):
        chosen_seed("7", ("two",), settings)
    assert chosen_seed("", ("two",), settings) != 7


def test_drawn_seeds_have_the_bits_that_the_notation_promises(tmp_path: Path) -> None:
    seeds = [chosen_seed("", (), Settings(data=tmp_path)) for _ in range(64)]

    assert max(seeds) > LARGEST_SEED // 4
    assert len(set(seeds)) == len(seeds)

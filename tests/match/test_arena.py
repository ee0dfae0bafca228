"""Mirrored pairs: the same matches for any number of workers, and bounds that mean something."""

import pytest

from pennyflick.match import arena
from pennyflick.match.arena import Contest, Pair, Played, rating

CONTEST = Contest("penny-blue", {"turn_limit": "4"}, "1", "0", 7)


def pair(number: int, first: float, second: float) -> Pair:
    return Pair(number, (Played("one", True, first, 1, 0, 9, "x"), Played("two", False, second, 0, 1, 9, "x")))


def test_a_pair_is_the_same_seed_twice_with_seats_swapped() -> None:
    played = arena.play_pair(CONTEST, 3)

    assert [match.a_side for match in played.matches] == ["one", "two"]
    assert [match.a_started for match in played.matches] == [True, False]


@pytest.mark.slow
def test_one_worker_and_two_play_the_same_matches() -> None:
    def pairs(count: int) -> list[Pair]:
        pool = arena.workers(count)
        try:
            return list(arena.run(CONTEST, 6, known={}, until=lambda _: False, pool=pool))
        finally:
            if pool is not None:
                pool.shutdown()

    assert pairs(1) == pairs(2)


def test_known_pairs_are_not_played_again() -> None:
    known = {number: pair(number, 1.0, 0.5) for number in range(4)}

    assert list(arena.run(CONTEST, 4, known=known, until=lambda _: False, pool=None)) == list(known.values())


def test_the_run_stops_at_the_first_look_that_is_clear() -> None:
    known = {number: pair(number, 1.0, 1.0) for number in range(100)}
    played = list(arena.run(CONTEST, 100, known=known, until=lambda seen: seen.low > 0.5, pool=None))

    assert len(played) == arena.LOOK_EVERY


def test_the_bounds_hold_the_rate_and_narrow_with_the_pairs() -> None:
    few, many = (rating([pair(n, float(n % 3 > 0), float(n % 2)) for n in range(count)]) for count in (12, 120))

    assert few.low < few.win_rate < few.high
    assert many.high - many.low < few.high - few.low


def test_the_starters_advantage_is_told_apart() -> None:
    seen = rating([pair(number, 1.0, 0.0) for number in range(10)])  # whoever starts wins

    assert (seen.win_rate, seen.starter_rate) == (0.5, 1.0)


def test_a_few_wins_prove_nothing() -> None:
    assert rating([pair(0, 1.0, 1.0)]).low < 0.5


def test_a_pair_from_a_position_is_mirrored_too() -> None:
    contest = Contest("penny-blue", {"turn_limit": "3"}, "0", "0", seed=5, setup="turn=two turns=1-0 A1@10,60")
    first, second = arena.play_pair(contest, 0).matches
    assert (first.a_started, second.a_started) == (False, True)
    assert first.digest == second.digest

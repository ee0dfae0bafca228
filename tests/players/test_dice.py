import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.players.dice import CUT_SD, Dice, _fifth_root

SEEDS = st.integers(0, 2**128)


def test_the_same_seed_action_and_purpose_give_the_same_throws() -> None:
    assert [Dice(7, 3, "hand").bits() for _ in range(2)] == [Dice(7, 3, "hand").bits()] * 2
    one, other = Dice(7, 3, "hand"), Dice(7, 3, "hand")
    assert [one.student_t5() for _ in range(50)] == [other.student_t5() for _ in range(50)]


@pytest.mark.parametrize(
    "dice", [Dice(8, 3, "hand"), Dice(7, 4, "hand"), Dice(7, 3, "toss")], ids=("seed", "action", "purpose")
)
def test_another_seed_action_or_purpose_gives_other_throws(dice: Dice) -> None:
    assert dice.bits() != Dice(7, 3, "hand").bits()


def test_throws_are_pinned_so_that_no_machine_or_version_may_change_them() -> None:
    dice = Dice(20260101, 1, "hand")
    assert f"{dice.bits():016x}" == "c78f3a499046c59b"
    assert dice.uniform().hex() == "0x1.545152fbcfa1cp-3"
    assert [dice.student_t5().hex() for _ in range(3)] == [
        "-0x1.e3ec942f70551p-3",
        "-0x1.55983e15ea3d3p+0",
        "-0x1.1bc7539636708p+0",
    ]


def test_students_law_has_unit_spread_heavy_tails_and_a_cut() -> None:
    dice = Dice(1, 1, "law")
    thrown = [dice.student_t5() for _ in range(40_000)]

    assert abs(statistics.fmean(thrown)) < 0.02
    assert statistics.pstdev(thrown) == pytest.approx(0.955, abs=0.02)  # the cut takes a little off the unit s.d.
    assert max(map(abs, thrown)) <= CUT_SD
    beyond_three = sum(abs(each) > 3.0 for each in thrown) / len(thrown)
    assert 0.006 < beyond_three < 0.013  # Gauss would give 0.0027


def test_students_law_fits_the_exact_quartiles() -> None:
    dice = Dice(2, 1, "law")
    thrown = sorted(dice.student_t5() for _ in range(40_000))
    exact = 0.7267 * math.sqrt(0.6)  # the upper quartile of Student's law with five degrees, scaled
    assert thrown[30_000] == pytest.approx(exact, abs=0.02)
    assert thrown[10_000] == pytest.approx(-exact, abs=0.02)


@given(st.floats(min_value=2.0**-100, max_value=1.0))
def test_the_fifth_root_is_exact_to_the_last_bits(w: float) -> None:
    assert _fifth_root(w) == pytest.approx(w**0.2, rel=4e-16)


@given(SEEDS, st.integers(1, 1000))
def test_below_stays_below(seed: int, count: int) -> None:
    assert 0 <= Dice(seed, 0, "below").below(count) < count


def test_below_is_fair() -> None:
    dice = Dice(3, 0, "fair")
    counts = [0] * 6
    for _ in range(12_000):
        counts[dice.below(6)] += 1
    assert min(counts) > 1_850
    assert max(counts) < 2_150


def test_nothing_can_be_thrown_below_zero() -> None:
    with pytest.raises(ValueError, match="cannot throw below 0"):
        Dice(0, 0, "").below(0)

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.players.dice import Dice
from pennyflick.players.hands import (
    HANDS,
    SIZES,
    VISIBLE_HANDS,
    Hand,
    HandError,
    HandKind,
    executed,
    hand_sentence,
    hand_text,
    hand_words,
    parse_hand,
    unseen,
)
from pennyflick.table import SPEED_LIMIT_MM_S, DiscId, Flick, Point, SideFlick

SHOOTER = DiscId("shooter")


def _errors_deg(hand: Hand, speed: int, count: int = 4_000) -> list[float]:
    meant = Flick(SHOOTER, 18_000, speed)
    thrown = (executed(hand, meant, Dice(1, action, "hand")) for action in range(count))
    return [(each.direction_cdeg - meant.direction_cdeg) / 100 for each in thrown]


def test_a_hand_spreads_direction_as_stated_at_an_ordinary_speed() -> None:
    assert statistics.pstdev(_errors_deg(HANDS["average"], 1_000)) == pytest.approx(3.0 * 0.955, rel=0.05)


def test_a_harder_flick_is_a_little_wilder() -> None:
    soft, hard = (statistics.pstdev(_errors_deg(HANDS["average"], speed)) for speed in (500, 3_000))
    assert hard / soft == pytest.approx(1.2 / 0.95, rel=0.02)


def test_no_error_passes_four_standard_deviations() -> None:
    assert max(map(abs, _errors_deg(HANDS["beginner"], 1_000))) <= 4 * 4.5


def test_speed_errs_by_a_share_of_itself() -> None:
    meant = Flick(SHOOTER, 0, 2_000)
    speeds = [executed(HANDS["expert"], meant, Dice(2, action, "hand")).speed_mm_s for action in range(4_000)]
    assert statistics.pstdev(speeds) == pytest.approx(2_000 * 0.06 * 0.955, rel=0.05)
    assert statistics.fmean(speeds) == pytest.approx(2_000, rel=0.01)


@given(st.integers(0, 35_999), st.integers(1, SPEED_LIMIT_MM_S), st.integers(0, 2**64), st.sampled_from(list(HANDS)))
def test_what_is_executed_can_always_be_recorded(direction: int, speed: int, seed: int, name: str) -> None:
    meant = Flick(SHOOTER, direction, speed, Point(1.0, 2.0), "twenty")
    actual = executed(HANDS[name], meant, Dice(seed, 1, "hand"))

    assert isinstance(actual, Flick)
    assert 0 <= actual.direction_cdeg < 36_000
    assert 1 <= actual.speed_mm_s <= SPEED_LIMIT_MM_S
    assert (actual.disc, actual.start, actual.call) == (meant.disc, meant.start, meant.call)


def test_a_side_flick_keeps_its_place_and_its_held_penny() -> None:
    meant = SideFlick(DiscId("blue"), DiscId("K1"), Point(0.0, 150.0), 27_000, 900)
    actual = executed(HANDS["good"], meant, Dice(1, 1, "hand"))
    assert isinstance(actual, SideFlick)
    assert (actual.disc, actual.held, actual.at) == (meant.disc, meant.held, meant.at)
    assert (actual.direction_cdeg, actual.speed_mm_s) != (meant.direction_cdeg, meant.speed_mm_s)


def test_a_perfect_hand_changes_nothing() -> None:
    meant = Flick(SHOOTER, 123, 456)
    assert executed(Hand(0.0, 0.0), meant, Dice(1, 1, "hand")) == meant


@given(st.integers(0, 20_000), st.integers(0, 9_999))
def test_the_text_of_a_hand_parses_back(direction: int, share: int) -> None:
    hand = Hand(direction / 1_000, share / 10_000)
    assert parse_hand(hand_text(hand)) == hand


@given(st.integers(0, 20_000), st.integers(0, 9_999))
def test_the_text_of_a_visible_hand_says_so_and_parses_back(direction: int, share: int) -> None:
    hand = Hand(direction / 1_000, share / 10_000, HandKind.VISIBLE)
    assert hand_text(hand).startswith("visible ")
    assert parse_hand(hand_text(hand)) == hand


def test_a_text_without_a_kind_is_a_blind_hand_as_in_records_from_before() -> None:
    assert parse_hand("good") == parse_hand("blind good") == HANDS["good"]
    assert parse_hand("1.5deg 8%") == Hand(1.5, 0.08, HandKind.BLIND)
    assert hand_text(parse_hand("blind steady")) == "expert"


def test_people_choose_from_the_same_sizes_blind_or_visible() -> None:
    for size in SIZES:
        blind, visible = parse_hand(f"blind {size}"), parse_hand(f"visible {size}")
        assert (blind.kind, visible.kind) == (HandKind.BLIND, HandKind.VISIBLE)
        assert hand_text(visible) == f"visible {size}"
        assert blind.direction_sd_deg == visible.direction_sd_deg


def test_the_blind_hand_of_the_same_size_is_the_one_of_the_same_name() -> None:
    assert [unseen(VISIBLE_HANDS[size]) for size in SIZES] == [parse_hand(size) for size in SIZES]
    assert unseen(HANDS["good"]) == HANDS["good"]


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("visible good", "good, visible", "Good hand seen to wander while one aims: 2°, 5 %."),
        ("expert", "steady, blind", "Steady hand that errs unseen, by dice, after the flick: 1.2°, 6 %."),
        ("champion", "champion, blind", "Champion hand that errs unseen, by dice, after the flick: 0.9°, 4.5 %."),
        ("1.5deg 8%", "1.5°, 8 %, blind", "Hand that errs unseen, by dice, after the flick: 1.5°, 8 %."),
    ],
)
def test_a_hand_is_said_in_a_word_and_in_a_sentence(text: str, words: str, sentence: str) -> None:
    assert (hand_words(parse_hand(text)), hand_sentence(parse_hand(text))) == (words, sentence)
    assert (hand_words(None), hand_sentence(None)) == ("exact", "Exact: what is meant is what happens.")


def test_presets_are_written_by_name() -> None:
    assert [hand_text(hand) for hand in HANDS.values()] == list(HANDS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("experts", "did you mean 'expert'"),
        ("3", "there are champion"),
        ("1.2deg", "spreads like '1.5deg 8%'"),
        ("visible expert", "there are steady"),
        ("visible stedy", "did you mean 'steady'"),
        ("seen good", "no hand named 'seen good'"),
    ],
)
def test_a_wrong_hand_is_told_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        parse_hand(text)

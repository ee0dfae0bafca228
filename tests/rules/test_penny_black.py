"""Penny Black: every clause that the judge decides, with hand-written facts."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.boards.games.penny_black import BLACK
from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.judge import judge
from pennyflick.rules.penny_black.ledger import Ended, From, Ledger, opening_ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import (
    SHOOTER,
    colour_due,
    inner_colours,
    inner_pennies,
    outer_pennies,
    pennies,
    value_of,
)
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Choose, Declare, DiscId, Evidence, Place, Seat, Side, Spot

ONE, TWO = Side.ONE, Side.TWO
Y1, Y2, Y3, R1, R2, G1, B1 = (DiscId(name) for name in ("Y1", "Y2", "Y3", "R1", "R2", "G1", "B1"))
DEFAULT = Options()


def opening(starter: Side = ONE) -> Ledger:
    return opening_ledger(DEFAULT, starter)


def midgame(**changes: object) -> Ledger:
    """One to flick, from where Two left the shooter, nothing near."""
    return replace(opening(), shooter_from=From.LIES, **changes)  # type: ignore[arg-type]  # fields by name


def ruled(ledger: Ledger, facts: Facts, options: Options = DEFAULT) -> Verdict[Ledger]:
    return judge(options, ledger, facts)


def left(*names: str) -> tuple[DiscId, ...]:
    return tuple(DiscId(name) for name in names)


def foul(what: str, by: Side = ONE, *discs: DiscId) -> Declare:
    return Declare(what, discs, Seat(by))


# BLK-1 to BLK-3: the set and its values


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_blk_1_twelve_ones_six_twos_and_a_six_make_thirty(colour: str) -> None:
    assert [value_of(penny, colour) for penny in outer_pennies(colour)] == [1] * 12
    assert [value_of(penny, colour) for penny in inner_pennies(colour)] == [2] * 6
    assert value_of(BLACK, colour) == 6
    assert sum(value_of(penny, colour) for penny in pennies(colour)) == 30


def test_blk_1_the_value_of_each_penny_is_what_the_score_gains() -> None:
    for penny, on, points in (
        (Y1, pennies("yellow"), 1),
        (G1, left("G1", "B1", "black"), 2),
        (BLACK, left("black"), 6),
    ):
        verdict = ruled(midgame(on=on, score=Tally(10, 14)), Facts(off=(penny,), shooter_hit=True))
        assert verdict.ledger.score == Tally(10 + points, 14)


def test_blk_2_sixteen_points_win_at_once() -> None:
    before = midgame(on=left("B1", "black"), score=Tally(14, 8))

    verdict = ruled(before, Facts(off=left("B1"), shooter_hit=True))

    assert verdict.clauses == ("BLK-8", "BLK-2")
    assert verdict.ledger.games == Tally(1, 0)
    assert verdict.ledger.ended is Ended.GAMES


def test_blk_2_fifteen_points_do_not_win() -> None:
    verdict = ruled(midgame(score=Tally(14, 0)), Facts(off=(Y1,), shooter_hit=True))
    assert verdict.clauses == ("BLK-8",)
    assert verdict.ledger.ended is None


def test_blk_2_a_game_can_be_won_through_the_opponents_mistake() -> None:
    verdict = ruled(midgame(score=Tally(0, 14)), Facts(off=(Y1, Y2), shooter_hit=True))
    assert verdict.clauses == ("BLK-12", "BLK-2")
    assert verdict.ledger.games == Tally(0, 1)


def test_blk_2_fifteen_all_is_a_draw_and_the_other_side_starts_the_replay() -> None:
    before = midgame(on=left("black"), score=Tally(9, 15))

    verdict = ruled(before, Facts(off=left("black"), shooter_hit=True))

    assert verdict.clauses == ("BLK-8", "BLK-2")
    assert verdict.ledger == opening_ledger(DEFAULT, TWO)  # One started the drawn game
    assert [str(note) for note in verdict.notes] == ["The drawn game is replayed and Two starts."]
    assert verdict.fates[Y1] == Spot("set-Y1")


def test_blk_2_the_loser_of_a_game_starts_the_next() -> None:
    full = Options(length="full")
    before = replace(midgame(on=left("B1", "black"), score=Tally(14, 8)), starter=TWO)

    verdict = judge(full, before, Facts(off=left("B1"), shooter_hit=True))

    assert verdict.ledger == replace(opening_ledger(full, TWO), games=Tally(1, 0))
    assert verdict.fates[SHOOTER] is Away.HAND
    assert {str(verdict.fates[penny]) for penny in pennies("yellow")} == {f"set-{penny}" for penny in pennies("yellow")}


def test_blk_2_a_full_match_is_first_to_three_games_and_single_numbers_can_be_set() -> None:
    assert [Options().games_to_win, Options(length="full").games_to_win, Options(games=5).games_to_win] == [1, 3, 5]
    won = replace(midgame(on=left("B1", "black"), score=Tally(14, 8)), games=Tally(2, 2))
    assert judge(Options(length="full"), won, Facts(off=left("B1"), shooter_hit=True)).ledger.ended is Ended.GAMES


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("yellow", ("red", "green", "blue")),
        ("red", ("yellow", "green", "blue")),
        ("green", ("red", "yellow", "blue")),
        ("blue", ("red", "yellow", "green")),
    ],
)
def test_blk_3_the_outer_colour_names_the_set_and_the_other_three_are_inside(
    outer: str, inner: tuple[str, ...]
) -> None:
    assert inner_colours(outer) == inner
    assert len(pennies(outer)) == len(set(pennies(outer))) == 19
    assert {penny[0] for penny in outer_pennies(outer)} == {outer[0].upper()}


# BLK-7 to BLK-12: winning and losing pennies


def test_blk_7_outer_first_then_the_pairs_in_rainbow_order_then_the_black() -> None:
    on = pennies("green")
    order = []
    while on:
        order.append(colour_due(on, "green"))
        on = tuple(p for p in on if p != next(q for q in on if _colour(q) == order[-1]))
    assert order == ["green"] * 12 + ["red"] * 2 + ["yellow"] * 2 + ["blue"] * 2 + ["black"]


def _colour(penny: DiscId) -> str:
    return "black" if penny == BLACK else {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}[penny[0]]


def test_blk_7_a_colour_lost_by_mistakes_is_skipped() -> None:
    on = left("R1", "B1", "B2", "black")  # both greens went by mistake, one red is left
    assert colour_due(on, "yellow") == "red"
    assert colour_due(on[1:], "yellow") == "blue"


def test_blk_7_a_penny_out_of_order_cannot_be_won() -> None:
    verdict = ruled(midgame(), Facts(off=(R1,), shooter_hit=True))
    assert verdict.clauses == ("BLK-7", "BLK-12")
    assert verdict.ledger.score == Tally(0, 2)


def test_blk_8_the_right_penny_alone_is_won_and_the_player_flicks_again() -> None:
    verdict = ruled(midgame(), Facts(off=(Y1,), shooter_hit=True, near=(Y2,)))

    assert verdict.clauses == ("BLK-8",)
    assert verdict.fates == {Y1: Away.WON_ONE}
    after = verdict.ledger
    assert (after.turn, after.score, after.shooter_from) == (ONE, Tally(1, 0), From.LIES)
    assert Y1 not in after.on
    assert (after.first_flick, after.free_shot, after.turns) == (False, False, 0)


def test_blk_9_a_cannon_counts() -> None:
    verdict = ruled(midgame(), Facts(off=(Y1,), shooter_hit=True, cannoned=(Y1,)))
    assert verdict.clauses == ("BLK-8", "BLK-9")
    assert verdict.ledger.score == Tally(1, 0)


def test_blk_10_nothing_won_ends_the_turn_and_the_opponent_plays_from_where_the_shooter_lies() -> None:
    verdict = ruled(midgame(), Facts(shooter_hit=True, near=(Y3,)))

    assert verdict.clauses == ("BLK-10",)
    assert verdict.fates == {}
    after = verdict.ledger
    assert (after.turn, after.free_shot, after.shooter_from) == (TWO, False, From.LIES)
    assert (after.near, after.first_flick, after.turns) == ((Y3,), True, 1)


def test_blk_11_a_shooter_that_came_off_is_put_on_a_corner_spot_by_the_player_to_flick() -> None:
    verdict = ruled(midgame(), Facts(shooter_hit=True, shooter_off=True))
    assert verdict.clauses == ("BLK-10",)
    assert verdict.fates == {SHOOTER: Away.HAND}
    assert (verdict.ledger.turn, verdict.ledger.shooter_from, verdict.ledger.near) == (TWO, From.CORNER, ())


def test_blk_12_right_penny_but_shooter_off_goes_to_the_opponent() -> None:
    verdict = ruled(opening(), Facts(off=(Y1,), shooter_off=True, shooter_hit=True))

    assert verdict.ledger.score == Tally(0, 1)
    assert verdict.clauses == ("BLK-12",)
    assert verdict.fates == {Y1: Away.WON_TWO, SHOOTER: Away.HAND}
    assert (verdict.ledger.turn, verdict.ledger.shooter_from) == (TWO, From.CORNER)


def test_blk_12_a_wrong_colour_goes_to_the_opponent_and_the_turn_is_lost_without_a_free_shot() -> None:
    verdict = ruled(midgame(), Facts(off=(BLACK,), shooter_hit=True))
    assert (verdict.ledger.score, verdict.ledger.turn, verdict.ledger.free_shot) == (Tally(0, 6), TWO, False)


def test_blk_12_more_than_one_penny_goes_to_the_opponent_whatever_their_colour() -> None:
    verdict = ruled(midgame(), Facts(off=(Y1, Y2, R1), shooter_hit=True))
    assert verdict.ledger.score == Tally(0, 4)
    assert set(verdict.fates) == {Y1, Y2, R1}
    assert verdict.ledger.turn is TWO


def test_blk_12_the_mistake_of_two_profits_one() -> None:
    verdict = ruled(replace(midgame(), turn=TWO), Facts(off=(Y1, Y2), shooter_hit=True))
    assert (verdict.ledger.score, verdict.ledger.turn) == (Tally(2, 0), ONE)
    assert verdict.fates[Y1] is Away.WON_ONE


# BLK-13 to BLK-15: free shots


def test_blk_13_touching_no_penny_loses_the_turn_and_gives_a_free_shot_from_where_it_lies() -> None:
    verdict = ruled(midgame(), Facts())
    assert verdict.clauses == ("BLK-13",)
    assert (verdict.ledger.turn, verdict.ledger.free_shot, verdict.ledger.shooter_from) == (TWO, True, From.LIES)


def test_blk_13_a_complete_miss_that_comes_off_is_replayed_from_a_corner_spot() -> None:
    verdict = ruled(midgame(), Facts(shooter_off=True))
    assert verdict.clauses == ("BLK-13",)
    assert (verdict.ledger.free_shot, verdict.ledger.shooter_from) == (True, From.CORNER)


def test_blk_13_a_hit_is_no_complete_miss() -> None:
    assert not ruled(midgame(), Facts(shooter_hit=True)).ledger.free_shot


@pytest.mark.parametrize("hit", [True, False])
def test_blk_14_a_free_shot_that_wins_or_even_hits_nothing_keeps_the_turn_once(hit: bool) -> None:
    verdict = ruled(midgame(free_shot=True), Facts(shooter_hit=hit))
    assert verdict.clauses == ("BLK-14",)
    assert (verdict.ledger.turn, verdict.ledger.free_shot, verdict.ledger.first_flick) == (ONE, False, False)

    again = ruled(verdict.ledger, Facts(shooter_hit=hit))
    assert again.ledger.turn is TWO


def test_blk_14_a_free_shot_is_not_saved_by_winning() -> None:
    verdict = ruled(midgame(free_shot=True), Facts(off=(Y1,), shooter_hit=True))
    assert verdict.clauses == ("BLK-8",)
    assert (verdict.ledger.turn, verdict.ledger.free_shot) == (ONE, False)


def test_blk_14_a_mistake_on_a_free_shot_loses_pennies_and_turn() -> None:
    verdict = ruled(midgame(free_shot=True), Facts(off=(Y1, Y2), shooter_hit=True))
    assert verdict.clauses == ("BLK-12",)
    assert (verdict.ledger.turn, verdict.ledger.score, verdict.ledger.free_shot) == (TWO, Tally(0, 2), False)


def test_blk_14_a_shooter_lost_on_a_free_shot_without_a_penny_keeps_the_turn_from_a_corner_spot() -> None:
    verdict = ruled(midgame(free_shot=True), Facts(shooter_hit=True, shooter_off=True))
    assert verdict.clauses == ("BLK-14",)
    assert (verdict.ledger.turn, verdict.ledger.shooter_from) == (ONE, From.CORNER)
    assert verdict.fates == {SHOOTER: Away.HAND}


def test_blk_15_lingering_near_the_same_penny_gives_a_free_shot() -> None:
    seen = (Evidence("near", (Y2, SHOOTER), None, 3.0, 20.3), Evidence("near", (Y1, SHOOTER), None, 17.2, 20.3))

    verdict = ruled(midgame(near=(Y1,)), Facts(shooter_hit=True, near=(Y2, Y1), evidence=seen))

    assert verdict.clauses == ("BLK-15",)
    assert (verdict.ledger.turn, verdict.ledger.free_shot) == (TWO, True)
    assert verdict.reasons[0].evidence == seen[1]
    assert verdict.ledger.near == (Y2, Y1)


@pytest.mark.parametrize(
    ("before", "facts", "clause"),
    [
        ({"near": (Y1,)}, Facts(shooter_hit=True, near=(Y2,)), "BLK-10"),  # another penny is near now
        ({"near": (Y1,)}, Facts(shooter_hit=True), "BLK-10"),  # moved away
        ({"near": ()}, Facts(shooter_hit=True, near=(Y1,)), "BLK-10"),  # began the turn far from all
        ({"near": (Y1,), "first_flick": False}, Facts(shooter_hit=True, near=(Y1,)), "BLK-10"),  # a later flick
        ({"near": (Y1,)}, Facts(shooter_hit=True, near=(Y1,), off=(Y2,)), "BLK-8"),  # something was won
        ({"near": (Y1,), "shooter_from": From.EITHER}, Facts(shooter_hit=True, near=(Y1,), from_spot=True), "BLK-10"),
    ],
)
def test_blk_15_does_not_bind(before: dict[str, object], facts: Facts, clause: str) -> None:
    verdict = ruled(replace(midgame(), **before), facts)  # type: ignore[arg-type]  # fields by name
    assert verdict.clauses == (clause,)


def test_blk_15_binds_free_shots_too() -> None:
    verdict = ruled(midgame(near=(Y1,), free_shot=True), Facts(near=(Y1,)))
    assert verdict.clauses == ("BLK-15",)
    assert (verdict.ledger.turn, verdict.ledger.free_shot) == (TWO, True)


def test_blk_15_adds_a_free_shot_to_pennies_lost_by_mistake() -> None:
    verdict = ruled(midgame(near=(Y1,)), Facts(off=(Y2, Y3), shooter_hit=True, near=(Y1,)))
    assert verdict.clauses == ("BLK-12", "BLK-15")
    assert (verdict.ledger.score, verdict.ledger.free_shot) == (Tally(0, 2), True)


def test_blk_15_and_a_complete_miss_give_one_free_shot_not_two() -> None:
    verdict = ruled(midgame(near=(Y1,)), Facts(near=(Y1,)))
    assert verdict.clauses == ("BLK-13", "BLK-15")
    after = ruled(verdict.ledger, Facts(shooter_hit=True))  # the one free shot
    assert ruled(after.ledger, Facts(shooter_hit=True)).ledger.turn is ONE


# BLK-16 to BLK-19: fouls


@pytest.mark.parametrize(("what", "clause"), [("unclean", "GEN-4"), ("touch", "GEN-5"), ("moved-board", "GEN-6")])
def test_blk_16_a_declared_foul_with_a_flick_loses_the_turn_and_gives_a_free_shot(what: str, clause: str) -> None:
    verdict = ruled(midgame(), Facts(shooter_hit=True, declared=(foul(what),)))
    assert verdict.clauses == (clause, "BLK-16")
    assert (verdict.ledger.turn, verdict.ledger.free_shot) == (TWO, True)


def test_blk_16_even_the_right_penny_goes_to_the_opponent_when_the_flick_was_foul() -> None:
    verdict = ruled(midgame(), Facts(off=(Y1,), shooter_hit=True, declared=(foul("unclean"),)))
    assert verdict.clauses == ("GEN-4", "BLK-16")
    assert (verdict.ledger.score, verdict.ledger.turn) == (Tally(0, 1), TWO)


def test_blk_16_a_foul_without_a_flick_passes_the_turn_and_leaves_everything_where_it_is() -> None:
    before = midgame(near=(Y1,))

    verdict = judge(DEFAULT, before, foul("touch", ONE, Y2))

    assert verdict.clauses == ("GEN-5", "BLK-16")
    assert verdict.fates == {}
    assert verdict.ledger == replace(before, turn=TWO, free_shot=True, turns=1)
    assert ruled(verdict.ledger, Facts(shooter_hit=True, near=(Y1,))).clauses == ("BLK-15",)


def test_blk_16_a_foul_before_the_opening_flick_leaves_the_opening_to_the_opponent() -> None:
    verdict = judge(DEFAULT, opening(), foul("moved-board", ONE))
    assert (verdict.ledger.turn, verdict.ledger.shooter_from, verdict.ledger.free_shot) == (TWO, From.OPENING, True)


def test_blk_16_a_foul_of_the_waiting_player_gives_the_other_a_free_shot() -> None:
    between = judge(DEFAULT, midgame(near=(Y1,)), foul("moved-board", TWO))
    assert between.ledger == midgame(near=(Y1,), free_shot=True)

    during = ruled(midgame(), Facts(shooter_hit=True, declared=(foul("touch", TWO, Y3),)))
    assert during.clauses == ("BLK-10", "GEN-5", "BLK-16")
    assert (during.ledger.turn, during.ledger.free_shot) == (ONE, True)


def test_blk_17_a_penny_on_top_of_the_shooter_goes_to_the_opponent_without_a_free_shot() -> None:
    verdict = ruled(midgame(), Facts(shooter_hit=True, on_shooter=(Y1,), near=(Y1, Y2)))
    assert verdict.clauses == ("GEN-8", "BLK-17")
    assert verdict.fates == {Y1: Away.WON_TWO}
    after = verdict.ledger
    assert (after.score, after.turn, after.free_shot, after.near) == (Tally(0, 1), TWO, False, (Y2,))


def test_blk_17_pennies_knocked_off_by_that_flick_go_to_the_opponent_too() -> None:
    verdict = ruled(midgame(), Facts(off=(Y2,), shooter_hit=True, on_shooter=(R1,)))
    assert verdict.clauses == ("GEN-8", "BLK-17")
    assert verdict.ledger.score == Tally(0, 3)


def test_blk_17_declared_after_the_flick_is_ruled_the_same() -> None:
    later = midgame(near=(Y1, Y2))  # Two's turn is over: One notices
    verdict = judge(DEFAULT, later, foul("on-top", TWO, Y1, SHOOTER))
    assert verdict.clauses == ("GEN-8", "BLK-17")
    assert verdict.ledger == replace(later, on=later.on[1:], score=Tally(1, 0), near=(Y2,))


def test_blk_17_a_penny_already_won_cannot_be_won_again() -> None:
    before = midgame()
    gone = replace(before, on=before.on[1:], score=Tally(1, 0))  # Y1 is won
    assert judge(DEFAULT, gone, foul("on-top", TWO, Y1, SHOOTER)).ledger == gone


def test_blk_18_the_shooter_on_top_of_pennies_may_be_moved_to_a_corner_spot_without_a_free_shot() -> None:
    verdict = ruled(midgame(), Facts(off=(Y2,), shooter_hit=True, shooter_on=(Y1,), near=(Y1,)))
    assert verdict.clauses == ("GEN-8", "BLK-18")
    after = verdict.ledger
    assert (after.turn, after.free_shot, after.shooter_from) == (TWO, False, From.EITHER)
    assert after.score == Tally(0, 1)  # any penny knocked off by a fouling flick


def test_blk_18_declared_after_the_flick_is_ruled_the_same() -> None:
    verdict = judge(DEFAULT, midgame(), foul("on-top", TWO, SHOOTER, Y1))
    assert verdict.clauses == ("GEN-8", "BLK-18")
    assert (verdict.ledger.turn, verdict.ledger.shooter_from) == (ONE, From.EITHER)


def test_gen_8_a_penny_on_another_penny_changes_nothing_in_penny_black() -> None:
    verdict = judge(DEFAULT, midgame(), foul("on-top", TWO, Y1, Y2))
    assert verdict.clauses == ("GEN-8",)
    assert verdict.ledger == midgame()


def test_blk_19_an_illegal_push_shot_loses_the_turn_and_gives_a_free_shot() -> None:
    verdict = ruled(midgame(), Facts(shooter_hit=True, illegal_push=True))
    assert verdict.clauses == ("GEN-7", "BLK-19")
    assert (verdict.ledger.turn, verdict.ledger.free_shot) == (TWO, True)


def test_blk_19_the_penny_it_knocked_off_goes_to_the_opponent() -> None:
    verdict = ruled(midgame(), Facts(off=(Y1,), shooter_hit=True, illegal_push=True))
    assert verdict.clauses == ("GEN-7", "BLK-19")
    assert verdict.ledger.score == Tally(0, 1)


def test_gen_2_a_penny_overlapping_the_edge_is_explained_and_stays_in_play() -> None:
    verdict = ruled(midgame(), Facts(shooter_hit=True, overhanging=(Y1,)))
    assert verdict.clauses == ("BLK-10", "GEN-2")
    assert Y1 in verdict.ledger.on
    assert verdict.fates == {}


# the words


def test_sentences_say_what_happened() -> None:
    def said(ledger: Ledger, seen: Facts | Declare) -> str:
        return " ".join(str(reason.sentence) for reason in judge(DEFAULT, ledger, seen).reasons)

    assert "(1 point)" in said(midgame(), Facts(off=(Y1,), shooter_hit=True))
    assert "(6 points)" in said(midgame(), Facts(off=(BLACK,), shooter_hit=True))
    assert "touched nothing" in said(midgame(free_shot=True), Facts())
    assert "won nothing" in said(midgame(free_shot=True), Facts(shooter_hit=True))
    assert "One loses the turn" in said(midgame(), foul("touch", ONE))
    assert "loses the turn" not in said(midgame(), foul("touch", TWO))


# the turn limit, and what judging must not do


def test_the_turn_limit_ends_a_game_for_the_higher_score_without_a_clause() -> None:
    last = midgame(score=Tally(3, 2), turns=119)
    verdict = ruled(last, Facts(shooter_hit=True))
    assert verdict.clauses == ("BLK-10",)
    assert [str(note) for note in verdict.notes] == ["The limit of 60 turns a side is reached at 3–2."]
    assert (verdict.ledger.ended, verdict.ledger.games) == (Ended.GAMES, Tally(1, 0))


def test_the_turn_limit_at_equal_points_ends_the_match() -> None:
    verdict = ruled(midgame(turns=119), Facts(shooter_hit=True), Options(length="full"))
    assert verdict.ledger.ended is Ended.LIMIT
    assert ruled(midgame(turns=118), Facts(shooter_hit=True)).ledger.ended is None


def test_a_turn_counts_when_it_passes_not_when_it_goes_on() -> None:
    assert ruled(midgame(turns=119), Facts(off=(Y1,), shooter_hit=True)).ledger.turns == 119


@pytest.mark.parametrize("seen", [Place({}), Choose("pass")])
def test_placements_and_choices_are_never_judged(seen: Place | Choose) -> None:
    with pytest.raises(AssertionError):
        judge(DEFAULT, midgame(), seen)


@given(st.lists(st.tuples(st.sets(st.sampled_from(pennies("yellow")), max_size=3), st.booleans(), st.booleans())))
def test_points_add_up_to_thirty_and_judging_changes_nothing(flicks: list[tuple[set[DiscId], bool, bool]]) -> None:
    ledger = midgame(games=Tally())
    for falling, shooter_off, shooter_hit in flicks:
        off = tuple(penny for penny in ledger.on if penny in falling)
        before = copy.deepcopy(ledger)
        verdict = ruled(ledger, Facts(off=off, shooter_off=shooter_off, shooter_hit=shooter_hit), Options(games=99))
        assert ledger == before
        assert verdict.reasons
        ledger = verdict.ledger
        on_board = sum(value_of(penny, "yellow") for penny in ledger.on)
        assert ledger.score.one + ledger.score.two + on_board == 30
        assert max(ledger.score.one, ledger.score.two) < 16

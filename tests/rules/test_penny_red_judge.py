"""Penny Red's rulings, from hand-written facts: no physics, no metres."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import NO_REWARD, Ended, Ledger, Phase, Reward, opening_ledger, serving_shooter
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import PENNIES
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Choose, Declare, DiscId, Evidence, Place, Point, Seat, Side, Spot

A1, A2, B1, B2, RED = PENNIES
ONE, TWO = Side.ONE, Side.TWO
GAME = PennyRed()
FULL = PennyRed(Options(length="full"))
DOUBLES = PennyRed(Options(doubles=True, length="full"))

SERVING = opening_ledger(ONE)
OPEN = replace(SERVING, phase=Phase.OPEN)  # ONE returns
LEFT, RIGHT = Spot("corner-one-1"), Spot("corner-one-2")

GOOD_SERVE = Facts(flicked=A1, red_at=RedAt.FAR, red_hit_by=(A1,), free_corners=(RIGHT,))
RETURN = Facts(flicked=A1, red_at=RedAt.FAR, red_hit_by=(A1,))
SHORT = Facts(flicked=A1, red_at=RedAt.HERE, red_hit_by=(A1,))  # it hit the red and did not return it
CANNON = Facts(flicked=A1, red_at=RedAt.FAR, shooters_met=True, cannon=True, red_hit_by=(A2,))
STAR = replace(RETURN, shooters_met=True, off=(B1,), reached_by_red=(B1,))

SET_FOR_ONE = {
    RED: "quarter-one",
    A1: "serving-one",
    A2: "corner-one-1",
    B1: "corner-two-1",
    B2: "corner-two-2",
}


def judged(seen: Any, ledger: Ledger = OPEN, game: PennyRed = GAME) -> Verdict[Ledger]:
    return game.judge(ledger, seen)


def points(verdict: Verdict[Ledger]) -> tuple[int, int]:
    return verdict.ledger.points.one, verdict.ledger.points.two


def declared(what: str, by: Side = ONE) -> Declare:
    return Declare(what, (), Seat(by))


def rewarded(**rights: Any) -> Ledger:
    return replace(OPEN, phase=Phase.REWARD, flicks=1, reward=Reward(**rights))


# RED-3 to RED-7: the serve


def test_red_3_the_set_for_a_serve() -> None:
    layout = GAME.opening(ONE).layout

    assert {disc: GAME.board.spots[Spot(spot)] for disc, spot in SET_FOR_ONE.items()} == dict(layout.where)


def test_red_3_the_server_may_choose_the_other_corner_for_his_second_shooter() -> None:
    verdict = judged(Choose("other-corner"), SERVING)

    assert verdict.fates == {A2: RIGHT}
    assert verdict.ledger == replace(SERVING, corner=RIGHT, corner_chosen=True)
    assert verdict.clauses == ("RED-3",)


def test_red_3_the_corner_is_changed_once_so_that_no_serve_is_put_off_for_ever() -> None:
    changed = judged(Choose("other-corner"), SERVING).ledger

    with pytest.raises(AssertionError, match="RED-3"):
        judged(Choose("other-corner"), changed)


def test_red_4_a_good_serve_brings_the_receiver_to_the_table() -> None:
    verdict = judged(GOOD_SERVE, SERVING)

    assert (verdict.ledger.turn, verdict.ledger.phase) == (TWO, Phase.OPEN)
    assert points(verdict) == (0, 0)
    assert verdict.clauses == ("RED-4", "RED-6")


@pytest.mark.parametrize(
    ("failure", "clause"),
    [
        (replace(GOOD_SERVE, red_hit_by=()), "RED-4"),
        (replace(GOOD_SERVE, red_hit_by=(A2,)), "RED-4"),
        (replace(GOOD_SERVE, red_at=RedAt.HERE), "RED-4"),
        (replace(GOOD_SERVE, red_at=RedAt.OFF, off=(RED,)), "RED-4"),
        (replace(GOOD_SERVE, off=(B2,)), "RED-4"),
        (replace(GOOD_SERVE, off=(A2,)), "RED-4"),
        (replace(GOOD_SERVE, crossed=(A1,)), "RED-15"),
    ],
)
def test_red_5_a_failed_serve_is_tried_once_more_from_the_set_position(failure: Facts, clause: str) -> None:
    verdict = judged(failure, SERVING)

    assert verdict.ledger == replace(SERVING, second_serve=True)
    assert verdict.fates == SET_FOR_ONE
    assert verdict.clauses == (clause, "RED-5")


def test_red_5_a_second_failure_gives_the_opponent_the_point() -> None:
    verdict = judged(replace(GOOD_SERVE, red_at=RedAt.HERE), replace(SERVING, second_serve=True))

    assert points(verdict) == (0, 1)
    assert verdict.clauses == ("RED-4", "RED-5", "RED-19", "RED-7")
    assert not verdict.ledger.second_serve


@pytest.mark.parametrize(
    "foul",
    [
        replace(GOOD_SERVE, illegal_push=True),
        replace(GOOD_SERVE, declared=(declared("unclean"),)),
        replace(GOOD_SERVE, declared=(declared("on-top"),)),
    ],
)
def test_red_5_a_foul_costs_the_point_even_on_the_first_serve(foul: Facts) -> None:
    verdict = judged(foul, SERVING)

    assert points(verdict) == (0, 1)
    assert "RED-21" in verdict.clauses


def test_red_5_the_second_try_starts_from_the_corner_the_server_chose() -> None:
    chosen = judged(Choose("other-corner"), SERVING).ledger

    assert judged(replace(GOOD_SERVE, red_at=RedAt.HERE), chosen).fates[A2] == RIGHT


def test_red_6_after_a_good_serve_the_serving_shooter_goes_to_the_free_corner() -> None:
    assert judged(GOOD_SERVE, SERVING).fates == {A1: RIGHT}
    assert judged(replace(GOOD_SERVE, free_corners=(LEFT, RIGHT)), SERVING).fates == {A1: RIGHT}
    assert judged(replace(GOOD_SERVE, free_corners=(LEFT,)), replace(SERVING, corner=RIGHT)).fates == {A1: LEFT}


def test_red_6_with_both_corners_blocked_its_owner_puts_it_down() -> None:
    verdict = judged(replace(GOOD_SERVE, free_corners=()), SERVING)
    put = judged(Place({A1: Point(0.0, 0.0)}), verdict.ledger)

    assert verdict.fates == {A1: Away.HAND}
    assert verdict.ledger.in_hand == A1
    assert "nearest" in str(verdict.reasons[1].sentence)
    assert "corner" in str(judged(GOOD_SERVE, SERVING).reasons[1].sentence)
    assert put.ledger == replace(verdict.ledger, in_hand=None)
    assert put.clauses == ("RED-6",)


def test_red_6_is_all_that_a_serve_earns() -> None:
    verdict = judged(replace(GOOD_SERVE, struck_by_red=(B1,)), SERVING)

    assert verdict.ledger.phase is Phase.OPEN
    assert verdict.ledger.reward == NO_REWARD


def test_red_7_a_serve_follows_every_point_and_stays_with_the_server_for_the_game() -> None:
    verdict = judged(replace(RETURN, off=(RED,), red_at=RedAt.OFF), replace(OPEN, turn=TWO))

    assert points(verdict) == (1, 0)
    assert (verdict.ledger.turn, verdict.ledger.phase) == (ONE, Phase.SERVE)
    assert verdict.fates == SET_FOR_ONE
    assert verdict.clauses[-1] == "RED-7"


def test_red_7_turns_are_counted_over_the_points_of_a_game_and_anew_in_the_next() -> None:
    within = judged(declared("touch"), replace(OPEN, turns=Tally(3, 3)), FULL).ledger
    after = judged(declared("touch"), replace(OPEN, turns=Tally(3, 3), points=Tally(2, 6)), FULL).ledger

    assert within.turns == Tally(4, 3)
    assert after.turns == Tally(0, 0)


def test_red_7_the_serve_passes_after_a_game() -> None:
    verdict = judged(declared("touch"), replace(OPEN, points=Tally(2, 6)), FULL)

    assert verdict.ledger.server is TWO
    assert (verdict.ledger.turn, verdict.ledger.phase) == (TWO, Phase.SERVE)
    assert verdict.fates[B1] == "serving-two"
    assert verdict.fates[RED] == "quarter-two"


# RED-2 and RED-8: open play


def test_red_2_a_flick_that_hits_neither_loses_the_point() -> None:
    verdict = judged(Facts(flicked=A1, red_at=RedAt.HERE))

    assert points(verdict) == (0, 1)
    assert verdict.clauses == ("RED-2", "RED-19", "RED-7")


def test_red_2_hitting_the_other_shooter_is_enough() -> None:
    verdict = judged(Facts(flicked=A1, red_at=RedAt.HERE, shooters_met=True))

    assert points(verdict) == (0, 0)
    assert verdict.ledger.flicks == 1


def test_red_2_the_red_must_be_hit_by_the_flicked_shooter_itself() -> None:
    assert points(judged(Facts(flicked=A1, red_at=RedAt.HERE, red_hit_by=(A2,)))) == (0, 1)


def test_red_8_a_red_not_returned_may_be_played_again() -> None:
    verdict = judged(SHORT)

    assert verdict.ledger.turn is ONE
    assert verdict.ledger.flicks == 1
    assert verdict.clauses == ("RED-8",)
    assert "2 flicks left" in str(verdict.reasons[0].sentence)
    assert "1 flick left" in str(judged(SHORT, verdict.ledger).reasons[0].sentence)


def test_red_8_not_returned_by_the_third_flick_the_point_is_lost() -> None:
    ledger = OPEN
    for _ in range(2):
        ledger = judged(SHORT, ledger).ledger
    verdict = judged(SHORT, ledger)

    assert ledger.points == Tally(0, 0)
    assert points(verdict) == (0, 1)
    assert verdict.clauses == ("RED-8", "RED-19", "RED-7")


def test_red_8_a_red_that_leaves_the_board_gives_the_opponent_the_point() -> None:
    verdict = judged(replace(RETURN, red_at=RedAt.OFF, off=(RED,)))

    assert points(verdict) == (0, 1)
    assert verdict.clauses[0] == "RED-8"


def test_red_8_the_next_player_starts_his_turn_with_a_clean_sheet() -> None:
    third = judged(replace(RETURN, shooters_met=True), replace(OPEN, flicks=2)).ledger
    second_serve = judged(GOOD_SERVE, replace(SERVING, second_serve=True)).ledger

    assert (third.turn, third.flicks, third.shooters_met, third.red_hit_by) == (TWO, 0, False, ())
    assert not second_serve.second_serve
    assert third.turns == second_serve.turns == Tally(1, 0)


def test_red_8_the_measured_gap_to_the_line_is_shown() -> None:
    seen = Evidence("red", (RED,), None, -3.0, 0.0)

    assert judged(replace(SHORT, evidence=(seen,))).reasons[0].evidence == seen


# RED-9 to RED-12: what a return earns


def test_red_9_a_return_with_one_flick_lets_him_place_one_shooter() -> None:
    verdict = judged(RETURN)

    assert verdict.ledger.phase is Phase.REWARD
    assert verdict.ledger.reward == Reward(place=(A1, A2), places=1)
    assert verdict.clauses == ("RED-8", "RED-9")


def test_red_9_after_one_shooter_is_placed_the_opponent_is_at_the_table() -> None:
    verdict = judged(Place({A2: Point(-50.0, 0.0)}), judged(RETURN).ledger)

    assert (verdict.ledger.turn, verdict.ledger.phase) == (TWO, Phase.OPEN)
    assert verdict.ledger.reward == NO_REWARD
    assert verdict.clauses == ("RED-9",)


def test_red_9_he_need_not_place_any() -> None:
    verdict = judged(Choose("decline"), judged(RETURN).ledger)

    assert verdict.ledger.turn is TWO
    assert verdict.clauses == ("RED-9",)


def test_red_10_a_return_with_two_flicks_earns_one_further_flick() -> None:
    verdict = judged(RETURN, replace(OPEN, flicks=1))

    assert verdict.ledger.reward == Reward(flick=True)
    assert verdict.clauses == ("RED-8", "RED-10")


def test_red_10_the_positioning_flick_may_touch_any_penny_or_none() -> None:
    for facts in (Facts(flicked=A1, red_at=RedAt.FAR), replace(RETURN, struck_by_red=(B1,), shooters_met=True)):
        verdict = judged(facts, rewarded(flick=True))
        assert (verdict.ledger.turn, verdict.ledger.phase) == (TWO, Phase.OPEN)
        assert points(verdict) == (0, 0)
        assert verdict.clauses == ("RED-10",)


@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        (Facts(flicked=A1, red_at=RedAt.HERE), "RED-10"),
        (Facts(flicked=A1, red_at=RedAt.OFF, off=(RED,)), "RED-10"),
        (replace(STAR, reached_by_red=(B1,)), "RED-10"),
        (Facts(flicked=A1, red_at=RedAt.FAR, crossed=(A1,)), "RED-15"),
        (Facts(flicked=A1, red_at=RedAt.FAR, off=(A1,)), "RED-15"),
        (Facts(flicked=A1, red_at=RedAt.FAR, illegal_push=True), "RED-21"),
    ],
)
def test_red_10_a_spoilt_positioning_flick_loses_the_point_and_is_never_a_star_shot(facts: Facts, clause: str) -> None:
    verdict = judged(facts, replace(rewarded(flick=True), shooters_met=True))

    assert points(verdict) == (0, 1)
    assert clause in verdict.clauses


def test_red_10_an_own_shooter_off_is_ruled_once() -> None:
    verdict = judged(Facts(flicked=A1, red_at=RedAt.FAR, off=(A1,)), rewarded(flick=True))

    assert verdict.clauses == ("RED-15", "RED-19", "RED-7")


def test_red_10_the_positioning_flick_may_be_waived() -> None:
    verdict = judged(Choose("pass"), rewarded(flick=True))

    assert verdict.ledger.turn is TWO
    assert verdict.clauses == ("RED-10",)


def test_red_11_after_three_flicks_the_shooters_stay() -> None:
    verdict = judged(RETURN, replace(OPEN, flicks=2))

    assert (verdict.ledger.turn, verdict.ledger.phase) == (TWO, Phase.OPEN)
    assert verdict.clauses == ("RED-8", "RED-11")


@pytest.mark.parametrize("flicks", [0, 1, 2])
def test_red_12_a_return_by_cannon_lets_him_place_both_whatever_the_number_of_flicks(flicks: int) -> None:
    verdict = judged(CANNON, replace(OPEN, flicks=flicks))

    assert verdict.ledger.reward == Reward(place=(A1, A2), places=2, cannon=True)
    assert verdict.clauses == ("RED-8", "RED-12")


def test_red_12_the_returning_flick_itself_must_be_the_cannon() -> None:
    after_a_cannon = judged(replace(CANNON, red_at=RedAt.HERE)).ledger

    assert judged(RETURN, after_a_cannon).ledger.reward == Reward(flick=True)


def test_red_12_both_shooters_may_be_placed_one_after_the_other_or_together() -> None:
    earned = judged(CANNON).ledger
    first = judged(Place({A2: Point(-50.0, 0.0)}), earned)
    second = judged(Place({A1: Point(-90.0, 0.0)}), first.ledger)
    together = judged(Place({A1: Point(-90.0, 0.0), A2: Point(-50.0, 0.0)}), earned)

    assert first.ledger.reward == Reward(place=(A1,), places=1, cannon=True)
    assert second.ledger.turn is together.ledger.turn is TWO
    assert second.ledger.reward == together.ledger.reward == NO_REWARD
    assert first.clauses == second.clauses == together.clauses == ("RED-12",)


def test_red_12_he_may_place_either_and_leave_the_other() -> None:
    first = judged(Place({A2: Point(-50.0, 0.0)}), judged(CANNON).ledger)

    assert judged(Choose("decline"), first.ledger).ledger.turn is TWO


# RED-13: the star shot


def test_red_13_a_star_shot_earns_two_points_for_each_shooter() -> None:
    one = judged(STAR)
    both = judged(replace(STAR, off=(B1, B2), reached_by_red=(B1, B2)))

    assert points(one) == (2, 0)
    assert points(both) == (4, 0)
    assert one.clauses == ("RED-13", "RED-19", "RED-7")


def test_red_13_a_star_shot_by_cannon_earns_three_for_each() -> None:
    verdict = judged(replace(CANNON, off=(B1, B2), reached_by_red=(B1, B2)))

    assert points(verdict) == (6, 0)
    assert verdict.clauses == ("RED-12", "RED-13", "RED-19", "RED-7")


def test_red_13_both_shooters_hitting_the_red_entitle_too() -> None:
    both_hit = replace(STAR, shooters_met=False, red_hit_by=(A1, A2))

    assert points(judged(both_hit)) == (2, 0)


def test_red_13_the_entitling_hits_may_come_in_any_flick_of_the_turn() -> None:
    met_before = judged(replace(SHORT, shooters_met=True)).ledger
    other_hit_before = judged(Facts(flicked=A2, red_at=RedAt.HERE, red_hit_by=(A2,))).ledger

    for ledger in (met_before, other_hit_before):
        assert points(judged(replace(STAR, shooters_met=False), ledger)) == (2, 0)


def test_red_13_the_hits_of_an_earlier_turn_do_not_entitle() -> None:
    returned = judged(Choose("decline"), judged(replace(RETURN, shooters_met=True)).ledger).ledger

    assert not returned.shooters_met
    assert returned.red_hit_by == ()


def test_red_13_without_the_entitlement_knocking_a_shooter_off_loses_the_point() -> None:
    verdict = judged(replace(STAR, shooters_met=False))

    assert points(verdict) == (0, 1)
    assert verdict.clauses == ("RED-13", "RED-8", "RED-19", "RED-7")


def test_red_13_a_shooter_that_no_chain_from_the_red_reached_makes_no_star() -> None:
    assert points(judged(replace(STAR, reached_by_red=()))) == (0, 1)
    assert points(judged(replace(STAR, off=(B1, B2)))) == (0, 1)


def test_red_13_the_red_must_end_wholly_on_the_enemy_court() -> None:
    verdict = judged(replace(STAR, red_at=RedAt.HERE))

    assert points(verdict) == (0, 1)
    assert "RED-13" in verdict.clauses


@pytest.mark.parametrize(
    ("spoilt", "clause"),
    [
        (replace(STAR, crossed=(A1,)), "RED-15"),
        (replace(STAR, off=(B1, A2)), "RED-15"),
        (replace(STAR, illegal_push=True), "RED-21"),
        (replace(STAR, declared=(declared("moved-board"),)), "RED-21"),
        (replace(STAR, off=(B1, RED), red_at=RedAt.OFF), "RED-8"),
    ],
)
def test_red_13_a_break_in_the_same_flick_cancels_the_star(spoilt: Facts, clause: str) -> None:
    verdict = judged(spoilt)

    assert points(verdict) == (0, 1)
    assert clause in verdict.clauses
    assert "RED-13" in verdict.clauses


def test_red_13_only_a_star_that_was_one_is_said_to_be_cancelled() -> None:
    sentences = [str(reason.sentence) for reason in judged(replace(STAR, shooters_met=False, crossed=(A1,))).reasons]

    assert not any("cancels" in sentence for sentence in sentences)


def test_red_13_says_whether_it_was_by_cannon() -> None:
    by_cannon = str(judged(replace(CANNON, off=(B1,), reached_by_red=(B1,))).reasons[1].sentence)

    assert "by cannon" in by_cannon
    assert "by cannon" not in str(judged(STAR).reasons[0].sentence)


def test_red_13_the_points_end_the_rally_and_may_pass_seven() -> None:
    verdict = judged(replace(CANNON, off=(B1, B2), reached_by_red=(B1, B2)), replace(OPEN, points=Tally(6, 6)))

    assert verdict.ledger.points == Tally(12, 6)
    assert verdict.ledger.ended is Ended.SETS


# RED-14: moving an enemy shooter


def test_red_14_an_enemy_shooter_that_the_red_hit_may_be_moved() -> None:
    verdict = judged(replace(RETURN, struck_by_red=(B1,)), replace(OPEN, flicks=2))
    moved = judged(Place({B1: Point(114.5, 0.0)}), verdict.ledger)

    assert verdict.ledger.reward == Reward(enemy=(B1,))
    assert verdict.clauses == ("RED-8", "RED-11", "RED-14")
    assert moved.ledger.turn is TWO
    assert moved.clauses == ("RED-14",)


def test_red_14_of_two_that_were_hit_he_picks_one() -> None:
    verdict = judged(replace(RETURN, struck_by_red=(B1, B2)), replace(OPEN, flicks=2))

    assert judged(Place({B2: Point(114.5, 0.0)}), verdict.ledger).ledger.reward == NO_REWARD


def test_red_14_and_the_own_repositioning_may_be_done_in_either_order() -> None:
    earned = judged(replace(RETURN, struck_by_red=(B1,))).ledger
    own, enemy = Place({A1: Point(-50.0, 0.0)}), Place({B1: Point(114.5, 0.0)})

    for first, second in ((own, enemy), (enemy, own)):
        between = judged(first, earned).ledger
        assert between.turn is ONE
        assert judged(second, between).ledger.turn is TWO


def test_red_14_goes_with_the_positioning_flick_in_either_order_too() -> None:
    earned = judged(replace(RETURN, struck_by_red=(B1,)), replace(OPEN, flicks=1)).ledger
    flick, enemy = Facts(flicked=A1, red_at=RedAt.FAR), Place({B1: Point(114.5, 0.0)})

    assert judged(enemy, judged(flick, earned).ledger).ledger.turn is TWO
    assert judged(flick, judged(enemy, earned).ledger).ledger.turn is TWO


def test_red_14_is_explained_when_no_spot_is_free() -> None:
    verdict = judged(replace(RETURN, struck_by_red=(B1,), spots_blocked=True), replace(OPEN, flicks=2))

    assert verdict.ledger.turn is TWO
    assert verdict.clauses == ("RED-8", "RED-11", "RED-14")


# RED-15, RED-17, RED-18: crossings, touching shooters, the side-flick


@pytest.mark.parametrize("broken", [replace(RETURN, crossed=(A2,)), replace(RETURN, off=(A1,))])
def test_red_15_an_own_shooter_across_the_line_or_off_gives_the_opponent_the_point(broken: Facts) -> None:
    verdict = judged(broken)

    assert points(verdict) == (0, 1)
    assert verdict.clauses == ("RED-15", "RED-19", "RED-7")


def test_red_15_a_shooter_that_the_opponent_put_across_is_respotted_by_its_owner_at_no_cost() -> None:
    returned = judged(replace(RETURN, across=(B2,)), replace(OPEN, flicks=2))
    respotted = judged(Place({B2: Point(114.5, 0.0)}), returned.ledger)

    assert returned.ledger.across == (B2,)
    assert points(returned) == (0, 0)
    assert "RED-15" in returned.clauses
    assert respotted.ledger == replace(returned.ledger, across=())
    assert respotted.clauses == ("RED-15",)


def test_red_17_a_respot_costs_no_flick() -> None:
    touching = judged(replace(SHORT, touching=(A1,)))
    respotted = judged(Place({A1: Point(-114.5, 0.0)}), touching.ledger)

    assert touching.clauses == ("RED-8", "RED-17")
    assert respotted.ledger == replace(touching.ledger, touching=())
    assert respotted.ledger.flicks == 1
    assert respotted.clauses == ("RED-17",)


def test_red_17_a_failed_attempt_to_cannon_is_judged_by_red_2_alone() -> None:
    touching = replace(OPEN, touching=(A2,))

    assert points(judged(Facts(flicked=A1, red_at=RedAt.HERE, shooters_met=True), touching)) == (0, 0)
    assert points(judged(SHORT, touching)) == (0, 0)
    assert points(judged(Facts(flicked=A1, red_at=RedAt.HERE), touching)) == (0, 1)


def test_red_17_binds_the_positioning_flick_whose_shooter_may_be_respotted_first() -> None:
    earned = replace(rewarded(flick=True), touching=(A1,))

    verdict = judged(Place({A1: Point(-114.5, 0.0)}), earned)

    assert verdict.ledger.reward == Reward(flick=True)
    assert verdict.clauses == ("RED-17",)


def test_red_18_a_side_flick_is_one_of_the_three_flicks_and_counts_as_hitting_the_red() -> None:
    verdict = judged(replace(SHORT, side_flick=True))

    assert verdict.ledger.flicks == 1
    assert verdict.ledger.red_hit_by == (A1,)
    assert verdict.ledger.in_hand == A1
    assert verdict.clauses == ("RED-8", "RED-18")


def test_red_18_the_held_shooter_is_respotted_before_anything_else() -> None:
    held = judged(replace(SHORT, side_flick=True)).ledger
    verdict = judged(Place({A1: Point(-114.5, 0.0)}), held)

    assert verdict.ledger == replace(held, in_hand=None)
    assert verdict.clauses == ("RED-18",)


def test_red_18_a_return_by_side_flick_earns_what_its_number_of_flicks_earns_once_respotted() -> None:
    returned = judged(replace(RETURN, side_flick=True))
    third = judged(replace(RETURN, side_flick=True), replace(OPEN, flicks=2))

    assert returned.ledger.reward == Reward(place=(A1, A2), places=1)
    assert judged(Place({A1: Point(-114.5, 0.0)}), returned.ledger).ledger.phase is Phase.REWARD
    assert third.ledger.turn is ONE
    assert judged(Place({A1: Point(-114.5, 0.0)}), third.ledger).ledger.turn is TWO


def test_red_18_a_red_over_the_edge_is_announced_to_the_player_whose_court_it_is() -> None:
    assert "RED-18" in judged(replace(SHORT, over_edge=ONE)).clauses
    assert "RED-18" in judged(replace(RETURN, over_edge=TWO)).clauses
    assert "RED-18" not in judged(replace(SHORT, over_edge=TWO)).clauses


def test_red_15_and_17_what_concerns_the_opponent_is_said_when_he_comes_to_the_table() -> None:
    goes_on = judged(replace(SHORT, across=(B1,), touching=(B2,))).clauses
    returned = judged(replace(RETURN, across=(B1,), touching=(A2, B2))).reasons

    assert goes_on == ("RED-8",)
    assert [reason.discs for reason in returned if reason.clause in ("RED-15", "RED-17")] == [(B1,), (B2,)]


def test_what_lies_where_is_kept_for_the_next_flick_after_every_flick() -> None:
    seen = replace(RETURN, across=(B1,), touching=(B2,), over_edge=TWO)

    for ledger in (OPEN, replace(OPEN, flicks=1), rewarded(flick=True), SERVING):
        after = judged(seen, ledger).ledger
        assert (after.across, after.touching, after.over_edge) == ((B1,), (B2,), TWO)


def test_red_14_a_moved_shooter_lies_across_no_longer_and_touches_the_red_no_longer() -> None:
    earned = replace(rewarded(enemy=(B1, B2)), across=(B1, B2), touching=(B1, B2))

    after = judged(Place({B1: Point(114.5, 0.0)}), earned).ledger

    assert after.across == (B2,)
    assert after.touching == (B2,)


# RED-19 and RED-20: points, games, sets; doubles


def test_red_19_points_win_a_game_games_a_set_and_sets_the_match() -> None:
    lost = declared("touch", TWO)
    game_won = judged(lost, replace(OPEN, points=Tally(6, 3)), FULL).ledger
    set_won = judged(lost, replace(OPEN, points=Tally(6, 3), games=Tally(4, 2)), FULL).ledger
    match_won = judged(lost, replace(OPEN, points=Tally(6, 3), games=Tally(4, 2), sets=Tally(2, 1)), FULL)

    assert (game_won.points, game_won.games, game_won.sets) == (Tally(0, 0), Tally(1, 0), Tally(0, 0))
    assert (set_won.games, set_won.sets) == (Tally(0, 0), Tally(1, 0))
    assert match_won.ledger.ended is Ended.SETS
    result = FULL.result(match_won.ledger)
    assert result is not None
    assert result.winner is ONE


def test_red_19_the_numbers_follow_the_length_unless_given() -> None:
    short, full = Options(), Options(length="full")
    own = Options(points=11, games=2, sets=2)

    assert (short.points_to_win, short.games_to_win, short.sets_to_win) == (7, 1, 1)
    assert (full.points_to_win, full.games_to_win, full.sets_to_win) == (7, 5, 3)
    assert (own.points_to_win, own.games_to_win, own.sets_to_win) == (11, 2, 2)


def test_red_19_there_is_no_need_to_lead_by_two() -> None:
    assert judged(declared("touch"), replace(OPEN, points=Tally(6, 6))).ledger.ended is Ended.SETS


def test_red_20_partners_serve_alternate_service_games_of_their_team() -> None:
    ledgers = [replace(SERVING, games_played=played) for played in range(5)]

    assert [serving_shooter(DOUBLES.options, ledger) for ledger in ledgers] == [A1, B1, A2, B2, A1]
    assert [serving_shooter(FULL.options, ledger) for ledger in ledgers] == [A1, B1, A1, B1, A1]


def test_red_20_the_set_puts_the_partner_on_the_serving_spot() -> None:
    third_game = replace(OPEN, points=Tally(0, 6), games_played=1)

    verdict = judged(declared("touch"), third_game, DOUBLES)

    assert verdict.fates[A2] == "serving-one"
    assert verdict.fates[A1] == "corner-one-1"


# RED-21: fouls


@pytest.mark.parametrize("what", ["touch", "unclean", "moved-board", "on-top"])
def test_red_21_a_declared_foul_gives_the_opponent_the_point(what: str) -> None:
    with_a_flick = judged(replace(RETURN, declared=(declared(what),)))
    without = judged(declared(what))

    for verdict in (with_a_flick, without):
        assert points(verdict) == (0, 1)
        assert "RED-21" in verdict.clauses


def test_red_21_an_illegal_push_shot_gives_the_opponent_the_point() -> None:
    verdict = judged(replace(RETURN, illegal_push=True))

    assert points(verdict) == (0, 1)
    assert verdict.clauses == ("GEN-7", "RED-21", "RED-19", "RED-7")


def test_red_21_a_legal_push_shot_costs_nothing_and_is_explained() -> None:
    verdict = judged(replace(SHORT, legal_push=True))

    assert points(verdict) == (0, 0)
    assert "GEN-7" in verdict.clauses


def test_red_21_the_one_who_is_not_at_the_table_can_foul_too() -> None:
    assert points(judged(declared("touch", TWO))) == (1, 0)


# What no clause rules


def test_the_turn_limit_gives_the_game_to_the_leader_as_a_note_not_as_a_clause() -> None:
    game = PennyRed(Options(turn_limit=2))
    verdict = judged(RETURN, replace(OPEN, flicks=2, turns=Tally(1, 2), points=Tally(1, 3)), game)

    assert verdict.ledger.ended is Ended.SETS
    assert verdict.ledger.sets == Tally(0, 1)
    assert "turn limit" in str(verdict.notes[0])
    result = game.result(verdict.ledger)
    assert result is not None
    assert result.winner is TWO
    assert "limit" in str(result.sentence)


def test_the_turn_limit_with_equal_points_ends_the_match() -> None:
    game = PennyRed(Options(turn_limit=2, games=3))
    drawn = judged(RETURN, replace(OPEN, flicks=2, turns=Tally(1, 2)), game)
    ahead = judged(RETURN, replace(OPEN, flicks=2, turns=Tally(1, 2), games=Tally(0, 1)), game)

    assert drawn.ledger.ended is Ended.LIMIT
    for verdict, winner in ((drawn, None), (ahead, TWO)):
        result = game.result(verdict.ledger)
        assert result is not None
        assert result.winner is winner


def test_the_turn_limit_holds_after_a_point_too() -> None:
    game = PennyRed(Options(turn_limit=2))

    verdict = judged(declared("touch"), replace(OPEN, turns=Tally(1, 2), points=Tally(0, 2)), game)

    assert verdict.ledger.sets == Tally(0, 1)


def test_pennies_that_came_off_in_the_last_flick_of_the_match_stay_off() -> None:
    verdict = judged(STAR, replace(OPEN, points=Tally(5, 0)))

    assert verdict.ledger.ended is Ended.SETS
    assert verdict.fates == {B1: Away.DITCH}


def test_nothing_is_left_to_do_when_the_match_is_over() -> None:
    game = PennyRed(Options(turn_limit=2))
    held = replace(OPEN, in_hand=A1, reward=Reward(enemy=(B1,)), points=Tally(0, 6))
    limited = replace(OPEN, in_hand=A1, reward=Reward(flick=True), points=Tally(0, 1), turns=Tally(1, 2))

    lost = judged(declared("touch"), held)
    drawn = judged(declared("touch", TWO), limited, game)

    for verdict, ended in ((lost, Ended.SETS), (drawn, Ended.LIMIT)):
        assert verdict.ledger.ended is ended
        assert verdict.ledger.in_hand is None
        assert verdict.ledger.reward == NO_REWARD


def test_the_points_are_counted_in_words() -> None:
    assert "scores 2 points: 2–0" in str(judged(STAR).reasons[1].sentence)
    assert "scores the point: 0–1" in str(judged(declared("touch")).reasons[2].sentence)


def test_every_disc_is_set_again_after_a_point() -> None:
    assert set(judged(STAR).fates) == set(PENNIES)


def test_judging_changes_nothing_it_was_given() -> None:
    before = replace(OPEN)

    judged(STAR)

    assert before == OPEN


def test_disc_ids_are_those_of_the_record() -> None:
    assert [disc.id for disc in GAME.discs] == [DiscId(name) for name in ("A1", "A2", "B1", "B2", "red")]

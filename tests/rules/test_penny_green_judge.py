"""The clauses of Penny Green, judged from hand-written facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.game import Result, Verdict
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.judge import ADVANTAGE, LAPSE, TAKE, judge
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    Back,
    Ended,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Lift,
    Lifting,
    Over,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
    TurnOf,
    opening,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Choose, Clause, Declare, DiscId, Evidence, Place, Point, Seat, Side

ONE, TWO = Side.ONE, Side.TWO
A1, A2, A3, B1, B2, B3 = map(DiscId, ("A1", "A2", "A3", "B1", "B2", "B3"))
HIT: dict[str, Any] = {"moved": (GREEN,), "hit": (GREEN,)}


def attacking(side: Side = ONE, **phase: Any) -> Ledger:
    return Ledger(ONE, Attack(side, **phase), turns=Tally(1, 1))


def positional(side: Side = ONE, **phase: Any) -> Ledger:
    return Ledger(ONE, Positional(side, **phase), turns=Tally(1, 1))


def goal_flick(stage: Stage, taker: Side = ONE, **phase: Any) -> Ledger:
    return Ledger(ONE, GoalFlick(taker, stage, **phase), turns=Tally(1, 1), out=Out.GOAL_ONE)


def penalties(award: Award, *more: Award, out: Out = Out.NO, off: tuple[DiscId, ...] = ()) -> Ledger:
    return Ledger(ONE, Penalties((award, *more), TurnOf(award.owner)), turns=Tally(1, 1), out=out, off=off)


def penalty_flick(owner: Side = TWO, *more: Award, rest: Award | None = None) -> Ledger:
    due = Penalties((rest or Award(owner), *more), TurnOf(owner.other))
    return Ledger(ONE, PenaltyFlick(due, B1 if owner is TWO else A1), turns=Tally(1, 2))


def seen(flicked: DiscId = A1, **fields: Any) -> Facts:
    return Facts(flicked, **fields)


def foul(what: str, by: Side, *discs: DiscId) -> Declare:
    return Declare(what, discs, Seat(by))


def rule(ledger: Ledger, what: Facts | Place | Choose | Declare, **options: Any) -> Verdict[Ledger]:
    return judge(Options(**options), ledger, what)


def put(ledger: Ledger, *discs: DiscId, **options: Any) -> Verdict[Ledger]:
    return rule(ledger, Place({disc: Point(0.0, 0.0) for disc in discs}), **options)


def award_of(verdict: Verdict[Ledger]) -> Award:
    assert isinstance(verdict.ledger.phase, Penalties), verdict.ledger.phase
    return verdict.ledger.phase.award


def cites(verdict: Verdict[Ledger], *numbers: int) -> bool:
    return all(Clause(f"GRN-{number}") in verdict.clauses for number in numbers)


def rule_of(number: int) -> tuple[Clause, ...]:
    return (Clause(f"GRN-{number}"),)


def flicks_due(verdict: Verdict[Ledger]) -> tuple[str, ...]:
    return award_of(verdict).flicks


# ---- words -----------------------------------------------------------------------------------------------------------


def test_grn_1_a_penalty_flick_is_a_normal_flick_so_the_green_may_be_intercepted_and_a_foul_is_a_foul() -> None:
    intercepted = rule(penalty_flick(), seen(B1, **HIT, collided=(A1,)))
    fouled = rule(penalty_flick(), seen(B1, moved=(A1,), hit=(A1,)))

    assert cites(intercepted, 9)
    assert award_of(fouled) == Award(ONE, rule_of(8))


def test_grn_1_the_attacker_is_the_player_whose_turn_it_is() -> None:
    game = PennyGreen()
    position = replace(game.opening(ONE), ledger=attacking(TWO))

    decision = game.decision(position)

    assert decision is not None
    assert decision.seats == (Seat(TWO),)
    assert "GRN-1" in decision.clauses


def test_grn_2_an_own_penny_moved_by_way_of_an_enemy_penny_is_a_hit() -> None:
    verdict = rule(attacking(), seen(hit=(B1,), moved=(B1, A2)))

    assert verdict.ledger.phase == Attack(ONE, hits=1)
    assert verdict.clauses == ("GRN-2", "GRN-5")


def test_grn_2_moving_neither_the_green_nor_another_own_penny_is_a_miss() -> None:
    verdict = rule(attacking(), seen())

    assert verdict.ledger.phase == Attack(TWO)
    assert verdict.clauses == ("GRN-2", "GRN-14", "GRN-6")


def test_grn_3_the_green_wholly_over_a_line_is_out_of_play_and_is_taken_off_the_board() -> None:
    verdict = rule(attacking(), seen(**HIT, out=Out.LINE_TWO))

    assert cites(verdict, 3)
    assert verdict.fates == {GREEN: Away.HAND}
    assert verdict.ledger.out is Out.LINE_TWO


def test_grn_4_flicking_an_enemy_penny_or_the_green_costs_a_penalty_flick() -> None:
    for wrong in (B1, GREEN):
        verdict = rule(attacking(), seen(wrong, moved=(GREEN,)))

        assert flicks_due(verdict) == ("GRN-4",)


# ---- the turn --------------------------------------------------------------------------------------------------------


def test_grn_5_after_a_hit_the_attacker_may_try_another_up_to_three() -> None:
    ledger = attacking()
    hits = []
    for _ in range(3):
        ledger = rule(ledger, seen(**HIT)).ledger
        hits.append(ledger.phase)

    assert hits == [Attack(ONE, hits=1), Attack(ONE, hits=2), Positional(ONE)]


def test_grn_5_at_least_one_normal_flick_is_compulsory_then_the_attacker_may_stop_early() -> None:
    with pytest.raises(ValueError, match="not offered"):
        rule(attacking(), Choose("pass"))

    assert rule(attacking(hits=1, near=(B1,)), Choose("pass")).ledger.phase == Positional(ONE, near=(B1,))


def test_grn_6_the_positional_flick_completes_the_turn() -> None:
    verdict = rule(positional(), seen(moved=(A2,), hit=(A2,)))

    assert verdict.ledger.phase == Attack(TWO)
    assert cites(verdict, 7, 6)


def test_grn_6_a_miss_after_a_hit_ends_the_hitting_but_keeps_the_positional_flick() -> None:
    missed, third = rule(attacking(hits=1), seen()), rule(attacking(hits=2), seen(**HIT))

    assert missed.ledger.phase == third.ledger.phase == Positional(ONE)
    assert "miss" in str(missed.reasons[-1].sentence)
    assert "third hit" in str(third.reasons[-1].sentence)
    assert rule(attacking(hits=0), seen()).ledger.phase == Attack(TWO)


def test_grn_6_the_positional_flick_may_be_waived() -> None:
    verdict = rule(positional(), Choose("pass"))

    assert verdict.ledger.phase == Attack(TWO)
    assert verdict.clauses == ("GRN-6",)


def test_grn_6_any_own_penny_may_make_it_the_one_just_flicked_too() -> None:
    ledger = rule(attacking(restart=Restart.FLICK_OFF), seen(A1, **HIT)).ledger
    ledger = rule(ledger, Choose("pass")).ledger

    assert rule(ledger, seen(A1)).ledger.phase == Attack(TWO)


@pytest.mark.parametrize("moved", [(GREEN,), (B1,), (A2, B1)])
def test_grn_7_a_positional_flick_that_moves_the_green_or_an_enemy_penny_costs_a_penalty_flick(
    moved: tuple[DiscId, ...],
) -> None:
    assert flicks_due(rule(positional(), seen(moved=moved, hit=(A2,)))) == ("GRN-7",)


def test_grn_7_touching_the_green_without_moving_it_breaks_it_too() -> None:
    assert flicks_due(rule(positional(), seen(hit=(GREEN,)))) == ("GRN-7",)


def test_grn_7_own_pennies_may_be_touched() -> None:
    assert rule(positional(), seen(moved=(A2, A3), hit=(A2,))).ledger.phase == Attack(TWO)


def test_grn_8_a_miss_that_hits_an_enemy_penny_is_a_foul() -> None:
    verdict = rule(attacking(), seen(hit=(B1,), moved=(B1,)))

    assert award_of(verdict) == Award(TWO, rule_of(8))


def test_grn_8_a_hit_that_also_hits_an_enemy_penny_is_none() -> None:
    assert rule(attacking(), seen(hit=(A2, B1), moved=(A2, B1))).ledger.phase == Attack(ONE, hits=1)


def test_grn_8_an_enemy_penny_moved_but_not_by_the_flicked_one_needs_a_hit_and_is_no_foul() -> None:
    assert rule(attacking(), seen(hit=(A2,), moved=(A2, B1))).ledger.phase == Attack(ONE, hits=1)


def test_grn_9_an_interception_ends_the_turn_without_a_positional_flick() -> None:
    verdict = rule(attacking(hits=1), seen(**HIT, collided=(B1,)))

    assert verdict.ledger.phase == Attack(TWO)
    assert cites(verdict, 9)


def test_grn_9_even_if_the_green_comes_back_to_an_own_penny() -> None:
    verdict = rule(attacking(), seen(moved=(GREEN, B1, A2), hit=(GREEN,), collided=(B1, A2)))

    assert verdict.ledger.phase == Attack(TWO)


def test_grn_9_meeting_an_own_penny_is_no_interception() -> None:
    assert rule(attacking(), seen(moved=(GREEN, A2), hit=(GREEN,), collided=(A2,))).ledger.phase == Attack(ONE, hits=1)


def test_grn_9_the_reason_shows_the_collision_with_the_enemy_not_with_an_own_penny() -> None:
    own, enemy = Evidence("collided", (A2, GREEN), 0.1), Evidence("collided", (B1, GREEN), 0.2)
    verdict = rule(attacking(), seen(**HIT, collided=(A2, B1), evidence=(own, enemy)))

    assert [why.evidence for why in verdict.reasons if why.clause == "GRN-9"] == [enemy]


@pytest.mark.parametrize("collided", [(), (B1,)])
def test_grn_10_into_the_defenders_goal_is_a_goal_deflected_or_not(collided: tuple[DiscId, ...]) -> None:
    verdict = rule(attacking(), seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO, collided=collided))

    assert verdict.ledger.goals == Tally(1, 0)
    assert verdict.ledger.phase == GoalFlick(TWO)


def test_grn_10_a_deflected_goal_needs_the_same_starting_zone() -> None:
    verdict = rule(attacking(), seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.CENTRE, collided=(B1,)))

    assert verdict.ledger.goals == Tally(0, 0)
    assert verdict.ledger.phase == GoalFlick(TWO)


def test_grn_10_after_an_interception_a_side_line_or_the_own_goal_line_is_a_penalty_flick_to_the_defender() -> None:
    for out in (Out.SIDE, Out.LINE_ONE):
        verdict = rule(attacking(), seen(**HIT, collided=(B1,), out=out))

        assert flicks_due(verdict) == ("GRN-11",)
        assert cites(verdict, 10)


def test_grn_10_over_the_defenders_goal_line_outside_the_pegs_is_his_goal_flick() -> None:
    assert rule(attacking(), seen(**HIT, collided=(B1,), out=Out.LINE_TWO)).ledger.phase == GoalFlick(TWO)


@pytest.mark.parametrize(
    ("ledger", "flicked"), [(attacking(), A1), (positional(), A1), (penalty_flick(ONE), A1)], ids=["N", "P", "PF"]
)
def test_grn_10_between_the_own_pegs_is_a_goal_to_the_opponent_on_any_flick(ledger: Ledger, flicked: DiscId) -> None:
    verdict = rule(ledger, seen(flicked, **HIT, out=Out.GOAL_ONE))

    assert verdict.ledger.goals == Tally(0, 1)
    assert verdict.ledger.phase == GoalFlick(ONE)
    assert cites(verdict, 10)
    assert not cites(verdict, 11)


def test_grn_10_at_an_own_goal_the_other_penalty_flicks_of_that_flick_lapse_but_spotting_stays() -> None:
    verdict = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE, illegal_push=True, off=(A1,)))

    assert verdict.ledger.goals == Tally(0, 1)
    assert award_of(verdict) == Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-12"), (A1,)),))


def test_grn_10_option_own_goal_without_an_interception_is_only_a_penalty_flick() -> None:
    alone = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE), own_goal="intercepted")
    deflected = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE, collided=(B1,)), own_goal="intercepted")

    assert flicks_due(alone) == ("GRN-11",)
    assert alone.ledger.goals == Tally(0, 0)
    assert deflected.ledger.goals == Tally(0, 1)


@pytest.mark.parametrize("out", [Out.SIDE, Out.LINE_ONE])
def test_grn_11_the_green_over_a_side_line_or_the_own_goal_line_costs_a_penalty_flick(out: Out) -> None:
    assert flicks_due(rule(attacking(), seen(**HIT, out=out))) == ("GRN-11",)


def test_grn_11_over_the_enemy_goal_line_costs_none() -> None:
    verdict = rule(attacking(), seen(**HIT, out=Out.LINE_TWO))

    assert verdict.ledger.phase == GoalFlick(TWO)
    assert not cites(verdict, 11)


def test_grn_11_holds_for_penalty_flicks_too() -> None:
    assert award_of(rule(penalty_flick(), seen(B1, **HIT, out=Out.SIDE))) == Award(ONE, rule_of(11))


def test_grn_12_a_penny_off_the_board_ends_the_turn_and_gives_rights_over_each() -> None:
    verdict = rule(attacking(), seen(moved=(GREEN, A2, B1), hit=(GREEN,), off=(A2, B1)))

    assert award_of(verdict).lifts == (
        Lift(Lifting.SPOT, Clause("GRN-12"), (A2,)),
        Lift(Lifting.REPOSITION, Clause("GRN-12"), (B1,)),
    )
    assert verdict.ledger.off == (A2, B1)


def test_grn_12_if_the_opponent_does_not_bring_it_back_the_software_does() -> None:
    off = penalties(Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-12"), (A2,)),)), off=(A2,))

    lapsed = rule(off, Choose(LAPSE))
    back = put(lapsed.ledger, A2)

    assert isinstance(lapsed.ledger.phase, PutBack)
    assert cites(lapsed, 12)
    assert back.ledger.phase == Attack(TWO)
    assert back.ledger.off == ()


def test_grn_13_the_green_in_three_zones_costs_a_penalty_flick() -> None:
    zones = (Zone.ONE, Zone.CENTRE, Zone.TWO)

    assert flicks_due(rule(attacking(), seen(**HIT, zones=zones))) == ("GRN-13",)
    assert rule(attacking(), seen(**HIT, zones=zones[:2])).ledger.phase == Attack(ONE, hits=1)


def test_grn_13_not_in_a_penalty_flick() -> None:
    verdict = rule(penalty_flick(), seen(B1, **HIT, zones=(Zone.ONE, Zone.CENTRE, Zone.TWO)))

    assert verdict.ledger.phase == Attack(ONE)


def test_grn_13_option_out_zone_the_out_zone_is_a_zone_only_if_agreed() -> None:
    facts = seen(**HIT, zones=(Zone.CENTRE, Zone.TWO), out=Out.LINE_TWO)

    assert rule(attacking(), facts).ledger.phase == GoalFlick(TWO)
    assert flicks_due(rule(attacking(), facts, out_zone=True)) == ("GRN-13",)


def test_grn_14_pennies_within_a_diameter_at_the_end_of_a_turn_may_be_spotted_or_repositioned() -> None:
    gap = Evidence("near", (A2, GREEN), None, 17.2, 20.3)
    verdict = rule(positional(), seen(near=(A2, B1), evidence=(gap,)))

    assert award_of(verdict).lifts == (
        Lift(Lifting.SPOT, Clause("GRN-14"), (A2,)),
        Lift(Lifting.REPOSITION, Clause("GRN-14"), (B1,)),
    )
    assert [why.evidence for why in verdict.reasons if why.clause == "GRN-14"] == [gap, None]


def test_grn_14_in_mid_turn_nothing_is_due_but_it_is_remembered_for_a_waived_positional_flick() -> None:
    after = rule(attacking(), seen(**HIT, near=(A2,)))
    waived = rule(rule(after.ledger, Choose("pass")).ledger, Choose("pass"))

    assert after.ledger.phase == Attack(ONE, hits=1, near=(A2,))
    assert award_of(waived).lifts == (Lift(Lifting.SPOT, Clause("GRN-14"), (A2,)),)
    assert waived.clauses[:2] == ("GRN-6", "GRN-14")


def test_grn_14_binds_penalty_flicks_and_turns_that_end_by_a_miss_or_an_interception() -> None:
    for ledger, facts in (
        (penalty_flick(ONE), seen(A1, **HIT, near=(A1,))),
        (attacking(), seen(near=(A1,))),
        (attacking(), seen(**HIT, collided=(B1,), near=(A1,))),
    ):
        assert cites(rule(ledger, facts), 14)
        assert award_of(rule(ledger, facts)).lifts == (Lift(Lifting.SPOT, Clause("GRN-14"), (A1,)),)


def test_grn_14_is_a_right_not_a_duty() -> None:
    ledger = rule(positional(), seen(near=(A2, B1))).ledger

    assert rule(ledger, Choose(LAPSE)).ledger.phase == Attack(TWO)


def test_grn_15_two_pennies_of_one_team_in_one_goal_area_may_be_thinned_to_one() -> None:
    verdict = rule(attacking(), seen(moved=(GREEN, A2), hit=(GREEN,), in_area_two=(A2, A3, B1)))

    assert award_of(verdict).lifts == (Lift(Lifting.SPOT, Clause("GRN-15"), (A2, A3), keep=1),)


def test_grn_15_one_of_each_team_is_no_crowd_nor_one_in_each_area() -> None:
    facts = seen(moved=(GREEN, A2, A3, B1), hit=(GREEN,), in_area_one=(A3,), in_area_two=(A2, B1))

    assert rule(attacking(), facts).ledger.phase == Attack(ONE, hits=1)


def test_grn_15_is_broken_only_if_the_flick_moved_one_of_them() -> None:
    there: dict[str, Any] = {"in_area_one": (B1, B2)}

    assert rule(attacking(), seen(**HIT, **there)).ledger.phase == Attack(ONE, hits=1)
    assert cites(rule(attacking(), seen(moved=(GREEN, B2), hit=(GREEN,), **there)), 15)
    assert cites(rule(positional(TWO), seen(B1, **there)), 15)


def test_grn_15_the_opponent_chooses_which_go_until_one_remains() -> None:
    ledger = penalties(Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-15"), (A1, A2, A3), keep=1),)))

    first = put(ledger, A2)
    second = put(first.ledger, A3)

    assert award_of(first).lifts == (Lift(Lifting.SPOT, Clause("GRN-15"), (A1, A3), keep=1),)
    assert second.ledger.phase == Attack(TWO)


def test_grn_16_placing_costs_nothing_and_the_ruling_says_so() -> None:
    verdict = rule(attacking(), seen(**HIT, picked_up=True))

    assert cites(verdict, 16)
    assert verdict.ledger.phase == Attack(ONE, hits=1)


def test_grn_16_two_in_is_judged_after_the_flick_and_grn_23_still_binds() -> None:
    crowded = rule(attacking(), seen(**HIT, picked_up=True, in_area_one=(A1, A2)))
    again = rule(attacking(restart=Restart.FLICK_OFF, hits=1, first=A1), seen(A1, **HIT, picked_up=True))

    assert cites(crowded, 15)
    assert flicks_due(again) == ("GRN-23",)


@pytest.mark.parametrize("what", ["touch", "unclean", "moved-board"])
def test_grn_17_a_declared_foul_costs_a_penalty_flick_whoever_did_it(what: str) -> None:
    by_attacker = rule(attacking(hits=1), foul(what, ONE))
    by_defender = rule(attacking(hits=1), foul(what, TWO))

    assert award_of(by_attacker) == Award(TWO, rule_of(17))
    assert by_attacker.clauses[:2] == ("GRN-17", {"touch": "GEN-5", "unclean": "GEN-4", "moved-board": "GEN-6"}[what])
    assert award_of(by_defender) == Award(ONE, rule_of(17), or_else=Back(Attack(ONE, hits=1)))


def test_grn_17_by_the_player_not_in_turn_and_declined_the_turn_goes_on_with_the_hits_it_had() -> None:
    ledger = rule(attacking(hits=2), foul("touch", TWO)).ledger

    assert rule(ledger, Choose(ADVANTAGE)).ledger.phase == Attack(ONE, hits=2)


def test_grn_17_a_foul_of_the_defender_seen_with_a_flick_interrupts_the_turn_after_it() -> None:
    verdict = rule(attacking(), seen(**HIT, declared=(foul("touch", TWO),)))

    assert award_of(verdict) == Award(ONE, rule_of(17), or_else=Back(Attack(ONE, hits=1)))
    assert cites(verdict, 17, 5)


def test_grn_17_an_illegal_push_shot_costs_a_penalty_flick() -> None:
    verdict = rule(attacking(), seen(**HIT, illegal_push=True))

    assert flicks_due(verdict) == ("GRN-17",)
    assert "GEN-7" in verdict.clauses


def test_grn_17_fouls_by_both_in_one_flick_give_each_a_penalty_flick() -> None:
    declared = (foul("unclean", ONE), foul("touch", TWO))
    phase = rule(attacking(), seen(**HIT, declared=declared)).ledger.phase

    assert isinstance(phase, Penalties)
    assert phase.awards == (Award(TWO, rule_of(17)), Award(ONE, rule_of(17)))


def test_gen_8_a_penny_on_another_is_told_and_played_as_it_lies() -> None:
    before = attacking(hits=1)

    verdict = rule(before, foul("on-top", ONE, A1, B1))

    assert verdict.ledger == before
    assert verdict.clauses == ("GEN-8",)
    assert "GEN-8" in rule(before, seen(**HIT, declared=(foul("on-top", ONE, A1, B1),))).clauses


# ---- goals and restarts ----------------------------------------------------------------------------------------------


def test_grn_18_a_goal_needs_the_shooting_zone() -> None:
    facts = seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO)
    goal = rule(attacking(), facts)
    elsewhere = rule(attacking(), replace(facts, struck_from=Zone.CENTRE))

    assert goal.ledger.goals == Tally(1, 0)
    assert cites(goal, 18, 21)
    assert elsewhere.ledger.goals == Tally(0, 0)
    assert cites(elsewhere, 18)
    assert elsewhere.ledger.phase == GoalFlick(TWO)


@pytest.mark.parametrize(
    "broken",
    [
        {"off": (A1,)},
        {"illegal_push": True},
        {"in_area_two": (A1, A2)},
        {"in_area_two": (B1, B2), "moved": (GREEN, B1)},
    ],
    ids=["off", "push", "two-in", "two-in of the other team"],
)
def test_grn_18_a_goal_is_cancelled_by_any_break_of_the_same_flick_and_counts_as_over_the_line(
    broken: dict[str, Any],
) -> None:
    facts = replace(seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO), **broken)

    verdict = rule(attacking(), facts)

    assert verdict.ledger.goals == Tally(0, 0)
    assert cites(verdict, 18)
    assert isinstance(verdict.ledger.phase, Penalties)
    assert isinstance(rule(verdict.ledger, Choose(LAPSE)).ledger.phase, GoalFlick | PutBack)


def test_grn_18_penalty_flicks_score_from_where_they_are_taken() -> None:
    verdict = rule(penalty_flick(), seen(B1, **HIT, out=Out.GOAL_ONE, struck_from=Zone.CENTRE))

    assert verdict.ledger.goals == Tally(0, 1)
    assert verdict.ledger.phase == GoalFlick(ONE)


def test_grn_18_a_positional_flick_scores_nothing() -> None:
    verdict = rule(positional(), seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO))

    assert verdict.ledger.goals == Tally(0, 0)
    assert flicks_due(verdict) == ("GRN-7",)


def test_grn_19_first_to_the_agreed_number_of_goals_wins() -> None:
    ahead = replace(attacking(), goals=Tally(1, 1))
    facts = seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO)

    won = rule(ahead, facts)
    longer = rule(ahead, facts, length="full")

    assert won.ledger.phase == Over(ONE)
    ending = PennyGreen().result(won.ledger)
    assert ending is not None
    assert (ending.winner, str(ending.sentence)) == (ONE, "One is first to 2 goals and wins 2–1.")
    assert cites(won, 19)
    assert longer.ledger.phase == GoalFlick(TWO)
    assert isinstance(rule(attacking(), facts, goals=1).ledger.phase, Over)


def test_grn_19_the_loser_takes_the_next_flick_off() -> None:
    ahead = replace(attacking(), goals=Tally(1, 0), off=())

    verdict = rule(ahead, seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO), games=2)

    assert verdict.ledger.phase == FlickOff(TWO)
    assert (verdict.ledger.starter, verdict.ledger.games, verdict.ledger.goals) == (TWO, Tally(1, 0), Tally(0, 0))
    assert verdict.fates[A1] is Away.HAND
    assert verdict.fates[GREEN] == "centre"


def test_grn_19_a_match_of_games_ends_when_one_has_enough() -> None:
    last = replace(attacking(), goals=Tally(1, 0), games=Tally(1, 1), played=2)

    verdict = rule(last, seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO), games=2)

    assert verdict.ledger.phase == Over(ONE)
    result = PennyGreen(Options(games=2)).result(verdict.ledger)
    assert result is not None
    assert str(result.sentence).endswith("One wins the match by 2–1 in games.")


def test_grn_20_the_toss_winner_sets_up_first_then_the_other_then_he_starts() -> None:
    first = put(opening(TWO), B1)
    second = put(first.ledger, A1)

    assert first.ledger.phase == FlickOff(ONE)
    assert second.ledger.phase == Attack(TWO, Restart.FLICK_OFF)
    assert cites(second, 20)


def test_grn_20_a_foul_declared_during_the_set_up_is_paid_once_both_are_ready() -> None:
    ledger = rule(opening(ONE), foul("touch", TWO)).ledger
    ready = put(put(ledger, A1).ledger, B1)

    assert award_of(ready) == Award(ONE, rule_of(17), or_else=TurnOf(ONE, Restart.FLICK_OFF))
    assert rule(ready.ledger, Choose(ADVANTAGE)).ledger.phase == Attack(ONE, Restart.FLICK_OFF)


def test_grn_21_the_taker_is_the_player_whose_goal_line_it_is() -> None:
    after_goal = rule(attacking(), seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO))
    after_line = rule(attacking(TWO), seen(B1, **HIT, out=Out.LINE_ONE))
    after_own_goal = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE))

    assert after_goal.ledger.phase == GoalFlick(TWO)
    assert after_line.ledger.phase == GoalFlick(ONE)
    assert after_own_goal.ledger.phase == GoalFlick(ONE)
    assert cites(after_line, 21)


def test_grn_22_its_order_aside_two_others_two_positional_flicks_ready() -> None:
    game = PennyGreen()
    aside = rule(goal_flick(Stage.ASIDE), Choose("A1"))
    placed = put(put(aside.ledger, A2).ledger, A3)
    flicked = rule(rule(placed.ledger, seen(B1)).ledger, seen(B1, moved=(B2,), hit=(B2,)))
    ready = put(flicked.ledger, GREEN, A1)

    assert aside.fates == {A1: Away.HAND, GREEN: Away.HAND}
    assert placed.ledger.phase == GoalFlick(ONE, Stage.FLICKS, A1, (A2, A3))
    assert isinstance(flicked.ledger.phase, GoalFlick)
    assert flicked.ledger.phase.stage is Stage.READY
    assert ready.ledger.phase == Attack(ONE, Restart.GOAL_FLICK, only=A1)
    assert ready.ledger.out is Out.NO
    assert all(cites(verdict, 22) for verdict in (aside, placed, flicked, ready))
    assert game.form(aside.ledger) is not None


def test_grn_22_the_taker_may_place_none_and_the_opponent_may_waive_either_flick() -> None:
    none = rule(goal_flick(Stage.PLACING, aside=A1), Choose("decline"))
    one = rule(none.ledger, Choose("pass"))
    both = rule(one.ledger, Choose("pass"))

    assert none.ledger.phase == GoalFlick(ONE, Stage.FLICKS, A1)
    assert one.ledger.phase == GoalFlick(ONE, Stage.FLICKS, A1, flicks_left=1)
    assert both.ledger.phase == GoalFlick(ONE, Stage.READY, A1, flicks_left=0)


def test_grn_22_a_break_forfeits_the_flicks_left_and_after_spotting_the_goal_flick_goes_on() -> None:
    verdict = rule(goal_flick(Stage.FLICKS, aside=A1), seen(B1, off=(B1,)))
    after = put(verdict.ledger, B1)

    assert award_of(verdict).lifts == (Lift(Lifting.SPOT, Clause("GRN-12"), (B1,)),)
    assert after.ledger.phase == GoalFlick(ONE, Stage.READY, A1, flicks_left=0)


def test_grn_22_a_penalty_flick_taken_replaces_the_goal_flick_with_the_penny_set_aside() -> None:
    due = rule(goal_flick(Stage.FLICKS, aside=A1), seen(B1, moved=(A2,), hit=(A2,)))
    taken = put(rule(due.ledger, Choose(TAKE)).ledger, B2)
    placed = put(taken.ledger, GREEN, A1)
    flicked = rule(placed.ledger, seen(A1, **HIT))

    assert award_of(due).taker == A1
    assert isinstance(placed.ledger.phase, PenaltyFlick)
    assert flicked.ledger.phase == Attack(TWO)


def test_grn_22_a_penalty_flick_declined_lets_the_goal_flick_go_on() -> None:
    due = rule(goal_flick(Stage.FLICKS, aside=A1), seen(B1, moved=(A2,), hit=(A2,)))

    assert rule(due.ledger, Choose(ADVANTAGE)).ledger.phase == GoalFlick(ONE, Stage.READY, A1, flicks_left=0)


def test_grn_22_a_foul_of_the_taker_costs_him_the_goal_flick() -> None:
    due = rule(goal_flick(Stage.PLACING, aside=A1), foul("touch", ONE))

    assert award_of(due) == Award(TWO, rule_of(17))
    with pytest.raises(ValueError, match="not offered"):
        rule(due.ledger, Choose(ADVANTAGE))


def test_grn_22_a_foul_of_the_opponent_forfeits_his_flicks() -> None:
    due = rule(goal_flick(Stage.FLICKS, aside=A1), foul("touch", TWO))

    assert award_of(due).taker == A1
    assert rule(due.ledger, Choose(ADVANTAGE)).ledger.phase == GoalFlick(ONE, Stage.READY, A1, flicks_left=0)


@pytest.mark.parametrize("restart", [Restart.FLICK_OFF, Restart.GOAL_FLICK])
def test_grn_23_the_penny_flicked_first_must_not_be_flicked_for_the_second(restart: Restart) -> None:
    ledger = rule(attacking(restart=restart), seen(A1, **HIT)).ledger

    assert flicks_due(rule(ledger, seen(A1, **HIT))) == ("GRN-23",)
    assert flicks_due(rule(ledger, seen(A1))) == ("GRN-23",)
    assert rule(ledger, seen(A2, **HIT)).ledger.phase == Attack(ONE, restart, hits=2, first=A1)


def test_grn_23_the_third_flick_may_use_it_and_an_ordinary_turn_knows_no_such_rule() -> None:
    third = attacking(restart=Restart.FLICK_OFF, hits=2, first=A1)
    ordinary = rule(attacking(), seen(A1, **HIT)).ledger

    assert rule(third, seen(A1, **HIT)).ledger.phase == Positional(ONE)
    assert rule(ordinary, seen(A1, **HIT)).ledger.phase == Attack(ONE, hits=2)


def test_grn_24_the_first_flick_must_take_the_green_out_of_the_goal_area() -> None:
    ledger = attacking(restart=Restart.GOAL_FLICK, only=A1)

    assert flicks_due(rule(ledger, seen(A1, **HIT, stayed=True))) == ("GRN-24",)
    assert flicks_due(rule(ledger, seen(A1, stayed=True))) == ("GRN-24",)
    assert rule(ledger, seen(A1, **HIT)).ledger.phase == Attack(ONE, Restart.GOAL_FLICK, hits=1, first=A1)


def test_grn_24_binds_only_the_first_flick() -> None:
    ledger = attacking(restart=Restart.GOAL_FLICK, hits=1, first=A1)

    assert not cites(rule(ledger, seen(A2, **HIT, stayed=True)), 24)


# ---- penalties -------------------------------------------------------------------------------------------------------


def test_grn_25_several_breaks_by_one_flick_give_all_their_penalties() -> None:
    verdict = rule(
        attacking(),
        seen(**HIT, zones=(Zone.ONE, Zone.CENTRE, Zone.TWO), illegal_push=True, off=(A1,), near=(B1,)),
    )

    award = award_of(verdict)
    assert set(award.flicks) == {"GRN-13", "GRN-17"}
    assert award.lifts == (
        Lift(Lifting.SPOT, Clause("GRN-12"), (A1,)),
        Lift(Lifting.REPOSITION, Clause("GRN-14"), (B1,)),
    )
    assert cites(verdict, 25)


def test_grn_25_one_rule_broken_twice_is_one_penalty_flick() -> None:
    declared = (foul("unclean", ONE), foul("touch", ONE))

    assert flicks_due(rule(attacking(), seen(**HIT, illegal_push=True, declared=declared))) == ("GRN-17",)


def test_grn_25_a_contact_described_by_two_rows_is_one_break() -> None:
    verdict = rule(positional(), seen(hit=(B1,), moved=(B1,)))

    assert flicks_due(verdict) == ("GRN-8",)
    assert cites(verdict, 7, 8)


def test_grn_25_option_at_most_one_penalty_flick_for_one_flick() -> None:
    facts = seen(**HIT, zones=(Zone.ONE, Zone.CENTRE, Zone.TWO), illegal_push=True)

    assert len(flicks_due(rule(attacking(), facts))) == 2
    assert len(flicks_due(rule(attacking(), facts, one_penalty=True))) == 1


def test_grn_25_the_penalty_flick_may_come_first_between_or_last() -> None:
    award = Award(TWO, rule_of(13), (Lift(Lifting.SPOT, Clause("GRN-14"), (A1, A2)),))

    between = rule(put(penalties(award), A1).ledger, Choose(TAKE))
    flicked = rule(put(put(between.ledger, A3).ledger, GREEN, B1).ledger, seen(B1, **HIT))
    done = put(flicked.ledger, A2)

    assert award_of(flicked).lifts == (Lift(Lifting.SPOT, Clause("GRN-14"), (A2,)),)
    assert done.ledger.phase == Attack(ONE)


def test_grn_25_the_offender_has_the_turn_only_if_a_penalty_flick_was_taken() -> None:
    lift = Lift(Lifting.SPOT, Clause("GRN-14"), (A1,))
    lifted = put(penalties(Award(TWO, (), (lift,))), A1)
    flicked = rule(penalty_flick(TWO), seen(B1, **HIT))

    assert lifted.ledger.phase == Attack(TWO)
    assert flicked.ledger.phase == Attack(ONE)


def test_grn_25_the_last_of_several_penalty_flicks_decides_how_play_goes_on() -> None:
    again = penalty_flick(TWO, rest=Award(TWO, rule_of(17)))

    goal = rule(again, seen(B1, **HIT, out=Out.GOAL_ONE))
    second = put(put(rule(goal.ledger, Choose(TAKE)).ledger, A1).ledger, GREEN, B1)
    last = rule(second.ledger, seen(B1, **HIT))

    assert goal.ledger.goals == Tally(0, 1)
    assert last.ledger.phase == Attack(ONE)


def test_grn_25_a_winning_goal_ends_everything() -> None:
    again = replace(penalty_flick(TWO, rest=Award(TWO, rule_of(17))), goals=Tally(0, 1))

    assert isinstance(rule(again, seen(B1, **HIT, out=Out.GOAL_ONE)).ledger.phase, Over)


def test_grn_25_a_break_in_a_penalty_flick_is_paid_after_the_rights_that_wait() -> None:
    waiting = Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-14"), (A2,)),))

    verdict = rule(penalty_flick(TWO, rest=waiting), seen(B1, **HIT, out=Out.SIDE))
    after = rule(verdict.ledger, Choose(LAPSE))

    assert award_of(verdict) == waiting
    assert award_of(after) == Award(ONE, rule_of(11))


def test_grn_25_a_penny_that_goes_off_in_the_penalty_flick_comes_back_by_that_break_alone() -> None:
    waiting = Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-14"), (A2, A3)),))

    verdict = rule(penalty_flick(TWO, rest=waiting), seen(B1, moved=(GREEN, A2), hit=(GREEN,), off=(A2,)))
    phase = verdict.ledger.phase

    assert isinstance(phase, Penalties)
    assert phase.awards == (
        Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-14"), (A3,)),)),
        Award(ONE, (), (Lift(Lifting.REPOSITION, Clause("GRN-12"), (A2,)),)),
    )


def test_grn_25_declining_makes_unused_rights_lapse_and_puts_pennies_back() -> None:
    award = Award(TWO, rule_of(13), (Lift(Lifting.SPOT, Clause("GRN-12"), (A1,)),))

    declined = rule(penalties(award, off=(A1,)), Choose(ADVANTAGE))
    back = put(declined.ledger, A1)

    assert isinstance(declined.ledger.phase, PutBack)
    assert back.ledger.phase == Attack(TWO)


def test_grn_25_fouls_declared_while_penalties_are_carried_out_add_to_them() -> None:
    ledger = penalties(Award(TWO, rule_of(13)))

    by_offender = rule(ledger, foul("touch", ONE)).ledger.phase
    by_owner = rule(rule(ledger, Choose(TAKE)).ledger, foul("touch", TWO)).ledger.phase

    assert isinstance(by_offender, Penalties)
    assert by_offender.award.flicks == ("GRN-13", "GRN-17")
    assert isinstance(by_owner, KeeperPlacing)
    assert by_owner.due.awards[1] == Award(ONE, rule_of(17))


def test_grn_26_spotting_is_the_opponents_act_with_the_offenders_penny() -> None:
    verdict = put(penalties(Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-14"), (A1,)),))), A1)

    assert verdict.clauses == ("GRN-26", "GRN-6")


def test_grn_27_repositioning_is_the_opponents_act_with_his_own_penny() -> None:
    verdict = put(penalties(Award(TWO, (), (Lift(Lifting.REPOSITION, Clause("GRN-14"), (B1,)),))), B1)

    assert verdict.clauses == ("GRN-27", "GRN-6")


def test_grn_25_only_pennies_named_when_the_flick_came_to_rest_may_be_lifted() -> None:
    with pytest.raises(ValueError, match="A2 may not be lifted now, only A1"):
        put(penalties(Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-14"), (A1,)),))), A2)


def test_grn_28_the_keeper_is_placed_first_then_green_and_penny_then_the_flick() -> None:
    taken = rule(penalties(Award(TWO, rule_of(8))), Choose(TAKE))
    kept = put(taken.ledger, A1)
    placed = put(kept.ledger, GREEN, B2)

    assert isinstance(taken.ledger.phase, KeeperPlacing)
    assert taken.fates == {GREEN: Away.HAND}
    assert isinstance(kept.ledger.phase, TakerPlacing)
    assert isinstance(placed.ledger.phase, PenaltyFlick)
    assert placed.ledger.phase.penny == B2
    assert all(cites(verdict, 28) for verdict in (taken, kept, placed))


def test_grn_29_after_the_penalty_flick_the_takers_turn_is_over_even_after_a_hit() -> None:
    verdict = rule(penalty_flick(TWO), seen(B1, **HIT))

    assert verdict.ledger.phase == Attack(ONE)
    assert cites(verdict, 29)


def test_grn_30_declining_with_the_green_in_play_starts_a_full_turn() -> None:
    verdict = rule(penalties(Award(TWO, rule_of(8))), Choose(ADVANTAGE))

    assert verdict.ledger.phase == Attack(TWO)
    assert cites(verdict, 30)


def test_grn_30_with_the_green_over_the_awarded_players_goal_line_declining_gives_him_his_goal_flick() -> None:
    ledger = penalties(Award(TWO, rule_of(13)), out=Out.LINE_TWO)

    assert rule(ledger, Choose(ADVANTAGE)).ledger.phase == GoalFlick(TWO)


@pytest.mark.parametrize("out", [Out.SIDE, Out.LINE_ONE])
def test_grn_30_over_a_side_line_or_the_offenders_goal_line_it_cannot_be_declined(out: Out) -> None:
    with pytest.raises(ValueError, match="not offered"):
        rule(penalties(Award(TWO, rule_of(11)), out=out), Choose(ADVANTAGE))


def test_grn_30_a_penalty_flick_taken_replaces_the_goal_flick() -> None:
    zones = (Zone.ONE, Zone.CENTRE, Zone.TWO)
    ledger = rule(attacking(), seen(**HIT, zones=zones, out=Out.LINE_TWO)).ledger
    ledger = put(put(rule(ledger, Choose(TAKE)).ledger, A1).ledger, GREEN, B1).ledger

    assert rule(ledger, seen(B1, **HIT)).ledger.phase == Attack(ONE)


def test_grn_30_with_only_spotting_due_that_comes_first_then_the_goal_flick() -> None:
    ledger = rule(attacking(), seen(**HIT, off=(A1,), out=Out.LINE_TWO)).ledger

    assert put(ledger, A1).ledger.phase == GoalFlick(TWO)


# ---- what is told ----------------------------------------------------------------------------------------------------


def sentences(verdict: Verdict[Ledger], clause: str) -> list[str]:
    return [str(why.sentence) for why in verdict.reasons if why.clause == clause]


def test_a_hit_names_what_moved_and_a_miss_says_so_in_a_penalty_flick_too() -> None:
    hit = rule(attacking(), seen(moved=(A2, B1, GREEN), hit=(A2,)))
    missed = rule(penalty_flick(TWO), seen(B1))

    assert hit.reasons[0].discs == (A2, GREEN)
    assert sentences(hit, "GRN-2") == ["A hit: A2 and the green moved."]
    assert sentences(missed, "GRN-2") == ["A miss: B1 moved neither the green nor another penny of Two."]


def test_an_interception_names_green_and_penny() -> None:
    verdict = rule(attacking(), seen(**HIT, collided=(B1, B2)))

    assert next(why.discs for why in verdict.reasons if why.clause == "GRN-9") == (GREEN, B1, B2)
    assert not cites(verdict, 10)


def test_only_after_an_interception_is_it_said_that_the_attacker_answers_for_the_green() -> None:
    assert cites(rule(attacking(), seen(**HIT, collided=(B1,), out=Out.LINE_TWO)), 3, 10)
    assert not cites(rule(attacking(), seen(**HIT, out=Out.LINE_TWO)), 10)


def test_why_there_is_no_goal_is_told() -> None:
    facts = seen(**HIT, out=Out.GOAL_TWO, struck_from=Zone.TWO)
    broken = rule(attacking(), replace(facts, illegal_push=True))
    elsewhere = rule(attacking(), replace(facts, struck_from=Zone.CENTRE))
    alone = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE), own_goal="intercepted")

    assert sentences(broken, "GRN-18") == ["No goal: the same flick broke GRN-17."]
    assert sentences(elsewhere, "GRN-18") == ["No goal: the green was not struck from within the shooting zone."]
    assert sentences(alone, "GRN-10") == ["No goal: nothing intercepted the green on its way between the own pegs."]


def test_at_an_own_goal_it_is_told_whether_something_lapses() -> None:
    clean = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE))
    dirty = rule(attacking(), seen(**HIT, out=Out.GOAL_ONE, illegal_push=True))

    assert ["lapse" in text for v in (clean, dirty) for text in sentences(v, "GRN-10")] == [False, True]


def test_a_penny_on_top_is_told_with_any_flick() -> None:
    top = {"declared": (foul("on-top", ONE, A1, B1),)}
    for ledger, flicked in (
        (positional(), A1),
        (penalty_flick(ONE), A1),
        (goal_flick(Stage.FLICKS, TWO, aside=B1), A1),
    ):
        assert len(sentences(rule(ledger, seen(flicked, **top)), "GEN-8")) == 2
    assert not sentences(rule(positional(), seen(declared=(foul("touch", ONE),))), "GEN-8")


def test_a_fair_positional_flick_is_told_as_fair_and_a_foul_one_not() -> None:
    assert sentences(rule(positional(), seen()), "GRN-7") == ["A1 disturbed neither the green nor an enemy penny."]
    assert "may not" in sentences(rule(positional(), seen(moved=(GREEN,))), "GRN-7")[0]


def test_the_defenders_flicks_are_counted_and_their_breaks_told() -> None:
    fair = rule(goal_flick(Stage.FLICKS, aside=A1), seen(B1))
    broken = rule(goal_flick(Stage.FLICKS, aside=A1), seen(B1, moved=(A2,), hit=(B2,)))

    assert fair.clauses == ("GRN-22",)
    assert sentences(fair, "GRN-22") == ["Positional flicks left: 1."]
    assert broken.clauses == ("GRN-7", "GRN-22", "GRN-25")
    assert sentences(broken, "GRN-22") == ["The flicks left are forfeit."]


def test_grn_17_the_takers_foul_during_the_defenders_flick_costs_him_the_goal_flick() -> None:
    verdict = rule(goal_flick(Stage.FLICKS, aside=A1), seen(B1, declared=(foul("touch", ONE),)))

    assert award_of(verdict) == Award(TWO, rule_of(17))
    assert cites(verdict, 17)


def test_grn_17_the_defenders_foul_with_the_last_flick_of_a_turn_is_told_and_paid() -> None:
    verdict = rule(positional(), seen(declared=(foul("touch", TWO),)))

    assert award_of(verdict) == Award(ONE, rule_of(17))
    assert cites(verdict, 17)


def test_grn_3_the_green_is_lifted_only_when_it_is_out() -> None:
    out = rule(attacking(), seen(**HIT, out=Out.SIDE))
    inside = rule(attacking(), seen(**HIT, collided=(B1,)))

    assert out.fates == {GREEN: Away.HAND}
    assert inside.fates == {}


def test_grn_12_pennies_off_from_two_flicks_are_both_remembered() -> None:
    waiting = Award(TWO, (), (Lift(Lifting.SPOT, Clause("GRN-12"), (A2,)),))
    before = replace(penalty_flick(TWO, rest=waiting), off=(A2,))

    assert rule(before, seen(B1, **HIT, off=(B1,))).ledger.off == (A2, B1)


# ---- awards that wait ------------------------------------------------------------------------------------------------


def test_grn_25_awards_that_wait_are_kept_through_every_step_of_a_penalty_flick() -> None:
    waiting = Award(ONE, rule_of(17))
    ledger = penalties(Award(TWO, rule_of(8)), waiting)
    for step in (Choose(TAKE), Place({A1: None}), foul("touch", ONE), Place({GREEN: None, B1: None})):
        ledger = rule(ledger, step).ledger
    assert isinstance(ledger.phase, PenaltyFlick)

    assert ledger.phase.due.awards == (Award(TWO, rule_of(17)), waiting)


def test_grn_25_awards_that_wait_are_kept_when_pennies_are_put_back() -> None:
    lift = Lift(Lifting.SPOT, Clause("GRN-12"), (A1,))
    ledger = rule(penalties(Award(TWO, (), (lift,)), Award(ONE, rule_of(17)), off=(A1,)), Choose(LAPSE)).ledger

    assert award_of(put(ledger, A1)) == Award(ONE, rule_of(17))


def test_grn_20_every_foul_of_the_set_up_is_paid() -> None:
    ledger = rule(rule(opening(ONE), foul("touch", TWO)).ledger, foul("unclean", ONE)).ledger
    ready = put(put(ledger, A1).ledger, B1).ledger.phase

    assert isinstance(ready, Penalties)
    assert [award.owner for award in ready.awards] == [ONE, TWO]


@pytest.mark.parametrize("before", [attacking(hits=1, near=(A2,)), positional(near=(A2,))], ids=["N", "P"])
def test_grn_14_a_foul_that_ends_the_turn_does_not_hide_pennies_too_near(before: Ledger) -> None:
    verdict = rule(before, foul("touch", ONE))

    assert award_of(verdict) == Award(TWO, rule_of(17), (Lift(Lifting.SPOT, Clause("GRN-14"), (A2,)),))
    assert cites(verdict, 14)
    assert rule(verdict.ledger, Choose(ADVANTAGE)).ledger.phase == Attack(TWO)


def test_the_rights_are_told_in_words() -> None:
    lifts = (Lift(Lifting.SPOT, Clause("GRN-15"), (A1, A2), 1), Lift(Lifting.REPOSITION, Clause("GRN-12"), (B1,)))
    told = sentences(
        put(penalties(Award(TWO, (), (*lifts, Lift(Lifting.SPOT, Clause("GRN-14"), (A3,))))), A3), "GRN-25"
    )

    spot = "spot A1 and A2 until one remains for crowding a goal area (GRN-15)"
    assert told == [f"Two may {spot} and reposition B1 for leaving the board (GRN-12)."]


def test_who_waives_a_defenders_flick_is_told_and_who_rests_on_whom() -> None:
    waived = rule(goal_flick(Stage.FLICKS, aside=A1), Choose("pass"))

    assert sentences(waived, "GRN-22") == ["Two waives a positional flick; 1 left."]
    assert "A1 and B1" in sentences(rule(attacking(), foul("on-top", ONE, A1, B1)), "GEN-8")[0]


def test_grn_19_drawn_games_are_noted_and_use_up_the_games_left() -> None:
    late = replace(attacking(), turns=Tally(5, 5))
    drawn = rule(late, seen(), turn_limit=5, games=2)
    lost = rule(replace(late, goals=Tally(0, 1)), seen(), turn_limit=5, games=2)
    last = rule(replace(late, played=2), seen(), turn_limit=5, games=2)

    assert drawn.ledger.phase == FlickOff(TWO)
    assert len(drawn.notes) == 2
    assert lost.ledger.phase == FlickOff(ONE)
    assert {disc: drawn.fates.get(disc) for disc in (A1, B1)} == {A1: Away.HAND, B1: Away.HAND}
    assert last.ledger.phase == Over(None, Ended.LIMIT)


# ---- the turn limit and odd requests ---------------------------------------------------------------------------------


def test_the_turn_limit_is_a_note_and_no_clause() -> None:
    late = replace(attacking(), turns=Tally(5, 5), goals=Tally(0, 1))

    verdict = rule(late, seen(), turn_limit=5)

    assert verdict.ledger.phase == Over(TWO, Ended.LIMIT)
    assert PennyGreen(Options(turn_limit=5)).result(verdict.ledger) == Result(TWO, verdict.notes[0])
    assert [str(note) for note in verdict.notes] == ["The limit of 5 turns a side was reached at 1–0: Two wins."]


def test_the_turn_limit_counts_penalty_flicks_so_that_they_cannot_go_on_for_ever() -> None:
    taken = rule(penalties(Award(TWO, rule_of(8))), Choose(TAKE))
    assert taken.ledger.turns == Tally(1, 2)

    late = replace(penalty_flick(TWO), turns=Tally(5, 5))
    assert isinstance(rule(late, seen(B1, **HIT, out=Out.SIDE), turn_limit=5).ledger.phase, Over)


@pytest.mark.parametrize(
    "odd",
    [Choose("nonsense"), Place({A1: None}), Choose(TAKE)],
    ids=str,
)
def test_what_is_not_due_is_an_error_not_a_verdict(odd: Choose | Place) -> None:
    with pytest.raises(ValueError, match=r"not offered|nothing is to be placed"):
        rule(attacking(), odd)
    with pytest.raises(ValueError, match="no flick is due"):
        rule(opening(ONE), seen())
    with pytest.raises(ValueError, match="the match is over"):
        rule(Ledger(ONE, Over(None)), foul("touch", ONE))

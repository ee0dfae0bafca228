"""Penny Blue's rulings, from hand-written facts: no physics, no metres."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ended, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import PENNIES, set_spots
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Choose, Declare, DiscId, Evidence, Place, Point, Seat, Side, says

A1, A2, SA, B1, B2, SB, BLUE = PENNIES
ONE, TWO = Side.ONE, Side.TWO
GAME = PennyBlue()
LONG = PennyBlue(Options(games=2, sets=2))
OPENING = Ledger(starter=ONE, turn=ONE)
LATER = replace(OPENING, turns=Tally(1, 1))  # nobody is in his first turn
KILL = Facts(flicked=A1, hit=True, off=(SB,), kill_chain=True)


def judged(facts: Facts, ledger: Ledger = LATER, game: PennyBlue = GAME) -> Verdict[Ledger]:
    return game.judge(ledger, facts)


def winner(verdict: Verdict[Ledger], game: PennyBlue = GAME) -> Side | None:
    result = game.result(verdict.ledger)
    return None if result is None else result.winner


def declared(what: str, by: Side = ONE, *discs: DiscId) -> Declare:
    return Declare(what, discs, Seat(by))


# BLU-4 to BLU-9: how a game is won and lost


def test_blu_4_a_chain_from_the_blue_to_the_enemy_sovereign_wins_the_game() -> None:
    verdict = judged(KILL)

    assert winner(verdict) is ONE
    assert verdict.clauses == ("BLU-4", "BLU-17")


def test_blu_4_the_kill_is_the_same_for_the_second_player() -> None:
    verdict = judged(Facts(flicked=B2, hit=True, off=(SA,), kill_chain=True), replace(LATER, turn=TWO))

    assert winner(verdict) is TWO
    assert verdict.clauses == ("BLU-4", "BLU-17")


def test_blu_4_without_a_chain_from_the_blue_it_is_no_kill() -> None:
    verdict = judged(replace(KILL, kill_chain=False))

    assert winner(verdict) is TWO
    assert verdict.clauses == ("BLU-4", "BLU-6", "BLU-17")


def test_blu_4_a_sovereign_may_be_flicked_but_cannot_kill() -> None:
    verdict = judged(replace(KILL, flicked=SA))

    assert winner(verdict) is TWO
    assert verdict.clauses == ("BLU-4", "BLU-6", "BLU-17")


@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        (replace(KILL, off=(SB, BLUE)), "BLU-7"),
        (replace(KILL, illegal_push=True), "BLU-8"),
        (replace(KILL, declared=(declared("on-top"),)), "BLU-9"),
    ],
)
def test_blu_4_a_losing_condition_in_the_same_flick_overrides_a_kill(facts: Facts, clause: str) -> None:
    verdict = judged(facts)

    assert winner(verdict) is TWO
    assert clause in verdict.clauses
    assert "BLU-4" in verdict.clauses  # it says that a kill was overridden


def test_blu_4_nothing_is_said_of_a_kill_that_was_none() -> None:
    assert judged(replace(KILL, off=(SB, BLUE)), OPENING).clauses == ("BLU-7", "BLU-17")
    assert judged(replace(KILL, kill_chain=False, illegal_push=True)).clauses == ("BLU-8", "BLU-17")


def test_blu_4_the_reason_carries_the_hit_that_killed() -> None:
    seen = Evidence("kill_chain", (SB, BLUE), 0.25)

    verdict = judged(replace(KILL, evidence=(seen,)))

    assert verdict.reasons[0].evidence == seen


def test_blu_5_there_is_no_kill_in_a_players_first_turn() -> None:
    verdict = judged(KILL, OPENING)

    assert winner(verdict) is TWO
    assert verdict.clauses == ("BLU-5", "BLU-6", "BLU-17")


def test_blu_5_counts_each_players_own_first_turn() -> None:
    second = replace(OPENING, turn=TWO, turns=Tally(1, 0))

    verdict = judged(Facts(flicked=B1, hit=True, off=(SA,), kill_chain=True), second)

    assert winner(verdict) is ONE
    assert "BLU-5" in verdict.clauses


def test_blu_5_binds_every_flick_of_the_first_turn() -> None:
    after_a_hit = judged(Facts(flicked=A1, hit=True), OPENING).ledger

    assert "BLU-5" in judged(KILL, after_a_hit).clauses


def test_blu_5_binds_anew_in_the_next_game() -> None:
    next_game = judged(KILL, game=LONG).ledger

    assert next_game.first_turn
    assert "BLU-5" in LONG.judge(next_game, Facts(flicked=B1, hit=True, off=(SA,), kill_chain=True)).clauses


def test_blu_6_the_enemy_sovereign_off_without_a_kill_loses_the_game() -> None:
    verdict = judged(Facts(flicked=A1, hit=True, off=(SB,), evidence=(Evidence("off", (SB,), 0.5),)))

    assert winner(verdict) is TWO
    lost = next(reason for reason in verdict.reasons if reason.clause == "BLU-6")
    assert lost.discs == (SB,)
    assert lost.evidence == Evidence("off", (SB,), 0.5)


@pytest.mark.parametrize("wrong", [A1, A2, SA, B1, B2, BLUE])
def test_blu_7_any_penny_but_the_enemy_sovereign_off_loses_the_game(wrong: DiscId) -> None:
    verdict = judged(Facts(flicked=A1, hit=True, off=(wrong,)))

    assert winner(verdict) is TWO
    assert verdict.clauses == ("BLU-7", "BLU-17")
    assert verdict.reasons[0].discs == (wrong,)


def test_blu_7_binds_in_the_first_turn_and_on_a_free_shot_too() -> None:
    assert "BLU-7" in judged(Facts(flicked=A1, off=(A1,)), OPENING).clauses
    assert "BLU-7" in judged(Facts(flicked=A1, off=(A1,)), replace(LATER, free_shot=True)).clauses


@pytest.mark.parametrize(
    "foul",
    [
        replace(KILL, illegal_push=True),
        replace(KILL, declared=(declared("touch", ONE, B1),)),
        replace(KILL, declared=(declared("unclean"),)),
        replace(KILL, kill_chain=False, declared=(declared("moved-board"),)),
    ],
)
def test_blu_8_the_enemy_sovereign_off_through_a_foul_loses_the_game(foul: Facts) -> None:
    verdict = judged(foul)

    assert winner(verdict) is TWO
    assert "BLU-8" in verdict.clauses
    assert "BLU-15" not in verdict.clauses


def test_blu_9_a_penny_resting_on_another_loses_the_game() -> None:
    verdict = judged(Facts(flicked=A1, hit=True, declared=(declared("on-top", ONE, A1, BLUE),)))

    assert winner(verdict) is TWO
    assert verdict.clauses == ("GEN-8", "BLU-9", "BLU-17")
    assert verdict.reasons[1].discs == (A1, BLUE)


def test_blu_9_a_penny_on_top_is_no_foul_of_blu_15_besides() -> None:
    verdict = judged(replace(KILL, declared=(declared("on-top"),)))

    assert verdict.clauses == ("GEN-8", "BLU-9", "BLU-4", "BLU-17")


def test_blu_9_can_be_declared_after_the_flick() -> None:
    verdict = GAME.judge(LATER, declared("on-top", ONE, A1, BLUE))

    assert winner(verdict) is TWO
    assert "BLU-9" in verdict.clauses


# BLU-11: up to three flicks


def test_blu_11_a_hit_lets_the_player_flick_again() -> None:
    verdict = judged(Facts(flicked=A1, hit=True))

    assert verdict.ledger.turn is ONE
    assert verdict.ledger.flicks == 1
    assert verdict.clauses == ("BLU-11",)


def test_blu_11_without_a_hit_the_turn_is_over() -> None:
    verdict = judged(Facts(flicked=A1))

    assert verdict.ledger.turn is TWO
    assert verdict.ledger.turns == Tally(2, 1)
    assert not verdict.ledger.free_shot
    assert verdict.clauses == ("BLU-11",)


def test_blu_11_the_third_flick_ends_the_turn_though_it_hits() -> None:
    second = judged(Facts(flicked=A2, hit=True), judged(Facts(flicked=A1, hit=True)).ledger)
    third = judged(Facts(flicked=SA, hit=True), second.ledger)

    assert second.ledger.turn is ONE
    assert third.ledger.turn is TWO
    assert third.ledger.flicks == 0
    assert third.clauses == ("BLU-11",)


def test_blu_11_stopping_after_a_hit_is_allowed_and_ends_the_turn() -> None:
    after_a_hit = judged(Facts(flicked=A1, hit=True)).ledger

    verdict = GAME.judge(after_a_hit, Choose("pass"))

    assert after_a_hit.may_stop
    assert verdict.ledger.turn is TWO
    assert not verdict.ledger.may_stop
    assert verdict.clauses == ("BLU-11",)


def test_blu_11_a_turn_has_at_least_one_flick() -> None:
    assert not LATER.may_stop
    with pytest.raises(AssertionError, match="BLU-11"):
        GAME.judge(LATER, Choose("pass"))


# BLU-12 to BLU-14: the side-flick


def test_blu_12_a_blue_near_the_edge_is_announced_and_kept_in_mind() -> None:
    seen = Evidence("blue_near_edge", (BLUE,), None, 17.2, 20.3)

    verdict = judged(Facts(flicked=A1, blue_near_edge=True, evidence=(seen,)))

    assert verdict.ledger.side_flick_due
    assert verdict.clauses == ("BLU-11", "BLU-12")
    assert verdict.reasons[-1].evidence == seen
    assert "must" in str(verdict.reasons[-1].sentence)


def test_blu_12_the_option_may_is_said_in_the_ruling() -> None:
    game = PennyBlue(Options(side_flick="may"))

    assert "may be side-flicked" in str(judged(Facts(flicked=A1, blue_near_edge=True), game=game).reasons[-1].sentence)


def test_blu_12_is_forgotten_when_the_blue_leaves_the_edge() -> None:
    near = judged(Facts(flicked=A1, blue_near_edge=True)).ledger

    assert not judged(Facts(flicked=SB, side_flick=True, hit=True), near).ledger.side_flick_due


def test_blu_12_a_side_flick_hits_the_blue_and_earns_another_flick() -> None:
    verdict = judged(Facts(flicked=SA, side_flick=True, hit=True))

    assert verdict.ledger.turn is ONE
    assert verdict.ledger.flicks == 1
    assert verdict.clauses == ("BLU-11", "BLU-14")
    assert "side-flick" in str(verdict.reasons[0].sentence)
    assert "side-flick" not in str(judged(Facts(flicked=SA, hit=True)).reasons[0].sentence)


def test_blu_13_a_side_flick_cannot_kill() -> None:
    verdict = judged(replace(KILL, flicked=SA, side_flick=True))

    assert winner(verdict) is TWO
    assert verdict.clauses == ("BLU-13", "BLU-6", "BLU-17")


def test_blu_13_with_the_option_a_side_flick_kills() -> None:
    game = PennyBlue(Options(side_flick_kills=True))

    verdict = judged(replace(KILL, flicked=SA, side_flick=True), game=game)

    assert winner(verdict, game) is ONE
    assert verdict.clauses == ("BLU-4", "BLU-17")


def test_blu_13_even_with_the_option_a_side_flick_needs_the_chain_and_a_later_turn() -> None:
    game = PennyBlue(Options(side_flick_kills=True))
    kill = replace(KILL, flicked=SA, side_flick=True)

    assert winner(judged(replace(kill, kill_chain=False), game=game), game) is TWO
    assert winner(judged(kill, OPENING, game), game) is TWO


def test_blu_14_the_sovereign_goes_back_before_anything_else() -> None:
    after = judged(Facts(flicked=SA, side_flick=True, hit=True)).ledger

    verdict = GAME.judge(after, Place({SA: Point(0.0, 0.0)}))

    assert after.in_hand == SA
    assert verdict.ledger == replace(after, in_hand=None)
    assert verdict.clauses == ("BLU-14",)


def test_blu_14_the_sovereign_goes_back_also_when_the_turn_is_over() -> None:
    third = judged(Facts(flicked=SA, side_flick=True, hit=True), replace(LATER, flicks=2)).ledger
    fouled = judged(Facts(flicked=SA, side_flick=True, hit=True, declared=(declared("touch"),))).ledger

    for ledger in (third, fouled):
        assert ledger.turn is TWO
        assert ledger.in_hand == SA


# BLU-15 and BLU-16: fouls and free shots


@pytest.mark.parametrize("what", ["touch", "unclean", "moved-board"])
def test_blu_15_a_declared_foul_costs_the_turn_and_gives_a_free_shot(what: str) -> None:
    verdict = judged(Facts(flicked=A1, hit=True, declared=(declared(what),)))

    assert verdict.ledger.turn is TWO
    assert verdict.ledger.free_shot
    assert verdict.clauses[-1] == "BLU-15"
    assert verdict.clauses[0] in ("GEN-4", "GEN-5", "GEN-6")


def test_blu_15_an_illegal_push_shot_costs_the_turn_and_gives_a_free_shot() -> None:
    verdict = judged(Facts(flicked=A1, hit=True, illegal_push=True))

    assert verdict.ledger.turn is TWO
    assert verdict.ledger.free_shot
    assert verdict.clauses == ("GEN-7", "BLU-15")


def test_blu_15_a_legal_push_shot_costs_nothing_and_is_explained() -> None:
    verdict = judged(Facts(flicked=A1, hit=True, legal_push=True))

    assert verdict.ledger.turn is ONE
    assert verdict.clauses == ("BLU-11", "GEN-7")


def test_blu_15_a_foul_may_be_declared_without_a_flick() -> None:
    verdict = GAME.judge(LATER, declared("touch", ONE, BLUE))

    assert verdict.ledger.turn is TWO
    assert verdict.ledger.free_shot
    assert verdict.clauses == ("GEN-5", "BLU-15")


def test_blu_15_a_foul_out_of_turn_gives_the_player_at_the_table_a_free_shot() -> None:
    verdict = GAME.judge(replace(LATER, flicks=1, may_stop=True), declared("moved-board", TWO))

    assert verdict.ledger.turn is ONE
    assert verdict.ledger.free_shot
    assert verdict.ledger.flicks == 1


def test_blu_16_a_free_shot_that_hits_nothing_keeps_the_turn_and_does_not_count() -> None:
    verdict = judged(Facts(flicked=A1), replace(LATER, free_shot=True))

    assert verdict.ledger.turn is ONE
    assert verdict.ledger.flicks == 0
    assert not verdict.ledger.free_shot
    assert verdict.clauses == ("BLU-16",)


def test_blu_16_three_flicks_follow_a_free_shot() -> None:
    ledger = replace(LATER, free_shot=True)
    for _ in range(3):
        ledger = judged(Facts(flicked=A1, hit=True), ledger).ledger
        assert ledger.turn is ONE
    assert judged(Facts(flicked=A1, hit=True), ledger).ledger.turn is TWO


def test_blu_16_a_player_may_stop_after_his_free_shot() -> None:
    assert judged(Facts(flicked=A1), replace(LATER, free_shot=True)).ledger.may_stop


def test_blu_16_a_foul_on_a_free_shot_hands_the_free_shot_over() -> None:
    verdict = judged(Facts(flicked=A1, illegal_push=True, hit=True), replace(LATER, free_shot=True))

    assert verdict.ledger.turn is TWO
    assert verdict.ledger.free_shot
    assert "BLU-16" not in verdict.clauses


# BLU-17: games, sets, match


def test_blu_17_the_loser_starts_the_next_game_from_a_new_set() -> None:
    verdict = judged(KILL, replace(LATER, flicks=1, free_shot=True), LONG)

    assert verdict.ledger == Ledger(starter=TWO, turn=TWO, games=Tally(1, 0))
    assert verdict.fates == set_spots(LONG.options)
    assert verdict.notes == (says("A new game begins"),)


def test_blu_17_the_player_who_lost_by_his_own_flick_starts_the_next_game() -> None:
    assert judged(Facts(flicked=A1, off=(A1,)), LATER, LONG).ledger.turn is ONE


def test_blu_17_games_win_a_set_and_sets_the_match() -> None:
    one_game_up = replace(LATER, games=Tally(1, 0))

    set_won = judged(KILL, one_game_up, LONG).ledger
    match_won = judged(KILL, replace(one_game_up, sets=Tally(1, 1)), LONG).ledger

    assert (set_won.games, set_won.sets, set_won.ended) == (Tally(0, 0), Tally(1, 0), None)
    assert match_won.ended is Ended.SETS
    assert match_won.games == Tally(0, 0)
    result = LONG.result(match_won)
    assert result is not None
    assert result.winner is ONE


def test_blu_17_the_numbers_follow_the_length_unless_given() -> None:
    assert (Options().games_to_win, Options().sets_to_win) == (1, 1)
    assert (Options(length="full").games_to_win, Options(length="full").sets_to_win) == (3, 1)
    assert (Options(length="full", games=5).games_to_win, Options(sets=2).sets_to_win) == (5, 2)


def test_blu_17_nobody_is_asked_for_a_sovereign_when_the_match_is_over() -> None:
    over = judged(Facts(flicked=SA, hit=True, off=(SA,)), replace(LATER, in_hand=SB))

    assert over.ledger.ended is Ended.SETS
    assert over.ledger.in_hand is None


def test_blu_17_pennies_that_came_off_in_the_last_flick_stay_off() -> None:
    assert judged(KILL).fates == {SB: Away.DITCH}


# What no clause rules


def test_the_turn_limit_ends_the_match_as_a_note_not_as_a_clause() -> None:
    game = PennyBlue(Options(turn_limit=2, games=3))
    last = replace(LATER, turn=TWO, turns=Tally(2, 1))

    drawn = game.judge(last, Facts(flicked=B1))
    ahead = game.judge(replace(last, games=Tally(0, 1)), Facts(flicked=B1))

    assert drawn.ledger.ended is Ended.LIMIT
    assert drawn.clauses == ("BLU-11",)
    assert "turn limit" in str(drawn.notes[0])
    assert winner(drawn, game) is None
    assert winner(ahead, game) is TWO


def test_the_turn_limit_waits_until_both_sides_have_had_their_turns() -> None:
    game = PennyBlue(Options(turn_limit=2))

    assert game.judge(replace(LATER, turns=Tally(1, 1)), Facts(flicked=A1)).ledger.ended is None


def test_gen_2_a_penny_that_overlaps_the_edge_is_said_to_be_in_play() -> None:
    verdict = judged(Facts(flicked=A1, overhanging=(A1,)))

    assert verdict.clauses == ("BLU-11", "GEN-2")


def test_judging_changes_nothing_it_was_given() -> None:
    before = replace(LATER)

    judged(KILL)

    assert before == LATER

"""Pichenotte: every clause that the judge decides, with hand-written facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pennyflick.rules.game import Verdict
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.judge import judge
from pennyflick.rules.pichenotte.ledger import Ended, Ledger, Phase, opening_ledger
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import ALL_PUCKS, next_seat, puck_to_shoot, pucks_of, seats
from pennyflick.rules.pichenotte.scoring import half_text
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Choose, Declare, DiscId, Evidence, Place, Seat, Side

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
A1, A2, A3, A12, B1, B2, B12 = (DiscId(name) for name in ("A1", "A2", "A3", "A12", "B1", "B2", "B12"))
DEFAULT = Options()
DOUBLES = Options(players="doubles")
CALLS = ("chosen", "either", "none")


def facing(*enemies: DiscId, shots: int = 2, options: Options = DEFAULT) -> Ledger:
    """One is to shoot A2, these enemies on the board."""
    assert puck_to_shoot(options, ONE, shots) == A2
    return Ledger(first=ONE, turn=ONE, shots=shots, on=(A1, *enemies))


def ruled(ledger: Ledger, facts: Facts, **options: object) -> Verdict[Ledger]:
    return judge(Options(**options), ledger, facts)  # type: ignore[arg-type]  # fields by name


def unclean(by: Seat = ONE, what: str = "unclean") -> Declare:
    return Declare(what, (), by)


def hammer(on: tuple[DiscId, ...] = (), rail: tuple[DiscId, ...] = (), **changes: object) -> Ledger:
    """Two is to shoot B12, the last puck of a round that One began."""
    ledger = Ledger(first=ONE, turn=TWO, shots=23, on=on, rail=rail, idle_shots=23)
    return replace(ledger, **changes)  # type: ignore[arg-type]  # fields by name


# PIC-1, PIC-3, PIC-13: pucks and turns


def test_pic_1_twelve_pucks_each_or_six_in_doubles() -> None:
    for options, each in ((DEFAULT, 12), (DOUBLES, 6)):
        shot: dict[Seat, list[DiscId]] = {seat: [] for seat in seats(options)}
        turn = ONE
        for shots in range(24):
            shot[turn].append(puck_to_shoot(options, turn, shots))
            turn = next_seat(options, turn)
        assert {len(pucks) for pucks in shot.values()} == {each}
        assert sorted(puck for pucks in shot.values() for puck in pucks) == sorted(ALL_PUCKS)
        assert all(puck in pucks_of(seat.side) for seat, pucks in shot.items() for puck in pucks)


def test_pic_1_a_new_round_clears_board_ditch_and_rail() -> None:
    verdict = ruled(hammer(on=(A1, B1), rail=(A2,)), Facts(touched=True, count=Count()), length="full")
    assert dict(verdict.fates) == dict.fromkeys(ALL_PUCKS, Away.HAND)
    assert (verdict.ledger.on, verdict.ledger.rail, verdict.ledger.shots) == ((), (), 0)


def test_pic_3_sides_alternate_one_puck_each() -> None:
    ledger = opening_ledger(Side.ONE)
    shooters = []
    for _ in range(6):
        shooters.append(ledger.turn)
        ledger = ruled(ledger, Facts(touched=True)).ledger
    assert shooters == [ONE, TWO] * 3
    assert ledger.on == (A1, B1, A2, B2, A3, DiscId("B3"))


def test_pic_3_nothing_is_counted_before_the_last_puck_is_shot() -> None:
    before = hammer(on=(A1, B1), shots=22, turn=ONE)
    early = ruled(before, Facts(touched=True, count=Count(fifteens=(A1,))))
    assert "PIC-8" not in early.clauses
    assert early.ledger.last_round is None
    last = ruled(early.ledger, Facts(touched=True, count=Count(fifteens=(A1,))))
    assert "PIC-8" in last.clauses


def test_pic_3_the_start_passes_to_the_other_side_each_round() -> None:
    first = ruled(hammer(on=(A1,)), Facts(touched=True, count=Count(fifteens=(A1,))), length="full")
    assert (first.ledger.first, first.ledger.turn) == (TWO, TWO)


def test_pic_13_the_turn_passes_round_the_table_and_partners_have_their_own_pucks() -> None:
    assert seats(DOUBLES) == (ONE, TWO, Seat(Side.ONE, 1), Seat(Side.TWO, 1))
    ledger, shot = opening_ledger(Side.ONE), []
    for _ in range(5):
        shot.append(puck_to_shoot(DOUBLES, ledger.turn, ledger.shots))
        ledger = judge(DOUBLES, ledger, Facts(touched=True)).ledger
    assert shot == ["A1", "B1", "A7", "B7", "A2"]


def test_pic_13_the_next_seat_begins_the_next_round() -> None:
    ledger = Ledger(first=ONE, turn=Seat(Side.TWO, 1), shots=23, on=(A1,))
    verdict = judge(Options(players="doubles", length="full"), ledger, Facts(touched=True, count=Count((A1,))))
    assert verdict.ledger.first == TWO


# PIC-2: clean shots


@pytest.mark.parametrize("what", ["unclean", "touch", "moved-board"])
def test_pic_2_an_unclean_shot_loses_the_puck_shot_even_if_it_dropped(what: str) -> None:
    facts = Facts(touched=True, sunk=(A2, A1), declared=(unclean(what=what),))
    verdict = ruled(facing(B1), facts)
    assert verdict.fates == {A2: Away.DITCH, A1: Away.RAIL}  # what it moved stays moved
    assert verdict.clauses == ("PIC-2", "PIC-9")
    assert verdict.ledger.turn == TWO


def test_pic_2_an_unclean_stroke_without_a_shot_costs_the_puck_and_the_turn() -> None:
    verdict = judge(DEFAULT, facing(B1), unclean())
    assert verdict.clauses == ("PIC-2",)
    assert verdict.fates == {A2: Away.DITCH}
    assert (verdict.ledger.turn, verdict.ledger.on, verdict.ledger.shots) == (TWO, (A1, B1), 3)


def test_pic_2_an_unclean_hammer_is_lost_and_the_board_counted_as_it_lay() -> None:
    before = replace(hammer(on=(A1, B1)), count=Count(fifteens=(B1,), tens=(A1,)))
    verdict = judge(DEFAULT, before, unclean(TWO))
    assert verdict.ledger.last_round == Tally(10, 15)
    assert verdict.clauses[0] == "PIC-2"


# PIC-4: the duty


@pytest.mark.parametrize("call", CALLS)
def test_pic_4_touching_an_enemy_puck_keeps_the_puck(call: str) -> None:
    verdict = ruled(facing(B1), Facts(touched=True), twenty_call=call)
    assert verdict.clauses == ("PIC-4",)
    assert verdict.fates == {}
    assert verdict.ledger.on == (A1, B1, A2)


@pytest.mark.parametrize("call", CALLS)
def test_pic_4_touching_none_loses_the_puck_just_shot_and_no_other(call: str) -> None:
    verdict = ruled(facing(B1), Facts(), twenty_call=call)
    assert verdict.clauses == ("PIC-4",)
    assert verdict.fates == {A2: Away.DITCH}
    assert verdict.ledger.on == (A1, B1)


KEPT, LOST = Away.RAIL, Away.DITCH


@pytest.mark.parametrize(
    ("call", "called", "touched", "fate"),
    [
        ("chosen", True, False, KEPT),
        ("chosen", True, True, KEPT),
        ("chosen", False, True, KEPT),
        ("chosen", False, False, LOST),
        ("either", True, False, KEPT),
        ("either", True, True, KEPT),
        ("either", False, True, KEPT),
        ("either", False, False, LOST),
        ("none", False, True, KEPT),
        ("none", False, False, KEPT),
    ],
)
def test_pic_4_a_puck_that_drops(call: str, called: bool, touched: bool, fate: Away) -> None:
    verdict = ruled(facing(B1), Facts(called=called, touched=touched, sunk=(A2,)), twenty_call=call)
    assert verdict.fates == {A2: fate}
    assert ("PIC-9" in verdict.clauses) is (fate is KEPT)
    assert verdict.clauses[0] == "PIC-4"


@pytest.mark.parametrize(
    ("call", "touched", "stays"),
    [("chosen", True, False), ("chosen", False, False), ("either", True, True), ("either", False, False)],
)
def test_pic_4_a_called_puck_that_does_not_drop(call: str, touched: bool, stays: bool) -> None:
    verdict = ruled(facing(B1), Facts(called=True, touched=touched), twenty_call=call)
    assert verdict.clauses == ("PIC-4",)
    assert (A2 in verdict.ledger.on) is stays


def test_pic_4_another_own_puck_that_drops_scores_but_does_not_save_the_one_shot() -> None:
    for called in (True, False):
        verdict = ruled(facing(B1), Facts(called=called, sunk=(A1,)))
        assert verdict.fates == {A2: Away.DITCH, A1: Away.RAIL}


def test_pic_4_the_reason_carries_the_instant_of_the_contact() -> None:
    seen = Evidence("touched", (A2, B1), 0.25)
    assert ruled(facing(B1), Facts(touched=True, evidence=(seen,))).reasons[0].evidence == seen


# PIC-5 to PIC-7: ditch and free shots


def test_pic_5_pucks_in_the_ditch_score_nothing() -> None:
    verdict = ruled(hammer(on=(A1,)), Facts(count=Count(fifteens=(A1, B12))))
    assert verdict.fates[B12] is Away.DITCH
    assert verdict.ledger.last_round == Tally(15, 0)
    reason = next(each for each in verdict.reasons if each.clause == "PIC-5")
    assert len(reason.discs) == 23


def test_pic_6_with_no_enemy_on_the_board_the_puck_stays_wherever_it_ends() -> None:
    verdict = ruled(facing(), Facts())
    assert verdict.clauses == ("PIC-6",)
    assert verdict.fates == {}
    assert A2 in verdict.ledger.on


def test_pic_6_a_twenty_counts_on_a_free_shot_without_a_call() -> None:
    verdict = ruled(facing(), Facts(sunk=(A2,)))
    assert verdict.clauses == ("PIC-6", "PIC-9")
    assert verdict.ledger.rail == (A2,)


def test_pic_7_in_the_advanced_game_a_free_shot_must_stop_inside_the_fifteen_area() -> None:
    lost = ruled(facing(), Facts(), advanced=True)
    assert lost.clauses == ("PIC-7",)
    assert lost.fates == {A2: Away.DITCH}
    assert ruled(facing(), Facts(in_fifteen=True), advanced=True).clauses == ("PIC-6",)
    assert ruled(facing(), Facts(sunk=(A2,)), advanced=True).fates == {A2: Away.RAIL}


def test_pic_7_touching_the_fifteen_line_is_not_inside() -> None:
    verdict = ruled(facing(), Facts(count=Count(on_line=(A2,))), advanced=True)
    assert verdict.clauses == ("PIC-10", "PIC-7")


def test_pic_7_binds_only_free_shots_and_only_in_the_advanced_game() -> None:
    assert ruled(facing(B1), Facts(touched=True), advanced=True).fates == {}
    assert ruled(facing(), Facts()).fates == {}


# PIC-8 to PIC-11: scoring


def test_pic_8_five_ten_fifteen_twenty_and_the_higher_score_wins() -> None:
    before = hammer(on=(A1, A2, B1), rail=(A3,))
    verdict = ruled(before, Facts(touched=True, count=Count(fifteens=(A1,), tens=(B1,))))
    assert verdict.ledger.last_round == Tally(15 + 5 + 20, 10 + 5)
    assert verdict.ledger.half_points == Tally(2, 0)
    assert "PIC-8" in verdict.clauses
    assert verdict.ledger.ended is Ended.ROUNDS


def test_pic_9_any_puck_knocked_into_the_hole_scores_for_its_owner() -> None:
    verdict = ruled(facing(B1, B2), Facts(touched=True, sunk=(B1, A1)))
    assert verdict.fates == {B1: Away.RAIL, A1: Away.RAIL}
    assert verdict.clauses == ("PIC-4", "PIC-9")
    assert "Two" in str(next(each.sentence for each in verdict.reasons if B1 in each.discs))


def test_pic_9_twenties_cannot_be_lost() -> None:
    before = replace(facing(B1), rail=(A1,), on=(B1,))
    verdict = ruled(before, Facts(out=(A1,), declared=(unclean(),)))
    assert A1 in verdict.ledger.rail
    assert A1 not in verdict.fates


def test_pic_10_a_puck_touching_a_line_is_named_when_it_is_counted_lower() -> None:
    before = hammer(on=(A1, B1))
    verdict = ruled(before, Facts(touched=True, count=Count(tens=(A1,), on_line=(A1, B12))))
    reason = next(each for each in verdict.reasons if each.clause == "PIC-10")
    assert reason.discs == (A1, B12)
    assert verdict.ledger.last_round == Tally(10, 10)


def test_pic_11_pucks_on_or_beyond_the_baseline_go_to_the_ditch_whoever_owns_them() -> None:
    verdict = ruled(facing(B1), Facts(touched=True, out=(B1, A2)))
    assert verdict.fates == {B1: Away.DITCH, A2: Away.DITCH}
    assert verdict.clauses == ("PIC-4", "PIC-11")
    assert verdict.ledger.on == (A1,)


def test_pic_11_free_shots_too() -> None:
    verdict = ruled(facing(), Facts(out=(A2,)))
    assert verdict.clauses == ("PIC-6", "PIC-11")
    assert verdict.fates == {A2: Away.DITCH}


# PIC-12: the match


def tied(**options: object) -> Verdict[Ledger]:
    return ruled(hammer(on=(A1, B1)), Facts(count=Count()), **options)


def test_pic_12_a_tied_round_gives_half_a_point_each() -> None:
    verdict = tied()
    assert verdict.ledger.half_points == Tally(1, 1)
    assert verdict.clauses[-1] == "PIC-12"
    assert verdict.ledger.phase is Phase.ROUND
    assert verdict.ledger.ended is None


def test_pic_12_first_to_four_wins_the_match() -> None:
    for before, ended in ((Tally(6, 7), Ended.ROUNDS), (Tally(5, 0), None)):
        verdict = ruled(hammer(on=(A1,), half_points=before), Facts(count=Count()), length="full")
        assert verdict.ledger.ended is ended
    assert [Options().rounds_to_win, Options(length="full").rounds_to_win, Options(rounds=2).rounds_to_win] == [1, 4, 2]


def test_pic_12_both_reaching_four_together_play_on_until_one_leads() -> None:
    level = ruled(hammer(on=(A1, B1), half_points=Tally(7, 7)), Facts(count=Count()), length="full")
    assert level.ledger.half_points == Tally(8, 8)
    assert level.ledger.ended is None
    ahead = ruled(hammer(on=(A1,), half_points=Tally(8, 8)), Facts(count=Count()), length="full")
    assert ahead.ledger.ended is Ended.ROUNDS


def test_pic_12_half_points_are_written_as_people_write_them() -> None:
    assert [half_text(number) for number in (0, 1, 2, 3, 8)] == ["0", "½", "1", "1½", "4"]


def test_pic_12_a_shoot_out_starts_on_an_empty_board() -> None:
    verdict = tied(tie="shoot-out")
    assert (verdict.ledger.phase, verdict.ledger.turn, verdict.ledger.shots) == (Phase.SHOOT_OUT, ONE, 0)
    assert dict(verdict.fates) == dict.fromkeys(ALL_PUCKS, Away.HAND)
    assert verdict.ledger.half_points == Tally(0, 0)


def shoot_out(options: Options, drops: list[bool]) -> list[Verdict[Ledger]]:
    ledger, verdicts = tied(tie="shoot-out").ledger, []
    for dropped in drops:
        puck = puck_to_shoot(options, ledger.turn, ledger.shots)
        verdicts.append(judge(options, ledger, Facts(sunk=(puck,) if dropped else ())))
        ledger = verdicts[-1].ledger
    return verdicts


def test_pic_12_more_twenties_of_twelve_win_the_shoot_out() -> None:
    verdicts = shoot_out(Options(tie="shoot-out"), [True, False] + [False] * 22)
    assert all(set(each.fates.values()) == {Away.HAND} for each in verdicts)  # lifted
    assert verdicts[22].ledger.phase is Phase.SHOOT_OUT
    assert verdicts[22].ledger.twenties == Tally(1, 0)
    assert verdicts[23].ledger.half_points == Tally(2, 0)
    assert verdicts[23].ledger.ended is Ended.ROUNDS
    assert {clause for each in verdicts for clause in each.clauses} == {"PIC-12"}


def test_pic_12_a_drawn_shoot_out_goes_on_puck_by_puck() -> None:
    verdicts = shoot_out(Options(tie="shoot-out"), [False] * 24 + [True, True] + [True, False])
    assert verdicts[23].ledger.ended is None
    assert verdicts[24].ledger.ended is None  # Two has not answered yet
    assert verdicts[25].ledger.ended is None
    assert verdicts[26].ledger.ended is None  # One leads, but Two has a puck to answer with
    assert verdicts[27].ledger.half_points == Tally(2, 0)


def test_pic_12_an_unclean_twenty_does_not_count_in_a_shoot_out() -> None:
    ledger = tied(tie="shoot-out").ledger
    verdict = ruled(ledger, Facts(sunk=(A1,), declared=(unclean(),)), tie="shoot-out")
    assert verdict.clauses == ("PIC-2", "PIC-12")
    assert verdict.ledger.twenties == Tally(0, 0)


def test_pic_4_does_not_bind_in_a_shoot_out() -> None:
    verdict = ruled(tied(tie="shoot-out").ledger, Facts(), tie="shoot-out")
    assert verdict.clauses == ("PIC-12",)


# the turn limit and the real board


def test_rounds_that_only_tie_end_at_the_turn_limit_without_a_clause() -> None:
    verdict = ruled(hammer(on=(A1, B1), idle_shots=119), Facts(count=Count()))
    assert verdict.ledger.ended is Ended.LIMIT
    assert "limit of 60 turns" in str(verdict.notes[-1])
    assert ruled(hammer(on=(A1, B1), idle_shots=118), Facts(count=Count())).ledger.ended is None


def test_a_round_won_starts_the_turn_limit_anew() -> None:
    verdict = ruled(hammer(on=(A1,), idle_shots=119), Facts(count=Count()), length="full")
    assert (verdict.ledger.idle_shots, verdict.ledger.ended) == (0, None)


def test_an_endless_shoot_out_ends_at_the_turn_limit_with_half_a_point_each() -> None:
    options = Options(tie="shoot-out", turn_limit=30)
    last = shoot_out(options, [False] * 36)[-1]
    assert (last.ledger.ended, last.ledger.half_points) == (Ended.LIMIT, Tally(1, 1))


def test_at_a_real_board_an_uncounted_round_waits_for_its_count() -> None:
    waiting = ruled(hammer(on=(A1, B1)), Facts(touched=True))
    assert waiting.ledger.phase is Phase.COUNT
    still = judge(DEFAULT, waiting.ledger, unclean())  # nobody is shooting any more
    assert (still.clauses, still.ledger) == (("PIC-3",), waiting.ledger)
    counted = ruled(waiting.ledger, Facts(count=Count(fifteens=(A1,))))
    assert counted.ledger.last_round == Tally(15, 10)
    assert counted.ledger.ended is Ended.ROUNDS


def test_gen_8_a_puck_on_another_is_noted_and_costs_nothing() -> None:
    verdict = ruled(facing(B1), Facts(touched=True, declared=(unclean(what="on-top"),)))
    assert verdict.clauses == ("PIC-4",)
    assert verdict.notes


@pytest.mark.parametrize("seen", [Place({}), Choose("pass")])
def test_placements_and_choices_are_never_judged(seen: Place | Choose) -> None:
    with pytest.raises(AssertionError):
        judge(DEFAULT, facing(), seen)

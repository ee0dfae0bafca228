import dataclasses
from typing import Any, cast

import pytest

from pennyflick.match import (
    Match,
    RefusedError,
    abandon,
    agree,
    apply,
    branch,
    decision,
    new_match,
    play,
    refusal,
    result,
    resumed,
    step,
    toss,
    win_on_time,
)
from pennyflick.players import HANDS, RandomLegal
from pennyflick.record import PositionError, parse_position, position_digest
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.table import AskFlick, Choose, Declare, DiscId, Flick, Place, Point, Refusal, Resign, Seat, Side

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
SHOOTER = DiscId("shooter")


def _opening_flick(match: Match, speed: int = 1_500) -> Flick:
    asked = decision(match)
    assert asked is not None
    ask = asked.asks[0]
    assert isinstance(ask, AskFlick)
    region = ask.discs[SHOOTER]
    assert region is not None
    start = region.nearest(Point(200.0, 0.0))
    return Flick(SHOOTER, 18_000, speed, start)


def test_gen_10_without_a_starter_the_toss_is_drawn_with_the_seed(black: Game[Any, Any]) -> None:
    starters = [new_match(black, seed=seed).starter for seed in range(40)]
    assert starters == [toss(seed) for seed in range(40)]
    assert 8 < starters.count(Side.ONE) < 32


def test_a_flick_moves_the_match_on_and_leaves_the_old_one_as_it_was(fresh: Match) -> None:
    before = position_digest(fresh.position)

    after = apply(fresh, ONE, _opening_flick(fresh))

    assert (fresh.actions, position_digest(fresh.position)) == ((), before)
    (action,) = after.actions
    assert (action.number, action.by, action.actual) == (1, ONE, None)
    assert action.shot is not None
    assert action.verdict.reasons
    assert action.digest == position_digest(after.position) != before
    assert after.position == action.position


def test_the_same_match_and_answer_give_the_same_next_match(fresh: Match) -> None:
    assert apply(fresh, ONE, _opening_flick(fresh)) == apply(fresh, ONE, _opening_flick(fresh))


def test_a_hand_errs_by_the_dice_of_the_seed_and_both_flicks_are_kept(black: Game[Any, Any]) -> None:
    match = new_match(black, seed=5, starter=Side.ONE, hands={ONE: HANDS["beginner"]})
    meant = _opening_flick(match)

    action = apply(match, ONE, meant).actions[0]
    other = apply(dataclasses.replace(match, seed=6), ONE, meant).actions[0]

    assert isinstance(action.answer, Flick)
    assert (action.answer.direction_cdeg, action.answer.speed_mm_s) == (meant.direction_cdeg, meant.speed_mm_s)
    assert action.actual is not None
    assert action.actual != action.answer
    assert action.shot is not None
    assert action.shot.flick == action.actual
    assert other.actual != action.actual


@pytest.mark.parametrize(
    ("by", "answer", "sentence"),
    [
        (TWO, Flick(SHOOTER, 0, 100), "It is for One to answer, not Two"),
        (Seat(Side.ONE, 1), Flick(SHOOTER, 0, 100), "no seat 'one-b' at this table, only one or two"),
        (ONE, Flick(DiscId("Y1"), 0, 100), "may not be flicked"),
        (ONE, Flick(SHOOTER, 0, 5_000, Point(0, 0)), "above the limit of 4000 mm/s"),
        (ONE, Flick(SHOOTER, 0, 100, Point(0.0, 0.0)), "cannot be put"),
        (ONE, Flick(SHOOTER, 0, 100, Point(float("nan"), 0.0)), "is not a place"),
        (ONE, Flick(SHOOTER, 0, 100, cast(Point, "corner")), ""),
        (ONE, Place({SHOOTER: Point(0.0, 0.0)}), "not asked for"),
        (ONE, Choose("pass"), "not offered"),
        (ONE, Resign(TWO), "one cannot resign for two"),
        (ONE, Declare("touch", (), TWO), "one cannot declare a foul for two"),
        (ONE, Declare("laughing", (), ONE), "no foul named 'laughing'"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_and_changes_nothing(
    fresh: Match, by: Seat, answer: Any, sentence: str
) -> None:
    before = position_digest(fresh.position)
    refused = refusal(fresh, by, answer)
    assert isinstance(refused, Refusal)
    assert sentence in str(refused.sentence)
    with pytest.raises(RefusedError) as caught:
        apply(fresh, by, answer)
    assert caught.value.refusal == refused
    assert position_digest(fresh.position) == before


def test_a_refused_place_comes_with_the_nearest_legal_point_which_is_then_accepted(fresh: Match) -> None:
    refused = refusal(fresh, ONE, Flick(SHOOTER, 18_000, 900, Point(150.0, 20.0)))
    assert refused is not None
    assert refused.clause is not None
    assert refused.nearest is not None
    assert refusal(fresh, ONE, Flick(SHOOTER, 18_000, 900, refused.nearest)) is None


def test_a_start_that_is_a_spot_to_a_tenth_of_a_millimetre_is_that_spot(fresh: Match) -> None:
    flick = _opening_flick(fresh)
    assert flick.start is not None
    action = apply(fresh, ONE, dataclasses.replace(flick, start=flick.start.rounded(1))).actions[0]
    assert isinstance(action.answer, Flick)
    assert action.answer.start in [spot.rounded() for spot in fresh.game.board.spots.values()]


def test_resigning_ends_the_match_for_the_other_side(fresh: Match) -> None:
    over = apply(fresh, TWO, Resign(TWO))  # out of turn: a player may give up at any time

    assert over.ended is not None
    assert over.ended.how == "resigned"
    ending = result(over)
    assert ending is not None
    assert ending.winner is Side.ONE
    assert decision(over) is None
    assert refusal(over, ONE, Resign(ONE)) is not None


def test_an_abandoned_match_has_no_winner_and_takes_no_answer(fresh: Match) -> None:
    over = abandon(apply(fresh, ONE, _opening_flick(fresh)))
    assert over.ended is not None
    assert (over.ended.how, over.ended.result.winner) == ("abandoned", None)
    assert decision(over) is None
    with pytest.raises(RefusedError, match="over"):
        abandon(over)


def test_a_match_that_ended_by_agreement_has_no_winner(fresh: Match) -> None:
    over = agree(fresh)
    assert over.ended is not None
    assert (over.ended.how, over.ended.result.winner) == ("agreed", None)


def test_only_the_side_that_waits_can_win_on_time(fresh: Match) -> None:
    over = win_on_time(fresh, Side.TWO)
    assert over.ended is not None
    assert (over.ended.how, over.ended.result.winner) == ("on-time", Side.TWO)
    assert str(over.ended.result.sentence) == "One did not act in time: Two wins."
    with pytest.raises(RefusedError, match="to act now"):
        win_on_time(fresh, Side.ONE)
    with pytest.raises(RefusedError, match="over"):
        win_on_time(over, Side.TWO)


def test_a_declared_foul_is_judged_without_a_shot(fresh: Match) -> None:
    after = apply(fresh, ONE, Declare("touch", (DiscId("Y1"),), ONE))
    assert after.actions[0].shot is None
    assert "BLK-16" in after.actions[0].verdict.clauses


def test_a_branch_begins_where_the_match_stood_with_dice_of_its_own(finished: Match) -> None:
    half = len(finished.actions) // 2
    again = branch(finished, half)

    assert again.actions == finished.actions[:half]
    assert again.position == finished.actions[half - 1].position
    assert again.ended is None
    assert again.branched_after == half
    assert again.seed not in (finished.seed, branch(finished, half - 1).seed)
    assert branch(finished, half, seed=3).seed == 3
    assert branch(finished, 0).position == finished.game.opening(finished.starter)
    assert branch(finished, len(finished.actions)).ended == finished.ended


@pytest.mark.parametrize("after", [-1, 10_000])
def test_a_match_cannot_be_branched_where_it_never_was(finished: Match, after: int) -> None:
    with pytest.raises(ValueError, match="cannot branch after action"):
        branch(finished, after)


def test_the_same_seed_plays_the_same_match(finished: Match) -> None:
    again = new_match(finished.game, seed=finished.seed, hands=finished.hands)
    assert play(again, {seat: RandomLegal(aimed=0.9) for seat in finished.game.seats}) == finished


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seed": -1}, "seed -1 is negative"),
        ({"seed": 1, "names": {Seat(Side.ONE, 1): "Ann"}}, "no seat 'one-b' in this game"),
    ],
)
def test_a_match_that_cannot_be_is_told_why(black: Game[Any, Any], wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        new_match(black, **wrong)


def test_red_20_a_partner_may_not_flick_the_other_ones_shooter() -> None:
    game = registry.new_game("penny-red", {"doubles": "yes", "points": "3"})
    match, tried = new_match(game, seed=3), 0
    players = dict.fromkeys(game.seats, RandomLegal(aimed=1.0))
    owner = {disc.id: disc.place for disc in game.discs}
    while (asked := decision(match)) is not None:
        match, thought = step(match, players, asked)
        flick, by = thought.answer, match.actions[-1].by
        if isinstance(flick, Flick) and len(asked.seats) > 1:
            assert owner[flick.disc] == by.place
            before = branch(match, len(match.actions) - 1)
            refused = refusal(before, Seat(by.side, 1 - by.place), flick)
            assert refused is not None
            assert "partner" in str(refused.sentence)
            tried += 1
    assert tried > 0


def _goes_on(finished: Match, after: int) -> Match:
    begun = dataclasses.replace(branch(finished, 0, seed=finished.seed), branched_after=0)
    return resumed(begun, finished.actions[after - 1].position, after)


def test_a_match_goes_on_from_a_position_with_the_same_numbers_and_dice(finished: Match) -> None:
    half = len(finished.actions) // 2
    match = _goes_on(finished, half)
    assert (match.played, match.actions) == (half, ())

    for action in finished.actions[half:]:
        match = apply(match, action.by, action.answer)

    assert match.actions == finished.actions[half:]
    assert match.ended == finished.ended


def test_bots_decide_alike_in_a_match_that_goes_on_from_a_position(finished: Match) -> None:
    half = len(finished.actions) // 2
    players = {seat: RandomLegal(aimed=0.9) for seat in finished.game.seats}
    assert play(_goes_on(finished, half), players).actions == finished.actions[half:]


def test_a_match_that_goes_on_from_its_last_position_has_ended(finished: Match) -> None:
    assert _goes_on(finished, len(finished.actions)).ended == finished.ended


def test_a_match_that_goes_on_is_branched_only_where_its_actions_are_known(finished: Match) -> None:
    half = len(finished.actions) // 2
    match = play(_goes_on(finished, half), {seat: RandomLegal(aimed=0.9) for seat in finished.game.seats})

    again = branch(match, half + 1)

    assert (again.played, again.branched_after, again.actions) == (
        half + 1,
        half + 1,
        finished.actions[half : half + 1],
    )
    assert branch(match, half).position == finished.actions[half - 1].position
    with pytest.raises(ValueError, match=f"known are actions {half + 1} to {len(finished.actions)}"):
        branch(match, half - 1)


def test_only_a_match_before_its_first_action_can_go_on_elsewhere(finished: Match) -> None:
    with pytest.raises(ValueError, match="cannot go on"):
        resumed(finished, finished.position, 3)


def test_a_match_may_begin_as_it_is_set_up(black: Game[Any, Any], finished: Match) -> None:
    setup = finished.actions[2].position

    match = new_match(black, seed=3, setup=setup)

    asked = decision(match)
    assert asked is not None
    assert (match.position, match.begun, match.played) == (setup, setup, 0)
    assert match.starter is asked.seats[0].side
    played = play(match, {seat: RandomLegal() for seat in black.seats})
    assert branch(played, 0).position == setup


def test_a_set_up_in_which_all_is_over_has_its_result(black: Game[Any, Any], finished: Match) -> None:
    match = new_match(black, seed=3, setup=finished.position)
    assert match.ended == finished.ended


def test_a_set_up_that_cannot_be_is_refused_in_one_sentence(black: Game[Any, Any]) -> None:
    beyond = parse_position(black, "shooter_from=where-it-lies shooter@900,0")
    with pytest.raises(PositionError, match=r"shooter lies .* outside the edge"):
        new_match(black, seed=3, setup=beyond)


def test_whoever_is_not_named_among_the_players_is_a_person(black: Game[Any, Any]) -> None:
    assert new_match(black, seed=3, players={TWO: "bot:3"}).players == {ONE: "person", TWO: "bot:3"}
    with pytest.raises(ValueError, match="no seat 'one-b' in this game"):
        new_match(black, seed=3, players={Seat(Side.ONE, 1): "bot:3"})

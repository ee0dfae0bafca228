"""Fouls without a flick that make something fall: told, ruled by each game's own clauses, and kept in the record."""

import dataclasses
from typing import Any

import pytest

from pennyflick.match import RefusedError, apply, new_match, replay
from pennyflick.match.umpire import Sitting, ToldError, form, new_sitting, tell, written_sitting
from pennyflick.record import Seen, parse_record, print_record
from pennyflick.rules import registry
from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_black.ledger import From
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    Back,
    FlickOff,
    GoalFlick,
    Lifting,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Stage,
    TurnOf,
)
from pennyflick.rules.penny_red.ledger import Phase as RedPhase
from pennyflick.rules.pichenotte.facts import Count
from pennyflick.rules.pichenotte.ledger import Phase
from pennyflick.table import Away, Choose, Clause, Declare, DiscId, Place, Seat, Side

ONE, TWO = Side.ONE, Side.TWO
SHOOTER, GREEN = DiscId("shooter"), DiscId("green")


def _sitting(name: str, texts: dict[str, str] | None = None, **ledger: Any) -> Sitting:
    sitting = new_sitting(registry.new_game(name, texts or {}), ONE)
    return dataclasses.replace(sitting, ledger=dataclasses.replace(sitting.ledger, **ledger))


def _foul(by: Side, *off: str, what: str = "moved-board", sunk: tuple[str, ...] = ()) -> Declare:
    return Declare(what, (), Seat(by), tuple(map(DiscId, off)), tuple(map(DiscId, sunk)))


def _ruled(sitting: Sitting, foul: Declare) -> Verdict[Any]:
    return tell(sitting, None, foul).entries[-1].verdict


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("by", [ONE, TWO], ids=["in turn", "waiting"])
def test_in_every_game_a_foul_without_a_flick_can_make_something_fall(name: str, by: Side) -> None:
    sitting = _sitting(name)
    if name == "penny-green":
        sitting = _sitting(name, phase=Attack(ONE))
    if name == "pichenotte":
        sitting = _sitting(name, on=(DiscId("A1"), DiscId("B1")), shots=2)
    asked = form(sitting)
    assert asked is not None
    disc = asked.fallen[0].options[0]
    assert _ruled(sitting, _foul(by, disc)).clauses


# Penny Black


def test_blk_16_what_a_foul_makes_fall_goes_to_the_opponent_of_who_did_it() -> None:
    lies = _sitting("penny-black", shooter_from=From.LIES, near=(DiscId("Y1"), DiscId("Y2")))
    own, waiting = _ruled(lies, _foul(ONE, "Y1", "R1")), _ruled(lies, _foul(TWO, "Y1"))

    assert own.clauses == waiting.clauses == ("GEN-6", "BLK-16")
    assert (own.ledger.turn, own.ledger.free_shot, own.ledger.score.two) == (TWO, True, 3)
    assert own.fates == {"Y1": Away.WON_TWO, "R1": Away.WON_TWO}
    assert own.ledger.near == (DiscId("Y2"),)
    assert (waiting.ledger.turn, waiting.ledger.free_shot, waiting.ledger.score.one) == (ONE, True, 1)


def test_blk_11_a_shooter_that_falls_by_a_foul_goes_on_a_corner_spot() -> None:
    lies = _sitting("penny-black", shooter_from=From.LIES, near=(DiscId("Y1"),))
    after = _ruled(lies, _foul(ONE, "shooter"))

    assert (after.ledger.shooter_from, after.ledger.near) == (From.CORNER, ())
    assert after.fates == {SHOOTER: Away.HAND}
    with pytest.raises(ToldError, match="no off named 'shooter'"):
        tell(_sitting("penny-black", shooter_from=From.CORNER), None, _foul(ONE, "shooter"))


# Penny Blue


@pytest.mark.parametrize(
    ("by", "off", "clauses"),
    [
        (ONE, ("SB",), ("GEN-6", "BLU-8", "BLU-17")),
        (ONE, ("A1",), ("GEN-6", "BLU-7", "BLU-17")),
        (ONE, ("SA", "SB"), ("GEN-6", "BLU-7", "BLU-8", "BLU-17")),
        (TWO, ("SA",), ("GEN-6", "BLU-8", "BLU-17")),
        (TWO, ("blue",), ("GEN-6", "BLU-7", "BLU-17")),
    ],
)
def test_blu_8_whatever_falls_through_a_foul_loses_the_game_for_who_did_it(
    by: Side, off: tuple[str, ...], clauses: tuple[str, ...]
) -> None:
    after = tell(_sitting("penny-blue"), None, _foul(by, *off))

    assert after.entries[-1].verdict.clauses == clauses
    assert after.result is not None
    assert after.result.winner is by.other


def test_blu_14_a_sovereign_in_the_hand_cannot_fall() -> None:
    with pytest.raises(ToldError, match="no off named 'SA'"):
        tell(_sitting("penny-blue", in_hand=DiscId("SA")), None, _foul(TWO, "SA"))


# Penny Red


def test_red_21_a_foul_gives_the_point_whatever_falls() -> None:
    rally = _sitting("penny-red", phase=RedPhase.OPEN)
    assert _ruled(rally, _foul(ONE, "B1", "red")).clauses == _ruled(rally, _foul(ONE)).clauses
    assert _ruled(rally, _foul(TWO, "A1")).ledger.points.one == 1


# Penny Green


def _green(**ledger: Any) -> Sitting:
    return _sitting("penny-green", **ledger)


def _lifted(award: Award) -> dict[Lifting, tuple[DiscId, ...]]:
    return {lift.how: lift.discs for lift in award.lifts}


@pytest.mark.parametrize("by", [ONE, TWO])
def test_grn_12_pennies_lost_by_a_foul_come_back_by_the_opponents_choice(by: Side) -> None:
    after = _ruled(_green(phase=Attack(ONE, near=(DiscId("A2"),))), _foul(by, "A2", "B3"))

    assert after.clauses[:3] == ("GRN-17", "GEN-6", "GRN-12")
    assert isinstance(after.ledger.phase, Penalties)
    award = after.ledger.phase.award
    own, enemy = (DiscId("A2"), DiscId("B3")) if by is ONE else (DiscId("B3"), DiscId("A2"))
    assert award.owner is by.other
    assert award.flicks == (Clause("GRN-17"),)
    assert _lifted(award) == {Lifting.SPOT: (own,), Lifting.REPOSITION: (enemy,)}
    assert after.ledger.off == (DiscId("A2"), DiscId("B3"))


def test_grn_17_a_waiting_player_who_made_pennies_fall_interrupts_the_turn() -> None:
    phase = Attack(ONE, hits=1, near=(DiscId("A2"), DiscId("A3")))
    sitting = tell(_green(phase=phase), None, _foul(TWO, "A2"))
    sitting = tell(sitting, None, Place({DiscId("A2"): None}))
    sitting = tell(sitting, None, Choose("advantage"))
    assert sitting.ledger.phase == dataclasses.replace(phase, near=(DiscId("A3"),))
    assert sitting.ledger.off == ()


def test_grn_12_a_penny_lost_by_a_foul_is_put_back_when_the_right_lapses() -> None:
    sitting = tell(_green(phase=Positional(ONE)), None, _foul(ONE, "B1"))
    sitting = tell(sitting, None, Choose("advantage"))
    assert isinstance(sitting.ledger.phase, PutBack)
    sitting = tell(sitting, None, Place({DiscId("B1"): None}))
    assert sitting.ledger.off == ()
    assert isinstance(sitting.ledger.phase, Attack)
    assert sitting.ledger.phase.side is TWO


def test_grn_12_a_foul_while_pennies_are_put_back_is_not_forgotten() -> None:
    sitting = tell(_green(phase=Positional(ONE)), None, _foul(ONE, "B1"))
    sitting = tell(sitting, None, Choose("advantage"))
    sitting = tell(sitting, None, _foul(ONE, "A1"))
    sitting = tell(sitting, None, Place({DiscId("B1"): None}))
    phase = sitting.ledger.phase
    assert isinstance(phase, Penalties)
    assert _lifted(phase.award) == {Lifting.SPOT: (DiscId("A1"),)}


def test_grn_17_a_green_that_fell_by_a_foul_is_put_back() -> None:
    after = _ruled(_green(phase=Attack(ONE)), _foul(TWO, "green"))
    assert "put back where it lay" in str(after.reasons[2].sentence)
    assert (after.ledger.out, after.ledger.off) == (Out.NO, ())


@pytest.mark.parametrize(
    ("phase", "there", "gone"),
    [
        (FlickOff(ONE), {"green"}, {"A1", "B1"}),
        (FlickOff(TWO), {"green", "A1"}, {"B1"}),
        (GoalFlick(ONE, Stage.FLICKS, DiscId("A1")), {"A2", "B1"}, {"A1", "green"}),
        (PenaltyFlick(Penalties((Award(ONE),), TurnOf(ONE)), DiscId("A1")), {"green", "A2"}, {"A1"}),
        (Penalties((Award(ONE, taker=DiscId("A1")),), Back(GoalFlick(ONE))), {"A2"}, {"A1"}),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, set) else "",
)
def test_only_what_lies_on_the_board_can_fall(phase: Any, there: set[str], gone: set[str]) -> None:
    asked = form(_green(phase=phase))
    assert asked is not None
    (question,) = asked.fallen
    assert there <= set(question.options)
    assert not gone & set(question.options)


# Pichenotte


def _pucks(**ledger: Any) -> Sitting:
    return _sitting("pichenotte", on=(DiscId("A1"), DiscId("B1")), shots=2, **ledger)


def test_pic_2_a_foul_of_the_shooter_loses_his_puck_and_what_fell_is_settled() -> None:
    after = _ruled(_pucks(), _foul(ONE, "B1", sunk=("A1",)))
    assert after.clauses == ("PIC-2", "PIC-9", "PIC-11")
    assert after.fates == {"A2": Away.DITCH, "A1": Away.RAIL, "B1": Away.DITCH}
    assert (after.ledger.shots, after.ledger.on, after.ledger.rail) == (3, (), ("A1",))


def test_pic_2_a_waiting_player_loses_no_shot_but_what_fell_is_gone() -> None:
    after = _ruled(_pucks(count=Count(fifteens=(DiscId("A1"),))), _foul(TWO, "A1"))
    assert after.clauses == ("PIC-2", "PIC-11")
    assert after.fates == {"A1": Away.DITCH}
    assert (after.ledger.shots, after.ledger.turn, after.ledger.on) == (2, Seat(ONE), ("B1",))
    assert after.ledger.count == Count()


def test_pic_3_a_puck_that_falls_before_the_count_is_not_counted() -> None:
    after = _ruled(_pucks(phase=Phase.COUNT, count=None), _foul(TWO, "A1"))
    assert after.clauses == ("PIC-3", "PIC-11")
    assert (after.ledger.phase, after.ledger.on) == (Phase.COUNT, ("B1",))


# what cannot be


@pytest.mark.parametrize(
    ("sitting", "foul", "sentence"),
    [
        (_pucks(), _foul(ONE, "A1", sunk=("A1",)), "both off the board and in the hole"),
        (_pucks(), Declare("on-top", (DiscId("A1"), DiscId("B1")), Seat(ONE)), "told with the flick"),
        (_sitting("pichenotte"), _foul(ONE, "A1"), "nothing lies on the board"),
        (_sitting("penny-blue"), _foul(ONE, sunk=("A1",)), "there is no hole"),
        (_sitting("penny-blue"), _foul(ONE, "Y1"), "no off named 'Y1'"),
        (
            _sitting("penny-black"),
            Declare("on-top", (DiscId("Y1"), DiscId("Y2")), Seat(ONE), (DiscId("Y3"),)),
            "makes nothing fall: tell of Y3",
        ),
        (
            _sitting("penny-black", shooter_from=From.CORNER),
            Declare("on-top", (DiscId("Y1"), SHOOTER), Seat(ONE)),
            "shooter is not on the board",
        ),
        (
            _sitting("penny-black"),
            Declare("on-top", (DiscId("Y1"), DiscId("Y1")), Seat(ONE)),
            "which penny rests on which",
        ),
    ],
    ids=lambda value: value.game.name if isinstance(value, Sitting) else "",
)
def test_a_foul_that_cannot_be_is_asked_back(sitting: Sitting, foul: Declare, sentence: str) -> None:
    with pytest.raises(ToldError, match=sentence):
        tell(sitting, None, foul)


def test_on_a_simulated_board_nothing_falls_without_a_flick() -> None:
    for name in registry.names():
        match = new_match(registry.new_game(name), seed=1, starter=ONE)
        with pytest.raises(RefusedError, match="told at a real board"):
            apply(match, Seat(ONE), _foul(ONE, match.game.discs[0].id))


def test_the_record_keeps_what_fell_and_replays_it() -> None:
    sitting = tell(new_sitting(registry.new_game("penny-black"), ONE), None, Seen({"off": ("Y1",)}))
    sitting = tell(sitting, None, dataclasses.replace(_foul(TWO, "Y3", "R1"), discs=(DiscId("Y3"),)))
    text = print_record(written_sitting(sitting))

    assert "2. two declare moved-board Y3 by two off=[Y3,R1] {GEN-6 BLK-16}" in text
    assert print_record(parse_record(text)) == text
    assert replay(parse_record(text)).verified

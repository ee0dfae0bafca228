from typing import Any

import pytest

from pennyflick.match import replay
from pennyflick.match.umpire import Sitting, ToldError, form, new_sitting, tell, undo, written_sitting
from pennyflick.record import Seen, Told, parse_record, print_record
from pennyflick.rules import registry
from pennyflick.table import Choose, Declare, DiscId, Flick, Place, Resign, Seat, Side

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)


@pytest.fixture
def sitting() -> Sitting:
    return new_sitting(registry.new_game("penny-black"), Side.ONE, {ONE: "Ann"})


def test_what_was_seen_is_ruled_on_without_a_simulation(sitting: Sitting) -> None:
    after = tell(sitting, None, Seen({"off": ("Y3",), "shooter_hit": True}))

    (said,) = after.entries
    assert said.by == ONE
    assert "BLK-8" in said.verdict.clauses
    assert after.game.sheet(after.ledger)[0].one.startswith("1")
    assert sitting.entries == ()


def test_only_what_the_form_asks_can_be_said(sitting: Sitting) -> None:
    asked = form(sitting)
    assert asked is not None
    assert {question.field for question in asked.questions} >= {"off", "shooter_off", "shooter_hit"}


@pytest.mark.parametrize(
    ("by", "told", "sentence"),
    [
        (None, Seen({"of": ("Y1",)}), "no field 'of'; did you mean 'off'?"),
        (None, Seen({"off": ("Y13",)}), "no off named 'Y13'; did you mean 'Y"),
        (None, Seen({"off": "Y1"}), "off is a list of words, not 'Y1'"),
        (None, Seen({"shooter_off": "perhaps"}), "shooter_off is yes or no"),
        (None, Seen({"declared": ("laughing",)}), "no declared named 'laughing'"),
        (None, Seen({"shooter_off": True, "near": ("Y1",)}), "the shooter came off"),
        (TWO, Seen({}), "it is for Ann to play, not Two"),
        (None, Place({DiscId("Y1"): None}), "nothing is to be put down now"),
        (None, Choose("pass"), "no choice 'pass'"),
        (None, Flick(DiscId("shooter"), 0, 100), "told by what was seen"),
        (None, Declare("laughing", (), ONE), "no foul 'laughing'"),
        (None, Declare("touch", (DiscId("Z9"),), ONE), "no disc 'Z9'"),
        (None, Declare("on-top", (DiscId("Y1"),), ONE), "which penny rests on which"),
        (None, Resign(Seat(Side.ONE, 1)), "no seat 'one-b' at this table"),
    ],
)
def test_what_cannot_be_is_answered_with_what_would_be_right(
    sitting: Sitting, by: Seat | None, told: Any, sentence: str
) -> None:
    with pytest.raises(ToldError) as caught:
        tell(sitting, by, told)
    assert sentence in str(caught.value)


def test_undo_drops_the_last_entries_and_judges_the_rest_again(sitting: Sitting) -> None:
    told: list[Told] = [
        Seen({"off": ("Y1",), "shooter_hit": True}),
        Seen({"shooter_hit": True}),
        Declare("touch", (), TWO),
    ]
    states = [sitting]
    for each in told:
        states.append(tell(states[-1], None, each))
    assert undo(states[3]) == states[2]
    assert undo(states[3], 3) == sitting
    for wrong in (0, 4):
        with pytest.raises(ToldError, match="cannot undo"):
            undo(states[3], wrong)


def test_a_resignation_ends_the_sitting_and_nothing_more_can_be_said(sitting: Sitting) -> None:
    over = tell(sitting, None, Resign(TWO))
    assert over.result is not None
    assert over.result.winner is Side.ONE
    assert form(over) is None
    with pytest.raises(ToldError, match="the match is over"):
        tell(over, None, Seen({}))
    assert undo(over) == sitting


def test_the_record_holds_facts_instead_of_flicks_and_is_verified(sitting: Sitting) -> None:
    for told in (Seen({"off": ("Y1",), "shooter_hit": True}), Seen({"shooter_off": True}), Declare("unclean", (), TWO)):
        sitting = tell(sitting, None, told)
    text = print_record(written_sitting(sitting, date="2026-11-15"))

    assert "1. one seen off=[Y1] shooter_hit=yes {" in text
    assert "3. two declare unclean by two {" in text
    assert "[Physics" not in text
    assert print_record(parse_record(text)) == text
    found = replay(parse_record(text))
    assert found.verified
    assert found.ending == sitting


def test_a_changed_record_of_a_real_board_is_found_out(sitting: Sitting) -> None:
    sitting = tell(sitting, None, Seen({"off": ("Y1",), "shooter_hit": True}))
    text = print_record(written_sitting(sitting))
    assert not replay(parse_record(text.replace("off=[Y1]", "off=[Y2]"))).verified
    found = replay(parse_record(text.replace("off=[Y1]", "off=[Q1]")))
    assert found.difference is not None
    assert "no off named 'Q1'" in found.difference.sentence

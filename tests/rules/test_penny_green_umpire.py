"""Penny Green at a real board: what an onlooker is asked, what he may say, and that no sitting gets stuck."""

from __future__ import annotations

from typing import Any

import pytest

from pennyflick.boards.games.penny_green import Zone
from pennyflick.players.dice import Dice
from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Lift,
    Lifting,
    Over,
    Penalties,
    PenaltyFlick,
    Phase,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.rules.rulebook import clauses
from pennyflick.table import Choose, Clause, Declare, DiscId, Place, Seat, Side

ONE, TWO = Side.ONE, Side.TWO
A1, A2, B1, B2 = map(DiscId, ("A1", "A2", "B1", "B2"))
GAME = PennyGreen()


def form_at(phase: Phase, **ledger: Any) -> Form:
    form = GAME.form(Ledger(ONE, phase, **ledger))
    assert form is not None
    return form


def fields(form: Form) -> set[str]:
    return {question.field for question in form.questions}


def due(owner: Side, *lifts: Lift, flicks: tuple[Clause, ...] = ()) -> Penalties:
    return Penalties((Award(owner, flicks, lifts),), TurnOf(owner))


def told(phase: Phase, **answers: Any) -> Facts:
    return GAME.facts(Ledger(ONE, phase), answers)


def test_only_what_the_ledger_needs_is_asked() -> None:
    normal = fields(form_at(Attack(ONE)))

    assert {"flicked", "struck_from", "zones", "collided", "out", "near", "picked_up"} <= normal
    assert "stayed" not in normal
    assert "stayed" in fields(form_at(Attack(ONE, Restart.GOAL_FLICK, only=A1)))
    assert not {"struck_from", "zones"} & fields(form_at(Positional(ONE)))
    assert "collided" in fields(form_at(Positional(ONE)))  # GRN-10: it makes an own goal where only those count
    assert "out" not in fields(form_at(GoalFlick(ONE, Stage.FLICKS, A1)))
    assert "flicked" not in fields(form_at(PenaltyFlick(due(TWO), B1)))


@pytest.mark.parametrize(
    ("phase", "seat", "places", "choices"),
    [
        (FlickOff(TWO), TWO, (tuple(DiscId(f"B{k}") for k in range(1, 7)),), None),
        (Attack(ONE), ONE, (), None),
        (Attack(ONE, hits=1), ONE, (), {"pass"}),
        (Positional(TWO), TWO, (), {"pass"}),
        (GoalFlick(ONE), ONE, (), {f"A{k}" for k in range(1, 7)}),
        (
            GoalFlick(ONE, Stage.PLACING, A1, (A2,)),
            ONE,
            tuple((DiscId(f"A{k}"),) for k in range(3, 7)),
            {"decline"},
        ),
        (GoalFlick(ONE, Stage.FLICKS, A1), TWO, (), {"pass"}),
        (GoalFlick(ONE, Stage.READY, A1), ONE, ((GREEN, A1),), None),
        (due(TWO, Lift(Lifting.SPOT, Clause("GRN-14"), (A1, A2))), TWO, ((A1,), (A2,)), {"lapse"}),
        (due(TWO, flicks=(Clause("GRN-8"),)), TWO, (), {"penalty-flick", "advantage"}),
        (KeeperPlacing(due(TWO)), ONE, tuple((DiscId(f"A{k}"),) for k in range(1, 7)), None),
        (TakerPlacing(due(TWO)), TWO, tuple((GREEN, DiscId(f"B{k}")) for k in range(1, 7)), None),
        (PutBack(due(TWO), (A1, B1)), TWO, ((A1, B1),), None),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, tuple | set | Side) else "",
)
def test_the_form_says_who_may_place_and_choose_what(
    phase: Phase, seat: Side, places: tuple[tuple[DiscId, ...], ...], choices: set[str] | None
) -> None:
    form = form_at(phase)

    assert form.seats == (Seat(seat),)
    assert form.places == places
    assert (set(form.choices) if form.choices else None) == choices
    assert form.clauses
    assert set(form.clauses) <= set(clauses())


def test_a_finished_match_has_no_form() -> None:
    assert GAME.form(Ledger(ONE, Over(ONE))) is None


def test_facts_are_what_was_told_and_what_follows_from_it() -> None:
    facts = told(
        Attack(ONE),
        flicked="A2",
        hit=["green"],
        struck_from="two",
        zones=["centre"],
        out="goal-two",
        declared=["touch"],
    )

    assert facts.flicked == A2
    assert facts.moved == (GREEN,)
    assert facts.zones == (Zone.TWO, Zone.CENTRE)
    assert facts.out is Out.GOAL_TWO
    assert facts.declared == (Declare("touch", (), Seat(ONE)),)


def test_what_was_hit_has_moved_and_so_has_a_green_that_met_a_penny_or_went_out() -> None:
    assert told(Attack(ONE), flicked="A1", hit=["B1"], moved=["A1", "A2"]).moved == (A2, B1)
    assert told(Attack(ONE), collided=["B1"]).moved == (B1, GREEN)
    assert told(Attack(ONE), off=["A3", "B1"], flicked="A1").moved == (DiscId("A3"), B1)
    assert told(Attack(ONE), zones=["one"]).moved == (GREEN,)
    assert told(Attack(ONE), out="side-line").moved == (GREEN,)
    assert told(Attack(ONE)).moved == ()


def test_every_flick_is_asked_about_pieces_hit_moved_and_lost() -> None:
    phases = (Attack(ONE), Positional(ONE), GoalFlick(ONE, Stage.FLICKS, A1), PenaltyFlick(due(TWO), B1))
    for phase in phases:
        assert {"hit", "moved", "off", "in_area_one", "in_area_two", "illegal_push"} <= fields(form_at(phase))
    assert "collided" in fields(form_at(phases[-1]))
    asked = {question.field: question.options for question in form_at(PenaltyFlick(due(TWO), B1)).questions}
    assert asked["collided"] == ("A1", "A2", "A3", "A4", "A5", "A6")
    assert GREEN not in asked["off"]
    assert GREEN in asked["moved"]


def test_what_is_not_told_means_no_or_none() -> None:
    assert told(Attack(ONE)) == Facts(A1, zones=(Zone.CENTRE,))
    assert told(PenaltyFlick(due(TWO), B2)).flicked == B2
    assert told(Attack(ONE, Restart.FLICK_OFF, hits=1, first=A1)).flicked == A2


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"hti": ["green"]}, "did you mean 'hit'"),
        ({"hit": ["A9"]}, "A9"),
        ({"hit": "green"}, "list"),
        ({"out": "sideways"}, "side-line"),
        ({"illegal_push": "yes"}, "true or false"),
        ({"off": ["A1"], "near": ["A1"]}, "A1 left the board"),
        ({"off": ["A1"], "in_area_one": ["A1"]}, "A1 left the board"),
        ({"off": ["A1"], "in_area_two": ["A1"]}, "A1 left the board"),
        ({"out": "side-line", "near": ["A1"]}, "out of play"),
        ({"in_area_one": ["A1"], "in_area_two": ["A1"]}, "both goal areas"),
        ({"declared": ["sneeze"]}, "sneeze"),
    ],
)
def test_bad_input_is_a_plain_sentence(answers: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        told(Attack(ONE), **answers)


def test_pennies_in_one_area_each_are_no_contradiction() -> None:
    assert told(Attack(ONE), in_area_one=["A1"], in_area_two=["A2"]).in_area(TWO) == (A2,)


def test_no_facts_when_no_flick_is_due() -> None:
    with pytest.raises(ValueError, match="no flick is due now: One sets up"):
        told(FlickOff(ONE))


# ---- sittings that must not get stuck --------------------------------------------------------------------------------


def said(question: Question, dice: Dice) -> Any:
    match question.kind:
        case "yes-no":
            return dice.uniform() < 0.05
        case "one-of":
            return question.options[0] if dice.uniform() < 0.7 else dice.pick(question.options)
        case _:
            return [option for option in question.options if dice.uniform() < 0.08]


def tell(game: PennyGreen, ledger: Ledger, form: Form, dice: Dice) -> Facts | Place | Choose | Declare | None:
    """Something that fits the form; None when it contradicted itself."""
    if dice.uniform() < 0.05:
        return Declare(dice.pick(("touch", "unclean", "moved-board", "on-top")), (), Seat(dice.pick((ONE, TWO))))
    ways = [each for each in (form.questions, form.places, form.choices) if each]
    chosen = dice.pick(ways)
    if chosen is form.questions:
        answers = {question.field: said(question, dice) for question in form.questions}
        try:
            return game.facts(ledger, answers)
        except ValueError:
            return None
    if chosen is form.places:
        return Place(dict.fromkeys(dice.pick(form.places)))
    return Choose(dice.pick(tuple(form.choices or {})))


@pytest.mark.slow
def test_any_telling_that_fits_the_form_leads_to_the_end_of_the_match() -> None:
    for seed in range(24):
        game = PennyGreen(Options(turn_limit=10, games=1 + seed % 2, one_penalty=bool(seed % 3)))
        ledger = game.opening(ONE).ledger
        for number in range(4_000):
            form = game.form(ledger)
            if form is None:
                break
            assert form.questions or form.places or form.choices, form
            entry = tell(game, ledger, form, Dice(seed, number, "told"))
            if entry is not None:
                verdict = game.judge(ledger, entry)
                assert verdict.reasons
                assert set(verdict.clauses) <= set(clauses())
                ledger = verdict.ledger
        assert game.result(ledger) is not None, f"seed {seed}"
        goals = ledger.goals
        assert max(goals.one, goals.two) <= game.options.goals_to_win


def test_judging_changes_nothing_it_was_given() -> None:
    ledger = Ledger(ONE, Attack(ONE))
    facts = told(Attack(ONE), hit=["B1"], off=["A1"])

    first, second = GAME.judge(ledger, facts), GAME.judge(ledger, facts)

    assert first == second
    assert ledger == Ledger(ONE, Attack(ONE))

"""What an onlooker told, checked against the questions asked."""

from typing import Any

import pytest

from pennyflick.rules.game import Question
from pennyflick.rules.telling import ToldError, checked_value, refuse_both, told_answers, unknown

OFF = Question("off", "Which came off?", "discs", ("Y1", "Y2"))
NEAR = Question("near", "Which lie near?", "discs", ("Y1", "Y2"))
HIT = Question("hit", "Was anything hit?", "yes-no")
AT = Question("at", "Where?", "one-of", ("far", "here"))


@pytest.mark.parametrize(
    ("question", "value", "tidied"),
    [(OFF, ["Y2", "Y1", "Y2"], ("Y2", "Y1")), (OFF, (), ()), (HIT, False, False), (AT, "far", "far")],
)
def test_an_answer_that_fits_is_tidied(question: Question, value: Any, tidied: Any) -> None:
    assert checked_value(question, value) == tidied


@pytest.mark.parametrize(
    ("question", "value", "sentence"),
    [
        (OFF, "Y1", "off is a list of words, not 'Y1'"),
        (OFF, ["Y3"], "no off named 'Y3'; "),
        (HIT, 1, "hit is yes or no"),
        (AT, ["far"], "at is one word"),
        (AT, "away", "no at named 'away'; there are far, here"),
    ],
)
def test_an_answer_that_does_not_fit_names_its_question(question: Question, value: Any, sentence: str) -> None:
    with pytest.raises(ToldError) as caught:
        checked_value(question, value)
    assert sentence in str(caught.value)
    assert caught.value.fields == (question.field,)


def test_a_spoken_no_is_more_than_nothing_said() -> None:
    silent, spoken = told_answers((HIT,), {}), told_answers((HIT,), {"hit": False})
    assert silent.yes("hit") is spoken.yes("hit") is False
    assert (silent.no("hit"), spoken.no("hit")) == (False, True)


def test_a_disc_in_two_places_is_asked_back() -> None:
    told = told_answers((OFF, NEAR), {"off": ["Y1"], "near": ["Y2"]})
    refuse_both(told, "off", ("near",), "{disc} came off")
    with pytest.raises(ToldError, match="Y1 came off") as caught:
        refuse_both(
            told_answers((OFF, NEAR), {"off": ["Y1"], "near": ["Y2", "Y1"]}), "off", ("near",), "{disc} came off"
        )
    assert caught.value.fields == ("off", "near")


def test_a_word_nobody_knows_gets_the_one_that_was_meant() -> None:
    assert unknown("field", "of", ["off", "hit"]) == "no field 'of'; did you mean 'off'?"
    assert unknown("field", "zzz", []) == "no field 'zzz'; there are none"

"""What people are called: nothing in it is unseen, and strangers are not found out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.server.play.names import seen, stranger
from pennyflick.server.play.starting import LONGEST_NAME, FormError, told_name

UNSEEN = (
    "\u0000\u0007\u200b\u200c\u200d\u200e\u202e\u2066\u2069\u034f\u115f\u1160\u3164\uffa0\ufeff\U000e0041\u2800\u17b4"
)
SELECTORS = "\ufe00\ufe0f\U000e0100\u180b"


@given(st.text(st.one_of(st.characters(), st.sampled_from(UNSEEN + SELECTORS)), max_size=60))
def test_a_name_has_nothing_unseen_and_is_the_same_when_told_again(told: str) -> None:
    try:
        name = told_name(told)
    except FormError:
        assert len(seen(told)) > LONGEST_NAME
        return

    assert not set(name) & set(UNSEEN)
    assert all(each.isprintable() for each in name)
    assert not any(unicodedata.category(each) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for each in name)
    assert name == " ".join(name.split())
    assert told_name(name) == name


@pytest.mark.parametrize("told", [UNSEEN, SELECTORS, " \u3164 \ufe0f ", "\u0301"])
def test_a_name_of_nothing_but_unseen_characters_is_none(told: str) -> None:
    assert told_name(told) == ""


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李雷", "مريم", "❤️ Bo", "O’Neill"])
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert told_name(name) == name


def test_a_letter_cannot_hide_a_selector() -> None:
    assert told_name("An\ufe0fn\U000e0101") == "Ann"


def test_a_stranger_has_one_name_in_a_match_and_another_in_the_next() -> None:
    assert stranger("holder", "match") == stranger("holder", "match")
    assert len({stranger("holder", f"match {number}") for number in range(50)}) > 40
    assert len(stranger("holder", "match").split()) == 2

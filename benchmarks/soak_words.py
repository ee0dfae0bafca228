"""Whether what is said is right for every reader: no One or Two beside names, no name where "you" is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pennyflick.match import Match, decision
from pennyflick.rules.game import Form, Verdict
from pennyflick.table import AskChoose, Decision, Seat, Sentence, Side, Viewer, phrase

NAMES = {Seat(Side.ONE): "Ann", Seat(Side.TWO): "Bob", Seat(Side.ONE, 1): "Cid", Seat(Side.TWO, 1): "Dot"}
SIDES = re.compile(r"\b(One|Two)\b")
DISAGREES = re.compile(r"\b[Yy]ou (?:first )?\w+s\b|\b(?:Ann|Bob) and (?:Cid|Dot) (?:first )?\w+s\b")  # you wins


def check_words(seats: tuple[Seat, ...], sentences: Iterable[Sentence]) -> None:
    """Raise AssertionError when one of them cannot be said to somebody at a table with these seats."""
    for sentence in sentences:
        _check(seats, sentence)


@lru_cache(maxsize=100_000)
def _check(seats: tuple[Seat, ...], sentence: Sentence) -> None:
    names = {seat: NAMES[seat] for seat in seats}
    named = sentence.said(Viewer(names))
    assert not SIDES.search(named), f"a side in place of a name: {named}"
    assert not DISAGREES.search(named), f"a verb that does not agree: {named}"
    for side in Side:
        own = [seat for seat in seats if seat.side is side]
        told = sentence.said(Viewer(names, own))
        assert not SIDES.search(told), f"a side in place of a name: {told}"
        assert not any(re.search(rf"\b{names[seat]}\b", told) for seat in own), f"a name in place of you: {told}"
        assert not DISAGREES.search(told), f"a verb that does not agree: {told}"


def words_of_match(match: Match) -> Iterator[Sentence]:
    """Everything said after the last action: the ruling, what is asked, how it ended."""
    if match.actions:
        yield from words_of_verdict(match.actions[-1].verdict)
    asked = decision(match)
    if asked is not None:
        yield from words_of_decision(asked)
    if match.ended is not None:
        yield match.ended.result.sentence
    form = match.game.form(match.position.ledger)
    if form is not None:
        yield from words_of_form(form)


def words_of_verdict(verdict: Verdict[object]) -> Iterator[Sentence]:
    """The reasons and the notes."""
    yield from (reason.sentence for reason in verdict.reasons)
    yield from verdict.notes


def words_of_decision(asked: Decision) -> Iterator[Sentence]:
    """What is asked and what may be chosen."""
    yield asked.sentence
    for ask in asked.asks:
        if isinstance(ask, AskChoose):
            yield from ask.options.values()


def words_of_form(form: Form) -> Iterator[Sentence]:
    """What the umpire asks and what may be chosen."""
    yield form.sentence
    yield from (phrase(question.sentence) for question in (*form.questions, *form.fallen))
    yield from (form.choices or {}).values()

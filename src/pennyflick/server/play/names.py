"""Sentences as pages show them: the rules say One and Two, people have names. Law: no record passes through here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pennyflick.rules.game import Result
from pennyflick.server.play.second_person import said_to
from pennyflick.server.store.store import PERSON, Header
from pennyflick.table import Decision, Reason

_SIDES = re.compile(r"\b(One|Two)\b")  # sentences write the numbers small
_ARTICLE = re.compile(r"An? ")
_FULL_STOP = re.compile(r"(?<=\.) (?=[A-Z])")
_YOU = "you"  # a person without a name against the house; "You flicks" is no sentence
_UNFIT = {"", "one", "two"}


def named(header: Header, told: str) -> str:
    """Sentences with names, or "you", for One and Two; as they are where that would not be clear or would not fit."""
    names = _names(header)
    return " ".join(_named(header, names, sentence) for sentence in _FULL_STOP.split(told)) if names else told


def _named(header: Header, names: Mapping[str, tuple[str, str]], sentence: str) -> str:
    you = next((side for side in names if header.names[side.lower()].casefold() == _YOU), None)
    said = said_to(you, sentence) if you else sentence
    if said is None:
        return sentence

    def called(found: re.Match[str]) -> str:
        at_the_start, within = names[found[1]]
        return within if found.start() else at_the_start

    return _SIDES.sub(called, said)


def named_decision(header: Header, decision: Decision | None) -> Decision | None:
    """What must be decided, by whom, by name."""
    return decision and replace(decision, sentence=named(header, decision.sentence))


def named_reason(header: Header, reason: Reason) -> Reason:
    """A ruling with names."""
    return replace(reason, sentence=named(header, reason.sentence))


def named_result(header: Header, result: Result | None) -> Result | None:
    """How it ended, with names."""
    return result and replace(result, sentence=named(header, result.sentence))


def _names(header: Header) -> Mapping[str, tuple[str, str]]:
    """What One and Two are called; nothing if a side is two people, or if somebody is called what would confuse."""
    if set(header.names) != {"one", "two"}:
        return {}
    one, two = header.names["one"], header.names["two"]
    if one.casefold() == two.casefold() or _unfit(one) or _unfit(two):
        return {}
    return {"One": _written(header, "one"), "Two": _written(header, "two")}


def _unfit(name: str) -> bool:
    """Whether it is no name, or would be taken for a side."""
    return name.casefold() in _UNFIT or _SIDES.search(name) is not None


def _written(header: Header, seat: str) -> tuple[str, str]:
    """The name where a sentence starts and within one: the house has titles with an article, "A beginner"."""
    name = header.names[seat]
    titled = header.players[seat] != PERSON and _ARTICLE.match(name)
    return name, name[0].lower() + name[1:] if titled else name

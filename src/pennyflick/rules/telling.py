"""What an onlooker told, checked against the questions asked. Law: bad input is a ValueError in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pennyflick.rules.game import DECLARATIONS, Question
from pennyflick.table import Declare, DiscId, Seat
from pennyflick.table.near_miss import did_you_mean

DECLARED = "declared"  # the one key that is no question: a list of DECLARATIONS


@dataclass(frozen=True)
class Told:
    """Answers that fit their questions; what was not told is "no" or "none"."""

    answers: Mapping[str, Any]

    def yes(self, field: str) -> bool:
        """The answer to a yes-no question."""
        return bool(self.answers.get(field, False))

    def discs(self, field: str) -> tuple[DiscId, ...]:
        """The discs named, each once, in the order they were told."""
        return tuple(dict.fromkeys(DiscId(disc) for disc in self.answers.get(field, ())))

    def word(self, field: str) -> str | None:
        """The word chosen, or None."""
        return self.answers.get(field)

    def words(self, field: str) -> tuple[str, ...]:
        """The words chosen, each once."""
        return tuple(dict.fromkeys(self.answers.get(field, ())))


def told_answers(questions: Sequence[Question], told: Mapping[str, Any]) -> Told:
    """The answers, once each is known to fit its question."""
    known = {question.field: question for question in questions}
    for field, answer in told.items():
        if field == DECLARED:
            continue
        if field not in known:
            raise ValueError(_unknown("question", field, known))
        _check(known[field], answer)
    return Told({field: answer for field, answer in told.items() if field != DECLARED})


def told_declarations(told: Mapping[str, Any], by: Seat) -> tuple[Declare, ...]:
    """The fouls declared with a flick; the one who flicked committed them."""
    declared = told.get(DECLARED, ())
    if not _is_words(declared):
        raise ValueError(f"declared must be a list of {', '.join(DECLARATIONS)}, not {declared!r}")
    for what in declared:
        if what not in DECLARATIONS:
            raise ValueError(_unknown("foul", what, DECLARATIONS))
    return tuple(Declare(what, (), by) for what in dict.fromkeys(declared))


def _check(question: Question, answer: Any) -> None:
    match question.kind:
        case "yes-no":
            if not isinstance(answer, bool):
                raise ValueError(f"{question.field} is answered true or false, not {answer!r}")
        case "one-of":
            if not isinstance(answer, str) or answer not in question.options:
                raise ValueError(_wrong(question, answer))
        case _:
            if not _is_words(answer):
                raise ValueError(f"{question.field} is answered with a list, not {answer!r}")
            for each in answer:
                if each not in question.options:
                    raise ValueError(_wrong(question, each))


def _is_words(answer: Any) -> bool:
    return isinstance(answer, list | tuple) and all(isinstance(each, str) for each in answer)


def _wrong(question: Question, given: Any) -> str:
    return f"{question.field} cannot be {given!r}; it is one of {', '.join(question.options) or 'nothing'}"


def _unknown(what: str, given: str, known: Mapping[str, Any]) -> str:
    return f"no {what} named {given!r}; {did_you_mean(str(given), known)}"

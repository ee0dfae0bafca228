"""What an onlooker told, checked against the questions asked. Law: what cannot be is asked back, never ruled on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pennyflick.rules.game import DECLARATIONS, Question
from pennyflick.table import Declare, DiscId, Seat
from pennyflick.table.near_miss import did_you_mean

ToldValue = bool | str | tuple[str, ...]  # yes or no, one word, several words

DECLARED = Question("declared", "Which fouls were seen?", "many-of", tuple(DECLARATIONS))


class ToldError(ValueError):
    """Something said that cannot be: what was wrong and what would be right, and which questions to ask again."""

    def __init__(self, sentence: str, *fields: str) -> None:
        super().__init__(sentence)
        self.fields = fields


@dataclass(frozen=True)
class Answers:
    """Answers that fit their questions; what was not told is "no" or "none"."""

    answers: Mapping[str, ToldValue]

    def yes(self, field: str) -> bool:
        """The answer to a yes-no question."""
        return bool(self.answers.get(field, False))

    def no(self, field: str) -> bool:
        """Whether "no" was said, not merely nothing."""
        return self.answers.get(field) is False

    def discs(self, field: str) -> tuple[DiscId, ...]:
        """The discs named, each once, in the order they were told."""
        return tuple(DiscId(word) for word in self.words(field))

    def word(self, field: str) -> str | None:
        """The word chosen, or None."""
        chosen = self.answers.get(field)
        return chosen if isinstance(chosen, str) else None

    def words(self, field: str) -> tuple[str, ...]:
        """The words chosen, each once."""
        chosen = self.answers.get(field)
        return chosen if isinstance(chosen, tuple) else ()


def told_answers(questions: Sequence[Question], told: Mapping[str, Any]) -> Answers:
    """The answers, tidied, once each is known to fit its question; raises ToldError."""
    asked = {question.field: question for question in (*questions, DECLARED)}
    for field in told:
        if field not in asked:
            raise ToldError(unknown("field", field, asked))
    return Answers({field: checked_value(asked[field], value) for field, value in told.items()})


def told_declarations(answers: Answers, by: Seat) -> tuple[Declare, ...]:
    """The fouls declared with a flick; the one who flicked committed them."""
    return tuple(Declare(what, (), by) for what in answers.words(DECLARED.field))


def checked_value(question: Question, value: Any) -> ToldValue:
    """An answer to a question, tidied; raises ToldError with what would be right."""
    match question.kind:
        case "yes-no":
            if not isinstance(value, bool):
                raise ToldError(f"{question.field} is yes or no (true or false), not {value!r}", question.field)
            return value
        case "one-of":
            if not isinstance(value, str):
                raise ToldError(f"{question.field} is one word, not {value!r}", question.field)
            return _offered(question, value)
        case _:
            if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
                raise ToldError(f"{question.field} is a list of words, not {value!r}", question.field)
            return tuple(dict.fromkeys(_offered(question, each) for each in value))


def refuse_both(answers: Answers, first: str, others: Iterable[str], sentence: str) -> None:
    """Ask back when a disc is named for a question and for another that excludes it; {disc} stands in the sentence."""
    for other in others:
        for disc in answers.discs(first):
            if disc in answers.discs(other):
                raise ToldError(sentence.format(disc=disc), first, other)


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """A sentence for a word that is none of those known, with the one that was probably meant."""
    return f"no {what} {word!r}; {did_you_mean(str(word), known)}"


def _offered(question: Question, word: str) -> str:
    if word not in question.options:
        raise ToldError(unknown(f"{question.field} named", word, question.options), question.field)
    return word

"""The umpire of a real board: people say what happened, the game rules. Law: nothing is simulated, no metres."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from pennyflick import __version__
from pennyflick.record import UNFINISHED, Entry, Record, Seen, Told, Versions, digest
from pennyflick.record.notation import ToldValue
from pennyflick.rules.game import DECLARATIONS, Form, Game, Question, Result, Verdict
from pennyflick.rules.rulebook import RULES_VERSION
from pennyflick.table import Choose, Declare, Flick, Place, Resign, Seat, Side, SideFlick
from pennyflick.table.near_miss import did_you_mean

ON_TOP = "on-top"
DECLARED = Question("declared", "Which fouls were seen?", "many-of", tuple(DECLARATIONS))


class ToldError(ValueError):
    """Something said that cannot be: what was wrong and what would be right."""


@dataclass(frozen=True)
class Said:
    """One entry of the umpire's book and what was ruled."""

    number: int
    by: Seat
    told: Told
    verdict: Verdict[Any]
    digest: str  # of the ledger after


@dataclass(frozen=True)
class Sitting:
    """A match at a real board as the umpire has it."""

    game: Game[Any, Any]
    starter: Side
    names: Mapping[Seat, str]
    ledger: Any
    entries: tuple[Said, ...] = ()
    result: Result | None = None


def new_sitting(game: Game[Any, Any], starter: Side, names: Mapping[Seat, str] | None = None) -> Sitting:
    """A match about to begin."""
    called = {seat: (names or {}).get(seat, seat.name.capitalize()) for seat in game.seats}
    return Sitting(game, starter, called, game.opening(starter).ledger)


def form(sitting: Sitting) -> Form | None:
    """What the umpire asks now; None: the match is over."""
    return None if sitting.result else sitting.game.form(sitting.ledger)


def tell(sitting: Sitting, by: Seat | None, told: Told) -> Sitting:
    """The sitting after this was said; without a seat, by the first whose move it is. Raises ToldError."""
    asked = form(sitting)
    if asked is None:
        raise ToldError(f"the match is over: {sitting.result.sentence if sitting.result else ''}")
    seat = _speaker(sitting, asked, by, told)
    if isinstance(told, Resign):
        return _resigned(sitting, seat, told)
    checked = _checked(sitting, asked, told)
    return _with_entry(sitting, seat, checked, _ruling(sitting, checked))


def undo(sitting: Sitting, count: int = 1) -> Sitting:
    """The sitting without its last entries: the rest is judged again from the start."""
    if not 1 <= count <= len(sitting.entries):
        raise ToldError(f"cannot undo {count}: {len(sitting.entries)} entries have been made")
    fresh = new_sitting(sitting.game, sitting.starter, sitting.names)
    for said in sitting.entries[:-count]:
        fresh = tell(fresh, said.by, said.told)
    return fresh


def written_sitting(sitting: Sitting, *, date: str = "") -> Record:
    """The record of a sitting: facts instead of flicks."""
    return Record(
        game=sitting.game,
        starter=sitting.starter,
        versions=Versions(__version__, RULES_VERSION, None),
        date=date,
        names=sitting.names,
        result=result_text(sitting),
        entries=tuple(
            Entry(said.number, said.by, said.told, None, said.verdict.clauses, said.digest) for said in sitting.entries
        ),
    )


def result_text(sitting: Sitting) -> str:
    """The result as records write it."""
    if sitting.result is None:
        return UNFINISHED
    winner = sitting.result.winner
    return f"{winner.value if winner else 'draw'}: {sitting.result.sentence}"


def _speaker(sitting: Sitting, asked: Form, by: Seat | None, told: Told) -> Seat:
    if isinstance(told, Resign | Declare):
        seat = told.by
    else:
        seat = by or asked.seats[0]
        if seat not in asked.seats:
            wanted = " or ".join(each.name for each in asked.seats)
            raise ToldError(f"it is for {wanted} to play, not {seat.name}: {asked.sentence}")
    if seat not in sitting.game.seats:
        names = [each.name for each in sitting.game.seats]
        raise ToldError(f"no seat {seat.name!r} at this table; {did_you_mean(seat.name, names)}")
    return seat


def _checked(sitting: Sitting, asked: Form, told: Told) -> Told:
    """The same, tidied; raises ToldError when the form does not ask for it."""
    match told:
        case Seen():
            return Seen(_checked_fields(asked, told.told))
        case Place():
            return _checked_place(asked, told)
        case Choose():
            if told.key not in (asked.choices or {}):
                raise ToldError(_unknown("choice", told.key, asked.choices or {}))
            return told
        case Declare():
            return _checked_declare(sitting, told)
        case Flick() | SideFlick():
            raise ToldError("a flick at a real board is told by what was seen, not by direction and speed")
        case Resign():
            return told
        case _:
            assert_never(told)


def _checked_fields(asked: Form, told: Mapping[str, ToldValue]) -> dict[str, ToldValue]:
    if not asked.questions:
        raise ToldError(f"no flick is due now: {asked.sentence}")
    questions = {question.field: question for question in (*asked.questions, DECLARED)}
    for field in told:
        if field not in questions:
            raise ToldError(_unknown("field", field, questions))
    return {field: checked_value(questions[field], value) for field, value in told.items()}


def checked_value(question: Question, value: Any) -> ToldValue:
    """An answer to a question, tidied; raises ToldError with what would be right."""
    match question.kind:
        case "yes-no":
            if not isinstance(value, bool):
                raise ToldError(f"{question.field} is yes or no (true or false), not {value!r}")
            return value
        case "one-of":
            if not isinstance(value, str):
                raise ToldError(f"{question.field} is one word, not {value!r}")
            return _offered(question, value)
        case _:
            if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
                raise ToldError(f"{question.field} is a list of words, not {value!r}")
            return tuple(dict.fromkeys(_offered(question, each) for each in value))


def _offered(question: Question, word: str) -> str:
    if word not in question.options:
        raise ToldError(_unknown(f"{question.field} named", word, question.options))
    return word


def _checked_place(asked: Form, told: Place) -> Place:
    for group in asked.places:
        if set(group) == set(told.points):
            return Place(dict.fromkeys(group))
    if not asked.places:
        raise ToldError(f"nothing is to be put down now: {asked.sentence}")
    groups = " or ".join(", ".join(group) for group in asked.places)
    raise ToldError(f"{', '.join(told.points) or 'nothing'} cannot be put down now, only {groups}")


def _checked_declare(sitting: Sitting, told: Declare) -> Declare:
    if told.what not in DECLARATIONS:
        raise ToldError(_unknown("foul", told.what, DECLARATIONS))
    discs = [disc.id for disc in sitting.game.discs]
    for disc in told.discs:
        if disc not in discs:
            raise ToldError(_unknown("disc", disc, discs))
    if told.what == ON_TOP and len(told.discs) < 2:
        raise ToldError("say which penny rests on which: the one on top first, then the one below")
    return told


def _ruling(sitting: Sitting, told: Told) -> Verdict[Any]:
    game = sitting.game
    if not isinstance(told, Seen):
        assert isinstance(told, Place | Choose | Declare), "flicks and resignations were dealt with before"
        return game.judge(sitting.ledger, told)
    try:
        return game.judge(sitting.ledger, game.facts(sitting.ledger, told.told))
    except ValueError as error:
        raise ToldError(str(error)) from error


def _resigned(sitting: Sitting, seat: Seat, told: Resign) -> Sitting:
    winner = seat.side.other
    sentence = f"{sitting.names[seat]} resigned: {winner.value.capitalize()} wins."
    done = _with_entry(sitting, seat, told, Verdict(sitting.ledger, (), {}, (sentence,)))
    return dataclasses.replace(done, result=Result(winner, sentence))


def _with_entry(sitting: Sitting, seat: Seat, told: Told, verdict: Verdict[Any]) -> Sitting:
    said = Said(len(sitting.entries) + 1, seat, told, verdict, digest(verdict.ledger))
    return dataclasses.replace(
        sitting,
        ledger=verdict.ledger,
        entries=(*sitting.entries, said),
        result=sitting.game.result(verdict.ledger),
    )


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    return f"no {what} {word!r}; {did_you_mean(word, known)}"

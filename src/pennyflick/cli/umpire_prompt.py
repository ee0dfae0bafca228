"""The umpire for people: questions, rulings and the score in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pennyflick.cli.errors import CommandError
from pennyflick.cli.rules import print_clause
from pennyflick.cli.told_lines import ruling_lines, sheet_lines
from pennyflick.match.umpire import Book, Said, Sitting, form, seat_called
from pennyflick.record import Seen, Told
from pennyflick.rules.game import DECLARATIONS, Form, Question
from pennyflick.rules.telling import DECLARED, Answers, ToldError, ToldValue, checked_value
from pennyflick.table import Choose, Declare, DiscId, Place, Resign, Seat, Subject, Viewer, says, verb

COMMANDS = """\
  Enter                      do what is asked: tell about the flick, or say that the discs are put down
  flick                      tell about the flick
  place DISC …               these discs have been put down
  KEY                        choose one of the options shown
  foul WHAT [DISC …] by NAME  a foul without a flick: touch, unclean, moved-board, on-top;
                             asks what fell because of it
  score · rules CLAUSE       the score sheet · a clause, like rules BLK-12
  undo [N]                   drop the last entries
  resign NAME · stop         give up the match · stop here; the record keeps everything
A name is that of a player, or one, two, one-b, two-b.
At a question: Enter means no or none, discs are listed with blanks between, back drops the answers given so far.
Asked again because two answers contradict each other: Enter keeps what was told, none takes it back."""
FALLING = ("touch", "moved-board")  # the fouls without a flick that can make something fall


class _BackError(Exception):
    """The person wants to start the entry again."""


class _StopError(Exception):
    """The person wants to stop."""


def converse(book: Book) -> None:
    """Ask and rule until the match is over or the person stops."""
    starts = says(Subject(book.sitting.starter), verb("starts")).said(book.sitting.watcher)
    print(f"{book.sitting.game.title}. {starts} Type help for help.")
    try:
        while (asked := form(book.sitting)) is not None:
            _show(asked, book.sitting.watcher)
            _turn(book, asked)
    except (_StopError, EOFError):
        print("\nStopped.")
    _score(book, "")
    if book.sitting.result is not None:
        print(book.sitting.result.sentence.said(book.sitting.watcher))


def _show(asked: Form, viewer: Viewer) -> None:
    print(f"\n{asked.sentence.said(viewer)}  [{' '.join(asked.clauses)}]")
    for group in asked.places:
        print(f"  place {' '.join(group)}")
    for key, sentence in (asked.choices or {}).items():
        print(f"  {key}: {sentence.said(viewer)}")


def _turn(book: Book, asked: Form) -> None:
    line = input("> ").strip()
    word, _, rest = line.partition(" ")
    try:
        if word in _COMMANDS:
            _COMMANDS[word](book, rest.strip())
            return
        by, told = _told(book.sitting, asked, line)
        said = _entered(book, asked, by, told)
    except _BackError:
        return
    except (ToldError, CommandError) as error:
        print(f"  {error}")
        return
    print(*ruling_lines(said.verdict, book.sitting.watcher), sep="\n")
    _score(book, "")


def _entered(book: Book, asked: Form, by: Seat | None, told: Told) -> Said:
    """The entry, once nothing in it contradicts itself: what does is asked again, the rest is kept."""
    while True:
        try:
            return book.enter(by, told)
        except ToldError as error:
            again = [question for question in (*asked.questions, DECLARED) if question.field in error.fields]
            if not isinstance(told, Seen) or not again:
                raise
            print(f"  {error}")
            told = Seen(_retold(again, told.told, book.sitting.watcher))


def _retold(questions: list[Question], before: Mapping[str, ToldValue], viewer: Viewer) -> dict[str, ToldValue]:
    """The answers with those to these questions given anew."""
    told = dict(before)
    for question in questions:
        value = _answer(question, viewer, told.get(question.field))
        told.pop(question.field, None)
        if value is not None:
            told[question.field] = value
    return told


def _told(sitting: Sitting, asked: Form, line: str) -> tuple[Seat | None, Told]:
    words = line.split()
    match words:
        case []:
            return _obvious(sitting, asked)
        case ["flick"]:
            return _flicker(sitting, asked), _seen(sitting, asked)
        case ["place", *discs]:
            return None, Place(dict.fromkeys(map(DiscId, discs or _only_group(asked))))
        case ["foul", what, *rest] if "by" in rest:
            discs, who = _split(rest, "by")
            foul = Declare(what, tuple(map(DiscId, discs)), seat_called(sitting, who))
            return None, _foul(sitting, asked, foul)
        case ["resign", *name] if name:
            return None, Resign(seat_called(sitting, " ".join(name)))
        case ["choose", key] | [key] if key in (asked.choices or {}):
            return None, Choose(key)
        case _:
            raise ToldError(f"cannot read {line!r}; type help for what can be said")


def _split(words: list[str], at: str) -> tuple[list[str], str]:
    """The words before this one, and those after it: a name may have several."""
    place = words.index(at)
    return words[:place], " ".join(words[place + 1 :])


def _obvious(sitting: Sitting, asked: Form) -> tuple[Seat | None, Told]:
    """What Enter means: the flick where one is due, else the only placement."""
    if asked.questions:
        return _flicker(sitting, asked), _seen(sitting, asked)
    return None, Place(dict.fromkeys(_only_group(asked)))


def _only_group(asked: Form) -> tuple[DiscId, ...]:
    if len(asked.places) != 1:
        raise ToldError("say which of these; type help for what can be said")
    return asked.places[0]


def _flicker(sitting: Sitting, asked: Form) -> Seat | None:
    if len(asked.seats) < 2:
        return None
    names = tuple(sitting.names[seat] for seat in asked.seats)
    chosen = _answer(Question("by", "Who flicked?", "one-of", names), sitting.watcher)
    return None if chosen is None else seat_called(sitting, str(chosen))


def _seen(sitting: Sitting, asked: Form) -> Seen:
    return Seen(_retold([*asked.questions, DECLARED], {}, sitting.watcher))


def _foul(sitting: Sitting, asked: Form, foul: Declare) -> Declare:
    """The foul with what fell because of it, where it can make something fall."""
    if foul.what not in FALLING:
        return foul
    told = Answers({question.field: _answer(question, sitting.watcher) or () for question in asked.fallen})
    return replace(foul, off=told.discs("off"), sunk=told.discs("sunk"))


def _answer(question: Question, viewer: Viewer, before: ToldValue | None = None) -> ToldValue | None:
    """The answer to one question, asked until it can be; None: nothing to say. Enter keeps what was told before."""
    while True:
        line = input(f"  {question.said(viewer)} {_hint(question, before)} ").strip()
        match line:
            case "":
                return before
            case "none" if "none" not in question.options:
                return None
            case "back":
                raise _BackError
            case "stop":
                raise _StopError
        try:
            return checked_value(question, _value(question, line))
        except ToldError as error:
            print(f"  {error}")


def _hint(question: Question, before: ToldValue | None) -> str:
    told = "" if before is None else f" (told: {_said(before)})"
    offered = "y/N" if question.kind == "yes-no" else " ".join(question.options)
    return f"[{offered}]{told}"


def _said(value: ToldValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case _:
            return " ".join(value) or "none"


def _value(question: Question, line: str) -> object:
    match question.kind:
        case "yes-no":
            return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower(), line)
        case "one-of":
            return _listed(question, [line])[0]
        case _:
            return _listed(question, line.replace(",", " ").split())


def _listed(question: Question, words: list[str]) -> list[str]:
    """Words as the question spells them, whatever their capitals."""
    spelled = {option.lower(): option for option in question.options}
    return [spelled.get(word.lower(), word) for word in words]


def _help(book: Book, rest: str) -> None:
    del book, rest
    print(COMMANDS)
    print("  fouls: " + " · ".join(f"{what}: {sentence}" for what, sentence in DECLARATIONS.items()))


def _score(book: Book, rest: str) -> None:
    del rest
    print(*sheet_lines(book.sitting.game, book.sitting.ledger, book.sitting.watcher), sep="\n")


def _rules(book: Book, rest: str) -> None:
    del book
    print_clause(rest)


def _undo(book: Book, rest: str) -> None:
    if rest and not rest.isdigit():
        raise ToldError(f"undo how many? a whole number, not {rest!r}")
    book.strike(int(rest or 1))
    print(f"  {len(book.sitting.entries)} entries are left.")
    _score(book, "")


def _stop(book: Book, rest: str) -> None:
    del book, rest
    raise _StopError


_COMMANDS: Mapping[str, Callable[[Book, str], None]] = {
    "help": _help,
    "score": _score,
    "rules": _rules,
    "undo": _undo,
    "stop": _stop,
}

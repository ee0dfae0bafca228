"""The umpire for people: questions, rulings and the score in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pennyflick.cli.errors import CommandError
from pennyflick.cli.rules import print_clause
from pennyflick.cli.told_lines import ruling_lines, sheet_lines
from pennyflick.cli.umpire_book import Book
from pennyflick.match.umpire import DECLARED, ToldError, checked_value, form
from pennyflick.record import Seen, Told
from pennyflick.record.notation import ToldValue
from pennyflick.rules.game import DECLARATIONS, Form, Question
from pennyflick.table import Choose, Declare, DiscId, Place, Resign, Seat

COMMANDS = """\
  Enter                      do what is asked: tell about the flick, or say that the discs are put down
  flick                      tell about the flick
  place DISC …               these discs have been put down
  KEY                        choose one of the options shown
  foul WHAT [DISC …] by SEAT  a foul without a flick: touch, unclean, moved-board, on-top
  score · rules CLAUSE       the score sheet · a clause, like rules BLK-12
  undo [N]                   drop the last entries
  resign SEAT · stop         give up the match · stop here; the record keeps everything
At a question: Enter means no or none, discs are listed with blanks between, back drops the answers given so far."""


class _BackError(Exception):
    """The person wants to start the entry again."""


class _StopError(Exception):
    """The person wants to stop."""


def converse(book: Book) -> None:
    """Ask and rule until the match is over or the person stops."""
    print(f"{book.sitting.game.title}. {book.sitting.starter.value.capitalize()} starts. Type help for help.")
    try:
        while (asked := form(book.sitting)) is not None:
            _show(asked)
            _turn(book, asked)
    except (_StopError, EOFError):
        print("\nStopped.")
    _score(book, "")
    if book.sitting.result is not None:
        print(book.sitting.result.sentence)


def _show(asked: Form) -> None:
    print(f"\n{asked.sentence}  [{' '.join(asked.clauses)}]")
    for group in asked.places:
        print(f"  place {' '.join(group)}")
    for key, sentence in (asked.choices or {}).items():
        print(f"  {key}: {sentence}")


def _turn(book: Book, asked: Form) -> None:
    line = input("> ").strip()
    word, _, rest = line.partition(" ")
    try:
        if word in _COMMANDS:
            _COMMANDS[word](book, rest.strip())
            return
        by, told = _told(asked, line)
        said = book.enter(by, told)
    except _BackError:
        return
    except (ToldError, CommandError) as error:
        print(f"  {error}")
        return
    print(*ruling_lines(said.verdict), sep="\n")
    _score(book, "")


def _told(asked: Form, line: str) -> tuple[Seat | None, Told]:
    words = line.split()
    match words:
        case []:
            return _obvious(asked)
        case ["flick"]:
            return _flicker(asked), _seen(asked)
        case ["place", *discs]:
            return None, Place(dict.fromkeys(map(DiscId, discs or _only_group(asked))))
        case ["foul", what, *discs, "by", seat]:
            return None, Declare(what, tuple(map(DiscId, discs)), _seat(seat))
        case ["resign", seat]:
            return None, Resign(_seat(seat))
        case ["choose", key] | [key] if key in (asked.choices or {}):
            return None, Choose(key)
        case _:
            raise ToldError(f"cannot read {line!r}; type help for what can be said")


def _obvious(asked: Form) -> tuple[Seat | None, Told]:
    """What Enter means: the flick where one is due, else the only placement."""
    if asked.questions:
        return _flicker(asked), _seen(asked)
    return None, Place(dict.fromkeys(_only_group(asked)))


def _only_group(asked: Form) -> tuple[DiscId, ...]:
    if len(asked.places) != 1:
        raise ToldError("say which of these; type help for what can be said")
    return asked.places[0]


def _flicker(asked: Form) -> Seat | None:
    if len(asked.seats) < 2:
        return None
    names = [seat.name for seat in asked.seats]
    chosen = _answer(Question("by", "Who flicked?", "one-of", tuple(names)))
    return None if chosen is None else _seat(str(chosen))


def _seen(asked: Form) -> Seen:
    told: dict[str, ToldValue] = {}
    for question in (*asked.questions, DECLARED):
        value = _answer(question)
        if value is not None:
            told[question.field] = value
    return Seen(told)


def _answer(question: Question) -> ToldValue | None:
    """The answer to one question, asked until it can be; None: nothing to say."""
    while True:
        line = input(f"  {question.sentence} {_hint(question)} ").strip()
        match line:
            case "":
                return None
            case "back":
                raise _BackError
            case "stop":
                raise _StopError
        try:
            return checked_value(question, _value(question, line))
        except ToldError as error:
            print(f"  {error}")


def _hint(question: Question) -> str:
    match question.kind:
        case "yes-no":
            return "[y/N]"
        case _:
            return f"[{' '.join(question.options)}]"


def _value(question: Question, line: str) -> object:
    match question.kind:
        case "yes-no":
            return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower(), line)
        case "one-of":
            return line
        case _:
            return _listed(question, line.replace(",", " ").split())


def _listed(question: Question, words: list[str]) -> list[str]:
    """Words as the question spells them, whatever their capitals."""
    spelled = {option.lower(): option for option in question.options}
    return [spelled.get(word.lower(), word) for word in words]


def _seat(name: str) -> Seat:
    if name not in ("one", "two", "one-b", "two-b"):
        raise ToldError(f"a seat is one, two, one-b or two-b, not {name!r}")
    return Seat.from_name(name)


def _help(book: Book, rest: str) -> None:
    del book, rest
    print(COMMANDS)
    print("  fouls: " + " · ".join(f"{what}: {sentence}" for what, sentence in DECLARATIONS.items()))


def _score(book: Book, rest: str) -> None:
    del rest
    print(*sheet_lines(book.sitting.game, book.sitting.ledger), sep="\n")


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

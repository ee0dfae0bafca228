"""The umpire of a real board: people say what happened, the game rules. Law: nothing is simulated, no metres."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from pennyflick import __version__
from pennyflick.match.referee import resigned_sentence
from pennyflick.match.umpire.fouls import checked_foul
from pennyflick.record import UNFINISHED, Entry, Record, Seen, Told, Versions, digest
from pennyflick.rules.game import Form, Game, Result, Verdict
from pennyflick.rules.partners import partners_discs
from pennyflick.rules.rulebook import RULES_VERSION
from pennyflick.rules.telling import ToldError, ToldValue, told_answers, unknown
from pennyflick.table import (
    Choose,
    Declare,
    DiscId,
    Flick,
    Fragment,
    Object,
    Owner,
    Place,
    Resign,
    Seat,
    Side,
    SideFlick,
    Viewer,
    listed,
    phrase,
)


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

    @property
    def watcher(self) -> Viewer:
        """Whoever reads the umpire's book: sentences call the players by their names."""
        return Viewer(self.names)


def new_sitting(game: Game[Any, Any], starter: Side, names: Mapping[Seat, str] | None = None) -> Sitting:
    """A match about to begin."""
    called = {seat: (names or {}).get(seat, seat.name.capitalize()) for seat in game.seats}
    return Sitting(game, starter, called, game.opening(starter).ledger)


def seat_called(sitting: Sitting, word: str) -> Seat:
    """The seat that people mean by a name, whatever its capitals, or by one, two, one-b, two-b. Raises ToldError."""
    meant = word.strip().casefold()
    seats = [seat for seat in sitting.game.seats if seat.name == meant]
    found = seats or [seat for seat, name in sitting.names.items() if name.casefold() == meant]
    if len(found) != 1:
        called = [f"{name} ({seat.name})" for seat, name in sitting.names.items()]
        raise ToldError(f"{'two are' if found else 'nobody here is'} called {word!r}; there are {', '.join(called)}")
    return found[0]


def form(sitting: Sitting) -> Form | None:
    """What the umpire asks now; None: the match is over."""
    return None if sitting.result else sitting.game.form(sitting.ledger)


def tell(sitting: Sitting, by: Seat | None, told: Told) -> Sitting:
    """The sitting after this was said; without a seat, by the first who can have done it. Raises ToldError."""
    asked = form(sitting)
    if asked is None:
        raise _told_error(sitting, "the match is over:", sitting.result.sentence if sitting.result else "")
    if isinstance(told, Resign):
        return _resigned(sitting, _at_the_table(sitting, told.by), told)
    seat, checked, verdict = _ruled(sitting, asked, by, told)
    return _with_entry(sitting, seat, checked, verdict)


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


def _ruled(sitting: Sitting, asked: Form, by: Seat | None, told: Told) -> tuple[Seat, Told, Verdict[Any]]:
    """Who did it, the same tidied, and the ruling; raises ToldError when it cannot be."""
    game, ledger = sitting.game, sitting.ledger
    match told:
        case Seen():
            answers = _checked_answers(sitting, asked, told.told)
            facts = game.facts(ledger, answers)
            # where the form asks which disc was flicked, the facts tell it
            seat = _player(sitting, asked, by, getattr(facts, "flicked", None))
            return seat, Seen(answers), game.judge(ledger, facts)
        case Place():
            placed = _checked_place(sitting, asked, told)
            alone = next(iter(placed.points)) if len(placed.points) == 1 else None
            return _player(sitting, asked, by, alone), placed, game.judge(ledger, placed)
        case Choose():
            if told.key not in (asked.choices or {}):
                raise ToldError(unknown("choice", told.key, asked.choices or {}))
            return _player(sitting, asked, by, None), told, game.judge(ledger, told)
        case Declare():
            foul = checked_foul(game, asked, told)
            return _at_the_table(sitting, foul.by), foul, game.judge(ledger, foul)
        case Flick() | SideFlick():
            raise ToldError("a flick at a real board is told by what was seen, not by direction and speed")
        case Resign():
            raise AssertionError("a resignation is not ruled on")
        case _:
            assert_never(told)


def _player(sitting: Sitting, asked: Form, by: Seat | None, handled: DiscId | None) -> Seat:
    """Who played; of partners each handles only his own, marked disc (RED-20)."""
    if by is not None and by not in asked.seats:
        wanted = listed(map(Object, asked.seats), "or")
        raise _told_error(sitting, "it is for", wanted, "to play, not", Object(by), ":", asked.sentence)
    able = [seat for seat in asked.seats if handled not in partners_discs(sitting.game.discs, seat)]
    if by is None:
        return able[0]
    if by not in able:
        raise _not_his(sitting, str(handled), by, able)
    return by


def _not_his(sitting: Sitting, handled: str, by: Seat, able: Sequence[Seat]) -> ToldError:
    whose = phrase(f"{handled} is", listed(map(Owner, able), "or"), "to play, not", Owner(by))
    right = " or ".join(seat.name for seat in able)
    return ToldError(phrase(whose, f": say by {right}, or another disc").said(sitting.watcher), "flicked")


def _at_the_table(sitting: Sitting, seat: Seat) -> Seat:
    seats = [each.name for each in sitting.game.seats]
    if seat.name not in seats:
        raise ToldError(f"no seat {seat.name!r} at this table; there are {', '.join(seats)}")
    return seat


def _checked_answers(sitting: Sitting, asked: Form, told: Mapping[str, ToldValue]) -> Mapping[str, ToldValue]:
    if not asked.questions:
        raise _told_error(sitting, "no flick is due now:", asked.sentence)
    return told_answers(asked.questions, told).answers


def _checked_place(sitting: Sitting, asked: Form, told: Place) -> Place:
    for group in asked.places:
        if set(group) == set(told.points):
            return Place(dict.fromkeys(group))
    if not asked.places:
        raise _told_error(sitting, "nothing is to be put down now:", asked.sentence)
    groups = " or ".join(", ".join(group) for group in asked.places)
    raise ToldError(f"{', '.join(told.points) or 'nothing'} cannot be put down now, only {groups}")


def _resigned(sitting: Sitting, seat: Seat, told: Resign) -> Sitting:
    winner, sentence = seat.side.other, resigned_sentence(seat)
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


def _told_error(sitting: Sitting, *fragments: Fragment) -> ToldError:
    """What cannot be, said with the names of this table."""
    return ToldError(phrase(*fragments).said(sitting.watcher))

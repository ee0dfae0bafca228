"""The umpire's JSON, one object per line: what is said in, what is ruled out (docs/umpire.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pennyflick.match.umpire.sitting import Said, Sitting, form
from pennyflick.record import Seen, Told, plain
from pennyflick.rules.game import Form, Question
from pennyflick.rules.telling import ToldError
from pennyflick.table import Choose, Declare, DiscId, Place, Reason, Resign, Seat, Viewer

_ACTS = ("seen", "place", "choose", "declare", "resign", "undo", "show", "stop")
_SEATS = ("one", "two", "one-b", "two-b")


def parse_line(line: str) -> dict[str, Any]:
    """The object on a line; raises ToldError when it is none of ours."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ToldError(f"not JSON: {error}") from None
    if not isinstance(asked, dict):
        raise ToldError(f"a line is one JSON object, not {json.dumps(asked)[:40]}")
    acts = [act for act in _ACTS if act in asked]
    if len(acts) != 1:
        raise ToldError(f"a line says exactly one of {', '.join(_ACTS)}; this one says {', '.join(acts) or 'none'}")
    unknown = set(asked) - {acts[0], "by"}
    if unknown:
        raise ToldError(f"beside {acts[0]} a line may only say by, not {', '.join(sorted(unknown))}")
    return asked


def told_of(asked: Mapping[str, Any]) -> Told:
    """What the object says happened; raises ToldError."""
    match asked:
        case {"seen": dict() as fields}:
            return Seen({field: tuple(v) if isinstance(v, list) else v for field, v in fields.items()})
        case {"place": list() as discs} if _words(discs):
            return Place(dict.fromkeys(map(DiscId, discs)))
        case {"choose": str() as key}:
            return Choose(key)
        case {"declare": {"what": str() as what, "by": by, **more}} if set(more) <= {"discs", "off", "sunk"}:
            named, off, sunk = (_discs(more.get(field, [])) for field in ("discs", "off", "sunk"))
            return Declare(what, named, seat_named(by), off, sunk)
        case {"resign": by}:
            return Resign(seat_named(by))
        case _:
            raise ToldError(
                'write {"seen": {…}}, {"place": ["Y1"]}, {"choose": "key"}, '
                '{"declare": {"what": "touch", "discs": [], "by": "one"}} or {"resign": "one"}'
            )


def _words(values: list[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


def _discs(values: Any) -> tuple[DiscId, ...]:
    if not isinstance(values, list) or not _words(values):
        raise ToldError("the discs of a declared foul are a list of words")
    return tuple(map(DiscId, values))


def seat_named(name: Any) -> Seat:
    """The seat of that name; raises ToldError."""
    if name not in _SEATS:
        raise ToldError(f"a seat is one, two, one-b or two-b, not {name!r}")
    return Seat.from_name(name)


def count_of(value: Any) -> int:
    """How many entries to undo; raises ToldError."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ToldError(f"undo how many? a whole number, not {value!r}")
    return value


def state(sitting: Sitting, said: Said | None = None) -> dict[str, Any]:
    """The line that answers an entry, or shows where the match stands."""
    asked = form(sitting)
    return {
        "ok": True,
        "entries": len(sitting.entries),
        "ruling": [] if said is None else [_reason(sitting, reason) for reason in said.verdict.reasons],
        "clauses": [] if said is None else list(said.verdict.clauses),
        "notes": [] if said is None else [note.said(sitting.watcher) for note in said.verdict.notes],
        "digest": None if said is None else said.digest,
        "score": [{"label": r.label, "one": r.one, "two": r.two} for r in sitting.game.sheet(sitting.ledger)],
        "next": None if asked is None else form_json(asked, sitting.watcher),
        "result": None if sitting.result is None else _result(sitting),
        "ledger": plain(sitting.ledger),
    }


def _reason(sitting: Sitting, reason: Reason) -> dict[str, Any]:
    sentence = reason.sentence.said(sitting.watcher)
    return {"clause": reason.clause, "sentence": sentence, "discs": list(reason.discs)}


def _result(sitting: Sitting) -> dict[str, Any]:
    assert sitting.result is not None
    winner, sentence = sitting.result.winner, sitting.result.sentence.said(sitting.watcher)
    return {"winner": None if winner is None else winner.value, "sentence": sentence}


def form_json(asked: Form, viewer: Viewer) -> dict[str, Any]:
    """What is asked next, in the words for whoever reads it."""
    return {
        "seats": [seat.name for seat in asked.seats],
        "sentence": asked.sentence.said(viewer),
        "clauses": list(asked.clauses),
        "questions": [_question(question, viewer) for question in asked.questions],
        "places": [list(group) for group in asked.places],
        "choices": {key: sentence.said(viewer) for key, sentence in (asked.choices or {}).items()},
        "fouls": list(asked.fouls),
        "fallen": [_question(question, viewer) for question in asked.fallen],
    }


def _question(asked: Question, viewer: Viewer) -> dict[str, Any]:
    return {"field": asked.field, "sentence": asked.said(viewer), "kind": asked.kind, "options": list(asked.options)}


def error_json(error: ToldError) -> dict[str, Any]:
    """The line that asks back: why, and which questions to answer anew."""
    return {"ok": False, "error": str(error), "fields": list(error.fields)}

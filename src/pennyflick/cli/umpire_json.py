"""The umpire for programs: one JSON object per line in, one per line out (docs/umpire.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from pennyflick.cli.errors import CommandError
from pennyflick.cli.umpire_book import Book
from pennyflick.match.umpire import Said, Sitting, ToldError, form
from pennyflick.record import Seen, Told, plain
from pennyflick.rules.game import DECLARATIONS, Form
from pennyflick.table import Choose, Declare, DiscId, Place, Resign, Seat

_ACTS = ("seen", "place", "choose", "declare", "resign", "undo", "show", "stop")


def serve_lines(book: Book) -> None:
    """Answer every line of standard input until it ends or says stop; the first line out is the beginning."""
    _say(state(book.sitting))
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            asked = parse_line(line)
            if "stop" in asked:
                return
            _say(_answered(book, asked))
        except (ToldError, CommandError) as error:
            _say({"ok": False, "error": str(error)})


def _say(line: Mapping[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


def _answered(book: Book, asked: dict[str, Any]) -> dict[str, Any]:
    if "show" in asked:
        return state(book.sitting)
    if "undo" in asked:
        book.strike(_count(asked["undo"]))
        return state(book.sitting)
    by = None if "by" not in asked else _seat(asked["by"])
    said = book.enter(by, told_of(asked))
    return state(book.sitting, said)


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
        case {"declare": {"what": str() as what, "by": by, **more}} if set(more) <= {"discs"}:
            touched = more.get("discs", [])
            if not isinstance(touched, list) or not _words(touched):
                raise ToldError("the discs of a declared foul are a list of words")
            return Declare(what, tuple(map(DiscId, touched)), _seat(by))
        case {"resign": by}:
            return Resign(_seat(by))
        case _:
            raise ToldError(
                'write {"seen": {…}}, {"place": ["Y1"]}, {"choose": "key"}, '
                '{"declare": {"what": "touch", "discs": [], "by": "one"}} or {"resign": "one"}'
            )


def _words(values: list[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


def _seat(name: Any) -> Seat:
    if name not in ("one", "two", "one-b", "two-b"):
        raise ToldError(f"a seat is one, two, one-b or two-b, not {name!r}")
    return Seat.from_name(name)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ToldError(f"undo how many? a whole number, not {value!r}")
    return value


def state(sitting: Sitting, said: Said | None = None) -> dict[str, Any]:
    """The line that answers an entry, or shows where the match stands."""
    asked = form(sitting)
    return {
        "ok": True,
        "entries": len(sitting.entries),
        "ruling": [] if said is None else [_reason(reason) for reason in said.verdict.reasons],
        "clauses": [] if said is None else list(said.verdict.clauses),
        "notes": [] if said is None else list(said.verdict.notes),
        "digest": None if said is None else said.digest,
        "score": [{"label": r.label, "one": r.one, "two": r.two} for r in sitting.game.sheet(sitting.ledger)],
        "next": None if asked is None else form_json(asked),
        "result": None if sitting.result is None else _result(sitting),
        "ledger": plain(sitting.ledger),
    }


def _reason(reason: Any) -> dict[str, Any]:
    return {"clause": reason.clause, "sentence": reason.sentence, "discs": list(reason.discs)}


def _result(sitting: Sitting) -> dict[str, Any]:
    assert sitting.result is not None
    winner = sitting.result.winner
    return {"winner": None if winner is None else winner.value, "sentence": sitting.result.sentence}


def form_json(asked: Form) -> dict[str, Any]:
    """What is asked next."""
    return {
        "seats": [seat.name for seat in asked.seats],
        "sentence": asked.sentence,
        "clauses": list(asked.clauses),
        "questions": [
            {"field": q.field, "sentence": q.sentence, "kind": q.kind, "options": list(q.options)}
            for q in asked.questions
        ],
        "places": [list(group) for group in asked.places],
        "choices": dict(asked.choices or {}),
    }


_WORDS = {"type": "array", "items": {"type": "string"}}
_SEAT = {"enum": ["one", "two", "one-b", "two-b"]}
_BY = {"by": {**_SEAT, "description": "who played; the first of next.seats when left out"}}


def _entry(act: str, schema: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = {act: schema, **(more or {})}
    return {"type": "object", "required": [act], "additionalProperties": False, "properties": properties}


SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "pennyflick umpire --json",
    "description": "Each line of input is one `entry`; each line of output is one `answer` or one `error`. The first "
    "line of output comes before any input.",
    "$defs": {
        "entry": {
            "oneOf": [
                _entry(
                    "seen",
                    {
                        "type": "object",
                        "description": "a flick, by the fields of next.questions: yes-no as true or false, one-of as a "
                        "word, discs and many-of as lists of words; left out means no or none; also declared",
                        "additionalProperties": {"anyOf": [{"type": "boolean"}, {"type": "string"}, _WORDS]},
                    },
                    _BY,
                ),
                _entry("place", {**_WORDS, "description": "one group of next.places, now put down"}, _BY),
                _entry("choose", {"type": "string", "description": "a key of next.choices"}, _BY),
                _entry(
                    "declare",
                    {
                        "type": "object",
                        "description": "a foul without a flick",
                        "required": ["what", "by"],
                        "additionalProperties": False,
                        "properties": {"what": {"enum": list(DECLARATIONS)}, "discs": _WORDS, "by": _SEAT},
                    },
                ),
                _entry("resign", _SEAT),
                _entry("undo", {"type": "integer", "minimum": 1, "description": "how many entries to drop"}),
                _entry("show", {"const": True}),
                _entry("stop", {"const": True}),
            ]
        },
        "answer": {
            "type": "object",
            "required": ["ok", "entries", "ruling", "clauses", "notes", "digest", "score", "next", "result", "ledger"],
            "additionalProperties": False,
            "properties": {
                "ok": {"const": True},
                "entries": {"type": "integer", "description": "how many entries the book holds"},
                "ruling": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["clause", "sentence", "discs"],
                        "properties": {"clause": {"type": "string"}, "sentence": {"type": "string"}, "discs": _WORDS},
                    },
                },
                "clauses": _WORDS,
                "notes": {**_WORDS, "description": "remarks that no clause makes"},
                "digest": {"type": ["string", "null"], "pattern": "^[0-9a-f]{8}$"},
                "score": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["label", "one", "two"],
                        "properties": {name: {"type": "string"} for name in ("label", "one", "two")},
                    },
                },
                "next": {
                    "type": ["object", "null"],
                    "description": "what can be said now; null: the match is over",
                    "properties": {
                        "seats": {"type": "array", "items": _SEAT},
                        "sentence": {"type": "string"},
                        "clauses": _WORDS,
                        "questions": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {
                                    "field": {"type": "string"},
                                    "sentence": {"type": "string"},
                                    "kind": {"enum": ["yes-no", "discs", "one-of", "many-of"]},
                                    "options": _WORDS,
                                },
                            },
                        },
                        "places": {"type": "array", "items": _WORDS},
                        "choices": {"type": "object", "additionalProperties": {"type": "string"}},
                    },
                },
                "result": {
                    "type": ["object", "null"],
                    "properties": {"winner": {"enum": ["one", "two", None]}, "sentence": {"type": "string"}},
                },
                "ledger": {"type": "object", "description": "the game's own score sheet; each game has its fields"},
            },
        },
        "error": {
            "type": "object",
            "required": ["ok", "error"],
            "additionalProperties": False,
            "properties": {"ok": {"const": False}, "error": {"type": "string"}},
        },
    },
}

"""The JSON schema of the umpire's lines, in and out."""

from __future__ import annotations

from typing import Any

from pennyflick.rules.game import DECLARATIONS

_WORDS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
_QUESTION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "field": {"type": "string"},
        "sentence": {"type": "string"},
        "kind": {"enum": ["yes-no", "discs", "one-of", "many-of"]},
        "options": _WORDS,
    },
}
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
                        "properties": {
                            "what": {"enum": list(DECLARATIONS)},
                            "discs": _WORDS,
                            "by": _SEAT,
                            "off": {**_WORDS, "description": "what came off the board because of it"},
                            "sunk": {**_WORDS, "description": "what dropped into the hole because of it"},
                        },
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
                        "questions": {"type": "array", "items": _QUESTION},
                        "places": {"type": "array", "items": _WORDS},
                        "choices": {"type": "object", "additionalProperties": {"type": "string"}},
                        "fouls": {**_WORDS, "description": "what can be declared without a flick"},
                        "fallen": {
                            "type": "array",
                            "items": _QUESTION,
                            "description": "what can be told of such a foul: fields of declare",
                        },
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
            "required": ["ok", "error", "fields"],
            "additionalProperties": False,
            "properties": {
                "ok": {"const": False},
                "error": {"type": "string"},
                "fields": {**_WORDS, "description": "the questions that contradict each other: ask them again"},
            },
        },
    },
}

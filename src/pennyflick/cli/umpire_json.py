"""The umpire for programs: one JSON object per line in, one per line out (docs/umpire.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from pennyflick.cli.errors import CommandError
from pennyflick.match.umpire import Book, ToldError
from pennyflick.match.umpire.codec import count_of, error_json, parse_line, seat_named, state, told_of


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
        except ToldError as error:
            _say(error_json(error))
        except CommandError as error:
            _say(error_json(ToldError(str(error))))


def _say(line: Mapping[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


def _answered(book: Book, asked: dict[str, Any]) -> dict[str, Any]:
    if "show" in asked:
        return state(book.sitting)
    if "undo" in asked:
        book.strike(count_of(asked["undo"]))
        return state(book.sitting)
    by = None if "by" not in asked else seat_named(asked["by"])
    said = book.enter(by, told_of(asked))
    return state(book.sitting, said)

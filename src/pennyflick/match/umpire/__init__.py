"""The umpire of a real board: the sitting, its book, and how both are told in JSON."""

from pennyflick.match.umpire.book import Book
from pennyflick.match.umpire.sitting import (
    Said,
    Sitting,
    form,
    new_sitting,
    result_text,
    seat_called,
    tell,
    undo,
    written_sitting,
)
from pennyflick.rules.telling import ToldError

__all__ = [
    "Book",
    "Said",
    "Sitting",
    "ToldError",
    "form",
    "new_sitting",
    "result_text",
    "seat_called",
    "tell",
    "undo",
    "written_sitting",
]

import pytest

from pennyflick.match.umpire import Book, Sitting, ToldError, new_sitting
from pennyflick.record import Seen
from pennyflick.rules import registry
from pennyflick.table import Side


@pytest.fixture
def kept() -> list[Sitting]:
    return []


@pytest.fixture
def book(kept: list[Sitting]) -> Book:
    return Book(new_sitting(registry.new_game("penny-black"), Side.ONE), kept.append)


def test_an_entry_is_kept_before_it_is_shown(book: Book, kept: list[Sitting]) -> None:
    said = book.enter(None, Seen({"off": ("Y1",)}))
    assert kept == [book.sitting]
    assert book.sitting.entries == (said,)


def test_what_is_asked_back_is_not_kept(book: Book, kept: list[Sitting]) -> None:
    with pytest.raises(ToldError):
        book.enter(None, Seen({"off": ("Y1",), "near": ("Y1",)}))
    assert kept == []
    assert book.sitting.entries == ()


def test_an_entry_struck_is_kept_as_struck(book: Book, kept: list[Sitting]) -> None:
    book.enter(None, Seen({}))
    book.strike(1)
    assert kept[-1].entries == book.sitting.entries == ()


def test_what_cannot_be_kept_is_not_entered() -> None:
    def full(sitting: Sitting) -> None:
        raise OSError("no space left")

    book = Book(new_sitting(registry.new_game("penny-black"), Side.ONE), full)
    with pytest.raises(OSError, match="no space"):
        book.enter(None, Seen({}))
    assert book.sitting.entries == ()

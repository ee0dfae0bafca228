"""A position as text, and back (docs/notation.md): what differs from the opening in which One starts.

Law: parsing undoes printing, exactly; equal positions have equal text.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pennyflick.record.canonical import plain
from pennyflick.record.notation import place_text, read_place
from pennyflick.record.position_plain import ledger_of
from pennyflick.record.scanner import WORD, NotationError, Scanner, unquoted, word_text
from pennyflick.record.shapes import PositionError, dashed, ledger_shape, offered
from pennyflick.rules.game import Game, Position
from pennyflick.table import Away, DiscId, Layout, Point, Side

OPENING = "opening"  # the text of the position from which nothing differs

_AT = re.compile("@")
_FIELD = re.compile(r"([A-Za-z]\w*)=")
_AWAYS = {dashed(away.value): away for away in Away}
_AWAY = re.compile(r"([a-z]+(?:-[a-z]+)*):(?=\s|$)")


def position_text(game: Game[Any, Any], position: Position[Any]) -> str:
    """The position on one line: fields of the ledger, discs with places, discs off the board."""
    said = [*_ledger_words(game, position), *_disc_words(game, position.layout)]
    return " ".join(said) or OPENING


def parse_position(game: Game[Any, Any], text: str) -> Position[Any]:
    """The position that a text means; raises PositionError. Whether it can be is for `impossible` to say."""
    lines = (line.strip() for line in text.splitlines())
    scanner = Scanner(" ".join(line for line in lines if not line.startswith(";")))
    try:
        said = _Said() if scanner.text.strip() == OPENING else _read(game, scanner)
    except NotationError as error:
        raise PositionError(f"expected {error.expected}, found {error.found}") from None
    layout = game.opening(Side.ONE).layout.moved(said.places)
    return Position(ledger_of(game, {**plain(_base(game, layout)), **said.fields}), layout)


def parse_fields(game: Game[Any, Any], text: str) -> dict[str, Any]:
    """Fields of the ledger, written as in a position but without any disc; raises PositionError."""
    scanner, said = Scanner(" ".join(text.split())), _Said()
    try:
        while not scanner.end():
            _read_field(game, scanner, scanner.expect(_FIELD, "a field of the ledger like turn=two"), said)
    except NotationError as error:
        raise PositionError(f"expected {error.expected}, found {error.found}") from None
    return said.fields


def has_fields(game: Game[Any, Any], ledger: Any, fields: Mapping[str, Any]) -> bool:
    """Whether these fields of a ledger are so: saying them changes nothing."""
    said: Any = ledger_of(game, {**plain(ledger), **fields})
    return bool(said == ledger)


def _base(game: Game[Any, Any], layout: Layout) -> Any:
    """The ledger of the opening with what these discs show: the fields that need not be said."""
    return dataclasses.replace(game.opening(Side.ONE).ledger, **game.shown(layout))


def _ledger_words(game: Game[Any, Any], position: Position[Any]) -> list[str]:
    ledger, base = position.ledger, _base(game, position.layout)
    parts = ((key, part.attribute, shape) for key, (part, shape) in ledger_shape(game).parts.items())
    return [
        f"{key}={shape.text(getattr(ledger, attribute))}"
        for key, attribute, shape in parts
        if getattr(ledger, attribute) != getattr(base, attribute)
    ]


def _disc_words(game: Game[Any, Any], layout: Layout) -> list[str]:
    opening, spots = game.opening(Side.ONE).layout, game.board.spots
    moved = {disc: place for disc, place in layout.where.items() if place != opening.where[disc]}
    words = [
        f"{word_text(disc)}@{place_text(place, spots)}" for disc, place in moved.items() if isinstance(place, Point)
    ]
    for word, away in _AWAYS.items():
        gone = [word_text(disc) for disc, place in moved.items() if place is away]
        words += [f"{word}:", *gone] if gone else []
    return words


@dataclass
class _Said:
    """What was read so far."""

    fields: dict[str, Any] = field(default_factory=dict)
    places: dict[DiscId, Point | Away] = field(default_factory=dict)


def _read(game: Game[Any, Any], scanner: Scanner) -> _Said:
    said, away = _Said(), None
    while not scanner.end():
        if found := scanner.take(_FIELD):
            _read_field(game, scanner, found, said)
            away = None
        elif found := scanner.take(_AWAY):
            away = _AWAYS[offered(found[1], _AWAYS, "a place off the board")]
        else:
            _read_disc(game, scanner, said, away)
    return said


def _read_field(game: Game[Any, Any], scanner: Scanner, found: re.Match[str], said: _Said) -> None:
    parts = ledger_shape(game).parts
    key = offered(found[1], parts, "a field of the ledger")
    if key in said.fields:
        raise scanner.error_before(found, "each field once")
    said.fields[key] = parts[key][1].scan(scanner, key)


def _read_disc(game: Game[Any, Any], scanner: Scanner, said: _Said, away: Away | None) -> None:
    """A disc with its place; or, after the word for a place off the board, a disc that is there."""
    found = scanner.expect(
        WORD, "a disc with its place like Y1@12.5,-40, a field like turn=two, or a list like off: Y1"
    )
    disc = DiscId(offered(unquoted(found[0]), [each.id for each in game.discs], "a disc"))
    if disc in said.places:
        raise PositionError(f"{disc} is named twice; each disc has one place")
    if scanner.take_joined(_AT):
        said.places[disc] = read_place(scanner, game.board.spots)
    elif away is not None:
        said.places[disc] = away
    else:
        raise scanner.error(f"@ and the place of {disc}")

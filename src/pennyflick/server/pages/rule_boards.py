"""The boards beside the clauses of a page: a picture each, all of them from one drawing of the wood and the discs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from pennyflick.boards.picture.svg_labels import Label
from pennyflick.boards.picture.svg_sheet import Sheet
from pennyflick.lessons.kinds import Example, Picture
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.showing import picture_points
from pennyflick.lessons.trying import game_of
from pennyflick.record import parse_position
from pennyflick.server.play.examples import tag_of
from pennyflick.table import Layout, Point

Teaching = Example | Picture
Sheets = Mapping[str, Sheet]


@dataclass(frozen=True)
class RuleBoard:
    """The board beside one clause."""

    picture: Markup
    says: str
    address: str = ""  # of what is played there; empty: it is only a picture


@dataclass(frozen=True)
class RuleBoards:
    """All boards of a page, by their clauses, and what they share."""

    defs: Markup
    boards: Mapping[str, RuleBoard]


@cache
def rule_boards(page: str) -> RuleBoards:
    """The boards of a page of the rulebook."""
    teaching = shelf(page).shown
    sheets = {_ids(each): _sheet(each) for each in teaching}
    defs = Markup("".join(sheet.defs() for sheet in sheets.values()))
    return RuleBoards(defs, {each.clause: _board(page, each, sheets) for each in teaching})


def _ids(each: Teaching) -> str:
    """The same for those that lie on the same board with the same discs."""
    return "-".join((each.game, *(f"{name}-{value}" for name, value in sorted(each.options.items())))).replace(".", "-")


def _sheet(each: Teaching) -> Sheet:
    game = game_of(each.game, each.options)
    return Sheet(_ids(each), game.board, game.discs)


def _board(page: str, each: Teaching, sheets: Sheets) -> RuleBoard:
    sheet = sheets[_ids(each)]
    layout = parse_position(game_of(each.game, each.options), each.position).layout
    if isinstance(each, Picture):
        return RuleBoard(Markup(_labelled(each, sheet, layout)), each.says)
    address = f"/rules/{page}/{each.clause}/example.json?{tag_of(each)}"
    return RuleBoard(Markup(sheet.picture(layout, each.says)), each.says, address)


def _labelled(picture: Picture, sheet: Sheet, layout: Layout) -> str:
    labels = [Label(words, point, _radius(sheet, layout, point)) for point, words in picture_points(picture)]
    words = ", ".join(dict.fromkeys(label.words for label in labels))
    return sheet.picture(layout, f"{picture.says} Marked: {words}.", labels)


def _radius(sheet: Sheet, layout: Layout, point: Point) -> float:
    """Of the disc that lies there; nothing where none does."""
    return next((disc.radius_mm for disc in sheet.discs if layout.point(disc.id) == point), 0.0)

"""Boards as pictures for pages, made once for each game and set of options."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup

from pennyflick.boards.picture.svg import board_svg, standalone_svg
from pennyflick.lessons.lesson import first_minute, known_flick, practised, set_up
from pennyflick.rules import registry, rulebook
from pennyflick.rules.game import Game
from pennyflick.server.play.keeping import begun, game_of, position_after, read_kept
from pennyflick.server.store.store import Header, KeptVersion
from pennyflick.table import Away, Layout, Side


@lru_cache(maxsize=64)
def opening_picture(name: str, options: tuple[tuple[str, str], ...] = ()) -> str:
    """A game's board with everything where a match begins."""
    game = registry.new_game(name, dict(options))
    return picture(game, game.opening(Side.ONE).layout)


@lru_cache(maxsize=64)
def opening_file(name: str, options: tuple[tuple[str, str], ...] = ()) -> str:
    """The same as a file of its own, with its style inside."""
    game = registry.new_game(name, dict(options))
    return standalone_svg(game.board, game.discs, game.opening(Side.ONE).layout, title=f"The board of {game.title}")


def standing_file(header: Header, kept: KeptVersion | None) -> str:
    """The board as a match stood after a version, as a file of its own; without one, as it began."""
    game = game_of(header)
    known = kept is not None and kept.event is not None  # else it just began, or was written before events were kept
    position = position_after(game, read_kept(kept)) if kept is not None and known else begun(header).position
    return standalone_svg(game.board, game.discs, position.layout, title=f"The board of {game.title}")


@cache
def live_board(name: str) -> dict[str, Any]:
    """The first flick of a game's lesson, ready to be pulled: its board, its disc and where that lies."""
    game, step = practised(name), first_minute(name)[0]
    flick = known_flick(game, step)
    assert flick.start is not None, f"the first flick of {name} begins where the disc lies"
    layout = set_up(game, step).layout.moved({flick.disc: flick.start})
    start = (flick.start.x_mm, flick.start.y_mm)
    return {"game": name, "disc": flick.disc, "start": start, "picture": Markup(picture(game, layout))}


def picture(game: Game[Any, Any], layout: Layout) -> str:
    """A board with its discs."""
    return board_svg(game.board, game.discs, layout, title=f"The board of {game.title}", ids=game.name)


def text_board(game: Game[Any, Any], layout: Layout) -> list[dict[str, str]]:
    """The same as a list, for whoever cannot see the picture."""
    return [
        {
            "disc": disc.id,
            "kind": disc.kind,
            "side": disc.side.value if disc.side else "none",
            "place": place.value if isinstance(place, Away) else f"{place.x_mm:.1f}, {place.y_mm:.1f} mm",
        }
        for disc in game.discs
        for place in (layout.where[disc.id],)
    ]


@cache
def game_line(name: str) -> str:
    """One line about a game: the first sentence of its rulebook."""
    if name not in rulebook.pages():
        return ""
    introduction = rulebook.rulebook(name).introduction
    return introduction[0].partition(". ")[0].rstrip(".").replace("*", "") + "." if introduction else ""

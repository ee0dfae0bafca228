"""Any board with any layout as an SVG: millimetres, y up inside `.table`, styled by board.css alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import resources

from pennyflick.boards.board import Board
from pennyflick.boards.picture.svg_discs import disc_defs, discs_svg
from pennyflick.boards.picture.svg_shot import trails_svg
from pennyflick.boards.picture.svg_wood import extent, number, wood_defs, wood_svg
from pennyflick.table import Disc, Layout, Region, Shot


def board_svg(
    board: Board,
    discs: Sequence[Disc],
    layout: Layout,
    *,
    shot: Shot | None = None,
    region: Region | None = None,
    title: str = "",
    ids: str = "board",
) -> str:
    """The board, the discs where the layout has them, and on request the trails of a shot and a placement region.

    Trails are ghosts where discs started, the lines they drew, and sparks where they hit.
    The page's stylesheet must hold `board_css()`; two boards on one page need different `ids`.
    """
    half_x, half_y = extent(board.surface)
    box = f"{number(-half_x)} {number(-half_y)} {number(2 * half_x)} {number(2 * half_y)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{box}" role="group" '
        f'aria-label="{escape(title or board.name)}">'
        f"<defs>{_wood_defs(ids, board)}{disc_defs(ids, discs)}</defs>"
        f'<g class="table" transform="scale(1 -1)">{_wood(ids, board)}'
        f'<g class="regions">{region.outline_svg() if region else ""}</g>'
        f"{trails_svg(discs, shot) if shot else ''}"
        f'<g class="discs">{discs_svg(ids, discs, layout)}</g></g></svg>'
    )


def standalone_svg(
    board: Board,
    discs: Sequence[Disc],
    layout: Layout,
    *,
    shot: Shot | None = None,
    region: Region | None = None,
    title: str = "",
) -> str:
    """The same picture as a file of its own: the stylesheet is inside."""
    picture = board_svg(board, discs, layout, shot=shot, region=region, title=title)
    return picture.replace("<defs>", f"<style>{board_css()}</style><defs>", 1)


@cache
def board_css() -> str:
    """The stylesheet of every board, for pages and for standalone files."""
    return resources.files("pennyflick.boards.picture").joinpath("board.css").read_text(encoding="utf-8")


@cache
def _wood(ids: str, board: Board) -> str:
    return wood_svg(ids, board)


@cache
def _wood_defs(ids: str, board: Board) -> str:
    return wood_defs(ids, board.surface)

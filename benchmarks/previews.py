"""Draws the pictures that others show of us, from our own: `make previews`.

Chat apps show a board beside a link, one a game; devices show an icon on their home screens.
`python -m benchmarks.previews --icons` draws the icons alone.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page

from benchmarks.screenshots import chromium
from pennyflick.boards.picture.svg import standalone_svg
from pennyflick.rules import registry
from pennyflick.table import Side

STATIC = Path(__file__).resolve().parents[1] / "src/pennyflick/server/web/static"
OUT = STATIC / "previews"
ICON_SIZES = (192, 512)
WIDTH, HEIGHT = 1200, 630  # what chat apps crop least
BOARD_WIDTH, BOARD_HEIGHT = 900, 560  # at most; larger ones make files that some chat apps (over 300 kB) leave out
FELT = "#2f5d50"
PAGE = """<!doctype html><style>
body {{ margin: 0; height: {height}px; display: grid; place-items: center; background: {felt}; }}
svg {{ width: {width}px !important; height: {inner}px !important; }}
</style>{board}"""


ICON = """<!doctype html><style>
body {{ margin: 0; background: {felt}; display: grid; place-items: center; height: {size}px; }}
svg {{ width: {inner}px; height: {inner}px; }}
</style>{icon}"""


def main() -> int:
    """One picture a game, of its board as a match begins, and the icons."""
    OUT.mkdir(exist_ok=True)
    with chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name in () if "--icons" in sys.argv else registry.names():
            _draw(page, name)
        for size in ICON_SIZES:
            _draw_icon(page, size)
    return 0


def _draw_icon(page: Page, size: int) -> None:
    """Our icon on felt, with room around it: some devices cut the corners off."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(ICON.format(felt=FELT, size=size, inner=size * 3 // 4, icon=(STATIC / "icon.svg").read_text()))
    page.screenshot(path=STATIC / f"icon-{size}.png")


def _draw(page: Page, name: str) -> None:
    game = registry.new_game(name)
    board = standalone_svg(game.board, game.discs, game.opening(Side.ONE).layout)
    page.set_content(PAGE.format(width=BOARD_WIDTH, height=HEIGHT, inner=BOARD_HEIGHT, felt=FELT, board=board))
    page.screenshot(path=OUT / f"{name}.png")


if __name__ == "__main__":
    raise SystemExit(main())

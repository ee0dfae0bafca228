"""Draws the pictures that chat apps show beside a link, one a game, from our own boards: `make previews`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from benchmarks.screenshots import chromium
from pennyflick.boards.picture.svg import standalone_svg
from pennyflick.rules import registry
from pennyflick.table import Side

OUT = Path(__file__).resolve().parents[1] / "src/pennyflick/server/web/static/previews"
WIDTH, HEIGHT = 1200, 630  # what chat apps crop least
BOARD_WIDTH, BOARD_HEIGHT = 900, 560  # at most; larger ones make files that some chat apps (over 300 kB) leave out
FELT = "#2f5d50"
PAGE = """<!doctype html><style>
body {{ margin: 0; height: {height}px; display: grid; place-items: center; background: {felt}; }}
svg {{ width: {width}px !important; height: {inner}px !important; }}
</style>{board}"""


def main() -> int:
    """One picture a game, of its board as a match begins."""
    OUT.mkdir(exist_ok=True)
    with chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name in registry.names():
            _draw(page, name)
    return 0


def _draw(page: Page, name: str) -> None:
    game = registry.new_game(name)
    board = standalone_svg(game.board, game.discs, game.opening(Side.ONE).layout)
    page.set_content(PAGE.format(width=BOARD_WIDTH, height=HEIGHT, inner=BOARD_HEIGHT, felt=FELT, board=board))
    page.screenshot(path=OUT / f"{name}.png")


if __name__ == "__main__":
    raise SystemExit(main())

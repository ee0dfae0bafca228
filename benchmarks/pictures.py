"""Draws the pictures of the documents anew: `python -m benchmarks.pictures`."""

from __future__ import annotations

from pathlib import Path

from pennyflick import physics
from pennyflick.boards.picture.svg import standalone_svg
from pennyflick.rules.registry import new_game
from pennyflick.table import DiscId, Flick, Side

PICTURES = Path(__file__).resolve().parents[1] / "docs/pictures"


def main() -> int:
    """A break at Penny Black, from the corner on the right."""
    game = new_game("penny-black")
    opening = game.opening(Side.ONE).layout
    flick = Flick(DiscId("shooter"), 18_150, 2_300, start=game.board.spots["corner-1"])  # type: ignore[index]
    shot = physics.simulate(game.board.surface, game.discs, opening, flick)
    title = "A break at Penny Black: where every penny started, slid and came to rest"
    PICTURES.mkdir(exist_ok=True)
    picture = standalone_svg(game.board, game.discs, shot.rest, shot=shot, title=title)
    (PICTURES / "penny-black-break.svg").write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Many boards on one page: the wood and every kind of disc are drawn once, and each board only says what lies where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pennyflick.boards.board import Board
from pennyflick.boards.picture.svg_discs import disc_class, disc_defs, disc_drawing, disc_key
from pennyflick.boards.picture.svg_labels import Label, labels_svg
from pennyflick.boards.picture.svg_wood import extent, number, wood_defs, wood_svg
from pennyflick.table import Disc, Layout, Point

_NOWHERE = Point(0.0, 0.0)


@dataclass(frozen=True)
class Sheet:
    """What boards of one game with one set of options share; `ids` tells it from others of the page."""

    ids: str
    board: Board
    discs: Sequence[Disc]

    def defs(self) -> str:
        """The drawings that the boards use: once on the page, in an SVG of the class `board`."""
        slab = f'<g id="{self.ids}-slab" class="board">{wood_svg(self.ids, self.board)}</g>'
        drawn = {disc_key(disc): disc for disc in self.discs}
        kinds = (f'<g id="{self.ids}-{key}">{disc_drawing(self.ids, disc)}</g>' for key, disc in drawn.items())
        return wood_defs(self.ids, self.board.surface) + disc_defs(self.ids, self.discs) + slab + "".join(kinds)

    def picture(self, layout: Layout, title: str, labels: Sequence[Label] = ()) -> str:
        """One board: a picture with a name, its discs where the layout has them, words beside what they mean."""
        half_x, half_y = extent(self.board.surface)
        box = f"{number(-half_x)} {number(-half_y)} {number(2 * half_x)} {number(2 * half_y)}"
        lying = [disc for disc in self.discs if layout.point(disc.id) is not None]
        return (
            f'<svg class="board" viewBox="{box}" role="img" aria-label="{escape(title)}">'
            f'<g class="table" transform="scale(1 -1)"><use href="#{self.ids}-slab"/>'
            f'<g class="discs">{"".join(self._disc(disc, layout) for disc in self.discs)}</g>'
            f"{labels_svg(labels, (half_x, half_y), lying, layout)}</g></svg>"
        )

    def _disc(self, disc: Disc, layout: Layout) -> str:
        """One disc; who is away from the board is there too, unseen, for a page that may have to show him later."""
        point = layout.point(disc.id)
        at, away = (point, "") if point else (_NOWHERE, " away")
        return (
            f'<use href="#{self.ids}-{disc_key(disc)}" class="{disc_class(disc)}{away}" data-disc="{escape(disc.id)}" '
            f'transform="translate({number(at.x_mm)} {number(at.y_mm)})"/>'
        )

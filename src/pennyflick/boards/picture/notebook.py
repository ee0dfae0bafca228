"""A layout or a shot on its board, as something a notebook shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pennyflick.boards.board import Board
from pennyflick.boards.picture.svg import standalone_svg
from pennyflick.table import Disc, Layout, Shot


@dataclass(frozen=True)
class Picture:
    """What to look at: a layout at rest, or a shot with its trails."""

    board: Board
    discs: Sequence[Disc]
    shows: Layout | Shot
    title: str = ""

    @property
    def svg(self) -> str:
        """The picture as a file of its own."""
        if isinstance(self.shows, Shot):
            return standalone_svg(self.board, self.discs, self.shows.rest, shot=self.shows, title=self.title)
        return standalone_svg(self.board, self.discs, self.shows, title=self.title)

    def _repr_svg_(self) -> str:
        return self.svg

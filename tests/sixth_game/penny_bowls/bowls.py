"""The pennies of Penny Bowls by name (BWL-2), and which is flicked when (BWL-3)."""

from __future__ import annotations

from pennyflick.table import DiscId, Side

JACK = DiscId("jack")
BOWLS = {
    side: tuple(DiscId(f"{letter}{k}") for k in range(1, 5)) for side, letter in ((Side.ONE, "A"), (Side.TWO, "B"))
}
DISCS = (*BOWLS[Side.ONE], *BOWLS[Side.TWO], JACK)
FLICKS_AN_END = 8


def owner_of(bowl: DiscId) -> Side:
    """Whose penny it is."""
    return Side.ONE if bowl in BOWLS[Side.ONE] else Side.TWO


def bowl_due(starter: Side, flicked: int) -> DiscId:
    """The penny that lies on the mat when so many have been flicked in this end."""
    side = starter if flicked % 2 == 0 else starter.other
    return BOWLS[side][flicked // 2]

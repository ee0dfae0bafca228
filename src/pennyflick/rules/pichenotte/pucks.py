"""The pucks, who shoots them, and the order round the table (PIC-1, PIC-3, PIC-13)."""

from __future__ import annotations

from pennyflick.rules.pichenotte.options import Options
from pennyflick.table import DiscId, Seat, Side

PUCKS_A_SIDE = 12
SHOTS = 2 * PUCKS_A_SIDE
_LETTER = {Side.ONE: "A", Side.TWO: "B"}
_SINGLES = (Seat(Side.ONE), Seat(Side.TWO))
_DOUBLES = (Seat(Side.ONE), Seat(Side.TWO), Seat(Side.ONE, 1), Seat(Side.TWO, 1))  # round the table


def seats(options: Options) -> tuple[Seat, ...]:
    """The seats in the order in which they shoot; partners sit opposite each other."""
    return _DOUBLES if options.players == "doubles" else _SINGLES


def pucks_of(side: Side) -> tuple[DiscId, ...]:
    """The twelve pucks of a side."""
    return tuple(DiscId(f"{_LETTER[side]}{number}") for number in range(1, PUCKS_A_SIDE + 1))


ALL_PUCKS = (*pucks_of(Side.ONE), *pucks_of(Side.TWO))


def owner_of(puck: DiscId) -> Side:
    """Whose puck it is."""
    return Side.ONE if puck.startswith(_LETTER[Side.ONE]) else Side.TWO


def puck_to_shoot(options: Options, seat: Seat, shots: int) -> DiscId:
    """The puck that a seat shoots when `shots` have been shot; partners have six each."""
    table = seats(options)
    each = SHOTS // len(table)
    return pucks_of(seat.side)[seat.place * each + shots // len(table) % each]


def next_seat(options: Options, seat: Seat) -> Seat:
    """Who shoots, or who begins a round, after this seat."""
    table = seats(options)
    return table[(table.index(seat) + 1) % len(table)]

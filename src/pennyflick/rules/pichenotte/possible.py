"""Which positions of Pichenotte can be: what the layout shows of the ledger, and what contradicts it."""

from __future__ import annotations

from typing import Any

from pennyflick.boards.games.pichenotte import PichenotteBoard
from pennyflick.rules.game import Position
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.observe import counted
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import ALL_PUCKS, SHOTS, next_seat, puck_to_shoot
from pennyflick.rules.possible import strayed, too_many, unlike
from pennyflick.rules.tally import NIL
from pennyflick.table import Away, DiscId, Layout, Seat, listed


def shown(board: PichenotteBoard, layout: Layout) -> dict[str, Any]:
    """The pucks on the board and on the rail, and how the board counts."""
    return {**_lying(layout), "count": counted(board, layout.on_board)}


def _lying(layout: Layout) -> dict[str, Any]:
    rail = tuple(puck for puck, place in layout.where.items() if place is Away.RAIL)
    return {"on": tuple(layout.on_board), "rail": rail}


def contradiction(options: Options, position: Position[Ledger]) -> str | None:
    """Why ledger and layout cannot both be right, or None."""
    ledger, layout = position.ledger, position.layout
    return (
        strayed(layout, dict.fromkeys(ALL_PUCKS, (Away.HAND, Away.DITCH, Away.RAIL)))
        or unlike(ledger, _lying(layout))  # the count is not compared: it may still list a puck that the shot lost
        or ("a simulated board is counted at once: phase cannot be count" if ledger.phase is Phase.COUNT else None)
        or _wrong_shots(options, ledger, layout)
        or ("twenties are counted only in the shoot-out" if _twenties_in_round(ledger) else None)
        or _won_already(options, ledger)
    )


def _wrong_shots(options: Options, ledger: Ledger, layout: Layout) -> str | None:
    if ledger.phase is Phase.ROUND and (wrong := too_many("shots", ledger.shots, SHOTS - 1)):
        return wrong
    turn, shot = _so_far(options, ledger)
    if turn != ledger.turn:
        return f"after {ledger.shots} shots from {ledger.first.name} it is for {turn.name} to shoot"
    gone = {puck for puck, place in layout.where.items() if place is not Away.HAND}
    due = shot if ledger.phase is Phase.ROUND else set()
    if missing := [puck for puck in ALL_PUCKS if puck in due - gone]:
        return f"after {ledger.shots} shots {listed(missing)} cannot be in the hand"
    if early := [puck for puck in ALL_PUCKS if puck in gone - due]:
        return f"after {ledger.shots} shots {listed(early)} must still be in the hand"
    return None


def _so_far(options: Options, ledger: Ledger) -> tuple[Seat, set[DiscId]]:
    """Whose turn it is after so many shots, and the pucks that were shot."""
    seat, shot = ledger.first, set()
    for number in range(ledger.shots % SHOTS if ledger.phase is Phase.SHOOT_OUT else ledger.shots):
        shot.add(puck_to_shoot(options, seat, number))
        seat = next_seat(options, seat)
    return seat, shot


def _twenties_in_round(ledger: Ledger) -> bool:
    return ledger.phase is Phase.ROUND and ledger.twenties != NIL


def _won_already(options: Options, ledger: Ledger) -> str | None:
    half, leader = ledger.half_points, ledger.half_points.leader
    if leader is None or half.of(leader) < 2 * options.rounds_to_win:
        return None
    return f"half_points cannot be {half.one}-{half.two}: {leader.value} has won the match already"

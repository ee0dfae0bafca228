"""Which positions of Penny Red can be: what the layout shows of the ledger, and what contradicts it."""

from __future__ import annotations

from typing import Any

from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase
from pennyflick.rules.penny_red.observe import lies_across, over_edge, touching_red
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, board_of, corners
from pennyflick.rules.penny_red.scoring import serve_set
from pennyflick.rules.possible import already_won, strayed, too_many, unlike
from pennyflick.table import Away, Layout, Side

_EVERY_SHOOTER = (*SHOOTERS[Side.ONE], *SHOOTERS[Side.TWO])


def shown(options: Options, layout: Layout) -> dict[str, Any]:
    """The shooter in the hand, those across the line, those at the red, and the edge that the red overlaps."""
    board = board_of(options)
    return {
        "in_hand": next((disc for disc in _EVERY_SHOOTER if layout.where[disc] is Away.HAND), None),
        "across": tuple(disc for side in Side for disc in SHOOTERS[side] if lies_across(board, layout, disc, side)),
        "touching": touching_red(board, layout),
        "over_edge": over_edge(board, layout),
    }


def contradiction(options: Options, position: Position[Ledger]) -> str | None:
    """Why ledger and layout cannot both be right, or None."""
    ledger, layout = position.ledger, position.layout
    return (
        strayed(layout, dict.fromkeys(_EVERY_SHOOTER, (Away.HAND,)))
        or unlike(ledger, shown(options, layout))
        or _two_in_hand(layout)
        or _wrong_phase(options, ledger, layout)
        or too_many("flicks", ledger.flicks, FLICKS_A_TURN - (ledger.phase is Phase.OPEN))
        or already_won("points", ledger.points, options.points_to_win)
        or already_won("games", ledger.games, options.games_to_win)
        or already_won("sets", ledger.sets, options.sets_to_win)
        or too_many("games", ledger.games.one + ledger.games.two, ledger.games_played)
    )


def _two_in_hand(layout: Layout) -> str | None:
    held = [disc for disc in _EVERY_SHOOTER if layout.where[disc] is Away.HAND]
    return f"{held[0]} and {held[1]} cannot both be in the hand" if len(held) > 1 else None


def _wrong_phase(options: Options, ledger: Ledger, layout: Layout) -> str | None:
    match ledger.phase:
        case Phase.SERVE:
            return _wrong_serve(options, ledger, layout)
        case Phase.OPEN:
            return _red_on(options, layout, ledger.turn.other) or _idle_reward(ledger)
        case Phase.REWARD:
            earned = ledger.reward or ledger.in_hand is not None
            return None if earned else "in the reward something must be left to do: write reward=Reward(…)"


def _wrong_serve(options: Options, ledger: Ledger, layout: Layout) -> str | None:
    if ledger.turn is not ledger.server:
        return f"it is {ledger.server.value} who serves in this game, so turn is {ledger.server.value}"
    if ledger.corner not in corners(ledger.server):
        return f"the server's corner cannot be {ledger.corner}; it is {' or '.join(corners(ledger.server))}"
    spots = board_of(options).spots
    for disc, spot in serve_set(options, ledger).items():
        if layout.where[disc] != spots[spot].rounded():
            return f"for a serve {disc} stands on {spot}; otherwise write phase=open-play"
    return _idle_reward(ledger)


def _red_on(options: Options, layout: Layout, side: Side) -> str | None:
    board, at = board_of(options), layout.point(RED)
    if at is None or not board.on_court(side, at, board.piece.radius_mm):
        return None
    return f"the red lies on {side.value}'s court, so it is for {side.value} to play"


def _idle_reward(ledger: Ledger) -> str | None:
    return f"a reward is earned only in phase=reward, not in {ledger.phase.value}" if ledger.reward else None

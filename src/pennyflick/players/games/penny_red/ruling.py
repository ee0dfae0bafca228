"""Where many flicks at Penny Red lead: facts in arrays, and the referee's ruling once for each combination of them."""

from __future__ import annotations

from pennyflick import physics
from pennyflick.players.games.penny_red.facts import essential, observe_many
from pennyflick.players.positions import Positions
from pennyflick.players.search import exact
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.settling import settled
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger


def after(game: PennyRed, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Positions:
    """The position that each outcome leads to; rows that were cut short hold anything."""
    seen = essential(observe_many(game, position, aims, outcomes))
    first, which = seen.distinct()
    verdicts = [game.judge(position.ledger, seen.facts(row)) for row in first]
    many = settled(game, verdicts, which, physics.Layouts(outcomes.rest_xy, outcomes.on))
    return exact.with_unclear(game, position, aims, many, seen.unclear & ~outcomes.capped)

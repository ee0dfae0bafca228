"""What bots think of at Penny Black, and what they promise."""

from dataclasses import replace
from typing import cast

from pennyflick.players.games.penny_black import TACTICS
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.hopes import Every, OnlyOff
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.table import Away, DiscId, Layout, Point, Side

GAME = cast(PennyBlack, registry.new_game("penny-black"))


def thought_of(position: Position[Ledger], *, wide: bool) -> Aims:
    asked = GAME.decision(position)
    assert asked is not None
    return TACTICS.ideas(GAME, position, asked, wide=wide)


def cornered(**places: tuple[float, float]) -> Position[Ledger]:
    """Only these pennies on the board, the shooter in One's hand."""
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    ledger = Ledger(Side.ONE, Side.ONE, tuple(points), shooter_from=From.CORNER, first_flick=False)
    return Position(ledger, Layout({disc.id: points.get(disc.id, Away.HAND) for disc in GAME.discs}))


def test_who_thinks_widely_promises_that_a_penny_goes_off_alone() -> None:
    position = cornered(Y1=(-120.0, 0.0), Y2=(120.0, 0.0))
    position = replace(position, ledger=replace(position.ledger, free_shot=True))
    sent = [idea for idea in thought_of(position, wide=True).ideas if str(idea.sentence).startswith("wins")]

    assert sent
    assert all(_alone(idea.hope) for idea in sent)


def _alone(hope: object) -> bool:
    return isinstance(hope, OnlyOff) or (isinstance(hope, Every) and any(isinstance(h, OnlyOff) for h in hope.hopes))

"""What is played only to try: the flicks of a lesson, and a board to wait at. Marked as practice, in no list."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from pennyflick.lessons.lesson import Step, first_minute, practised, set_up
from pennyflick.rules import options as option_texts
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.keeping import begun, setup_text, under_now
from pennyflick.server.play.starting import Start, default_name
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import DEFAULT_TERMS, PERSON, Header, NewMatch
from pennyflick.table import Seat, Side
from pennyflick.table.viewer import GUEST

ATTEMPTS = 2  # then the lesson goes on, done or not
OTHER = "Rival"  # whoever would play the other side
_WHILE = "while "  # before the id of the match that is waited for


@dataclass(frozen=True)
class Tried:
    """Where somebody is in a lesson: which step, for the how manieth time, both from 1."""

    step: int
    attempt: int

    @property
    def text(self) -> str:
        """As headers keep it: 2.1."""
        return f"{self.step}.{self.attempt}"


def tried_of(header: Header) -> Tried | None:
    """Where in a lesson this match is; None: it is none of a lesson."""
    if header.practice is None or not header.practice[0].isdigit():  # or somebody tries to beat a flick
        return None
    step, _, attempt = header.practice.partition(".")
    return Tried(int(step), int(attempt))


def awaiting_of(header: Header) -> str | None:
    """The match for whose open seats somebody waits while he practises here; None: it is no such practice."""
    told = header.practice or ""
    return told.removeprefix(_WHILE) if told.startswith(_WHILE) else None


def meanwhile(table: Header, settings: Settings, hand: str | None, holder: str) -> Start:
    """The table's game once more, alone at one screen with one's own hand, until the others come."""
    header = dataclasses.replace(
        table,
        id=settings.new_id(),
        names={seat: default_name(Seat.from_name(seat)) for seat in table.players},
        players=dict.fromkeys(table.players, PERSON),
        hands={} if hand is None else dict.fromkeys(table.players, hand),
        seed=settings.new_seed(),
        created=settings.clock(),
        under=under_now(),
        practice=_WHILE + table.id,
        terms=DEFAULT_TERMS,
    )
    return Start(NewMatch(header, standing_of(begun(header)), dict.fromkeys(table.players, holder)))


def step_of(game: str, tried: Tried) -> Step | None:
    """The step that is tried; None: the lesson is over, or the game brings none."""
    steps = first_minute(game)
    return steps[tried.step - 1] if 1 <= tried.step <= len(steps) else None


def practice(name: str, step: Step, tried: Tried, settings: Settings, holder: str) -> Start:
    """The step on a table of its own; nobody plays the other side, because one flick is all of it."""
    game = practised(name)
    header = Header(
        id=settings.new_id(),
        game=name,
        options=option_texts.texts(game.options),
        starter=Side.ONE.value,
        names={seat.name: GUEST if seat.side is Side.ONE else OTHER for seat in game.seats},
        players={seat.name: PERSON for seat in game.seats},
        hands={},
        seed=settings.new_seed(),
        created=settings.clock(),
        under=under_now(),
        setup=setup_text(set_up(game, step)),
        practice=tried.text,
        strokes=True,  # nobody plays against him
        first_contact=True,
    )
    mine = {seat.name: holder for seat in game.seats if seat.side is Side.ONE}
    return Start(NewMatch(header, standing_of(begun(header)), mine))

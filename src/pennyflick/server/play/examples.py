"""An example of a clause: played for whoever reads the rulebook, and opened as a board of his own."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from functools import lru_cache

from pennyflick import __version__
from pennyflick.lessons.kinds import Example
from pennyflick.lessons.shelf import shown
from pennyflick.lessons.showing import How, Shown, show
from pennyflick.lessons.trying import game_of, parsed, seat_for
from pennyflick.match.referee import Match, refusal
from pennyflick.record import parse_position
from pennyflick.rules import options as option_texts
from pennyflick.server.play.events import events_of, standing_of
from pennyflick.server.play.keeping import begun, setup_text, under_now
from pennyflick.server.play.starting import Start
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import PERSON, Header, NewMatch
from pennyflick.server.wire.answers import wire_answer
from pennyflick.server.wire.messages import ReasonLine, WireExample, encoded
from pennyflick.server.wire.sentences import wire_sentence
from pennyflick.server.wire.shapes import wire_disc, wire_edge, wire_layout, wire_sheet
from pennyflick.table import Answer, Clause, Side

_MARK = "rule:"  # before the clause, in the practice mark of a board on which its example is tried
_TAG_DIGITS = 12
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # an example that is only shown begins at no time


def example_of(clause: Clause) -> Example | None:
    """The example that plays a clause; None: a picture shows it, or nothing."""
    found = shown(clause)
    return found if isinstance(found, Example) else None


def tried_clause(header: Header) -> Clause | None:
    """The clause whose example is tried at this table; None: it is no such table."""
    mark = header.practice or ""
    return Clause(mark.removeprefix(_MARK)) if mark.startswith(_MARK) else None


def tag_of(taught: object) -> str:
    """What changes when what is taught may come out differently: another program, other rules, another text."""
    told = repr((__version__, under_now(), taught))
    return hashlib.sha256(told.encode()).hexdigest()[:_TAG_DIGITS]


def board_of_ones_own(example: Example, settings: Settings, holder: str) -> Start:
    """Its position on a table at which one plays both sides, exactly and alone."""
    header = _header(example, settings.new_id(), settings.new_seed(), settings.clock())
    return Start(NewMatch(header, standing_of(begun(header)), dict.fromkeys(header.players, holder)))


def _header(example: Example, match: str, seed: int, created: datetime) -> Header:
    game = game_of(example.game, example.options)
    return Header(
        id=match,
        game=game.name,
        options=option_texts.texts(game.options),
        starter=Side.ONE.value,
        names={seat.name: seat.name.replace("-", " ").capitalize() for seat in game.seats},  # as examples speak of them
        players={seat.name: PERSON for seat in game.seats},
        hands={},
        seed=seed,
        created=created,
        under=under_now(),
        setup=setup_text(parse_position(game, example.position)),
        practice=_MARK + example.clause,
        strokes=True,  # nobody plays against him
        first_contact=True,
    )


@lru_cache(maxsize=256)  # more than there are clauses
def played_json(clause: Clause) -> bytes:
    """The example of a clause as it is sent; it always comes out the same."""
    example = example_of(clause)
    assert example is not None, f"{clause} has no example"
    return encoded(played(example))


def played(example: Example) -> WireExample:
    """What happens in an example, and what the referee says by its clause."""
    result = show(example)
    refused = parsed(result.match, example.refused) if result.how is How.REFUSED else None
    return demonstrated(example, result.match, _said(example, result, refused), refused)


def demonstrated(
    example: Example, match: Match, said: ReasonLine | None = None, refused: Answer | None = None
) -> WireExample:
    """A match that was played as an example tells it, from its beginning; what no ruling says is told beside."""
    game = match.game
    return WireExample(
        clause=example.clause,
        says=example.says,
        discs=[wire_disc(disc) for disc in game.discs],
        edge=wire_edge(game.board.surface.edge),
        layout=wire_layout(match.begun.layout),
        sheet=wire_sheet(game.sheet(match.begun.ledger)),
        events=events_of(_header(example, "", 0, _NEVER), match),
        said=said,
        refused=None if refused is None else wire_answer(refused),
    )


def _said(example: Example, result: Shown, refused: Answer | None) -> ReasonLine | None:
    """What the referee says by the clause where no ruling does: why he refuses, or what he asks for."""
    match = result.match
    if result.how is How.RULED:
        return None
    if refused is not None:
        why = refusal(match, seat_for(match, refused), refused)
        assert why is not None, f"{example.refused!r} is refused"
        return ReasonLine(example.clause, wire_sentence(why.sentence))
    before = match.actions[-2].position if len(match.actions) > 1 else match.begun
    asked = match.game.decision(before)
    assert asked is not None, f"{example.clause} is shown by what was asked"
    return ReasonLine(example.clause, wire_sentence(asked.sentence))

"""Whether an example shows its clause, and how.

Law: what counts is the end. After the answers before it, the last answer shows the clause
- when its ruling cites the clause; or
- when it puts something down or chooses (a placement, a choice, a side-flick, a flick with its start), and the
  decision that it answers cites the clause; or
- when it is written as `refused`, and the referee refuses it by the clause.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from pennyflick.lessons.kinds import Example, Picture
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.trying import WRONG, answered, game_of, parsed, seat_for, set_up_match
from pennyflick.match.referee import Match, RefusedError, decision, refusal
from pennyflick.record import PositionError, parse_position
from pennyflick.record.notation import NotationError, place_text, read_place
from pennyflick.record.scanner import Scanner
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, Choose, Clause, Flick, Layout, Place, Point, SideFlick


class How(Enum):
    """What of the referee's cites the clause."""

    RULED = "ruled"
    ASKED = "asked"
    REFUSED = "refused"


@dataclass(frozen=True)
class Shown:
    """An example that was played: the match after its answers, and how it shows its clause."""

    match: Match
    how: How


def show(example: Example) -> Shown:
    """The example, played; raises SlipError with what came instead."""
    match = _begun(example)
    if not example.answers and not example.refused:
        raise SlipError(example.where, f"{example.clause} needs answers, or one that is refused")
    for text in example.answers[:-1]:
        match = _after(example, match, text)
    if example.refused:
        match = _after(example, match, example.answers[-1]) if example.answers else match
        return _refused(example, match)
    return _shown(example, match, _after(example, match, example.answers[-1]))


def _begun(example: Example) -> Match:
    try:
        return set_up_match(game_of(example.game, example.options), example.position)
    except PositionError as error:
        raise SlipError(example.where.of("position"), f"{example.clause}: {error}") from None
    except WRONG as error:
        raise SlipError(example.where.of("options"), f"{example.clause}: {error}") from None


def _after(example: Example, match: Match, text: str) -> Match:
    try:
        return answered(match, text)
    except (NotationError, RefusedError) as error:
        raise SlipError(example.where.of("answers"), f"{example.clause}: {text!r}: {told(error)}") from None


def told(error: NotationError | RefusedError) -> str:
    """Why a text is no answer, or not taken."""
    if isinstance(error, NotationError):
        return f"expected {error.expected}, found {error.found}"
    clause = f" ({error.refusal.clause})" if error.refusal.clause else ""
    return f"refused{clause}: {error}"


def _shown(example: Example, before: Match, after: Match) -> Shown:
    action, asked = after.actions[-1], decision(before)
    if example.clause in action.verdict.clauses:
        return Shown(after, How.RULED)
    if _puts_or_chooses(action.answer) and asked is not None and example.clause in asked.clauses:
        return Shown(after, How.ASKED)
    raise SlipError(example.where.of("clause"), f"{example.clause} is not cited: {came(before, after)}")


def _puts_or_chooses(answer: Answer) -> bool:
    match answer:
        case Place() | Choose() | SideFlick():
            return True
        case Flick(start=Point()):
            return True
        case _:
            return False


def _refused(example: Example, match: Match) -> Shown:
    try:
        answer = parsed(match, example.refused)
    except NotationError as error:
        raise SlipError(example.where.of("refused"), f"{example.clause}: {told(error)}") from None
    found = refusal(match, seat_for(match, answer), answer)
    if found is not None and found.clause == example.clause:
        return Shown(match, How.REFUSED)
    came_instead = (
        "it is taken" if found is None else f"it is refused by {found.clause or 'no clause'}: {found.sentence}"
    )
    raise SlipError(
        example.where.of("refused"), f"{example.clause} does not refuse {example.refused!r}: {came_instead}"
    )


# What came instead ---------------------------------------------------------------------------------------------------


def came(before: Match, after: Match) -> str:
    """What the last answer led to: rulings, where the discs ended that moved, and what is asked next."""
    action, asked, due = after.actions[-1], decision(before), decision(after)
    told = [
        f"ruled {_cited(action.verdict.clauses)}",
        f"asked by {_cited(asked.clauses if asked else ())}",
        *moved(after.game, before.position.layout, after.position.layout),
        "the match is over" if due is None else f"then {due.seats[0].name} by {_cited(due.clauses)}",
    ]
    return "; ".join(told)


def _cited(clauses: tuple[Clause, ...]) -> str:
    return " ".join(clauses) or "by no clause"


def moved(game: Game[Any, Any], before: Layout, after: Layout) -> list[str]:
    """Where each disc ended that is not where it was."""
    return [
        f"{disc} → {place_text(place.rounded(1), game.board.spots) if isinstance(place, Point) else place.value}"
        for disc, place in after.where.items()
        if place != before.where[disc]
    ]


# Pictures ------------------------------------------------------------------------------------------------------------


def picture_points(picture: Picture) -> tuple[tuple[Point, str], ...]:
    """Where each label of a picture points; raises SlipError."""
    try:
        game = game_of(picture.game, picture.options)
        position = parse_position(game, picture.position)
    except WRONG as error:
        raise SlipError(picture.where.of("position"), f"{picture.clause}: {error}") from None
    return tuple((_pointed(picture, game, position, at), words) for at, words in picture.labels)


def _pointed(picture: Picture, game: Game[Any, Any], position: Position[Any], at: str) -> Point:
    disc = next((point for disc, point in position.layout.on_board.items() if disc == at), None)
    if disc is not None:
        return disc
    try:
        return read_place(Scanner(at), game.board.spots)
    except NotationError as error:
        sentence = f"{at!r} is no disc on the board, and {error.expected} was expected"
        raise SlipError(picture.where.of("labels"), f"{picture.clause}: {sentence}") from None

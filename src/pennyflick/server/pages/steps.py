"""A solution in words: what is answered, one sentence each, for whoever would rather read or copy it than watch."""

from __future__ import annotations

from typing import assert_never

from pennyflick.match.referee import Match
from pennyflick.server.play.solutions import Taught, solution
from pennyflick.table import Answer, AnyFlick, Choose, Declare, Flick, Place, Point, Resign, SideFlick
from pennyflick.table.decision import choices_of


def steps(each: Taught) -> list[str]:
    """What whoever is taught answers in the solution."""
    match = solution(each)
    own = [number for number, action in enumerate(match.actions) if action.by.side is match.starter]
    return [_step(match, number) for number in own]


def _step(match: Match, number: int) -> str:
    answer = match.actions[number].answer
    return _chosen(match, number, answer) if isinstance(answer, Choose) else answer_words(answer)


def _chosen(match: Match, number: int, answer: Choose) -> str:
    """A choice as its button says it."""
    asked = match.game.decision(match.actions[number - 1].position if number else match.begun)
    assert asked is not None, "what was answered was asked"
    offered = {key: sentence for ask in asked.asks for key, sentence in choices_of(ask).items()}
    return f"Choose “{offered[answer.key]}”."


def answer_words(answer: Answer) -> str:
    """An answer as one would tell it to somebody at the controls."""
    match answer:
        case Flick():
            start = "" if answer.start is None else f" from {_point(answer.start)}"
            call = "" if answer.call is None else f", and call a {answer.call}"
            return f"Flick {answer.disc}{start}: {_aim(answer)}{call}."
        case SideFlick():
            return f"Side-flick {answer.disc} at {_point(answer.at)} with {answer.held}: {_aim(answer)}."
        case Place():
            return f"Put {', '.join(f'{disc} at {_place(point)}' for disc, point in answer.points.items())}."
        case Choose(key=told) | Declare(what=told):
            return f"Choose “{told}”."
        case Resign():
            return "Resign."
        case _:
            assert_never(answer)


def _aim(flick: AnyFlick) -> str:
    return f"{flick.direction_cdeg / 100:.2f}°, {flick.speed_mm_s} mm/s"


def _place(point: Point | None) -> str:
    return "its place" if point is None else _point(point)


def _point(point: Point) -> str:
    return f"x {point.x_mm:.1f}, y {point.y_mm:.1f}"

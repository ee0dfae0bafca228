"""A foul without a flick, checked against what the form says can be declared now."""

from __future__ import annotations

import dataclasses
from typing import Any

from pennyflick.rules.game import DECLARATIONS, Form, Game
from pennyflick.rules.telling import ToldError, checked_value, unknown
from pennyflick.table import Declare, DiscId

ON_TOP = "on-top"


def checked_foul(game: Game[Any, Any], asked: Form, foul: Declare) -> Declare:
    """The same, tidied; raises ToldError when it cannot be."""
    if foul.what not in DECLARATIONS:
        raise ToldError(unknown("foul", foul.what, DECLARATIONS))
    if foul.what not in asked.fouls:
        raise ToldError(f"{foul.what} is told with the flick that caused it, not without one")
    for disc in foul.discs:
        if disc not in [each.id for each in game.discs]:
            raise ToldError(unknown("disc", disc, [each.id for each in game.discs]))
    if foul.what == ON_TOP:
        _check_on_top(asked, foul)
    return _with_fallen(asked, foul)


def _check_on_top(asked: Form, foul: Declare) -> None:
    if len(set(foul.discs)) < 2:
        raise ToldError("say which penny rests on which: the one on top first, then the one below")
    if foul.off or foul.sunk:
        raise ToldError(f"a penny at rest on another makes nothing fall: tell of {_first(foul)} with the foul that did")
    lying = {option for question in asked.fallen for option in question.options}
    away = [disc for disc in foul.discs if disc not in lying]
    if away:
        raise ToldError(f"{away[0]} is not on the board, so it cannot rest on another or under it")


def _with_fallen(asked: Form, foul: Declare) -> Declare:
    both = [disc for disc in foul.off if disc in foul.sunk]
    if both:
        raise ToldError(f"{both[0]} cannot be both off the board and in the hole", "off", "sunk")
    return dataclasses.replace(foul, off=_checked(asked, "off", foul.off), sunk=_checked(asked, "sunk", foul.sunk))


def _checked(asked: Form, field: str, discs: tuple[DiscId, ...]) -> tuple[DiscId, ...]:
    question = next((each for each in asked.fallen if each.field == field), None)
    if question is None and discs:
        raise ToldError(f"{discs[0]} cannot be {field} now: {_why_not(field)}", field)
    if question is not None:
        checked_value(question, discs)
    return tuple(dict.fromkeys(discs))


def _why_not(field: str) -> str:
    return "nothing lies on the board" if field == "off" else "there is no hole, or nothing lies on the board"


def _first(foul: Declare) -> DiscId:
    return (*foul.off, *foul.sunk)[0]

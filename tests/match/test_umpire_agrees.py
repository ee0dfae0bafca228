"""One judge for both: a match on the simulator, told to the umpire flick by flick as an onlooker saw it."""

from enum import Enum
from typing import Any

import pytest

from pennyflick.match import Match, new_match, play
from pennyflick.match.umpire import Sitting, new_sitting, tell
from pennyflick.players import RandomLegal
from pennyflick.record import Seen, Told
from pennyflick.record.notation import ToldValue
from pennyflick.rules import registry
from pennyflick.rules.game import Form, Question
from pennyflick.table import Choose, Declare, Flick, Place, SideFlick

GAMES = {
    "penny-black": {"turn_limit": "12"},
    "penny-blue": {"games": "4"},
    "penny-red": {"points": "6"},
    "penny-green": {"turn_limit": "12"},
    "pichenotte": {"rounds": "2"},
}


def _word(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def _looked_up(facts: Any, question: Question) -> Any:
    """What the facts say to a question; most questions are fields, a few are put in other words for people."""
    match question.field:
        case "hit_red":
            return facts.flicked in facts.red_hit_by
        case "flicked" if getattr(facts, "side_flick", False) and f"side-flick {facts.flicked}" in question.options:
            return f"side-flick {facts.flicked}"
        case "fifteens" | "tens":
            return getattr(facts.count, question.field) if facts.count else ()
        case field:
            return getattr(facts, field)


def _answer(facts: Any, question: Question) -> ToldValue | None:
    value = _looked_up(facts, question)
    match question.kind:
        case "yes-no":
            return bool(value)
        case "one-of":
            word = _word(value)
            return word if isinstance(word, str) and word in question.options else None
        case _:
            return tuple(str(_word(each)) for each in value if _word(each) in question.options)


def _seen(facts: Any, asked: Form) -> Seen:
    answers = {question.field: _answer(facts, question) for question in asked.questions}
    return Seen({field: answer for field, answer in answers.items() if answer is not None})


def _retold(match: Match, number: int, sitting: Sitting) -> Told:
    action = match.actions[number]
    before = match.actions[number - 1].position if number else match.game.opening(match.starter)
    done = action.actual or action.answer
    match done:
        case Flick() | SideFlick():
            assert action.shot is not None
            asked = match.game.form(sitting.ledger)
            assert asked is not None
            return _seen(match.game.observe(before, done, action.shot), asked)
        case Place():
            return Place(dict.fromkeys(done.points))
        case Choose() | Declare():
            return done
        case _:
            raise AssertionError(done)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_told_what_was_seen_the_umpire_keeps_the_same_score(name: str) -> None:
    game = registry.new_game(name, GAMES[name])
    for seed in range(4):
        match = play(new_match(game, seed=seed), dict.fromkeys(game.seats, RandomLegal(aimed=0.95)))
        sitting = new_sitting(game, match.starter)
        for number, action in enumerate(match.actions):
            told = _retold(match, number, sitting)
            sitting = tell(sitting, action.by, told)
            where = f"seed {seed}, action {action.number}, told {told}"
            assert game.sheet(sitting.ledger) == game.sheet(action.position.ledger), where
            assert game.form(sitting.ledger) == game.form(action.position.ledger), where
        assert match.ended is not None
        assert sitting.result == match.ended.result

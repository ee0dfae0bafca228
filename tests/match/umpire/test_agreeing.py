"""One judge for both: matches on the simulator, told to the umpire flick by flick as an onlooker saw them."""

import dataclasses
import random
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

import pytest

from pennyflick.match import Match, apply, decision, new_match, step
from pennyflick.match.umpire import Sitting, ToldError, form, new_sitting, tell
from pennyflick.players import Player, RandomLegal
from pennyflick.players.bots import player
from pennyflick.record import Seen, Told
from pennyflick.rules import registry
from pennyflick.rules.game import Form, Question, Verdict
from pennyflick.rules.penny_red.pennies import side_of
from pennyflick.rules.telling import ToldValue
from pennyflick.table import Answer, Choose, Decision, Declare, Flick, Place, Seat, Shot, Side, SideFlick

# the options and the seatings that change what is asked or ruled; a game not named here is played as it comes
CHOSEN: dict[str, tuple[dict[str, str], ...]] = {
    "penny-black": ({"turn_limit": "15"}, {"shape": "square", "set_colour": "red"}, {"shape": "round"}),
    "penny-blue": (
        {"games": "9"},
        {"games": "9", "side_flick": "may"},
        {"games": "9", "shape": "hexagon", "side_flick_kills": "yes"},
    ),
    "penny-red": ({}, {"doubles": "yes"}, {"size": "tupenny"}),
    "penny-green": (
        {"turn_limit": "30"},
        {"size": "mini", "out_zone": "yes", "own_goal": "intercepted"},
        {"penalty": "advanced", "one_penalty": "yes", "pennies_two": "5"},
    ),
    "pichenotte": (
        {"rounds": "2"},
        {"rounds": "2", "players": "doubles", "tie": "shoot-out", "twenty_call": "chosen"},
        {"advanced": "yes", "twenty_call": "none"},
        {"twenty_call": "either"},
    ),
}
# seen only by a simulator, and remarks of a ruling that change nothing: the facts, and the clauses that mention them
REMARKS: dict[str, Any] = {"cannoned": (), "overhanging": (), "legal_push": False, "evidence": ()}
REMARK_CLAUSES = {"BLK-9", "GEN-2", "GEN-7", "PIC-10"}


def told_of(facts: Any, shot: Shot, asked: Form) -> dict[str, ToldValue]:
    """The facts as answers to every question of the form."""
    return {question.field: _answer(question, _looked_up(facts, shot, question)) for question in asked.questions}


def _looked_up(facts: Any, shot: Shot, question: Question) -> Any:
    """What an onlooker says; most questions are fields of the facts, a few are put in other words for people."""
    match question.field:
        case "hit_red":
            return facts.flicked in facts.red_hit_by
        case "red_hit_by":
            others = [disc for hit in shot.contacts if "red" in hit.discs for disc in hit.discs if disc != "red"]
            return tuple(dict.fromkeys((*facts.red_hit_by, *others)))
        case "red_at":
            return facts.red_at if facts.red_at.value in question.options else None
        case "far_edge":
            return facts.over_edge is not None and facts.over_edge is not side_of(facts.flicked)
        case "free_corner":
            return next((spot for spot in question.options if spot in facts.free_corners), "none")
        case "flicked" if getattr(facts, "side_flick", False):
            return next(word for word in question.options if word in ("side-flick", f"side-flick {facts.flicked}"))
        case "fifteens" | "tens":
            return getattr(facts.count, question.field) if facts.count else ()
        case field:
            return getattr(facts, field)


def _answer(question: Question, value: Any) -> Any:
    match question.kind:
        case "yes-no":
            return bool(value)
        case "one-of":
            return value.value if isinstance(value, Enum) else value
        case _:
            words = [each.value if isinstance(each, Enum) else each for each in value]
            return tuple(word for word in words if word in question.options)


def _left_out(told: dict[str, ToldValue], dice: random.Random) -> dict[str, ToldValue]:
    """The same with some of what means no or none left out, as people do."""
    return {field: value for field, value in told.items() if value or dice.random() < 0.5}


def _tell_flick(sitting: Sitting, by: Any, told: dict[str, ToldValue], dice: random.Random) -> Sitting:
    whole = {field: value for field, value in told.items() if value is not None}
    try:
        return tell(sitting, by, Seen(_left_out(whole, dice)))
    except ToldError:  # too little was said: asked back, everything is told
        return tell(sitting, by, Seen(whole))


def _without_remarks(facts: Any) -> Any:
    known = {field.name for field in dataclasses.fields(facts)}
    bare = dataclasses.replace(facts, **{field: value for field, value in REMARKS.items() if field in known})
    if getattr(facts, "count", None) is not None:
        bare = dataclasses.replace(bare, count=dataclasses.replace(facts.count, on_line=()))
    return bare


def _sheet(ledger: Any) -> Any:
    """The ledger without what nobody looked at: where pucks lie while the round goes on."""
    return dataclasses.replace(ledger, count=None) if hasattr(ledger, "count") else ledger


def _ruled(verdict: Verdict[Any]) -> list[Any]:
    return [(why.clause, str(why.sentence), why.discs) for why in verdict.reasons] + [*map(str, verdict.notes)]


def _agree(match: Match, sitting: Sitting, expected: Verdict[Any], where: str) -> None:
    action, said = match.actions[-1], sitting.entries[-1]
    assert _ruled(said.verdict) == _ruled(expected), where
    assert _sheet(said.verdict.ledger) == _sheet(expected.ledger) == _sheet(action.position.ledger), where
    assert set(action.verdict.clauses) - set(said.verdict.clauses) <= REMARK_CLAUSES, where
    assert {**expected.fates} == {**action.verdict.fates}, where


def _said(done: Answer, asked: Form) -> Told:
    match done:
        case Place():
            return Place(dict.fromkeys(done.points))
        case Choose(key) if key not in (asked.choices or {}):  # a placement declined is one of several rights left
            (only,) = asked.choices or {}
            return Choose(only)
        case _:
            return done


def _count_is_due(sitting: Sitting) -> bool:
    asked = form(sitting)
    return asked is not None and {question.field for question in asked.questions} == {"fifteens", "tens"}


def _counted(match: Match, before: Match, sitting: Sitting) -> Sitting:
    asked = form(sitting)
    assert asked is not None
    counted = {each.field: _answer(each, getattr(before.position.ledger.count, each.field)) for each in asked.questions}
    after = tell(sitting, None, Seen(counted))
    assert match.game.sheet(after.ledger) == match.game.sheet(match.position.ledger)
    assert match.game.form(after.ledger) == match.game.form(match.position.ledger)
    return after


def _retold(match: Match, before: Match, sitting: Sitting, dice: random.Random) -> Sitting:
    """The sitting once the match's last action has been told, having been ruled alike."""
    action, game = match.actions[-1], match.game
    done = action.actual or action.answer
    where = f"seed {match.seed}, action {action.number}, {done}"
    asked = form(sitting)
    assert asked is not None
    if not isinstance(done, Flick | SideFlick):
        after = tell(sitting, action.by, _said(done, asked))
        if _count_is_due(after):  # a foul spoilt the last shot of a round: at a real board somebody must look first
            return _counted(match, before, after)
        _agree(match, after, action.verdict, where)
        return after
    assert action.shot is not None
    facts = game.observe(before.position, done, action.shot)
    answers = told_of(facts, action.shot, asked)
    after = _tell_flick(sitting, action.by, answers, dice)
    expected = game.judge(before.position.ledger, _without_remarks(facts))
    _agree(match, after, expected, f"{where}, told {answers}")
    return after


def _matches(name: str, texts: dict[str, str]) -> Iterator[Match]:
    game = registry.new_game(name, texts)
    for seed in range(10_000):
        yield new_match(game, seed=seed, starter=random.Random(seed).choice(tuple(Side)))


def check_flicks(name: str, texts: dict[str, str], flicks: int) -> None:
    """So many flicks, match after match, each told to the umpire and ruled alike."""
    dice, left = random.Random(f"{name} {texts}"), flicks
    for fresh in _matches(name, texts):
        left -= _told_match(fresh, dice, left)
        if not left:
            return


def _told_match(match: Match, dice: random.Random, flicks: int) -> int:
    """How many flicks were made and told, at most so many."""
    players = dict.fromkeys(match.game.seats, dice.choice(_players(match.game.name)))
    sitting, made = new_sitting(match.game, match.starter), 0
    while made < flicks and (asked := decision(match)) is not None:
        before, match = match, _moved_on(match, players, asked, dice)
        sitting = _retold(match, before, sitting, dice)
        made += match.actions[-1].shot is not None
    assert made == flicks or (match.ended is not None and sitting.result == match.ended.result)
    return made


def _players(name: str) -> tuple[Player, ...]:
    """Wild ones, and one that gets somewhere: returns, cannons and goals must be told too."""
    return RandomLegal(aimed=0.5), RandomLegal(aimed=0.95), player("1", name)


def _moved_on(match: Match, players: Mapping[Seat, Player], asked: Decision, dice: random.Random) -> Match:
    """A step of the match, or now and then a foul that is declared."""
    if dice.random() >= 0.01:
        return step(match, players, asked)[0]
    by = asked.seats[0]
    return apply(match, by, Declare(dice.choice(("touch", "unclean", "moved-board")), (), by))


VARIANTS = [(name, texts) for name in registry.names() for texts in CHOSEN.get(name, ({},))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "texts"), VARIANTS, ids=str)
def test_told_what_was_seen_the_umpire_rules_as_the_match_does(name: str, texts: dict[str, str]) -> None:
    check_flicks(name, texts, 40)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "texts"), VARIANTS, ids=str)
def test_two_thousand_flicks_of_every_game_told_are_ruled_alike(name: str, texts: dict[str, str]) -> None:
    check_flicks(name, texts, 2_000)

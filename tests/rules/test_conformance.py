"""Promises that every game keeps, none excused: the parameters come from the registry and from each game's options."""

from __future__ import annotations

import copy
import dataclasses
import math
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any

import pytest

from pennyflick import physics
from pennyflick.boards.measure import edge_distance_mm
from pennyflick.rules import options as option_texts
from pennyflick.rules.game import DECLARATIONS, Form, Game, Position, Question, Verdict, advance
from pennyflick.rules.registry import game_class, names, new_game
from pennyflick.rules.rulebook import clauses
from pennyflick.table import (
    Answer,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Away,
    Choose,
    Decision,
    Declare,
    DiscId,
    Flick,
    Layout,
    Place,
    Point,
    Resign,
    Seat,
    Side,
    SideFlick,
)

AnyGame = Game[Any, Any]
PLAIN = (str, int, float, bool, type(None), Enum)


def variants(name: str) -> Iterator[dict[str, str]]:
    """The default game, and one game for every other choice of every option."""
    yield {}
    for spec in option_texts.specs(game_class(name).options_class):
        for choice in spec.choices:
            if choice != spec.default:
                yield {spec.name: option_texts.text(choice)}


VARIANTS = [
    pytest.param(name, texts, id=" ".join((name, *(f"{key}={value}" for key, value in texts.items()))))
    for name in names()
    for texts in variants(name)
]
every_variant = pytest.mark.parametrize(("name", "texts"), VARIANTS)
every_game = pytest.mark.parametrize("name", names())


def asked(game: AnyGame, position: Position[Any]) -> Decision:
    decision = game.decision(position)
    assert decision is not None
    return decision


def is_plain(value: object) -> bool:
    """Frozen dataclasses, enums, text, numbers, tuples and mappings only: what a record can hold."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        frozen = type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]  # typeshed leaves it out
        return frozen and all(is_plain(getattr(value, each.name)) for each in dataclasses.fields(value))
    if isinstance(value, tuple | frozenset):
        return all(is_plain(each) for each in value)
    if isinstance(value, Mapping):
        return all(is_plain(key) and is_plain(each) for key, each in value.items())
    return isinstance(value, PLAIN)


def answers(decision: Decision, rng: random.Random) -> list[Answer]:
    """One legal answer for every way of answering that the decision offers."""
    found: list[Answer] = []
    for ask in decision.asks:
        match ask:
            case AskFlick():
                found += [_flick(ask, disc, rng) for disc in ask.discs]
                found += [Choose("pass")] * ask.may_pass
            case AskSideFlick():
                at = ask.at.nearest(_somewhere(rng))
                found.append(SideFlick(ask.disc, rng.choice(ask.held), at, rng.randrange(36_000), 500))
            case AskPlace():
                found.append(Place(dict(ask.suggested)))
                found += [Choose("decline")] * ask.may_decline
            case AskChoose():
                found += [Choose(key) for key in ask.options]
    return found


def _flick(ask: AskFlick, disc: DiscId, rng: random.Random) -> Flick:
    region = ask.discs[disc]
    start = None if region is None else region.nearest(_somewhere(rng))
    call = rng.choice((None, *ask.calls))
    return Flick(disc, rng.randrange(36_000), rng.randrange(100, 3_000), start, call)


def _somewhere(rng: random.Random) -> Point:
    return Point(rng.uniform(-300, 300), rng.uniform(-300, 300)).rounded(1)


def nonsense(game: AnyGame) -> tuple[Answer, ...]:
    """What a client can send that no decision asks for."""
    seat, disc, nobody, nowhere = Seat(Side.ONE), game.discs[0].id, DiscId("nobody"), Point(math.nan, math.inf)
    return (
        Flick(nobody, 0, 500),
        Flick(disc, -1, 500),
        Flick(disc, 36_000, 500),
        Flick(disc, 0, 0),
        Flick(disc, 0, 4_001),
        Flick(disc, 0, 500, nowhere),
        Flick(disc, 0, 500, Point(1e6, 1e6)),
        Flick(disc, 0, 500, None, "thirty"),
        SideFlick(nobody, disc, Point(0.0, 0.0), 0, 500),
        SideFlick(disc, nobody, nowhere, 0, 500),
        Place({}),
        Place({nobody: Point(0.0, 0.0)}),
        Place({each.id: nowhere for each in game.discs}),
        Choose("nothing of the kind"),
        Declare("sneeze", (), seat),
        Declare("touch", (nobody,), seat),
    )


# at the start


@every_variant
def test_the_opening_lists_every_disc_once_in_order(name: str, texts: dict[str, str]) -> None:
    game = new_game(name, texts)
    for starter in Side:
        ids = [disc.id for disc in game.discs]
        assert len(set(ids)) == len(ids)
        assert list(game.opening(starter).layout.where) == ids


@every_variant
def test_the_opening_discs_lie_on_the_board_and_do_not_overlap(name: str, texts: dict[str, str]) -> None:
    game = new_game(name, texts)
    check_layout(game, game.opening(Side.ONE).layout)


def check_layout(game: AnyGame, layout: Layout) -> None:
    """Every disc is listed, those on the board lie on it and overlap no other."""
    assert list(layout.where) == [disc.id for disc in game.discs]
    assert Away.HOLED not in layout.where.values()
    radius = {disc.id: disc.radius_mm for disc in game.discs}
    on = list(layout.on_board.items())
    for index, (disc, at) in enumerate(on):
        assert edge_distance_mm(at, game.board.surface.edge) >= 0, disc
        for other, there in on[:index]:
            assert at.distance_mm(there) >= radius[disc] + radius[other] - 0.01, (disc, other)


@every_variant
def test_the_first_decision_can_be_answered_in_every_way_it_offers(name: str, texts: dict[str, str]) -> None:
    game = new_game(name, texts)
    for starter in Side:
        position = game.opening(starter)
        decision = asked(game, position)
        ways = answers(decision, random.Random(1))
        assert ways
        assert decision.sentence
        assert decision.clauses
        assert set(decision.seats) <= set(game.seats)
        assert [game.refuse(position, way) for way in ways] == [None] * len(ways)


@every_variant
def test_options_print_and_parse_back(name: str, texts: dict[str, str]) -> None:
    game = new_game(name, texts)
    assert option_texts.texts(game.options) == texts
    assert new_game(name, option_texts.texts(game.options)) == game


@every_game
def test_a_game_has_the_lengths_and_the_turn_limit(name: str) -> None:
    specs = {spec.name: spec for spec in option_texts.specs(game_class(name).options_class)}
    assert specs["length"].choices == ("short", "full")
    assert (specs["length"].default, specs["turn_limit"].default) == ("short", 60)
    assert new_game(name).name == name


@every_game
def test_the_spots_of_a_board_lie_on_it(name: str) -> None:
    board = new_game(name).board
    assert all(edge_distance_mm(at, board.surface.edge) > 0 for at in board.spots.values())


@every_game
def test_nonsense_is_refused_and_never_raises(name: str) -> None:
    game = new_game(name)
    position = game.opening(Side.ONE)
    for answer in nonsense(game):
        refusal = game.refuse(position, answer)
        assert refusal is not None, answer
        assert refusal.sentence
    assert game.refuse(position, Resign(Seat(Side.ONE))) is None


@every_game
def test_declared_fouls_are_ruled_in_every_game(name: str) -> None:
    game = new_game(name)
    position = game.opening(Side.ONE)
    for what in ("touch", "unclean", "moved-board"):
        foul = Declare(what, (), asked(game, position).seats[0])
        assert game.refuse(position, foul) is None
        check_verdict(game, game.judge(position.ledger, foul))


def check_verdict(game: AnyGame, verdict: Verdict[Any]) -> None:
    """Reasons are clauses of the rulebook in whole sentences; fates are known discs and places; nothing odd inside."""
    assert is_plain(verdict.ledger)
    for reason in verdict.reasons:
        assert str(reason.clause) in clauses()
        assert str(reason.sentence).endswith(".")
        assert set(reason.discs) <= {disc.id for disc in game.discs}
    places = game.board.spots
    assert all(isinstance(place, Away) or place in places for place in verdict.fates.values())
    assert set(verdict.fates) <= {disc.id for disc in game.discs}
    rows = game.sheet(verdict.ledger)
    assert rows
    assert all(row.label and row.one and row.two for row in rows)


# at a real board: the umpire alone, to the end of the match


@every_variant
def test_an_umpired_match_comes_to_its_end_whatever_it_is_told(name: str, texts: dict[str, str]) -> None:
    game = new_game(name, {"turn_limit": "12", **texts})
    rng = random.Random(f"{name} {texts}")
    ledger = game.opening(Side.TWO).ledger
    for _ in range(3_000):
        form = game.form(ledger)
        assert (form is None) == (game.result(ledger) is not None)
        if form is None:
            break
        seen = told(game, ledger, form, rng)
        before = copy.deepcopy((ledger, seen))
        verdict = game.judge(ledger, seen)
        assert (ledger, seen) == before, "judge changed what it was given"
        assert verdict == game.judge(ledger, seen), "judge must say the same again"
        assert verdict.reasons
        check_verdict(game, verdict)
        ledger = verdict.ledger
    else:
        pytest.fail("the match did not end")
    result = game.result(ledger)
    assert result is not None
    assert result.sentence


def told(game: AnyGame, ledger: Any, form: Form, rng: random.Random) -> Any:
    """Something that a person could say now."""
    assert form.sentence
    if rng.random() < 0.05:
        return foul(game, form, rng)
    ways: list[str] = (
        ["flick"] * 3 * bool(form.questions) + ["place"] * bool(form.places) + ["choose"] * bool(form.choices)
    )
    assert ways, "nothing can be said"
    match rng.choice(ways):
        case "flick":
            return facts(game, ledger, form.questions, rng)
        case "place":
            return Place(dict.fromkeys(rng.choice(form.places)))
        case _:
            return Choose(rng.choice(list(form.choices or {})))


def foul(game: AnyGame, form: Form, rng: random.Random) -> Declare:
    """A foul without a flick by anybody, and what fell because of it."""
    what = rng.choice([what for what in form.fouls if what != "on-top"])
    fallen: dict[str, Any] = {question.field: _answer(question, rng) for question in form.fallen}
    off, sunk = (tuple(fallen.get(field, ())) for field in ("off", "sunk"))
    return Declare(what, (), rng.choice(game.seats), off, tuple(disc for disc in sunk if disc not in off))


def facts(game: AnyGame, ledger: Any, questions: tuple[Question, ...], rng: random.Random) -> Any:
    """Random answers; where they contradict each other, saying nothing is always possible."""
    words = {question.field: _answer(question, rng) for question in questions if rng.random() < 0.4}
    declared = {"declared": [rng.choice(list(DECLARATIONS))]} if rng.random() < 0.05 else {}
    try:
        return game.facts(ledger, {**words, **declared})
    except ValueError:
        return game.facts(ledger, {})


def _answer(question: Question, rng: random.Random) -> object:
    match question.kind:
        case "yes-no":
            return rng.random() < 0.5
        case "one-of":
            return rng.choice(question.options)
        case _:
            few = rng.choice((0, 1, 1, 2))
            return rng.sample(list(question.options), min(few, len(question.options)))


@every_game
def test_the_umpire_refuses_unknown_answers_in_words(name: str) -> None:
    game = new_game(name)
    ledger = game.opening(Side.ONE).ledger
    for wrong in ({"nothing of the kind": True}, {"declared": ["sneeze"]}, {"declared": 7}):
        with pytest.raises(ValueError, match=r"\w"):
            game.facts(ledger, wrong)


# with the physics: random legal play


@pytest.mark.slow
@every_variant
def test_random_play_keeps_every_promise(name: str, texts: dict[str, str]) -> None:
    game = new_game(name, texts)
    rng = random.Random(f"{name} {texts} play")
    position = game.opening(Side.ONE)
    for _ in range(60):
        decision = game.decision(position)
        assert (decision is None) == (game.result(position.ledger) is not None) == (game.form(position.ledger) is None)
        if decision is None:
            break
        check_refusals(game, position)
        answer = pick(game, position, decision, rng)
        position = play(game, position, answer)


def pick(game: AnyGame, position: Position[Any], decision: Decision, rng: random.Random) -> Answer:
    """One of the answers offered; a side-flick may still miss the rim, so it is tried again."""
    for _ in range(200):
        answer = rng.choice(answers(decision, rng))
        if game.refuse(position, answer) is None:
            return answer
        assert isinstance(answer, SideFlick | Flick), f"{answer} was offered and refused"
    raise AssertionError(f"no answer found to {decision.sentence}")


def play(game: AnyGame, position: Position[Any], answer: Answer) -> Position[Any]:
    shot = None
    if isinstance(answer, Flick | SideFlick):
        shot = physics.simulate(game.board.surface, game.discs, position.layout, answer)
    before = copy.deepcopy(position)
    after, verdict = advance(game, position, answer, shot)
    assert position == before, "judging changed what it was given"
    assert verdict.reasons
    check_verdict(game, verdict)
    check_layout(game, after.layout)
    return after


def check_refusals(game: AnyGame, position: Position[Any]) -> None:
    for wrong in nonsense(game):
        assert game.refuse(position, wrong) is not None, wrong


@pytest.mark.slow
@every_game
def test_observe_takes_under_300_and_judge_under_100_microseconds(name: str) -> None:
    game, rng = new_game(name), random.Random(name)
    position = game.opening(Side.ONE)
    observing, judging = [], []
    for _ in range(400):
        decision = game.decision(position)
        if decision is None:
            position = game.opening(Side.TWO)
            continue
        answer = pick(game, position, decision, rng)
        if isinstance(answer, Flick | SideFlick):
            shot = physics.simulate(game.board.surface, game.discs, position.layout, answer)
            seen = game.observe(position, answer, shot)
            observing.append(took_s(game.observe, position, answer, shot))
            judging.append(took_s(game.judge, position.ledger, seen))
        position = play(game, position, answer)
    assert len(observing) > 50
    assert statistics.median(observing) < 300e-6
    assert statistics.median(judging) < 100e-6


def took_s(function: Callable[..., object], *given: object) -> float:
    """How long a pure function takes: the best of five, so that a busy machine is not blamed on it."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        function(*given)
        times.append(time.perf_counter() - began)
    return min(times)


# what is loaded


def test_the_rules_load_neither_numpy_nor_numba() -> None:
    code = (
        "import sys, pennyflick.rules\n"
        "from pennyflick.rules.registry import names, new_game\n"
        "games = [new_game(name) for name in names()]\n"
        "from pennyflick.table import Side\n"
        "for game in games: game.decision(game.opening(Side.ONE))\n"
        "loaded = {'numpy', 'numba', 'pennyflick.physics'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {sorted(loaded)}' if loaded else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

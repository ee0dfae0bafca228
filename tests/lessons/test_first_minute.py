"""Every lesson can be set up, and a known flick does what its sentence promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from pennyflick.lessons.lesson import first_minute, known_flick, practised, set_up
from pennyflick.match import apply, decision, new_match
from pennyflick.record.possible import impossible
from pennyflick.rules import registry
from pennyflick.rules.rulebook import clauses
from pennyflick.table import Answer, Flick, Seat, Side

ONE = Seat(Side.ONE)
OURS = ("penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte")
STEPS = [pytest.param(game, number, id=f"{game} {number + 1}") for game in OURS for number in range(3)]
# any flick will do for a first step, and to miss is what the last one of Pichenotte asks for
NOTHING_ASKED = [*((game, 0) for game in OURS), ("pichenotte", 2)]
LONGEST = 100  # characters: read at a glance, and two lines on a phone


@pytest.mark.parametrize("game", OURS)
def test_a_first_minute_has_three_steps_and_the_first_asks_for_nothing_but_a_flick(game: str) -> None:
    steps = first_minute(game)

    assert len(steps) == 3
    assert [bool(step.ruled) for step in steps] == [False, True, True]


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_step_can_be_set_up_and_one_is_to_flick(game: str, number: int) -> None:
    step, played = first_minute(game)[number], practised(game)
    position = set_up(played, step)
    asked = played.decision(position)

    assert impossible(played, position) is None
    assert asked is not None
    assert asked.seats == (ONE,)


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_the_known_flick_does_what_the_sentence_promises(game: str, number: int) -> None:
    step, played = first_minute(game)[number], practised(game)
    match = new_match(played, seed=1, setup=set_up(played, step))
    after = apply(match, ONE, known_flick(played, step))

    assert step.done(after.actions[-1].verdict.clauses, after.position.layout)


@pytest.mark.parametrize(("game", "number"), [each for each in STEPS if each.values not in NOTHING_ASKED])
def test_a_flick_that_hardly_moves_does_not_do_it(game: str, number: int) -> None:
    step, played = first_minute(game)[number], practised(game)
    match = new_match(played, seed=1, setup=set_up(played, step))
    told = known_flick(played, step)
    weak: Answer = Flick(told.disc, told.direction_cdeg, 30, told.start)
    after = apply(match, ONE, weak)

    assert decision(match) is not None
    assert not step.done(after.actions[-1].verdict.clauses, after.position.layout)


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_sentence_is_short_and_cites_clauses_that_are(game: str, number: int) -> None:
    step = first_minute(game)[number]

    assert len(step.sentence) <= LONGEST
    assert step.sentence.endswith(".")
    assert set(step.ruled) <= set(clauses())


def test_every_file_belongs_to_a_game() -> None:
    folder = Path(__file__).parents[2] / "src" / "pennyflick" / "lessons" / "first_minute"

    assert sorted(path.stem for path in folder.iterdir()) == sorted(OURS)


def test_a_game_may_bring_no_lesson() -> None:
    parts = registry.GAMES["penny-black"]
    registry.GAMES["penny-silent"] = registry.Parts(parts.rules, parts.players, parts.page)
    try:
        assert first_minute("penny-silent") == ()
    finally:
        del registry.GAMES["penny-silent"]

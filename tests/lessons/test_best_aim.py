"""What would have been best: the expert's flick, from wherever the disc was put."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pennyflick.lessons.best_aim import best_aim
from pennyflick.lessons.kinds import Drill, Expert
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.solving import begun
from pennyflick.lessons.trying import TryState, parsed, try_state
from pennyflick.match.referee import apply, decision
from pennyflick.rules import registry
from pennyflick.table import DiscId, Flick, Point


def _known(game: str, drill: str) -> tuple[Drill, Expert]:
    expert = shelf(game).expert_at(drill)
    assert expert is not None
    return next(each for each in shelf(game).drills if each.id == drill), expert


@pytest.mark.parametrize("start", [Point(0.0, -304.8), Point(-207.9, -222.9), Point(-40.0, -302.16)])
def test_an_open_twenty_drops_from_wherever_the_puck_was_put(start: Point) -> None:
    drill, expert = _known("pichenotte", "open-twenties")
    best = best_aim(drill, expert, 0, Flick(DiscId("A1"), 0, 500, start))
    assert isinstance(best, Flick)
    assert best.start == start

    match = begun(drill, drill.position(0), "positions")
    asked = decision(match)
    assert asked is not None
    assert try_state(drill, apply(match, asked.seats[0], best)) is TryState.DONE


def test_positions_are_taken_by_turns_and_what_lies_is_flicked_from_there() -> None:
    drill, expert = _known("penny-red", "returns")
    assert best_aim(drill, expert, 5, Flick(DiscId("A2"), 0, 500)) == Flick(DiscId("A2"), 1_979, 1_144)
    assert best_aim(drill, expert, 1, Flick(DiscId("A1"), 0, 500)) == Flick(DiscId("A1"), 34_951, 1_154)


def test_of_another_idea_nothing_is_known() -> None:
    drill, expert = _known("penny-red", "returns")
    assert best_aim(drill, expert, 0, Flick(DiscId("A1"), 0, 500)) is None
    assert best_aim(drill, None, 0, Flick(DiscId("A2"), 0, 500)) is None
    assert best_aim(drill, replace(expert, best=()), 0, Flick(DiscId("A2"), 0, 500)) is None


@pytest.mark.parametrize("game", registry.names())
def test_every_flick_of_an_expert_can_be_compared_with(game: str) -> None:
    for drill in shelf(game).drills:
        expert = shelf(game).expert_at(drill.id)
        for number, text in enumerate(expert.best if expert else ()):
            flick = parsed(begun(drill, drill.position(number), "positions"), text)
            best = best_aim(drill, expert, number, flick)  # type: ignore[arg-type]
            assert best is not None
            assert best.speed_mm_s == flick.speed_mm_s  # type: ignore[union-attr]

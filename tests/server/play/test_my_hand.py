"""My hand, measured by the flicks that rows of tries keep: kept as they were, told apart by how they were let go."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.trying import game_of, set_up_match
from pennyflick.match.referee import Match, apply, decision
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, Hand, executed, parse_hand
from pennyflick.server.play.drills import drill_of
from pennyflick.server.play.flicked import MOST, KeptFlick, flicks_kept, flicks_told
from pennyflick.server.play.my_hand import MOST_FLICKS, MOST_PERIODS, Grip, measured
from pennyflick.server.store.practice import DRILL, MOST_MORE, Try
from pennyflick.server.wire.answers import wire_flick
from pennyflick.table import DiscId, Flick, Point

NOW = datetime(2026, 5, 1, tzinfo=UTC)
PUCK = DiscId("A1")
VISIBLE = "visible good"


def _drill(game: str, key: str) -> Drill:
    found = drill_of(game, key)
    assert found is not None
    return found


def _played(drill: Drill, flick: Flick, hand: str = VISIBLE, instant_ms: int | None = None) -> Match:
    match = set_up_match(game_of(drill.game, drill.options), drill.position(0), 7, parse_hand(hand))
    asked = decision(match)
    assert asked is not None
    return apply(match, asked.seats[0], flick, instant_ms)


def _try(number: int, flicks: Sequence[Any], way: str = "pull", hand: str = VISIBLE) -> Try:
    more = {"way": way, "flicks": json.loads(json.dumps(flicks))}
    return Try(f"m{number:05}", "ann", DRILL, "pichenotte", "x", NOW + timedelta(hours=number), hand, True, more)


def test_a_flick_is_kept_as_it_was_meant_as_it_happened_and_as_it_would_have_been_best() -> None:
    drill = _drill("pichenotte", "open-twenties")
    meant = Flick(PUCK, 9_100, 1_000, Point(0.0, -304.8))
    match = _played(drill, meant, instant_ms=1_234)

    ((_, kept),) = flicks_kept([_try(1, flicks_told(drill, match, 0))])

    assert kept.timed
    assert kept.released == (meant, match.actions[0].actual)
    assert kept.aimed is not None
    best, aimed = kept.aimed
    assert (best.speed_mm_s, aimed) == (1_021, meant)
    assert best.direction_cdeg == pytest.approx(9_000, abs=50), "to the hole, from where the puck was put"


def test_as_many_flicks_as_are_kept_of_a_run_fit_into_its_row() -> None:
    drill = _drill("penny-red", "serves")
    match = _played(drill, Flick(PUCK, 200, 1_100))
    told = flicks_told(drill, match, 0)
    assert len(told) == 1
    assert "best" in told[0]
    assert len(json.dumps(told * MOST)) < MOST_MORE


def test_nothing_is_kept_of_what_is_no_flick_and_no_best_where_no_expert_was_measured() -> None:
    drill = _drill("penny-black", "runs")
    match = set_up_match(game_of(drill.game, drill.options), drill.position(0))
    assert flicks_told(drill, match, 0) == []


def _flicked(hand: Hand, count: int, way: str = "pull", first: int = 0, timed: bool = False) -> list[Try]:
    """Flicks that were meant two degrees too far left, with the error of a hand."""
    tries = []
    for number in range(first, first + count):
        meant = Flick(PUCK, 9_200, 1_000)
        actual = executed(hand, meant, Dice(1, number, "hand"))
        wire = msgspec.structs.replace(wire_flick(meant), instant_ms=5 if timed else None)
        kept = KeptFlick(wire, None if way == "stroke" else wire_flick(actual), wire_flick(Flick(PUCK, 9_000, 1_000)))
        tries.append(_try(number, [msgspec.to_builtins(kept)], way))
    return tries


def test_aim_and_release_are_told_apart() -> None:
    (mine,) = measured(_flicked(HANDS["good"], 400))
    assert mine.grip == Grip("pull", VISIBLE, timed=False)
    assert mine.release is not None
    assert mine.aim is not None
    assert mine.release.direction_deg.value == pytest.approx(2.0, rel=0.1)
    assert mine.release.speed.value == pytest.approx(0.1, rel=0.1)
    assert mine.aim.speed.value == 0.0, "the hand is none of the aim"
    assert mine.aim.direction_deg.value == pytest.approx(2.0 / 0.6**0.5), "two degrees, every time"


def test_ways_are_told_apart_the_most_used_first_and_a_stroke_has_no_release() -> None:
    tries = [*_flicked(HANDS["good"], 30, "keys"), *_flicked(HANDS["good"], 60, "stroke", first=100)]
    stroke, keys = measured([*tries, *_flicked(HANDS["good"], 5, "clicks", first=500)])[:2]
    assert (stroke.grip.way, stroke.release, stroke.release_spells) == ("stroke", None, ())
    assert stroke.aim is not None
    assert keys.grip.way == "keys"
    assert keys.release is not None


def test_too_few_flicks_tell_nothing_yet() -> None:
    (mine,) = measured(_flicked(HANDS["good"], 19))
    assert (mine.flicks, mine.release, mine.aim, mine.release_spells) == (19, None, None, ())
    assert measured([]) == []


def test_spells_go_on_in_time_and_the_last_has_the_latest_flicks() -> None:
    (mine,) = measured([*_flicked(HANDS["beginner"], 50), *_flicked(HANDS["expert"], 50, first=50)])
    assert len(mine.release_spells) == 5
    assert mine.release_spells[0].spreads.direction_deg.value > 2 * mine.release_spells[-1].spreads.direction_deg.value
    assert mine.release_spells[-1].at == NOW + timedelta(hours=99)
    (many,) = measured(_flicked(HANDS["good"], MOST_FLICKS + 50))
    assert (many.flicks, len(many.release_spells)) == (MOST_FLICKS, MOST_PERIODS)


def test_a_watched_hand_is_another_than_one_that_erred_unseen() -> None:
    tries = [*_flicked(HANDS["good"], 25), *_flicked(HANDS["good"], 25, first=50, timed=True)]
    assert {mine.grip.timed for mine in measured(tries)} == {True, False}

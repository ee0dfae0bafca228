"""Tries at the table: how a header tells which, where they begin, who answers, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pennyflick.lessons.kinds import Lesson
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import answered, game_of, parsed, set_up_match
from pennyflick.server.play.starting import EXACT
from pennyflick.server.play.tasks import Attempt, Table, attempt_of, made, next_number, reply, table_for, try_of
from pennyflick.server.settings import Settings
from pennyflick.server.store.practice import DRILL, LESSON, PUZZLE, Try
from pennyflick.server.store.store import Header
from pennyflick.table import Flick, Side

NOW = datetime(2026, 5, 1, tzinfo=UTC)
KILL = next(each for each in shelf("penny-blue").lessons if each.id == "kill")
REPLIED = next(each for each in shelf("penny-green").lessons if each.replies)


def header_of(lesson: Lesson, hand: str = EXACT, kind: str = LESSON) -> Header:
    table = Table(game_of(lesson.game, lesson.options), lesson.position, hand, 7)
    settings = Settings(data=Path("nowhere"), port=0, clock=lambda: NOW)
    return table_for(Attempt(kind, lesson.id, 2), table, "Ann", settings, "ann").new.header


def kept(number: int | None) -> Try:
    more: dict[str, Any] = {} if number is None else {"number": number}
    return Try("m", "ann", LESSON, "penny-blue", "kill", NOW, EXACT, False, more)


def test_which_try_it_is_stands_in_the_header() -> None:
    header = header_of(KILL)

    assert header.practice == "try:lesson:kill:2"
    assert attempt_of(header) == Attempt(LESSON, "kill", 2)


@pytest.mark.parametrize(
    "mark", [None, "", "2.1", "rule:BLU-4", "while abc", "try:lesson:kill", "try:chess:kill:1", "try:lesson:kill:x"]
)
def test_other_matches_are_no_tries(mark: str | None) -> None:
    assert attempt_of(replace(header_of(KILL), practice=mark)) is None


def test_one_s_own_is_the_side_that_acts_first_and_nobody_plays_the_other() -> None:
    puzzle = next(each for each in shelf("penny-blue").puzzles if "turn=two" in each.position)
    table = Table(game_of("penny-blue", {}), puzzle.position, "visible good", 7)
    settings = Settings(data=Path("nowhere"), port=0, clock=lambda: NOW)
    start = table_for(Attempt(PUZZLE, puzzle.id, 1), table, "Ann", settings, "ann")

    assert start.new.header.starter == Side.TWO.value
    assert dict(start.new.header.names) == {"one": "Rival", "two": "Ann"}
    assert dict(start.new.header.hands) == {"two": "visible good"}
    assert dict(start.new.holders) == {"two": "ann"}


def test_tries_are_numbered_on_even_when_the_oldest_were_dropped() -> None:
    assert next_number([]) == 1
    assert next_number([kept(998), kept(999)]) == 1_000
    assert next_number([kept(None), kept(None)]) == 3


def test_the_other_side_s_written_answers_come_one_by_one_in_its_own_name() -> None:
    match, given = set_up_match(game_of(REPLIED.game, REPLIED.options), REPLIED.position), list(REPLIED.solution)
    while (change := reply(REPLIED, match, match.played)) is None:  # it is not its turn yet
        match = answered(match, given.pop(0))

    assert match.played > 0
    assert change.id == f"task:{match.played + 1:06d}"
    assert (change.version, change.seat.side, change.answer) == (
        match.played,
        Side.TWO,
        parsed(match, REPLIED.replies[0]),
    )


def test_a_try_is_kept_only_when_it_is_over() -> None:
    header, match = header_of(KILL), set_up_match(game_of(KILL.game, {}), KILL.position)
    assert try_of(header, KILL, match, "pull", "ann", NOW) is None
    row = try_of(header, KILL, answered(match, KILL.solution[0]), "pull", "ann", NOW)

    assert row is not None
    assert (row.id, row.holder, row.kind, row.key, row.hand, row.done) == (
        header.id,
        "ann",
        LESSON,
        "kill",
        EXACT,
        True,
    )
    assert (row.more["number"], row.more["way"]) == (2, "pull")
    assert row.more["flicks"][0]["meant"]["disc"] == "A1"


def test_a_way_that_nobody_knows_is_not_kept() -> None:
    assert "way" not in made(header_of(KILL), True, {}, "telepathy", "ann", NOW).more
    assert made(header_of(KILL, "visible good"), True, {}, "keys", "ann", NOW).hand == "visible good"


def test_the_position_of_a_drill_belongs_to_the_number_of_the_try() -> None:
    drill = next(each for each in shelf("penny-blue").drills if len(each.positions) > 1 and not each.counts)
    game = game_of(drill.game, drill.options)
    table = Table(game, drill.position(1), EXACT, 7)
    settings = Settings(data=Path("nowhere"), port=0, clock=lambda: NOW)
    header = table_for(Attempt(DRILL, drill.id, 2), table, "", settings, "ann").new.header
    match = set_up_match(game, drill.position(1))
    best = shelf(drill.game).expert_at(drill.id)
    assert best is not None
    after = answered(match, best.best[1])
    row = try_of(header, drill, after, "pull", "ann", NOW)

    assert row is not None
    assert isinstance(after.actions[0].answer, Flick)
    assert row.more["flicks"][0]["best"]["direction_cdeg"] == after.actions[0].answer.direction_cdeg

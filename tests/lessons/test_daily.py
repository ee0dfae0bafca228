"""A flick a day: which day asks what, grades, streaks, the line to paste, and that the list only grows."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from pennyflick.lessons.daily import (
    FIRST,
    Grade,
    Graded,
    asked_on,
    begun_on,
    check_day,
    days,
    flicked,
    graded,
    length_words,
    number_of,
    pasted,
    place_of,
    read_days,
    streak,
)
from pennyflick.lessons.goal import spare_mm
from pennyflick.lessons.kinds import Day
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.trying import answered, parsed
from pennyflick.match.referee import Match
from pennyflick.record import digest
from pennyflick.rules import registry
from pennyflick.table import Flick, SideFlick

# How many days were published, and what they ask. A day that was published never changes: add others after the last,
# and then, if you like, count them here too.
PUBLISHED, DIGEST = 130, "e0ef9810"

KILL = """
[[day]]
game = "penny-blue"
task = "Kill."
position = "turns=1-1 A1@-10,30 blue@-70,10"
ruled = "BLU-4"
flick = "A1 201.56 962"
"""
LEAVE = """
[[day]]
game = "penny-black"
task = "Stop near Y4."
position = "shooter_from=where-it-lies shooter@-50,70 Y4@20,110"
ruled = "BLK-10"
within = "shooter Y4 20.2"
flick = "shooter 323.22 982"
"""
RETURN = """
[[day]]
game = "penny-red"
task = "Return the red."
position = "phase=open-play turns=1-1 A1@-160,50 A2@-190,-60 red@-60,-20"
ruled = "RED-8"
then = "phase=reward"
flick = "A2 19.79 1144"
"""


def one(text: str) -> Day:
    (day,) = read_days("x.toml", text)
    return day


def played(day: Day, text: str) -> Match:
    match = begun_on(day)
    flick = parsed(match, text)
    assert isinstance(flick, Flick | SideFlick)
    return flicked(match, flick)


# What is asked ------------------------------------------------------------------------------------------------------


def asked(day: Day) -> object:
    """All that makes the day what it is, besides the flick that shows that it can be done."""
    goal = {name: getattr(day, name) for name in day.conditions}
    return [day.game, day.task, day.position, dict(day.options), goal]


def test_published_days_stay_as_they_were() -> None:
    assert digest([asked(day) for day in days()[:PUBLISHED]]) == DIGEST


def test_there_are_days_for_a_season_of_every_game_by_turns() -> None:
    games = [day.game for day in days()]

    assert len(games) >= 120
    assert set(games) == set(registry.names())
    assert all(one != other for one, other in pairwise(games))


def test_no_position_is_asked_twice_for_the_same() -> None:
    assert len({(day.game, day.task, day.position) for day in days()}) == len(days())


def test_sentences_are_short_and_end_as_sentences_do() -> None:
    assert [day.task for day in days() if not day.task.endswith(".") or len(day.task) > 120] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_a_day_of_every_game_holds(number: int) -> None:
    assert 0.2 <= check_day(days()[number]) <= 0.85


def test_the_first_day_is_day_one() -> None:
    assert number_of(date(2026, 11, 18)) == 1
    assert number_of(date(2027, 11, 18)) == 366
    assert asked_on(FIRST) is days()[0]
    assert asked_on(FIRST + timedelta(days=7)) is days()[7]


def test_before_the_first_day_nothing_is_asked() -> None:
    with pytest.raises(LookupError, match="the first flick of a day was on 2026-11-18"):
        asked_on(date(2026, 11, 17))


def test_after_its_end_the_list_begins_anew_in_another_order() -> None:
    rounds = [[place_of(number, 10) for number in range(10 * turn + 1, 10 * turn + 11)] for turn in range(3)]

    assert rounds[0] == list(range(10))
    assert rounds[1] == [0, 3, 6, 9, 2, 5, 8, 1, 4, 7]
    assert sorted(rounds[2]) == list(range(10))


def test_neighbours_differ_in_every_round() -> None:
    for number in range(1, 5 * len(days())):
        today, tomorrow = (days()[place_of(each, len(days()))] for each in (number, number + 1))
        assert today.game != tomorrow.game, f"days {number} and {number + 1}"


def test_a_slip_is_told_with_its_line() -> None:
    with pytest.raises(SlipError, match=r"x.toml:3: game is 'penny-blu'; did you mean 'penny-blue'\?"):
        read_days("x.toml", KILL.replace("penny-blue", "penny-blu"))
    with pytest.raises(SlipError, match=r"x.toml:2: flick is missing"):
        read_days("x.toml", KILL.replace("flick =", "#"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A1 201.56 962", "A1 20 300", "x.toml:7: day 1: its flick does not do it with the exact hand"),
        ('ruled = "BLU-4"', 'lies = "SA"', "x.toml:7: day 1: its flick comes off 100%"),
        ("A1 201.56 962", "B1 201.56 962", "x.toml:7: day 1: "),
        ("A1 201.56 962", "place A1@0,0", "x.toml:7: day 1: "),
        ("A1 201.56 962", "A1 nowhere", "x.toml:7: day 1: "),
        ("A1@-10,30", "A1@-75,10", "x.toml:5: 1: "),
        ('ruled = "BLU-4"', "", "x.toml:2: 1: nothing says when it is done"),
    ],
)
def test_a_day_that_cannot_be_asked_is_told(old: str, new: str, told: str) -> None:
    with pytest.raises(SlipError) as slip:
        check_day(one(KILL.replace(old, new)))

    assert str(slip.value).startswith(told)


# Grades -------------------------------------------------------------------------------------------------------------


def test_done_is_done_with_what_was_to_spare() -> None:
    day = one(LEAVE)

    found = graded(day, played(day, day.flick))

    assert found.grade is Grade.DONE
    assert found.spare_mm is not None
    assert 0 < found.spare_mm < 20.2


def test_what_is_measured_nowhere_has_nothing_to_spare() -> None:
    day = one(KILL)

    assert graded(day, played(day, day.flick)) == Graded(Grade.DONE)


@pytest.mark.parametrize(
    ("goal", "spare"),
    [
        ('within = "A1 edge 60"', 60 - 42.35),  # its rim is 42.35 mm from the edge, its centre at 100, 0
        ('apart = "A1 edge 40"', 42.35 - 40),
        ('apart = "A1 0,0 10"', None),  # it says that something moved, not how well
        ('lies = "A1"', 42.35),
        ('inside = "A1 90,-20 130,20"', 10.0),
        ('inside = "A1 90,-20 130,5"', 5.0),
        ('lies = "A1"\ninside = "A1 90,-20 130,20"', 10.0),
        ('gone = "blue"', None),
    ],
)
def test_to_spare_is_the_least_of_what_can_be_measured(goal: str, spare: float | None) -> None:
    day = one(KILL.replace("A1@-10,30", "A1@100,0").replace('ruled = "BLU-4"', goal))

    assert spare_mm(day, begun_on(day)) == (None if spare is None else pytest.approx(spare))


def test_a_ruling_that_was_measured_has_something_to_spare() -> None:
    day = one(RETURN)
    match = played(day, day.flick)
    (measured,) = [
        reason.evidence.measured_mm
        for reason in match.actions[-1].verdict.reasons
        if reason.clause == "RED-8" and reason.evidence and reason.evidence.measured_mm is not None
    ]

    assert spare_mm(day, match) == pytest.approx(measured)


def test_not_done_is_graded_by_what_the_position_is_worth() -> None:
    day = one(LEAVE)

    assert graded(day, answered(begun_on(day), "shooter 90 3000")).grade is Grade.MISSED  # it flies off


def test_worth_as_much_as_before_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    day = one(KILL)
    match = played(day, "A1 20 300")
    worth = {id(match.begun): 0.5, id(match.position): 0.5}
    monkeypatch.setattr("pennyflick.lessons.daily.worth_to", lambda game, position, side: worth[id(position)])

    assert graded(day, match).grade is Grade.HELD
    worth[id(match.position)] = 0.49
    assert graded(day, match).grade is Grade.MISSED


# Streaks and the line to paste ---------------------------------------------------------------------------------------


def test_a_streak_is_of_days_in_a_row() -> None:
    today = date(2026, 12, 5)
    back = [today - timedelta(days=days) for days in range(6)]

    assert streak([], today) == 0
    assert streak(back[:3], today) == 3
    assert streak(back[1:3], today) == 2  # today's is still to come
    assert streak(back[2:], today) == 0
    assert streak([back[0], back[2]], today) == 1


def test_the_line_to_paste_spoils_nothing() -> None:
    tries = [Graded(Grade.MISSED), Graded(Grade.HELD), Graded(Grade.DONE, 4.2)]

    told = pasted(date(2027, 6, 19), "Penny Black", tries, 3, "https://play.example/daily/2027-06-19")

    assert told == "pennyflick 214 · Penny Black ○◐● 4 mm to spare · streak 3 · https://play.example/daily/2027-06-19"


def test_without_a_measure_the_line_says_nothing_of_it() -> None:
    told = pasted(FIRST, "Penny Blue", [Graded(Grade.DONE), Graded(Grade.MISSED), Graded(Grade.MISSED)], 1, "LINK")

    assert told == "pennyflick 1 · Penny Blue ●○○ · streak 1 · LINK"


def test_less_than_a_millimetre_is_told_in_tenths() -> None:
    assert [length_words(each) for each in (0.04, 0.94, 0.96, 3.5, 12.0)] == [
        "0.0 mm",
        "0.9 mm",
        "1 mm",
        "4 mm",
        "12 mm",
    ]

"""A drill is tried from its positions by turns, done or counted, and can be played as it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pennyflick.lessons.checking import check
from pennyflick.lessons.drilling import drill_digest, measure, rate_of
from pennyflick.lessons.kinds import Drill, Expert
from pennyflick.lessons.reading import Where
from pennyflick.lessons.shelf import read_shelf
from pennyflick.lessons.trying import TryState, answered, game_of, score, set_up_match, try_state
from pennyflick.match.referee import Match
from pennyflick.table import Clause

DRILL = '[[drill]]\nid = "kills"\ntitle = "Kills"\ntask = "Kill."\n'
KILL = 'positions = ["turns=1-1 A1@-40,0 blue@-90,0", "turns=1-1 A1@0,0 blue@-60,0"]\n'
RUN = 'positions = "shooter_from=where-it-lies shooter@0,95 Y4@0,140 Y5@40,-140"\nturn = true\ncounts = "BLK-8"'


def drill(text: str, game: str = "penny-blue") -> Drill:
    (read,) = read_shelf(game, "x.toml", DRILL + text).drills
    return read


def begun(read: Drill, number: int = 0) -> Match:
    return set_up_match(game_of(read.game, read.options), read.position(number))


def test_positions_come_by_turns() -> None:
    read = drill(KILL + 'ruled = "BLU-4"')

    assert [read.position(number) for number in range(3)] == [*read.positions, read.positions[0]]


def test_a_try_of_one_flick_counts_one_when_it_is_done() -> None:
    read = drill(KILL + 'ruled = "BLU-4"')

    assert score(read, answered(begun(read), "A1 180 900")) == 1
    assert score(read, answered(begun(read), "A1 180 400")) == 0


def test_a_drill_that_counts_goes_on_until_the_turn_is_over() -> None:
    read = drill(RUN, "penny-black")
    won = answered(begun(read), "shooter 90 700")
    lost = answered(won, "shooter 0 30")

    assert "BLK-8" in won.actions[-1].verdict.clauses
    assert (try_state(read, won), score(read, won)) == (TryState.OPEN, 1)
    assert (try_state(read, lost), score(read, lost)) == (TryState.DONE, 1)


def test_a_drill_in_which_nothing_was_counted_has_failed() -> None:
    read = drill(RUN, "penny-black")
    missed = answered(begun(read), "shooter 0 30")

    assert (try_state(read, missed), score(read, missed)) == (TryState.FAILED, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (KILL, "x.toml:1: kills: nothing says when it is done"),
        (KILL + 'ruled = "BLU-4"\nhand = "visible god"', "x.toml:7: kills: no hand named 'visible god'"),
        (KILL + 'ruled = "BLU-4"\ntries = 0', "x.toml:7: kills: there must be at least one try"),
        (KILL.replace("-60,0", "-10,0") + 'ruled = "BLU-4"', "x.toml:5: kills: A1 and blue overlap by"),
        (KILL + 'lies = "A3"', "x.toml:1: kills: no disc named 'A3'"),
        ('positions = "ended=sets"\nlies = "A1"', "x.toml:5: kills: in position 1 the match is over"),
    ],
)
def test_a_drill_that_cannot_be_played_says_why(text: str, said: str) -> None:
    (found,) = check(read_shelf("penny-blue", "x.toml", DRILL + text))

    assert str(found.slip).startswith(said)


def test_lessons_and_drills_of_a_game_share_no_id() -> None:
    lesson = '[[lesson]]\nid = "kills"\ntitle = "K"\ntask = "K."\nhint = "H."\nsolution = "A1 0 1"\n'

    with pytest.raises(ValueError, match=r"x.toml:\d+: kills is there already, at line 1"):
        read_shelf("penny-blue", "x.toml", lesson + DRILL)


def test_a_drill_without_an_expert_is_told() -> None:
    (found,) = check(read_shelf("penny-blue", "x.toml", DRILL + KILL + 'ruled = "BLU-4"'))

    assert str(found.slip) == "x.toml:1: kills: no expert was measured at it; run: pennyflick drills penny-blue"


def test_what_an_expert_means_is_tried_again() -> None:
    read = read_shelf("penny-blue", "x.toml", DRILL + KILL + 'ruled = "BLU-4"')
    best = ("A1 180 900", "A1 180 900")
    rate = rate_of(read.drills[0], best)
    expert = Expert(where=Where("y.toml", 3), game="penny-blue", drill="kills", of="", rate=rate, best=best)
    right = replace(expert, of=drill_digest(read.drills[0]))
    wrong, stale = replace(right, rate=rate + 0.1), replace(right, of="00000000")
    said = [next(check(replace(read, experts=(each,)))) for each in (right, wrong, stale)]

    assert [each.slip is None for each in said] == [True, False, False]
    assert str(said[1].slip) == f"y.toml:3: kills: the expert makes {rate:g} a try, not {rate + 0.1:g}"


def test_a_drill_with_another_task_has_another_digest_but_not_one_with_other_words() -> None:
    read = drill(KILL + 'ruled = "BLU-4"')

    assert drill_digest(read) == drill_digest(replace(read, title="Other"))
    assert drill_digest(read) != drill_digest(replace(read, hand="good"))
    assert drill_digest(read) != drill_digest(replace(read, not_ruled=(Clause("BLU-6"),)))


@pytest.mark.slow
def test_an_expert_finds_a_flick_that_comes_off_more_often_than_a_plain_one() -> None:
    read = drill('positions = "turns=1-1 A1@-10,30 blue@-70,10"\nruled = "BLU-4"\nnot_ruled = ["BLU-6", "BLU-7"]')
    found = measure(read)

    assert found == measure(read)
    assert found.rate > rate_of(read, ["A1 198 900"]) + 0.05


@pytest.mark.slow
def test_an_expert_plays_on_until_the_turn_is_over() -> None:
    assert 0.5 < measure(drill(RUN, "penny-black")).rate < 19

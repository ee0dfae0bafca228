"""Whoever plays the house without a name is spoken to: "You flick", never "You flicks"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pennyflick import rules
from pennyflick.match import Match, apply, decision, new_match, refusal, step
from pennyflick.players import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import DECLARATIONS
from pennyflick.server.client import Client
from pennyflick.server.play.names import named
from pennyflick.server.play.second_person import VERBS, said_to
from pennyflick.server.store.store import Header
from pennyflick.table import Declare, Resign

SIDE = re.compile(r"\b(One|Two)\b")
THIRD_PERSON = "|".join(verb for verb, of_you in VERBS.items() if verb != of_you)
BAD = re.compile(
    rf"\byou (?:first )?(?:{THIRD_PERSON})\b"
    rf"|\byou\b[^:;.]*(?:,| and| or) (?:{THIRD_PERSON})\b"  # the second verb of the same subject
    r"|\byou\b[^:;.]*\bhis\b|\byou's|\bof you\b",
    re.IGNORECASE,
)
RULES = Path(str(rules.__file__)).parent
# Built by the rules, but no mention that can be said to somebody; the second is no sentence before its start is known.
STAYS = {"only the player to shoot, One, can spoil a shot", "One by A9 in games."}
OPTIONS = {
    "penny-black": [{}, {"shape": "square", "games": "2", "turn_limit": "3"}],
    "penny-blue": [{"side_flick": "may"}, {"games": "2", "turn_limit": "3"}],
    "penny-red": [{}, {"games": "2", "turn_limit": "3"}],
    "penny-green": [{"penalty": "advanced"}, {"goals": "1", "games": "2", "turn_limit": "3"}],
    "pichenotte": [{"advanced": "yes"}, {"tie": "shoot-out"}],
}


def _header(one: str, two: str) -> Header:
    house = {"You": "person", "A beginner": "beginner"}
    return Header(
        id="abc",
        game="penny-green",
        options={},
        starter="one",
        names={"one": one, "two": two},
        players={"one": house[one], "two": house[two]},
        hands={},
        seed=1,
        created=datetime(2026, 5, 1, tzinfo=UTC),
    )


YOU_ARE_ONE, YOU_ARE_TWO = _header("You", "A beginner"), _header("A beginner", "You")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "One flicks the shooter from where it lies. Yellow is due. The shooter must win a penny or leave Y1.",
            "You flick the shooter from where it lies. Yellow is due. The shooter must win a penny or leave Y1.",
        ),
        (
            "One wins Y3 (1 point) and flicks again from where the shooter lies.",
            "You win Y3 (1 point) and flick again from where the shooter lies.",
        ),
        (
            "One has 20 of the thirty points and wins the game. Two wins Y1.",
            "You have 20 of the thirty points and win the game. A beginner wins Y1.",
        ),
        (
            "A foul: Two loses the turn and One gets a free shot.",
            "A foul: a beginner loses the turn and you get a free shot.",
        ),
        ("A foul of One: Two gets a free shot.", "A foul of yours: a beginner gets a free shot."),
        (
            "A foul: One wins Y1, lifts it off and plays, with no free shot.",
            "A foul: you win Y1, lift it off and play, with no free shot.",
        ),
        (
            "One was disturbed, keeps the turn and gets a free shot.",
            "You were disturbed, keep the turn and get a free shot.",
        ),
        ("The next game begins; One, who lost, starts.", "The next game begins; you, who lost, start."),
        (
            "One flicks one of his own pennies, or side-flicks the blue, or stops: flick 2 of 3.",
            "You flick one of your own pennies, or side-flick the blue, or stop: flick 2 of 3.",
        ),
        ("A1 hit no penny: One's turn is over.", "A1 hit no penny: your turn is over."),
        ("One cannot kill in the first turn of a game.", "You cannot kill in the first turn of a game."),
        (
            "One respots A1, which touches the red, or flicks A2 into it: flick 1 of 3.",
            "You respot A1, which touches the red, or flick A2 into it: flick 1 of 3.",
        ),
        (
            "One first respots A1, which the opponent put across the line.",
            "You first respot A1, which the opponent put across the line.",
        ),
        ("Two fouled: the point goes to One.", "A beginner fouled: the point goes to you."),
        ("One's shooters stay where they are.", "Your shooters stay where they are."),
        ("A goal for One.", "A goal for you."),
        (
            "The green passed between One's own pegs: a goal to Two.",
            "The green passed between your own pegs: a goal to a beginner.",
        ),
        ("One is first to 2 goals and wins 2–1.", "You are first to 2 goals and win 2–1."),
        ("One answers for the green until it stops.", "You answer for the green until it stops."),
        (
            "A miss: A1 moved neither the green nor another penny of One.",
            "A miss: A1 moved neither the green nor another penny of yours.",
        ),
        (
            "One shoots A4 from the baseline and must hit an enemy puck or call a twenty and sink it.",
            "You shoot A4 from the baseline and must hit an enemy puck or call a twenty and sink it.",
        ),
        (
            "All pucks are shot: One 40, Two 35; One wins the round.",
            "All pucks are shot: you 40, a beginner 35; you win the round.",
        ),
        (
            "A1 is in the hole: twenty points for One that cannot be lost.",
            "A1 is in the hole: twenty points for you that cannot be lost.",
        ),
        ("A beginner resigned: One wins.", "A beginner resigned: you win."),
        ("You resigned: Two wins.", "You resigned: a beginner wins."),
    ],
)
def test_the_one_spoken_of_is_spoken_to(sentence: str, told: str) -> None:
    assert named(YOU_ARE_ONE, sentence) == told


def test_two_may_be_spoken_to_as_well() -> None:
    sentence = "One fouled: the turn is lost and Two has a free shot. Two's A1 lies ready."
    told = "A beginner fouled: the turn is lost and you have a free shot. Your A1 lies ready."
    assert named(YOU_ARE_TWO, sentence) == told


@pytest.mark.parametrize("sentence", ["One juggles the red.", "So says One.", "The pennies are One's, not Two's."])
def test_what_is_built_in_another_way_stays_as_it_is(sentence: str) -> None:
    assert said_to("One", sentence) is None
    assert named(YOU_ARE_ONE, sentence) == sentence


def test_only_the_sentence_that_is_not_known_stays() -> None:
    assert named(YOU_ARE_ONE, "One juggles. One wins.") == "One juggles. You win."


# ---- every sentence that the rules can build ------------------------------------------------------------------------
def _is_side(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="side_name" | "seat_name")) | ast.Name(id="who"):
            return True
        case _:
            return False


def _sentence(template: ast.JoinedStr) -> str:
    """The sentence with One and Two by turns for sides, and the name of a disc for everything else."""
    sides = iter(("One", "Two", "One"))
    return "".join(
        str(part.value)
        if isinstance(part, ast.Constant)
        else next(sides)
        if isinstance(part, ast.FormattedValue) and _is_side(part.value)
        else "A9"
        for part in template.values
    )


def _templates() -> Iterator[str]:
    for path in sorted(RULES.rglob("*.py")):
        if path.name == "umpire.py":  # asks at a real board, not on a page
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr) and SIDE.search(sentence := _sentence(node)):
                yield re.sub(r"\b(One|Two) A9(?=[,;])", r"\1 40", sentence)  # a score


def test_every_sentence_in_the_rules_can_be_said_to_somebody() -> None:
    templates = set(_templates()) - STAYS

    assert len(templates) > 90
    for sentence in templates:
        for header in (YOU_ARE_ONE, YOU_ARE_TWO):
            told = named(header, sentence)
            assert not SIDE.search(told), sentence
            assert not BAD.search(told), told


# ---- the sentences of matches ---------------------------------------------------------------------------------------
def _told(match: Match) -> Iterator[str]:
    """Everything said in a match of random flicks, a few fouls declared, then given up."""
    players, fouls = dict.fromkeys(match.game.seats, RandomLegal(aimed=0.9)), tuple(DECLARATIONS)
    for number in range(40):
        asked = decision(match)
        if asked is None:
            break
        yield asked.sentence
        by = asked.seats[0]
        foul = Declare(fouls[number % len(fouls)], (), by)
        if number % 13 == 12 and refusal(match, by, foul) is None:
            match = apply(match, by, foul)
        else:
            match, _ = step(match, players, asked)
        verdict = match.actions[-1].verdict
        yield from (*(reason.sentence for reason in verdict.reasons), *verdict.notes)
    if decision(match) is not None:
        match = apply(match, match.game.seats[0], Resign(match.game.seats[0]))
    assert match.ended is not None
    yield match.ended.result.sentence


@pytest.mark.parametrize("name", registry.names())
def test_no_sentence_of_a_match_says_you_flicks(name: str) -> None:
    told = set()
    for seed, options in enumerate(OPTIONS[name]):
        told |= set(_told(new_match(registry.new_game(name, options), seed=seed)))

    assert sum(SIDE.search(sentence) is not None for sentence in told) > 5
    for sentence in told:
        for header in (YOU_ARE_ONE, YOU_ARE_TWO):
            shown = named(header, sentence)
            assert shown == sentence or not BAD.search(shown), shown
            assert not SIDE.search(shown), sentence


def test_the_table_says_you_to_whoever_gave_no_name(client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "house", "opponent": "beginner", "starter": "one", "seed": "4"})

    snapshot = client.get(f"/match/{match}/snapshot.json").json()

    assert snapshot["decision"]["sentence"].startswith("You put the shooter on an opening spot and flick it at the set")
    assert "One puts" not in client.get("/matches").text

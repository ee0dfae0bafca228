"""What a visible hand makes of a flick, and how a record of it is checked."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pennyflick.match import Match, RefusedError, apply, branch, new_match, replay, written
from pennyflick.match.referee import decision, tidied
from pennyflick.players import HANDS, VISIBLE_HANDS, hand_text, let_go
from pennyflick.players.wander import decision_number
from pennyflick.record import parse_record, print_record
from pennyflick.rules.game import Game
from pennyflick.table import AskFlick, DiscId, Flick, Point, Resign, Seat, Side

ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)


def _match(game: Game[Any, Any], hand: str | None) -> Match:
    hands = {None: None, "blind": HANDS["good"], "visible": VISIBLE_HANDS["good"]}
    return new_match(game, seed=5, starter=Side.ONE, hands={ONE: hands[hand]})


def _opening_flick(match: Match) -> Flick:
    asked = decision(match)
    assert asked is not None
    ask = next(ask for ask in asked.asks if isinstance(ask, AskFlick))
    disc, region = next(iter(ask.discs.items()))
    return Flick(DiscId(disc), 300, 900, region.nearest(Point(0.0, 0.0)) if region else None)


def _text(match: Match) -> str:
    return print_record(written(match))


def _line(text: str) -> str:
    """The third line that has an instant."""
    return [line for line in text.splitlines() if " ~" in line][2]


def test_what_the_wander_gives_at_the_instant_is_what_happens(black: Game[Any, Any]) -> None:
    match = _match(black, "visible")
    meant = _opening_flick(match)

    action = apply(match, ONE, meant, 1_234).actions[0]

    assert action.instant_ms == 1_234
    assert action.actual == let_go(VISIBLE_HANDS["good"], action.answer, decision_number(5, 1), 1_234)  # type: ignore[arg-type]
    assert action.actual != action.answer
    assert apply(match, ONE, meant, 1_235).actions[0].actual != action.actual


@pytest.mark.parametrize(
    ("hand", "instant", "sentence"),
    [
        ("visible", -1, "The instant -1 ms is not from 0 to 9999999999."),
        ("visible", 10**10, "The instant 10000000000 ms is not from 0 to 9999999999."),
        ("blind", 5, "Only a flick with a visible hand has an instant."),
        (None, 5, "Only a flick with a visible hand has an instant."),
    ],
)
def test_an_instant_that_does_not_fit_the_hand_is_refused(
    black: Game[Any, Any], hand: str | None, instant: int, sentence: str
) -> None:
    match = _match(black, hand)

    with pytest.raises(RefusedError, match=re.escape(sentence)):
        apply(match, ONE, _opening_flick(match), instant)


def test_without_an_instant_a_visible_hand_errs_as_the_blind_one_of_its_size(black: Game[Any, Any]) -> None:
    typed, blind = _match(black, "visible"), _match(black, "blind")
    meant = _opening_flick(typed)

    action = apply(typed, ONE, meant).actions[0]

    assert action.instant_ms is None
    assert action.actual == apply(blind, ONE, meant).actions[0].actual
    assert action.actual != action.answer


def test_a_stroke_is_what_happens_whatever_the_hand(black: Game[Any, Any]) -> None:
    for hand in (None, "blind", "visible"):
        match = replace(_match(black, hand), strokes=True)
        stroke = replace(_opening_flick(match), stroke=True)

        struck = apply(match, ONE, stroke)

        assert struck.actions[0].actual is None
        assert struck.actions[0].answer == tidied(black, stroke)
        assert struck.position == apply(_match(black, None), ONE, replace(stroke, stroke=False), None).position
    with pytest.raises(RefusedError, match="A stroke of the finger has no instant"):
        apply(match, ONE, stroke, 5)


def test_a_stroke_is_refused_where_it_was_not_agreed_on(black: Game[Any, Any]) -> None:
    match = _match(black, "visible")

    with pytest.raises(RefusedError, match="Finger flicks were not agreed on at this table"):
        apply(match, ONE, replace(_opening_flick(match), stroke=True))


def _struck(game: Game[Any, Any]) -> str:
    """The record of a match that began with a stroke, then typed numbers."""
    match = replace(
        _match(game, "visible"), strokes=True, hands={ONE: VISIBLE_HANDS["good"], TWO: VISIBLE_HANDS["good"]}
    )
    match = apply(match, ONE, replace(_opening_flick(match), stroke=True))
    by = match.asked.seats[0] if match.asked else ONE
    match = apply(match, by, _opening_flick(match))
    return _text(apply(match, by, Resign(by)))


def test_the_record_keeps_a_stroke_and_typed_numbers_and_is_verified(black: Game[Any, Any]) -> None:
    text = _struck(black)
    lines = text.splitlines()

    assert '[Strokes "yes"]' in lines
    assert " stroke {" in next(line for line in lines if line.startswith("1. "))
    assert re.search(r" 900 (@\S+ )?-> [\d.]+ \d+ \{", next(line for line in lines if line.startswith("2. ")))
    assert print_record(parse_record(text)) == text
    assert replay(parse_record(text)).verified


@pytest.mark.parametrize(
    ("pattern", "instead", "action", "sentence"),
    [
        (r'\[Strokes "yes"\]\n', "", 1, "refused: Finger flicks were not agreed on"),
        (r" stroke \{", " stroke -> 3.10 900 {", 1, "a stroke is what happens, but an actual flick is recorded"),
        (r" stroke \{", " {", 1, "no actual flick is recorded, but one has a visible hand"),
        (r"(2\. .*)-> \S+ \d+", r"\1-> 1.00 900", 2, "let go unseen it is "),
    ],
)
def test_a_forged_stroke_and_forged_dice_are_found(
    black: Game[Any, Any], pattern: str, instead: str, action: int, sentence: str
) -> None:
    text = _struck(black)
    forged = re.sub(pattern, instead, text, count=1)
    assert forged != text

    found = replay(parse_record(forged)).difference

    assert found is not None
    assert found.action == action
    assert found.sentence.startswith(sentence)


def test_what_is_no_flick_has_no_instant(black: Game[Any, Any]) -> None:
    match = _match(black, "visible")

    assert apply(match, ONE, Resign(ONE)).ended is not None
    with pytest.raises(RefusedError, match="Only a flick"):
        apply(match, ONE, Resign(ONE), 5)


def test_the_record_of_a_visible_hand_is_verified(let_go: Match) -> None:
    text = _text(let_go)
    found = replay(parse_record(text))

    blind = sum(action.by == TWO for action in let_go.actions)
    assert '[HandOne "visible good"]' in text
    assert found.verified
    assert found.remarks == (f"the seed's dice give all {blind} actual flicks",)
    assert found.ending == let_go


def test_a_forged_instant_is_found_at_its_own_action(let_go: Match) -> None:
    text = _text(let_go)
    line = _line(text)
    forged = text.replace(line, re.sub(r"~(\d+)", lambda found: f"~{int(found[1]) + 40}", line))

    found = replay(parse_record(forged))

    assert found.difference is not None
    assert found.difference.action == int(line.split(".")[0])
    assert re.match(r"let go at \d+ ms it is [\d.]+ \d+, recorded is ", found.difference.sentence)


def test_a_forged_actual_flick_is_found_even_where_nothing_else_would_differ(let_go: Match) -> None:
    text = _text(let_go)
    line = _line(text)
    forged = text.replace(line, re.sub(r"-> (\S+) (\d+) ", r"-> \1 1\2 ", line)[:200])

    found = replay(parse_record(forged))

    assert found.difference is not None
    assert found.difference.sentence.startswith("let go at ")


@pytest.mark.parametrize(
    ("pattern", "instead", "sentence"),
    [
        (r" ~\d+", "", "let go unseen it is "),
        (r" -> \S+ \d+ ", " ", "no actual flick is recorded, but one has a visible hand"),
    ],
)
def test_a_visible_hand_without_its_instant_or_its_flick_is_found(
    let_go: Match, pattern: str, instead: str, sentence: str
) -> None:
    text = _text(let_go)
    line = _line(text)

    found = replay(parse_record(text.replace(line, re.sub(pattern, instead, line))))

    assert found.difference is not None
    assert found.difference.sentence.startswith(sentence)


def test_an_instant_of_a_blind_hand_is_found(let_go: Match) -> None:
    text = _text(let_go).replace('[HandOne "visible good"]', f'[HandOne "{hand_text(HANDS["good"])}"]')

    found = replay(parse_record(text))

    assert found.difference is not None
    assert found.difference.sentence == "refused: Only a flick with a visible hand has an instant."


def test_while_the_seed_is_secret_the_recorded_flicks_are_simulated_as_they_are(let_go: Match) -> None:
    hidden = re.sub(r'\[Seed "\d+"\]', '[Seed "sha256:00"]', _text(let_go))

    assert replay(parse_record(hidden)).verified


def test_actions_from_before_a_branch_wandered_by_another_seed(let_go: Match) -> None:
    branched = branch(let_go, 4)
    asked = decision(branched)
    assert asked is not None

    resigned = apply(branched, asked.seats[0], Resign(asked.seats[0]))

    assert any(action.instant_ms is not None for action in resigned.actions)
    assert replay(parse_record(_text(resigned))).verified

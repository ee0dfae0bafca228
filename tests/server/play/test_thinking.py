"""What the house answers: the same wherever it is thought, and never nothing."""

from __future__ import annotations

import logging
import pickle
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from pennyflick.match.playing import thought_of as thought_in_the_match
from pennyflick.match.playing import whose_answer
from pennyflick.match.referee import Match, apply, decision, refusal
from pennyflick.players.bots import player
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.server.pages.games import offered
from pennyflick.server.play import thinking
from pennyflick.server.play.keeping import begun
from pennyflick.server.play.live import Live
from pennyflick.server.play.thinking import ATTEMPTS, Question, fallback_of, question_of, thought_of
from pennyflick.server.store.store import Header, Under
from pennyflick.table import Choose, Resign

QUICK = "3:flicks=60"
MOST_BYTES = 8_000  # what a question may weigh on its way


def header_of(game: str, opponent: str = QUICK) -> Header:
    """A match in which the house has every seat."""
    seats = [seat.name for seat in registry.new_game(game).seats]
    return Header(
        id="m00000000001",
        game=game,
        options={},
        starter="one",
        names={seat: seat for seat in seats},
        players=dict.fromkeys(seats, opponent),
        hands=dict.fromkeys(seats, "good"),
        seed=5,
        created=datetime(2026, 5, 1, tzinfo=UTC),
        under=Under(1, 1),
    )


def asked_of(header: Header, match: Match, attempt: int = 0) -> Question:
    """What the house must think of there."""
    asked = decision(match)
    assert asked is not None
    seat = whose_answer(match, asked)
    return question_of(Live(header, match, (), (), lambda: 0.0), seat, header.players[seat.name], attempt)


def question(game: str = "penny-black", attempt: int = 0) -> Question:
    """The first that the house is asked."""
    header = header_of(game)
    return asked_of(header, begun(header), attempt)


@pytest.mark.slow
@pytest.mark.parametrize("game", offered())
def test_a_question_that_went_through_a_pipe_gets_the_answer_of_the_match_itself(game: str) -> None:
    header = header_of(game)
    match = begun(header)
    for _ in range(12):
        if decision(match) is None:
            break
        asked = asked_of(header, match)
        sent = pickle.dumps(asked)
        thought = thought_of(pickle.loads(sent))

        assert thought == thought_in_the_match(match, asked.seat, player(QUICK, game))
        assert pickle.loads(pickle.dumps(thought)) == thought
        assert len(sent) < MOST_BYTES
        match = apply(match, asked.seat, thought.answer)


def test_an_opponent_that_was_given_another_hand_thinks_with_it() -> None:
    header = replace(header_of("pichenotte"), hands=dict.fromkeys(header_of("pichenotte").hands, "4.5deg 18%"))
    match = begun(header)
    asked = asked_of(header, match)

    given = player(f"{QUICK},hand=4.5deg 18%", "pichenotte")
    assert thought_of(asked) == thought_in_the_match(match, asked.seat, given)
    assert thought_of(asked) != thought_in_the_match(match, asked.seat, player(QUICK, "pichenotte"))


class _Raising:
    def answer(self, *_: Any) -> Any:
        raise RuntimeError("no idea")


class _Cheating:
    def answer(self, *_: Any) -> Any:
        from pennyflick.players.player import Thought

        return Thought(Choose("win"))


@pytest.mark.parametrize("player", [_Raising(), _Cheating()])
def test_a_bot_that_fails_or_cheats_is_replaced_by_a_legal_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, player: Any
) -> None:
    monkeypatch.setattr(thinking, "player_of", lambda *_: player)
    with caplog.at_level(logging.ERROR):
        thought = thought_of(question())

    assert refusal(question().match, question().seat, thought.answer) is None
    assert not isinstance(thought.answer, Resign)
    assert QUICK in caplog.text


def test_a_house_that_knows_nothing_legal_resigns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "player_of", lambda *_: _Raising())
    monkeypatch.setattr(thinking, "fallback_player", _Raising)

    assert thought_of(question()).answer == Resign(question().seat)


def test_each_new_attempt_throws_other_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "player_of", lambda *_: RandomLegal())
    thoughts = [thought_of(question(attempt=attempt)).answer for attempt in (0, 0, 1)]

    assert thoughts[0] == thoughts[1] != thoughts[2]
    assert thought_of(question(attempt=ATTEMPTS)).answer == Resign(question().seat)


@pytest.mark.parametrize("game", offered())
def test_without_thinking_there_is_a_legal_answer_all_the_same(game: str) -> None:
    asked = replace(question(game), opponent="nobody of that name")

    assert refusal(asked.match, asked.seat, fallback_of(asked).answer) is None
    assert fallback_of(asked) == fallback_of(asked)

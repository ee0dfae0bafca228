"""The one way from a decision to an answer."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from pennyflick.match import Match, apply, decision, new_match, refusal, step
from pennyflick.match.playing import accepted_thought, thought_of, whose_answer
from pennyflick.players import RandomLegal, Thought
from pennyflick.players.bots import player
from pennyflick.players.player import Player
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import AskFlick, Choose, Decision, Side

ANYTHING = RandomLegal(aimed=0.9)


def shared_decisions(count: int) -> list[Match]:
    """Matches of Penny Red doubles that stand where partners share a flick, each with its own shooter (RED-20)."""
    found: list[Match] = []
    seed = 0
    while len(found) < count:
        match = new_match(registry.new_game("penny-red", {"doubles": "yes", "turn_limit": "8"}), seed=seed)
        while (asked := decision(match)) is not None and len(found) < count:
            if len(asked.seats) > 1 and any(isinstance(ask, AskFlick) for ask in asked.asks):
                found.append(match)
            match, _ = step(match, dict.fromkeys(match.game.seats, ANYTHING), asked)
        seed += 1
    return found


@pytest.mark.slow
def test_a_partner_is_asked_only_what_is_his_and_is_never_refused() -> None:
    bot = player("1", "penny-red")
    for match in shared_decisions(60):
        asked = decision(match)
        assert asked is not None
        for seat in asked.seats:
            assert refusal(match, seat, thought_of(match, seat, bot).answer) is None


def test_partners_who_share_a_decision_take_turns_by_dice() -> None:
    seats = {whose_answer(match, asked) for match in shared_decisions(30) if (asked := decision(match))}

    assert {seat.place for seat in seats} == {0, 1}


class Raising:
    """A player who cannot."""

    def answer(self, *_: Any) -> Thought:
        raise RuntimeError("no idea")


class Cheating:
    """A player who would like to."""

    def answer(self, *_: Any) -> Thought:
        return Thought(Choose("win"))


def test_the_first_player_whose_answer_is_accepted_answers(fresh: Match, caplog: pytest.LogCaptureFixture) -> None:
    (seat,) = (decision(fresh) or pytest.fail("nothing asked")).seats
    players: dict[str, Any] = {"ann": Raising, "bob": Cheating, "eve": lambda: ANYTHING}
    with caplog.at_level(logging.ERROR):
        thought = accepted_thought(fresh, seat, players)

    assert thought == thought_of(fresh, seat, ANYTHING)
    assert "ann failed" in caplog.text
    assert "bob at penny-black gave" in caplog.text
    assert accepted_thought(fresh, seat, {"ann": Raising}) is None


def test_each_attempt_throws_other_dice(fresh: Match) -> None:
    (seat,) = (decision(fresh) or pytest.fail("nothing asked")).seats
    answers = [thought_of(fresh, seat, ANYTHING, attempt).answer for attempt in (0, 0, 1)]

    assert answers[0] == answers[1] != answers[2]


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("thinker", [ANYTHING, None], ids=["random", "bot"])
def test_a_decision_is_worked_out_once_however_often_it_is_answered(
    name: str, thinker: Player | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_class = registry.game_class(name)
    worked_out: list[Position[Any]] = []
    work_out = game_class.decision

    def counted(game: Game[Any, Any], position: Position[Any]) -> Decision | None:
        worked_out.append(position)
        found: Decision | None = work_out(game, position)
        return found

    monkeypatch.setattr(game_class, "decision", counted)
    match = new_match(registry.new_game(name), seed=3, starter=Side.ONE)
    asked = decision(match)
    assert asked is not None
    seat = whose_answer(match, asked)
    thought = thought_of(match, seat, thinker or player("1", name))
    assert refusal(match, seat, thought.answer) is None
    apply(match, seat, thought.answer)

    assert worked_out == [match.position]

"""Seats and time against a model: twenty thousand steps here, a million by `make soak-server`."""

from __future__ import annotations

from typing import Any

import pytest

from pennyflick.server.play import desk, viewers
from pennyflick.server.play.connection import Seen
from pennyflick.server.play.instants import wander_for
from pennyflick.server.store.sql.store import SqlStore
from tests.server.together import machine

STEPS = 20_000
STEPS_OF_TWO = 4_000


@pytest.mark.slow
def test_store_pages_and_model_agree_after_each_of_twenty_thousand_steps() -> None:
    counts = machine.run(STEPS)
    assert counts["steps"] >= STEPS
    for reply in (
        "done",
        "again",
        "stale",
        "ahead",
        "open-seat",
        "over",
        "not-your-turn",
        "no-claim",
        "no-seat",
        "not-over",
    ):
        assert counts[reply] > 10, f"{reply} was answered {counts[reply]} times: {counts}"


@pytest.mark.slow
def test_two_workers_agree_with_the_model_as_one_does() -> None:
    counts = machine.run(STEPS_OF_TWO, workers=2)
    for reply in ("done", "again", "stale", "over", "no-seat"):
        assert counts[reply] > 5, f"{reply} was answered {counts[reply]} times: {counts}"


async def _nothing(*_: Any) -> None:
    """Kept nowhere."""


BREAKS: dict[str, tuple[Any, str, Any]] = {
    "everybody hears the wander": (
        viewers,
        "wander_for",
        lambda match, version, elapsed_ms, _: wander_for(match, version, elapsed_ms, ("one", "two")),
    ),
    "seats are never looked at again": (Seen, "of", lambda self, *_: self.version),
    "refusals are not kept": (SqlStore, "keep_refusal", _nothing),
    "wishes are not stored": (SqlStore, "wish", _nothing),
    "the server does not know who is at the table": (desk, "unclaimable", lambda *_: None),
    "what is seen moves no deadline": (SqlStore, "postpone", _nothing),
    "what the server was down is not given back": (SqlStore, "resume", _nothing),
}


@pytest.mark.slow
@pytest.mark.parametrize("broken", BREAKS)
def test_the_model_notices_when(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, instead = BREAKS[broken]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises((AssertionError, ExceptionGroup)):
        machine.run(STEPS, phases=machine.FIRST)

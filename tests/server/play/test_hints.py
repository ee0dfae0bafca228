"""Hints: who tells, who hears, and how much fits into one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pennyflick.server.play.hints import CHANNEL, PAYLOAD_BYTES, Whispered


class Wire:
    """A line on which everybody hears everything, at once."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._ears: list[Callable[[str], None]] = []

    async def notify(self, channel: str, payload: str) -> None:
        self.said.append(payload)
        await asyncio.sleep(0)
        for hear in self._ears:
            hear(payload)

    async def listen(self, channel: str, hear: Callable[[str], None]) -> None:
        assert channel == CHANNEL
        self._ears.append(hear)


async def _heard(touch: Callable[[Whispered], None]) -> tuple[Wire, list[str], list[str]]:
    """What the one who tells and the other hear."""
    wire, own, others = Wire(), list[str](), list[str]()
    here, there = Whispered(wire, "here"), Whispered(wire, "there")
    await here.hear(own.extend)
    await there.hear(others.extend)
    telling = asyncio.create_task(here.run())
    touch(here)
    for _ in range(50):
        await asyncio.sleep(0)
    telling.cancel()
    return wire, own, others


def test_the_others_hear_a_hint_and_whoever_told_it_does_not() -> None:
    _, own, others = asyncio.run(_heard(lambda hints: hints.touch("m1", "m2")))

    assert (own, others) == ([], ["m1", "m2"])


def test_what_gathers_is_told_once_and_together() -> None:
    def touch(hints: Whispered) -> None:
        for _ in range(3):
            hints.touch("m1")
        hints.touch("m2")

    wire, _, _ = asyncio.run(_heard(touch))

    assert wire.said == ["here m1 m2"]


def test_many_matches_go_in_hints_that_fit() -> None:
    matches = [f"match{number:07d}" for number in range(2_000)]

    wire, _, others = asyncio.run(_heard(lambda hints: hints.touch(*matches)))

    assert others == matches
    assert len(wire.said) > 2
    assert max(map(len, wire.said)) <= PAYLOAD_BYTES

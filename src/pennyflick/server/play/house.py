"""The house plays its seats: bots think off the event loop and answer by the same path as people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from pennyflick.match.execution import takes_instant
from pennyflick.match.playing import accepted_thought, whose_answer
from pennyflick.match.referee import Match, decision
from pennyflick.players.player import Player, Thought
from pennyflick.server.play.changes import Answered
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.live import Live
from pennyflick.server.play.opponents import fallback_player, player_of
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.store.store import PERSON
from pennyflick.table import Resign, Seat, says
from pennyflick.table.sentence_json import sentence_text

_LOG = logging.getLogger("pennyflick.server")
THINKERS = 2  # bots that think at the same time
ATTEMPTS = 4  # answers that fail in the simulator before the house resigns
PAUSE_S = 5.0  # before it tries again when not even a resignation could be stored


class House:
    """Looks after every seat that no person holds, so that no match can be stuck."""

    def __init__(self, desk: Desk, readiness: Readiness) -> None:
        self._desk = desk
        self._readiness = readiness
        self._pool = ThreadPoolExecutor(THINKERS, thread_name_prefix="house")

    def consider(self, live: Live) -> None:
        """Start thinking if the house must act and does not think already."""
        begun = not live.header.imported and not live.open_seats
        if live.thinking is None and not live.deleted and begun and _acting_seat(live) is not None:
            live.thinking = asyncio.create_task(self._play(live))

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _play(self, live: Live) -> None:
        try:
            while not live.deleted and (seat := _acting_seat(live)) is not None:
                await self._answer(live, seat)
        except Exception:
            _LOG.exception("match %s: the house cannot go on", live.id)
        finally:
            live.thinking = None

    async def _answer(self, live: Live, seat: Seat) -> None:
        """Move the match on, whatever happens: another thought when one fails, in the end a resignation."""
        await self._readiness.wait()
        match, version, opponent = live.match, live.version, live.header.players[seat.name]
        loop = asyncio.get_running_loop()
        for attempt in range(ATTEMPTS + 1):
            thought = await loop.run_in_executor(self._pool, thought_of, match, seat, opponent, attempt)
            command = command_of(version, attempt)
            said = sentence_text(thought.said) if thought.sentence else ""
            instant = live.elapsed_ms if takes_instant(match.hands.get(seat), thought.answer) else None
            await self._desk.play(live, Answered(command, version, seat, thought.answer, said, instant))
            if live.version != version or live.deleted:
                return
        await asyncio.sleep(PAUSE_S)


def command_of(version: int, attempt: int) -> str:
    """The id of the house's answer at this version: with colons, so that no client can have sent it before."""
    return f"house:{version + 1:06d}:{attempt}"


def _acting_seat(live: Live) -> Seat | None:
    """The seat for which the house must decide now; a person who shares the decision takes it."""
    asked = decision(live.match)
    if asked is None or any(live.header.players[seat.name] == PERSON for seat in asked.seats):
        return None
    return whose_answer(live.match, asked)


def thought_of(match: Match, seat: Seat, opponent: str, attempt: int) -> Thought:
    """What the opponent answers; if it fails, anything legal; if nothing is, it resigns. Never stuck."""
    thinkers: dict[str, Callable[[], Player]] = {
        opponent: lambda: player_of(opponent, match.game.name),
        "any legal answer": fallback_player,
    }
    left = dict(list(thinkers.items())[: ATTEMPTS - attempt])
    resigned = Thought(Resign(seat), says("I do not know how to go on, so I resign"))
    return accepted_thought(match, seat, left, attempt) or resigned

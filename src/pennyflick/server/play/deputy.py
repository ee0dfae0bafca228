"""One who acts for the house: takes the next turn, has it thought about, and answers like everybody at the desk."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from datetime import timedelta

from pennyflick.match.execution import takes_instant
from pennyflick.players.player import Thought
from pennyflick.server.play.acting import house_seat
from pennyflick.server.play.changes import Answered
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.keeping import ChangedError
from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.opponents import DEFAULT_OPPONENT
from pennyflick.server.play.thinker import DiedError, HungError, Thinks
from pennyflick.server.play.thinking import ATTEMPTS, Question, fallback_of, question_of
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import PERSON, HouseTurn, Store
from pennyflick.table import Seat
from pennyflick.table.sentence_json import sentence_text

_LOG = logging.getLogger("pennyflick.server")
LEASE_MS = 10_000  # after it somebody else may think about a turn
RENEW_S = 2.0  # how often a lease is renewed, and looked whether anybody still waits
DEATHS = 2  # thinkers that may die over one question before anything legal will do


class MootError(RuntimeError):
    """Nobody waits for the answer any more."""


class Deputy:
    """Takes turns of the house, one at a time."""

    def __init__(
        self, name: str, desk: Desk, matches: Matches, store: Store, thinker: Thinks, settings: Settings
    ) -> None:
        self._name = name
        self._desk = desk
        self._matches = matches
        self._store = store
        self._thinker = thinker
        self._settings = settings
        self._since = settings.clock()

    def warm(self) -> None:
        """Have the thinker get ready."""
        self._thinker.warm()

    def close(self) -> None:
        """Have nothing thought any more."""
        self._thinker.close()

    async def act(self) -> bool:
        """Take the next turn and answer it; False: there is none."""
        turn = await self._store.take_turn(self._name, self._settings.clock(), LEASE_MS)
        if turn is None:
            return False
        try:
            await self._take(turn)
        except MootError:
            _LOG.debug("match %s: nobody waits for the house any more", turn.match)
        except asyncio.CancelledError:  # the server stops: another need not wait for the lease to run out
            await self._store.release_turn(turn, self._name)
            raise
        except Exception:  # others wait too; this turn is taken again when the lease runs out
            _LOG.exception("match %s, version %d: the house cannot act", turn.match, turn.version)
        return True

    async def _take(self, turn: HouseTurn) -> None:
        live = await self._opened(turn.match)
        if live is None or live.version > turn.version or house_seat(live.header, live.match) is None:
            await self._store.drop_turn(turn)
            return
        live.thinking = True  # so that it stays in memory
        try:
            await self._answer(turn, live)
        finally:
            live.thinking = False

    async def _opened(self, match: str) -> Live | None:
        """The match; None: there is none to play on."""
        try:
            return await self._matches.get(match)
        except ChangedError as error:
            _LOG.warning("%s", error)
            return None

    async def _answer(self, turn: HouseTurn, live: Live) -> None:
        """Move the match on, whatever happens: another thought when one fails, in the end a resignation."""
        seat = house_seat(live.header, live.match)
        assert seat is not None, "it was looked at before"
        for attempt in range(ATTEMPTS + 1):
            question = question_of(live, seat, self._opponent(turn, live, seat), attempt)
            thought = await self._thought(turn, live, question)
            if PERSON not in live.header.players.values() and not await self._renewed(turn):
                raise MootError(turn.match)  # whoever looked on has left meanwhile
            await self._desk.play(live, _answered(live, turn, question, thought))
            if _is_moot(turn, live):
                return

    def _opponent(self, turn: HouseTurn, live: Live, seat: Seat) -> str:
        """Who thinks: whoever sits there; where people have waited too long, the quickest of the house."""
        waited = self._settings.clock() - max(turn.asked, self._since)
        late = waited > timedelta(seconds=self._settings.limits.house_wait_s)
        hasty = late and turn.attended and PERSON in live.header.players.values()
        return DEFAULT_OPPONENT if hasty else live.header.players[seat.name]

    async def _thought(self, turn: HouseTurn, live: Live, question: Question) -> Thought:
        """What a thinker says; when it dies another is asked, when it hangs anything legal will do."""
        for _ in range(DEATHS):
            try:
                return await self._thinking(turn, live, question)
            except DiedError as error:
                _LOG.warning("match %s: a thinker was lost: %s", live.id, error)
            except HungError as error:
                _LOG.error("match %s, version %d: %s; anything legal must do", live.id, turn.version, error)
                break
        return await asyncio.to_thread(fallback_of, question)

    async def _thinking(self, turn: HouseTurn, live: Live, question: Question) -> Thought:
        """The thinker's thought, the lease renewed meanwhile; raises MootError when nobody waits for it any more."""
        thinking = asyncio.ensure_future(self._thinker.think(question))
        try:
            while not (await asyncio.wait({thinking}, timeout=RENEW_S))[0]:
                if _is_moot(turn, live) or not await self._renewed(turn):
                    raise MootError(turn.match)
            return thinking.result()
        finally:
            thinking.cancel()

    async def _renewed(self, turn: HouseTurn) -> bool:
        return await self._store.renew_turn(turn, self._name, self._settings.clock(), LEASE_MS)


def deputy_name(number: int) -> str:
    """What that deputy of this process is called; no two have the same name."""
    return f"{socket.gethostname()}:{os.getpid()}:{number}"


def command_of(version: int, attempt: int) -> str:
    """The id of the house's answer at this version: with colons, so that no client can have sent it before."""
    return f"house:{version + 1:06d}:{attempt}"


def _answered(live: Live, turn: HouseTurn, question: Question, thought: Thought) -> Answered:
    """The thought as a change of the match; a visible hand lets go when it has thought."""
    seat, answer = question.seat, thought.answer
    said = sentence_text(thought.said) if thought.sentence else ""
    instant = live.elapsed_ms if takes_instant(live.match.hands.get(seat), answer) else None
    return Answered(command_of(turn.version, question.attempt), turn.version, seat, answer, said, instant)


def _is_moot(turn: HouseTurn, live: Live) -> bool:
    return live.deleted or live.version != turn.version

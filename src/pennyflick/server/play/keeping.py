"""What the store keeps of a match, and the match from it. Law: what was ruled is read, not ruled again.

A kept version holds the event and the ledger after it, so that watching needs no physics and going on needs only the
last position, whatever rules and physics have become since.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pennyflick.match.referee import (
    ABANDONED,
    AGREED,
    ON_TIME,
    Ended,
    Match,
    abandon,
    agree,
    applied,
    apply,
    decision,
    new_match,
    resumed,
    win_on_time,
)
from pennyflick.physics import version as physics
from pennyflick.players.hands import parse_hand
from pennyflick.record import who
from pennyflick.record.canonical import plain
from pennyflick.record.position_plain import plain_position, position_of
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position, Result
from pennyflick.rules.rulebook import RULES_VERSION
from pennyflick.server.play.events import events_of, latest_event
from pennyflick.server.store.store import PERSON, Header, KeptVersion, Under
from pennyflick.server.wire.answers import WireResign, read_stored_answer, read_stored_flick
from pennyflick.server.wire.messages import ACTION, EventLine, MatchEvent
from pennyflick.server.wire.sentences import sentence_from_wire
from pennyflick.table import Resign, Seat, Side
from pennyflick.table.sentence_json import sentence_text


class ChangedError(RuntimeError):
    """Played again, the match comes out differently: it was made with other rules or another physics."""


class Kept(msgspec.Struct, frozen=True):
    """What one version left behind: the event, and the ledger after it in plain data."""

    event: MatchEvent
    ledger: Any


class _KeptLine(msgspec.Struct, frozen=True):
    event: EventLine


_DECODER: msgspec.json.Decoder[Kept] = msgspec.json.Decoder(Kept)
_LINES: msgspec.json.Decoder[_KeptLine] = msgspec.json.Decoder(_KeptLine)
_BY_ALL = {ABANDONED: abandon, AGREED: agree}  # endings that nobody wins


def under_now() -> Under:
    """The rules and the physics of this program."""
    return Under(RULES_VERSION, physics.PHYSICS_VERSION)


def begun(header: Header) -> Match:
    """The match before its first action."""
    names = {Seat.from_name(seat): name for seat, name in header.names.items()}
    hands = {Seat.from_name(seat): parse_hand(text) for seat, text in header.hands.items()}
    game = game_of(header)
    setup = None if header.setup is None else position_of(game, msgspec.json.decode(header.setup))
    match = new_match(
        game,
        seed=header.seed,
        starter=Side(header.starter),
        names=names,
        hands=hands,
        players={Seat.from_name(seat): _who(player) for seat, player in header.players.items()},
        setup=setup,
    )
    after = header.branch.after if header.branch and setup is None else 0
    return dataclasses.replace(match, branched_after=after, strokes=header.strokes)


def _who(player: str) -> str:
    return PERSON if player == PERSON else who.house(player)


def game_of(header: Header) -> Game[Any, Any]:
    """The game that is played."""
    return _game(header.game, tuple(sorted(header.options.items())))


@lru_cache(maxsize=256)  # games are frozen, and their boards take a while to make
def _game(name: str, options: tuple[tuple[str, str], ...]) -> Game[Any, Any]:
    return registry.new_game(name, dict(options))


def setup_text(position: Position[Any]) -> str:
    """A position in which a match begins, as headers keep it."""
    return _text(plain_position(position))


def kept_of(event: MatchEvent, ledger: Any) -> KeptVersion:
    """What the store keeps of one version."""
    return KeptVersion(
        version=event.version,
        kind=event.kind,
        seat=event.seat,
        answer=None if event.answer is None else _text(event.answer),
        actual=None if event.actual is None else _text(event.actual),
        digest=event.hash,
        thought=sentence_text(sentence_from_wire(event.thought)) if event.thought else "",
        under=under_now(),
        event=zlib.compress(msgspec.json.encode(Kept(event, plain(ledger)))),
    )


def latest_kept(header: Header, match: Match, thought: str = "") -> tuple[MatchEvent, KeptVersion]:
    """The event of the last thing that happened, and what the store keeps of it."""
    event = latest_event(header, match, thought)
    return event, kept_of(event, match.position.ledger)


def all_kept(header: Header, match: Match, thoughts: Sequence[str] = ()) -> list[KeptVersion]:
    """What the store keeps of a match whose actions are all known."""
    events = events_of(header, match, thoughts)
    ledgers = [*(action.position.ledger for action in match.actions), match.position.ledger][: len(events)]
    return [kept_of(event, ledger) for event, ledger in zip(events, ledgers, strict=True)]


def read_kept(kept: KeptVersion) -> Kept:
    """What a version left behind."""
    assert kept.event is not None, f"version {kept.version} has not been filled in"
    return read_event(kept.event)


def read_event(event: bytes) -> Kept:
    """The same, of nothing but the event as it was kept."""
    return _DECODER.decode(zlib.decompress(event))


def read_line(kept: KeptVersion) -> EventLine:
    """As much of what a version left behind as its line in the history needs."""
    assert kept.event is not None, f"version {kept.version} has not been filled in"
    return _LINES.decode(zlib.decompress(kept.event)).event


def reopened(header: Header, versions: Sequence[KeptVersion]) -> Match:
    """The match as it stands after these versions, without playing any of them."""
    return stood(header, versions[-1]) if versions else begun(header)


def stood(header: Header, kept: KeptVersion) -> Match:
    """The match as it stood after that version, without playing anything."""
    match, last = begun(header), read_kept(kept)
    actions = kept.version - (kept.kind != ACTION)
    return _ended(resumed(match, position_after(match.game, last), actions), last.event)


def position_after(game: Game[Any, Any], kept: Kept) -> Position[Any]:
    """The position that a version left."""
    return position_of(game, {"ledger": kept.ledger, "layout": kept.event.layout})


def _ended(match: Match, last: MatchEvent) -> Match:
    if last.kind != ACTION:
        return ended_early(match, last.kind)
    if not isinstance(last.answer, WireResign) or last.result is None:
        return match
    winner = None if last.result.winner is None else Side(last.result.winner)
    return dataclasses.replace(match, ended=Ended("resigned", Result(winner, sentence_from_wire(last.result.sentence))))


def ended_early(match: Match, how: str) -> Match:
    """The match ended in this way; on time wins whoever was not to act."""
    if how in _BY_ALL:
        return _BY_ALL[how](match)
    asked = decision(match)
    assert how == ON_TIME, f"a match cannot end as {how!r}"
    assert asked is not None, "whoever loses on time was to act"
    return win_on_time(match, asked.seats[0].side.other)


def played_again(header: Header, versions: Sequence[KeptVersion]) -> Match:
    """The match with all its actions; raises ChangedError when it no longer comes out the same."""
    match = begun(header)
    for kept in versions:
        match = _again(match, kept)
        if match.actions and kept.kind == ACTION and match.actions[-1].digest != kept.digest:
            raise ChangedError(
                f"match {header.id} comes out differently at action {kept.version} "
                f"({match.actions[-1].digest} instead of {kept.digest}): it was played with other rules or physics"
            )
    return match


def filled(header: Header, versions: Sequence[KeptVersion]) -> list[KeptVersion]:
    """Versions written before events were kept, with what came of them; raises ChangedError."""
    return all_kept(header, played_again(header, versions), [kept.thought for kept in versions])


def _again(match: Match, kept: KeptVersion) -> Match:
    if kept.kind != ACTION:
        return ended_early(match, kept.kind)
    assert kept.seat is not None, f"version {kept.version} is an action of nobody"
    assert kept.answer is not None, f"version {kept.version} is an action without an answer"
    by = Seat.from_name(kept.seat)
    answer, instant_ms = read_stored_answer(kept.answer, by)
    if isinstance(answer, Resign):
        return apply(match, by, answer)
    actual = None if kept.actual is None else read_stored_flick(kept.actual)
    return applied(match, by, answer, actual, instant_ms)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()

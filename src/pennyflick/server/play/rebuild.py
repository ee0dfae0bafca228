"""A match from what the store kept, and back. Law: the kept flick is played again, dice are never thrown twice."""

from __future__ import annotations

import dataclasses

import msgspec

from pennyflick.match.referee import Action, Match, abandon, applied, apply, new_match
from pennyflick.players.hands import parse_hand
from pennyflick.rules import registry
from pennyflick.server.play.events import ABANDONED, ACTION, version_of
from pennyflick.server.store.store import Entry, Header
from pennyflick.server.wire.commands import read_stored_answer, read_stored_flick
from pennyflick.server.wire.messages import answer_json
from pennyflick.table import Resign, Seat, Side


class ChangedError(RuntimeError):
    """Played again, the match comes out differently: it was made with other rules or another physics."""


def begun(header: Header) -> Match:
    """The match before its first action."""
    names = {Seat.from_name(seat): name for seat, name in header.names.items()}
    hands = {Seat.from_name(seat): parse_hand(text) for seat, text in header.hands.items()}
    game = registry.new_game(header.game, header.options)
    match = new_match(game, seed=header.seed, starter=Side(header.starter), names=names, hands=hands)
    return dataclasses.replace(match, branched_after=header.branch.after if header.branch else 0)


def rebuilt(header: Header, entries: list[Entry]) -> Match:
    """The match as it stood; raises ChangedError when it no longer comes out the same."""
    match = begun(header)
    for entry in entries:
        match = _again(match, entry)
        if match.actions and entry.kind == ACTION and match.actions[-1].digest != entry.digest:
            raise ChangedError(
                f"match {header.id} comes out differently at action {entry.version} "
                f"({match.actions[-1].digest} instead of {entry.digest}): it was played with other rules or physics"
            )
    return match


def _again(match: Match, entry: Entry) -> Match:
    if entry.kind == ABANDONED:
        return abandon(match)
    assert entry.seat is not None, f"entry {entry.version} is an action of nobody"
    assert entry.answer is not None, f"entry {entry.version} is an action without an answer"
    by = Seat.from_name(entry.seat)
    answer = read_stored_answer(entry.answer, by)
    if isinstance(answer, Resign):
        return apply(match, by, answer)
    return applied(match, by, answer, None if entry.actual is None else read_stored_flick(entry.actual))


def entry_of(action: Action, thought: str = "") -> Entry:
    """What the store keeps of an action."""
    return Entry(
        version=action.number,
        kind=ACTION,
        seat=action.by.name,
        answer=_text(answer_json(action.answer)),
        actual=None if action.actual is None else _text(answer_json(action.actual)),
        digest=action.digest,
        thought=thought,
    )


def latest_entry(match: Match, thought: str = "") -> Entry:
    """What the store keeps of the last thing that happened."""
    version = version_of(match)
    if version == len(match.actions):
        return entry_of(match.actions[-1], thought)
    digest = match.actions[-1].digest if match.actions else ""
    return Entry(version, ABANDONED, None, None, None, digest)


def entries_of(match: Match) -> list[Entry]:
    """What the store keeps of a whole match."""
    entries = [entry_of(action) for action in match.actions]
    return entries if version_of(match) == len(entries) else [*entries, latest_entry(match)]


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()

"""A match as its pages see it: events, snapshots, who must act (docs/protocol.md). Law: made from the match alone."""

from __future__ import annotations

from typing import Any

from pennyflick.match.referee import Action, Match, decision, result
from pennyflick.record.canonical import position_digest
from pennyflick.record.notation import aim_text, told_text
from pennyflick.rules import options as option_texts
from pennyflick.server.play.names import named, named_decision, named_reason, named_result
from pennyflick.server.store.store import PERSON, Header, Standing
from pennyflick.server.wire.messages import (
    Json,
    answer_json,
    decision_json,
    disc_json,
    edge_json,
    layout_json,
    reason_json,
    result_json,
    sheet_json,
    shot_json,
)
from pennyflick.table import Decision

ACTION, ABANDONED = "action", "abandoned"


def version_of(match: Match) -> int:
    """How many events the match has had."""
    return len(match.actions) + (1 if _abandoned(match) else 0)


def hash_at(match: Match, version: int) -> str:
    """The digest of the position after that version."""
    if version == 0 or not match.actions:
        return position_digest(match.begun)
    return match.actions[min(version, len(match.actions)) - 1].digest


def standing_of(match: Match) -> Standing:
    """Where the match stands, for lists."""
    ending, asked = result(match), decision(match)
    sentence = ending.sentence if ending else asked.sentence if asked else "Nothing is left to decide."
    return Standing(version_of(match), ending is not None, sentence)


def match_json(header: Header, match: Match) -> Json:
    """What never changes in a match."""
    game = match.game
    return {
        "id": header.id,
        "game": game.name,
        "title": game.title,
        "options": option_texts.texts(game.options),
        "board": game.board.name,
        "seats": [seat.name for seat in game.seats],
        "names": {seat.name: name for seat, name in match.names.items()},
        "players": dict(header.players),
        "discs": [disc_json(disc) for disc in game.discs],
        "edge": edge_json(game.board.surface.edge),
        "deceleration_mm_s2": game.board.surface.deceleration_mm_s2,
        "starter": match.starter.value,
        "created": header.created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "branch": {"match": header.branch.match, "after": header.branch.after} if header.branch else None,
        "imported": header.imported,
    }


def event_json(header: Header, match: Match, version: int, thought: str) -> Json:
    """What that version changed, and all that a page needs to show it."""
    assert 1 <= version <= version_of(match), f"no version {version} in a match of {version_of(match)}"
    latest = version == version_of(match)
    action = match.actions[version - 1] if version <= len(match.actions) else None
    position = action.position if action else match.position
    asked = decision(match) if latest else match.game.decision(position)
    return {
        "type": "event",
        "version": version,
        "before": hash_at(match, version - 1),
        "hash": hash_at(match, version),
        **_what(header, match, action),
        "thought": thought,
        "layout": layout_json(position.layout),
        "sheet": sheet_json(match.game.sheet(position.ledger)),
        "decision": decision_json(named_decision(header, asked)),
        "act": act_json(header, asked),
        "result": result_json(named_result(header, result(match))) if latest else None,
    }


def _what(header: Header, match: Match, action: Action | None) -> Json:
    """The action itself, or that there was none: the match was abandoned."""
    if action is None:
        nothing = dict.fromkeys(("number", "seat", "answer", "actual", "shot"))
        return {"kind": ABANDONED, **nothing, "house": False, "text": "abandoned", "reasons": [], "notes": []}
    return {
        "kind": ACTION,
        "number": action.number,
        "seat": action.by.name,
        "house": header.players[action.by.name] != PERSON,
        "answer": answer_json(action.answer),
        "actual": answer_json(action.actual) if action.actual else None,
        "text": action_text(match, action),
        "shot": shot_json(action.shot) if action.shot else None,
        "reasons": [reason_json(named_reason(header, reason)) for reason in action.verdict.reasons],
        "notes": [named(header, note) for note in action.verdict.notes],
    }


def action_text(match: Match, action: Action) -> str:
    """The action as the record writes it, without its number, rulings and digest."""
    actual = f" -> {aim_text(action.actual)}" if action.actual else ""
    return told_text(action.answer, match.game.board.spots) + actual


def act_json(header: Header, asked: Decision | None) -> Json:
    """Who must act; `house` when only bots can."""
    seats = [seat.name for seat in asked.seats] if asked else []
    return {"seats": seats, "house": bool(seats) and all(header.players[seat] != PERSON for seat in seats)}


def snapshot_json(header: Header, match: Match, yours: tuple[str, ...], last: Any) -> Json:
    """Everything a page needs to draw a match it knows nothing of."""
    asked, version = decision(match), version_of(match)
    return {
        "match": match_json(header, match),
        "yours": [seat for seat in yours if seat in header.players],
        "version": version,
        "hash": hash_at(match, version),
        "layout": layout_json(match.position.layout),
        "sheet": sheet_json(match.game.sheet(match.position.ledger)),
        "decision": decision_json(named_decision(header, asked)),
        "act": act_json(header, asked),
        "result": result_json(named_result(header, result(match))),
        "history": _history(header, match),
        "last": last,
    }


def _history(header: Header, match: Match) -> list[Json]:
    lines = [_line(header, match, action) for action in match.actions]
    return [*lines, _abandoned_line(match)] if _abandoned(match) else lines


def _line(header: Header, match: Match, action: Action) -> Json:
    sentences = [reason.sentence for reason in action.verdict.reasons] + list(action.verdict.notes)
    return {
        "version": action.number,
        "kind": ACTION,
        "seat": action.by.name,
        "text": action_text(match, action),
        "sentence": named(header, " ".join(sentences)),
        "clauses": list(action.verdict.clauses),
    }


def _abandoned_line(match: Match) -> Json:
    ending = result(match)
    assert ending is not None
    kind: Json = {"kind": ABANDONED, "seat": None, "text": "abandoned", "clauses": []}
    return {"version": version_of(match), "sentence": ending.sentence, **kind}


def _abandoned(match: Match) -> bool:
    return match.ended is not None and match.ended.how == ABANDONED

"""What the server says, as JSON values: layouts, shots, decisions, rulings (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from pennyflick.rules.game import Result, ScoreRow
from pennyflick.table import (
    Answer,
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Away,
    Choose,
    Circle,
    Contact,
    Decision,
    Declare,
    Disc,
    Event,
    Evidence,
    Flick,
    Holed,
    Layout,
    Left,
    PegHit,
    Piece,
    Place,
    Point,
    Polygon,
    Reason,
    Region,
    Resign,
    Shot,
    SideFlick,
    Stopped,
)

Json = dict[str, Any]

# digits that a page needs to draw a shot: a microsecond, a micrometre, a thousandth of a mm/s
_SECONDS, _LENGTHS, _SPEEDS, _IMPULSES = 6, 3, 3, 1


def point_json(point: Point | None) -> list[float] | None:
    """A point, or null."""
    return None if point is None else [point.x_mm, point.y_mm]


def layout_json(layout: Layout) -> dict[str, list[float] | str]:
    """Where every disc is."""
    return {
        disc: place.value if isinstance(place, Away) else [place.x_mm, place.y_mm]
        for disc, place in layout.where.items()
    }


def disc_json(disc: Disc) -> Json:
    """A disc for the page's list."""
    side = disc.side.value if disc.side else None
    return {"id": disc.id, "kind": disc.kind, "side": side, "radius_mm": disc.radius_mm}


def edge_json(edge: Polygon | Circle) -> list[list[float]]:
    """The corners of the board's edge; none: it is round."""
    return [] if isinstance(edge, Circle) else [[corner.x_mm, corner.y_mm] for corner in edge.corners]


def answer_json(answer: Answer) -> Json:
    """An answer: what a client sends, the store keeps and events tell."""
    match answer:
        case Flick():
            return {
                "kind": "flick",
                "disc": answer.disc,
                "direction_cdeg": answer.direction_cdeg,
                "speed_mm_s": answer.speed_mm_s,
                "start": point_json(answer.start),
                "call": answer.call,
            }
        case SideFlick():
            return {
                "kind": "side-flick",
                "disc": answer.disc,
                "held": answer.held,
                "at": point_json(answer.at),
                "direction_cdeg": answer.direction_cdeg,
                "speed_mm_s": answer.speed_mm_s,
            }
        case Place():
            return {"kind": "place", "points": {disc: point_json(point) for disc, point in answer.points.items()}}
        case Choose():
            return {"kind": "choose", "key": answer.key}
        case Declare():
            return {"kind": "declare", "what": answer.what, "discs": list(answer.discs)}
        case Resign():
            return {"kind": "resign"}
        case _:
            assert_never(answer)


def shot_json(shot: Shot) -> Json:
    """What happened, small enough to send and fine enough to draw."""
    return {
        "duration_s": round(shot.duration_s, _SECONDS),
        "start": layout_json(shot.start),
        "paths": {disc: [_piece(piece) for piece in pieces] for disc, pieces in shot.paths.items()},
        "events": [_event(event) for event in shot.events],
    }


def _piece(piece: Piece) -> list[float]:
    return [
        round(piece.t0_s, _SECONDS),
        round(piece.t1_s, _SECONDS),
        round(piece.x_mm, _LENGTHS),
        round(piece.y_mm, _LENGTHS),
        round(piece.vx_mm_s, _SPEEDS),
        round(piece.vy_mm_s, _SPEEDS),
        round(piece.deceleration_mm_s2, _SPEEDS),
    ]


def _event(event: Event) -> list[Any]:
    instant = round(event.instant_s, _SECONDS)
    match event:
        case Contact():
            return ["contact", instant, event.a, event.b, round(event.impulse_g_mm_s, _IMPULSES), event.push]
        case PegHit():
            return ["peg", instant, event.disc, event.peg, round(event.impulse_g_mm_s, _IMPULSES)]
        case Holed():
            return ["holed", instant, event.disc]
        case Left():
            return ["left", instant, event.disc, [round(event.at.x_mm, _LENGTHS), round(event.at.y_mm, _LENGTHS)]]
        case Stopped():
            return ["stopped", instant, event.disc]
        case _:
            assert_never(event)


def reason_json(reason: Reason) -> Json:
    """A ruling."""
    return {
        "clause": reason.clause,
        "sentence": reason.sentence,
        "discs": list(reason.discs),
        "evidence": None if reason.evidence is None else _evidence(reason.evidence),
    }


def _evidence(evidence: Evidence) -> Json:
    return {
        "fact": evidence.fact,
        "discs": list(evidence.discs),
        "instant_s": evidence.instant_s,
        "measured_mm": evidence.measured_mm,
        "limit_mm": evidence.limit_mm,
    }


def sheet_json(rows: tuple[ScoreRow, ...]) -> list[Json]:
    """The score sheet."""
    return [{"label": row.label, "one": row.one, "two": row.two} for row in rows]


def result_json(result: Result | None) -> Json | None:
    """How it ended, or null."""
    if result is None:
        return None
    return {"winner": result.winner.value if result.winner else None, "sentence": result.sentence}


def decision_json(decision: Decision | None) -> Json | None:
    """What must be decided next, or null."""
    if decision is None:
        return None
    return {
        "seats": [seat.name for seat in decision.seats],
        "sentence": decision.sentence,
        "clauses": list(decision.clauses),
        "asks": [_ask(ask) for ask in decision.asks],
    }


def _ask(ask: Ask) -> Json:
    match ask:
        case AskFlick():
            return {
                "kind": "flick",
                "word": ask.kind,
                "discs": {disc: region and _region(region) for disc, region in ask.discs.items()},
                "calls": list(ask.calls),
                "may_pass": ask.may_pass,
            }
        case AskSideFlick():
            return {"kind": "side-flick", "disc": ask.disc, "held": list(ask.held), "at": _region(ask.at)}
        case AskPlace():
            return {
                "kind": "place",
                "discs": {disc: _region(region) for disc, region in ask.discs.items()},
                "suggested": _points(ask.suggested),
                "may_decline": ask.may_decline,
            }
        case AskChoose():
            options = [{"key": key, "sentence": sentence} for key, sentence in ask.options.items()]
            return {"kind": "choose", "options": options}
        case _:
            assert_never(ask)


def _points(points: Mapping[Any, Point]) -> Json:
    return {disc: point_json(point) for disc, point in points.items()}


def _region(region: Region) -> Json:
    return {"outline": region.outline_svg()}

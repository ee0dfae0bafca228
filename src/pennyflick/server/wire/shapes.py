"""What events, snapshots and replies are made of: shots, rulings, decisions, as structs (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec

from pennyflick.players.hands import Hand
from pennyflick.rules.game import Aims, Result, ScoreRow
from pennyflick.server.wire.answers import WirePoint, wire_point
from pennyflick.server.wire.sentences import WireSentence, wire_sentence
from pennyflick.table import (
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Away,
    Circle,
    Contact,
    Decision,
    Disc,
    DiscId,
    Event,
    Evidence,
    Holed,
    Layout,
    Left,
    PegHit,
    Piece,
    Polygon,
    Reason,
    Region,
    Shot,
    Stopped,
)

# digits that a page needs to draw a shot: a microsecond, a micrometre, a thousandth of a mm/s
_SECONDS, _LENGTHS, _SPEEDS, _IMPULSES = 6, 3, 3, 1

WireLayout = dict[str, WirePoint | str]  # a point, or the word for where a disc is off the board
WirePiece = tuple[float, float, float, float, float, float, float]  # t0, t1, x, y, vx, vy, deceleration
WireEvent = list[Any]  # what happened, when, and to whom: ["contact", t, a, b, impulse, push]


class WireShot(msgspec.Struct, frozen=True):
    """What happened, small enough to send and fine enough to draw."""

    duration_s: float
    start: WireLayout
    paths: dict[str, list[WirePiece]]
    events: list[WireEvent]


class WireEvidence(msgspec.Struct, frozen=True):
    """What was measured."""

    fact: str
    discs: list[str]
    instant_s: float | None
    measured_mm: float | None
    limit_mm: float | None


class WireReason(msgspec.Struct, frozen=True):
    """A ruling."""

    clause: str
    sentence: WireSentence
    discs: list[str]
    evidence: WireEvidence | None


class WireRow(msgspec.Struct, frozen=True):
    """One line of the score sheet."""

    label: str
    one: str
    two: str


class WireResult(msgspec.Struct, frozen=True):
    """How a match ended; nobody won: it was drawn or abandoned."""

    winner: str | None
    sentence: WireSentence


class WireHand(msgspec.Struct, frozen=True):
    """The hand with which a seat flicks: exact, blind or visible, and its spreads."""

    kind: str
    direction_sd_deg: float
    speed_sd: float


class WireRegion(msgspec.Struct, frozen=True):
    """Where a disc may be put, as SVG elements in board coordinates."""

    outline: str


class WireAskFlick(msgspec.Struct, tag="flick", tag_field="kind", frozen=True):
    """Flick one of these discs."""

    word: str
    discs: dict[str, WireRegion | None]
    calls: list[str]
    start: WirePoint | None  # near which it begins unless it is put elsewhere


class WireAskSideFlick(msgspec.Struct, tag="side-flick", tag_field="kind", frozen=True):
    """Flick a held penny against this disc."""

    disc: str
    held: list[str]
    at: WireRegion


class WireAskPlace(msgspec.Struct, tag="place", tag_field="kind", frozen=True):
    """Put all of these discs down."""

    discs: dict[str, WireRegion]
    suggested: dict[str, WirePoint]


class WireAskChoose(msgspec.Struct, tag="choose", tag_field="kind", frozen=True):
    """Choose one of the decision's choices."""


WireAsk = WireAskFlick | WireAskSideFlick | WireAskPlace | WireAskChoose


class WireChoice(msgspec.Struct, frozen=True):
    """One thing that can be chosen."""

    key: str
    sentence: WireSentence


class WireDecision(msgspec.Struct, frozen=True):
    """What must be decided next: any one of the asks answers it, by any one of the seats."""

    seats: list[str]
    sentence: WireSentence
    clauses: list[str]
    asks: list[WireAsk]
    choices: list[WireChoice]
    glows: list[str]
    leave: list[str]
    target: list[WirePoint]


class WireAims(msgspec.Struct, frozen=True):
    """What whoever is to act plays for, and what he must beware of."""

    goal: WireSentence
    danger: WireSentence


class WireDisc(msgspec.Struct, frozen=True):
    """A disc for the page's list."""

    id: str
    kind: str
    side: str | None
    radius_mm: float


def wire_layout(layout: Layout) -> WireLayout:
    """Where every disc is."""
    return {disc: place.value if isinstance(place, Away) else wire_point(place) for disc, place in layout.where.items()}


def wire_disc(disc: Disc) -> WireDisc:
    """A disc for the page's list."""
    return WireDisc(disc.id, disc.kind, disc.side.value if disc.side else None, disc.radius_mm)


def wire_edge(edge: Polygon | Circle) -> list[WirePoint]:
    """The corners of the board's edge; none: it is round."""
    return [] if isinstance(edge, Circle) else [wire_point(corner) for corner in edge.corners]


def wire_shot(shot: Shot) -> WireShot:
    """What happened, small enough to send and fine enough to draw."""
    return WireShot(
        round(shot.duration_s, _SECONDS),
        wire_layout(shot.start),
        {disc: [_piece(piece) for piece in pieces] for disc, pieces in shot.paths.items()},
        [_event(event) for event in shot.events],
    )


def _piece(piece: Piece) -> WirePiece:
    return (
        round(piece.t0_s, _SECONDS),
        round(piece.t1_s, _SECONDS),
        round(piece.x_mm, _LENGTHS),
        round(piece.y_mm, _LENGTHS),
        round(piece.vx_mm_s, _SPEEDS),
        round(piece.vy_mm_s, _SPEEDS),
        round(piece.deceleration_mm_s2, _SPEEDS),
    )


def _event(event: Event) -> WireEvent:
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


def wire_reason(reason: Reason) -> WireReason:
    """A ruling."""
    evidence = None if reason.evidence is None else _evidence(reason.evidence)
    return WireReason(reason.clause, wire_sentence(reason.sentence), list(reason.discs), evidence)


def _evidence(evidence: Evidence) -> WireEvidence:
    discs: list[str] = list(evidence.discs)
    return WireEvidence(evidence.fact, discs, evidence.instant_s, evidence.measured_mm, evidence.limit_mm)


def wire_sheet(rows: tuple[ScoreRow, ...]) -> list[WireRow]:
    """The score sheet."""
    return [WireRow(row.label, row.one, row.two) for row in rows]


def wire_hand(hand: Hand | None) -> WireHand:
    """A hand, or none."""
    return (
        WireHand("exact", 0.0, 0.0) if hand is None else WireHand(hand.kind.value, hand.direction_sd_deg, hand.speed_sd)
    )


def wire_result(result: Result | None) -> WireResult | None:
    """How it ended, or None."""
    if result is None:
        return None
    return WireResult(result.winner.value if result.winner else None, wire_sentence(result.sentence))


def wire_aims(aims: Aims) -> WireAims:
    """Goal and danger."""
    return WireAims(wire_sentence(aims.goal), wire_sentence(aims.danger))


def wire_decision(decision: Decision | None) -> WireDecision | None:
    """What must be decided next, or None."""
    if decision is None:
        return None
    return WireDecision(
        seats=[seat.name for seat in decision.seats],
        sentence=wire_sentence(decision.sentence),
        clauses=list(decision.clauses),
        asks=[_ask(ask) for ask in decision.asks],
        choices=[WireChoice(key, wire_sentence(sentence)) for key, sentence in decision.choices.items()],
        glows=list(decision.glows),
        leave=list(decision.leave),
        target=[wire_point(point) for point in decision.target],
    )


def _ask(ask: Ask) -> WireAsk:
    match ask:
        case AskFlick():
            start = None if ask.start is None else wire_point(ask.start)
            return WireAskFlick(ask.kind, _regions(ask.discs), list(ask.calls), start)
        case AskSideFlick():
            return WireAskSideFlick(ask.disc, list(ask.held), _region(ask.at))
        case AskPlace():
            suggested: dict[str, WirePoint] = {disc: wire_point(point) for disc, point in ask.suggested.items()}
            places: dict[str, WireRegion] = {disc: _region(region) for disc, region in ask.discs.items()}
            return WireAskPlace(places, suggested)
        case AskChoose():
            return WireAskChoose()
        case _:
            assert_never(ask)


def _regions(discs: Mapping[DiscId, Region | None]) -> dict[str, WireRegion | None]:
    return {disc: None if region is None else _region(region) for disc, region in discs.items()}


def _region(region: Region) -> WireRegion:
    return WireRegion(region.outline_svg())

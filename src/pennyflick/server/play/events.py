"""A match as its pages see it: events, what is to be done now, snapshots (docs/protocol.md).

Law: an event is made once, from the match alone, when it happens; it says One and Two, whoever looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pennyflick.match.hindsight import hindsight
from pennyflick.match.referee import EARLY, Action, Match, decision, result
from pennyflick.record.canonical import position_digest
from pennyflick.record.notation import done_text
from pennyflick.rules import options as option_texts
from pennyflick.rules.game import Aims
from pennyflick.server.store.store import PERSON, Header, Standing
from pennyflick.server.wire.answers import wire_answer, wire_flick
from pennyflick.server.wire.messages import (
    ACTION,
    Act,
    EventLine,
    HistoryLine,
    MatchEvent,
    MatchHead,
    Now,
    Snapshot,
    WireBranch,
    WireTerms,
)
from pennyflick.server.wire.sentences import WireSentence, joined, wire_sentence
from pennyflick.server.wire.shapes import (
    wire_aims,
    wire_decision,
    wire_disc,
    wire_edge,
    wire_hand,
    wire_layout,
    wire_reason,
    wire_result,
    wire_sheet,
    wire_shot,
)
from pennyflick.table import Decision, says
from pennyflick.table.sentence_json import sentence_from_text


def version_of(match: Match) -> int:
    """How many events the match has had."""
    return match.played + (0 if early_end(match) is None else 1)


def standing_of(match: Match) -> Standing:
    """Where the match stands, for lists."""
    ending, asked = result(match), decision(match)
    sentence = ending.sentence if ending else asked.sentence if asked else says("Nothing is left to decide")
    act = tuple(seat.name for seat in asked.seats) if asked else ()
    return Standing(version_of(match), ending is not None, sentence, _score(match), act)


def _score(match: Match) -> str:
    """The first line of the sheet in a few words."""
    first = match.game.sheet(match.position.ledger)[0]
    return f"{first.one}–{first.two} {first.label[:1].lower()}{first.label[1:]}"


def head_of(header: Header, match: Match) -> MatchHead:
    """What never changes in a match that has begun."""
    game = match.game
    return MatchHead(
        id=header.id,
        game=game.name,
        title=game.title,
        options=option_texts.texts(game.options),
        board=game.board.name,
        seats=[seat.name for seat in game.seats],
        names={seat.name: name for seat, name in match.names.items()},
        players=dict(header.players),
        hands=dict(header.hands),
        discs=[wire_disc(disc) for disc in game.discs],
        edge=wire_edge(game.board.surface.edge),
        deceleration_mm_s2=game.board.surface.deceleration_mm_s2,
        starter=match.starter.value,
        created=header.created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        branch=WireBranch(header.branch.match, header.branch.after) if header.branch else None,
        imported=header.imported,
        terms=WireTerms(header.terms.time, header.terms.watch),
        strokes=header.strokes,
        first_contact=header.first_contact,
    )


def latest_event(header: Header, match: Match, thought: str = "") -> MatchEvent:
    """What the last thing that happened changed."""
    if (how := early_end(match)) is not None:
        return _early_event(match, how)
    return _action_event(header, match, len(match.actions) - 1, thought)


def events_of(header: Header, match: Match, thoughts: Sequence[str] = ()) -> list[MatchEvent]:
    """Every event of a match whose actions are all known; the thoughts of its versions, where there are any."""
    count = len(match.actions)
    told = [*thoughts, *[""] * (count - len(thoughts))]
    events = [_action_event(header, match, index, told[index]) for index in range(count)]
    how = early_end(match)
    return events if how is None else [*events, _early_event(match, how)]


def _action_event(header: Header, match: Match, index: int, thought: str) -> MatchEvent:
    action = match.actions[index]
    latest = index == len(match.actions) - 1
    return MatchEvent(
        version=action.number,
        before=match.actions[index - 1].digest if index else position_digest(match.begun),
        hash=action.digest,
        kind=ACTION,
        number=action.number,
        seat=action.by.name,
        house=header.players[action.by.name] != PERSON,
        answer=wire_answer(action.answer, action.instant_ms),
        actual=wire_flick(action.actual) if action.actual else None,
        text=action_text(match, action),
        thought=wire_sentence(sentence_from_text(thought)),
        shot=wire_shot(action.shot) if action.shot else None,
        reasons=[wire_reason(reason) for reason in action.verdict.reasons],
        notes=[wire_sentence(note) for note in action.verdict.notes],
        layout=wire_layout(action.position.layout),
        sheet=wire_sheet(match.game.sheet(action.position.ledger)),
        result=wire_result(result(match)) if latest and early_end(match) is None else None,
        hindsight=_hindsight(match, index),
    )


def _hindsight(match: Match, index: int) -> WireSentence | None:
    told = hindsight(match, index)
    return None if told is None else wire_sentence(told)


def _early_event(match: Match, how: str) -> MatchEvent:
    digest = position_digest(match.position)
    return MatchEvent(
        version=version_of(match),
        before=digest,
        hash=digest,
        kind=how,
        number=None,
        seat=None,
        house=False,
        answer=None,
        actual=None,
        text=how.replace("-", " "),
        thought=[],
        shot=None,
        reasons=[],
        notes=[],
        layout=wire_layout(match.position.layout),
        sheet=wire_sheet(match.game.sheet(match.position.ledger)),
        result=wire_result(result(match)),
    )


def action_text(match: Match, action: Action) -> str:
    """The action as the record writes it, without its number, rulings and digest."""
    return done_text(action.answer, action.instant_ms, action.actual, match.game.board.spots)


def now_of(header: Header, match: Match) -> Now:
    """What is to be done now; drawing where a disc may be put can take long."""
    asked = decision(match)
    aims = Aims() if asked is None else match.game.aims(match.position.ledger)
    hands = {seat.name: wire_hand(match.hands.get(seat)) for seat in asked.seats} if asked else {}
    return Now(wire_decision(asked), _act(header, asked), hands, wire_aims(aims))


def _act(header: Header, asked: Decision | None) -> Act:
    seats = [seat.name for seat in asked.seats] if asked else []
    return Act(seats, bool(seats) and all(header.players[seat] != PERSON for seat in seats))


def line_of(event: MatchEvent | EventLine) -> HistoryLine:
    """An event in a line."""
    sentences = [*(reason.sentence for reason in event.reasons), *event.notes]
    if event.kind != ACTION and event.result:
        sentences.append(event.result.sentence)
    clauses = list(dict.fromkeys(reason.clause for reason in event.reasons))
    return HistoryLine(event.version, event.kind, event.seat, event.text, joined(sentences), clauses)


def snapshot_of(
    header: Header, match: Match, now: Now, history: Sequence[HistoryLine], last: MatchEvent | None
) -> Snapshot:
    """Everything a page needs to draw a match it knows nothing of; whose seats are its own is said when it is sent."""
    return Snapshot(
        match=head_of(header, match),
        yours=[],
        version=version_of(match),
        hash=last.hash if last else position_digest(match.position),
        layout=wire_layout(match.position.layout),
        sheet=wire_sheet(match.game.sheet(match.position.ledger)),
        now=now,
        result=wire_result(result(match)),
        history=list(history),
        last=last,
    )


def early_end(match: Match) -> str | None:
    """How the match ended without an action that ended it; None: it did not."""
    return match.ended.how if match.ended is not None and match.ended.how in EARLY else None

"""A record is played again and compared. Law: the recorded actual flick is simulated; dice are only audited."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pennyflick import physics
from pennyflick.match import referee, umpire
from pennyflick.match.execution import actual_flick, is_stroke, refuse_instant, takes_instant
from pennyflick.match.referee import ABANDONED, AGREED, Match, RefusedError
from pennyflick.match.umpire import Sitting, ToldError
from pennyflick.match.written import ON_TIME_WORDS, result_text
from pennyflick.players.hands import Hand, HandError, parse_hand
from pennyflick.record import UNFINISHED, Entry, Record, Seen
from pennyflick.record.match_text import entry_text
from pennyflick.record.notation import aim_text
from pennyflick.rules.rulebook import RULES_VERSION
from pennyflick.table import Answer, Flick, Resign, Seat, Side, SideFlick

# endings that no action tells: the record alone does
_EARLY: Mapping[str, Callable[[Match], Match]] = {
    ABANDONED: referee.abandon,
    AGREED: referee.agree,
    **{f"{side.value}{ON_TIME_WORDS}": partial(referee.win_on_time, winner=side) for side in Side},
}


@dataclass(frozen=True)
class Difference:
    """The first thing that came out otherwise."""

    action: int  # 0: the tags; one more than the last action: the result
    sentence: str


@dataclass(frozen=True)
class Replay:
    """What a replay found."""

    record: Record
    ending: Match | Sitting  # as far as record and replay agree
    agreed: int  # how many actions came out as recorded
    difference: Difference | None
    remarks: tuple[str, ...]

    @property
    def verified(self) -> bool:
        """Whether everything came out as recorded."""
        return self.difference is None


def replay(record: Record, watch: Callable[[Match | Sitting], None] | None = None) -> Replay:
    """Play the record again up to the first difference; `watch` sees the beginning and each step that agrees."""
    if not record.simulated:
        return _replay_sitting(record, watch)
    try:
        match = opening(record)
    except ValueError as error:
        return Replay(record, _bare_opening(record), 0, Difference(0, str(error)), _version_remarks(record))
    return _replay_match(record, match, watch)


def opening(record: Record) -> Match:
    """The match as it stood before its first action; a hidden seed is stood in for by 0, since no dice are thrown."""
    hands = {seat: parse_hand(text) for seat, text in record.hands.items()}
    seed = revealed_seed(record)
    match = referee.new_match(
        record.game,
        seed=0 if seed is None else seed,
        starter=record.starter,
        names=record.names,
        hands=hands,
        players={seat: record.who(seat) for seat in record.game.seats},
        setup=record.setup,
    )
    return dataclasses.replace(match, earlier=record.earlier, strokes=record.strokes)


def revealed_seed(record: Record) -> int | None:
    """The seed, when the record tells it."""
    return int(record.seed) if record.seed and record.seed.isascii() and record.seed.isdigit() else None


def _bare_opening(record: Record) -> Match:
    return referee.new_match(record.game, seed=0, starter=record.starter)


def _replay_match(record: Record, match: Match, watch: Callable[[Match | Sitting], None] | None) -> Replay:
    if watch:
        watch(match)
    for entry in record.entries:
        found = _replayed(match, entry, _seed_of(record, entry))
        if isinstance(found, str):
            agreed = entry.number - 1 - record.earlier
            return Replay(record, match, agreed, Difference(entry.number, found), _remarks(record))
        match = found
        if watch:
            watch(match)
    return _replayed_ending(record, match)


def _replayed_ending(record: Record, match: Match) -> Replay:
    """The match ended as the record says, where no action did."""
    agreed, remarks, early = len(record.entries), _remarks(record), _EARLY.get(_outcome(record.result))
    try:
        ended = match if match.ended or early is None else early(match)
    except RefusedError as error:
        sentence = f"recorded is {record.result!r}, but {error.refusal.sentence.said(match.watcher)}"
        return Replay(record, match, agreed, Difference(record.last + 1, sentence), remarks)
    return Replay(record, ended, agreed, _result_difference(record, result_text(ended)), remarks)


def _replayed(match: Match, entry: Entry, seed: int | None) -> Match | str:
    """The match after the entry, or what came out otherwise; `seed` is the one of its hand, where it is known."""
    if isinstance(entry.told, Seen):
        return "a simulated match has flicks, not what was seen"
    hand = match.hands.get(entry.by)
    if entry.actual is not None and hand is None:
        return f"an actual flick is recorded, but {entry.by.name} has no hand"
    refused = referee.refusal(match, entry.by, entry.told) or refuse_instant(hand, entry.told, entry.instant_ms)
    if refused is not None:
        return f"refused: {refused.sentence.said(match.watcher)}"
    if (forged := _forged(hand, entry, entry.told, seed)) is not None:
        return forged
    try:
        after = _applied(match, entry)
    except (RefusedError, physics.PhysicsError) as error:
        return str(error)
    action = after.actions[-1]
    return _otherwise(match.game, entry, action.verdict.clauses, action.digest) or after


def _forged(hand: Hand | None, entry: Entry, meant: Answer, seed: int | None) -> str | None:
    """Whether something else is recorded than a stroke or a visible hand can have made."""
    if is_stroke(meant):
        return None if entry.actual is None else "a stroke is what happens, but an actual flick is recorded beside it"
    if hand is None or not takes_instant(hand, meant):
        return None
    return _let_go_otherwise(hand, entry, seed)


def _let_go_otherwise(hand: Hand, entry: Entry, seed: int | None) -> str | None:
    """Whether the actual flick is not what the wander gives at the recorded instant, or the dice without one."""
    if entry.actual is None:
        return f"no actual flick is recorded, but {entry.by.name} has a visible hand"
    if seed is None:
        return None
    assert isinstance(entry.told, Flick | SideFlick)
    due = actual_flick(hand, entry.told, seed, entry.number, entry.instant_ms)
    if due == entry.actual:
        return None
    found = "let go unseen" if entry.instant_ms is None else f"let go at {entry.instant_ms} ms"
    return f"{found} it is {aim_text(due)}, recorded is {aim_text(entry.actual)}"


def _seed_of(record: Record, entry: Entry) -> int | None:
    """The seed that gives this action's error, where the record tells it."""
    return revealed_seed(record) if entry.number > record.branched_after else None


def _applied(match: Match, entry: Entry) -> Match:
    assert not isinstance(entry.told, Seen)
    if isinstance(entry.told, Resign):
        return referee.apply(match, entry.by, entry.told)
    meant = referee.tidied(match.game, entry.told)
    return referee.applied(match, entry.by, meant, entry.actual, entry.instant_ms)


def _otherwise(game: Any, entry: Entry, clauses: tuple[str, ...], digest: str) -> str | None:
    line = entry_text(entry, game.board.spots)
    if clauses != entry.clauses:
        return f"the ruling is {' '.join(clauses) or 'nothing'}, recorded is {line!r}"
    if digest != entry.digest:
        return f"the position's digest is {digest}, recorded is {line!r}"
    return None


def _result_difference(record: Record, result: str) -> Difference | None:
    """Whether somebody else won, or the match ended in another way; how that is worded does not matter."""
    recorded, found = _outcome(record.result), _outcome(result)
    if recorded == found or (recorded in _EARLY and found == UNFINISHED):
        return None
    return Difference(record.last + 1, f"the result is {result!r}, recorded is {record.result!r}")


def _outcome(result: str) -> str:
    """Who won, or that nobody did and why: what stands before the colon.

    That a side resigned need not be compared: then the last action is `resign`, and actions are compared already.
    """
    return result.partition(":")[0].strip()


def _remarks(record: Record) -> tuple[str, ...]:
    return (*_version_remarks(record), *_dice_remarks(record))


def _version_remarks(record: Record) -> tuple[str, ...]:
    made, remarks = record.versions, []
    if record.simulated and made.physics != physics.PHYSICS_VERSION:
        remarks.append(f"made by physics version {made.physics}; this is version {physics.PHYSICS_VERSION}")
    if made.rules != RULES_VERSION:
        remarks.append(f"made by rules version {made.rules}; this is version {RULES_VERSION}")
    return tuple(remarks)


def _dice_remarks(record: Record) -> tuple[str, ...]:
    """Whether blind hands' errors are those that the revealed seed gives: an honest match's are.

    A visible hand needs no remark: an actual flick that its wander or its dice do not give is a difference.
    """
    seed, hands = revealed_seed(record), _hands(record)
    thrown = [entry for entry in record.entries if entry.number > record.branched_after and _is_thrown(hands, entry)]
    if seed is None or not thrown:
        return ()
    for entry in thrown:
        assert isinstance(entry.told, Flick | SideFlick), "only flicks have an actual flick"
        assert entry.actual is not None
        due = actual_flick(hands[entry.by], entry.told, seed, entry.number, None)
        if due != entry.actual:
            return (
                f"action {entry.number}: the seed's dice give {aim_text(due)}, recorded is {aim_text(entry.actual)}",
            )
    return (f"the seed's dice give all {len(thrown)} actual flicks",)


def _hands(record: Record) -> dict[Seat, Hand]:
    try:
        return {seat: parse_hand(text) for seat, text in record.hands.items()}
    except HandError:
        return {}  # told already: such a match cannot begin


def _is_thrown(hands: Mapping[Seat, Hand], entry: Entry) -> bool:
    """Whether dice made the actual flick."""
    return entry.actual is not None and entry.by in hands and not hands[entry.by].visible


def _replay_sitting(record: Record, watch: Callable[[Match | Sitting], None] | None) -> Replay:
    sitting = umpire.new_sitting(record.game, record.starter, record.names)
    if watch:
        watch(sitting)
    for entry in record.entries:
        try:
            after = umpire.tell(sitting, entry.by, entry.told)
        except ToldError as error:
            return _sitting_difference(record, sitting, entry, str(error))
        said = after.entries[-1]
        if (otherwise := _otherwise(record.game, entry, said.verdict.clauses, said.digest)) is not None:
            return _sitting_difference(record, sitting, entry, otherwise)
        sitting = after
        if watch:
            watch(sitting)
    ending = _result_difference(record, umpire.result_text(sitting))
    return Replay(record, sitting, len(record.entries), ending, _version_remarks(record))


def _sitting_difference(record: Record, sitting: Sitting, entry: Entry, sentence: str) -> Replay:
    return Replay(record, sitting, entry.number - 1, Difference(entry.number, sentence), _version_remarks(record))

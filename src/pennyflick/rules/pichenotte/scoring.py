"""Counting rounds, shoot-outs and the match (PIC-3, 5, 8, 10, 12). Law: pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.ledger import Ended, Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import ALL_PUCKS, PUCKS_A_SIDE, SHOTS, next_seat, owner_of
from pennyflick.rules.reasons import reason
from pennyflick.rules.tally import Tally
from pennyflick.table import (
    Away,
    Clause,
    DiscId,
    Evidence,
    Named,
    Object,
    Reason,
    Side,
    Subject,
    listed_discs,
    phrase,
    says,
    verb,
)

PIC_5, PIC_8, PIC_10, PIC_12 = (Clause(f"PIC-{number}") for number in (5, 8, 10, 12))
TWENTY = 20
_BOARD_CLEAR: Mapping[DiscId, Away] = dict.fromkeys(ALL_PUCKS, Away.HAND)  # PIC-1


def written(options: Options, verdict: Verdict[Ledger], facts: Facts) -> Verdict[Ledger]:
    """The verdict with the shot counted, and the round when it was the last of it."""
    after = replace(_passed(options, verdict.ledger), count=facts.count)
    verdict = replace(verdict, ledger=after)
    if after.shots < SHOTS:
        return verdict
    if facts.count is None:
        return replace(verdict, ledger=replace(after, phase=Phase.COUNT))
    return round_over(options, verdict, facts)


def shoot_out_written(
    options: Options, ledger: Ledger, puck: DiscId, dropped: bool, unclean: tuple[Reason, ...]
) -> Verdict[Ledger]:
    """One puck at the hole of an empty board, lifted after its shot (PIC-12)."""
    side = ledger.turn.side
    twenties = ledger.twenties.plus(side, int(dropped))
    after = _passed(options, replace(ledger, twenties=twenties))
    what = "dropped" if dropped else "is lifted, no twenty"
    score = f"{what}: the shoot-out stands at {twenties.one}–{twenties.two}"
    counted = reason(PIC_12, says(Named(puck), score), (puck,))
    verdict = Verdict(after, (*unclean, counted), {puck: Away.HAND})
    both_shot = after.shots >= SHOTS and after.shots % 2 == 0
    return _shoot_out_over(options, verdict) if both_shot else verdict


def half_text(half_points: int) -> str:
    """3 half points as people write them: 1½."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _passed(options: Options, ledger: Ledger) -> Ledger:
    turn = next_seat(options, ledger.turn)
    return replace(ledger, turn=turn, shots=ledger.shots + 1, idle_shots=ledger.idle_shots + 1)


def round_over(options: Options, verdict: Verdict[Ledger], facts: Facts) -> Verdict[Ledger]:
    """All are shot: the board is counted (PIC-3, PIC-8)."""
    ledger, count = verdict.ledger, facts.count or Count()
    values = {puck: _value(puck, count) for puck in ledger.on} | dict.fromkeys(ledger.rail, TWENTY)
    score = Tally(*(sum(value for puck, value in values.items() if owner_of(puck) is side) for side in Side))
    winner = score.leader
    outcome = phrase(Subject(winner), verb("wins"), "the round") if winner else "the round is tied"
    points = (f"{score.one},", Object(Side.TWO), f"{score.two};")
    counted = reason(PIC_8, says("All pucks are shot:", Object(Side.ONE), *points, outcome))
    reasons = (*verdict.reasons, *_line_reasons(ledger, count, facts.evidence), *_ditch_reasons(ledger), counted)
    verdict = replace(verdict, ledger=replace(ledger, last_round=score), reasons=reasons)
    if winner is not None:
        return _won(options, verdict, winner)
    return _shoot_out(options, verdict) if options.tie == "shoot-out" else _tied(options, verdict)


def _value(puck: DiscId, count: Count) -> int:
    return 15 if puck in count.fifteens else 10 if puck in count.tens else 5


def _line_reasons(ledger: Ledger, count: Count, seen: tuple[Evidence, ...]) -> tuple[Reason, ...]:
    on_line = tuple(puck for puck in count.on_line if puck in ledger.on)
    if not on_line:
        return ()
    sentence = says("Touching a line counts in the lower zone:", listed_discs(on_line))
    return (reason(PIC_10, sentence, on_line, fact="on_line", seen=seen),)


def _ditch_reasons(ledger: Ledger) -> tuple[Reason, ...]:
    ditch = tuple(puck for puck in ALL_PUCKS if puck not in (*ledger.on, *ledger.rail))
    what = "one puck" if len(ditch) == 1 else f"{len(ditch)} pucks"
    return (reason(PIC_5, f"The ditch scores nothing: {what}.", ditch),) if ditch else ()


def _won(options: Options, verdict: Verdict[Ledger], winner: Side) -> Verdict[Ledger]:
    ledger = replace(verdict.ledger, half_points=verdict.ledger.half_points.plus(winner, 2), idle_shots=0)
    return _match_over(options, replace(verdict, ledger=ledger)) or _next_round(
        options, replace(verdict, ledger=ledger)
    )


def _tied(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    """Half a point each; a match that only ties ends at the turn limit."""
    half = verdict.ledger.half_points.plus(Side.ONE, 1).plus(Side.TWO, 1)
    tied = replace(
        verdict,
        ledger=replace(verdict.ledger, half_points=half),
        reasons=(*verdict.reasons, reason(PIC_12, "A tied round gives half a point to each side.")),
    )
    return _match_over(options, tied) or _limited(options, tied) or _next_round(options, tied)


def _match_over(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger] | None:
    """First to so many rounds; both there together play on until one leads (PIC-12)."""
    half = verdict.ledger.half_points
    leader = half.leader
    if leader is None or half.of(leader) < 2 * options.rounds_to_win:
        return None
    first = f"first to {options.rounds_to_win} and"
    sentence = says(Subject(leader), verb("is"), first, verb("wins"), "the match")
    ledger = replace(verdict.ledger, ended=Ended.ROUNDS)
    return replace(verdict, ledger=ledger, reasons=(*verdict.reasons, reason(PIC_12, sentence)))


def _limited(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger] | None:
    if verdict.ledger.idle_shots < 2 * options.turn_limit:
        return None
    note = says(f"The limit of {options.turn_limit} turns a side without a round being won is reached")
    return replace(verdict, ledger=replace(verdict.ledger, ended=Ended.LIMIT), notes=(*verdict.notes, note))


def _next_round(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    """Board and ditch clear; the start passes on, so that the hammer alternates (PIC-1, PIC-3)."""
    old = verdict.ledger
    first = next_seat(options, old.first)
    fresh = Ledger(first, first, half_points=old.half_points, last_round=old.last_round, idle_shots=old.idle_shots)
    note = says("The next round begins;", Subject(first), verb("shoots"), "first")
    return Verdict(fresh, verdict.reasons, _BOARD_CLEAR, (*verdict.notes, note))


def _shoot_out(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    old = verdict.ledger
    fresh = replace(old, phase=Phase.SHOOT_OUT, turn=old.first, shots=0, on=(), rail=(), count=Count())
    sentence = f"The tie is settled by a shoot-out: {PUCKS_A_SIDE} pucks a side at the hole."
    return Verdict(fresh, (*verdict.reasons, reason(PIC_12, sentence)), _BOARD_CLEAR, verdict.notes)


def _shoot_out_over(options: Options, verdict: Verdict[Ledger]) -> Verdict[Ledger]:
    """More twenties win; a drawn shoot-out goes on puck by puck (PIC-12)."""
    winner = verdict.ledger.twenties.leader
    if winner is not None:
        sentence = says(Subject(winner), verb("has"), "more twenties and", verb("wins"), "the round")
        return _won(options, replace(verdict, reasons=(*verdict.reasons, reason(PIC_12, sentence))), winner)
    return _tied(options, verdict) if verdict.ledger.idle_shots >= 2 * options.turn_limit else verdict

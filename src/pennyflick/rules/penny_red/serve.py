"""The serve of Penny Red (RED-3 to RED-7)."""

from __future__ import annotations

from dataclasses import replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_red.clauses import RED_3, RED_4, RED_5, RED_6, RED_15
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.fouls import aftermath, fouls
from pennyflick.rules.penny_red.ledger import Ledger, serving_shooter
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, THE_RED, corners, partner
from pennyflick.rules.penny_red.scoring import points_to, serve_set, turn_passes
from pennyflick.rules.reasons import reason
from pennyflick.table import Away, DiscId, Named, Owner, Reason, Spot, listed_discs, says

OTHER_CORNER = "other-corner"  # Choose: the server's other shooter changes corners, once per serve


def judge_serve(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    """Rule on a serve: good, failed for the first time, failed again, or fouled."""
    fouled = fouls(ledger, facts)
    if fouled:
        return points_to(options, ledger, ledger.turn.other, 1, fouled, facts.off)
    failed = _failures(ledger, facts)
    if failed:
        return _failed(options, ledger, facts, failed)
    return _good(options, ledger, facts)


def judge_other_corner(options: Options, ledger: Ledger) -> Verdict[Ledger]:
    """The server's other shooter changes corners (RED-3)."""
    assert not ledger.corner_chosen, "the server changes corners once per serve (RED-3)"
    other = partner(serving_shooter(options, ledger))
    corner = other_corner(ledger)
    moved = reason(RED_3, says(Named(other), "waits on the other corner spot"), (other,))
    return Verdict(replace(ledger, corner=corner, corner_chosen=True), (moved,), {other: corner})


def other_corner(ledger: Ledger) -> Spot:
    """The server's corner spot on which no shooter waits."""
    one, two = corners(ledger.server)
    return two if ledger.corner == one else one


def _failures(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    found = []
    if facts.flicked not in facts.red_hit_by:
        found.append(reason(RED_4, says(Named(facts.flicked), "missed", THE_RED), (facts.flicked,)))
    if facts.red_at is RedAt.HERE:
        sentence = says(THE_RED, "did not come to lie wholly on the opponent's court")
        found.append(reason(RED_4, sentence, (RED,), fact="red", seen=facts.evidence))
    if facts.off:
        sentence = says(listed_discs(facts.off), "came off the board")
        found.append(reason(RED_4, sentence, facts.off, fact="off", seen=facts.evidence))
    if facts.crossed:
        sentence = says(Owner(ledger.turn), listed_discs(facts.crossed), "wholly crossed the line")
        found.append(reason(RED_15, sentence, facts.crossed, fact="crossed", seen=facts.evidence))
    return tuple(found)


def _failed(options: Options, ledger: Ledger, facts: Facts, failures: tuple[Reason, ...]) -> Verdict[Ledger]:
    if ledger.second_serve:
        lost = reason(RED_5, "The second serve failed too: the point goes to the opponent.")
        return points_to(options, ledger, ledger.turn.other, 1, (*failures, lost), facts.off)
    again = reason(RED_5, "The first serve failed: it is tried once more from the set position.")
    return Verdict(replace(ledger, second_serve=True), (*failures, again), serve_set(options, ledger))


def _good(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    receiver = ledger.turn.other
    sentence = says("A good serve:", THE_RED, "lies on the opponent's court")
    good = reason(RED_4, sentence, (RED,), fact="red", seen=facts.evidence)
    corner, moved = _to_the_corner(ledger, facts)
    after = replace(
        ledger,
        in_hand=None if corner else facts.flicked,
        across=facts.across,
        touching=facts.touching,
        over_edge=facts.over_edge,
    )
    fates: dict[DiscId, Away | Spot] = {facts.flicked: corner or Away.HAND}
    return turn_passes(options, after, (good, moved, *aftermath(ledger, facts, receiver)), fates)


def _to_the_corner(ledger: Ledger, facts: Facts) -> tuple[Spot | None, Reason]:
    """The corner spot that was free at the serve, or the other; None when a penny has blocked both (RED-6)."""
    wanted = (other_corner(ledger), ledger.corner)
    corner = next((spot for spot in wanted if spot in facts.free_corners), None)
    where = "is put on the free corner spot" if corner else "goes to the free place nearest to a spot"
    return corner, reason(RED_6, says(Named(facts.flicked), where), (facts.flicked,))

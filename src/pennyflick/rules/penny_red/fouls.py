"""What breaks any flick of Penny Red, and what any flick leaves behind."""

from __future__ import annotations

from pennyflick.rules.penny_red.clauses import RED_15, RED_17, RED_18, RED_21
from pennyflick.rules.penny_red.facts import Facts
from pennyflick.rules.penny_red.ledger import Ledger
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS
from pennyflick.rules.reasons import GEN_7, declared_reasons, listed, reason, side_name
from pennyflick.table import Reason, Side


def fouls(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """The fouls of RED-21: each gives the opponent the point."""
    found = [*declared_reasons(facts.declared)]
    if facts.illegal_push:
        sentence = f"{facts.flicked} was pushed into a first penny and then struck another: an illegal push shot."
        found.append(reason(GEN_7, sentence, (facts.flicked,), fact="illegal_push", seen=facts.evidence))
    if not found:
        return ()
    return (*found, reason(RED_21, f"{side_name(ledger.turn)} fouled: the point goes to the opponent."))


def crossings(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """Own shooters that wholly crossed the line or came off (RED-15)."""
    own_off = tuple(penny for penny in facts.off if penny in SHOOTERS[ledger.turn])
    found = []
    if facts.crossed:
        sentence = f"{listed(facts.crossed)} wholly crossed the line."
        found.append(reason(RED_15, sentence, facts.crossed, fact="crossed", seen=facts.evidence))
    if own_off:
        sentence = f"{side_name(ledger.turn)}'s {listed(own_off)} came off the board."
        found.append(reason(RED_15, sentence, own_off, fact="off", seen=facts.evidence))
    return tuple(found)


def aftermath(ledger: Ledger, facts: Facts, next_side: Side) -> tuple[Reason, ...]:
    """What the flick leaves for the player who comes next, and a push shot that was legal."""
    found = []
    if facts.legal_push:
        sentence = f"It was a push shot, and a legal one: {facts.flicked} struck no other penny afterwards."
        found.append(reason(GEN_7, sentence, (facts.flicked,), fact="legal_push", seen=facts.evidence))
    if facts.side_flick:
        sentence = f"{facts.flicked} was held for a side-flick and is respotted."
        found.append(reason(RED_18, sentence, (facts.flicked,)))
    if next_side is not ledger.turn and facts.across:
        sentence = f"{listed(facts.across)} lies across the line, through the opponent: it is respotted first."
        found.append(reason(RED_15, sentence, facts.across, fact="across", seen=facts.evidence))
    touching = tuple(disc for disc in facts.touching if disc in SHOOTERS[next_side])
    if touching:
        sentence = f"{listed(touching)} touches the red: respotted first, or used as the middle penny of a cannon."
        found.append(reason(RED_17, sentence, touching, fact="touching", seen=facts.evidence))
    if facts.over_edge is next_side:
        sentence = f"The red overlaps the edge of {side_name(next_side)}'s court: it may be side-flicked."
        found.append(reason(RED_18, sentence, (RED,), fact="over_edge", seen=facts.evidence))
    return tuple(found)

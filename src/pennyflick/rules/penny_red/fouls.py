"""What breaks any flick of Penny Red, and what any flick leaves behind."""

from __future__ import annotations

from pennyflick.rules.penny_red.clauses import RED_15, RED_17, RED_18, RED_21
from pennyflick.rules.penny_red.facts import Facts
from pennyflick.rules.penny_red.ledger import Ledger
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, THE_RED
from pennyflick.rules.reasons import GEN_7, declared_reasons, reason
from pennyflick.table import Named, Owner, Reason, Side, Subject, listed_discs, phrase, says


def fouls(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """The fouls of RED-21: each gives the opponent the point."""
    found = [*declared_reasons(facts.declared)]
    if facts.illegal_push:
        pushed = "was pushed into a first penny and then struck another: an illegal push shot"
        sentence = says(Named(facts.flicked), pushed)
        found.append(reason(GEN_7, sentence, (facts.flicked,), fact="illegal_push", seen=facts.evidence))
    if not found:
        return ()
    return (*found, reason(RED_21, says(Subject(ledger.turn), "fouled: the point goes to the opponent")))


def crossings(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """Own shooters that wholly crossed the line or came off (RED-15)."""
    own_off = tuple(penny for penny in facts.off if penny in SHOOTERS[ledger.turn])
    found = []
    if facts.crossed:
        sentence = says(listed_discs(facts.crossed), "wholly crossed the line")
        found.append(reason(RED_15, sentence, facts.crossed, fact="crossed", seen=facts.evidence))
    if own_off:
        sentence = says(Owner(ledger.turn), listed_discs(own_off), "came off the board")
        found.append(reason(RED_15, sentence, own_off, fact="off", seen=facts.evidence))
    return tuple(found)


def aftermath(ledger: Ledger, facts: Facts, next_side: Side) -> tuple[Reason, ...]:
    """What the flick leaves for the player who comes next, and a push shot that was legal."""
    found = []
    if facts.legal_push:
        legal = phrase(Named(facts.flicked), "struck no other penny afterwards")
        sentence = says("It was a push shot, and a legal one:", legal)
        found.append(reason(GEN_7, sentence, (facts.flicked,), fact="legal_push", seen=facts.evidence))
    if facts.side_flick:
        sentence = says(Named(facts.flicked), "was held for a side-flick and is respotted")
        found.append(reason(RED_18, sentence, (facts.flicked,)))
    if next_side is not ledger.turn and facts.across:
        through = "lies across the line, through the opponent: it is respotted first"
        sentence = says(listed_discs(facts.across), through)
        found.append(reason(RED_15, sentence, facts.across, fact="across", seen=facts.evidence))
    touching = tuple(disc for disc in facts.touching if disc in SHOOTERS[next_side])
    if touching:
        then = ": respotted first, or used as the middle penny of a cannon"
        sentence = says(listed_discs(touching), "touches", THE_RED, then)
        found.append(reason(RED_17, sentence, touching, fact="touching", seen=facts.evidence))
    if facts.over_edge is next_side:
        court = phrase(Owner(next_side), "court")
        sentence = says(THE_RED, "overlaps the edge of", court, ": it may be side-flicked")
        found.append(reason(RED_18, sentence, (RED,), fact="over_edge", seen=facts.evidence))
    return tuple(found)

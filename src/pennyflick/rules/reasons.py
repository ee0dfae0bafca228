"""Reasons and what all games read alike: evidence matched to facts, push shots, fouls that people declared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pennyflick.table import (
    Clause,
    Contact,
    Declare,
    DiscId,
    Evidence,
    Fragment,
    Reason,
    Sentence,
    Shot,
    Stopped,
    Subject,
    listed_discs,
    says,
)

GEN_4, GEN_5, GEN_6, GEN_7, GEN_8 = (Clause(f"GEN-{number}") for number in range(4, 9))

# what a declared foul is called by the rules that all penny games share; each game adds what follows from it
DECLARED_CLAUSES = {"unclean": GEN_4, "touch": GEN_5, "moved-board": GEN_6, "on-top": GEN_8}


def reason(
    clause: Clause, told: Fragment, discs: Iterable[DiscId] = (), *, fact: str = "", seen: Iterable[Evidence] = ()
) -> Reason:
    """A reason, with the evidence that supports `fact` (for one of these discs, when any are named)."""
    named = tuple(discs)
    return Reason(clause, says(told), named, evidence_of(seen, fact, named) if fact else None)


def evidence_of(seen: Iterable[Evidence], fact: str, discs: Sequence[DiscId] = ()) -> Evidence | None:
    """The first piece of evidence for a fact; with discs, only one that concerns any of them."""
    for evidence in seen:
        if evidence.fact == fact and (not discs or not evidence.discs or set(discs) & set(evidence.discs)):
            return evidence
    return None


def hits_of(shot: Shot, disc: DiscId) -> tuple[Contact, ...]:
    """The contacts in which this disc took part, in order of time."""
    return tuple(contact for contact in shot.contacts if disc in contact.discs)


def struck(contact: Contact, by: DiscId) -> DiscId:
    """The other disc of a contact."""
    return contact.b if contact.a == by else contact.a


def push_contact(shot: Shot) -> Contact | None:
    """The first contact of the flicked disc, when the finger was still on it: the flick is a push shot (GEN-7)."""
    hits = hits_of(shot, shot.flick.disc)
    return hits[0] if hits and hits[0].push else None


def illegal_push(shot: Shot) -> Contact | None:
    """The later contact with another disc that makes a push shot a foul (GEN-7).

    Pennies reached at the very instant of the first contact are part of it: "afterwards" means later. A disc that has
    come to rest strikes nothing when another runs into it.
    """
    first = push_contact(shot)
    if first is None:
        return None
    flicked, moving = shot.flick.disc, True
    pushed = {struck(hit, flicked) for hit in hits_of(shot, flicked) if hit.instant_s <= first.instant_s}
    for event in shot.events:
        match event:
            case Stopped(disc=disc) if disc == flicked:
                moving = False
            case Contact() if flicked in event.discs:
                if moving and struck(event, flicked) not in pushed:
                    return event
                moving = True
            case _:
                pass
    return None


def push_evidence(contact: Contact, fact: str = "illegal_push") -> Evidence:
    """The evidence that such a contact gives."""
    return Evidence(fact, contact.discs, contact.instant_s)


def declared_reasons(declared: Iterable[Declare]) -> tuple[Reason, ...]:
    """What was declared, in the words of GEN-4, 5, 6 and 8; the game's own reasons say what follows."""
    return tuple(Reason(DECLARED_CLAUSES[foul.what], _declared(foul), foul.discs) for foul in declared)


def _declared(foul: Declare) -> Sentence:
    who = Subject(foul.by.side)
    concerned = listed_discs(foul.discs) if foul.discs else "a penny"
    match foul.what:
        case "unclean":
            return says(who, "did not flick with one clean strike")
        case "touch":
            return says(who, "touched", concerned, ", which may not be touched")
        case "moved-board":
            return says(who, "moved the board so that a penny slid")
        case _:
            return says(concerned, "came to rest on top of another")

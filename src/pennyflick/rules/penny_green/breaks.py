"""Which rules one flick broke (GRN-4, 7, 8, 11 to 15, 17, 23, 24), as rows of the penalty table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.ledger import Attack, Restart
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.penalties import CLAUSES, TABLE, Kind, Offence
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN, belongs, named, of_side
from pennyflick.rules.reasons import DECLARED_CLAUSES, GEN_7, declared_reasons, evidence_of, reason
from pennyflick.table import (
    Cited,
    Clause,
    Declare,
    DiscId,
    Named,
    Owner,
    Reason,
    Sentence,
    Side,
    Subject,
    listed_discs,
    phrase,
    says,
)

GRN_4, GRN_7, GRN_17 = Clause("GRN-4"), Clause("GRN-7"), Clause("GRN-17")
_DECLARED = {"touch": Offence.TECHNIQUE, "unclean": Offence.TECHNIQUE, "moved-board": Offence.BOARD}


@dataclass(frozen=True)
class Break:
    """One rule broken: the row of the table, and why."""

    offence: Offence
    reasons: tuple[Reason, ...]  # the first names the rule that was broken
    discs: tuple[DiscId, ...] = ()  # the pennies that may be lifted for it

    @property
    def clause(self) -> Clause:
        """The rule that was broken."""
        return self.reasons[0].clause


@dataclass(frozen=True, slots=True)
class Stroke:
    """One flick as the rules look at it; made by `stroke_of`, once for all questions."""

    options: Options
    kind: Kind
    side: Side  # who flicked
    enemy: Side
    facts: Facts
    is_hit: bool  # the green or another own penny was moved (GRN-2)
    intercepted: tuple[DiscId, ...]  # the enemy pennies that the green collided with (GRN-9)
    own_goal: bool  # the green between the flicker's own pegs is a goal to the other side (GRN-10)


def stroke_of(options: Options, kind: Kind, side: Side, facts: Facts) -> Stroke:
    """What the rules want to know of every flick."""
    enemy = side.other
    intercepted = of_side(facts.collided, enemy)
    is_hit = facts.green_moved or bool(of_side(facts.moved, side))
    own_goal = facts.out.goal_of is side and (options.own_goal == "always" or bool(intercepted))
    return Stroke(options, kind, side, enemy, facts, is_hit, intercepted, own_goal)


def of_flick(stroke: Stroke) -> tuple[Break, ...]:
    """What any flick can break, except the penny-diameter rule, which waits for the end of the turn."""
    return (
        *_handling(stroke),
        *_contacts(stroke),
        *_off(stroke),
        *_two_in(stroke),
    )


def of_normal(stroke: Stroke) -> tuple[Break, ...]:
    """What a normal flick can break besides: the green must stay in (GRN-11)."""
    out = stroke.facts.out
    if out is Out.NO or out.over_line_of is stroke.enemy or stroke.own_goal:
        return ()
    return (_break(Offence.GREEN_OUT, says(THE_GREEN, "went", out.words), (GREEN,), fact="out", stroke=stroke),)


def of_attack(stroke: Stroke, phase: Attack) -> tuple[Break, ...]:
    """What only a flick of an attacking turn can break: three zones, and the two rules of restarts."""
    return (*_three_zones(stroke), *_same_penny(stroke, phase), *_stayed(stroke, phase))


def diameter(kind: Kind, near: tuple[DiscId, ...], stroke: Stroke | None) -> tuple[Break, ...]:
    """Pennies within a diameter of the green at the end of a turn (GRN-14)."""
    if not near:
        return ()
    assert kind in TABLE[Offence.DIAMETER]
    clause = CLAUSES[Offence.DIAMETER]
    evidence = stroke.facts.evidence if stroke else ()
    told = {disc: says(Named(disc), "lies within a penny diameter of", THE_GREEN) for disc in near}
    shown = {disc: evidence_of(evidence, "near", (disc,)) for disc in near}
    reasons = tuple(Reason(clause, told[disc], (disc, GREEN), shown[disc]) for disc in near)
    return (Break(Offence.DIAMETER, reasons, near),)


def declared_by(declared: tuple[Declare, ...], side: Side) -> tuple[Declare, ...]:
    """The declared fouls of one side; a penny on top of another is nobody's."""
    return tuple(each for each in declared if each.by.side is side and each.what in _DECLARED)


def declared_break(foul: Declare) -> Break:
    """A declared foul as a break of GRN-17."""
    clause = Cited(DECLARED_CLAUSES[foul.what])
    sentence = says(Subject(foul.by.side), "broke the rules of flicking and touching (", clause, ")")
    rule = Reason(GRN_17, sentence, foul.discs)
    return Break(_DECLARED[foul.what], (rule, *declared_reasons((foul,))))


def _handling(stroke: Stroke) -> Iterator[Break]:
    facts = stroke.facts
    if not belongs(facts.flicked, stroke.side):
        sentence = says(Named(facts.flicked), "is not", Owner(stroke.side), "penny to flick")
        yield Break(Offence.TECHNIQUE, (Reason(GRN_4, sentence, (facts.flicked,)),))
    if facts.illegal_push:
        sentence = says(Named(facts.flicked), "was pushed into one penny and then struck another")
        shown = evidence_of(facts.evidence, "illegal_push")
        yield Break(
            Offence.PUSH,
            (reason(GRN_17, "Illegal push shot", (facts.flicked,)), Reason(GEN_7, sentence, (facts.flicked,), shown)),
        )
    yield from map(declared_break, declared_by(facts.declared, stroke.side))


def _contacts(stroke: Stroke) -> Iterator[Break]:
    """GRN-8, and for a positional flick GRN-7; one contact described by both is one break."""
    struck = of_side(stroke.facts.hit, stroke.enemy)
    foul = not stroke.is_hit and bool(struck)
    disturbed = (*of_side(stroke.facts.moved, stroke.enemy), *((GREEN,) if stroke.facts.green_moved else ()))
    touched = disturbed or ((GREEN,) if GREEN in stroke.facts.hit else ())
    if foul:
        offence = Offence.FOUL_ON_ATTACKER if stroke.kind is Kind.DEFENDER else Offence.FOUL_ON_DEFENDER
        missed = phrase(Named(stroke.facts.flicked), "missed and hit", listed_discs(struck))
        sentence = says(missed, ": a foul on the opponent")
        found = _break(offence, sentence, struck, fact="hit", stroke=stroke)
        same = reason(GRN_7, "A positional flick may not do that either: one contact, one break", struck)
        positional = stroke.kind in TABLE[Offence.MOVED]
        yield Break(offence, (*found.reasons, same) if positional else found.reasons)
    elif touched and stroke.kind in TABLE[Offence.MOVED]:
        sentence = says("A positional flick may not touch or move", named(touched))
        yield _break(Offence.MOVED, sentence, touched, fact="moved", stroke=stroke)


def _off(stroke: Stroke) -> Iterator[Break]:
    for side in (stroke.side, stroke.enemy):
        if lost := of_side(stroke.facts.off, side):
            offence = Offence.ATTACKER_OFF if side is _attacker(stroke) else Offence.DEFENDER_OFF
            sentence = says(listed_discs(lost), "left the board")
            yield _break(offence, sentence, lost, fact="off", stroke=stroke, lift=lost)


def _two_in(stroke: Stroke) -> Iterator[Break]:
    crowded = (area for area in Side if len(stroke.facts.in_area(area)) >= 2)
    for area in crowded:
        for side in (stroke.side, stroke.enemy):
            inside = of_side(stroke.facts.in_area(area), side)
            if len(inside) >= 2 and not {stroke.facts.flicked, *stroke.facts.moved}.isdisjoint(inside):
                offence = Offence.ATTACKERS_IN if side is _attacker(stroke) else Offence.DEFENDERS_IN
                crowd = phrase(listed_discs(inside), "rest in", Owner(area), "goal area")
                sentence = says(crowd, ", where a team may have only one")
                yield _break(offence, sentence, inside, fact="in_area", stroke=stroke, lift=inside)


def _three_zones(stroke: Stroke) -> Iterator[Break]:
    zones = {zone.value for zone in stroke.facts.zones}
    if stroke.options.out_zone and stroke.facts.out is not Out.NO:
        zones.add("out zone")
    if len(zones) >= 3:
        sentence = says(THE_GREEN, "was in three zones during one flick")
        yield _break(Offence.THREE_ZONES, sentence, (GREEN,), fact="zones", stroke=stroke)


def _same_penny(stroke: Stroke, phase: Attack) -> Iterator[Break]:
    if phase.hits == 1 and phase.first is not None and stroke.facts.flicked == phase.first:
        first = f"was flicked first after the {phase.restart.value} and again for the second flick"
        sentence = says(Named(phase.first), first)
        yield _break(Offence.SAME_PENNY, sentence, (phase.first,), fact="", stroke=stroke)


def _stayed(stroke: Stroke, phase: Attack) -> Iterator[Break]:
    if phase.restart is Restart.GOAL_FLICK and phase.hits == 0 and stroke.facts.stayed:
        kept = phrase("did not take", THE_GREEN, "out of the goal area")
        sentence = says("The first flick of the goal flick", kept)
        yield _break(Offence.STAYED, sentence, (GREEN,), fact="stayed", stroke=stroke)


def _attacker(stroke: Stroke) -> Side:
    return stroke.enemy if stroke.kind is Kind.DEFENDER else stroke.side


def _break(
    offence: Offence,
    sentence: Sentence,
    discs: tuple[DiscId, ...],
    *,
    fact: str,
    stroke: Stroke,
    lift: tuple[DiscId, ...] = (),
) -> Break:
    why = reason(CLAUSES[offence], sentence, discs, fact=fact, seen=stroke.facts.evidence)
    return Break(offence, (why,), lift)

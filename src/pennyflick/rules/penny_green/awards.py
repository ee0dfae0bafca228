"""What breaks of the rules give the opponent (GRN-25), and how those rights are used up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pennyflick.rules.penny_green.breaks import Break
from pennyflick.rules.penny_green.causes import cause, line_crossed
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.ledger import Award, Ledger, Lift, Lifting, Next, Penalties
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.penalties import TABLE, Due, Kind
from pennyflick.rules.penny_green.pieces import of_side
from pennyflick.table import Clause, DiscId, Sentence, Side, Subject, listed, listed_discs, phrase, says

_HOW = {
    Due.SPOT: Lifting.SPOT,
    Due.SPOT_TO_ONE: Lifting.SPOT,
    Due.REPOSITION: Lifting.REPOSITION,
    Due.REPOSITION_TO_ONE: Lifting.REPOSITION,
}
_TO_ONE = (Due.SPOT_TO_ONE, Due.REPOSITION_TO_ONE)


def award_for(options: Options, kind: Kind, offender: Side, breaks: Iterable[Break]) -> Award:
    """Everything that the breaks of one flick give the offender's opponent."""
    found = tuple(breaks)
    due = [(each, TABLE[each.offence][kind]) for each in found]
    # different rules give a flick each; one rule broken in two ways is one rule
    flicks = tuple(dict.fromkeys(each.clause for each, what in due if what is Due.FLICK))
    lifts = tuple(lift for each, what in due for lift in _lifts(each, what, offender))
    return Award(offender.other, flicks[:1] if options.one_penalty else flicks, lifts)


def _lifts(each: Break, due: Due, offender: Side) -> Iterator[Lift]:
    if due is Due.BOTH:
        if theirs := of_side(each.discs, offender):
            yield Lift(Lifting.SPOT, each.clause, theirs)
        if own := of_side(each.discs, offender.other):
            yield Lift(Lifting.REPOSITION, each.clause, own)
    elif due in _HOW:
        yield Lift(_HOW[due], each.clause, each.discs, 1 if due in _TO_ONE else 0)


def may_decline(ledger: Ledger, award: Award) -> bool:
    """Whether a penalty flick may be declined: not when the green lies dead beyond another line (GRN-30)."""
    return award.or_else is not None or ledger.out is Out.NO or ledger.out.over_line_of is award.owner


def liftable(award: Award) -> dict[DiscId, Lift]:
    """Every penny that may be lifted now, with the first right that allows it."""
    found: dict[DiscId, Lift] = {}
    for lift in award.lifts:
        for disc in lift.discs:
            found.setdefault(disc, lift)
    return found


def waiting_off(ledger: Ledger, award: Award) -> tuple[DiscId, ...]:
    """The award's pennies that are still off the board."""
    return tuple(disc for disc in liftable(award) if disc in ledger.off)


def lifted(due: Penalties, discs: tuple[DiscId, ...]) -> Penalties:
    """The awards once these pennies have been dealt with."""
    return replace(due, awards=tuple(award.without(discs) for award in due.awards))


def flick_taken(due: Penalties) -> Penalties:
    """The awards once a penalty flick of the first is being taken; what follows is no longer what was agreed before."""
    award = due.award
    rest = replace(award, flicks=award.flicks[1:], or_else=None)
    return replace(due, awards=(rest, *due.awards[1:]))


def lapsed(due: Penalties, then: Next) -> Penalties:
    """The awards once the first has lapsed."""
    return replace(due, awards=due.awards[1:], then=then)


def with_award(due: Penalties, more: Award) -> Penalties:
    """The awards with one more: in the award being carried out if it is the same owner's, else after all."""
    award = due.award
    if award.owner is not more.owner:
        return replace(due, awards=(*due.awards, more))
    joined = replace(award, flicks=(*award.flicks, *more.flicks), lifts=(*award.lifts, *more.lifts))
    return replace(due, awards=(joined, *due.awards[1:]))


def sentence(awards: tuple[Award, ...], out: Out) -> Sentence:
    """What the owner of the first may do and why, for people; `out` is where the green lies."""
    award = awards[0]
    flicks = [phrase("take a penalty flick", flick_cause(awards, clause, out)) for clause in award.flicks]
    return says(Subject(award.owner), "may", listed([*flicks, *map(_lift_sentence, award.lifts)]))


def flick_cause(awards: tuple[Award, ...], clause: Clause, out: Out) -> Sentence:
    """What a penalty flick of the first award is for."""
    due = tuple(each for award in awards for each in award.flicks)
    return cause(clause, line_crossed(due, awards[0].owner.other, out))


def _lift_sentence(lift: Lift) -> Sentence:
    until = "until one remains" if lift.keep else ""
    return phrase(lift.how.value, listed_discs(lift.discs), until, cause(lift.clause))

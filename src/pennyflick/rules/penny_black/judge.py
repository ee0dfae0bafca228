"""Rule on one flick, or on a declared foul, of Penny Black (BLK-7 to BLK-19). Law: pure; no layout, no metres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import SHOOTER, THE_SHOOTER, colour_due, colour_of, value_of
from pennyflick.rules.penny_black.ruling import Ruling
from pennyflick.rules.penny_black.scoring import written
from pennyflick.rules.reasons import GEN_7, GEN_8, declared_reasons, reason
from pennyflick.table import (
    Choose,
    Clause,
    Declare,
    DiscId,
    Fragment,
    Named,
    Owned,
    Place,
    Reason,
    Sentence,
    Side,
    Subject,
    listed,
    listed_discs,
    phrase,
    says,
    verb,
)

GEN_2 = Clause("GEN-2")
BLK_7, BLK_8, BLK_9, BLK_10 = (Clause(f"BLK-{number}") for number in range(7, 11))
BLK_12, BLK_13, BLK_14, BLK_15, BLK_16, BLK_17, BLK_18, BLK_19 = (Clause(f"BLK-{number}") for number in range(12, 20))


@dataclass(frozen=True)
class _Fault:
    """One way in which a flick loses the turn."""

    reasons: tuple[Reason, ...]
    free_shot: bool  # the opponent gets one


def judge(options: Options, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
    """The next ledger, why, and where the pennies go."""
    match seen:
        case Facts():
            return written(options, ledger, _disturbed(ledger, seen, _flick_ruling(options, ledger, seen)))
        case Declare():
            return written(options, ledger, _declared_ruling(ledger, seen))
        case Place() | Choose():
            raise AssertionError(f"Penny Black asks for no placement and no choice, so {seen!r} cannot be judged")


def _flick_ruling(options: Options, ledger: Ledger, facts: Facts) -> Ruling:
    fouls = (*_declared_fouls(ledger, facts), *_push_fouls(ledger, facts), *_on_top_fouls(ledger, facts))
    mistakes = _mistakes(options, ledger, facts)
    if facts.off and not fouls and not mistakes:
        return _ruling(facts, _merit(options, ledger, facts), ledger.turn, won=facts.off, winner=ledger.turn)
    faults = (*fouls, *mistakes, *_misses(ledger, facts), *_lingering(ledger, facts))
    if faults:
        spoils = () if mistakes else _spoils(ledger, facts, fouls)
        return _lost(ledger, facts, faults, spoils)
    return _nothing_won(ledger, facts)


def _ruling(
    facts: Facts, reasons: tuple[Reason, ...], turn: Side, won: tuple[DiscId, ...] = (), winner: Side | None = None
) -> Ruling:
    return Ruling(
        reasons=(*reasons, *_overhanging(facts)),
        turn=turn,
        shooter_from=From.CORNER if facts.shooter_off else From.EITHER if facts.shooter_on else From.LIES,
        near=() if facts.shooter_off else tuple(penny for penny in facts.near if penny not in won),
        won=won,
        winner=winner,
        shooter_off=facts.shooter_off,
    )


def _lost(ledger: Ledger, facts: Facts, faults: tuple[_Fault, ...], spoils: tuple[Reason, ...]) -> Ruling:
    opponent = ledger.turn.other
    reasons = (*(each for fault in faults for each in fault.reasons), *spoils)
    ruling = _ruling(facts, reasons, opponent, won=(*facts.off, *facts.on_shooter), winner=opponent)
    return replace(ruling, free_shot=any(fault.free_shot for fault in faults))


def _merit(options: Options, ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """The right penny alone, the shooter still on the board (BLK-8), touched by the shooter or not (BLK-9)."""
    (penny,) = facts.off
    points = _points(value_of(penny, options.set_colour))
    again = phrase(verb("flicks"), "again from where", THE_SHOOTER, "lies")
    sentence = says(Subject(ledger.turn), verb("wins"), Named(penny), f"({points}) and", again)
    won = reason(BLK_8, sentence, (penny,), fact="off", seen=facts.evidence)
    if penny not in facts.cannoned:
        return (won,)
    cannon = says(THE_SHOOTER, "did not touch", Named(penny), "itself: a cannon counts")
    return won, reason(BLK_9, cannon, (penny,))


def _nothing_won(ledger: Ledger, facts: Facts) -> Ruling:
    player, opponent = ledger.turn, ledger.turn.other
    if not ledger.free_shot:
        sentence = says("Nothing was won: the turn ends and", Subject(opponent), verb("plays"), THE_SHOOTER)
        return _ruling(facts, (reason(BLK_10, sentence),), opponent)
    missed = "touched nothing" if not facts.shooter_hit else "won nothing"
    sentence = says(f"The free shot {missed}, and", Subject(player), verb("keeps"), "the turn")
    return _ruling(facts, (reason(BLK_14, sentence),), player)


def _declared_fouls(ledger: Ledger, facts: Facts) -> tuple[_Fault, ...]:
    fouls = [foul for foul in facts.declared if foul.by.side is ledger.turn and foul.what != "on-top"]
    if not fouls:
        return ()
    return (_Fault((*declared_reasons(fouls), _free_shot_for(ledger.turn.other)), free_shot=True),)


def _free_shot_for(side: Side) -> Reason:
    return reason(BLK_16, says("A foul:", Subject(side.other), verb("loses"), "the turn and", _gets_free_shot(side)))


def _gets_free_shot(side: Side) -> Sentence:
    return phrase(Subject(side), verb("gets"), "a free shot")


def _push_fouls(ledger: Ledger, facts: Facts) -> tuple[_Fault, ...]:
    if not facts.illegal_push:
        return ()
    first = "when it reached a first penny, and it then struck another"
    what = says("The finger was still on", THE_SHOOTER, first)
    pushed = reason(GEN_7, what, fact="illegal_push", seen=facts.evidence)
    sentence = says("An illegal push shot: the turn is lost and", _gets_free_shot(ledger.turn.other))
    return (_Fault((pushed, reason(BLK_19, sentence)), free_shot=True),)


def _on_top_fouls(ledger: Ledger, facts: Facts) -> tuple[_Fault, ...]:
    on_shooter = (_Fault(_on_shooter(ledger.turn, facts.on_shooter), False),) if facts.on_shooter else ()
    shooter_on = (_Fault(_shooter_on(ledger.turn, facts.shooter_on), False),) if facts.shooter_on else ()
    return (*on_shooter, *shooter_on)


def _on_shooter(offender: Side, tops: Sequence[DiscId]) -> tuple[Reason, ...]:
    told = says(listed_discs(tops), "came to rest on top of", THE_SHOOTER)
    resting = reason(GEN_8, told, (*tops, SHOOTER))
    wins = phrase("A foul:", Subject(offender.other), verb("wins"), listed_discs(tops), ",")
    sentence = says(wins, verb("lifts"), "it off and", verb("plays"), ", with no free shot")
    return resting, reason(BLK_17, sentence, tops)


def _shooter_on(offender: Side, below: Sequence[DiscId]) -> tuple[Reason, ...]:
    told = says(THE_SHOOTER, "came to rest on top of", listed_discs(below))
    resting = reason(GEN_8, told, (SHOOTER, *below))
    moves = phrase("may first move", THE_SHOOTER, "to a corner spot; no free shot")
    sentence = says("A foul:", Subject(offender.other), moves)
    return resting, reason(BLK_18, sentence, (SHOOTER,))


def _mistakes(options: Options, ledger: Ledger, facts: Facts) -> tuple[_Fault, ...]:
    """A penny went off that merit cannot win: too many, the wrong colour, or the shooter went with it (BLK-12)."""
    if not facts.off:
        return ()
    due = colour_due(ledger.on, options.set_colour)
    wrong = tuple(penny for penny in facts.off if colour_of(penny) != due)
    causes: tuple[Fragment, ...] = (
        *(("more than one penny came off",) if len(facts.off) > 1 else ()),
        *((phrase(listed_discs(wrong), f"came off while {due} is due"),) if wrong else ()),
        *((phrase(THE_SHOOTER, "came off too"),) if facts.shooter_off else ()),
    )
    if not causes:
        return ()
    points = _points(sum(value_of(penny, options.set_colour) for penny in facts.off))
    wins = phrase(Subject(ledger.turn.other), verb("wins"), listed_discs(facts.off), f"({points})")
    sentence = says("A mistake,", listed(causes), ":", wins)
    mistake = reason(BLK_12, sentence, facts.off, fact="off", seen=facts.evidence)
    order = reason(BLK_7, says(due, "must be won before", listed_discs(wrong)), wrong)
    return (_Fault((order, mistake) if wrong else (mistake,), free_shot=False),)


def _spoils(ledger: Ledger, facts: Facts, fouls: tuple[_Fault, ...]) -> tuple[Reason, ...]:
    """What a fouling flick knocked off goes to the opponent, even the right penny alone."""
    if not facts.off:
        return ()
    clause = fouls[0].reasons[-1].clause
    sentence = says("The flick was foul, so", Subject(ledger.turn.other), verb("wins"), listed_discs(facts.off))
    return (reason(clause, sentence, facts.off, fact="off", seen=facts.evidence),)


def _misses(ledger: Ledger, facts: Facts) -> tuple[_Fault, ...]:
    if facts.shooter_hit or facts.off or facts.on_shooter or facts.shooter_on or ledger.free_shot:
        return ()
    gift = _gets_free_shot(ledger.turn.other)
    sentence = says(THE_SHOOTER, "touched no penny: the turn is lost and", gift)
    return (_Fault((reason(BLK_13, sentence, (SHOOTER,)),), free_shot=True),)


def _lingering(ledger: Ledger, facts: Facts) -> tuple[_Fault, ...]:
    """The penny-diameter rule: still near one of the pennies that were near when the turn began (BLK-15)."""
    if not ledger.first_flick or facts.from_spot or facts.shooter_off:
        return ()
    gone = (*facts.off, *facts.on_shooter)
    still = tuple(penny for penny in facts.near if penny in ledger.near and penny not in gone)
    if not still:
        return ()
    near = phrase("was within a penny diameter of", listed_discs(still), "when the turn began and still is:")
    sentence = says(THE_SHOOTER, near, "the turn is lost and", _gets_free_shot(ledger.turn.other))
    return (_Fault((reason(BLK_15, sentence, still, fact="near", seen=facts.evidence),), free_shot=True),)


def _overhanging(facts: Facts) -> tuple[Reason, ...]:
    if not facts.overhanging:
        return ()
    pennies = listed_discs(facts.overhanging)
    sentence = says("Overlapping the edge with its centre on the board is still in play:", pennies)
    return (reason(GEN_2, sentence, facts.overhanging, fact="overhanging", seen=facts.evidence),)


def _disturbed(ledger: Ledger, facts: Facts, ruling: Ruling) -> Ruling:
    """A foul of the player who was not flicking: the other keeps the turn and gets a free shot (BLK-16)."""
    fouls = [foul for foul in facts.declared if foul.by.side is not ledger.turn and foul.what != "on-top"]
    if not fouls:
        return ruling
    keeps = phrase(verb("keeps"), "the turn and", verb("gets"), "a free shot")
    sentence = says(Subject(ledger.turn), verb("was"), "disturbed,", keeps)
    reasons = (*ruling.reasons, *declared_reasons(fouls), reason(BLK_16, sentence))
    return replace(ruling, reasons=reasons, turn=ledger.turn, free_shot=True)


def _declared_ruling(ledger: Ledger, foul: Declare) -> Ruling:
    """A foul without a flick."""
    offender, gains = foul.by.side, foul.by.side.other
    if foul.what == "on-top":
        return _declared_on_top(ledger, foul)
    gift = _free_shot_for(gains) if offender is ledger.turn else _free_shot_kept(gains)
    ruling = _unflicked(ledger, (*declared_reasons((foul,)), *_fallen(foul), gift), gains)
    return replace(_with_fallen(ruling, foul), free_shot=True)


def _fallen(foul: Declare) -> tuple[Reason, ...]:
    """What the foul made fall goes to the opponent of whoever committed it, as with a fouling flick (BLK-16)."""
    pennies = tuple(disc for disc in foul.off if disc != SHOOTER)
    if not pennies:
        return ()
    wins = says(Subject(foul.by.side.other), verb("wins"), listed_discs(pennies), ", lost by the foul")
    return (reason(BLK_16, wins, pennies),)


def _with_fallen(ruling: Ruling, foul: Declare) -> Ruling:
    if not foul.off:
        return ruling
    pennies = tuple(disc for disc in foul.off if disc != SHOOTER)
    near = tuple(penny for penny in ruling.near if penny not in pennies)
    after = replace(ruling, won=pennies, winner=foul.by.side.other, near=near)
    return replace(after, near=(), shooter_from=From.CORNER, shooter_off=True) if SHOOTER in foul.off else after


def _free_shot_kept(side: Side) -> Reason:
    return reason(BLK_16, says("A foul of", Owned(side.other), ":", _gets_free_shot(side)))


def _declared_on_top(ledger: Ledger, foul: Declare) -> Ruling:
    """Noticed after the flick: the first disc named rests on the others."""
    offender, gains = foul.by.side, foul.by.side.other
    top, below = foul.discs[0], foul.discs[1:]
    if top == SHOOTER:
        return replace(_unflicked(ledger, _shooter_on(offender, below), gains), shooter_from=From.EITHER)
    if SHOOTER in below and top in ledger.on:  # a penny already won cannot be won again
        ruling = _unflicked(ledger, _on_shooter(offender, (top,)), gains)
        near = tuple(penny for penny in ruling.near if penny != top)
        return replace(ruling, won=(top,), winner=gains, near=near)
    rests = phrase(Named(top), "rests on", listed_discs(below))
    nothing = reason(GEN_8, says(rests, "; in Penny Black only", THE_SHOOTER, "matters"), foul.discs)
    return _unflicked(ledger, (nothing,), ledger.turn)


def _unflicked(ledger: Ledger, reasons: tuple[Reason, ...], turn: Side) -> Ruling:
    kept = turn is ledger.turn
    return Ruling(reasons, turn, ledger.shooter_from, ledger.near, free_shot=kept and ledger.free_shot, same_flick=kept)


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"

"""Rule on one shot of Pichenotte (PIC-2 to PIC-11). Law: pure; no layout, no metres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace

from pennyflick.rules.game import DECLARATIONS, Verdict
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import owner_of, puck_to_shoot
from pennyflick.rules.pichenotte.scoring import round_over, shoot_out_written, written
from pennyflick.rules.reasons import reason
from pennyflick.table import (
    Away,
    Choose,
    Clause,
    Declare,
    DiscId,
    Named,
    Object,
    Place,
    Reason,
    Sentence,
    listed_discs,
    phrase,
    says,
)

PIC_2, PIC_3, PIC_4, PIC_6, PIC_7 = (Clause(f"PIC-{number}") for number in (2, 3, 4, 6, 7))
PIC_9, PIC_10, PIC_11 = (Clause(f"PIC-{number}") for number in (9, 10, 11))
_ON_TOP = says("A puck that rests on another counts where it lies")


@dataclass(frozen=True)
class _Fate:
    """Whether the puck just shot stays in play, and why."""

    lost: bool
    reasons: tuple[Reason, ...]


def judge(options: Options, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
    """The next ledger, why, and where the pucks go."""
    match seen:
        case Facts():
            return _shot(options, ledger, seen)
        case Declare():
            return _foul(options, ledger, seen)
        case Place() | Choose():
            raise AssertionError(f"Pichenotte asks for no placement and no choice, so {seen!r} cannot be judged")


def _shot(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    if ledger.phase is Phase.COUNT:
        return round_over(options, Verdict(ledger, (), {}), facts)
    puck = puck_to_shoot(options, ledger.turn, ledger.shots)
    notes = (_ON_TOP,) if any(foul.what == "on-top" for foul in facts.declared) else ()
    if ledger.phase is Phase.SHOOT_OUT:
        unclean = _unclean(puck, facts)
        dropped = puck in facts.sunk and not unclean
        return shoot_out_written(options, ledger, puck, dropped, unclean)
    fate = _fate(options, ledger, puck, facts)
    settled, reasons = _settled(ledger.on if fate.lost else (*ledger.on, puck), facts)
    fates = {**({puck: Away.DITCH} if fate.lost else {}), **settled}
    after = _without(replace(ledger, on=(*ledger.on, puck)), fates)
    return written(options, Verdict(after, (*fate.reasons, *reasons), fates, notes), facts)


def _foul(options: Options, ledger: Ledger, foul: Declare) -> Verdict[Ledger]:
    """A foul without a shot: it costs the player to shoot his puck, a player who waits nothing (PIC-2)."""
    facts = Facts(declared=(foul,), sunk=foul.sunk, out=foul.off, count=_count_after(ledger, foul))
    if foul.by == ledger.turn and ledger.phase is not Phase.COUNT:
        return _shot(options, ledger, facts)
    fates, reasons = _settled(ledger.on, facts)
    after = replace(_without(ledger, fates), count=facts.count)
    return Verdict(after, (_nothing_lost(ledger, foul), *reasons), fates)


def _nothing_lost(ledger: Ledger, foul: Declare) -> Reason:
    if ledger.phase is Phase.COUNT:
        return reason(PIC_3, "All pucks are shot: only the count is missing.")
    what = DECLARATIONS[foul.what].replace("penny", "puck")
    return reason(PIC_2, f"{what} It was not that player's shot, so no puck is lost by it.", foul.discs)


def _count_after(ledger: Ledger, foul: Declare) -> Count | None:
    """Where the pucks lie once what fell is gone: nothing else moved."""
    gone, count = (*foul.off, *foul.sunk), ledger.count
    if count is None or not gone:
        return count
    return Count(*(tuple(puck for puck in each if puck not in gone) for each in astuple(count)))


def _without(ledger: Ledger, fates: Mapping[DiscId, Away]) -> Ledger:
    return replace(
        ledger,
        on=tuple(each for each in ledger.on if each not in fates),
        rail=(*ledger.rail, *(each for each, place in fates.items() if place is Away.RAIL)),
    )


def _fate(options: Options, ledger: Ledger, puck: DiscId, facts: Facts) -> _Fate:
    """What becomes of the puck just shot, the baseline apart (PIC-2, 4, 6, 7)."""
    unclean = _unclean(puck, facts)
    if unclean:
        return _Fate(True, unclean)
    if ledger.enemies_of(ledger.turn.side):
        return _duty(options, puck, facts)
    return _free_shot(options, puck, facts)


def _unclean(puck: DiscId, facts: Facts) -> tuple[Reason, ...]:
    """A pushed or otherwise unclean shot loses the puck shot; what it moved stays moved (PIC-2)."""
    fouls = [foul.what for foul in facts.declared if foul.what != "on-top"]
    ditch = says(Named(puck), "goes to the ditch, for the shot was not clean")
    told = {what: phrase(DECLARATIONS[what].replace("penny", "puck"), ditch) for what in fouls}
    return tuple(reason(PIC_2, told[what], (puck,)) for what in fouls)


def _duty(options: Options, puck: DiscId, facts: Facts) -> _Fate:
    """With an enemy puck on the board: contact, or a twenty as the option says (PIC-4)."""
    sunk = puck in facts.sunk
    if options.twenty_call == "chosen" and facts.called:
        return _called(puck, sunk, facts)
    if facts.touched:
        sentence = says("An enemy puck was hit, so", Named(puck), "has done its duty")
        return _Fate(False, (reason(PIC_4, sentence, (puck,), fact="touched", seen=facts.evidence),))
    if sunk and options.twenty_call == "none":
        return _Fate(False, (reason(PIC_4, says(Named(puck), "dropped: a twenty needs no call here"), (puck,)),))
    if sunk and not facts.called:
        uncalled = "dropped uncalled and hit no enemy puck: it goes to the ditch and scores nothing"
        sentence = says(Named(puck), uncalled)
        return _Fate(True, (reason(PIC_4, sentence, (puck,), fact="sunk", seen=facts.evidence),))
    if facts.called:
        return _called(puck, sunk, facts)
    return _Fate(True, (reason(PIC_4, says("No enemy puck was hit:", _to_the_ditch(puck)), (puck,)),))


def _to_the_ditch(puck: DiscId) -> Sentence:
    return phrase(Named(puck), "goes to the ditch")


def _called(puck: DiscId, sunk: bool, facts: Facts) -> _Fate:
    if sunk:
        sentence = says("The twenty was called and", Named(puck), "dropped")
        return _Fate(False, (reason(PIC_4, sentence, (puck,), fact="sunk", seen=facts.evidence),))
    return _Fate(True, (reason(PIC_4, says("The called twenty did not drop:", _to_the_ditch(puck)), (puck,)),))


def _free_shot(options: Options, puck: DiscId, facts: Facts) -> _Fate:
    """No enemy puck on the board: it stays wherever it ends, in the advanced game only inside the 15 area (PIC-7)."""
    anywhere = phrase(Named(puck), "may go anywhere")
    free = reason(PIC_6, says("A free shot: no enemy puck is on the board, so", anywhere), (puck,))
    if not options.advanced or puck in facts.sunk or facts.in_fifteen:
        return _Fate(False, (free,))
    sentence = says("A free shot must come to rest inside the 15 area:", _to_the_ditch(puck))
    lost = reason(PIC_7, sentence, (puck,), fact="fifteen", seen=facts.evidence)
    return _Fate(True, (*_touching(puck, facts), lost))


def _touching(puck: DiscId, facts: Facts) -> tuple[Reason, ...]:
    if facts.count is None or puck not in facts.count.on_line:
        return ()
    sentence = says(Named(puck), "touches a line, so it counts in the lower zone")
    return (reason(PIC_10, sentence, (puck,), fact="on_line", seen=facts.evidence),)


def _settled(in_play: tuple[DiscId, ...], facts: Facts) -> tuple[dict[DiscId, Away], tuple[Reason, ...]]:
    """Pucks out to the ditch (PIC-11), pucks sunk to the rail (PIC-9)."""
    sunk = tuple(each for each in facts.sunk if each in in_play)
    out = tuple(each for each in facts.out if each in in_play)
    fates = {**dict.fromkeys(sunk, Away.RAIL), **dict.fromkeys(out, Away.DITCH)}
    twenties = tuple(reason(PIC_9, _twenty(each), (each,), fact="sunk", seen=facts.evidence) for each in sunk)
    return fates, (*twenties, *_out(out, facts))


def _twenty(puck: DiscId) -> Sentence:
    points = phrase("twenty points for", Object(owner_of(puck)), "that cannot be lost")
    return says(Named(puck), "is in the hole:", points)


def _out(out: tuple[DiscId, ...], facts: Facts) -> tuple[Reason, ...]:
    if not out:
        return ()
    go = "goes" if len(out) == 1 else "go"
    sentence = says("On the baseline, beyond it or off the surface:", listed_discs(out), go, "to the ditch")
    return (reason(PIC_11, sentence, out, fact="out", seen=facts.evidence),)

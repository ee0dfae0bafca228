"""The rulings of Penny Blue. Law: no layout, no metres."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ended, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, SOVEREIGNS, THE_BLUE, set_spots
from pennyflick.rules.reasons import GEN_7, declared_reasons, reason
from pennyflick.rules.tally import NIL
from pennyflick.table import (
    Away,
    Choose,
    Clause,
    Declare,
    DiscId,
    Fragment,
    Named,
    Owner,
    Place,
    Reason,
    Side,
    Subject,
    listed_discs,
    phrase,
    says,
    verb,
)

GEN_2 = Clause("GEN-2")
BLU_4, BLU_5, BLU_6, BLU_7, BLU_8, BLU_9, BLU_10, BLU_11, BLU_12, BLU_13, BLU_14, BLU_15, BLU_16, BLU_17 = (
    Clause(f"BLU-{number}") for number in range(4, 18)
)
ON_TOP = "on-top"


def judge(options: Options, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
    """Rule on what was seen, placed, chosen or declared."""
    match seen:
        case Facts():
            return _flick(options, ledger, seen)
        case Place():
            return _put_back(ledger)
        case Choose():
            return _stopped(options, ledger)
        case Declare():
            return _declaration(options, ledger, seen)
        case _:
            assert_never(seen)


def _flick(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    lost = _losing(options, ledger, facts)
    if lost:
        return _game_over(options, ledger, ledger.turn.other, lost, facts.off)
    if facts.off:  # nothing but the enemy sovereign, and nothing against it: a kill
        return _game_over(options, ledger, ledger.turn, (_kill(ledger, facts),), facts.off)
    held = facts.flicked if facts.side_flick else ledger.in_hand
    seen = replace(ledger, in_hand=held, side_flick_due=facts.blue_near_edge)
    foul = _fouls(facts)
    if foul:
        return _turn_lost(options, seen, ledger.turn, (*foul, *_aftermath(options, seen, facts)))
    return _clean_flick(options, seen, facts)


# Losing and winning a game -------------------------------------------------------------------------------------------


def _losing(options: Options, ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """Everything in this flick that loses the game; any of it overrides a kill (BLU-4)."""
    enemy = SOVEREIGNS[ledger.turn.other]
    found = [*_stacked(facts), *_wrong_penny_off(ledger, facts)]
    if enemy in facts.off and _fouls(facts):
        found.append(_sovereign_off_by_foul(ledger, enemy, facts))
    against = _against_a_kill(options, ledger, facts) if enemy in facts.off else ()
    if against and not found:
        found = [*against, _no_kill(ledger, enemy, facts)]
    elif enemy in facts.off and found and not against:
        found.append(_kill_overridden(ledger, enemy))
    return tuple(found)


def _stacked(facts: Facts) -> tuple[Reason, ...]:
    stacked = tuple(foul for foul in facts.declared if foul.what == ON_TOP)
    if not stacked:
        return ()
    discs = tuple(dict.fromkeys(disc for foul in stacked for disc in foul.discs))
    return (
        *declared_reasons(stacked),
        reason(BLU_9, "A flick after which a penny rests on another loses the game.", discs),
    )


def _wrong_penny_off(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    wrong = tuple(penny for penny in facts.off if penny != SOVEREIGNS[ledger.turn.other])
    if not wrong:
        return ()
    knocked = phrase(Subject(ledger.turn), "knocked off", listed_discs(wrong))
    sentence = says(knocked, ": only the enemy sovereign may come off")
    return (reason(BLU_7, sentence, wrong, fact="off", seen=facts.evidence),)


def _sovereign_off_by_foul(ledger: Ledger, enemy: DiscId, facts: Facts) -> Reason:
    sentence = says("The enemy sovereign", Named(enemy), "came off through", Owner(ledger.turn), "foul")
    return reason(BLU_8, sentence, (enemy,), fact="off", seen=facts.evidence)


def _against_a_kill(options: Options, ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """Why knocking off the enemy sovereign is no kill; empty when it is one."""
    found = []
    if ledger.first_turn:
        found.append(reason(BLU_5, says(Subject(ledger.turn), "cannot kill in the first turn of a game")))
    if facts.side_flick:
        if not options.side_flick_kills:
            found.append(
                reason(BLU_13, "A side-flick is made with the sovereign, so it cannot kill.", (facts.flicked,))
            )
    elif facts.flicked not in ASSASSINS[ledger.turn]:
        sentence = says(Named(facts.flicked), "is a sovereign: only an assassin can kill")
        found.append(reason(BLU_4, sentence, (facts.flicked,)))
    if not facts.kill_chain:
        chain = says("No chain of hits led from", THE_BLUE, "striking an enemy penny to the sovereign")
        found.append(reason(BLU_4, chain))
    return tuple(found)


def _no_kill(ledger: Ledger, enemy: DiscId, facts: Facts) -> Reason:
    sovereign = phrase("the enemy sovereign", Named(enemy))
    sentence = says(Subject(ledger.turn), "knocked off", sovereign, ", and it was not a kill")
    return reason(BLU_6, sentence, (enemy,), fact="off", seen=facts.evidence)


def _kill_overridden(ledger: Ledger, enemy: DiscId) -> Reason:
    return reason(BLU_4, says("What else happened overrides", Owner(ledger.turn), "kill"), (enemy,))


def _kill(ledger: Ledger, facts: Facts) -> Reason:
    enemy = SOVEREIGNS[ledger.turn.other]
    how = phrase(Named(facts.flicked), "set", THE_BLUE, "on, and it brought", Named(enemy), "off")
    sentence = says(Subject(ledger.turn), verb("kills"), ":", how)
    return reason(BLU_4, sentence, (enemy,), fact="kill_chain", seen=facts.evidence)


def _game_over(
    options: Options, ledger: Ledger, winner: Side, reasons: tuple[Reason, ...], off: tuple[DiscId, ...] = ()
) -> Verdict[Ledger]:
    """Score the game, then the set, then the match; the loser starts the next game (BLU-17)."""
    games, sets = ledger.games.plus(winner), ledger.sets
    sentence = phrase(Subject(winner), verb("wins"), "the game")
    if games.of(winner) >= options.games_to_win:
        games, sets = NIL, sets.plus(winner)
        sentence = phrase(sentence, "and the set")
    if sets.of(winner) >= options.sets_to_win:
        over = replace(ledger, games=games, sets=sets, in_hand=None, ended=Ended.SETS)
        won = reason(BLU_17, says(sentence, ", and with it the match"))
        return Verdict(over, (*reasons, won), dict.fromkeys(off, Away.DITCH))
    loser = winner.other
    fresh = Ledger(starter=loser, turn=loser, games=games, sets=sets)
    scored = reason(BLU_17, says(sentence, ";", Subject(loser), verb("starts"), "the next game"))
    return Verdict(fresh, (*reasons, scored), set_spots(options), (says("A new game begins"),))


# Fouls ---------------------------------------------------------------------------------------------------------------


def _fouls(facts: Facts) -> tuple[Reason, ...]:
    """Every foul of the flick but a penny on top, which loses the game (BLU-9)."""
    declared = declared_reasons(foul for foul in facts.declared if foul.what != ON_TOP)
    if not facts.illegal_push:
        return declared
    pushed = "was pushed into a first penny and then struck another: an illegal push shot"
    sentence = says(Named(facts.flicked), pushed)
    return (*declared, reason(GEN_7, sentence, (facts.flicked,), fact="illegal_push", seen=facts.evidence))


def _turn_lost(options: Options, ledger: Ledger, by: Side, reasons: tuple[Reason, ...]) -> Verdict[Ledger]:
    sentence = says(Subject(by), "fouled: the turn is lost and", Subject(by.other), verb("has"), "a free shot")
    return _turn_over(options, ledger, (*reasons, reason(BLU_15, sentence)), free_shot=True)


def _declaration(options: Options, ledger: Ledger, foul: Declare) -> Verdict[Ledger]:
    """A foul that was called without a flick; out of turn it costs no turn, but still gives a free shot."""
    by = foul.by.side
    declared = declared_reasons((foul,))
    if foul.what == ON_TOP:
        lost = reason(BLU_9, "A penny resting on another after a flick loses the game.", foul.discs)
        return _game_over(options, ledger, by.other, (*declared, lost))
    if foul.off:
        return _game_over(options, ledger, by.other, (*declared, *_fallen(foul)), foul.off)
    if by is ledger.turn:
        return _turn_lost(options, ledger, by, declared)
    sentence = says(Subject(by), "fouled out of turn:", Subject(by.other), verb("has"), "a free shot")
    return Verdict(replace(ledger, free_shot=True), (*declared, reason(BLU_15, sentence)), {})


def _fallen(foul: Declare) -> tuple[Reason, ...]:
    """Whatever comes off through a foul loses the game for whoever committed it (BLU-7, BLU-8)."""
    by, enemy = foul.by.side, SOVEREIGNS[foul.by.side.other]
    wrong = tuple(penny for penny in foul.off if penny != enemy)
    through = phrase("Through", Owner(by), "foul", listed_discs(wrong), "came off")
    sentence = says(through, ": only the enemy sovereign may come off")
    killed = says("The enemy sovereign", Named(enemy), "came off through", Owner(by), "foul")
    return (
        *((reason(BLU_7, sentence, wrong),) if wrong else ()),
        *((reason(BLU_8, killed, (enemy,)),) if enemy in foul.off else ()),
    )


# The turn goes on, or is over ----------------------------------------------------------------------------------------


def _clean_flick(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    after = _aftermath(options, ledger, facts)
    who, flicked = ledger.turn, Named(facts.flicked)
    if ledger.free_shot:
        keeps = phrase(Subject(who), verb("keeps"), "the turn whatever it hits, and it does not count")
        sentence = says("A free shot:", keeps)
        return _turn_kept(ledger, (reason(BLU_16, sentence, (facts.flicked,)), *after))
    flicks = ledger.flicks + 1
    if not facts.hit:
        sentence = says(flicked, "hit no penny:", Owner(who), "turn is over")
        return _turn_over(options, ledger, (reason(BLU_11, sentence, (facts.flicked,)), *after))
    if flicks == FLICKS_A_TURN:
        sentence = says("That was", Owner(who), "third flick: the turn is over")
        return _turn_over(options, ledger, (reason(BLU_11, sentence, (facts.flicked,)), *after))
    again = phrase(Subject(who), f"may flick again, {FLICKS_A_TURN - flicks} left")
    sentence = says(_what_hit(facts), "hit a penny:", again)
    kept = reason(BLU_11, sentence, (facts.flicked,), fact="hit", seen=facts.evidence)
    return _turn_kept(replace(ledger, flicks=flicks), (kept, *after))


def _what_hit(facts: Facts) -> Fragment:
    flicked = Named(facts.flicked)
    return phrase("The side-flick with", flicked) if facts.side_flick else flicked


def _aftermath(options: Options, ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """What the flick leaves behind, whoever is at the table next."""
    found = []
    if facts.legal_push:
        legal = phrase(Named(facts.flicked), "struck no other penny afterwards")
        sentence = says("It was a push shot, and a legal one:", legal)
        found.append(reason(GEN_7, sentence, (facts.flicked,), fact="legal_push", seen=facts.evidence))
    if facts.overhanging:
        overlap = "overlaps" if len(facts.overhanging) == 1 else "overlap"
        sentence = says(listed_discs(facts.overhanging), overlap, "the edge, still in play")
        found.append(reason(GEN_2, sentence, facts.overhanging, fact="overhanging", seen=facts.evidence))
    if facts.side_flick:
        back = says(Named(facts.flicked), "goes back on a free spot")
        found.append(reason(BLU_14, back, (facts.flicked,)))
    if ledger.side_flick_due:
        near = f"lies within a penny diameter of the edge: it {options.side_flick} be side-flicked"
        sentence = says(THE_BLUE, near)
        found.append(reason(BLU_12, sentence, (BLUE,), fact="blue_near_edge", seen=facts.evidence))
    return tuple(found)


def _turn_kept(ledger: Ledger, reasons: tuple[Reason, ...]) -> Verdict[Ledger]:
    return Verdict(replace(ledger, free_shot=False, may_stop=True), reasons, {})


def _turn_over(
    options: Options, ledger: Ledger, reasons: tuple[Reason, ...], *, free_shot: bool = False
) -> Verdict[Ledger]:
    turns = ledger.turns.plus(ledger.turn)
    after = replace(ledger, turn=ledger.turn.other, turns=turns, flicks=0, may_stop=False, free_shot=free_shot)
    if min(turns.one, turns.two) < options.turn_limit:
        return Verdict(after, reasons, {})
    note = says(f"Both sides have had {options.turn_limit} turns in this game: the turn limit ends the match")
    return Verdict(replace(after, ended=Ended.LIMIT), reasons, {}, (note,))


def _stopped(options: Options, ledger: Ledger) -> Verdict[Ledger]:
    assert ledger.may_stop, "a turn has at least one flick (BLU-11)"
    sentence = says(Subject(ledger.turn), verb("makes"), "no further flick: the turn is over")
    return _turn_over(options, ledger, (reason(BLU_11, sentence),))


def _put_back(ledger: Ledger) -> Verdict[Ledger]:
    assert ledger.in_hand is not None, "no sovereign is in the hand (BLU-14)"
    put = reason(BLU_14, says(Named(ledger.in_hand), "is back on a spot"), (ledger.in_hand,))
    return Verdict(replace(ledger, in_hand=None), (put,), {})

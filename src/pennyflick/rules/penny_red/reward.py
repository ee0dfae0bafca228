"""What a return earns in Penny Red (RED-9 to RED-12 and RED-14)."""

from __future__ import annotations

from dataclasses import replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_red.clauses import RED_8, RED_9, RED_10, RED_11, RED_12, RED_14
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.fouls import aftermath, crossings, fouls
from pennyflick.rules.penny_red.ledger import NO_REWARD, Ledger, Phase, Reward
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, THE_RED
from pennyflick.rules.penny_red.scoring import points_to, turn_passes
from pennyflick.rules.reasons import reason
from pennyflick.table import DiscId, Named, Owner, Reason, Subject, listed, listed_discs, phrase, says, verb


def judge_return(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    """The red lies on the enemy court: what the player may do now. `ledger.flicks` counts this flick already."""
    own, earned = _own_reward(ledger, facts)
    enemy, moving = _enemy_reward(facts)
    rights = replace(own, enemy=enemy)
    count = ("one flick", "two flicks", "three flicks")[ledger.flicks - 1]
    sentence = says(Subject(ledger.turn), "returned", THE_RED, f"with {count}")
    returned = reason(RED_8, sentence, (RED,), fact="red", seen=facts.evidence)
    reasons = (returned, earned, *moving, *aftermath(ledger, facts, ledger.turn.other))
    return going_on(options, replace(ledger, phase=Phase.REWARD, reward=rights), reasons)


def judge_placing(options: Options, ledger: Ledger, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    """Own shooters put down (RED-9, RED-12), or an enemy shooter moved (RED-14)."""
    rights = ledger.reward
    if set(discs) <= set(rights.enemy):
        hit = phrase(listed_discs(discs), ", which", THE_RED, "hit,")
        moved = reason(RED_14, says(hit, "is moved to a spot"), discs)
        back = tuple(disc for disc in ledger.across if disc not in discs)
        touching = tuple(disc for disc in ledger.touching if disc not in discs)
        after = replace(ledger, across=back, touching=touching, reward=replace(rights, enemy=()))
        return going_on(options, after, (moved,))
    assert set(discs) <= set(rights.place), f"{listed(discs)} may not be placed now"
    left = rights.places - len(discs)
    place = tuple(disc for disc in rights.place if disc not in discs) if left else ()
    placed = reason(rights.placing, says(Subject(ledger.turn), "placed", listed_discs(discs)), discs)
    return going_on(options, replace(ledger, reward=replace(rights, place=place, places=left)), (placed,))


def judge_positioning(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    """The one further flick of RED-10; RED-15 and RED-21 bind it, RED-2 does not."""
    lost = (*fouls(ledger, facts), *crossings(ledger, facts), *_spoilt(ledger, facts))
    if lost:
        return points_to(options, ledger, ledger.turn.other, 1, lost, facts.off)
    after = replace(
        ledger,
        across=facts.across,
        touching=facts.touching,
        over_edge=facts.over_edge,
        reward=replace(ledger.reward, flick=False),
    )
    positioned = says(Named(facts.flicked), "was positioned with one further flick")
    done = reason(RED_10, positioned, (facts.flicked,))
    return going_on(options, after, (done, *aftermath(ledger, facts, ledger.turn.other)))


def judge_waived(options: Options, ledger: Ledger) -> Verdict[Ledger]:
    """The player leaves the rest of what he earned."""
    assert ledger.reward, "nothing was earned that could be waived"
    rights = ledger.reward
    earned = ((rights.places, rights.placing), (rights.flick, RED_10), (rights.enemy, RED_14))
    sentence = says(Subject(ledger.turn), verb("leaves"), "everything where it lies")
    reasons = tuple(reason(clause, sentence) for right, clause in earned if right)
    return going_on(options, replace(ledger, reward=NO_REWARD), reasons)


def going_on(options: Options, ledger: Ledger, reasons: tuple[Reason, ...]) -> Verdict[Ledger]:
    """The turn passes once nothing is left to put down, to place or to flick."""
    if ledger.phase is not Phase.REWARD or ledger.in_hand is not None or ledger.reward:
        return Verdict(ledger, reasons, {})
    return turn_passes(options, ledger, reasons, {})


def _own_reward(ledger: Ledger, facts: Facts) -> tuple[Reward, Reason]:
    who, shooters = Subject(ledger.turn), SHOOTERS[ledger.turn]
    if facts.cannon:
        sentence = says("By cannon:", who, "may pick up and place either or both shooters")
        earned = reason(RED_12, sentence, shooters, fact="cannon", seen=facts.evidence)
        return Reward(place=shooters, places=2, cannon=True), earned
    if ledger.flicks == 1:
        sentence = says(who, "may pick up one shooter and place it")
        return Reward(place=shooters, places=1), reason(RED_9, sentence, shooters)
    if ledger.flicks == 2:
        sentence = says(who, "may make one further flick to position a shooter")
        return Reward(flick=True), reason(RED_10, sentence, shooters)
    return NO_REWARD, reason(RED_11, says(Owner(ledger.turn), "shooters stay where they are"), shooters)


def _enemy_reward(facts: Facts) -> tuple[tuple[DiscId, ...], tuple[Reason, ...]]:
    struck = facts.struck_by_red
    if not struck:
        return (), ()
    if facts.spots_blocked:
        blocked = ", but neither the serving spot nor the quarter spot is free"
        sentence = says(THE_RED, "hit", listed_discs(struck), blocked)
        return (), (reason(RED_14, sentence, struck),)
    moved = ": one may be moved to the enemy's serving spot or quarter spot"
    sentence = says(THE_RED, "hit", listed_discs(struck), moved)
    return struck, (reason(RED_14, sentence, struck, fact="struck_by_red", seen=facts.evidence),)


def _spoilt(ledger: Ledger, facts: Facts) -> tuple[Reason, ...]:
    """After the positioning flick the red must still lie on the enemy court and every penny on the board."""
    found = []
    others = tuple(penny for penny in facts.off if penny not in SHOOTERS[ledger.turn])
    if others:
        sentence = says("The positioning flick knocked off", listed_discs(others))
        found.append(reason(RED_10, sentence, others, fact="off", seen=facts.evidence))
    if facts.red_at is RedAt.HERE:
        gone = "no longer lies wholly on the enemy court"
        sentence = says("After the positioning flick", THE_RED, gone)
        found.append(reason(RED_10, sentence, (RED,), fact="red", seen=facts.evidence))
    return tuple(found)

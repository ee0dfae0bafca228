"""The rulings of Penny Red. Law: no layout, no metres."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_red import reward, serve
from pennyflick.rules.penny_red.clauses import RED_2, RED_6, RED_8, RED_12, RED_13, RED_15, RED_17, RED_18, RED_21
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.fouls import aftermath, crossings, fouls
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, THE_RED, side_of
from pennyflick.rules.penny_red.scoring import points_to
from pennyflick.rules.reasons import declared_reasons, reason
from pennyflick.table import (
    Choose,
    Declare,
    DiscId,
    Named,
    Object,
    Place,
    Reason,
    Subject,
    listed_discs,
    phrase,
    says,
    verb,
)

STAR_POINTS, STAR_CANNON_POINTS = 2, 3  # RED-13: for each enemy shooter


def judge(options: Options, ledger: Ledger, seen: Facts | Place | Choose | Declare) -> Verdict[Ledger]:
    """Rule on what was seen, placed, chosen or declared."""
    match seen:
        case Facts():
            return _flick(options, ledger, seen)
        case Place():
            return _placed(options, ledger, tuple(seen.points))
        case Choose():
            return _chosen(options, ledger, seen)
        case Declare():
            return _declared(options, ledger, seen)
        case _:
            assert_never(seen)


def _flick(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    match ledger.phase:
        case Phase.SERVE:
            return serve.judge_serve(options, ledger, facts)
        case Phase.OPEN:
            return _open_play(options, ledger, facts)
        case Phase.REWARD:
            return reward.judge_positioning(options, ledger, facts)
        case _:
            assert_never(ledger.phase)


def _placed(options: Options, ledger: Ledger, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    if ledger.in_hand is not None:
        return _put_down(options, ledger, ledger.in_hand)
    respot = ledger.reward.flick and set(discs) <= set(SHOOTERS[ledger.turn])  # before the flick of RED-10
    if ledger.phase is Phase.REWARD and not respot:
        return reward.judge_placing(options, ledger, discs)
    return _respotted(ledger, discs)


def _chosen(options: Options, ledger: Ledger, choice: Choose) -> Verdict[Ledger]:
    if choice.key == serve.OTHER_CORNER:
        return serve.judge_other_corner(options, ledger)
    return reward.judge_waived(options, ledger)


def _declared(options: Options, ledger: Ledger, foul: Declare) -> Verdict[Ledger]:
    """A foul that was called without a flick, by whoever committed it."""
    winner = foul.by.side.other
    sentence = says(Subject(foul.by.side), "fouled: the point goes to", Object(winner))
    return points_to(options, ledger, winner, 1, (*declared_reasons((foul,)), reason(RED_21, sentence)), foul.off)


# Open play -----------------------------------------------------------------------------------------------------------


def _open_play(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    seen = _with_hits(ledger, facts)
    enemies_off = tuple(penny for penny in facts.off if penny in SHOOTERS[ledger.turn.other])
    no_star = _no_star(seen, facts, enemies_off) if enemies_off else ()
    lost = (*fouls(ledger, facts), *crossings(ledger, facts), *_red_off(facts), *no_star, *_missed(facts))
    if lost:
        cancelled = (_star_cancelled(enemies_off),) if enemies_off and not no_star else ()
        return points_to(options, seen, ledger.turn.other, 1, (*lost, *cancelled), facts.off)
    if enemies_off:
        return _star_shot(options, seen, facts, enemies_off)
    held = facts.flicked if facts.side_flick else None
    settled = replace(seen, in_hand=held, across=facts.across, touching=facts.touching, over_edge=facts.over_edge)
    if facts.red_at is RedAt.FAR:
        return reward.judge_return(options, settled, facts)
    return _not_returned(options, settled, facts)


def _with_hits(ledger: Ledger, facts: Facts) -> Ledger:
    """The entitling hits may come in any flick of the turn (RED-13)."""
    hit_by = tuple(dict.fromkeys((*ledger.red_hit_by, *facts.red_hit_by)))
    met = ledger.shooters_met or facts.shooters_met
    return replace(ledger, flicks=ledger.flicks + 1, shooters_met=met, red_hit_by=hit_by)


def _red_off(facts: Facts) -> tuple[Reason, ...]:
    if facts.red_at is not RedAt.OFF:
        return ()
    return (reason(RED_8, says(THE_RED, "left the board"), (RED,), fact="off", seen=facts.evidence),)


def _missed(facts: Facts) -> tuple[Reason, ...]:
    if facts.shooters_met or facts.flicked in facts.red_hit_by:
        return ()
    sentence = says(Named(facts.flicked), "hit neither the other shooter nor", THE_RED)
    return (reason(RED_2, sentence, (facts.flicked,)),)


def _not_returned(options: Options, ledger: Ledger, facts: Facts) -> Verdict[Ledger]:
    who = Subject(ledger.turn)
    if ledger.flicks == FLICKS_A_TURN:
        failed = says(who, verb("has"), "not returned", THE_RED, "with three flicks")
        lost = reason(RED_8, failed, (RED,), fact="red", seen=facts.evidence)
        return points_to(options, ledger, ledger.turn.other, 1, (lost,), ())
    left = FLICKS_A_TURN - ledger.flicks
    rest = phrase(who, verb("has"), f"{left} flick{'s' * (left > 1)} left")
    sentence = says(THE_RED, "is not yet wholly on the other court:", rest)
    goes_on = reason(RED_8, sentence, (RED,), fact="red", seen=facts.evidence)
    return Verdict(ledger, (goes_on, *aftermath(ledger, facts, ledger.turn)), {})


# The star shot -------------------------------------------------------------------------------------------------------


def _no_star(ledger: Ledger, facts: Facts, enemies_off: tuple[DiscId, ...]) -> tuple[Reason, ...]:
    """Why the enemy shooters that came off make no star shot; empty when they do."""
    found = []
    if not (ledger.shooters_met or len(ledger.red_hit_by) == len(SHOOTERS[ledger.turn])):
        neither = "In this turn neither did one shooter hit the other nor did both hit"
        sentence = says(neither, THE_RED, ": no star shot")
        found.append(reason(RED_13, sentence, enemies_off))
    if facts.red_at is not RedAt.FAR:
        short = says(THE_RED, "did not end wholly on the enemy court: no star shot")
        found.append(reason(RED_13, short, (RED,)))
    elsewise = tuple(penny for penny in enemies_off if penny not in facts.reached_by_red)
    if elsewise:
        sentence = says("No chain of hits from", THE_RED, "reached", listed_discs(elsewise), ": no star shot")
        found.append(reason(RED_13, sentence, elsewise))
    if not found:
        return ()
    sentence = says(listed_discs(enemies_off), "came off other than by a star shot")
    return (*found, reason(RED_8, sentence, enemies_off, fact="off", seen=facts.evidence))


def _star_cancelled(enemies_off: tuple[DiscId, ...]) -> Reason:
    return reason(RED_13, "What else happened in the same flick cancels the star shot.", enemies_off)


def _star_shot(options: Options, ledger: Ledger, facts: Facts, enemies_off: tuple[DiscId, ...]) -> Verdict[Ledger]:
    each = STAR_CANNON_POINTS if facts.cannon else STAR_POINTS
    how = "a star shot by cannon" if facts.cannon else "a star shot"
    knocked = phrase("The returned", Named(RED), "knocked off", listed_discs(enemies_off))
    sentence = says(knocked, f": {how}, {each} points for each")
    star = reason(RED_13, sentence, enemies_off, fact="off", seen=facts.evidence)
    cannon = (_cannon(facts),) if facts.cannon else ()
    return points_to(options, ledger, ledger.turn, each * len(enemies_off), (*cannon, star), facts.off)


def _cannon(facts: Facts) -> Reason:
    sentence = says("A cannon:", Named(facts.flicked), "was flicked into the other shooter, which hit", THE_RED)
    return reason(RED_12, sentence, (facts.flicked,), fact="cannon", seen=facts.evidence)


# Shooters put down outside the rewards -------------------------------------------------------------------------------


def _put_down(options: Options, ledger: Ledger, shooter: DiscId) -> Verdict[Ledger]:
    clause = RED_18 if side_of(shooter) is ledger.turn else RED_6  # after a serve the turn has passed already
    put = reason(clause, says(Named(shooter), "is back on its court"), (shooter,))
    return reward.going_on(options, replace(ledger, in_hand=None), (put,))


def _respotted(ledger: Ledger, discs: tuple[DiscId, ...]) -> Verdict[Ledger]:
    """A shooter that touches the red, or that the opponent put across the line, is respotted at no cost."""
    back = tuple(disc for disc in discs if disc in ledger.across)
    found = []
    if back:
        through = says(listed_discs(back), "lay across the line through the opponent and is respotted")
        found.append(reason(RED_15, through, back))
    if rest := tuple(disc for disc in discs if disc not in back):
        free = says(listed_discs(rest), "touched", THE_RED, "and is respotted; this costs no flick")
        found.append(reason(RED_17, free, rest))
    across = tuple(disc for disc in ledger.across if disc not in discs)
    touching = tuple(disc for disc in ledger.touching if disc not in discs)
    return Verdict(replace(ledger, across=across, touching=touching), tuple(found), {})

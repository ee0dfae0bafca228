"""What people told of a flick of Penny Red: what follows from it, and what cannot be. Law: nothing is guessed."""

from __future__ import annotations

from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, partner
from pennyflick.rules.penny_red.serve import other_corner
from pennyflick.rules.telling import Answers, ToldError, refuse_both, told_declarations
from pennyflick.table import DiscId, Seat, Side, Spot, listed

SIDE_FLICK = "side-flick "  # before the name of the shooter held
NO_CORNER = "none"  # a penny blocks both corner spots of the server


def told_facts(ledger: Ledger, answers: Answers, shooter: DiscId, how: str, by: Seat) -> Facts:
    """The facts of a flick of this shooter, held if `how` is SIDE_FLICK; raises ToldError on what cannot be."""
    side_flick = how == SIDE_FLICK
    red_at = _red_at(ledger, answers)
    _check_places(ledger, answers, red_at)
    _check_side_flick(answers, shooter, how)
    _check_cannon(answers, shooter)
    _check_met(answers, shooter, how)
    _check_hitters(ledger, answers, how, red_at)
    cannon, off, struck = answers.yes("cannon"), answers.discs("off"), answers.discs("struck_by_red")
    return Facts(
        flicked=shooter,
        red_at=red_at,
        side_flick=side_flick,
        shooters_met=answers.yes("shooters_met") or cannon,
        red_hit_by=(shooter,) if side_flick else _red_hit_by(ledger, answers, shooter),
        cannon=cannon,
        off=off,
        reached_by_red=tuple(dict.fromkeys((*answers.discs("reached_by_red"), *struck))),
        struck_by_red=tuple(disc for disc in struck if disc not in off),
        spots_blocked=answers.yes("spots_blocked"),
        crossed=answers.discs("crossed"),
        across=answers.discs("across"),
        touching=answers.discs("touching"),
        over_edge=_over_edge(ledger, answers, red_at),
        free_corners=_free_corners(ledger, answers),
        illegal_push=answers.yes("illegal_push"),
        declared=told_declarations(answers, by),
    )


def _red_at(ledger: Ledger, answers: Answers) -> RedAt:
    """Where the red lies; not told means that it lies where it lay."""
    if RED in answers.discs("off"):
        return RedAt.OFF
    lay = RedAt.FAR if ledger.phase is Phase.REWARD else RedAt.HERE
    return RedAt(answers.word("red_at") or lay.value)


def _check_places(ledger: Ledger, answers: Answers, red_at: RedAt) -> None:
    refuse_both(answers, "off", ("across", "touching"), "{disc} came off, so it cannot lie on the board")
    lying = [field for field in ("red_at", "touching", "over_edge") if answers.answers.get(field)]
    if red_at is RedAt.OFF and lying:
        raise ToldError("the red came off, so it neither lies on a court nor touches anything", "off", *lying)
    if red_at is RedAt.FAR:
        sentence = "{disc} lies wholly on this side of the line and the red wholly beyond it: they cannot touch"
        refuse_both(answers, "across", ("touching",), sentence)


def _check_side_flick(answers: Answers, shooter: DiscId, how: str) -> None:
    """The shooter held is not on the board: it meets nothing but the red, and does not fall."""
    if how != SIDE_FLICK:
        return
    for field in ("shooters_met", "cannon", "illegal_push"):
        if answers.yes(field):
            raise ToldError(f"{shooter} was held for a side-flick: {field} cannot be yes", "flicked", field)
    for field in ("off", "crossed", "touching"):
        if shooter in answers.discs(field):
            raise ToldError(f"{shooter} was held for a side-flick and is respotted: not {field}", "flicked", field)


def _check_cannon(answers: Answers, shooter: DiscId) -> None:
    if not answers.yes("cannon"):
        return
    other = partner(shooter)
    if answers.no("shooters_met"):
        raise ToldError(f"a cannon: {shooter} hit {other}, so shooters_met cannot be no", "shooters_met", "cannon")
    if answers.discs("red_hit_by") and other not in answers.discs("red_hit_by"):
        raise ToldError(f"a cannon: {other} hit the red, so red_hit_by must name it", "red_hit_by", "cannon")


def _check_met(answers: Answers, shooter: DiscId, how: str) -> None:
    """The other shooter hit the red and the flicked one did not: most likely it was hit first, so that is asked."""
    hit_by, other = answers.discs("red_hit_by"), partner(shooter)
    if other not in hit_by or shooter in hit_by or how == SIDE_FLICK or answers.words("declared"):
        return
    if not answers.yes("cannon") and "shooters_met" not in answers.answers:
        raise ToldError(f"{other} hit the red, and {shooter} was flicked: did {shooter} hit {other}?", "shooters_met")


def _check_hitters(ledger: Ledger, answers: Answers, how: str, red_at: RedAt) -> None:
    """A red that went beyond the line, fell, or hit a shooter was itself hit, unless a hand did it."""
    struck = (*answers.discs("struck_by_red"), *answers.discs("reached_by_red"))
    if answers.yes("spots_blocked") and not answers.discs("struck_by_red"):
        sentence = "spots_blocked is about an enemy shooter that the red hit: name it in struck_by_red"
        raise ToldError(sentence, "struck_by_red", "spots_blocked")
    if ledger.phase is Phase.REWARD or how == SIDE_FLICK or answers.words("declared") or _hit(answers):
        return
    if red_at is RedAt.HERE and not struck:
        return
    what = {RedAt.FAR: "lies beyond the line", RedAt.OFF: "came off"}.get(red_at, f"hit {listed(struck)}")
    if ledger.phase is Phase.SERVE:
        raise ToldError(f"the red {what}, so it was hit: say in hit_red whether the serving shooter did it", "hit_red")
    raise ToldError(f"the red {what}, so a shooter hit it: say which in red_hit_by", "red_hit_by")


def _hit(answers: Answers) -> bool:
    """Whether it was told what hit the red; at a serve a spoken "no" leaves only the waiting shooter."""
    return bool(answers.discs("red_hit_by")) or answers.yes("cannon") or "hit_red" in answers.answers


def _red_hit_by(ledger: Ledger, answers: Answers, shooter: DiscId) -> tuple[DiscId, ...]:
    """The player's own shooters among those that hit the red."""
    own = tuple(disc for disc in answers.discs("red_hit_by") if disc in SHOOTERS[ledger.turn])
    served = (shooter,) if answers.yes("hit_red") else ()
    cannon = (partner(shooter),) if answers.yes("cannon") else ()
    return tuple(dict.fromkeys((*served, *own, *cannon)))


def _over_edge(ledger: Ledger, answers: Answers, red_at: RedAt) -> Side | None:
    """Whose edge the red overlaps: that of the court it lies on; from the line it may be either."""
    if answers.yes("far_edge") and not answers.yes("over_edge"):
        raise ToldError(
            "far_edge is about a red that overlaps the edge: over_edge must be yes", "over_edge", "far_edge"
        )
    if not answers.yes("over_edge"):
        return None
    if red_at is RedAt.FAR and answers.no("far_edge"):
        raise ToldError("the red lies wholly beyond the line, so it overlaps the far edge", "red_at", "far_edge")
    return ledger.turn.other if red_at is RedAt.FAR or answers.yes("far_edge") else ledger.turn


def _free_corners(ledger: Ledger, answers: Answers) -> tuple[Spot, ...]:
    """After a serve: the corner spot for the serving shooter; not told means the one that was free."""
    if ledger.phase is not Phase.SERVE:
        return ()
    word = answers.word("free_corner")
    return () if word == NO_CORNER else (Spot(word) if word else other_corner(ledger),)

"""What was told of a flick of Penny Green: what follows from it, and what cannot be. Law: nothing is guessed."""

from __future__ import annotations

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.ledger import Attack, Ledger, Restart
from pennyflick.rules.penny_green.pieces import GREEN, belongs
from pennyflick.rules.telling import Answers, ToldError, refuse_both, told_declarations
from pennyflick.table import DiscId, Seat, Side, listed


def told_facts(ledger: Ledger, answers: Answers, side: Side, flicked: DiscId) -> Facts:
    """The facts of a flick of this penny by this side; raises ToldError on what cannot be."""
    out = Out(answers.word("out") or Out.NO.value)
    _check_flicked(ledger, answers, side, flicked)
    _check_places(answers, out)
    struck_from = _struck_from(ledger, answers, side)
    zones = _zones(answers, struck_from, out)
    moved = _moved(answers, flicked, len(zones) > 1 or out is not Out.NO)
    return Facts(
        flicked=flicked,
        moved=moved,
        hit=_hit(answers, flicked, moved, side),
        collided=answers.discs("collided"),
        struck_from=struck_from,
        zones=zones,
        out=out,
        off=answers.discs("off"),
        near=answers.discs("near"),
        in_area_one=answers.discs("in_area_one"),
        in_area_two=answers.discs("in_area_two"),
        stayed=_stayed(ledger, answers, moved, zones, out),
        illegal_push=answers.yes("illegal_push"),
        picked_up=answers.yes("picked_up"),
        declared=told_declarations(answers, Seat(side)),
    )


def green_zone(phase: Attack) -> Zone | None:
    """Where the green lies at the first flick after a restart (GRN-20, GRN-22); None: the ledger does not know."""
    if phase.only is not None:
        return Zone.before_goal(phase.side)
    return Zone.CENTRE if phase.restart is Restart.FLICK_OFF and phase.hits == 0 else None


def _check_flicked(ledger: Ledger, answers: Answers, side: Side, flicked: DiscId) -> None:
    phase = ledger.phase
    if isinstance(phase, Attack) and phase.only not in (None, flicked):
        raise ToldError(f"the goal flick is made with {phase.only}, which was set aside for it", "flicked")
    if answers.yes("picked_up") and not belongs(flicked, side):
        raise ToldError(f"{flicked} is not the player's own, so it cannot be picked up", "flicked", "picked_up")
    if flicked in answers.discs("hit"):
        raise ToldError(f"{flicked} was flicked, so it cannot have hit itself", "flicked", "hit")
    if answers.yes("illegal_push") and len(answers.discs("hit")) < 2:
        raise ToldError("an illegal push shot strikes a second piece: name both in hit", "hit", "illegal_push")


def _check_places(answers: Answers, out: Out) -> None:
    """A penny is in one place, and nothing lies near a green that is out of play."""
    sentence = "{disc} left the board, so it cannot lie near the green or in a goal area"
    refuse_both(answers, "off", ("near", "in_area_one", "in_area_two"), sentence)
    refuse_both(answers, "in_area_one", ("in_area_two",), "{disc} cannot lie in both goal areas")
    if answers.discs("near") and out is not Out.NO:
        raise ToldError(f"the green is out of play, so {answers.discs('near')[0]} cannot lie near it", "near", "out")


def _struck_from(ledger: Ledger, answers: Answers, side: Side) -> Zone:
    """Where the green lay: told, or known because of a restart or of a penny picked up (GRN-16)."""
    word = answers.word("struck_from")
    known = green_zone(ledger.phase) if isinstance(ledger.phase, Attack) else None
    if answers.yes("picked_up"):
        known = Zone.before_goal(side)
    if word and known and word != known.value:
        why = "a penny is picked up only" if answers.yes("picked_up") else "this flick begins"
        where = "in the own goal area" if known is Zone.before_goal(side) else "on the centre spot"
        raise ToldError(
            f"{why} with the green {where}, so it was struck from {known.value}, not {word}",
            *(("picked_up",) if answers.yes("picked_up") else ()),
            "struck_from",
        )
    return known or Zone(word or Zone.CENTRE.value)


def _zones(answers: Answers, struck_from: Zone, out: Out) -> tuple[Zone, ...]:
    """Every zone the green was in: told, or passed on the way to the line it went out by."""
    line = out.over_line_of
    last = () if line is None else (Zone.before_goal(line),)
    told = (struck_from, *map(Zone, answers.words("zones")), *last)
    between = (Zone.CENTRE,) if {Zone.ONE, Zone.TWO} <= set(told) else ()
    return tuple(dict.fromkeys((*told, *between)))


def _moved(answers: Answers, flicked: DiscId, green: bool) -> tuple[DiscId, ...]:
    """What moved: told, hit, met by the green, fallen; and a green that met a penny, changed zones or went out."""
    met = answers.discs("collided")
    shown = (*answers.discs("hit"), *met, *answers.discs("off"), *((GREEN,) if green or met else ()))
    return tuple(disc for disc in dict.fromkeys((*answers.discs("moved"), *shown)) if disc != flicked)


def _hit(answers: Answers, flicked: DiscId, moved: tuple[DiscId, ...], side: Side) -> tuple[DiscId, ...]:
    """What the flicked penny itself hit. Where only enemy pennies moved it hit one of them, unless a hand did it."""
    hit = answers.discs("hit")
    own = any(disc == GREEN or belongs(disc, side) for disc in moved)
    if hit or own or not moved or answers.words("declared"):
        return hit
    if len(moved) == 1 and "hit" not in answers.answers:
        return moved
    raise ToldError(f"{listed(moved)} moved, so {flicked} hit something: say what in hit", "hit", "moved")


def _stayed(ledger: Ledger, answers: Answers, moved: tuple[DiscId, ...], zones: tuple[Zone, ...], out: Out) -> bool:
    """At the first flick of a goal flick: whether the green never left the goal area (GRN-24)."""
    phase = ledger.phase
    if not isinstance(phase, Attack) or phase.restart is not Restart.GOAL_FLICK or phase.hits:
        return False
    left = len(zones) > 1 or (out is not Out.NO and out.over_line_of is not phase.side)
    if answers.yes("stayed") and left:
        field = "out" if out is not Out.NO else "zones"
        raise ToldError("the green went further than the goal area, so it did not stay in it", "stayed", field)
    if GREEN in moved:
        return answers.yes("stayed")
    if answers.no("stayed"):
        raise ToldError("the green did not move, so it stayed in the goal area", "stayed", "moved")
    return True

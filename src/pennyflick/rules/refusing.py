"""One way to refuse for all games: an answer is checked against what the decision asks. Law: never raises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pennyflick.boards.regions import NowhereLegalError
from pennyflick.rules.game import DECLARATIONS
from pennyflick.table import (
    FULL_TURN_CDEG,
    SPEED_LIMIT_MM_S,
    Answer,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Choose,
    Clause,
    Decision,
    Declare,
    DiscId,
    Flick,
    Fragment,
    Place,
    Point,
    Refusal,
    Region,
    Resign,
    Seat,
    SideFlick,
    listed,
    phrase,
)

_FAR_MM = 1_000_000.0  # no board is a kilometre wide; beyond it squares of coordinates are not worth computing


def refused(clause: Clause | None, told: Fragment, nearest: Point | None = None) -> Refusal:
    """A refusal in these words."""
    return Refusal(clause, phrase(told), nearest)


def refuse_by_decision(decision: Decision | None, answer: Answer) -> Refusal | None:
    """Why the answer is none that the decision asks for, or None. Overlap among placed discs is left to the game."""
    if isinstance(answer, Resign):
        return None
    if decision is None:
        return refused(None, "The match is over: there is nothing left to decide.")
    match answer:
        case Flick():
            return _refuse_flick(decision, answer)
        case SideFlick():
            return _refuse_side_flick(decision, answer)
        case Place():
            return _refuse_place(decision, answer)
        case Choose():
            return _refuse_choice(decision, answer)
        case Declare():
            return _refuse_declaration(answer)
    return refused(None, f"{answer!r} is not an answer")  # type: ignore[unreachable]  # a client may send anything


def refuse_declared_discs(answer: Declare, seats: Iterable[Seat], discs: Iterable[DiscId]) -> Refusal | None:
    """Why a declared foul cannot be: a seat or a disc that the match does not have."""
    if answer.by not in tuple(seats):
        return refused(None, f"no seat {answer.by.name!r} at this table")
    if answer.off or answer.sunk:
        return refused(None, "what a foul makes fall is told at a real board; here nothing falls without a flick")
    known = tuple(discs)
    unknown = [str(disc) for disc in answer.discs if disc not in known]
    return refused(None, f"no disc named {listed(unknown)}") if unknown else None


def refuse_point(region: Region, disc: DiscId, point: Point | None) -> Refusal | None:
    """Why the disc cannot be put there, with the nearest legal point."""
    if point is None:
        return refused(None, f"say where to put {disc}", _nearest(region, Point(0.0, 0.0)))
    if not _finite(point):
        sentence = f"{point!r} is not a place: it needs two numbers in millimetres"
        return refused(None, sentence, _nearest(region, Point(0.0, 0.0)))
    clause = region.breaks(point.rounded())
    if clause is None:
        return None
    nearest = _nearest(region, point)
    hint = f"{_place(nearest)} is the nearest place" if nearest else "no place is left for it"
    return refused(clause, f"{disc} cannot be put at {_place(point)}; {hint}", nearest)


def _nearest(region: Region, point: Point) -> Point | None:
    try:
        return region.nearest(point)
    except NowhereLegalError:
        return None


def _refuse_flick(decision: Decision, flick: Flick) -> Refusal | None:
    asks = [ask for ask in decision.asks if isinstance(ask, AskFlick)]
    if not asks:
        return _not_asked(decision, "a flick")
    offering = [ask for ask in asks if _among(flick.disc, ask.discs)]
    if not offering:
        offered = dict.fromkeys(disc for ask in asks for disc in ask.discs)
        return refused(_first(decision), f"{flick.disc!r} may not be flicked now, only {listed(offered)}")
    numbers = _refuse_numbers(flick.direction_cdeg, flick.speed_mm_s)
    return numbers or _least([_refuse_start(decision, ask, flick) for ask in offering])


def _refuse_start(decision: Decision, ask: AskFlick, flick: Flick) -> Refusal | None:
    if flick.call is not None and flick.call not in ask.calls:
        offered = f"only {listed(map(repr, ask.calls))}" if ask.calls else "nothing is called here"
        return refused(_first(decision), f"{flick.call!r} cannot be called now, {offered}")
    region = ask.discs[flick.disc]
    if region is not None:
        return refuse_point(region, flick.disc, flick.start)
    if flick.start is not None:
        return refused(_first(decision), f"{flick.disc} is flicked from where it lies, not from another place")
    return None


def _refuse_side_flick(decision: Decision, flick: SideFlick) -> Refusal | None:
    asks = [ask for ask in decision.asks if isinstance(ask, AskSideFlick)]
    if not asks:
        return _not_asked(decision, "a side-flick")
    offering = [ask for ask in asks if ask.disc == flick.disc]
    if not offering:
        offered = dict.fromkeys(ask.disc for ask in asks)
        return refused(_first(decision), f"{flick.disc!r} may not be side-flicked now, only {listed(offered)}")
    numbers = _refuse_numbers(flick.direction_cdeg, flick.speed_mm_s)
    return numbers or _least([_refuse_held(decision, ask, flick) for ask in offering])


def _refuse_held(decision: Decision, ask: AskSideFlick, flick: SideFlick) -> Refusal | None:
    if flick.held not in ask.held:
        return refused(_first(decision), f"{flick.held!r} may not be held for this flick, only {listed(ask.held)}")
    return refuse_point(ask.at, flick.disc, flick.at)


def _refuse_place(decision: Decision, place: Place) -> Refusal | None:
    asks = [ask for ask in decision.asks if isinstance(ask, AskPlace)]
    if not asks:
        return _not_asked(decision, "a placement")
    if not isinstance(place.points, Mapping):
        return refused(None, "a placement names each disc and its point")  # type: ignore[unreachable]  # from outside
    offering = [ask for ask in asks if set(ask.discs) == set(place.points)]
    if not offering:
        wanted = listed((listed(ask.discs) for ask in asks), "or")
        return refused(_first(decision), f"put down {wanted}, not {listed(map(str, place.points))}")
    return _least([_refuse_points(ask, place) for ask in offering])


def _refuse_points(ask: AskPlace, place: Place) -> Refusal | None:
    refusals = (refuse_point(region, disc, place.points[disc]) for disc, region in ask.discs.items())
    return next((refusal for refusal in refusals if refusal is not None), None)


def _refuse_choice(decision: Decision, choice: Choose) -> Refusal | None:
    keys = decision.choices
    if choice.key in keys:
        return None
    offered = f"only {listed(map(repr, keys))}" if keys else "there is nothing to choose"
    return refused(_first(decision), f"{choice.key!r} is not offered now, {offered}")


def _refuse_declaration(foul: Declare) -> Refusal | None:
    if foul.what not in DECLARATIONS:
        return refused(None, f"no foul named {foul.what!r}; there are {listed(DECLARATIONS)}")
    if not isinstance(foul.by, Seat):
        return refused(None, "say which seat committed the foul")  # type: ignore[unreachable]  # from outside
    return None


def _refuse_numbers(direction_cdeg: int, speed_mm_s: int) -> Refusal | None:
    if not _whole(direction_cdeg) or not 0 <= direction_cdeg < FULL_TURN_CDEG:
        return refused(None, f"direction {direction_cdeg!r} is not a whole number from 0 to {FULL_TURN_CDEG - 1}")
    if not _whole(speed_mm_s) or speed_mm_s < 1:
        return refused(None, f"speed {speed_mm_s!r} mm/s is not a whole number of at least 1 mm/s")
    if speed_mm_s > SPEED_LIMIT_MM_S:
        return refused(None, f"speed {speed_mm_s} mm/s is above the limit of {SPEED_LIMIT_MM_S} mm/s")
    return None


def _least(refusals: list[Refusal | None]) -> Refusal | None:
    """None when any ask accepts; else the refusal that helps most: one with a nearest legal point."""
    if None in refusals:
        return None
    helping = [refusal for refusal in refusals if refusal and refusal.nearest]
    return (helping or refusals)[0]


def _not_asked(decision: Decision, what: str) -> Refusal:
    return refused(_first(decision), phrase(f"{what} is not asked for now:", decision.sentence))


def _first(decision: Decision) -> Clause | None:
    return decision.clauses[0] if decision.clauses else None


def _among(disc: DiscId, discs: Mapping[DiscId, Region | None]) -> bool:
    return isinstance(disc, str) and disc in discs


def _finite(point: Point) -> bool:
    return isinstance(point, Point) and _number(point.x_mm) and _number(point.y_mm)


def _number(value: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_FAR_MM < value < _FAR_MM


def _whole(value: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _place(point: Point) -> str:
    return f"({point.x_mm:.1f}, {point.y_mm:.1f})"

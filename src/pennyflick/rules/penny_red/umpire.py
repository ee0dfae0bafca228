"""Penny Red at a real board: what the umpire asks, and the facts from what people say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pennyflick.rules.game import Form, Question
from pennyflick.rules.penny_red.clauses import (
    RED_2,
    RED_3,
    RED_4,
    RED_6,
    RED_8,
    RED_10,
    RED_14,
    RED_15,
    RED_17,
    RED_18,
)
from pennyflick.rules.penny_red.decide import reward_sentence, seats
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase, serving_shooter
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS, partner, seat_of, side_of
from pennyflick.rules.penny_red.serve import OTHER_CORNER, other_corner
from pennyflick.rules.reasons import listed, side_name
from pennyflick.rules.telling import Told, told_answers, told_declarations
from pennyflick.table import Clause, DiscId, Seat, Side

SIDE_FLICK = "side-flick "  # before the name of the shooter held

_RED_AT = Question(
    "red_at",
    "Where does the red lie: far (wholly beyond the line, not touching it) or here (this side, or on the line)?",
    "one-of",
    (RedAt.FAR.value, RedAt.HERE.value),
)
_OFF = Question("off", "Which pennies came off the board?", "discs", PENNIES)
_MET = Question("shooters_met", "Did the flicked shooter hit the player's other shooter?", "yes-no")
_CANNON = Question("cannon", "Was it a cannon: did that other shooter then hit the red?", "yes-no")
_PUSH = Question(
    "illegal_push",
    "Was the finger still on the shooter when it reached a first penny, and did it strike another afterwards?",
    "yes-no",
)
_OVER_EDGE = Question("over_edge", "Does the red now overlap the edge of the board?", "yes-no")
_TOUCHING = Question(
    "touching", "Which shooters now touch the red?", "discs", (*SHOOTERS[Side.ONE], *SHOOTERS[Side.TWO])
)


def form(options: Options, ledger: Ledger) -> Form | None:
    """What the umpire of a real board asks now; None: the match is over."""
    if ledger.ended is not None:
        return None
    if ledger.in_hand is not None:
        return _put_down(options, ledger, ledger.in_hand)
    match ledger.phase:
        case Phase.SERVE:
            return _serve(options, ledger)
        case Phase.OPEN:
            return _open_play(options, ledger)
        case Phase.REWARD:
            return _reward(options, ledger)


def facts(options: Options, ledger: Ledger, told: Mapping[str, Any]) -> Facts:
    """The facts that people told; what they left out means "no" or "none"."""
    answers = told_answers(_questions(options, ledger), told)
    flicked = _told_flicked(options, ledger, answers)
    side_flick = flicked.startswith(SIDE_FLICK)
    shooter = DiscId(flicked.removeprefix(SIDE_FLICK))
    off = answers.discs("off")
    red_at = RedAt.OFF if RED in off else RedAt(answers.word("red_at") or RedAt.HERE.value)
    lying = {*answers.discs("across"), *answers.discs("touching"), *((RED,) if answers.word("red_at") else ())}
    if gone := [disc for disc in off if disc in lying]:
        raise ValueError(f"{gone[0]} came off, so it cannot lie on the board")
    cannon = answers.yes("cannon") and not side_flick
    struck = answers.discs("struck_by_red")
    return Facts(
        flicked=shooter,
        red_at=red_at,
        side_flick=side_flick,
        shooters_met=(answers.yes("shooters_met") or cannon) and not side_flick,
        red_hit_by=_red_hit_by(answers, shooter, SIDE_FLICK if side_flick else "cannon" if cannon else ""),
        cannon=cannon,
        off=off,
        reached_by_red=tuple(dict.fromkeys((*answers.discs("reached_by_red"), *struck))),
        struck_by_red=tuple(disc for disc in struck if disc not in off),
        crossed=answers.discs("crossed"),
        across=answers.discs("across"),
        touching=answers.discs("touching"),
        over_edge=_over_edge(ledger, red_at) if answers.yes("over_edge") else None,
        free_corners=(other_corner(ledger),) if ledger.phase is Phase.SERVE else (),
        illegal_push=answers.yes("illegal_push") and not side_flick,
        declared=told_declarations(told, _flicker(options, ledger, shooter)),
    )


def _told_flicked(options: Options, ledger: Ledger, answers: Told) -> str:
    if ledger.phase is Phase.SERVE:
        return serving_shooter(options, ledger)
    return answers.word("flicked") or _flickable(ledger)[0]


def _red_hit_by(answers: Told, shooter: DiscId, how: str) -> tuple[DiscId, ...]:
    if how == SIDE_FLICK:
        return (shooter,)
    told = answers.discs("red_hit_by")
    if answers.yes("hit_red"):  # asked at a serve
        told = (shooter, *told)
    return tuple(dict.fromkeys((*told, partner(shooter)))) if how == "cannon" else told


def _over_edge(ledger: Ledger, red_at: RedAt) -> Side | None:
    if red_at is RedAt.OFF:
        return None
    return ledger.turn.other if red_at is RedAt.FAR else ledger.turn


def _flicker(options: Options, ledger: Ledger, shooter: DiscId) -> Seat:
    return seat_of(shooter) if options.doubles else Seat(ledger.turn)


# The forms -----------------------------------------------------------------------------------------------------------


def _team(options: Options, side: Side) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats(options) if seat.side is side)


def _put_down(options: Options, ledger: Ledger, shooter: DiscId) -> Form:
    owner = side_of(shooter)
    assert owner is not None, f"{shooter} is no shooter"
    clause = RED_18 if owner is ledger.turn else RED_6
    sentence = f"{side_name(owner)} puts {shooter} on a spot of its own court."
    return Form((_flicker(options, _of(owner, ledger), shooter),), sentence, (clause,), places=((shooter,),))


def _of(side: Side, ledger: Ledger) -> Ledger:
    """The score sheet as if that side were at the table."""
    return ledger if ledger.turn is side else Ledger(ledger.starter, side, ledger.corner)


def _serve(options: Options, ledger: Ledger) -> Form:
    server = serving_shooter(options, ledger)
    choices = None if ledger.corner_chosen else {OTHER_CORNER: "Put the other shooter on the other corner spot first."}
    sentence = f"{side_name(ledger.turn)} serves: {server} into the red{', the second try' * ledger.second_serve}."
    seat = _flicker(options, ledger, server)
    return Form((seat,), sentence, (RED_4, RED_3), _questions(options, ledger), (), choices)


def _open_play(options: Options, ledger: Ledger) -> Form:
    team, who = _team(options, ledger.turn), side_name(ledger.turn)
    across = tuple(shooter for shooter in ledger.across if shooter in SHOOTERS[ledger.turn])
    if across:
        sentence = f"{who} first respots {listed(across)}, which the opponent put across the line."
        return Form(team, sentence, (RED_15,), places=tuple((shooter,) for shooter in across))
    touching = _own_touching(ledger)
    count = f"flick {ledger.flicks + 1} of {FLICKS_A_TURN}"
    first = f"respots {' or '.join(touching)}, which touches the red, or " if touching else ""
    clauses: tuple[Clause, ...] = (RED_2, RED_8, *((RED_17,) if touching else ()))
    questions = _questions(options, ledger) if _flickable(ledger) else ()
    sentence = f"{who} {first}flicks a shooter: {count}."
    return Form(team, sentence, clauses, questions, tuple((shooter,) for shooter in touching))


def _reward(options: Options, ledger: Ledger) -> Form:
    rights = ledger.reward
    both = (rights.place,) if rights.places > 1 else ()
    touching = _own_touching(ledger) if rights.flick else ()
    places = (*((shooter,) for shooter in (*rights.place, *rights.enemy, *touching)), *both)
    clauses = (
        *((rights.placing,) if rights.places else ()),
        *((RED_10,) if rights.flick else ()),
        *((RED_14,) if rights.enemy else ()),
    )
    questions = _questions(options, ledger) if rights.flick and _flickable(ledger) else ()
    choices = {"pass": "Leave the rest where it lies."}
    return Form(_team(options, ledger.turn), reward_sentence(ledger), clauses, questions, places, choices)


def _own_touching(ledger: Ledger) -> tuple[DiscId, ...]:
    return tuple(shooter for shooter in ledger.touching if shooter in SHOOTERS[ledger.turn])


def _flickable(ledger: Ledger) -> tuple[str, ...]:
    """The shooters that may be flicked, and those that may be held for a side-flick."""
    free = tuple(shooter for shooter in SHOOTERS[ledger.turn] if shooter not in ledger.touching)
    held = ledger.phase is Phase.OPEN and ledger.over_edge is ledger.turn and not _own_touching(ledger)
    return (*free, *((SIDE_FLICK + shooter for shooter in free) if held else ()))


def _questions(options: Options, ledger: Ledger) -> tuple[Question, ...]:
    """What is asked after this flick: no more than this score sheet needs."""
    own, enemy = SHOOTERS[ledger.turn], SHOOTERS[ledger.turn.other]
    flicked = Question("flicked", "Which shooter was flicked, or held for a side-flick?", "one-of", _flickable(ledger))
    crossed = Question("crossed", "Which of the player's shooters wholly crossed the line at any moment?", "discs", own)
    across = Question("across", "Which enemy shooters now lie wholly on the player's side of the line?", "discs", enemy)
    after = (_RED_AT, _OFF, crossed, _PUSH, across, _TOUCHING, _OVER_EDGE)
    match ledger.phase:
        case Phase.SERVE:
            server = serving_shooter(options, ledger)
            return (Question("hit_red", f"Did {server} hit the red?", "yes-no"), *after)
        case Phase.REWARD:
            return (flicked, *after)
        case Phase.OPEN:
            hit_by = Question("red_hit_by", "Which of the player's shooters hit the red?", "discs", own)
            reached = Question(
                "reached_by_red", "Which enemy shooters did the red hit, itself or through others?", "discs", enemy
            )
            struck = Question("struck_by_red", "Which enemy shooters did the red itself hit?", "discs", enemy)
            return (flicked, _MET, hit_by, _CANNON, reached, struck, *after)

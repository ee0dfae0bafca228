"""What one plays for at Pichenotte, what one must beware of, and what counts now: enemy pucks, or the hole."""

from __future__ import annotations

from pennyflick.rules.game import Aims
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.table import DiscId, Point, Sentence, Subject, phrase, says, verb

_HOLE = (Point(0.0, 0.0),)


def aims(options: Options, ledger: Ledger) -> Aims:
    """Goal and danger of the next shot."""
    who = Subject(ledger.turn)
    if ledger.phase is Phase.SHOOT_OUT:
        return Aims(says(who, verb("shoots"), "at the hole: only a twenty counts"))
    if pucks_to_hit(ledger):
        return _duty(options, who)
    return Aims(says(who, verb("scores"), "20 in the hole, 15 inside the posts, 10 and 5 further out"), _free(options))


def pucks_to_hit(ledger: Ledger) -> tuple[DiscId, ...]:
    """The enemy pucks of which one must be hit (PIC-4)."""
    return ledger.enemies_of(ledger.turn.side) if ledger.phase is Phase.ROUND else ()


def hole_to_hit(ledger: Ledger) -> tuple[Point, ...]:
    """The hole, where nothing else must be hit first."""
    return () if pucks_to_hit(ledger) or ledger.phase is Phase.COUNT else _HOLE


def _duty(options: Options, who: Subject) -> Aims:
    twenty = "" if options.twenty_call == "none" else phrase(", or", verb("calls"), "a twenty and", verb("sinks"), "it")
    goal = says(who, verb("hits"), "a puck of the other side", twenty)
    return Aims(goal, says("If neither comes off," if twenty else "If not,", "the puck just shot is taken away"))


def _free(options: Options) -> Sentence:
    if options.advanced:
        return says("A puck that stops outside the 15 area is taken away")
    return says("A puck that stops on the outermost line or beyond it is taken away")

"""Who pays what: the penalty table as data. The rulebook page prints it and a test compares the two."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from pennyflick.table import Clause


class Kind(Enum):
    """The columns of the table: whose flick it was. A penalty flick is judged as a normal one."""

    NORMAL = "N"
    POSITIONAL = "P"
    DEFENDER = "DP"  # the defender's positional flick during a goal flick


class Due(Enum):
    """What the opponent of the offender may do."""

    FLICK = "PF"
    SPOT = "S"
    REPOSITION = "R"
    SPOT_TO_ONE = "S1"  # until one remains
    REPOSITION_TO_ONE = "R1"
    BOTH = "SR"  # spot the offender's, reposition his own


class Offence(Enum):
    """The rows of the table, in the words of the rulebook page."""

    PUSH = "illegal push shot"
    TECHNIQUE = "illegal flick technique"
    BOARD = "pieces moved as the board is turned"
    FOUL_ON_DEFENDER = "foul on the defender"
    FOUL_ON_ATTACKER = "foul on the attacker"
    MOVED = "green or opponent's penny moved"
    SAME_PENNY = "same penny flicked twice at the start of a goal flick or flick off"
    STAYED = "green does not leave the goal area with the first flick of a goal flick"
    GREEN_OUT = "green into the out zone by a side line or the attacker's goal line"
    THREE_ZONES = "three-zone hit"
    ATTACKER_OFF = "attacker's penny off the board"
    DEFENDER_OFF = "defender's penny off the board"
    ATTACKERS_IN = "two or more attackers in a goal area"
    DEFENDERS_IN = "two or more defenders in a goal area"
    DIAMETER = "penny-diameter rule broken"


_N, _P, _DP = Kind.NORMAL, Kind.POSITIONAL, Kind.DEFENDER

TABLE: Mapping[Offence, Mapping[Kind, Due]] = {
    Offence.PUSH: {_N: Due.FLICK, _P: Due.FLICK, _DP: Due.FLICK},
    Offence.TECHNIQUE: {_N: Due.FLICK, _P: Due.FLICK, _DP: Due.FLICK},
    Offence.BOARD: {_N: Due.FLICK, _P: Due.FLICK, _DP: Due.FLICK},
    Offence.FOUL_ON_DEFENDER: {_N: Due.FLICK, _P: Due.FLICK},
    Offence.FOUL_ON_ATTACKER: {_DP: Due.FLICK},
    Offence.MOVED: {_P: Due.FLICK, _DP: Due.FLICK},
    Offence.SAME_PENNY: {_N: Due.FLICK},
    Offence.STAYED: {_N: Due.FLICK},
    Offence.GREEN_OUT: {_N: Due.FLICK},
    Offence.THREE_ZONES: {_N: Due.FLICK},
    Offence.ATTACKER_OFF: {_N: Due.SPOT, _P: Due.SPOT, _DP: Due.REPOSITION},
    Offence.DEFENDER_OFF: {_N: Due.REPOSITION, _P: Due.REPOSITION, _DP: Due.SPOT},
    Offence.ATTACKERS_IN: {_N: Due.SPOT_TO_ONE, _P: Due.SPOT_TO_ONE, _DP: Due.REPOSITION_TO_ONE},
    Offence.DEFENDERS_IN: {_N: Due.REPOSITION_TO_ONE, _P: Due.REPOSITION_TO_ONE, _DP: Due.SPOT_TO_ONE},
    Offence.DIAMETER: {_N: Due.BOTH, _P: Due.BOTH, _DP: Due.BOTH},
}

CLAUSES: Mapping[Offence, Clause] = {
    Offence.PUSH: Clause("GRN-17"),
    Offence.TECHNIQUE: Clause("GRN-17"),
    Offence.BOARD: Clause("GRN-17"),
    Offence.FOUL_ON_DEFENDER: Clause("GRN-8"),
    Offence.FOUL_ON_ATTACKER: Clause("GRN-8"),
    Offence.MOVED: Clause("GRN-7"),
    Offence.SAME_PENNY: Clause("GRN-23"),
    Offence.STAYED: Clause("GRN-24"),
    Offence.GREEN_OUT: Clause("GRN-11"),
    Offence.THREE_ZONES: Clause("GRN-13"),
    Offence.ATTACKER_OFF: Clause("GRN-12"),
    Offence.DEFENDER_OFF: Clause("GRN-12"),
    Offence.ATTACKERS_IN: Clause("GRN-15"),
    Offence.DEFENDERS_IN: Clause("GRN-15"),
    Offence.DIAMETER: Clause("GRN-14"),
}

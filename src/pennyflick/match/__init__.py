"""The referee: physics + rules + players = a played match and its record."""

from pennyflick.match.playing import TooLongError, play, step
from pennyflick.match.referee import (
    Action,
    Ended,
    Match,
    RefusedError,
    abandon,
    agree,
    apply,
    branch,
    decision,
    new_match,
    refusal,
    result,
    resumed,
    toss,
    win_on_time,
)
from pennyflick.match.replay import Difference, Replay, replay
from pennyflick.match.written import written

__all__ = [
    "Action",
    "Difference",
    "Ended",
    "Match",
    "RefusedError",
    "Replay",
    "TooLongError",
    "abandon",
    "agree",
    "apply",
    "branch",
    "decision",
    "new_match",
    "play",
    "refusal",
    "replay",
    "result",
    "resumed",
    "step",
    "toss",
    "win_on_time",
    "written",
]

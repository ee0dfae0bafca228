"""The process that works elsewhere: it reads jobs from its standard input until that ends, and answers each."""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import traceback
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any

HEAD = struct.Struct("!Q")  # how many bytes follow
READY = b"ready\n"
GRACE_S = 5.0  # after the budget it ends by itself, if nobody is left to end it
_POLITENESS = 5  # whoever is served comes first


@dataclass(frozen=True)
class Done:
    """What came of a job: its result, or the traceback of a bug."""

    result: Any = None
    bug: str = ""


def main() -> None:
    """Answer jobs until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints shall not be taken for an answer
    if hasattr(os, "nice"):
        os.nice(_POLITENESS)
    _prepare(sys.argv[1])
    _tell(answers, READY)
    while len(head := jobs.read(HEAD.size)) == HEAD.size:
        answer = pickle.dumps(_done(jobs.read(*HEAD.unpack(head))))
        _tell(answers, HEAD.pack(len(answer)) + answer)


def _prepare(module: str) -> None:
    """Load what jobs need before the time of the first begins to count."""
    from pennyflick import physics

    import_module(module)
    physics.prepare(lambda _, __: None)


def _tell(answers: IO[bytes], written: bytes) -> None:
    answers.write(written)
    answers.flush()


def _done(job: bytes) -> Done:
    work, args, budget_s = pickle.loads(job)
    _end_after(budget_s + GRACE_S)
    try:
        return Done(work(*args))
    except Exception:
        return Done(bug=traceback.format_exc())
    finally:
        _end_after(0.0)


def _end_after(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)

"""The process in which the house thinks: `python -m pennyflick.server.play.thinker_process`, started by the server.

Questions come in on stdin, thoughts go out on stdout, pickled, one after the other. Law: it ends with whoever started
it, however that ends: then stdin does.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from importlib import import_module
from typing import BinaryIO

from pennyflick import physics
from pennyflick.server.play.thinking import Question, thought_of

_MODEST = 10  # how much it gives way to whatever serves people


def main() -> None:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    thoughts = _private_stdout()
    questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    _warm()
    _give_way()
    while True:
        pickle.dump(thought_of(questions.get()), thoughts)
        thoughts.flush()


def _private_stdout() -> BinaryIO:
    """Where thoughts go; whatever else is printed goes to stderr, so that it cannot spoil them."""
    thoughts = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return thoughts


def _give_way() -> None:
    with contextlib.suppress(AttributeError, OSError):  # not every system can
        os.nice(_MODEST)


def _read(questions: queue.SimpleQueue[Question]) -> None:
    """Pass on what is asked; with the end of stdin everything ends, also in the middle of a thought."""
    try:
        while True:
            questions.put(pickle.load(sys.stdin.buffer))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def _warm() -> None:
    """Load what every player needs, before the first question."""
    import_module("pennyflick.players.bots")
    physics.prepare()


if __name__ == "__main__":
    main()

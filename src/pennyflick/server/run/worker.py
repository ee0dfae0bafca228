"""One worker of several, as a program: it serves on a socket that it inherits, and ends with whoever started it."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading

from pennyflick.server.play.readiness import Status

OPEN, READY = "open", "ready"  # what it says: it serves; it serves and can simulate


def main() -> None:
    """Serve as told by the standard input, until SIGTERM or until that input ends."""
    from pennyflick.server.run import logs, runner
    from pennyflick.server.run.app import create_app

    settings, descriptor = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_input, name="input", daemon=True).start()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # whoever started it renews it
    logs.configure(settings.log_format)
    app = create_app(settings)

    def ready(status: Status) -> None:
        if status.ready:
            _say(READY)

    def opened() -> None:
        readiness = app.state.service.readiness
        _say(OPEN)
        readiness.listen(ready)
        readiness.start()
        ready(readiness.status)

    with socket.socket(fileno=descriptor) as listening:
        runner.serve(settings, app, listening, opened)


def _say(word: str) -> None:
    try:
        sys.stdout.write(f"{word}\n")
        sys.stdout.flush()
    except OSError:  # nobody is left to hear it
        return


def _end_with_input() -> None:
    """Whoever started this process has ended, however that may be."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)

"""Why a socket is closed (docs/protocol.md)."""

from __future__ import annotations

NOT_FOR_YOU = 4403
NO_MATCH = 4404
TOO_FAST = 4408
TOO_SLOW = 4409
DELETED = 4410
TOO_MANY = 4413
TOO_MANY_WATCHERS = 4414
FAILED = 1011
RESTARTING = 1012  # said by the server's own program when it stops: another takes over, or it comes back

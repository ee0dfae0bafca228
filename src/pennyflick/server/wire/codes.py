"""Why a socket is closed (docs/protocol.md)."""

from __future__ import annotations

NO_MATCH = 4404
TOO_FAST = 4408
TOO_SLOW = 4409
DELETED = 4410
TOO_MANY = 4413
FAILED = 1011

"""Links to open seats: 128 bits that follow from the server's secret, of which the store keeps only a hash."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable

from pennyflick.server.store.store import Invitation

TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")  # 128 bits
_BYTES = 16


def token_of(secret: bytes, match: str, seat: str) -> str:
    """The token of a seat's invitation: made anew whenever its link is shown, so that it need not be kept."""
    made = hmac.new(secret, f"invitation|{match}|{seat}".encode(), hashlib.sha256).digest()[:_BYTES]
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def hashed(token: str) -> str:
    """What the store keeps of a token: whoever reads the store cannot make the link from it."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitations(match: str, seats: Iterable[str], secret: bytes) -> tuple[Invitation, ...]:
    """An invitation for each of these seats."""
    return tuple(Invitation(hashed(token_of(secret, match, seat)), match, seat) for seat in seats)

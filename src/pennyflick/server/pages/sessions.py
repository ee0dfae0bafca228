"""Who is who without accounts: a random cookie names a browser, and the store knows only its keyed hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "pennyflick"
YEAR_S = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")  # 128 bits


@dataclass(frozen=True)
class Session:
    """A browser: what it carries, and what the store calls it."""

    token: str
    holder: str
    fresh: bool  # it must still be told its cookie


def session_of(connection: HTTPConnection, secret: bytes) -> Session:
    """The browser behind a request; a new one when it carries no cookie of the right shape."""
    token = connection.cookies.get(COOKIE, "")
    if _TOKEN.fullmatch(token):
        return Session(token, _holder(token, secret), fresh=False)
    return new_session(secret)


def new_session(secret: bytes) -> Session:
    """A browser that nobody knows."""
    token = secrets.token_urlsafe(16)
    return Session(token, _holder(token, secret), fresh=True)


def _holder(token: str, secret: bytes) -> str:
    """What the store keeps: whoever reads the store cannot make the cookie from it."""
    return hmac.new(secret, token.encode(), hashlib.sha256).hexdigest()[:32]


def remember(response: Response, session: Session, scheme: str) -> None:
    """Give the browser its cookie; one given by https travels by https only."""
    secure = scheme == "https"
    response.set_cookie(COOKIE, session.token, max_age=YEAR_S, path="/", httponly=True, samesite="lax", secure=secure)

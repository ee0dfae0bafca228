"""Bodies of posts, read with a limit on their bytes and on the time that they take to come."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from pennyflick.server.pages.fields import FieldsError, Sent, fields_of
from pennyflick.server.settings import Limits


async def read_form(request: Request, limits: Limits) -> dict[str, str]:
    """The fields of a form; a field that comes twice counts as its last."""
    sent = await read_sent(request, limits.form_bytes, limits.body_s)
    try:
        return fields_of(sent, limits)
    except FieldsError as error:
        raise HTTPException(error.status, error.sentence) from None


async def read_sent(request: Request, most_bytes: int, most_s: float) -> Sent:
    """The body as it came, when it came in time and is no longer than that."""
    if _announced(request) > most_bytes:
        raise _too_long(most_bytes)
    try:
        async with asyncio.timeout(most_s):
            return Sent(request.headers.get("content-type", ""), await _body(request, most_bytes))
    except TimeoutError:
        raise HTTPException(408, f"That took longer than the {most_s:g} s in which a form must have come.") from None
    except ClientDisconnect:
        raise HTTPException(400, "The connection ended before the form did.") from None


def _announced(request: Request) -> int:
    """How long the body will be, where the head says so."""
    told = request.headers.get("content-length", "0")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 20 else 0


async def _body(request: Request, most_bytes: int) -> bytes:
    body = bytearray()  # grows in place: a body of a million tiny chunks is not copied a million times
    async for chunk in request.stream():
        body += chunk
        if len(body) > most_bytes:
            raise _too_long(most_bytes)
    return bytes(body)


def _too_long(most_bytes: int) -> HTTPException:
    return HTTPException(413, f"That is more than the {most_bytes} bytes that are read.")

"""Bodies of posts, read with a limit: urlencoded forms, and multipart ones for files."""

from __future__ import annotations

from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

MOST_FIELDS = 200


async def read_form(request: Request, limit_bytes: int) -> dict[str, str]:
    """The fields of a form; a field that comes twice counts as its last."""
    body = await _body(request, limit_bytes)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    match kind:
        case "application/x-www-form-urlencoded":
            return _urlencoded(body)
        case "multipart/form-data":
            return _multipart(body, request.headers["content-type"])
        case "text/plain":
            return {"text": _text(body)}
        case "" if not body:
            return {}
        case _:
            raise HTTPException(415, f"A form is sent as application/x-www-form-urlencoded, not {kind!r}.")


async def _body(request: Request, limit_bytes: int) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit_bytes:
            raise HTTPException(413, f"That is more than the {limit_bytes} bytes that are read.")
    return body


def _urlencoded(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
    except ValueError as error:
        raise HTTPException(400, f"That form cannot be read: {error}.") from None


def _multipart(body: bytes, content_type: str) -> dict[str, str]:
    """The standard library reads multipart as mail does."""
    head = f"content-type: {content_type}\r\n\r\n".encode("latin-1", "replace")
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = message.get_payload() if message.is_multipart() else []
    assert isinstance(parts, list)
    return dict(_part(part) for part in parts[:MOST_FIELDS] if isinstance(part, Message))


def _part(part: Message) -> tuple[str, str]:
    name = part.get_param("name", "", header="content-disposition")
    payload = part.get_payload(decode=True)
    return str(name), _text(payload if isinstance(payload, bytes) else b"")


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HTTPException(400, "That is not text in UTF-8.") from None

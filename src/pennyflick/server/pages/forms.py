"""Bodies of posts, read with a limit: urlencoded forms, and multipart ones for files."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from urllib.parse import parse_qsl

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

MOST_FIELDS = 200
MOST_FILES = 1  # a record is one file


async def read_form(request: Request, limit_bytes: int) -> dict[str, str]:
    """The fields of a form; a field that comes twice counts as its last."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _multipart(request.headers, _chunks(request, limit_bytes), limit_bytes)
    body = await _body(request, limit_bytes)
    match kind:
        case "application/x-www-form-urlencoded":
            return _urlencoded(body)
        case "text/plain":
            return {"text": _text(body)}
        case "" if not body:
            return {}
        case _:
            raise HTTPException(415, f"A form is sent as application/x-www-form-urlencoded, not {kind!r}.")


async def _body(request: Request, limit_bytes: int) -> bytes:
    body = bytearray()  # grows in place: a body of a million tiny chunks is not copied a million times
    async for chunk in _chunks(request, limit_bytes):
        body += chunk
    return bytes(body)


async def _chunks(request: Request, limit_bytes: int) -> AsyncGenerator[bytes, None]:
    read = 0
    async for chunk in request.stream():
        read += len(chunk)
        if read > limit_bytes:
            raise HTTPException(413, f"That is more than the {limit_bytes} bytes that are read.")
        yield chunk


def _urlencoded(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
    except ValueError as error:
        raise HTTPException(400, f"That form cannot be read: {error}.") from None


async def _multipart(headers: Headers, chunks: AsyncGenerator[bytes, None], limit_bytes: int) -> dict[str, str]:
    """The parser bounds each part's head, and with it the length of a field's name, by itself."""
    parser = MultiPartParser(headers, chunks, max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=limit_bytes)
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise HTTPException(400, f"That form cannot be read. {error.message}") from None
    return await _texts(form)


async def _texts(form: FormData) -> dict[str, str]:
    try:
        return {name: await _value(value) for name, value in form.multi_items()}
    finally:
        await form.close()


async def _value(value: str | UploadFile) -> str:
    return value if isinstance(value, str) else _text(await value.read())


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HTTPException(400, "That is not text in UTF-8.") from None

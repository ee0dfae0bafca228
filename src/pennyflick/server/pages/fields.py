"""The fields of a form, from its bytes. Law: what is too much is counted before anything is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from pennyflick.server.settings import Limits

URLENCODED, MULTIPART, PLAIN = "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"
_BOUNDARY = re.compile(r"""boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)""", re.IGNORECASE)
_NAME = re.compile(rb'^content-disposition:[^\r\n]*?[; ]name="([^"\r\n]*)"', re.IGNORECASE | re.MULTILINE)
_LONGEST_HEAD = 1_024  # bytes of the lines before a part's content: its name, and what the file is called
_PARTS = 8  # a record is pasted or a file, perhaps with an empty field beside it
_ESCAPE = re.compile(rb"%(?![0-9a-fA-F]{2})")


class FieldsError(ValueError):
    """A body that is no form that can be read: the status that says so, and why."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status, sentence)
        self.status = status
        self.sentence = sentence


@dataclass(frozen=True)
class Sent:
    """A body and what it says that it is, on its way to where it is read."""

    kind: str  # the whole content type
    body: bytes

    @property
    def media(self) -> str:
        """The kind without its parameters."""
        return self.kind.partition(";")[0].strip().lower()


def fields_of(sent: Sent, limits: Limits) -> dict[str, str]:
    """The fields of a page's form; one that comes twice counts as its last. Raises FieldsError."""
    if not sent.media and not sent.body:
        return {}
    if sent.media != URLENCODED:
        raise FieldsError(415, f"A form is sent as {URLENCODED}, not {sent.media[:80]!r}.")
    return _urlencoded(sent.body, limits, limits.field_bytes)


def record_fields_of(sent: Sent, limits: Limits) -> dict[str, str]:
    """The same where a record may be sent: as a file too, or as nothing but its text. Raises FieldsError."""
    match sent.media:
        case "multipart/form-data":
            return _multipart(sent)
        case "text/plain":
            return {"text": _text(sent.body)}
        case "application/x-www-form-urlencoded":
            return _urlencoded(sent.body, limits, limits.record_bytes)
        case _:
            return fields_of(sent, limits)


def _urlencoded(body: bytes, limits: Limits, longest: int) -> dict[str, str]:
    if body.count(b"&") >= limits.form_fields:
        raise FieldsError(413, f"That form has more than the {limits.form_fields} fields that are read.")
    pieces = [piece.partition(b"=") for piece in body.split(b"&") if piece]
    for part in (part for name, _, value in pieces for part in (name, value)):
        if len(part) > longest:
            raise FieldsError(413, f"A field of that form is longer than the {longest} bytes that are read.")
    return {_unquoted(name): _unquoted(value) for name, _, value in pieces}


def _unquoted(told: bytes) -> str:
    """What was written in signs that addresses allow; a % that begins nothing is itself."""
    return _text(unquote_to_bytes(_ESCAPE.sub(b"%25", told).replace(b"+", b" ")))


def _multipart(sent: Sent) -> dict[str, str]:
    found = _BOUNDARY.search(sent.kind[:200])
    if found is None:
        raise FieldsError(400, "That form does not say where its parts end: it needs a boundary of 1 to 70 signs.")
    boundary = b"\r\n--" + (found[1] or found[2]).encode("ascii", "replace")
    body = b"\r\n" + sent.body
    if body.count(boundary) > _PARTS + 1:
        raise FieldsError(413, f"That form has more than the {_PARTS} parts that are read.")
    first, *parts = body.split(boundary)
    if first or not parts or not parts[-1].startswith(b"--"):
        raise FieldsError(400, "That form cannot be read: it does not begin and end with its boundary.")
    return dict(_part(part) for part in parts[:-1])


def _part(part: bytes) -> tuple[str, str]:
    head, blank, content = part.partition(b"\r\n\r\n")
    if len(head) > _LONGEST_HEAD:
        raise FieldsError(413, f"A part of that form begins with more than the {_LONGEST_HEAD} bytes that are read.")
    named = _NAME.search(head.removeprefix(b"\r\n"))
    if not blank or named is None:
        raise FieldsError(400, "That form cannot be read: one of its parts has no name.")
    return _text(named[1]), _text(content)


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FieldsError(400, "That is not text in UTF-8.") from None

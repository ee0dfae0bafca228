"""A record that somebody pasted or sent as a file, from its bytes to a match. It is read where nobody is served."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.server.pages.fields import FieldsError, Sent, record_fields_of
from pennyflick.server.play.starting import Fresh, RecordError, Start, from_record
from pennyflick.server.settings import Limits

_LONGEST_ECHO = 50_000  # characters of a refused record that its page shows again
_LONGEST_SENTENCE = 1_000


@dataclass(frozen=True)
class Pasted:
    """The match that was pasted; or why there is none, and the text to be mended."""

    text: str
    start: Start | None
    status: int = 200
    sentence: str = ""


def pasted(sent: Sent, limits: Limits, fresh: Fresh, holder: str) -> Pasted:
    """The match that a body tells, replayed."""
    try:
        fields = record_fields_of(sent, limits)
    except FieldsError as error:
        return Pasted("", None, error.status, error.sentence)
    text = fields.get("text", "").strip() or fields.get("file", "").strip()
    try:
        return Pasted("", _start(text, limits, fresh, holder))
    except RecordError as error:
        return Pasted(text if len(text) <= _LONGEST_ECHO else "", None, 422, str(error)[:_LONGEST_SENTENCE])


def _start(text: str, limits: Limits, fresh: Fresh, holder: str) -> Start:
    if not text:
        raise RecordError("There is nothing to open: paste a record or choose a file.")
    try:
        return from_record(text, fresh, holder, limits.record_actions)
    except RecursionError:
        raise RecordError("This is no record that can be read: something in it is nested too deeply.") from None

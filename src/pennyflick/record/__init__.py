"""Text <-> data: the notation of flicks and matches."""

from pennyflick.record.canonical import canonical, digest, plain, position_digest
from pennyflick.record.match_text import UNFINISHED, Entry, Record, Versions, parse_record, print_record
from pennyflick.record.notation import NotationError, Seen, Told, parse_told, told_text

__all__ = [
    "UNFINISHED",
    "Entry",
    "NotationError",
    "Record",
    "Seen",
    "Told",
    "Versions",
    "canonical",
    "digest",
    "parse_record",
    "parse_told",
    "plain",
    "position_digest",
    "print_record",
    "told_text",
]

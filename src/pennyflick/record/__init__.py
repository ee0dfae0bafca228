"""Text <-> data: the notation of flicks and matches."""

from pennyflick.record.canonical import canonical, digest, plain, position_digest
from pennyflick.record.match_text import UNFINISHED, Entry, Record, Versions, parse_record, print_record
from pennyflick.record.notation import NotationError, Seen, Told, parse_told, told_text
from pennyflick.record.position_plain import layout_of, ledger_of, plain_position, position_of
from pennyflick.record.position_text import parse_position, position_text
from pennyflick.record.possible import impossible
from pennyflick.record.shapes import PositionError

__all__ = [
    "UNFINISHED",
    "Entry",
    "NotationError",
    "PositionError",
    "Record",
    "Seen",
    "Told",
    "Versions",
    "canonical",
    "digest",
    "impossible",
    "layout_of",
    "ledger_of",
    "parse_position",
    "parse_record",
    "parse_told",
    "plain",
    "plain_position",
    "position_digest",
    "position_of",
    "position_text",
    "print_record",
    "told_text",
]

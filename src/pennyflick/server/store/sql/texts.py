"""How values stand in the columns: JSON, instants, headers, versions, standings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from pennyflick.server.store.engine import Value
from pennyflick.server.store.store import DEFAULT_TERMS, Branch, Header, KeptVersion, Standing, Terms, Under
from pennyflick.table.sentence_json import sentence_from_text, sentence_text

HEADER = (
    "id, game, options, starter, names, players, hands, seed, created, branch_match, branch_after, imported, "
    "rules, physics, setup, practice, terms, strokes, first_contact"
)
STANDING = "version, over, sentence, score, act"
VERSION = "version, kind, seat, answer, actual, digest, thought, rules, physics, event"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def json_text(value: Mapping[str, str]) -> str:
    """A mapping as it is kept."""
    return msgspec.json.encode(dict(value)).decode()


def mapping(text: str) -> dict[str, str]:
    """A kept mapping."""
    found: dict[str, str] = msgspec.json.decode(text)
    return found


def time_text(instant: datetime) -> str:
    """An instant that is compared and shown."""
    return instant.isoformat(timespec="milliseconds")


def ms_of(instant: datetime | None) -> int | None:
    """An instant that is counted with, in whole milliseconds; or None."""
    return None if instant is None else whole_ms(instant)


def whole_ms(instant: datetime) -> int:
    """An instant that is counted with."""
    return (instant - _EPOCH) // _MS


def instant_of(ms: int | None) -> datetime | None:
    """A kept instant of whole milliseconds."""
    return None if ms is None else _EPOCH + ms * _MS


def version_values(match: str, kept: KeptVersion) -> tuple[Value, ...]:
    """A version as a row, its match first."""
    told = (kept.version, kept.kind, kept.seat, kept.answer, kept.actual, kept.digest, kept.thought)
    return (match, *told, *under_values(kept), kept.event)


def under_values(kept: KeptVersion) -> tuple[int | None, int | None]:
    """The rules and the physics of a version."""
    return (None, None) if kept.under is None else (kept.under.rules, kept.under.physics)


def version_of(row: tuple[Any, ...]) -> KeptVersion:
    """A version from its row."""
    version, kind, seat, answer, actual, digest, thought, rules, physics, event = row
    under = None if physics is None else Under(rules, physics)
    return KeptVersion(version, kind, seat, answer, actual, digest, thought, under, event)


def header_values(header: Header) -> tuple[Value, ...]:
    """A header as a row."""
    branch = header.branch
    return (
        header.id,
        header.game,
        json_text(header.options),
        header.starter,
        json_text(header.names),
        json_text(header.players),
        json_text(header.hands),
        str(header.seed),
        time_text(header.created),
        branch.match if branch else None,
        branch.after if branch else None,
        header.imported,
        header.under.rules,
        header.under.physics,
        header.setup,
        header.practice,
        terms_text(header.terms),
        header.strokes,
        header.first_contact,
    )


def header_of(row: tuple[Any, ...]) -> Header:
    """A header from its row."""
    id_, game, options, starter, names, players, hands, seed, created, branch_match, branch_after, *rest = row
    imported, rules, physics, setup, practice, terms, strokes, first_contact = rest
    return Header(
        id=id_,
        game=game,
        options=mapping(options),
        starter=starter,
        names=mapping(names),
        players=mapping(players),
        hands=mapping(hands),
        seed=int(seed),
        created=datetime.fromisoformat(created),
        branch=Branch(branch_match, branch_after) if branch_match is not None else None,
        imported=bool(imported),
        under=Under(rules, physics),
        setup=setup,
        practice=practice,
        terms=Terms(**mapping(terms)),
        strokes=bool(strokes),
        first_contact=None if first_contact is None else bool(first_contact),
    )


def terms_text(terms: Terms) -> str:
    """What differs from the default."""
    told = {each.name: getattr(terms, each.name) for each in dataclasses.fields(Terms)}
    return json_text({name: value for name, value in told.items() if value != getattr(DEFAULT_TERMS, name)})


def standing_values(standing: Standing) -> tuple[Value, ...]:
    """A standing as a row."""
    told = (standing.version, standing.over, sentence_text(standing.sentence))
    return (*told, standing.score, ",".join(standing.act))


def standing_of(row: tuple[Any, ...]) -> Standing:
    """A standing from its row."""
    version, over, sentence, score, act = row
    return Standing(version, bool(over), sentence_from_text(sentence), score, tuple(act.split(",")) if act else ())

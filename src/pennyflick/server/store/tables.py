"""Every table with its columns, key first, in an order in which they can be filled."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.server.store.engine import Value, marks
from pennyflick.server.store.sql.texts import HEADER, STANDING, VERSION

_BOOLEANS = {"imported", "over", "strokes", "first_contact", "spent", "refused", "attended", "done"}


@dataclass(frozen=True)
class Table:
    """A table: what is copied and counted."""

    name: str
    columns: tuple[str, ...]
    keys: int = 1  # so many of the first columns tell its rows apart

    def page(self, after: tuple[Value, ...] | None, most: int) -> str:
        """The question for the next rows, in the order of their keys; its values are the key of the last row."""
        keys = ", ".join(self.columns[: self.keys])
        where = "" if after is None else f"WHERE ({keys}) > ({marks(self.keys)})"
        return f"SELECT {', '.join(self.columns)} FROM {self.name} {where} ORDER BY {keys} LIMIT {most:d}"

    @property
    def insert(self) -> str:
        """The statement that adds a row."""
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks(len(self.columns))})"

    def row(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """The row as every engine has it: one calls true what another calls 1."""
        return tuple(
            bool(value) if column in _BOOLEANS and value is not None else value
            for column, value in zip(self.columns, values, strict=True)
        )


def _table(name: str, columns: str, keys: int = 1) -> Table:
    return Table(name, tuple(columns.split(", ")), keys)


TABLES = (
    _table("match", f"{HEADER}, {STANDING}, updated, deadline, deleted, follows, touched"),
    _table("entry", f"match, {VERSION}", 2),
    _table("seat", "match, seat, holder", 2),
    _table("reply", "match, command, reply, refusal", 2),
    _table("invitation", "token, match, seat, spent"),
    _table("person", "holder, name, settings"),
    _table("wish", "match, kind, seat, version", 3),
    _table("pulse", "id, at"),
    _table("unlisted", "match, holder, since", 2),
    _table("handover", "token, holder, match, until"),
    _table("plea", "id, match, seat, holder, at, refused"),
    _table("vacancy", "match, holder, until, names"),
    _table("sent_flick", "id, game, options, setup, seat, event, name, hand, holder, answers, created"),
    _table("bell", "endpoint, holder, p256dh, auth, number"),
    _table("rung", "match, holder", 2),
    _table("try", "id, holder, kind, game, key, at, hand, done, more"),
    _table("house_turn", "match, version, asked, attended, lease_until, thinker"),
)

"""The tables of the store and how older ones become newer ones. Law: a migration, once released, never changes."""

from __future__ import annotations

import sqlite3

_FIRST = """
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    starter TEXT NOT NULL,
    names TEXT NOT NULL,
    players TEXT NOT NULL,
    hands TEXT NOT NULL,
    seed TEXT NOT NULL,
    created TEXT NOT NULL,
    branch_match TEXT,
    branch_after INTEGER,
    imported INTEGER NOT NULL,
    updated TEXT NOT NULL,
    version INTEGER NOT NULL,
    over INTEGER NOT NULL,
    sentence TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat TEXT,
    answer TEXT,
    actual TEXT,
    digest TEXT NOT NULL,
    thought TEXT NOT NULL,
    PRIMARY KEY (match, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE seat (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    holder TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_holder ON seat (holder);
CREATE TABLE reply (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    command TEXT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (match, command)
) STRICT, WITHOUT ROWID;
"""

_REFUSALS_ARE_COUNTED = """
ALTER TABLE reply ADD COLUMN refusal INTEGER; -- its number among the refusals of its match; NULL: it was done
UPDATE reply SET refusal = (
    SELECT count(*) FROM reply AS other
    WHERE other.match = reply.match AND other.command <= reply.command AND other.reply LIKE '{"type":"refused",%'
) WHERE reply.reply LIKE '{"type":"refused",%';
CREATE UNIQUE INDEX reply_refusal ON reply (match, refusal) WHERE refusal IS NOT NULL;
"""

MIGRATIONS = (_FIRST, _REFUSALS_ARE_COUNTED)  # the n-th leads from user_version n to n + 1
SCHEMA_VERSION = len(MIGRATIONS)


class NewerSchemaError(RuntimeError):
    """The data folder was written by a later version of pennyflick."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, each step in a transaction of its own."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > SCHEMA_VERSION:
        raise NewerSchemaError(
            f"the data folder has schema {found}, this version of pennyflick knows up to {SCHEMA_VERSION}; "
            "use a newer pennyflick or another --data folder"
        )
    for step in range(found, SCHEMA_VERSION):
        connection.executescript(f"BEGIN IMMEDIATE;{MIGRATIONS[step]}PRAGMA user_version = {step + 1};COMMIT;")

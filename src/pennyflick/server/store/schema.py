"""The tables of the store and how older ones become newer ones. Law: a migration, once released, never changes."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

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

_EVENTS_ARE_KEPT = """
ALTER TABLE match ADD COLUMN rules INTEGER NOT NULL DEFAULT 1; -- under which it began; there was no other before
ALTER TABLE match ADD COLUMN physics INTEGER NOT NULL DEFAULT 1;
ALTER TABLE match ADD COLUMN setup TEXT; -- the position in which it began; NULL: the opening
ALTER TABLE entry ADD COLUMN rules INTEGER; -- under which it was ruled; NULL until it is filled in
ALTER TABLE entry ADD COLUMN physics INTEGER;
ALTER TABLE entry ADD COLUMN event BLOB; -- what came of it, compressed; NULL until it is filled in
CREATE INDEX entry_unfilled ON entry (match) WHERE event IS NULL;
"""

_LISTS_SAY_MORE = """
ALTER TABLE match ADD COLUMN score TEXT NOT NULL DEFAULT ''; -- the first line of the sheet, for lists
ALTER TABLE match ADD COLUMN practice TEXT; -- the step of a lesson: never listed, soon swept away; NULL: a match
ALTER TABLE match ADD COLUMN deleted TEXT; -- since when it is put away and can be brought back; NULL: it is not
"""

_SEATS_CAN_BE_OPEN = """
ALTER TABLE match ADD COLUMN terms TEXT NOT NULL DEFAULT '{}'; -- what people agreed on, where it is not the default
CREATE TABLE invitation (
    token TEXT PRIMARY KEY, -- its hash
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    spent INTEGER NOT NULL DEFAULT 0,
    UNIQUE (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE person (
    holder TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

_TABLES_ARE_AGREED_ON = """
ALTER TABLE match ADD COLUMN strokes INTEGER NOT NULL DEFAULT 0; -- whether a finger may strike through a disc
ALTER TABLE match ADD COLUMN first_contact INTEGER; -- whether the line to it is drawn; NULL: each as he likes
UPDATE match SET strokes = NOT (
    EXISTS (SELECT 1 FROM json_each(match.players) WHERE key LIKE 'one%' AND value = 'person')
    AND EXISTS (SELECT 1 FROM json_each(match.players) WHERE key LIKE 'two%' AND value = 'person')
) WHERE NOT imported;
"""

_WISHES_AND_TIME = """
ALTER TABLE match ADD COLUMN act TEXT NOT NULL DEFAULT ''; -- the seats that must act, for lists
ALTER TABLE match ADD COLUMN deadline INTEGER; -- after it the others may claim the match, in ms; NULL: nobody may
CREATE TABLE wish (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, -- what all must want: "end", "rematch"
    seat TEXT NOT NULL,
    version INTEGER NOT NULL, -- at which it was made: void when the match has moved on
    PRIMARY KEY (match, kind, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL -- when the server was last known to run, in ms
) STRICT;
CREATE TABLE unlisted (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    holder TEXT NOT NULL,
    since TEXT, -- while it can be brought back; NULL: it is off his list for good
    PRIMARY KEY (match, holder)
) STRICT, WITHOUT ROWID;
INSERT INTO unlisted SELECT DISTINCT match, holder, deleted
FROM seat JOIN match ON id = match WHERE deleted IS NOT NULL;
"""

_REMATCHES_FOLLOW = """
ALTER TABLE match ADD COLUMN follows TEXT; -- the match of which it is the rematch; NULL: of none that all wished for
CREATE UNIQUE INDEX match_follows ON match (follows) WHERE follows IS NOT NULL;
"""

_PEOPLE_MOVE_AND_SEND = """
CREATE TABLE handover (
    token TEXT PRIMARY KEY, -- its hash
    holder TEXT NOT NULL,
    match TEXT REFERENCES match (id) ON DELETE CASCADE, -- whose seats move; NULL: everything of the holder
    until TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE plea (
    id TEXT PRIMARY KEY,
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    holder TEXT NOT NULL, -- who says that the seat is his
    at TEXT NOT NULL,
    refused INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX plea_match ON plea (match);
CREATE TABLE vacancy (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE, -- its open seats are for whoever comes
    holder TEXT NOT NULL, -- who waits there
    until TEXT NOT NULL,
    names TEXT NOT NULL -- what his seats were called before
) STRICT, WITHOUT ROWID;
CREATE TABLE sent_flick (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    setup TEXT NOT NULL, -- the position from which it was flicked
    seat TEXT NOT NULL,
    event BLOB NOT NULL, -- what came of it, compressed, with the ledger after it
    name TEXT NOT NULL,
    hand TEXT NOT NULL,
    holder TEXT NOT NULL, -- who flicked it; empty: the house, or somebody who was forgotten
    answers TEXT, -- the flick that it was meant to beat
    created TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

_A_DOORBELL = """
CREATE TABLE bell (
    endpoint TEXT PRIMARY KEY, -- where a browser can be rung, at its push service
    holder TEXT NOT NULL,
    p256dh TEXT NOT NULL, -- its public key
    auth TEXT NOT NULL -- the secret that it shares with us
) STRICT;
CREATE INDEX bell_by_holder ON bell (holder);
CREATE TABLE rung (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    holder TEXT NOT NULL, -- who was rung and has not been there since
    PRIMARY KEY (match, holder)
) STRICT, WITHOUT ROWID;
"""

_SEVERAL_WORKERS = """
ALTER TABLE match ADD COLUMN touched INTEGER NOT NULL DEFAULT 0; -- raised by whatever changes what others see of it
ALTER TABLE bell ADD COLUMN number INTEGER NOT NULL DEFAULT 0; -- in what order its holder asked
UPDATE bell SET number = rowid;
CREATE TABLE house_turn ( -- the house must act
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    version INTEGER NOT NULL, -- at which
    asked INTEGER NOT NULL, -- since when, in ms
    attended INTEGER NOT NULL, -- whether somebody is at the table
    lease_until INTEGER, -- until when its thinker has it to himself, in ms
    thinker TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX house_turn_order ON house_turn (attended, asked);
INSERT INTO house_turn (match, version, asked, attended) -- what may be the house's turn: whoever takes it looks closer
SELECT id, version, coalesce(CAST(strftime('%s', updated) AS INTEGER), 0) * 1000, 0 FROM match
WHERE NOT over AND NOT imported
AND NOT EXISTS (SELECT 1 FROM invitation WHERE invitation.match = match.id AND NOT spent)
AND EXISTS (
    SELECT 1 FROM json_each(match.players)
    WHERE value <> 'person' AND (act = '' OR act LIKE '%' || key || '%')
);
"""

_TRIES_ARE_KEPT = """
CREATE TABLE try ( -- somebody practised
    id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    kind TEXT NOT NULL, -- "lesson", "drill", "puzzle", "daily"
    game TEXT NOT NULL,
    key TEXT NOT NULL, -- which one of them, or the day
    at TEXT NOT NULL,
    hand TEXT NOT NULL,
    done INTEGER NOT NULL,
    more TEXT NOT NULL -- what else is known of it, as JSON
) STRICT, WITHOUT ROWID;
CREATE INDEX try_holder ON try (holder, kind, game, key, at, id);
CREATE INDEX try_daily ON try (key, at, id) WHERE kind = 'daily';
"""

MIGRATIONS = (
    _FIRST,
    _REFUSALS_ARE_COUNTED,
    _EVENTS_ARE_KEPT,
    _LISTS_SAY_MORE,
    _SEATS_CAN_BE_OPEN,
    _TABLES_ARE_AGREED_ON,
    _WISHES_AND_TIME,
    _REMATCHES_FOLLOW,
    _PEOPLE_MOVE_AND_SEND,
    _A_DOORBELL,
    _SEVERAL_WORKERS,
    _TRIES_ARE_KEPT,
)  # the n-th leads from user_version n to n + 1
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


def copy_before_migrating(path: Path) -> Path | None:
    """A copy of the file as it was, beside it, when its tables are about to change; None: they are not.

    The copy is written aside and moved into place, so that a stop in between leaves no half copy; it is made once.
    """
    if not path.exists():
        return None
    with contextlib.closing(sqlite3.connect(path, timeout=10.0)) as source:
        (found,) = source.execute("PRAGMA user_version").fetchone()
        copy = path.with_name(f"{path.stem}.schema-{found}{path.suffix}")
        if not 0 < found < SCHEMA_VERSION or copy.exists():
            return None
        aside = copy.with_suffix(".partial")
        with contextlib.closing(sqlite3.connect(aside)) as target:
            source.backup(target)
        os.replace(aside, copy)
    return copy

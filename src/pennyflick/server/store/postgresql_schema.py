"""The tables in PostgreSQL and how older ones become newer ones. Law: a migration, once released, never changes.

Texts that are compared or sorted have the collation "C", so that they sort as they do everywhere else.
"""

from __future__ import annotations

from typing import Any

from pennyflick.server.store.schema import NewerSchemaError

_FIRST = """
CREATE TABLE match (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    starter TEXT NOT NULL,
    names TEXT NOT NULL,
    players TEXT NOT NULL,
    hands TEXT NOT NULL,
    seed TEXT NOT NULL,
    created TEXT COLLATE "C" NOT NULL,
    branch_match TEXT COLLATE "C",
    branch_after BIGINT,
    imported BOOLEAN NOT NULL,
    updated TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    over BOOLEAN NOT NULL,
    sentence TEXT NOT NULL,
    rules BIGINT NOT NULL,
    physics BIGINT NOT NULL,
    setup TEXT, -- the position in which it began; NULL: the opening
    score TEXT NOT NULL DEFAULT '', -- the first line of the sheet, for lists
    practice TEXT COLLATE "C", -- the step of a lesson: never listed, soon swept away; NULL: a match
    deleted TEXT COLLATE "C", -- since when it is put away and can be brought back; NULL: it is not
    terms TEXT NOT NULL DEFAULT '{}', -- what people agreed on, where it is not the default
    strokes BOOLEAN NOT NULL DEFAULT FALSE, -- whether a finger may strike through a disc
    first_contact BOOLEAN, -- whether the line to it is drawn; NULL: each as he likes
    act TEXT NOT NULL DEFAULT '', -- the seats that must act, for lists
    deadline BIGINT, -- after it the others may claim the match, in ms; NULL: nobody may
    follows TEXT COLLATE "C", -- the match of which it is the rematch; NULL: of none that all wished for
    touched BIGINT NOT NULL DEFAULT 0 -- raised by whatever changes what others see of it
) WITH (fillfactor = 70); -- its rows change with every version: room to do so where they are
CREATE UNIQUE INDEX match_follows ON match (follows) WHERE follows IS NOT NULL;
CREATE INDEX match_branch ON match (branch_match) WHERE branch_match IS NOT NULL;
CREATE TABLE entry (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat TEXT,
    answer TEXT,
    actual TEXT,
    digest TEXT NOT NULL,
    thought TEXT NOT NULL,
    rules BIGINT, -- under which it was ruled; NULL until it is filled in
    physics BIGINT,
    event BYTEA, -- what came of it, compressed; NULL until it is filled in
    PRIMARY KEY (match, version)
);
ALTER TABLE entry ALTER COLUMN event SET STORAGE EXTERNAL; -- it is compressed already
CREATE INDEX entry_unfilled ON entry (match) WHERE event IS NULL;
CREATE TABLE seat (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match, seat)
);
CREATE INDEX seat_holder ON seat (holder);
CREATE TABLE reply (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    command TEXT COLLATE "C" NOT NULL,
    reply TEXT NOT NULL,
    refusal BIGINT, -- its number among the refusals of its match; NULL: it was done
    PRIMARY KEY (match, command)
);
CREATE UNIQUE INDEX reply_refusal ON reply (match, refusal) WHERE refusal IS NOT NULL;
CREATE TABLE invitation (
    token TEXT COLLATE "C" PRIMARY KEY, -- its hash
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    spent BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (match, seat)
);
CREATE TABLE person (
    holder TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL
);
CREATE TABLE wish (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL, -- what all must want: "end", "rematch"
    seat TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL, -- at which it was made: void when the match has moved on
    PRIMARY KEY (match, kind, seat)
);
CREATE TABLE pulse (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL -- when a server was last known to run, in ms
);
CREATE TABLE unlisted (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    holder TEXT COLLATE "C" NOT NULL,
    since TEXT COLLATE "C", -- while it can be brought back; NULL: it is off his list for good
    PRIMARY KEY (match, holder)
);
CREATE INDEX unlisted_holder ON unlisted (holder);
CREATE TABLE handover (
    token TEXT COLLATE "C" PRIMARY KEY, -- its hash
    holder TEXT COLLATE "C" NOT NULL,
    match TEXT COLLATE "C" REFERENCES match (id) ON DELETE CASCADE, -- whose seats move; NULL: everything of the holder
    until TEXT COLLATE "C" NOT NULL
);
CREATE INDEX handover_match ON handover (match);
CREATE TABLE plea (
    id TEXT COLLATE "C" PRIMARY KEY,
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL, -- who says that the seat is his
    at TEXT COLLATE "C" NOT NULL,
    refused BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX plea_match ON plea (match);
CREATE TABLE vacancy (
    match TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE, -- its open seats are for whoever comes
    holder TEXT COLLATE "C" NOT NULL, -- who waits there
    until TEXT COLLATE "C" NOT NULL,
    names TEXT NOT NULL -- what his seats were called before
);
CREATE TABLE sent_flick (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    setup TEXT NOT NULL, -- the position from which it was flicked
    seat TEXT NOT NULL,
    event BYTEA NOT NULL, -- what came of it, compressed, with the ledger after it
    name TEXT NOT NULL,
    hand TEXT NOT NULL,
    holder TEXT COLLATE "C" NOT NULL, -- who flicked it; empty: the house, or somebody who was forgotten
    answers TEXT, -- the flick that it was meant to beat
    created TEXT COLLATE "C" NOT NULL
);
CREATE INDEX sent_flick_holder ON sent_flick (holder);
CREATE TABLE bell (
    endpoint TEXT COLLATE "C" PRIMARY KEY, -- where a browser can be rung, at its push service
    holder TEXT COLLATE "C" NOT NULL,
    p256dh TEXT NOT NULL, -- its public key
    auth TEXT NOT NULL, -- the secret that it shares with us
    number BIGINT NOT NULL DEFAULT 0 -- in what order its holder asked
);
CREATE INDEX bell_by_holder ON bell (holder);
CREATE TABLE rung (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    holder TEXT COLLATE "C" NOT NULL, -- who was rung and has not been there since
    PRIMARY KEY (match, holder)
);
CREATE TABLE house_turn ( -- the house must act
    match TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    version BIGINT NOT NULL, -- at which
    asked BIGINT NOT NULL, -- since when, in ms
    attended BOOLEAN NOT NULL, -- whether somebody is at the table
    lease_until BIGINT, -- until when its thinker has it to himself, in ms
    thinker TEXT
) WITH (fillfactor = 70);
CREATE INDEX house_turn_order ON house_turn (attended, asked);
CREATE TABLE secret ( -- keys that every machine must know
    name TEXT COLLATE "C" PRIMARY KEY,
    value BYTEA NOT NULL
);
"""

_TRIES_ARE_KEPT = """
CREATE TABLE try ( -- somebody practised
    id TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL, -- "lesson", "drill", "puzzle", "daily"
    game TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL, -- which one of them, or the day
    at TEXT COLLATE "C" NOT NULL,
    hand TEXT COLLATE "C" NOT NULL,
    done BOOLEAN NOT NULL,
    more TEXT NOT NULL -- what else is known of it, as JSON
);
CREATE INDEX try_holder ON try (holder, kind, game, key, at, id);
CREATE INDEX try_daily ON try (key, at, id) WHERE kind = 'daily';
"""

MIGRATIONS = (_FIRST, _TRIES_ARE_KEPT)  # the n-th leads from version n to n + 1
_LOCK = 0x70656E6E79  # one server at a time brings the tables up to date


async def migrate(connection: Any) -> None:
    """Bring the tables up to date, in one transaction: a second server that starts meanwhile waits for it."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        found = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
        if found > len(MIGRATIONS):
            raise NewerSchemaError(
                f"the database has schema {found}, this version of pennyflick knows up to {len(MIGRATIONS)}; "
                "use a newer pennyflick or another --database"
            )
        for step in range(found, len(MIGRATIONS)):
            await connection.execute(MIGRATIONS[step])
            await connection.execute("INSERT INTO schema_version VALUES ($1)", step + 1)

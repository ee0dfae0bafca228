"""Answers and records of every kind, for properties."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from pennyflick.record import Entry, Record, Seen, Versions, parse_position
from pennyflick.rules import registry
from pennyflick.table import Choose, Clause, Declare, DiscId, Flick, Place, Point, Resign, Seat, Side, SideFlick

SEATS = [Seat(side, place) for side in Side for place in (0, 1)]
KEYWORDS = {"side", "place", "choose", "declare", "resign", "seen", "by"}

SETUPS = [None, "opening", "turn=two turns=3", "shooter_from=where-it-lies shooter@-120.25,40 won-by-two: Y1"]
PLAYERS = ["person", "house:expert", "bot:4:flicks=8000"]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
words = st.one_of(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True), texts)
discs = words.filter(lambda word: word not in KEYWORDS).map(DiscId)
decimals = st.integers(-99_999_000_000, 99_999_000_000).map(lambda millionths: millionths / 1_000_000 + 0.0)
points = st.builds(Point, decimals, decimals).map(lambda point: point.rounded())
directions = st.integers(0, 35_999)
speeds = st.integers(1, 4_000)
flicks = st.builds(Flick, discs, directions, speeds, st.none() | points, st.none() | words)
side_flicks = st.builds(SideFlick, discs, discs, points, directions, speeds)
fouls = st.sampled_from(["touch", "unclean", "moved-board", "on-top"])
fields = st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True)
seen = st.dictionaries(fields, st.one_of(st.booleans(), words, st.lists(words, max_size=4).map(tuple))).map(Seen)


def answers(by: Seat) -> st.SearchStrategy[Any]:
    """Anything that this seat can answer or an onlooker can say."""
    return st.one_of(
        flicks,
        side_flicks,
        st.dictionaries(discs, st.none() | points, min_size=1, max_size=4).map(Place),
        words.map(Choose),
        st.builds(Declare, fouls, st.lists(discs, max_size=3).map(tuple), st.sampled_from(SEATS)),
        st.just(Resign(by)),
        seen,
    )


@st.composite
def entries(draw: st.DrawFn, number: int) -> Entry:
    """One line of a record."""
    by = draw(st.sampled_from(SEATS))
    told = draw(answers(by))
    actual = None
    if isinstance(told, Flick) and draw(st.booleans()):
        actual = Flick(told.disc, draw(directions), draw(speeds), told.start, told.call)
    if isinstance(told, SideFlick) and draw(st.booleans()):
        actual = SideFlick(told.disc, told.held, told.at, draw(directions), draw(speeds))  # type: ignore[assignment]
    clauses = draw(st.lists(st.from_regex(r"[A-Z]{3}-[1-9][0-9]?", fullmatch=True), max_size=3))
    digest = draw(st.from_regex(r"[0-9a-f]{8}", fullmatch=True))
    instant = draw(st.none() | st.integers(0, 9_999_999_999)) if isinstance(told, Flick | SideFlick) else None
    return Entry(number, by, told, actual, tuple(map(Clause, clauses)), digest, instant)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A whole record of Penny Black; what happened in it need not make sense."""
    chosen = draw(st.sampled_from([{}, {"shape": "square", "turn_limit": "7"}, {"coin": "2p", "friction": "0.15"}]))
    named = st.dictionaries(st.sampled_from(SEATS), texts)
    game = registry.new_game("penny-black", chosen)
    versions = Versions(draw(texts), draw(st.integers(0, 99)), draw(st.none() | st.integers(0, 99)))
    setup = draw(st.sampled_from(SETUPS)) if versions.physics is not None else None
    earlier = draw(st.integers(0, 9)) if setup is not None else 0
    return Record(
        game=game,
        starter=draw(st.sampled_from(Side)),
        versions=versions,
        date=draw(texts),
        names=draw(named),
        hands=draw(named),
        players=draw(st.dictionaries(st.sampled_from(SEATS), st.sampled_from(PLAYERS))),
        seed=draw(st.none() | st.integers(0, 2**128).map(str)),
        result=draw(texts.filter(bool)),
        branched_after=draw(st.integers(0, 5)),
        setup=None if setup is None else parse_position(game, setup),
        earlier=earlier,
        extra=draw(st.dictionaries(st.from_regex(r"X[a-z]{1,6}", fullmatch=True), texts)),
        entries=tuple(draw(entries(earlier + number + 1)) for number in range(draw(st.integers(0, 4)))),
    )


@pytest.fixture(scope="session")
def any_record() -> st.SearchStrategy[Record]:
    """Every record."""
    return records()


@pytest.fixture(scope="session")
def any_answer() -> Callable[[Seat], st.SearchStrategy[Any]]:
    """Every answer of a seat."""
    return answers

"""A whole match as text, and back (docs/notation.md): tags in brackets, then one numbered line per action."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pennyflick.record.allowances import ALLOWANCES_S, NO_TIME
from pennyflick.record.canonical import DIGEST_DIGITS
from pennyflick.record.notation import Told, done_text, read_aim, read_seat, read_told
from pennyflick.record.position_text import parse_position, position_text
from pennyflick.record.scanner import NotationError, Scanner, quoted, unquoted
from pennyflick.record.shapes import PositionError
from pennyflick.record.who import EXPECTED, is_who, untold
from pennyflick.rules import options, registry
from pennyflick.rules.game import Game, Position
from pennyflick.rules.options import OptionError
from pennyflick.table import CLAUSE_ID, Clause, Flick, Point, Seat, Side, SideFlick, Spot
from pennyflick.table.near_miss import nearest_word

UNFINISHED = "*"
_YES_NO = {True: "yes", False: "no"}
_SEATS = {"One": Seat(Side.ONE), "Two": Seat(Side.TWO), "OneB": Seat(Side.ONE, 1), "TwoB": Seat(Side.TWO, 1)}

LONGEST_TAG = 20_000  # characters: a set-up with every disc placed takes a tenth of it
LONGEST_NAME = 200  # of a player; pages take forty
LONGEST_SEED = 80  # 128 bits are 39 digits, and the hash of a seed has 71 signs
_MOST_DIGITS = 9
_LONGEST_SHOWN = 100  # of a wrong value, in the sentence about it

_OPEN, _CLOSE = re.compile(r"\["), re.compile(r"\]")
_TAG = re.compile(r"[A-Za-z]\w*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = re.compile(r"(\d{1,9})\.(?!\d)")
_WAVE = re.compile("~")
_INSTANT = re.compile(r"\d{1,10}(?![\w.])")
_ARROW = re.compile("->")
_BRACE, _UNBRACE = re.compile(r"\{"), re.compile(r"\}")
_CLAUSE = re.compile(rf"{CLAUSE_ID}(?![\w-])")
_DIGEST = re.compile(rf"[0-9a-f]{{{DIGEST_DIGITS}}}(?!\w)")
_COMMENT = re.compile(";.*")
_OPTION = re.compile(r"([A-Za-z]\w*)=")
_OPTION_VALUE = re.compile(r'[^\s"]+')


@dataclass(frozen=True)
class Entry:
    """One action of a record: who did what, what was ruled, and the digest of the position after it."""

    number: int
    by: Seat
    told: Told  # as meant
    actual: Flick | SideFlick | None  # what a hand made of it; differs from the meaning in direction and speed only
    clauses: tuple[Clause, ...]
    digest: str
    instant_ms: int | None = None  # when a flick of a visible hand was let go, since the decision opened


@dataclass(frozen=True)
class Versions:
    """What made the record. A difference says why a replay may differ."""

    pennyflick: str
    rules: int
    physics: int | None  # None: a real board, nothing was simulated


@dataclass(frozen=True)
class Record:
    """A match as text holds it."""

    game: Game[Any, Any]
    starter: Side
    versions: Versions
    date: str = ""
    names: Mapping[Seat, str] = field(default_factory=dict)
    hands: Mapping[Seat, str] = field(default_factory=dict)  # the text of each hand at work
    players: Mapping[Seat, str] = field(default_factory=dict)  # who played, where the record says so (who.py)
    seed: str | None = None  # a whole number, or sha256: and its hash while the match is live; None: a real board
    result: str = UNFINISHED  # "one: …", "two on time: …", "draw: …", "abandoned", "agreed", or * while it goes on
    time: str = NO_TIME  # how long a decision could take
    branched_after: int = 0  # how many first actions come from an earlier match; their dice were another's
    setup: Position[Any] | None = None  # where it begins, when that is not the opening
    earlier: int = 0  # how many actions were played before the set-up; those of the record are numbered after them
    strokes: bool = False  # whether a finger may strike through a disc
    first_contact: bool | None = (
        None  # whether both were shown a line to the first contact; None: nothing is said of it
    )
    extra: Mapping[str, str] = field(default_factory=dict)  # tags of other programs, kept as they are
    entries: tuple[Entry, ...] = ()

    @property
    def simulated(self) -> bool:
        """Whether the match was flicked on the simulator; otherwise people told what happened at a real board."""
        return self.versions.physics is not None

    @property
    def last(self) -> int:
        """The number of the last action."""
        return self.earlier + len(self.entries)

    def who(self, seat: Seat) -> str:
        """Who played this seat."""
        return self.players.get(seat) or untold(self.hands.get(seat))


def print_record(record: Record) -> str:
    """The record as text, ending with a line break."""
    tags = [f"[{name} {quoted(value)}]" for name, value in _tags(record).items()]
    spots = record.game.board.spots
    return "\n".join([*tags, "", *(entry_text(entry, spots) for entry in record.entries)]).rstrip("\n") + "\n"


def entry_text(entry: Entry, spots: Mapping[Spot, Point]) -> str:
    """One action as its line."""
    done = done_text(entry.told, entry.instant_ms, entry.actual, spots)
    return f"{entry.number}. {entry.by.name} {done} {{{' '.join(entry.clauses)}}} {entry.digest}"


def _tags(record: Record) -> dict[str, str]:
    chosen = options.texts(record.game.options)
    seats = _SEATS.items()
    tags = {
        "Game": record.game.name,
        "Options": " ".join(f"{name}={_option_text(value)}" for name, value in chosen.items()),
        "Date": record.date,
        **{name: record.names[seat] for name, seat in seats if seat in record.names},
        **{f"Player{name}": record.players[seat] for name, seat in seats if seat in record.players},
        **{f"Hand{name}": record.hands[seat] for name, seat in seats if seat in record.hands},
        "Strokes": "yes" if record.strokes else "",
        "FirstContact": "" if record.first_contact is None else _YES_NO[record.first_contact],
        "Starter": record.starter.value,
        "Seed": record.seed or "",
        "Pennyflick": record.versions.pennyflick,
        "Rules": str(record.versions.rules),
        "Physics": "" if record.versions.physics is None else str(record.versions.physics),
        "Branched": str(record.branched_after or ""),
        "Setup": "" if record.setup is None else position_text(record.game, record.setup),
        "Earlier": str(record.earlier or ""),
        "Time": "" if record.time == NO_TIME else record.time,
        "Result": record.result,
    }
    agreed = {"Strokes", "FirstContact", "Time"}
    optional = {"Options", "Date", "Seed", "Physics", "Branched", "Setup", "Earlier", *agreed}
    return {name: value for name, value in tags.items() if value or name not in optional} | dict(record.extra)


def _option_text(value: str) -> str:
    return value if _OPTION_VALUE.fullmatch(value) else quoted(value)


@dataclass(frozen=True)
class _Tag:
    """A tag and where its value begins."""

    value: str
    line: int
    column: int

    def error(self, expected: str) -> NotationError:
        return NotationError(self.line, self.column, expected, _shown(self.value))


def _shown(value: str) -> str:
    return repr(value) if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]!r}…"


def parse_record(text: str) -> Record:
    """The record that a text is; raises NotationError with line and column."""
    tags: dict[str, _Tag] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        content = line.strip(" \t")
        if not content or content.startswith(";"):
            continue
        if content.startswith("["):
            if lines:
                raise Scanner(line, number).error("an action; tags stand before the first action")
            _read_tag(Scanner(line, number), number, tags)
        else:
            lines.append((number, line))
    record = _record_of(tags)
    return dataclasses.replace(record, entries=_entries(lines, record))


def _read_tag(scanner: Scanner, line: int, tags: dict[str, _Tag]) -> None:
    scanner.expect(_OPEN, "a tag")
    name = scanner.expect(_TAG, "the name of a tag, like Game")
    if name[0] in tags:
        raise scanner.error_before(name, "each tag once")
    value = scanner.expect(_STRING, "the tag's value between quotation marks")
    scanner.expect(_CLOSE, "]")
    _expect_end(scanner)
    tags[name[0]] = tag = _Tag(unquoted(value[0]), line, value.start() + 2)
    _must_be_short(tag, LONGEST_TAG, "value")


def _record_of(tags: dict[str, _Tag]) -> Record:
    rest = dict(tags)
    game = _game(_needed(rest, "Game", '[Game "penny-black"]'), rest.pop("Options", None))
    starter = _needed(rest, "Starter", '[Starter "one"]')
    if starter.value not in {side.value for side in Side}:
        raise starter.error("one or two")
    package = _needed(rest, "Pennyflick", '[Pennyflick "0.1.0"]')
    rules = _needed(rest, "Rules", '[Rules "1"]')
    physics = rest.pop("Physics", None)
    branched = rest.pop("Branched", None)
    setup, earlier = _setup(rest, game, physics)
    return Record(
        game=game,
        starter=Side(starter.value),
        versions=Versions(package.value, _whole(rules), None if physics is None else _whole(physics)),
        date=_optional(rest, "Date"),
        names=_names(rest),
        hands=_by_seat(rest, "Hand"),
        players=_players(rest),
        seed=_seed(rest),
        result=_optional(rest, "Result") or UNFINISHED,
        branched_after=0 if branched is None else _whole(branched),
        setup=setup,
        earlier=earlier,
        strokes=_yes_or_no(rest, "Strokes") or False,
        first_contact=_yes_or_no(rest, "FirstContact"),
        time=_time(rest),
        extra={name: tag.value for name, tag in rest.items()},
    )


def _needed(tags: dict[str, _Tag], name: str, example: str) -> _Tag:
    if name not in tags:
        nearest = nearest_word(name, tags)
        if nearest is not None:
            raise NotationError(tags[nearest].line, 2, f"the tag {name}", repr(nearest))
        raise NotationError(1, 1, f"a tag {example} before the first action", "none")
    return tags.pop(name)


def _optional(tags: dict[str, _Tag], name: str) -> str:
    tag = tags.pop(name, None)
    return "" if tag is None else tag.value


def _yes_or_no(tags: dict[str, _Tag], name: str) -> bool | None:
    tag = tags.pop(name, None)
    if tag is not None and tag.value not in _YES_NO.values():
        raise tag.error("yes or no")
    return None if tag is None else tag.value == _YES_NO[True]


def _by_seat(tags: dict[str, _Tag], prefix: str) -> dict[Seat, str]:
    return {seat: _optional(tags, prefix + name) for name, seat in _SEATS.items() if prefix + name in tags}


def _names(tags: dict[str, _Tag]) -> dict[Seat, str]:
    for tag in (tags[name] for name in _SEATS if name in tags):
        _must_be_short(tag, LONGEST_NAME, "name")
    return _by_seat(tags, "")


def _seed(tags: dict[str, _Tag]) -> str | None:
    if (tag := tags.get("Seed")) is not None:
        _must_be_short(tag, LONGEST_SEED, "seed")
    return _optional(tags, "Seed") or None


def _must_be_short(tag: _Tag, most: int, what: str) -> None:
    if len(tag.value) > most:
        raise tag.error(f"a {what} of at most {most} characters")


def _players(tags: dict[str, _Tag]) -> dict[Seat, str]:
    for name in _SEATS:
        if (tag := tags.get(f"Player{name}")) is not None and not is_who(tag.value):
            raise tag.error(f"who played: {EXPECTED}")
    return _by_seat(tags, "Player")


def _time(tags: dict[str, _Tag]) -> str:
    tag = tags.pop("Time", None)
    if tag is not None and tag.value not in ALLOWANCES_S:
        raise tag.error(f"how long a decision could take: {', '.join(ALLOWANCES_S)}")
    return NO_TIME if tag is None else tag.value


def _setup(tags: dict[str, _Tag], game: Game[Any, Any], physics: _Tag | None) -> tuple[Position[Any] | None, int]:
    """Where the record begins, and how many actions came before it."""
    told, earlier = tags.pop("Setup", None), tags.pop("Earlier", None)
    if told is None:
        if earlier is not None:
            raise earlier.error("the tag Setup too: the position after those actions")
        return None, 0
    if physics is None:
        raise told.error("no set-up: a match at a real board begins at the opening")
    try:
        return parse_position(game, told.value), 0 if earlier is None else _whole(earlier)
    except PositionError as error:
        raise told.error(f"a position ({error})") from None


def _whole(tag: _Tag) -> int:
    if not (tag.value.isascii() and tag.value.isdigit() and len(tag.value) <= _MOST_DIGITS):
        raise tag.error(f"a whole number of at most {_MOST_DIGITS} digits")
    return int(tag.value)


def _game(name: _Tag, chosen: _Tag | None) -> Game[Any, Any]:
    if name.value not in registry.names():
        nearest = nearest_word(name.value, registry.names())
        raise name.error(f"the game {nearest!r}" if nearest else f"a game: {', '.join(registry.names())}")
    try:
        return registry.new_game(name.value, {} if chosen is None else _options(chosen))
    except OptionError as error:
        assert chosen is not None, "only given options can be wrong"
        raise chosen.error(f"options of {name.value} ({error})") from None


def _options(tag: _Tag) -> dict[str, str]:
    scanner = Scanner(tag.value, tag.line)
    found = {}
    while name := scanner.take(_OPTION):
        value = scanner.take_joined(_OPTION_VALUE) or scanner.take_joined(_STRING)
        if value is None:
            raise tag.error("options like length=full shape=square")
        found[name[1]] = unquoted(value[0])
    if not scanner.end():
        raise tag.error("options like length=full shape=square")
    return found


def _entries(lines: list[tuple[int, str]], record: Record) -> tuple[Entry, ...]:
    spots, numbered = record.game.board.spots, enumerate(lines, start=record.earlier + 1)
    return tuple(_read_entry(Scanner(line, at), number, spots) for number, (at, line) in numbered)


def _read_entry(scanner: Scanner, number: int, spots: Mapping[Spot, Point]) -> Entry:
    found = scanner.expect(_NUMBER, f"action number {number}.")
    if int(found[1]) != number:
        raise scanner.error_before(found, f"action number {number}.")
    by = read_seat(scanner)
    told = read_told(scanner, by, spots)
    instant = _read_instant(scanner, told)
    actual = _read_actual(scanner, told)
    clauses = _read_clauses(scanner)
    digest = scanner.expect(_DIGEST, f"a digest of {DIGEST_DIGITS} hex digits")[0]
    _expect_end(scanner)
    return Entry(number, by, told, actual, clauses, digest, instant)


def _read_instant(scanner: Scanner, told: Told) -> int | None:
    wave = scanner.take(_WAVE)
    if wave is None:
        return None
    if not isinstance(told, Flick | SideFlick):
        raise scanner.error_before(wave, "{ and the clauses ruled: only flicks are let go at an instant")
    instant = scanner.take_joined(_INSTANT)
    if instant is None:
        raise scanner.error("the instant in milliseconds, a whole number of at most ten digits, like ~1234")
    return int(instant[0])


def _read_actual(scanner: Scanner, told: Told) -> Flick | SideFlick | None:
    arrow = scanner.take(_ARROW)
    if arrow is None:
        return None
    if not isinstance(told, Flick | SideFlick):
        raise scanner.error_before(arrow, "{ and the clauses ruled: only flicks have an actual flick")
    direction, speed = read_aim(scanner)
    return dataclasses.replace(told, direction_cdeg=direction, speed_mm_s=speed)


def _read_clauses(scanner: Scanner) -> tuple[Clause, ...]:
    scanner.expect(_BRACE, "{ and the clauses ruled")
    clauses = []
    while not scanner.take(_UNBRACE):
        clauses.append(Clause(scanner.expect(_CLAUSE, "a clause like BLK-12, or }")[0]))
    return tuple(clauses)


def _expect_end(scanner: Scanner) -> None:
    scanner.take(_COMMENT)
    if not scanner.end():
        raise scanner.error("the end of the line")

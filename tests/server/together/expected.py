"""What must come of a command, in a few lines of plain rules: the model that the server is compared with."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pennyflick.server.wire.messages import Json
from pennyflick.table import Seat, Side

DONE, ILLEGAL = "done", "illegal"
UNKEPT = ("no-seat", "failed", "malformed", "no-ask")  # refusals that are decided anew when the command comes again
PAST_VERSION = (
    DONE,
    "open-seat",
    "over",
    "not-over",
    "not-your-turn",
    "no-claim",
)  # what is asked only at the right version
ALLOWANCE = {"none": timedelta(days=7), "30s": timedelta(seconds=30), "1d": timedelta(days=1)}
GRACE = timedelta(seconds=5)
COARSE = timedelta(minutes=1)  # with no clock, being seen moves a deadline only by so much at once


@dataclass(frozen=True)
class Table:
    """A match as the model knows it."""

    id: str
    people: tuple[str, ...]  # the seats of people, taken or open
    time: str
    watched: bool  # anyone may look on
    hand: str
    holders: Mapping[str, str]  # seat -> browser
    open: tuple[str, ...]
    invited: tuple[str, ...]  # the seats to which there are links
    hash: str = ""
    version: int = 0
    act: tuple[str, ...] = ()
    over: bool = False
    gone: bool = False  # nobody lists it any more
    deadline: datetime | None = None
    wishes: frozenset[str] = frozenset()  # browsers that wish the end at this version
    again: frozenset[str] = frozenset()  # browsers that wish a rematch
    off: frozenset[str] = frozenset()  # browsers that have taken it off their lists

    @property
    def browsers(self) -> frozenset[str]:
        """Those who play."""
        return frozenset(self.holders.values())

    def seats(self, browser: str) -> tuple[str, ...]:
        """His seats."""
        return tuple(sorted(seat for seat, holder in self.holders.items() if holder == browser))

    def acts(self, browser: str) -> bool:
        """Whether he must act."""
        return any(seat in self.act for seat in self.seats(browser))


@dataclass(frozen=True)
class Asked:
    """A command, who gives it, when, and whether somebody who must act is at the table then."""

    match: str
    command: Json
    browser: str
    now: datetime
    attended: bool

    @property
    def name(self) -> str:
        """The command's id."""
        return str(self.command["id"])


def expected(table: Table, asked: Asked) -> str:
    """DONE, or the code of the refusal; an answer may still be ILLEGAL where DONE is expected."""
    command, mine = asked.command, table.seats(asked.browser)
    if command["seat"] not in mine if "seat" in command else not mine:
        return "no-seat"
    if command["version"] != table.version:
        return "stale" if command["version"] < table.version else "ahead"
    if command["type"] == "rematch":
        return DONE if table.over else "not-over"
    if table.open:
        return "open-seat"
    if table.over:
        return "over"
    if command["type"] == "answer" and command["seat"] not in table.act:
        return "not-your-turn"
    if command["type"] == "claim" and not _claimable(table, asked):
        return "no-claim"
    return DONE


def _claimable(table: Table, asked: Asked) -> bool:
    if table.deadline is None or _side(asked.command["seat"]) in map(_side, table.act):
        return False
    return asked.now >= table.deadline and not (table.time == "none" and asked.attended)


def moves_on(table: Table, asked: Asked) -> bool:
    """Whether a command that is done makes a version: a wish does when it was the last one missing."""
    match asked.command["type"]:
        case "withdraw" | "rematch":
            return False
        case "abandon":
            return table.wishes | {asked.browser} == table.browsers
        case _:
            return True


def wished(table: Table, asked: Asked) -> Table:
    """The table after a command that is done and makes no version."""
    match asked.command["type"]:
        case "rematch":
            return replace(table, again=table.again | {asked.browser})
        case "abandon":
            return replace(table, wishes=table.wishes | {asked.browser})
        case _:
            return replace(table, wishes=table.wishes - {asked.browser})


def handed_over(table: Table, giver: str, taker: str) -> Table:
    """The table after he has gone on at another device: all that was his is the other browser's."""
    holders = {seat: taker if holder == giver else holder for seat, holder in table.holders.items()}
    wishes, again = (
        frozenset(taker if each == giver else each for each in those) for those in (table.wishes, table.again)
    )
    return replace(table, holders=holders, wishes=wishes, again=again)


def deadline(table: Table, now: datetime, shot_s: float) -> datetime | None:
    """Until when whoever must act now has time; None: nobody could claim the match."""
    sides = {_side(seat) for seat in table.act}
    others = [seat for seat in table.holders if _side(seat) not in sides]
    acting = any(seat in table.people for seat in table.act)
    if table.open or table.over or len(table.browsers) < 2 or not acting or not others:
        return None
    return now + timedelta(seconds=shot_s) + GRACE + ALLOWANCE[table.time]


def seen(table: Table, browser: str, now: datetime) -> Table:
    """The table after he has come or gone: where there is no clock he is not absent."""
    later = now + ALLOWANCE["none"]
    if table.deadline is None or table.time != "none" or not table.acts(browser) or later - table.deadline < COARSE:
        return table
    return replace(table, deadline=later)


def may_sit(table: Table, browser: str, seat: str) -> bool:
    """One browser, one seat; only partners share a device."""
    return seat in table.open and all(_side(each) is _side(seat) for each in table.seats(browser))


def _side(seat: str) -> Side:
    return Seat.from_name(seat).side


def fits(table: Table, order: Iterable[Asked], told: Mapping[str, str], kept: Container[str]) -> bool:
    """Whether these codes are those of the commands one after the other, in this order; kept ones have theirs."""
    moved, answered = False, set[str]()
    for asked in order:
        if asked.name in kept or asked.name in answered:
            continue
        assumed = "stale" if moved and expected(table, asked) in PAST_VERSION else expected(table, asked)
        if told[asked.name] != assumed and not _is_illegal(asked, assumed, told[asked.name]):
            return False
        if told[asked.name] not in UNKEPT:
            answered.add(asked.name)
        if told[asked.name] == DONE and not moved:
            moved = moves_on(table, asked)
            table = table if moved else wished(table, asked)
    return True


def _is_illegal(asked: Asked, assumed: str, told: str) -> bool:
    """The model knows no geometry: a side-flick or a placement that looked possible may be refused by the rules."""
    return asked.command["type"] == "answer" and (assumed, told) == (DONE, ILLEGAL)

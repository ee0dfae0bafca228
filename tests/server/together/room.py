"""Four browsers, their pages and a server that may crash, step by step beside the model; after each step all agree."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from pennyflick.players.wander import decision_number
from pennyflick.server.client import answering
from pennyflick.server.pages.sessions import _holder
from pennyflick.server.play.invitations import token_of
from pennyflick.server.wire.messages import Json
from pennyflick.table import Seat
from tests.server.together.disk import Disk
from tests.server.together.expected import (
    DONE,
    UNKEPT,
    Asked,
    Table,
    deadline,
    expected,
    fits,
    handed_over,
    may_sit,
    moves_on,
    seen,
    wished,
)
from tests.server.together.in_process import Fate, InProcess, Line, Reply, Wall
from tests.server.together.page import Page

BROWSERS = {name: (name * 8)[:22] for name in ("ann", "bob", "cid", "eve")}  # who, and his cookie
SEE_OTHER, CONFLICT, GONE = 303, 409, 410
DELETED, NOT_FOR_YOU, NO_MATCH = 4410, 4403, 4404
REFUSALS_KEPT = 100
EXACT, VISIBLE = "exact", "visible good"
HIDDEN = 13_579  # hundredths of a degree: an aim that nobody may see
ROUNDED = timedelta(milliseconds=2)  # the store keeps whole milliseconds
SNAPPED = ("start", "at", "points", "instant_ms")  # points go to the spot they are near
DUMMY: Json = {"kind": "flick", "disc": "shooter", "direction_cdeg": 0, "speed_mm_s": 300}
SINGLES = {"seating": "friend", "starter": "one"}
DOUBLES = {"seating": "friend", "option.players": "doubles", "option.turn_limit": "6"}
KINDS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("penny-black", {**SINGLES, "time": "none"}),
    ("penny-black", {**SINGLES, "time": "30s", "hand.one": VISIBLE}),
    ("penny-black", {**SINGLES, "time": "1d", "watch": "nobody"}),
    ("penny-red", {**SINGLES, "time": "1d"}),
    ("penny-red", {**SINGLES, "time": "none", "hand.one": VISIBLE}),
    ("penny-blue", {**SINGLES, "time": "30s"}),
    ("pichenotte", {**DOUBLES, "time": "30s"}),
)


@dataclass
class Tab:
    """A page of a browser, and the line it has at the moment."""

    browser: str
    match: str
    page: Page
    line: Line | None = None
    deadline: datetime | None = None  # as the page was told

    @property
    def open(self) -> bool:
        """Whether the line is there."""
        return self.line is not None and not self.line.cut and self.line.code is None


class Room:
    """Everything that plays together."""

    def __init__(self, folder: Path, seed: int, workers: int = 1) -> None:
        self.wall = Wall()
        self.server = InProcess(folder, self.wall, seed, workers)
        self.disk = Disk(folder)
        self.dice = random.Random(seed)
        self.tables: dict[str, Table] = {}
        self.tabs: list[Tab] = []
        self.kept: dict[str, dict[str, Json]] = {}  # match -> id -> the reply that stays
        self.refusals: dict[str, list[str]] = {}  # match -> ids of refusals, oldest first
        self.secrets: dict[str, tuple[bytes, ...]] = {}  # match -> what may never travel by a socket
        self.numbers: dict[str, dict[bytes, frozenset[str]]] = {}  # match -> wander -> who may know it
        self.followed: set[str] = set()  # matches that had a rematch; it may be gone for good
        self.counts: Counter[str] = Counter()
        self._commands = itertools.count(1)

    async def start(self) -> None:
        """Begin."""
        await self.server.start()

    async def stop(self) -> None:
        """Leave nothing behind."""
        await self.server.crash()
        self.disk.close()

    # ---- tables and seats -------------------------------------------------------------------------------------------
    async def lay(self, browser: str, kind: int) -> None:
        """A new table, to which others are invited."""
        game, form = KINDS[kind % len(KINDS)]
        reply = await self._post(browser, f"/new/{game}", form)
        assert reply.status == SEE_OTHER, reply.body.decode()
        self._meet(_id_of(reply), form["time"], form.get("watch", "anyone"), form.get("hand.one", EXACT))

    async def sit(self, match: str, seat: str, *browsers: str) -> None:
        """These press *Sit down*, one right after the other."""
        table = self.tables[match]
        token = token_of(self.server.secret, match, seat)
        replies = [await self._post(browser, f"/join/{token}", {"hand": table.hand}) for browser in browsers]
        winners = [] if table.gone else [each for each in browsers if may_sit(table, each, seat)][:1]
        if winners:
            left = tuple(each for each in table.open if each != seat)
            self._seat(replace(table, holders={**table.holders, seat: winners[0]}, open=left))
        await self.settled()
        for browser, reply in zip(browsers, replies, strict=True):
            at_home = self.tables[match].holders.get(seat) == browser
            right = 404 if table.gone or seat not in table.invited else SEE_OTHER if at_home else 200
            assert reply.status == right, f"{browser} sits down at {seat}: {reply.status} instead of {right}"

    def _seat(self, table: Table) -> None:
        """Somebody sits there now; with the last of them time runs."""
        self.tables[table.id] = replace(table, deadline=deadline(table, self.wall(), 0.0))
        self._note_wander(table.id)

    async def rematch(self, match: str, browser: str) -> None:
        """He wants to play again at once: that is for who plays alone; others wish it at the table."""
        table = self.tables[match]
        reply = await self._post(browser, f"/match/{match}/rematch", {})
        if table.gone or browser not in table.browsers:
            assert reply.status in (403, 404), reply.status
        elif len(table.browsers) > 1:
            assert reply.status == CONFLICT, reply.status
        else:
            assert reply.status == SEE_OTHER, reply.body.decode()
            self._meet(_id_of(reply), table.time, "anyone" if table.watched else "nobody", table.hand)

    async def hand_over(self, match: str, giver: str, taker: str) -> None:
        """He goes on at another device, by a link that works once."""
        table = self.tables[match]
        reply = await self._post(giver, f"/match/{match}/handover", {})
        right = 404 if table.gone else 200 if table.seats(giver) else 403
        assert reply.status == right, f"{giver} offers his seat: {reply.status} instead of {right}"
        if right != 200:
            return
        (token,) = set(re.findall(rb"/go/([A-Za-z0-9_-]{22})", reply.body))
        self.secrets[match] = (*self.secrets[match], token)
        fetched = [await self._post(taker, f"/go/{token.decode()}", {}) for _ in range(2)]
        assert [each.status for each in fetched] == [SEE_OTHER, GONE], f"{taker} fetches the seats of {giver}"
        self.tables[match] = handed_over(table, giver, taker)
        self._note_wander(match)
        await self.settled()

    async def take_off(self, match: str, browser: str) -> None:
        """He takes the match off his list; with the last of them it is gone."""
        table = self.tables[match]
        reply = await self._post(browser, f"/match/{match}/delete", {})
        right = 404 if table.gone else SEE_OTHER if browser in table.browsers else 403
        assert reply.status == right, f"{reply.status} instead of {right}"
        if right == SEE_OTHER:
            off = table.off | {browser}
            self.tables[match] = replace(table, off=off, gone=off >= table.browsers)
        there = [tab for tab in self.tabs if tab.match == match and tab.open]
        await self.settled()
        for tab in there:
            assert tab.line is not None
            assert tab.line.code == (DELETED if self.tables[match].gone else None)

    async def look(self, match: str, browser: str) -> None:
        """He reads every page that there is of a match."""
        table = self.tables[match]
        for path in ("", "/snapshot.json", "/record.txt", f"/events/{table.version}.json"):
            reply = await self.server.request("GET", f"/match/{match}{path}", BROWSERS[browser])
            assert (reply.status == 200) == (
                self._lets_in(table, browser) and not (path[1:7] == "events" and not table.version)
            ), f"{browser} reads {match}{path}: {reply.status} {reply.body[:200]!r}"
            self._search_page(table, browser, reply.body)

    def _lets_in(self, table: Table, browser: str) -> bool:
        return not table.gone and (table.watched or bool(table.seats(browser)))

    def _meet(self, match: str, time: str, watch: str, hand: str) -> None:
        """A table that is new to the model: how it begins is what the disk says; from here on the model knows."""
        players, seed = self.disk.head(match)
        people = tuple(seat for seat, player in players.items() if player == "person")
        names = {_holder(cookie, self.server.secret): name for name, cookie in BROWSERS.items()}
        holders = {seat: names[holder] for seat, holder in self.disk.holders(match).items() if seat in people}
        live = next(live for service in self.server.services for live in service.matches.every() if live.id == match)
        self.kept[match], self.refusals[match], self.numbers[match] = {}, [], {}
        tokens = [token_of(self.server.secret, match, seat) for seat in people]
        told = (str(seed), f"{seed:x}", *tokens, *names, *BROWSERS.values())
        self.secrets[match] = tuple(each.encode() for each in told)
        still_open = tuple(seat for seat in people if seat not in holders)
        act = self.disk.stored(match).act
        watched = watch != "nobody"
        self._seat(Table(match, people, time, watched, hand, holders, still_open, still_open, live.hash, act=act))

    async def _post(self, browser: str, path: str, form: Mapping[str, str]) -> Reply:
        return await self.server.request("POST", path, BROWSERS[browser], form)

    # ---- lines ------------------------------------------------------------------------------------------------------
    async def visit(self, browser: str, match: str, version: int | None, hash_: str = "") -> Tab:
        """Another page of that browser, which has seen a version already or nothing."""
        table = self.tables[match]
        over = table.over and version == table.version
        page = Page() if version is None else Page(version, hash_, over, table.seats(browser), table.open)
        tab = Tab(browser, match, page)
        self.tabs.append(tab)
        await self.connect(tab)
        return tab

    async def connect(self, tab: Tab) -> None:
        """Open a line, and send again what was not answered."""
        tab.line = self.server.connect(tab.match, BROWSERS[tab.browser], tab.page.seen)
        await self.settled()
        table = self.tables[tab.match]
        if not self._lets_in(table, tab.browser):
            assert tab.line.code == (NO_MATCH if table.gone else NOT_FOR_YOU), tab.line.code
            return
        assert tab.open, f"closed with {tab.line.code}"
        self._seen(tab)
        for command in tab.page.opened():
            await self.say((tab, command))

    async def cut(self, tab: Tab) -> None:
        """The line is gone."""
        assert tab.line is not None
        self.server.cut(tab.line)
        await self.settled()
        self._seen(tab)

    def _seen(self, tab: Tab) -> None:
        self.tables[tab.match] = seen(self.tables[tab.match], tab.browser, self.wall())

    # ---- commands ---------------------------------------------------------------------------------------------------
    def name(self) -> str:
        """An id that no command had before."""
        return f"command-{next(self._commands):08d}"

    async def say(self, *said: tuple[Tab, Json]) -> None:
        """Commands of one match at one instant; each gets one reply, as if they had come in some order."""
        every = [(tab, self._asked(tab, command)) for tab, command in said]
        for tab, asked in every:
            assert tab.line is not None
            tab.page.replies.pop(asked.name, None)
            tab.line.send(asked.command)
        await self.settled()
        replies = [(asked, tab.page.replies[asked.name]) for tab, asked in every]
        self._take(replies)

    async def say_and_cut(self, tab: Tab, command: Json) -> None:
        """The line is cut before the reply: the command counts all the same."""
        assert tab.line is not None
        asked = self._asked(tab, command)
        tab.line.send(command)
        self.server.cut(tab.line)
        await self.settled()
        self._take_unheard(asked)
        self._seen(tab)

    async def say_and_crash(self, tab: Tab, command: Json, fate: Fate, down: timedelta) -> None:
        """The server dies at the write that the command makes, if it makes one."""
        assert tab.line is not None
        asked = self._asked(tab, command)
        self.server.store.fate = fate
        tab.line.send(command)
        await self.settled()
        if fate is Fate.SILENT or not self.server.store.stuck.is_set():
            self._take_unheard(asked)
        await self.crash(down)

    async def say_in_vain(self, tab: Tab, command: Json) -> None:
        """The disk is full for a moment: nothing happens, and the same command may come again."""
        assert tab.line is not None
        asked = self._asked(tab, command)
        wrote = asked.name not in self.kept[tab.match] and expected(self.tables[tab.match], asked) == DONE
        self.server.store.fate = Fate.FAILS
        tab.line.send(command)
        await self.settled()
        self.server.store.fate = Fate.KEPT
        code = _code(tab.page.replies[asked.name])
        assert not wrote or code in ("failed", "illegal"), (
            f"{command} was answered {code} by a server that cannot write"
        )

    async def crash(self, down: timedelta) -> None:
        """The server dies, and comes back after a while that it gives back to every clock."""
        await self.server.crash()
        self.wall.now += down
        await self.server.start()
        for match, table in self.tables.items():
            back = None if table.deadline is None else table.deadline + down
            self.tables[match] = replace(table, deadline=back)
        await self._meet_rematches()

    async def renew(self, worker: int) -> None:
        """One worker of several is replaced: its pages are cut, the others notice nothing."""
        for tab in self.tabs:
            if tab.open and tab.line is not None and tab.line.worker == worker:
                await self.cut(tab)
        await self.server.renew(worker)

    async def wait(self, time: timedelta) -> None:
        """Time goes by."""
        await self.server.pass_by(time)

    async def answer(self, tab: Tab) -> Json:
        """What a page at which it is one's turn answers; at any other, something that cannot be right now."""
        page, table = tab.page, self.tables[tab.match]
        mine = [seat for seat in page.act if seat in page.yours]
        if not mine or page.decision is None or table.open:
            return page.command("answer", self.name(), seat=self.dice.choice(page.yours or ("one",)), answer=DUMMY)
        wishing = answering(page.decision, self.dice)
        try:
            wish = next(wishing)
            while True:
                wish = wishing.send(await self._nearest(tab, wish))
        except StopIteration as answered:
            watched = {"instant_ms": 0} if table.hand == VISIBLE and "flick" in answered.value["kind"] else {}
            return page.command("answer", self.name(), seat=mine[0], answer={**answered.value, **watched})

    async def _nearest(self, tab: Tab, wish: Mapping[str, object]) -> list[float]:
        assert tab.line is not None
        asked = tab.page.command("nearest", self.name(), **wish)
        tab.line.send(asked)
        await self.settled()
        point: list[float] = tab.page.replies[asked["id"]]["point"]
        return point

    def _asked(self, tab: Tab, command: Json) -> Asked:
        table = self.tables[tab.match]
        attended = any(each.open and each.match == tab.match and table.acts(each.browser) for each in self.tabs)
        return Asked(tab.match, command, tab.browser, self.wall(), attended)

    # ---- what came of them ------------------------------------------------------------------------------------------
    def _take_unheard(self, asked: Asked) -> None:
        """Nobody has heard the reply, but it stands on the disk."""
        reply = self.disk.reply(asked.match, asked.name)
        if reply is None:  # a rematch is stored before the last wish for it
            begun = asked.command["type"] == "rematch" and self.disk.rematches(asked.match)
            assert begun or expected(self.tables[asked.match], asked) in UNKEPT, f"nothing is kept of {asked.command}"
        else:
            self._take([(asked, reply)])

    def _take(self, replies: Sequence[tuple[Asked, Json]]) -> None:
        """The commands have been answered so: there must be an order in which that is right."""
        table, kept = self.tables[replies[0][0].match], self.kept[replies[0][0].match]
        for asked, reply in replies:
            self._compare(kept.get(asked.name), reply)
        told = {asked.name: _code(reply) for asked, reply in replies}
        for order in itertools.permutations(replies):
            if fits(table, [asked for asked, _ in order], told, kept):
                break
        else:
            raise AssertionError(f"{told} fits no order of {[asked for asked, _ in replies]} at {table}")
        for asked, reply in order:
            self._apply(asked, reply)

    def _compare(self, first: Json | None, reply: Json) -> None:
        for part in ("type", "code", "version", "hash"):
            assert first is None or first.get(part) == reply.get(part), f"answered {first}, and later {reply}"

    def _apply(self, asked: Asked, reply: Json) -> None:
        code, table = _code(reply), self.tables[asked.match]
        if asked.name in self.kept[asked.match] or code in UNKEPT:
            self.counts["again" if asked.name in self.kept[asked.match] else code] += 1
            return
        self.counts[code] += 1
        self.kept[asked.match][asked.name] = reply
        if code != DONE:
            self._forget_refusals(asked)
        elif moves_on(table, asked):
            self._move(asked, reply)
        else:
            self.tables[asked.match] = wished(table, asked)

    def _forget_refusals(self, asked: Asked) -> None:
        names = self.refusals[asked.match]
        names.append(asked.name)
        for old in names[:-REFUSALS_KEPT]:
            del self.kept[asked.match][old]
        del names[:-REFUSALS_KEPT]

    def _move(self, asked: Asked, reply: Json) -> None:
        """One version more, and it is this command's; what only physics knows is learnt from the disk."""
        table, stored = self.tables[asked.match], self.disk.stored(asked.match)
        assert stored.version == table.version + 1 == reply["version"], f"{asked.command}: {stored} after {table}"
        assert stored.hash == reply["hash"], f"{asked.command}: {stored}, but {reply}"
        assert _made(asked.command, stored.answer, stored.kind), f"{stored} is not what came of {asked.command}"
        table = replace(table, version=stored.version, hash=stored.hash, act=stored.act, over=stored.over)
        table = replace(table, wishes=frozenset(), deadline=deadline(table, asked.now, stored.shot_s))
        self.tables[table.id] = table
        self._note_wander(table.id)

    def _note_wander(self, match: str) -> None:
        """Whose hand the next decision's number moves: nobody else may know it."""
        table, (_, seed) = self.tables[match], self.disk.head(match)
        may_know = frozenset(
            table.holders[seat] for seat in table.act if seat in table.holders and table.hand == VISIBLE
        )
        numbers = self.numbers[match]
        numbers[decision_number(seed, table.version + 1).encode()] = may_know
        for old in list(numbers)[:-4]:
            del numbers[old]

    # ---- what everybody hears ---------------------------------------------------------------------------------------
    async def settled(self) -> None:
        """Let the server do all it can; every page hears what it was told, and asks what it does not understand."""
        await self.server.settle()
        while [tab for tab in self.tabs if self._hear(tab)]:
            await self.server.settle()
        await self._meet_rematches()

    async def _meet_rematches(self) -> None:
        """As soon as there is one: the model meets a table by what the server knows of it."""
        for table in tuple(self.tables.values()):
            for again in self.disk.rematches(table.id):
                if again not in self.tables:
                    await self.server.services[0].matches.get(again)
                    self.followed.add(table.id)
                    self._meet(again, table.time, "anyone" if table.watched else "nobody", table.hand)
                    assert self.tables[again].holders == table.holders, "a rematch seats others"

    def _hear(self, tab: Tab) -> bool:
        """Whether the page asked something because of what it heard."""
        asked = False
        for frame in () if tab.line is None else tab.line.taken():
            self._search(tab, frame)
            before = tab.page.clock
            asks = tab.page.hear(frame)
            if tab.page.clock is not before and tab.page.clock is not None:
                tab.deadline = self.wall() + timedelta(milliseconds=tab.page.clock["left_ms"])
            if asks and tab.line is not None:
                tab.line.send(*asks)
                asked = True
        return asked

    def _search(self, tab: Tab, frame: bytes) -> None:
        """Every byte that leaves by a socket."""
        for secret in self.secrets[tab.match]:
            assert secret not in frame, f"{tab.browser} heard {secret!r}"
        for number, may_know in self.numbers[tab.match].items():
            assert tab.browser in may_know or number not in frame, f"{tab.browser} heard another's wander"
        assert b'"aimed"' not in frame or str(HIDDEN).encode() not in frame, f"{tab.browser} saw a hidden aim"

    def _search_page(self, table: Table, browser: str, body: bytes) -> None:
        """Every byte of a page: who sits there may see its links; the seed is told when all is over."""
        own = {BROWSERS[browser].encode()}
        seeds, tokens = set(self.secrets[table.id][:2]), set(self.secrets[table.id][2 : 2 + len(table.people)])
        public = own | (seeds if table.over else set()) | (tokens if table.seats(browser) else set())
        for secret in self.secrets[table.id]:
            assert secret in public or secret not in body, f"{browser} read {secret!r}"

    # ---- what must hold ---------------------------------------------------------------------------------------------
    def check(self) -> None:
        """The disk, the server's memory, every page and the model agree; exactly one party is waited for."""
        for table in [each for each in tuple(self.tables.values()) if not each.gone]:
            self._check_disk(table)
            self._check_waiting(table)
            self._check_rematch(table)
            for tab in self.tabs:
                if tab.match == table.id and tab.open:
                    self._check_page(table, tab)
        lone = len(self.server.services) == 1
        for live in [live for service in self.server.services for live in service.matches.every()]:
            if live.id in self.tables and (lone or live.listeners):  # of several, who shows it to nobody may be behind
                table = self.tables[live.id]
                held = (live.version, live.hash, set(live.open_seats))
                assert held == (table.version, table.hash, set(table.open)), f"{held} in memory, not {table}"
                assert _close(live.deadline, table.deadline), f"{live.deadline} in memory, {table.deadline} right"

    def _check_disk(self, table: Table) -> None:
        version, digest = self.disk.standing(table.id)
        assert version == table.version, f"version {version} on the disk, {table.version} right"
        assert not version or digest == table.hash
        stored = self.disk.stored(table.id)
        assert (stored.over, stored.act) == (table.over, table.act)
        assert _close(stored.deadline, table.deadline), f"{stored.deadline} on the disk, {table.deadline} right"
        for kind, right in (("end", table.wishes), ("rematch", table.again)):
            wishing = {table.holders[seat] for seat in self.disk.wishes(table.id, kind, version)}
            assert wishing == right, f"{wishing} wish {kind} on the disk, {right} right"

    def _check_waiting(self, table: Table) -> None:
        if table.over:
            assert not table.act
        else:
            assert len({Seat.from_name(seat).side for seat in table.act}) == 1, f"{table.act} are waited for"

    def _check_rematch(self, table: Table) -> None:
        """One at the most, and only when all wished for it; the last wish may still be on its way."""
        begun = self.disk.rematches(table.id)
        assert len(begun) <= 1, f"{table.id} is followed by {begun}"
        wanted = table.over and table.again == table.browsers and table.id not in self.followed
        assert begun or not wanted, f"all want a rematch of {table}"
        for again in begun:
            assert len(table.again) >= len(table.browsers) - 1, f"a rematch of {table} that not all wished for"
            assert again in self.tables, f"the rematch {again} came from nowhere"

    def _check_page(self, table: Table, tab: Tab) -> None:
        page = tab.page
        shown = (page.version, page.hash, page.over, page.act)
        assert shown == (table.version, table.hash, table.over, table.act), f"{tab.browser} sees {shown}, not {table}"
        wishing = [frozenset(table.holders[seat] for seat in seats) for seats in (page.wishes, page.again)]
        assert wishing == [table.wishes, table.again], f"{tab.browser} sees {wishing}, not {table}"
        there = [each for each in self.disk.rematches(table.id) if not self.tables[each].gone]
        assert table.again != table.browsers or not there or page.next in there, f"{tab.browser} waits"
        told = None if page.clock is None else tab.deadline
        assert _close(told, table.deadline), f"{tab.browser} was told {told}, {table.deadline} is right"
        seats = set(page.yours), set(page.open)
        assert seats == (set(table.seats(tab.browser)), set(table.open)), f"{tab.browser} sees {seats}, not {table}"


def _close(one: datetime | None, two: datetime | None) -> bool:
    return one is two if one is None or two is None else abs(one - two) <= ROUNDED


def _id_of(reply: Reply) -> str:
    return reply.headers["location"].removeprefix("/match/")


def _code(reply: Json) -> str:
    return str(reply["code"] if reply["type"] == "refused" else reply["type"])


def _made(command: Json, answer: Json | None, kind: str) -> bool:
    """Whether this is the version that the command makes."""
    match command["type"]:
        case "answer":
            told = {key: value for key, value in command["answer"].items() if key not in SNAPPED}
            return kind == "action" and answer is not None and told.items() <= answer.items()
        case "resign":
            return kind == "action" and answer == {"kind": "resign"}
        case "abandon":
            return kind in ("agreed", "abandoned")
        case _:
            return kind == "on-time"

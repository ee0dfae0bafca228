"""The rules by which Hypothesis lets four browsers, a clock and a crashing server loose on each other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pennyflick.server.store.secrets import InFolder, cookie_secret
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.wire.messages import Json
from tests.server.together.in_process import Fate
from tests.server.together.room import BROWSERS, HIDDEN, Room, Tab

MOST_TABLES, MOST_TABS = 3, 8
MEMORY = Path(
    "/dev/shm"
)  # where there is one, no disk slows the steps down: what is lost by a crash is decided by dice
STEPS, EXAMPLES = 100, 40  # of an example, and of one call
SPANS = tuple(timedelta(seconds=s) for s in (0, 1, 31, 40, 70, 3_600, 86_400, 90_000, 8 * 86_400))

browsers = st.sampled_from(tuple(BROWSERS))
picks = st.integers(0, 63)  # which of those there are, counted round
spans = st.sampled_from(SPANS)
fates = st.sampled_from((Fate.LOST, Fate.SILENT))
coin = st.booleans()


class Complaints(logging.Handler):
    """What the server logs as an error: nothing but that a full disk is full."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        if "could not be stored" not in record.getMessage():
            self.heard.append(self.format(record))


class Together(RuleBasedStateMachine):
    """One example: a server of its own from the first table to the last crash."""

    template: Path
    complaints = Complaints()
    steps = 0
    workers = 1
    counts: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=_fast()))
        shutil.copytree(self.template, self.folder, dirs_exist_ok=True)
        self.loop = asyncio.new_event_loop()
        self.room: Room | None = None

    def teardown(self) -> None:
        if self.room is not None:
            Together.counts += self.room.counts
            self._do(self.room.stop())
        self.loop.close()
        shutil.rmtree(self.folder)

    @initialize(kind=picks, seed=st.integers(0, 2**32 - 1))
    def begin(self, kind: int, seed: int) -> None:
        """A table that waits."""
        self.room = Room(self.folder, seed, self.workers)
        self._do(self.room.start())
        self._do(self.room.lay("ann", kind))

    @precondition(lambda self: not self._acting)
    @rule(kind=picks, seated=st.integers(0, 5))
    def meet(self, kind: int, seated: int) -> None:
        """A table with everybody at it, or now and then with a seat still open; and somebody who looks on."""
        room = self._room
        self._do(room.lay("ann", kind))
        table = list(room.tables.values())[-1]
        for tab in room.tabs[: -MOST_TABS // 2]:
            self._close(tab)
        for seat, browser in zip(table.open, ("bob", "cid", "eve")[: seated or 1], strict=False):
            self._do(room.sit(table.id, seat, browser))
        for browser in BROWSERS:
            self._do(room.visit(browser, table.id, None))

    # ---- tables and seats -------------------------------------------------------------------------------------------
    @precondition(lambda self: len([table for table in self.room.tables.values() if not table.over]) < MOST_TABLES)
    @rule(browser=browsers, kind=picks)
    def lay(self, browser: str, kind: int) -> None:
        self._do(self._room.lay(browser, kind))

    @precondition(lambda self: any(table.open for table in self.room.tables.values()))
    @rule(pick=picks, one=browsers, two=browsers)
    def sit(self, pick: int, one: str, two: str) -> None:
        awaiting = [table for table in self._room.tables.values() if table.open]
        table = awaiting[pick % len(awaiting)]
        self._do(self._room.sit(table.id, table.open[pick % len(table.open)], one, two))

    @rule(match=picks, pick=picks, browser=browsers)
    def sit_where_somebody_may_sit(self, match: int, pick: int, browser: str) -> None:
        table = self._room.tables[self._match(match)]
        self._do(self._room.sit(table.id, table.people[pick % len(table.people)], browser))

    @precondition(lambda self: any(table.over for table in self.room.tables.values()))
    @rule(pick=picks, browser=browsers)
    def rematch(self, pick: int, browser: str) -> None:
        over = [table.id for table in self._room.tables.values() if table.over]
        self._do(self._room.rematch(over[pick % len(over)], browser))

    @precondition(lambda self: any(self.room.tables[tab.match].over for tab in self._open))
    @rule(picked=st.lists(picks, min_size=1, max_size=3))
    def wish_a_rematch(self, picked: list[int]) -> None:
        for pick in picked:
            over = [tab for tab in self._open if self._room.tables[tab.match].over]
            tab = over[pick % len(over)]
            self._say(tab, tab.page.command("rematch", self._room.name()))
            self._room.check()

    @rule(pick=picks, giver=browsers, taker=browsers)
    def go_on_at_another_device(self, pick: int, giver: str, taker: str) -> None:
        """One that has nothing to do with the table yet."""
        table = self._room.tables[self._match(pick)]
        if not table.seats(taker) and not table.off & {giver, taker}:
            self._do(self._room.hand_over(table.id, giver, taker))

    @precondition(lambda self: len(self.room.tables) > 1)
    @rule(match=picks, browser=browsers)
    def take_off_the_list(self, match: int, browser: str) -> None:
        self._do(self._room.take_off(self._match(match), browser))

    @rule(match=picks, browser=browsers)
    def look_at_the_pages(self, match: int, browser: str) -> None:
        self._do(self._room.look(self._match(match), browser))

    # ---- lines ------------------------------------------------------------------------------------------------------
    @precondition(lambda self: len(self.room.tabs) < MOST_TABS)
    @rule(match=picks, browser=browsers)
    def open_a_page(self, match: int, browser: str) -> None:
        self._do(self._room.visit(browser, self._match(match), None))

    @precondition(lambda self: len(self.room.tabs) < MOST_TABS and self._open)
    @rule(pick=picks, browser=browsers, back=st.integers(0, 30))
    def open_a_page_at_an_old_version(self, pick: int, browser: str, back: int) -> None:
        tab = self._tab(pick)
        known = [*tab.page.hashes.items()]
        self._do(self._room.visit(browser, tab.match, *known[-1 - back % len(known)]))

    @precondition(lambda self: len(self.room.tabs) < MOST_TABS)
    @rule(match=picks, browser=browsers, ahead=st.integers(1, 9))
    def open_a_page_of_the_future(self, match: int, browser: str, ahead: int) -> None:
        table = self._room.tables[self._match(match)]
        self._do(self._room.visit(browser, table.id, table.version + ahead, "not yet"))

    @precondition(lambda self: self._open)
    @rule(pick=picks)
    def cut(self, pick: int) -> None:
        self._do(self._room.cut(self._tab(pick)))

    @precondition(lambda self: self._open)
    @rule(pick=picks)
    def close_a_page(self, pick: int) -> None:
        self._close(self._tab(pick))

    @precondition(lambda self: any(not tab.open for tab in self.room.tabs))
    @rule(pick=picks)
    def reconnect(self, pick: int) -> None:
        cut = [tab for tab in self._room.tabs if not tab.open]
        self._do(self._room.connect(cut[pick % len(cut)]))

    # ---- commands ---------------------------------------------------------------------------------------------------
    @precondition(lambda self: self._open)
    @rule(pick=picks)
    def act(self, pick: int) -> None:
        self._say(self._tab(pick), self._answer(self._tab(pick)))

    @precondition(lambda self: self._acting)
    @rule(pick=picks)
    def act_in_turn(self, pick: int) -> None:
        tab = self._acting[pick % len(self._acting)]
        self._say(tab, self._answer(tab))

    @precondition(lambda self: self._acting)
    @rule(pick=picks, times=st.integers(2, 8))
    def play_on(self, pick: int, times: int) -> None:
        for each in range(times):
            if self._acting:
                self.act_in_turn(pick + each)
                self._room.check()

    @precondition(lambda self: self._open)
    @rule(pick=picks, aside=st.integers(-3, 3))
    def act_at_another_version(self, pick: int, aside: int) -> None:
        tab = self._tab(pick)
        command = self._answer(tab)
        command["version"] = max(0, command["version"] + aside)
        self._say(tab, command)

    @precondition(lambda self: self._open)
    @rule(pick=picks, old=st.integers(0, 1_000))
    def say_it_again(self, pick: int, old: int) -> None:
        """An id that had its answer, with other contents even, over any line of that match."""
        tab = self._tab(pick)
        kept = list(self._room.kept[tab.match])
        if kept:
            self._say(tab, tab.page.command("resign", kept[-1 - old % len(kept)], seat="one"))

    @precondition(lambda self: self._acting)
    @rule(pick=picks, other=picks, same=coin)
    def act_at_one_instant(self, pick: int, other: int, same: bool) -> None:
        """Two pages send: two commands, or one and the same."""
        tab = self._acting[pick % len(self._acting)]
        others = [each for each in self._open if each.match == tab.match and each is not tab]
        command = self._answer(tab)
        if not others:
            self._say(tab, command)
            return
        late = others[other % len(others)]
        if same and late.browser == tab.browser:
            late.page.waiting[command["id"]] = command
            self._do(self._room.say((tab, command), (late, command)))
        else:
            self._do(self._room.say((tab, command), (late, self._ending(late, other))))

    @precondition(lambda self: self._open)
    @rule(pick=picks, kind=st.integers(0, 11))
    def end_early(self, pick: int, kind: int) -> None:
        self._say(self._tab(pick), self._ending(self._tab(pick), kind))

    @precondition(lambda self: self._open)
    @rule(pick=picks, span=spans)
    def claim_after_a_while(self, pick: int, span: timedelta) -> None:
        self._do(self._room.wait(span))
        self._say(self._tab(pick), self._ending(self._tab(pick), 0))

    @precondition(lambda self: self._open)
    @rule(pick=picks)
    def act_and_be_cut(self, pick: int) -> None:
        self._do(self._room.say_and_cut(self._tab(pick), self._answer(self._tab(pick))))

    @precondition(lambda self: self._open)
    @rule(pick=picks, kind=st.integers(0, 11))
    def end_early_and_be_cut(self, pick: int, kind: int) -> None:
        self._do(self._room.say_and_cut(self._tab(pick), self._ending(self._tab(pick), kind)))

    @precondition(lambda self: self._open)
    @rule(pick=picks)
    def act_while_the_disk_is_full(self, pick: int) -> None:
        self._do(self._room.say_in_vain(self._tab(pick), self._answer(self._tab(pick))))

    @precondition(lambda self: self._open)
    @rule(pick=picks, hidden=coin)
    def aim(self, pick: int, hidden: bool) -> None:
        """In passing: where somebody aims, which nobody sees who may not."""
        tab = self._tab(pick)
        assert tab.line is not None
        aim = {"disc": "shooter", "direction_cdeg": HIDDEN if hidden else 1, "speed_mm_s": 300, "start": None}
        seat = tab.page.yours[0] if tab.page.yours else "one"
        told: Json = {"type": "aim", "version": tab.page.version, "seat": seat, "aim": aim}
        attends: list[Json] = [{"type": "attend", "aims": not hidden}, told, {"type": "attend", "aims": True}]
        tab.line.send(*attends, {"type": "say", "seat": seat, "phrase": "ha"})
        self._do(self._room.settled())

    # ---- time and crashes -------------------------------------------------------------------------------------------
    @rule(span=spans)
    def wait(self, span: timedelta) -> None:
        self._do(self._room.wait(span))

    @rule(down=spans, back=st.integers(0, 255))
    def crash(self, down: timedelta, back: int) -> None:
        self._do(self._room.crash(down))
        self._come_back(back)

    @precondition(lambda self: self._open)
    @rule(pick=picks, fate=fates, down=spans, back=st.integers(0, 255), turn=coin)
    def crash_at_a_write(self, pick: int, fate: Fate, down: timedelta, back: int, turn: bool) -> None:
        tab = self._acting[pick % len(self._acting)] if turn and self._acting else self._tab(pick)
        command = self._answer(tab) if turn else self._ending(tab, pick // 4 + 8)
        self._do(self._room.say_and_crash(tab, command, fate, down))
        self._come_back(back)

    @precondition(lambda self: self.workers > 1)
    @rule(pick=picks, back=st.integers(0, 255))
    def renew_a_worker(self, pick: int, back: int) -> None:
        self._do(self._room.renew(pick % self.workers))
        self._come_back(back)

    @invariant()
    def all_agree(self) -> None:
        if self.room is not None:
            Together.steps += 1
            self.room.check()
            assert not self.complaints.heard, self.complaints.heard.pop()

    # ---- what there is ----------------------------------------------------------------------------------------------
    @property
    def _room(self) -> Room:
        assert self.room is not None
        return self.room

    @property
    def _open(self) -> list[Tab]:
        return [tab for tab in self._room.tabs if tab.open]

    @property
    def _acting(self) -> list[Tab]:
        tables = self._room.tables
        return [tab for tab in self._open if tables[tab.match].acts(tab.browser) and not tables[tab.match].open]

    def _tab(self, pick: int) -> Tab:
        """Three times out of four one where something goes on, if there is one."""
        tables = self._room.tables
        playing = [tab for tab in self._open if not tables[tab.match].over and not tables[tab.match].open]
        chosen = playing if playing and pick % 4 else self._open
        return chosen[pick // 4 % len(chosen)]

    def _match(self, pick: int) -> str:
        return list(self._room.tables)[pick % len(self._room.tables)]

    def _ending(self, tab: Tab, kind: int) -> Json:
        """Claims, wishes, second thoughts; what ends a match at once comes less often, so that there is play."""
        page, name = tab.page, self._room.name()
        seat = page.yours[0] if page.yours else "two"
        if kind == 11:
            return page.command("resign", name, seat=seat)
        if kind in (7, 12, 16, 20):
            return page.command("rematch", name)
        if kind in (1, 4):
            return page.command("abandon", name)
        return page.command("withdraw", name, wish="end") if kind % 3 == 2 else page.command("claim", name, seat=seat)

    def _answer(self, tab: Tab) -> Json:
        found: Json = self._do(self._room.answer(tab))
        return found

    def _say(self, tab: Tab, command: Json) -> None:
        self._do(self._room.say((tab, command)))

    def _close(self, tab: Tab) -> None:
        if tab.open:
            self._do(self._room.cut(tab))
        self._room.tabs.remove(tab)

    def _come_back(self, which: int) -> None:
        for index, tab in enumerate(self._room.tabs):
            if which >> index & 1 and not tab.open:
                self._do(self._room.connect(tab))

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)


def _fast() -> Path | None:
    return MEMORY if MEMORY.is_dir() else None


@contextlib.contextmanager
def _template() -> Iterator[None]:
    """An empty folder that every example copies: a schema takes longer to make than to copy. And ears for the log."""
    log = logging.getLogger("pennyflick.server")
    propagated, log.propagate = log.propagate, False
    log.addHandler(Together.complaints)
    with tempfile.TemporaryDirectory(dir=_fast()) as folder:
        Together.template = Path(folder)
        asyncio.run(cookie_secret(InFolder(Together.template)))
        asyncio.run(SqliteEngine(Together.template).close())
        try:
            yield
        finally:
            log.removeHandler(Together.complaints)
            log.propagate = propagated


SHORTEST = (Phase.generate, Phase.shrink)  # a story that went wrong is told as shortly as it can be
FIRST = (Phase.generate,)  # as it was found


def run(
    steps: int,
    tell: Callable[[int], None] = lambda _: None,
    phases: tuple[Phase, ...] = SHORTEST,
    first_seed: int = 1,
    workers: int = 1,
) -> Counter[str]:
    """At least so many steps, in examples of some; how often each thing was answered. Raises AssertionError.

    Each call of Hypothesis has a seed of its own: left to itself it takes the same examples each time where it believes
    to be in continuous integration.
    """
    chosen = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=False,
        database=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )
    Together.steps, Together.counts, Together.workers = 0, Counter(), workers
    with _template():
        for each in count(first_seed):
            if Together.steps >= steps:
                break
            run_state_machine_as_test(seed(each)(Together), settings=chosen)
            tell(Together.steps)
    return Together.counts + Counter(steps=Together.steps)

"""A real server, a real Chromium, and a person who plays through the page's own controls."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from pennyflick.physics import PHYSICS_VERSION
from pennyflick.rules.rulebook import RULES_VERSION
from tests.server.conftest import Serving

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 30_000
FULL_PULL_PX, GAIN_A_PX = 140, 1.0245  # a pixel of pull makes a flick so many times as fast, up to 4000 mm/s
# A match of two people (or of one and the house) that has not begun yet, in a position.
RECORD = """[Game "{game}"]
[Options "{options}"]
[One "Ann"]
[Two "Bo"]
[PlayerTwo "{two}"]
[Starter "{starter}"]
[Setup "{position}"]
[Pennyflick "0"]
[Rules "{rules}"]
[Physics "{physics}"]
[Result "*"]
"""
# Where a disc is on the screen, and where a direction of the board points to there.
SEEN = """([disc, degrees]) => {
    const ctm = document.querySelector("#board g.table").getScreenCTM();
    const { e, f } = document.querySelector(`#board [data-disc="${disc}"]`).transform.baseVal.getItem(0).matrix;
    const at = new DOMPoint(e, f).matrixTransform(ctm);
    const [ux, uy] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    const to = new DOMPoint(e + ux, f + uy).matrixTransform(ctm);
    const length = Math.hypot(to.x - at.x, to.y - at.y);
    return [at.x, at.y, (to.x - at.x) / length, (to.y - at.y) / length];
}"""


def browser_path() -> str:
    """Where this machine has its Chromium."""
    return next(found for name in BROWSERS if (found := shutil.which(name)))


def looked_at(every: Sequence[Any], *some: int) -> list[Any]:
    """What a test is run with: these by their numbers, or with `make browser-all` every one."""
    return list(every) if os.environ.get("PENNYFLICK_BROWSER_ALL") else [every[number] for number in some]


class Server:
    """`pennyflick serve` in a process of its own, which can be killed and started again."""

    def __init__(self, data: Path, port: int = 0, words: Sequence[str] = ()) -> None:
        self.data = data
        self.port = port
        self.words = words
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pennyflick", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                break
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        for _ in range(1_200):  # the very first start compiles the simulator
            with urllib.request.urlopen(f"{self.address}/health") as reply:
                if json.load(reply)["ready"]:
                    return
            time.sleep(0.1)
        raise AssertionError("the server did not become ready")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


class ServedHere:
    """A server in a thread of this process, for tests that move its clock or look inside."""

    def __init__(self, serving: Serving) -> None:
        self.address = serving.address.rstrip("/")


@contextlib.contextmanager
def served_here(data: Path, **settings: Any) -> Iterator[ServedHere]:
    """Such a server, from start to stop."""
    serving = Serving(data, **settings)
    serving.start()
    yield ServedHere(serving)
    serving.stop()


EXACT_HANDS = """() => document.querySelectorAll('[name^="hand."]').forEach((select) => (select.value = "exact"))"""


@dataclass
class Person:
    """Somebody at a table, who uses nothing but what the page offers."""

    page: Page
    server: Server
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, path: str = "/") -> None:
        self.page.goto(self.server.address + path)

    def start(self, game: str, **choices: str) -> None:
        """From the home page through the options to the table."""
        self.open()
        self.page.locator("article", has_text=f"Play {game}").get_by_role("link", name=f"Options of {game}").click()
        self.page.get_by_text("More: every option").click()
        self.page.evaluate(EXACT_HANDS)  # a test that is about a hand says so
        if any(name.startswith("hand__") for name in choices):
            self.page.locator('details:has([name="hand.one"]) > summary').click()
        for name, value in choices.items():
            control = self.page.locator(f'[name="{name.replace("__", ".")}"]')
            if control.first.get_attribute("type") == "radio":
                self.page.locator(f'[name="{name}"][value="{value}"]').check()
            elif control.get_attribute("type") == "checkbox":
                control.set_checked(value == "yes")
            elif control.evaluate("each => each.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        self.page.get_by_role("button", name="Start the match").first.click()
        self.page.wait_for_selector("#board svg")

    def set_up(self, game: str, position: str, **tags: str) -> None:
        """A match that begins in a position: its record is opened, and tried again from there."""
        told = {"game": game, "options": "", "two": "person", "starter": "one"} | tags
        text = RECORD.format(position=" ".join(position.split()), rules=RULES_VERSION, physics=PHYSICS_VERSION, **told)
        self.open("/matches")
        self.page.fill("#record-text", text)
        self.page.get_by_role("button", name="Open it").click()
        self.page.get_by_role("button", name="Try again from here").click()
        self.page.wait_for_url(lambda url: not url.endswith("/replay"))
        self.page.wait_for_selector("#board svg")

    def pull(self, disc: str, direction: float, speed: float) -> None:
        """Presses a disc, pulls it back with the mouse and lets go."""
        x, y, ux, uy = self.page.evaluate(SEEN, [disc, direction])
        far = FULL_PULL_PX - math.log(4000 / speed) / math.log(GAIN_A_PX)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x - far * ux, y - far * uy, steps=8)
        self.page.wait_for_timeout(80)
        self.page.mouse.up()

    @property
    def is_over(self) -> bool:
        return self.page.locator("#over").is_visible()

    def my_turn(self) -> bool:
        """Waits until something can be done, skipping what is being shown; False: the match is over."""
        self.page.wait_for_function(
            """() => {
                const skip = document.getElementById("skip");
                if (skip && !skip.hidden) skip.click();
                const ending = document.getElementById("over");
                if (!ending) return false; // the page before this one is still there
                const over = !ending.hidden;
                const can = document.querySelector("#controls #fire, #controls [data-choose]");
                return over || (can && skip.hidden && !document.body.hasAttribute("data-sending"));
            }""",
            polling=50,
        )
        return not self.is_over

    def version(self) -> int:
        return int(self.page.locator("#history > li").count())

    def act(self, direction: float | None = None, speed: int | None = None) -> None:
        """One decision through the controls: the flick as typed, the placement as suggested, or the first choice."""
        before = self.version()
        if self.page.locator("#aim-direction").count():
            self.aim(direction, speed)
        if self.page.locator("#fire").count():
            self.page.click("#fire")
        else:
            self.page.locator("[data-choose]").first.click()
        self.page.wait_for_function(
            "before => document.querySelectorAll('#history > li').length > before "
            "|| document.getElementById('keeping').classList.contains('refused')",
            arg=before,
        )

    def fine(self) -> None:
        """Opens *Fine aim*, if there is one and it is closed."""
        if self.page.locator("#fine:not([open])").count():
            self.page.click("#fine-aim")

    def aim(self, direction: float | None = None, speed: int | None = None) -> None:
        """Types the aim; without a direction what is aimed stays, and what is not goes through the middle."""
        self.fine()
        if direction is None and not self.page.input_value("#aim-direction"):
            direction = self._through_the_middle()
        for name, value in (("direction", direction), ("speed", speed)):
            if value is not None:
                self.page.fill(f"#aim-{name}", str(value))
                self.page.locator(f"#aim-{name}").blur()

    def _through_the_middle(self) -> float | None:
        if self.page.inner_text("#fire") == "Side-flick":  # only straight onto the board is always possible
            self.page.focus("#board")
            self.page.keyboard.press("t")
            return None
        x, y = self.page.evaluate(
            """() => {
                const { cx, cy } = document.querySelector("#board .pick.chosen");
                return [cx.baseVal.value, cy.baseVal.value];
            }"""
        )
        second = self.position()["now"]["decision"]["seats"][0].startswith("two")
        if math.hypot(x, y) <= 20:
            return 180.0 if second else 0.0
        return round(math.degrees(math.atan2(-y, -x)) % 360, 2) % 360

    def position(self) -> Any:
        """The match as the server tells it, to compare the page with."""
        return self.page.request.get(self.page.url + "/snapshot.json").json()

    def play_to_the_end(self, most: int = 400) -> None:
        for number in range(most):
            if not self.my_turn():
                return
            refused = self.page.locator("#keeping.refused").count()
            self.act(direction=(number * 77.7) % 360 if refused else None, speed=900 + 300 * (number % 4))
        raise AssertionError("the match did not end")

    def axe(self) -> list[str]:
        """What keeps people out, in both themes."""
        found: list[str] = []
        for theme in ("light", "dark"):
            self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            result: dict[str, Any] = Axe().run(self.page)
            for each in result["violations"]:
                nodes = "; ".join(
                    str(node["target"]) + " " + node.get("failureSummary", "") for node in each["nodes"][:3]
                )
                found.append(f"{theme} {self.page.url}: {each['id']}: {nodes}")
        return found


Somebody = Callable[..., Person]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=browser_path(), args=list(QUIET))
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.fixture
def person(context: BrowserContext, server: Server) -> Iterator[Person]:
    somebody = Person(context.new_page(), server)
    yield somebody
    assert somebody.problems == []


@pytest.fixture
def somebody(browser: Browser, server: Server) -> Iterator[Somebody]:
    """People, each with a browser of his own: at a desk unless a device is told."""
    people: list[Person] = []

    def come(at: Browser = browser, served: Server = server, **device: Any) -> Person:
        wishes = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce"} | device
        people.append(Person(at.new_context(**wishes).new_page(), served))
        return people[-1]

    yield come
    for person in people:
        person.page.context.close()
    assert [person.problems for person in people if person.problems] == []


@pytest.fixture
def moving_person(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody who likes to see things move."""
    opened = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="no-preference")
    somebody = Person(opened.new_page(), server)
    yield somebody
    opened.close()
    assert somebody.problems == []

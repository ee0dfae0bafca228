"""Pictures of every page and every table, light and dark, into out/screenshots: to look at before anybody else does.

Tables are taken at six sizes in the first minute, at the beginning, in the middle, while aiming, at the end and in the
replay, and it prints how much of the window is board and what is below the fold.
Run it with `make screenshots`, or `python -m benchmarks.screenshots --only aiming --size 390x664` for some of them.
`--documents` takes the few that the documents show.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from pennyflick.rules import registry

OUT = Path("out/screenshots")
DOCUMENTS = Path(__file__).resolve().parents[1] / "docs/pictures"
GAMES = registry.names()
PAGES = ((1280, 720), (390, 844))  # a desk and a phone
TABLES = ((1280, 720), (1366, 768), (1920, 1080), (390, 664), (390, 844), (844, 390))
STATES = ("lesson", "start", "table", "aiming", "over", "replay")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE_MS = 60_000
SETTLED_MS = 300  # by then the caption stands where it covers least
FLICKS = 3  # of the person, before the picture of a table is taken
SEED = "7"

CAN_ACT = """() => {
    const skip = document.getElementById("skip");
    if (!skip.hidden) skip.click();
    const over = !document.getElementById("over").hidden;
    const free = skip.hidden && !document.body.hasAttribute("data-sending");
    return over || (free && document.querySelector("#fire, [data-choose]"));
}"""

RULED = "before => document.querySelectorAll('#history > li').length > before"

# [the board's share of the window, its size against the largest that the promise asks for, what is needed and how many
# pixels of it are out of sight]. The promise: upright 140 px of height are left for score, line and controls, else at
# most 360 px beside the board and one line above it; what may be put away (goal and danger),
# a tray and what a sentence has beyond two lines are not counted.
FIGURES = """() => {
    const svg = document.querySelector("#board svg"), box = svg.getBoundingClientRect(), seen = svg.viewBox.baseVal;
    const scale = Math.min(box.width / seen.width, box.height / seen.height);
    const share = seen.width * seen.height * scale * scale / (innerWidth * innerHeight);

    const flow = each => each && getComputedStyle(each).position !== "absolute" && each.getClientRects().length;
    const height = name => [...document.querySelectorAll(name)].filter(flow).map(each => each.clientHeight)[0] ?? 0;
    const upright = innerWidth <= innerHeight, low = innerHeight <= 500;
    const wide = innerWidth - (upright ? 0 : Math.min(360, Math.max(200, innerWidth * (low ? 0.34 : 0.25)))) - 8;
    const longer = Math.max(0, height(".line") - 42); // a sentence of three lines
    const above = upright ? 140 + height(".goal") + longer : low ? 8 : 52;
    const kept = parseFloat(getComputedStyle(document.querySelector(".felt")).paddingBottom); // for a tray
    const high = innerHeight - above - kept - height(".tray") - height(".lesson");
    const fits = (w, h) => Math.min(wide / w, high / h);
    const fill = scale / Math.max(fits(seen.width, seen.height), fits(seen.height, seen.width));

    const acts = "#controls .primary, #controls [data-choose], #over .primary, #play";
    const words = { line: "#line", lesson: "#lesson p", reason: "#power", caption: "#caption:not([hidden])" };
    const needed = { ...words, board: "#board svg", button: acts, scrub: "#scrub" };
    const hidden = Object.entries(needed).map(([name, where]) => {
        const found = [...document.querySelectorAll(where)].find(each => each.getClientRects().length);
        const at = found?.getBoundingClientRect();
        const over = at ? Math.max(-at.top, -at.left, at.bottom - innerHeight, at.right - innerWidth) : 0;
        return [name, Math.round(over)];
    }).filter(([, over]) => over > 0);
    return [share, fill, hidden];
}"""


@dataclass(frozen=True)
class Camera:
    """Takes pictures of what a page shows, those whose name holds a word."""

    page: Page
    only: str
    out: Path

    def takes(self, name: str) -> bool:
        """Whether this picture is wanted."""
        return self.only in name

    def take(self, name: str) -> list[str]:
        """The picture in both themes; what is wrong with what is seen, in sentences."""
        self.page.wait_for_timeout(SETTLED_MS)
        tabled = self.page.locator("#board svg").count() > 0
        name += "-{}x{}".format(*self.page.evaluate("() => [innerWidth, innerHeight]"))
        for theme in ("light", "dark"):
            self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            self.page.screenshot(path=self.out / f"{name}-{theme}.png", full_page=not tabled)
        spill = self.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        wrong = [f"{name} is {spill} px wider than the window"] if spill > 0 else []
        return wrong + (_measured(self.page, name) if tabled else [])


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures; the exit code is 1 when a page is wider than its window or hides what is needed."""
    args = _arguments(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, chromium() as browser:
        if args.documents:
            _document_pictures(browser, address)
            return 0
        sizes = [size for size in TABLES if "{}x{}".format(*size) in (args.size or "{}x{}".format(*size))]
        wrong = [line for size in sizes for line in _pictures(browser, address, size, args)]
    print(*wrong, sep="\n")
    return 1 if wrong else 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Take pictures of every page.")
    parser.add_argument("--only", default="", help="take only pictures whose name holds this")
    parser.add_argument("--size", default="", help="only at this size, such as 390x664")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--documents", action="store_true", help="take the pictures of the documents instead")
    return parser.parse_args(argv)


def _pictures(browser: Browser, address: str, size: tuple[int, int], args: argparse.Namespace) -> list[str]:
    """All pictures of one size by one visitor; returns a line for each page that does not fit."""
    with _visitor(browser, size) as page:
        camera = Camera(page, args.only, args.out)
        wrong = [line for game in GAMES for line in _table(camera, address, game)]
        return wrong + [line for name, path in _pages() if size in PAGES for line in _page(camera, address, name, path)]


def _table(camera: Camera, address: str, game: str) -> list[str]:
    """One game from the first minute to the replay; tables come first, so that the lists have something to show."""
    names = [f"{state}-{game}" for state in STATES]
    if not any(camera.takes(name) for name in [*names, "home", "matches"]):
        return []
    shown = (f"{state}-{game}" for state in _states(camera.page, address, game))
    return [line for name in shown if camera.takes(name) for line in camera.take(name)]


def _page(camera: Camera, address: str, name: str, path: str) -> list[str]:
    if not camera.takes(name):
        return []
    camera.page.goto(address + path)
    camera.page.wait_for_load_state("networkidle")
    return camera.take(name)


def _pages() -> list[tuple[str, str]]:
    pages = [("home", "/"), ("matches", "/matches"), ("error", "/nowhere")]
    pages += [("daily", "/daily"), ("learn", "/learn"), ("hand", "/me/hand")]
    pages += [(f"learn-{game}", f"/learn/{game}") for game in GAMES]
    pages += [(f"new-{game}", f"/new/{game}") for game in GAMES]
    return [*pages, *((f"rules-{game}", f"/rules/{game}") for game in [*GAMES, "common"])]


def _measured(page: Page, name: str) -> list[str]:
    """Prints how much of the window is board; what is below the fold, in sentences."""
    page.evaluate("() => scrollTo(0, 0)")
    share, fill, hidden = page.evaluate(FIGURES)
    of = f"{share:4.0%} of the window is board, {fill:4.0%} of the largest it may be"
    print(f"{name}: {of}; {len(hidden)} of what is needed out of sight", flush=True)
    return [f"{name}: the {what} is {over} px out of sight" for what, over in hidden]


# ---- a match, state by state


def _states(page: Page, address: str, game: str) -> Iterator[str]:
    """Leads a page through a match against the house and says what it shows now."""
    _learn(page, address, game)
    yield "lesson"
    _begin(page, address, game)
    yield "start"
    _play_on(page)
    yield "table"
    if _pulled(page):
        yield "aiming"
        page.keyboard.press("Escape")
        page.mouse.up()
    _resign(page)
    yield "over"
    page.goto(page.url + "/replay#2")
    page.wait_for_selector("#ruling-body .sentence")
    yield "replay"


def _learn(page: Page, address: str, game: str) -> None:
    """The first flick of the first minute."""
    page.goto(address)
    page.evaluate("game => localStorage.removeItem(`pennyflick-learnt-${game}`)", game)
    page.reload()
    page.locator(f'form[data-learn="{game}"] button').click()
    page.wait_for_selector("#lesson")
    page.wait_for_function(CAN_ACT, polling=100)


def _begin(page: Page, address: str, game: str, seed: str = SEED) -> None:
    page.goto(f"{address}/new/{game}")
    page.locator('details:has([name="seed"]) > summary').click()  # the seed is folded away
    page.fill('[name="seed"]', seed)
    page.get_by_role("button", name="Start the match").first.click()
    page.wait_for_selector("#board svg")
    page.wait_for_function(CAN_ACT, polling=100)


def _play_on(page: Page, flicks: int = FLICKS) -> None:
    for _ in range(flicks):
        if page.locator("#over").is_visible():
            return
        before = page.locator("#history > li").count()
        page.keyboard.press("t")  # nothing is aimed until somebody aims
        page.locator("#fire, [data-choose]").first.click()
        page.wait_for_function(RULED, arg=before, polling=100)
        page.wait_for_function(CAN_ACT, polling=100)


def _pulled(page: Page, by: tuple[int, int] = (20, 60)) -> bool:
    """Whether something can be flicked; it is held then, pulled by so many pixels."""
    chosen = page.locator("#board .pick.chosen").first
    if not page.locator("#softer").count() or not (box := chosen.bounding_box()):
        return False
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=6)
    return True


def _resign(page: Page) -> None:
    page.wait_for_function(CAN_ACT, polling=100)
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("summary", has_text="This match").click()
    page.click("#resign")
    page.wait_for_selector("#over", state="visible")
    page.evaluate("() => { scrollTo(0, 0); document.querySelector('.panel').scrollTop = 0; }")


# ---- the pictures of the documents


def _document_pictures(browser: Browser, address: str) -> None:
    """Some sights of what a person sees, small enough for a README."""
    desk, scale = (1120, 630), 0.7  # of a pixel: under 200 kB, and still to be read
    for name, size, each, lead in (
        ("pichenotte", desk, scale, _aimed),
        ("ruling", desk, scale, _measured_ruling),
        ("phone", (390, 664), 1.0, _on_a_phone),
        ("home", (1280, 720), scale, _home),
        ("rulebook", (820, 560), 0.9, _rulebook),
        ("lesson", desk, scale, _lesson),
    ):
        with _visitor(browser, size, each) as page:
            lead(page, address)
            page.wait_for_timeout(10 * SETTLED_MS)
            path = DOCUMENTS / f"{name}.png"
            page.screenshot(path=path)
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def _rulebook(page: Page, address: str) -> None:
    """A clause that has just played its example."""
    page.goto(f"{address}/rules/penny-black#BLK-12")
    page.locator("#BLK-12 .show").click()
    page.locator("#BLK-12 .caption").wait_for(timeout=PATIENCE_MS)


def _lesson(page: Page, address: str) -> None:
    """The first lesson of Penny Red, at the table."""
    page.goto(f"{address}/learn/penny-red")
    page.get_by_role("button", name="Begin").click()
    page.locator("#fire").wait_for(timeout=PATIENCE_MS)
    page.keyboard.press("t")


def _home(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")


def _aimed(page: Page, address: str) -> None:
    _begin(page, address, "pichenotte")
    _play_on(page, 5)
    _pulled(page)


def _measured_ruling(page: Page, address: str) -> None:
    """The first ruling at Penny Black that shows its millimetres."""
    for seed in range(1, 40):
        _begin(page, address, "penny-black", str(seed))
        for _ in range(4):
            if page.locator("#caption .measure").is_visible() and page.locator("#board .mark-gap").count():
                return
            _play_on(page, 1)
    raise AssertionError("no ruling was measured")


def _on_a_phone(page: Page, address: str) -> None:
    _begin(page, address, "penny-red")
    _play_on(page, 1)
    _pulled(page, (-38, 52))


@contextmanager
def _visitor(browser: Browser, size: tuple[int, int], scale: float = 1.0) -> Iterator[Page]:
    """Somebody with a window of this size, and a finger where it is small."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        color_scheme="light",
        device_scale_factor=scale,
        has_touch=min(size) < 500,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield page
    context.close()


@contextmanager
def served(data: Path) -> Iterator[str]:
    """The address of a server of our own."""
    command = [sys.executable, "-m", "pennyflick", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield next(found[0] for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    path = next(found for name in BROWSERS if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.exit(main())

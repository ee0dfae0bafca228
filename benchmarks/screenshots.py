"""Pictures of every page, wide and narrow, light and dark, into out/screenshots: to look at before anybody else does.

Tables and the replay are taken at six sizes, and it prints how much of the window is board and what is below the fold.
Run it with `make screenshots`, or `python -m benchmarks.screenshots --only table` for some of them.
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
GAMES = registry.names()
PAGES = ((1280, 860), (390, 844))  # a desk and a phone
TABLES = ((1280, 720), (1366, 768), (1920, 1080), (390, 664), (390, 844), (844, 390))
BOTH_THEMES = ("home", "table-penny-black", "table-pichenotte", "new-penny-green", "replay")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE_MS = 60_000
FLICKS = 3  # of the person, before the picture of a table is taken

CAN_ACT = """() => {
    const skip = document.getElementById("skip");
    if (!skip.hidden) skip.click();
    const over = !document.getElementById("over").hidden;
    return over || (skip.hidden && document.querySelector("#fire, [data-choose]"));
}"""


# The board's share of the window in per cent, and the pixels of what is needed that are out of sight.
FIGURES = """() => {
    const svg = document.querySelector("#board svg"), box = svg.getBoundingClientRect(), seen = svg.viewBox.baseVal;
    const scale = Math.min(box.width / seen.width, box.height / seen.height);
    const share = 100 * seen.width * seen.height * scale * scale / (innerWidth * innerHeight);
    const acts = "#controls .primary, #controls [data-choose], #over .primary, #play";
    const needed = { line: "#now", board: "#board svg", button: acts, caption: "#caption:not([hidden])" };
    const hidden = Object.entries(needed).map(([name, where]) => {
        const found = [...document.querySelectorAll(where)].find(each => each.getClientRects().length);
        const at = found?.getBoundingClientRect();
        const over = at ? Math.max(-at.top, -at.left, at.bottom - innerHeight, at.right - innerWidth) : 0;
        return [name, Math.round(over)];
    }).filter(([, over]) => over > 0);
    return [share, hidden];
}"""


@dataclass(frozen=True)
class Sight:
    """A page to take a picture of."""

    name: str
    path: str


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures; the exit code is 1 when a page is wider than its window or hides what is needed."""
    parser = argparse.ArgumentParser(description="Take pictures of every page.")
    parser.add_argument("--only", default="", help="take only pictures whose name holds this")
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, chromium() as browser:
        wrong = [line for size in TABLES for line in _pictures(browser, address, size, args)]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


def _pictures(browser: Browser, address: str, size: tuple[int, int], args: argparse.Namespace) -> list[str]:
    """All pictures of one size by one visitor; returns a line for each page that does not fit."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", has_touch=min(size) < 500
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wrong = [line for sight in _tables(page, address, args.only) for line in _taken(page, address, sight, args.out)]
    if size in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": dict(PAGES)[size[0]]})
        for sight in _pages(args.only):
            wrong += _taken(page, address, sight, args.out)
    context.close()
    return wrong


def _taken(page: Page, address: str, sight: Sight, out: Path) -> list[str]:
    """The pictures of a sight at the page's size; what is wrong with it, in sentences."""
    page.goto(address + sight.path)
    page.wait_for_load_state("networkidle")
    tabled = sight.name.startswith(("table", "replay"))
    if sight.name.startswith("table"):
        page.wait_for_function(CAN_ACT, polling=100)
    window = page.evaluate("() => [innerWidth, innerHeight]")
    size = "x".join(map(str, window)) if tabled else str(window[0])
    for theme in ("light", "dark") if sight.name in BOTH_THEMES else ("light",):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        path = out / f"{sight.name}-{size}{'-dark' if theme == 'dark' else ''}.png"
        page.screenshot(path=path, full_page=not tabled)
        print(path)
    spill = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    wrong = [f"{sight.name} is {spill} px wider than {size}"] if spill > 0 else []
    return wrong + (_measured(page, f"{sight.name} at {size}") if tabled else [])


def _measured(page: Page, name: str) -> list[str]:
    """Prints how much of the window is board; what is below the fold, in sentences."""
    page.evaluate("() => scrollTo(0, 0)")
    share, hidden = page.evaluate(FIGURES)
    print(f"{name}: {share:.0f} % of the window is board, {len(hidden)} of what is needed is out of sight")
    return [f"{name}: the {what} is {over} px out of sight" for what, over in hidden]


def _tables(page: Page, address: str, only: str) -> Iterator[Sight]:
    """Every table in the middle of a match; they come first, so that the lists have something to show."""
    for game in GAMES:
        if only in f"table-{game} replay home matches":
            path = _played(page, address, game)
            yield from _chosen([Sight(f"table-{game}", path)], only)
            if game == "penny-green":
                yield from _chosen([Sight("replay", f"{path}/replay#3")], only)


def _pages(only: str) -> list[Sight]:
    pages = [Sight("home", "/"), Sight("matches", "/matches"), Sight("error", "/nowhere")]
    pages += [Sight(f"new-{game}", f"/new/{game}") for game in GAMES]
    pages += [Sight(f"rules-{game}", f"/rules/{game}") for game in GAMES]
    return _chosen([*pages, Sight("rules-common", "/rules/common")], only)


def _chosen(sights: list[Sight], only: str) -> list[Sight]:
    return [sight for sight in sights if only in sight.name]


def _played(page: Page, address: str, game: str) -> str:
    """A match against the house in its middle: the address of its table."""
    page.goto(f"{address}/new/{game}")
    page.locator('details:has([name="seed"]) > summary').click()  # the seed is folded away
    page.fill('[name="seed"]', "7")
    page.get_by_role("button", name="Start the match").first.click()
    page.wait_for_selector("#board svg")
    for _ in range(FLICKS):
        page.wait_for_function(CAN_ACT, polling=100)
        if page.locator("#over").is_visible():
            break
        page.keyboard.press("t")  # nothing is aimed until somebody aims
        page.locator("#fire, [data-choose]").first.click()
        page.wait_for_timeout(300)
    page.wait_for_function(CAN_ACT, polling=100)
    return page.url.removeprefix(address)


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

"""Pictures of every page, wide and narrow, light and dark, into out/screenshots: to look at before anybody else does.

Run it with `make screenshots`, or `python benchmarks/screenshots.py --only table` for some of them.
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
WIDTHS = {1280: 860, 390: 844}  # a desk and a phone
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


@dataclass(frozen=True)
class Sight:
    """A page to take a picture of."""

    name: str
    path: str


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures; the exit code is 1 when a page is wider than its window."""
    parser = argparse.ArgumentParser(description="Take pictures of every page.")
    parser.add_argument("--only", default="", help="take only pictures whose name holds this")
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, _served(Path(data)) as address, _chromium() as browser:
        too_wide = [line for width in WIDTHS for line in _pictures(browser, address, width, args.only, args.out)]
    for line in too_wide:
        print(line)
    return 1 if too_wide else 0


def _pictures(browser: Browser, address: str, width: int, only: str, out: Path) -> list[str]:
    """All pictures of one width by one visitor; returns a line for each page that does not fit."""
    window = {"width": width, "height": WIDTHS[width]}
    context = browser.new_context(viewport=window, reduced_motion="reduce", has_touch=width < 900)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    too_wide = list[str]()
    for sight in _sights(page, address, only):
        page.goto(address + sight.path)
        page.wait_for_load_state("networkidle")
        if sight.name.startswith("table"):
            page.wait_for_function(CAN_ACT, polling=100)
        for theme in ("light", "dark") if sight.name in BOTH_THEMES else ("light",):
            page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            path = out / f"{sight.name}-{width}{'-dark' if theme == 'dark' else ''}.png"
            page.screenshot(path=path, full_page=not sight.name.startswith("table"))
            print(path)
        spill = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        if spill > 0:
            too_wide.append(f"{sight.name} is {spill} px wider than {width} px")
    context.close()
    return too_wide


def _sights(page: Page, address: str, only: str) -> Iterator[Sight]:
    """Every page; the tables come first, so that the lists have something to show."""
    for game in GAMES:
        if only in f"table-{game} replay home matches":
            path = _played(page, address, game)
            yield from _chosen([Sight(f"table-{game}", path)], only)
            if game == "penny-green":
                yield from _chosen([Sight("replay", f"{path}/replay#3")], only)
    pages = [Sight("home", "/"), Sight("matches", "/matches"), Sight("error", "/nowhere")]
    pages += [Sight(f"new-{game}", f"/new/{game}") for game in GAMES]
    pages += [Sight(f"rules-{game}", f"/rules/{game}") for game in GAMES]
    yield from _chosen([*pages, Sight("rules-common", "/rules/common")], only)


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
def _served(data: Path) -> Iterator[str]:
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
def _chromium() -> Iterator[Browser]:
    path = next(found for name in BROWSERS if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.exit(main())

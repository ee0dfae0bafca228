"""How well pull, keys and clicks let a person aim: real gestures on the real table in a headless Chromium.

A stand-in person wants the open twenty at Pichenotte. Whatever he does with a pointer lands on a whole pixel, a normal
error of one pixel beside where he wanted it; keys do as they are told. What the page has aimed by then is read from it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

ERROR_PX = 1.0  # of whoever moves or clicks a pointer with care
CORRECTIONS = 3  # a person who pulls looks at the line and the power, and corrects
TURN_PER_PX = 30  # hundredths of a degree, what a pull turns at most (server/web/static/table/aim.js)
WANTED_CDEG = 9_000  # from the middle of One's baseline straight at the hole
PRESSES = 60  # no key is pressed more often
TURNS = ((100, ""), (10, "Shift+"), (1, "Control+"))  # hundredths of a degree and what is held with the arrow
STEPS = ((50, ""), (10, "Shift+"))  # mm/s
PATIENCE_MS = 60_000

CENTRE = """() => {
    const box = document.querySelector('#board .pick.chosen').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
HOLE = """() => {
    const table = document.querySelector("#board svg .table");
    const at = new DOMPoint(0, 0).matrixTransform(table.getScreenCTM());
    return [at.x, at.y];
}"""
PULL_LENGTH = """async (speed) => {
    const source = document.querySelector('script[type="module"]').src.replace("table.js", "aim.js");
    return (await import(source)).speedPull(speed);
}"""
# The speed that an earlier flick has left: where Softer, Harder and the arrows begin.
REMEMBER = """(speed) => {
    const field = document.getElementById("aim-speed");
    field.value = speed;
    field.dispatchEvent(new Event("change"));
}"""
VISIBLE = """() => {
    for (const field of document.querySelectorAll('[name^="hand."]')) field.value = "visible good";
    document.querySelector('[name="seating"][value="screen"]').checked = true;
    document.querySelector('[name="starter"]').value = "one";
}"""


@dataclass(frozen=True)
class Aimed:
    """What a way of input has come to."""

    direction_cdeg: int
    speed_mm_s: int


def open_table(page: Page, address: str) -> None:
    """A fresh table of Pichenotte, a puck on the baseline, nothing aimed."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address}/new/pichenotte")
    page.evaluate(VISIBLE)
    page.get_by_role("button", name="Start the match").first.click()
    page.wait_for_selector("#board .pick.chosen")
    page.wait_for_selector("#fire")


def aims_by_way(page: Page, address: str, speed_mm_s: int, count: int, seed: int) -> dict[str, list[Aimed]]:
    """So many aims of each way at a speed that suits the hand."""
    ways: dict[str, Callable[[Page, int, random.Random], Aimed]] = {"pull": pull, "keys": keys, "clicks": clicks}
    found = {}
    for name, aim in ways.items():
        open_table(page, address)
        chance = random.Random(f"{seed} {name}")
        found[name] = [aim(page, speed_mm_s, chance) for _ in range(count)]
    return found


def pull(page: Page, speed_mm_s: int, chance: random.Random) -> Aimed:
    """Back from the disc, then corrected by what is seen; taken back in the end, so that it can be tried again."""
    x, y = page.evaluate(CENTRE)
    length = page.evaluate(PULL_LENGTH, speed_mm_s)
    page.mouse.move(round(x), round(y))
    page.mouse.down()
    at = _landed(chance, x, y + length)
    page.mouse.move(*at, steps=8)
    for _ in range(CORRECTIONS):
        aimed = _read(page)
        longer = length - page.evaluate(PULL_LENGTH, aimed.speed_mm_s)
        aside = (WANTED_CDEG - aimed.direction_cdeg) / TURN_PER_PX
        at = _landed(chance, at[0] + aside, at[1] + longer)
        page.mouse.move(*at)
    aimed = _read(page)
    page.keyboard.press("Escape")
    page.mouse.up()
    return aimed


def keys(page: Page, speed_mm_s: int, chance: random.Random) -> Aimed:
    """T, then arrows, finer and finer, from whatever was aimed before."""
    page.evaluate(REMEMBER, chance.randrange(600, 2_000))
    page.focus("#board")
    page.keyboard.press("t")
    for _ in range(chance.randrange(9)):
        page.keyboard.press("ArrowLeft")
    for step, held in TURNS:
        _press(page, held, ("ArrowRight", "ArrowLeft"), step, lambda: WANTED_CDEG - _read(page).direction_cdeg)
    for step, held in STEPS:
        _press(page, held, ("ArrowDown", "ArrowUp"), step, lambda: speed_mm_s - _read(page).speed_mm_s)
    return _read(page)


def _press(page: Page, held: str, arrows: tuple[str, str], step: int, left: Callable[[], int]) -> None:
    """The arrow that brings it nearer, as often as it does."""
    off = left()
    for _ in range(min(round(abs(off) / step), PRESSES)):
        page.keyboard.press(held + arrows[off > 0])


def clicks(page: Page, speed_mm_s: int, chance: random.Random) -> Aimed:
    """A click where it should go, then Softer and Harder, as long as they bring it nearer."""
    page.evaluate(REMEMBER, chance.randrange(600, 2_000))
    page.mouse.click(*_landed(chance, *page.evaluate(HOLE)))
    for button, nearer in (("#softer", -1), ("#harder", 1)):
        for _ in range(PRESSES):
            before = _read(page).speed_mm_s
            if (speed_mm_s - before) * nearer <= 0:
                break
            page.click(button)
            if abs(_read(page).speed_mm_s - speed_mm_s) > abs(before - speed_mm_s):
                page.click("#harder" if nearer < 0 else "#softer")
                break
    return _read(page)


def _landed(chance: random.Random, x: float, y: float) -> tuple[int, int]:
    return round(x + chance.gauss(0.0, ERROR_PX)), round(y + chance.gauss(0.0, ERROR_PX))


def _read(page: Page) -> Aimed:
    """The aim as the page has it."""
    degrees, speed = page.evaluate(
        '() => ["direction", "speed"].map((id) => document.getElementById(`aim-${id}`).value)'
    )
    return Aimed(round(float(degrees) * 100), round(float(speed)))


def spread(aims: list[Aimed], speed_mm_s: int) -> tuple[float, float]:
    """How far off the aims are: root mean squares in degrees and as a share of the speed."""
    turned = [(aim.direction_cdeg - WANTED_CDEG) / 100 for aim in aims]
    faster = [aim.speed_mm_s / speed_mm_s - 1.0 for aim in aims]
    return _root_mean_square(turned), _root_mean_square(faster)


def _root_mean_square(values: list[float]) -> float:
    return math.sqrt(sum(value * value for value in values) / len(values))

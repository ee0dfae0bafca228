"""Many boards on one page: everything is drawn once, and words stand beside what they mean."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from pennyflick.boards.board import Board
from pennyflick.boards.picture.svg_labels import Label, labels_svg
from pennyflick.boards.picture.svg_sheet import Sheet
from pennyflick.boards.pieces import PIECES
from pennyflick.table import Away, DiscId, Layout, Point, Side

SVG = "{http://www.w3.org/2000/svg}"
PENNY = PIECES["1p"]
DISCS = (
    PENNY.disc(DiscId("A1"), "penny", Side.ONE),
    PENNY.disc(DiscId("B1"), "penny", Side.TWO),
    PENNY.disc(DiscId("blue"), "blue"),
)
LYING = Layout({DiscId("A1"): Point(12.5, -7), DiscId("B1"): Away.OFF, DiscId("blue"): Point(0, 0)})


def _uses(svg: str) -> list[dict[str, str]]:
    return [each.attrib for each in ET.fromstring(svg).iter("use")]


def test_a_board_of_a_sheet_uses_only_what_the_sheet_draws(board: Board) -> None:
    sheet = Sheet("x", board, DISCS)
    drawn = set(re.findall(r'\bid="([^"]+)"', sheet.defs()))
    wanted = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sheet.defs() + sheet.picture(LYING, "A board"))

    assert {one or other for one, other in wanted} <= drawn
    assert ET.fromstring(f"<defs>{sheet.defs()}</defs>").tag == "defs"


def test_a_board_of_a_sheet_is_a_picture_with_a_name_and_says_only_what_lies_where(board: Board) -> None:
    svg = Sheet("x", board, DISCS).picture(LYING, "A & B <1>")
    root = ET.fromstring(svg)
    discs = {each["data-disc"]: each for each in _uses(svg) if "data-disc" in each}

    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", "A & B <1>")
    assert discs["A1"]["transform"] == "translate(12.5 -7)"
    assert discs["B1"]["class"] == "disc kind-penny side-two away"
    assert len(svg) < 1_000
    assert "tabindex" not in svg


def _boxes(svg: str, letter: float) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right and top of every word."""
    boxes = []
    for text in ET.fromstring(svg).iter("text"):
        x, y = map(float, re.findall(r"-?[\d.]+", text.attrib["transform"])[:2])
        size = float(text.attrib["font-size"])
        wide = letter * size * len(text.text or "")
        boxes.append((x - wide / 2, y - size / 2, x + wide / 2, y + size / 2))
    return boxes


def test_words_cover_neither_each_other_nor_discs_and_are_not_cut_off() -> None:
    half = (220.0, 190.0)
    labels = [
        Label("the shooter", Point(180, 0), 10),
        Label("outer hexagon", Point(0, 60), 10),
        Label("centre", Point(0, 0)),
    ]
    boxes = _boxes(labels_svg(labels, half, DISCS, LYING), 0.5)

    assert all(left >= -220 and right <= 220 and low >= -190 and high <= 190 for left, low, right, high in boxes)
    for number, (left, low, right, high) in enumerate(boxes):
        assert all(right <= x0 or left >= x1 or high <= y0 or low >= y1 for x0, y0, x1, y1 in boxes[number + 1 :])
        for point in (LYING.where[DiscId("A1")], LYING.where[DiscId("blue")]):
            assert isinstance(point, Point)
            assert not (left < point.x_mm < right and low < point.y_mm < high)


def test_without_words_there_is_nothing_to_draw() -> None:
    assert labels_svg((), (100.0, 100.0)) == ""


def test_no_line_to_words_runs_through_other_words() -> None:
    labels = [
        Label("9.7 mm: within", Point(30, 110), 10),
        Label("24.7 mm: not within", Point(30, 110), 10),
        Label("its rim", Point(0, 110), 10),
    ]
    svg = labels_svg(labels, (220.0, 190.0))
    lines = [[float(each.attrib[end]) for end in ("x1", "y1", "x2", "y2")] for each in ET.fromstring(svg).iter("line")]

    for number, (x1, y1, x2, y2) in enumerate(lines):
        points = [(x1 + (x2 - x1) * step / 20, y1 + (y2 - y1) * step / 20) for step in range(21)]
        others = [box for other, box in enumerate(_boxes(svg, 0.5)) if other != number]
        assert not any(left < x < right and low < y < high for x, y in points for left, low, right, high in others)

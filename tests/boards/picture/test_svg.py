from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest

from pennyflick.boards.board import Board
from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.games.penny_green import PennyGreenBoard
from pennyflick.boards.games.places_green import flick_off_places
from pennyflick.boards.picture.notebook import Picture
from pennyflick.boards.picture.svg import board_css, board_svg, standalone_svg
from pennyflick.boards.picture.svg_discs import MARKS, mark_of, spoken
from pennyflick.boards.picture.svg_shot import corners
from pennyflick.boards.pieces import PIECES
from pennyflick.table import (
    Away,
    Contact,
    Disc,
    DiscId,
    Flick,
    Layout,
    Left,
    Piece,
    Point,
    Shot,
    Side,
    Spot,
)

SVG = "{http://www.w3.org/2000/svg}"
BLACK = PennyBlackBoard()
_COLOURS = {"Y": "yellow", "R": "red", "G": "green", "B": "blue"}
SET = (
    BLACK.piece.disc(DiscId("shooter"), "shooter"),
    *(BLACK.piece.disc(disc, _COLOURS.get(disc[0], "black")) for disc in BLACK.set_discs),
)
OPENING = Layout({disc.id: BLACK.spots[Spot(f"set-{disc.id}")] for disc in SET})


def _parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # our own text, not a stranger's


def _discs(svg: str) -> list[ET.Element]:
    return [each for each in _parsed(svg).iter(f"{SVG}g") if "data-disc" in each.attrib]


def test_every_board_draws_itself_as_well_formed_svg(board: Board) -> None:
    disc = PIECES["1p"].disc(DiscId("A1"), "penny", Side.ONE)
    root = _parsed(board_svg(board, [disc], Layout({disc.id: Point(12.0, 7.0)}), title="A & B <1>"))
    assert root.attrib["aria-label"] == "A & B <1>"
    assert root.attrib["role"] == "group"
    table = next(each for each in root.iter(f"{SVG}g") if each.attrib.get("class") == "table")
    assert table.attrib["transform"] == "scale(1 -1)"


def test_the_picture_holds_the_whole_board(board: Board) -> None:
    left, top, width, height = map(float, _parsed(board_svg(board, [], Layout({}))).attrib["viewBox"].split())
    edge = board.surface.edge
    reach = [(c.x_mm, c.y_mm) for c in edge.corners] if hasattr(edge, "corners") else [(edge.radius_mm,) * 2]
    assert all(left < -abs(x) and abs(x) < left + width for x, _ in reach)
    assert all(top < -abs(y) and abs(y) < top + height for _, y in reach)


def test_every_mark_of_the_board_is_drawn(board: Board) -> None:
    svg = board_svg(board, [], Layout({}))
    assert svg.count("data-spot=") == sum(type(mark).__name__ == "SpotMark" for mark in board.marks())
    assert svg.count('class="peg"') == len(board.surface.pegs)
    assert ('class="pit"' in svg) is (board.surface.hole is not None)


def test_discs_are_focusable_and_named_and_lie_where_the_layout_says() -> None:
    found = {each.attrib["data-disc"]: each for each in _discs(board_svg(BLACK, SET, OPENING))}
    shooter = found["shooter"]
    assert set(found) == {disc.id for disc in SET}
    assert shooter.attrib["class"] == "disc kind-shooter side-none"
    assert shooter.attrib["transform"] == "translate(182.7 0)"
    assert (shooter.attrib["tabindex"], shooter.attrib["role"]) == ("0", "img")
    assert shooter.attrib["aria-label"] == "shooter, at 182.7, 0.0 mm"


def test_discs_away_from_the_board_are_there_but_unseen() -> None:
    layout = OPENING.moved({DiscId("Y1"): Away.WON_ONE, DiscId("shooter"): Away.HAND})
    away = [each for each in _discs(board_svg(BLACK, SET, layout)) if "away" in each.attrib["class"].split()]
    assert {each.attrib["data-disc"] for each in away} == {"Y1", "shooter"}
    assert away[0].attrib["aria-label"].endswith("not on the board")
    assert re.search(r"\.board \.away \{ display: none; \}", board_css())


def test_red_20_the_second_partner_has_a_marked_disc() -> None:
    plain, marked = (Disc(DiscId("A2"), "shooter", Side.ONE, 10.15, 3.56, place) for place in (0, 1))
    layout = Layout({DiscId("A2"): Point(0, 0)})
    pips = [board_svg(BLACK, [disc], layout).count('cy="-5.68"') for disc in (plain, marked)]
    assert pips == [0, 1]


def test_a_disc_says_whose_it_is() -> None:
    disc = PIECES["1p"].disc(DiscId("SA"), "sovereign", Side.ONE)
    assert spoken(disc, Point(1.25, -3.0)) == "SA, sovereign of side one, at 1.2, -3.0 mm"


def test_six_kinds_and_both_sides_are_told_apart_by_their_marks() -> None:
    kinds = ["yellow", "red", "green", "blue", "black", "shooter"]
    team = [("sovereign", Side.ONE), ("sovereign", Side.TWO), ("assassin", Side.ONE), ("assassin", Side.TWO)]
    discs = [_disc(kind, None) for kind in kinds] + [_disc(kind, side) for kind, side in team]
    marks = [mark_of(disc) for disc in discs]
    assert len(set(marks)) == len(marks)
    assert len({MARKS[mark] for mark in marks}) == len(marks)


def _disc(kind: str, side: Side | None) -> Disc:
    return PIECES["1p"].disc(DiscId("x"), kind, side)


def test_a_board_of_twenty_discs_stays_small() -> None:
    assert len(board_svg(BLACK, SET, OPENING).encode()) < 25_000
    assert len(standalone_svg(BLACK, SET, OPENING).encode()) < 25_000


def test_pictures_for_pages_carry_no_style_of_their_own() -> None:
    svg = board_svg(BLACK, SET, OPENING)
    assert "<style" not in svg
    assert "style=" not in svg
    assert "<script" not in svg
    assert "<style>" in standalone_svg(BLACK, SET, OPENING)


def test_two_boards_on_a_page_keep_their_ids_apart() -> None:
    def ids(prefix: str) -> set[str]:
        return set(re.findall(r'id="([^"]+)"', board_svg(BLACK, SET, OPENING, ids=prefix)))

    assert ids("one")
    assert not ids("one") & ids("two")


def test_every_reference_in_the_picture_points_at_something() -> None:
    svg = board_svg(BLACK, SET, OPENING)
    known = set(re.findall(r'id="([^"]+)"', svg))
    used = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r'href="#([^"]+)"', svg))
    assert used
    assert used <= known


def test_the_stylesheet_can_stand_inside_a_picture() -> None:
    assert not set("<&") & set(board_css())  # either would end or break the <style> of a standalone file
    assert board_css().count("{") == board_css().count("}")


def test_every_class_that_needs_paint_has_a_rule() -> None:
    everything = "".join((board_svg(BLACK, SET, OPENING), _drawn(_shot()), _green_with_region()))
    named = {name for names in re.findall(r'class="([^"]+)"', everything) for name in names.split()}
    plain = {"table", "wood", "discs", "regions", "region-shape", "trails", "board", "top", "side-none"}
    plain |= {"kind-penny", "goal-line-of-one", "goal-line-of-two", "zone-line-of-one", "zone-line-of-two"}
    plain |= {"low-side-line", "high-side-line", "pitch", "gloss"}  # named so that a theme can reach them
    assert {name for name in named - plain if f".{name}" not in board_css()} == set()


def _green_with_region() -> str:
    board = PennyGreenBoard()
    discs = [board.piece.disc(DiscId("A1"), "penny", Side.ONE), board.piece.disc(DiscId("B1"), "penny", Side.TWO)]
    layout = Layout({DiscId("A1"): Point(-200, 20), DiscId("B1"): Point(200, 20)})
    return board_svg(board, discs, layout, region=flick_off_places(board, Side.ONE, ()))


def test_a_region_is_drawn_under_the_discs() -> None:
    svg = _green_with_region()
    assert svg.index('class="region"') < svg.index('class="discs"')


def _drawn(shot: Shot) -> str:
    return board_svg(BLACK, SET, shot.rest, shot=shot)


def _shot() -> Shot:
    """The shooter hits Y1, which leaves; both turn on the way."""
    to_y1 = Piece(0.0, 0.1, 182.7, 0.0, -1218.0, 0.0, 0.0)
    after = Piece(0.1, 0.3, 60.9, 0.0, 0.0, 100.0, 0.0)
    away = Piece(0.1, 0.2, 40.6, 0.0, 1300.0, 0.0, 0.0)
    rest = OPENING.moved({DiscId("shooter"): Point(60.9, 20.0), DiscId("Y1"): Away.OFF})
    return Shot(
        Flick(DiscId("shooter"), 18000, 1218),
        OPENING,
        rest,
        (
            Contact(0.1, DiscId("shooter"), DiscId("Y1"), 2000.0),
            Left(0.2, DiscId("Y1"), Point(170.6, 0.0)),
        ),
        {DiscId("shooter"): (to_y1, after), DiscId("Y1"): (away,)},
    )


def test_a_shot_shows_starts_paths_hits_and_where_a_disc_left() -> None:
    svg = _drawn(_shot())
    assert svg.count('class="ghost') == 2
    assert svg.count('class="trail kind-') == 2
    assert svg.count('class="hit"') == 1
    assert "translate(50.75 0)" in svg  # the hit: between the centres
    assert svg.count('class="gone"') == 1
    assert svg.count('side-none away"') == 1


def test_a_path_is_its_corners() -> None:
    straight = (Piece(0, 1, 0, 0, 10, 0, 0), Piece(1, 2, 10, 0, 10, 0, 0), Piece(2, 3, 20, 0, 0, 10, 0))
    assert corners(straight) == (Point(0, 0), Point(20, 0), Point(20, 10))


@pytest.mark.parametrize("shows", [OPENING, _shot()], ids=["layout", "shot"])
def test_a_picture_shows_itself_in_a_notebook(shows: Layout | Shot) -> None:
    svg = Picture(BLACK, SET, shows, "Penny Black")._repr_svg_()
    assert _parsed(svg).attrib["aria-label"] == "Penny Black"
    assert ('class="trails"' in svg) is isinstance(shows, Shot)
    assert "<style>" in svg


@pytest.mark.browser
def test_a_browser_paints_every_kind_in_its_colour() -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    aims = {disc.kind: OPENING.point(disc.id) for disc in SET}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            page = browser.new_page()
            colours = page.evaluate(_READ_PIXELS, [standalone_svg(BLACK, SET, OPENING), _pixels(aims)])
        finally:
            browser.close()
    seen = dict(zip(aims, colours, strict=True))
    assert seen["yellow"][0] > 200 > 120 > seen["yellow"][2]
    assert seen["red"][0] > 1.8 * seen["red"][2]
    assert seen["green"][1] > 1.3 * seen["green"][0]
    assert seen["blue"][2] > 1.5 * seen["blue"][0]
    assert max(seen["black"][:3]) < 110
    assert min(seen["shooter"][:3]) > 180


def _pixels(aims: dict[str, Point | None]) -> Sequence[tuple[float, float]]:
    """Beside each mark, on the face: a picture of one pixel per half millimetre."""
    return [(2 * (224 + at.x_mm + 5.5), 2 * (197.21 - at.y_mm + 3.2)) for at in aims.values() if at is not None]


_READ_PIXELS = """async ([svg, places]) => {
  const image = new Image();
  const whole = svg.replace('<svg ', '<svg width="896" height="788" ');
  image.src = URL.createObjectURL(new Blob([whole], {type: 'image/svg+xml'}));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 896; canvas.height = 788;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, 896, 788);
  return places.map(([x, y]) => Array.from(context.getImageData(Math.round(x), Math.round(y), 1, 1).data));
}"""

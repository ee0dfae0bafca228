"""Charts are well-formed, keep within their frame, and say in words what they show."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pennyflick.server.pages.charts import HEIGHT, LEFT, WIDTH, Axis, Dot, Line, chart, top_of

AXIS = Axis(100.0, " %", "1 May", "3 May")
DOTS = [Dot(40.0, 20.0, 60.0), Dot(100.0, 80.0, 120.0), Dot(0.0, -5.0, 10.0)]


def _drawn(*lines: Line, axis: Axis = AXIS, expert: float | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(chart("Twenties & more", lines, axis, expert))


def test_a_chart_is_well_formed_and_says_what_it_shows() -> None:
    drawn = _drawn(Line("made", DOTS), expert=57.0)
    assert (drawn.get("role"), drawn.get("aria-label")) == ("img", "Twenties & more")
    words = [each.text for each in drawn.iter("text")]
    assert words == ["0 %", "25 %", "50 %", "75 %", "100 %", "1 May", "3 May", "expert"]


def test_everything_keeps_within_the_frame() -> None:
    drawn = _drawn(Line("made", DOTS), expert=57.0)
    for circle in drawn.iter("circle"):
        assert LEFT <= float(circle.get("cx", "")) <= WIDTH
        assert 0 <= float(circle.get("cy", "")) <= HEIGHT
    for path in drawn.iter("path"):
        assert all(0 <= float(number) <= WIDTH for number in re.findall(r"-?[\d.]+", path.get("d", "")))


def test_higher_is_more_and_later_is_further_right() -> None:
    first, second, third = _drawn(Line("made", DOTS)).iter("circle")
    assert float(second.get("cy", "")) < float(first.get("cy", "")) < float(third.get("cy", ""))
    assert float(first.get("cx", "")) < float(second.get("cx", "")) < float(third.get("cx", ""))


def test_two_lines_differ_in_shape_and_one_day_is_named_once() -> None:
    drawn = _drawn(Line("release", DOTS[:1]), Line("aim", DOTS[1:]), axis=Axis(100.0, "°", "today", "today"))
    assert (len([*drawn.iter("circle")]), len([*drawn.iter("rect")])) == (1, 2)
    assert [each.text for each in drawn.iter("text")].count("today") == 1


@pytest.mark.parametrize(("values", "top"), [([], 4.0), ([3.9], 4.0), ([4.0], 4.0), ([4.1], 8.0), ([0.0], 4.0)])
def test_the_top_is_round_and_above_everything(values: list[float], top: float) -> None:
    assert top_of(values, 1.0) == top

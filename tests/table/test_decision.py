"""What a decision offers to choose, wherever somebody asks."""

from pennyflick.table import AskChoose, AskFlick, AskPlace, AskSideFlick, Decision, DiscId, Point, Seat, Side, says
from pennyflick.table.decision import Ask, Clause

A1 = DiscId("A1")


class Anywhere:
    def breaks(self, point: Point) -> Clause | None:
        return None

    def nearest(self, point: Point) -> Point:
        return point

    def in_the_way(self, point: Point) -> Point | None:
        return None

    def outline_svg(self) -> str:
        return ""


def asking(*asks: Ask) -> Decision:
    return Decision((Seat(Side.ONE),), asks, (), says("One plays"))


def test_what_must_be_done_offers_nothing_to_choose() -> None:
    flick, side = AskFlick("normal", {A1: None}), AskSideFlick(A1, (A1,), Anywhere())

    assert asking(flick, side, AskPlace({}, {})).choices == {}


def test_doing_without_is_a_choice_and_so_is_every_option() -> None:
    flick, place = AskFlick("normal", {A1: None}, may_pass=True), AskPlace({}, {}, may_decline=True)

    offered = asking(flick, place, AskChoose({"in": says("In"), "out": says("Out")})).choices

    assert list(offered) == ["pass", "decline", "in", "out"]
    assert offered["out"] == says("Out")


def test_what_several_asks_offer_is_one_choice() -> None:
    flick = AskFlick("positional", {A1: None}, may_pass=True)

    assert list(asking(flick, flick, AskChoose({"pass": says("Stop"), "go": says("Go")})).choices) == ["pass", "go"]

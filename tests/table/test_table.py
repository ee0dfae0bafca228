"""The shared words keep their promises."""

import math

import pytest

from pennyflick.table import (
    Away,
    Contact,
    DiscId,
    Flick,
    Layout,
    Piece,
    Point,
    Seat,
    Shot,
    Side,
    SideFlick,
    start_layout,
)

A, B = DiscId("A1"), DiscId("B1")


def a_shot() -> Shot:
    start = Layout({A: Point(0, 0), B: Point(100, 0)})
    piece = Piece(t0_s=0, t1_s=0.5, x_mm=0, y_mm=0, vx_mm_s=100, vy_mm_s=0, deceleration_mm_s2=200)
    rest = start.moved({A: Point(25, 0), B: Away.OFF})
    contact = Contact(0.1, A, B, 3.0)
    return Shot(Flick(A, 0, 100), start, rest, (contact,), {A: (piece,)})


def test_a_rounded_point_is_never_minus_zero() -> None:
    assert math.copysign(1, Point(-1e-9, -0.0).rounded().x_mm) == 1


def test_the_other_side_of_the_other_side_is_the_side() -> None:
    assert [side.other.other for side in Side] == list(Side)


@pytest.mark.parametrize("seat", [Seat(side, place) for side in Side for place in (0, 1)])
def test_a_seat_is_known_by_its_name(seat: Seat) -> None:
    assert Seat.from_name(seat.name) == seat


def test_moving_discs_keeps_every_disc_and_their_order() -> None:
    layout = Layout({A: Point(0, 0), B: Point(1, 1)})

    moved = layout.moved({A: Away.DITCH})

    assert list(moved.where) == [A, B]
    assert layout.point(A) == Point(0, 0)
    assert moved.on_board == {B: Point(1, 1)}


def test_moving_a_disc_that_does_not_exist_is_our_own_bug() -> None:
    with pytest.raises(AssertionError, match="no such disc"):
        Layout({A: Point(0, 0)}).moved({B: Away.OFF})


def test_a_piece_slows_down_to_its_slide_length() -> None:
    piece = a_shot().paths[A][0]

    assert piece.at(0.25) == Point(18.75, 0)
    assert piece.end == Point(25, 0)


def test_a_shot_tells_where_a_disc_is_at_any_instant() -> None:
    shot = a_shot()

    assert shot.position(A, 0) == Point(0, 0)
    assert shot.position(A, 9) == Point(25, 0)
    assert shot.position(B, 9) is None
    assert shot.duration_s == 0.5
    assert shot.contacts[0].discs == (A, B)


def test_a_flick_starts_where_the_player_puts_the_disc() -> None:
    layout = Layout({A: Away.HAND, B: Point(0, 0)})

    assert start_layout(layout, Flick(A, 0, 100, start=Point(5, 5))).point(A) == Point(5, 5)
    assert start_layout(layout, Flick(B, 0, 100)) == layout


def test_a_side_flick_lifts_the_held_penny() -> None:
    layout = Layout({A: Point(9, 9), B: Point(0, 0)})

    started = start_layout(layout, SideFlick(B, A, Point(100, 0), 18_000, 500))

    assert started.where == {A: Away.HAND, B: Point(100, 0)}


def test_a_shot_and_a_layout_show_themselves_in_a_notebook() -> None:
    shot = a_shot()

    assert shot._repr_svg_().count("<circle") == 1  # B1 has left
    assert 'points="0.00,0.00 25.00,0.00"' in shot._repr_svg_()
    assert shot.start._repr_svg_().count("<circle") == 2
    assert Layout({A: Away.OFF})._repr_svg_().startswith("<svg")

"""What the four penny games share: GEN-1 to GEN-10, in every one of them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pennyflick.boards.measure import edge_distance_mm, spot_covered, within_a_diameter
from pennyflick.boards.pieces import PIECES
from pennyflick.boards.regions import Spots
from pennyflick.rules.game import DECLARATIONS, Game
from pennyflick.rules.reasons import (
    declared_reasons,
    evidence_of,
    illegal_push,
    push_contact,
    push_evidence,
    reason,
    struck,
)
from pennyflick.rules.refusing import refuse_by_decision, refuse_point
from pennyflick.rules.registry import names, new_game
from pennyflick.rules.telling import told_answers, told_declarations
from pennyflick.table import (
    Answer,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Choose,
    Clause,
    Contact,
    Decision,
    Declare,
    DiscId,
    Event,
    Evidence,
    Flick,
    Layout,
    Place,
    Point,
    Polygon,
    Reason,
    Seat,
    Shot,
    Side,
    SideFlick,
    Spot,
    Stopped,
    says,
)

PENNY_GAMES = tuple(name for name in names() if name.startswith("penny-"))
SHOOTER, Y1, Y2 = DiscId("shooter"), DiscId("Y1"), DiscId("Y2")
ONE, TWO = Seat(Side.ONE), Seat(Side.TWO)
D = 20.3


def contact(instant_s: float, other: DiscId, *, push: bool) -> Contact:
    return Contact(instant_s, SHOOTER, other, 10.0, push)


def shot(*events: Event) -> Shot:
    layout = Layout({SHOOTER: Point(0.0, 0.0), Y1: Point(30.0, 0.0), Y2: Point(60.0, 0.0)})
    return Shot(Flick(SHOOTER, 0, 500), layout, layout, events, {})


# the clauses


@pytest.mark.parametrize("name", PENNY_GAMES)
@pytest.mark.parametrize("coin", ["1p", "2p", "5c"])
def test_gen_1_every_penny_of_a_game_is_an_identical_disc(name: str, coin: str) -> None:
    game = new_game(name, {"coin": coin})
    assert {(2 * disc.radius_mm, disc.mass_g) for disc in game.discs} == {
        (PIECES[coin].diameter_mm, PIECES[coin].mass_g)
    }


@pytest.mark.parametrize("name", PENNY_GAMES)
def test_gen_1_the_penny_is_20_3_mm_across_by_default(name: str) -> None:
    assert {2 * disc.radius_mm for disc in new_game(name).discs} == {D}


@pytest.mark.parametrize("name", PENNY_GAMES)
def test_gen_2_the_centre_decides_whether_a_penny_is_off(name: str) -> None:
    edge = new_game(name).board.surface.edge
    on_x = max(corner.x_mm for corner in edge.corners) if isinstance(edge, Polygon) else edge.radius_mm
    assert edge_distance_mm(Point(on_x - 0.01, 0.0), edge) > 0  # its rim hangs over, its centre does not
    assert edge_distance_mm(Point(on_x + 0.01, 0.0), edge) < 0


@pytest.mark.parametrize(("gap", "within"), [(0.0, True), (20.2999, True), (D, False), (25.0, False), (-1.0, True)])
def test_gen_3_within_a_penny_diameter_is_a_gap_of_less_than_d(gap: float, within: bool) -> None:
    assert within_a_diameter(gap, D) is within


@pytest.mark.parametrize(
    ("what", "clause"), [("unclean", "GEN-4"), ("touch", "GEN-5"), ("moved-board", "GEN-6"), ("on-top", "GEN-8")]
)
def test_gen_4_to_gen_6_and_gen_8_name_what_was_declared(what: str, clause: str) -> None:
    (found,) = declared_reasons((Declare(what, (Y1,), TWO),))
    assert found.clause == clause
    assert found.discs == (Y1,)
    assert "Two" in str(found.sentence) or what == "on-top"
    assert set(DECLARATIONS) == {"unclean", "touch", "moved-board", "on-top"}


@pytest.mark.parametrize("name", PENNY_GAMES)
def test_gen_4_an_unclean_flick_is_a_foul_in_every_penny_game(name: str) -> None:
    assert "GEN-4" in _declared_clauses(new_game(name), "unclean")


@pytest.mark.parametrize("name", PENNY_GAMES)
def test_gen_5_touching_a_penny_is_a_foul_in_every_penny_game(name: str) -> None:
    assert "GEN-5" in _declared_clauses(new_game(name), "touch")


@pytest.mark.parametrize("name", PENNY_GAMES)
def test_gen_6_moving_the_board_is_a_foul_in_every_penny_game(name: str) -> None:
    assert "GEN-6" in _declared_clauses(new_game(name), "moved-board")


def _declared_clauses(game: Game[Any, Any], what: str) -> tuple[Clause, ...]:
    """What a game rules on a foul that the player to act declares."""
    position = game.opening(Side.ONE)
    decision = game.decision(position)
    assert decision is not None
    foul = Declare(what, (), decision.seats[0])
    assert game.refuse(position, foul) is None
    return game.judge(position.ledger, foul).clauses


def test_gen_7_a_first_contact_with_the_finger_still_on_is_a_push_shot() -> None:
    first = contact(0.01, Y1, push=True)
    assert push_contact(shot(first)) is first
    assert push_contact(shot(contact(0.01, Y1, push=False))) is None
    assert push_contact(shot()) is None


def test_gen_7_a_push_shot_that_strikes_no_other_penny_is_legal() -> None:
    again = (contact(0.01, Y1, push=True), contact(0.2, Y1, push=False))
    assert illegal_push(shot(*again)) is None


def test_gen_7_a_push_shot_that_strikes_another_penny_afterwards_is_a_foul() -> None:
    later = contact(0.2, Y2, push=False)
    assert illegal_push(shot(contact(0.01, Y1, push=True), later)) is later
    assert push_evidence(later) == Evidence("illegal_push", (SHOOTER, Y2), 0.2)


def test_gen_7_a_free_first_contact_allows_any_number_of_hits() -> None:
    assert illegal_push(shot(contact(0.1, Y1, push=False), contact(0.2, Y2, push=False))) is None


def test_gen_7_pennies_reached_at_the_same_instant_are_one_first_contact() -> None:
    assert illegal_push(shot(contact(0.01, Y1, push=True), contact(0.01, Y2, push=True))) is None


def test_gen_7_what_other_pennies_hit_among_themselves_does_not_matter() -> None:
    cannon = Contact(0.2, Y1, Y2, 10.0)
    assert illegal_push(shot(contact(0.01, Y1, push=True), cannon)) is None


def test_gen_7_a_flicked_penny_at_rest_strikes_nothing_when_another_runs_into_it() -> None:
    first, at_rest, late = contact(0.01, Y1, push=True), Stopped(0.3, SHOOTER), contact(0.5, Y2, push=False)
    assert illegal_push(shot(first, at_rest, late)) is None
    driven_on = contact(0.6, DiscId("Y3"), push=False)
    assert illegal_push(shot(first, at_rest, late, driven_on)) is driven_on


SPOT = {Spot("corner-1"): Point(100.0, 0.0), Spot("corner-2"): Point(-100.0, 0.0)}


def spots(*others: Point) -> Spots:
    return Spots(SPOT, 5.0, D / 2, tuple((at, D / 2) for at in others), Clause("BLK-11"))


def test_gen_8_each_penny_game_rules_or_refuses_a_penny_resting_on_another_in_plain_words() -> None:
    for name in PENNY_GAMES:
        game = new_game(name)
        position = game.opening(Side.ONE)
        decision = game.decision(position)
        assert decision is not None
        pair = tuple(disc.id for disc in game.discs[:2])
        foul = Declare("on-top", pair, decision.seats[0])
        refusal = game.refuse(position, foul)
        clauses = game.judge(position.ledger, foul).clauses if refusal is None else ()
        assert "GEN-8" in clauses or (refusal is not None and refusal.sentence), name


def test_gen_9_the_whole_spot_must_be_covered() -> None:
    reach = D / 2 - 5.0
    assert spots().breaks(Point(100.0 + reach, 0.0)) is None
    assert spots().breaks(Point(100.0 + reach + 0.1, 0.0)) == "BLK-11"


def test_gen_9_a_spot_that_another_penny_covers_even_partly_cannot_be_used() -> None:
    assert spot_covered(Point(0.0, 0.0), 5.0, Point(15.0, 0.0), D / 2)
    assert not spot_covered(Point(0.0, 0.0), 5.0, Point(15.3, 0.0), D / 2)
    covered = spots(Point(100.0, 15.0))
    assert covered.breaks(Point(100.0, 0.0)) == "GEN-9"
    assert covered.nearest(Point(100.0, 0.0)) == Point(-100.0, 0.0)


def test_gen_9_a_free_spot_does_not_allow_overlapping_another_penny() -> None:
    beside = spots(Point(100.0, 16.0))  # does not cover the spot, but a centred penny would overlap it
    assert beside.breaks(Point(100.0, 0.0)) == "GEN-9"
    assert beside.breaks(Point(100.0, -4.5)) is None


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("starter", list(Side))
def test_gen_10_whoever_the_toss_names_has_the_first_say_or_the_first_flick(name: str, starter: Side) -> None:
    game = new_game(name)
    decision, other = game.decision(game.opening(starter)), game.decision(game.opening(starter.other))
    assert decision is not None
    assert other is not None
    assert {seat.side for seat in decision.seats} != {seat.side for seat in other.seats}


# the shared ways of saying it


def test_a_reason_finds_the_evidence_for_its_fact_and_its_discs() -> None:
    seen = (Evidence("near", (Y2, SHOOTER), None, 3.0, D), Evidence("near", (Y1, SHOOTER), None, 4.0, D))
    assert reason(Clause("BLK-15"), "…", (Y1,), fact="near", seen=seen) == Reason(
        Clause("BLK-15"), says("…"), (Y1,), seen[1]
    )
    assert evidence_of(seen, "off") is None
    assert reason(Clause("BLK-10"), "…").evidence is None


# refusing, one way for all games


def decision(*asks: AskFlick | AskSideFlick | AskPlace | AskChoose) -> Decision:
    return Decision((ONE,), asks, (Clause("BLK-6"),), says("One decides"))


ASKS = decision(
    AskFlick("normal", {SHOOTER: None, Y1: spots()}, calls=("twenty",), may_pass=True),
    AskSideFlick(Y2, (SHOOTER,), spots()),
    AskPlace({Y1: spots(), Y2: spots()}, {Y1: Point(100.0, 0.0), Y2: Point(-100.0, 0.0)}, may_decline=True),
    AskChoose({"red": says("…"), "blue": says("…")}),
)
CORNER, FAR = Point(100.0, 0.0), Point(0.0, 50.0)


@pytest.mark.parametrize(
    "answer",
    [
        Flick(SHOOTER, 0, 1),
        Flick(SHOOTER, 35_999, 4_000, call="twenty"),
        Flick(Y1, 0, 500, CORNER),
        SideFlick(Y2, SHOOTER, CORNER, 0, 500),
        Place({Y1: CORNER, Y2: Point(-100.0, 0.0)}),
        Choose("red"),
        Choose("pass"),
        Choose("decline"),
        Declare("touch", (), TWO),
    ],
)
def test_what_is_asked_for_is_accepted(answer: Answer) -> None:
    assert refuse_by_decision(ASKS, answer) is None


@pytest.mark.parametrize(
    ("answer", "clause", "helps"),
    [
        (Flick(DiscId("Z"), 0, 500), "BLK-6", False),
        (Flick(SHOOTER, 0, 500, CORNER), "BLK-6", False),
        (Flick(SHOOTER, 0, 500, call="thirty"), "BLK-6", False),
        (Flick(SHOOTER, -1, 500), None, False),
        (Flick(SHOOTER, 36_000, 500), None, False),
        (Flick(SHOOTER, 0, 0), None, False),
        (Flick(SHOOTER, 0, 4_001), None, False),
        (Flick(Y1, 0, 500), None, True),
        (Flick(Y1, 0, 500, FAR), "BLK-11", True),
        (Flick(Y1, 0, 500, Point(math.nan, 0.0)), None, True),
        (SideFlick(Y1, SHOOTER, CORNER, 0, 500), "BLK-6", False),
        (SideFlick(Y2, Y1, CORNER, 0, 500), "BLK-6", False),
        (SideFlick(Y2, SHOOTER, FAR, 0, 500), "BLK-11", True),
        (SideFlick(Y2, SHOOTER, CORNER, 0, 9_999), None, False),
        (Place({Y1: CORNER}), "BLK-6", False),
        (Place({Y1: CORNER, Y2: FAR}), "BLK-11", True),
        (Place({Y1: CORNER, Y2: None}), None, True),
        (Choose("green"), "BLK-6", False),
        (Declare("sneeze", (), ONE), None, False),
    ],
)
def test_what_is_not_asked_for_is_refused(answer: Answer, clause: str | None, helps: bool) -> None:
    refusal = refuse_by_decision(ASKS, answer)
    assert refusal is not None
    assert refusal.clause == clause
    assert refusal.sentence
    assert (refusal.nearest is not None) is helps


@pytest.mark.parametrize(
    "answer", [Flick(SHOOTER, 0, 500), SideFlick(Y2, SHOOTER, CORNER, 0, 500), Place({Y1: CORNER}), Choose("pass")]
)
def test_an_answer_of_a_kind_that_is_not_asked_is_refused(answer: Answer) -> None:
    refusal = refuse_by_decision(decision(), answer)
    assert refusal is not None
    assert refusal.clause == "BLK-6"
    over = refuse_by_decision(None, answer)
    assert over is not None
    assert "over" in str(over.sentence)


def test_a_region_without_a_legal_point_refuses_without_one() -> None:
    blocked = spots(*SPOT.values())
    refusal = refuse_point(blocked, Y1, Point(100.0, 0.0))
    assert refusal is not None
    assert refusal.nearest is None


def test_what_is_told_must_fit_the_questions() -> None:
    told = told_answers((), {"declared": ["touch"]})
    assert told.yes("anything") is False
    assert told.discs("anything") == told.words("anything") == ()
    assert told.word("anything") is None
    assert told_declarations(told_answers((), {"declared": ["touch", "touch"]}), ONE) == (Declare("touch", (), ONE),)


def test_a_contact_has_another_disc() -> None:
    assert struck(contact(0.1, Y1, push=False), SHOOTER) == Y1
    assert struck(contact(0.1, Y1, push=False), Y1) == SHOOTER

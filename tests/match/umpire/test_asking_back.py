"""The umpire asks back what cannot be, and infers what must be; nothing is ruled on the impossible."""

import dataclasses
from typing import Any

import pytest

from pennyflick.boards.games.penny_green import Zone
from pennyflick.match.umpire import Sitting, ToldError, form, new_sitting, tell
from pennyflick.record import Seen
from pennyflick.rules import registry
from pennyflick.rules.penny_black.ledger import From
from pennyflick.rules.penny_green.ledger import Attack, GoalFlick, Positional, Restart, Stage
from pennyflick.rules.penny_red.ledger import Phase, Reward
from pennyflick.rules.tally import Tally
from pennyflick.table import Choose, DiscId, Place, Seat, Side

ONE, TWO = Side.ONE, Side.TWO
GREEN = DiscId("green")


def _sitting(name: str, texts: dict[str, str] | None = None, **ledger: Any) -> Sitting:
    """A match of which the ledger is as it is told here."""
    sitting = new_sitting(registry.new_game(name, texts or {}), ONE)
    return dataclasses.replace(sitting, ledger=dataclasses.replace(sitting.ledger, **ledger))


BLACK = _sitting("penny-black", shooter_from=From.LIES)
LAST_PENNY = _sitting("penny-black", shooter_from=From.LIES, on=(DiscId("black"),))
BLUE = _sitting("penny-blue", turns=Tally(1, 1))
BLUE_NEAR = _sitting("penny-blue", {"side_flick": "may"}, turns=Tally(1, 1), side_flick_due=True)
SERVE = _sitting("penny-red")
OPEN = _sitting("penny-red", phase=Phase.OPEN)
EDGE = _sitting("penny-red", phase=Phase.OPEN, over_edge=ONE)
REWARD = _sitting("penny-red", phase=Phase.REWARD, reward=Reward(flick=True))
DOUBLES = _sitting("penny-red", {"doubles": "yes"}, phase=Phase.OPEN, turn=TWO)
ATTACK = _sitting("penny-green", phase=Attack(ONE, hits=1))
KICK = _sitting("penny-green", phase=Attack(ONE, Restart.FLICK_OFF))
GOAL_FLICK = _sitting("penny-green", phase=Attack(ONE, Restart.GOAL_FLICK, only=DiscId("A1")))
POSITIONAL = _sitting("penny-green", phase=Positional(ONE))
DEFENDING = _sitting("penny-green", phase=GoalFlick(ONE, Stage.FLICKS, DiscId("A1")))
PUCKS = _sitting("pichenotte", on=(DiscId("A1"), DiscId("B1")), shots=2)
FREE = _sitting("pichenotte", {"advanced": "yes"}, on=(), shots=2)
HAMMER = _sitting("pichenotte", {"advanced": "yes"}, on=(DiscId("B1"),), shots=23, turn=Seat(TWO))


@pytest.mark.parametrize(
    ("sitting", "told", "sentence", "fields"),
    [
        # Penny Black
        (BLACK, {"off": ("Y1",), "near": ("Y1",)}, "Y1 came off", ("off", "near")),
        (BLACK, {"off": ("Y1",), "on_shooter": ("Y1",)}, "Y1 came off", ("off", "on_shooter")),
        (BLACK, {"off": ("Y1",), "shooter_on": ("Y1",)}, "Y1 came off", ("off", "shooter_on")),
        (BLACK, {"on_shooter": ("Y1",), "shooter_on": ("Y1",)}, "both on top", ("on_shooter", "shooter_on")),
        (BLACK, {"shooter_off": True, "near": ("Y1",)}, "the shooter came off", ("shooter_off", "near")),
        (BLACK, {"shooter_off": True, "shooter_on": ("Y1",)}, "the shooter came off", ("shooter_off", "shooter_on")),
        (BLACK, {"shooter_hit": False, "off": ("Y1",)}, "but Y1 came off", ("shooter_hit", "off")),
        (BLACK, {"shooter_hit": False, "on_shooter": ("Y1",)}, "Y1 rests on it", ("shooter_hit", "on_shooter")),
        (BLACK, {"shooter_hit": False, "shooter_on": ("Y1",)}, "it rests on Y1", ("shooter_hit", "shooter_on")),
        (BLACK, {"shooter_hit": False, "illegal_push": True}, "push shot", ("shooter_hit", "illegal_push")),
        (BLACK, {"declared": ("on-top",)}, "say which penny", ("on_shooter", "shooter_on", "declared")),
        (LAST_PENNY, {"illegal_push": True}, "only black is left", ("illegal_push",)),
        (LAST_PENNY, {"off": ("Y1",)}, "no off named 'Y1'", ("off",)),
        # Penny Blue
        (BLUE, {"off": ("blue",), "blue_near_edge": True}, "the blue came off", ("off", "blue_near_edge")),
        (BLUE, {"hit": False, "off": ("B1",)}, "B1 came off", ("hit", "off")),
        (BLUE, {"hit": False, "illegal_push": True}, "struck a second one", ("hit", "illegal_push")),
        (BLUE, {"kill_chain": True}, "SB is not among off", ("off", "kill_chain")),
        (BLUE, {"blue_near_edge": True}, "lay away from the edge", ("hit", "blue_near_edge")),
        (BLUE_NEAR, {"blue_near_edge": False}, "lay near the edge", ("hit", "blue_near_edge")),
        (BLUE_NEAR, {"flicked": "side-flick", "hit": False}, "a side-flick hits the blue", ("hit", "flicked")),
        (BLUE_NEAR, {"flicked": "side-flick", "off": ("SA",)}, "SA was held", ("off",)),
        (BLUE_NEAR, {"flicked": "side-flick", "illegal_push": True}, "no push shot", ("flicked", "illegal_push")),
        # Penny Red
        (SERVE, {"red_at": "far"}, "so it was hit: say in hit_red", ("hit_red",)),
        (SERVE, {"off": ("red",)}, "the red came off, so it was hit", ("hit_red",)),
        (SERVE, {"red_hit_by": ("A1",)}, "no field 'red_hit_by'", ()),
        (OPEN, {"red_at": "far"}, "the red lies beyond the line, so a shooter hit it", ("red_hit_by",)),
        (OPEN, {"off": ("red",)}, "the red came off, so a shooter hit it", ("red_hit_by",)),
        (OPEN, {"struck_by_red": ("B1",)}, "the red hit B1, so a shooter hit it", ("red_hit_by",)),
        (OPEN, {"reached_by_red": ("B2",)}, "the red hit B2, so a shooter hit it", ("red_hit_by",)),
        (OPEN, {"off": ("red",), "red_at": "far"}, "the red came off", ("off", "red_at")),
        (OPEN, {"off": ("red",), "touching": ("A1",)}, "the red came off", ("off", "touching")),
        (OPEN, {"off": ("red",), "over_edge": True}, "the red came off", ("off", "over_edge")),
        (OPEN, {"off": ("B1",), "across": ("B1",)}, "B1 came off", ("off", "across")),
        (OPEN, {"off": ("A1",), "touching": ("A1",)}, "A1 came off", ("off", "touching")),
        (
            OPEN,
            {"red_hit_by": ("A1",), "red_at": "far", "across": ("B1",), "touching": ("B1",)},
            "they cannot touch",
            ("across", "touching"),
        ),
        (OPEN, {"flicked": "A1", "red_hit_by": ("A2",)}, "did A1 hit A2?", ("shooters_met",)),
        (OPEN, {"cannon": True, "shooters_met": False}, "A1 hit A2", ("shooters_met", "cannon")),
        (OPEN, {"cannon": True, "red_hit_by": ("A1",)}, "red_hit_by must name it", ("red_hit_by", "cannon")),
        (
            OPEN,
            {"red_hit_by": ("A1",), "spots_blocked": True},
            "name it in struck_by_red",
            ("struck_by_red", "spots_blocked"),
        ),
        (OPEN, {"far_edge": True}, "over_edge must be yes", ("over_edge", "far_edge")),
        (
            OPEN,
            {"red_hit_by": ("A1",), "red_at": "far", "over_edge": True, "far_edge": False},
            "overlaps the far edge",
            ("red_at", "far_edge"),
        ),
        (EDGE, {"flicked": "side-flick A1", "cannon": True}, "A1 was held", ("flicked", "cannon")),
        (EDGE, {"flicked": "side-flick A1", "shooters_met": True}, "A1 was held", ("flicked", "shooters_met")),
        (EDGE, {"flicked": "side-flick A1", "illegal_push": True}, "A1 was held", ("flicked", "illegal_push")),
        (EDGE, {"flicked": "side-flick A1", "off": ("A1",)}, "A1 was held", ("flicked", "off")),
        (EDGE, {"flicked": "side-flick A1", "crossed": ("A1",)}, "A1 was held", ("flicked", "crossed")),
        (EDGE, {"flicked": "side-flick A1", "touching": ("A1",)}, "A1 was held", ("flicked", "touching")),
        # Penny Green
        (ATTACK, {"off": ("A2",), "near": ("A2",)}, "A2 left the board", ("off", "near")),
        (ATTACK, {"off": ("A2",), "in_area_one": ("A2",)}, "A2 left the board", ("off", "in_area_one")),
        (ATTACK, {"in_area_one": ("A2",), "in_area_two": ("A2",)}, "both goal areas", ("in_area_one", "in_area_two")),
        (ATTACK, {"out": "side-line", "near": ("A2",)}, "out of play", ("near", "out")),
        (POSITIONAL, {"out": "goal-one", "near": ("A2",)}, "out of play", ("near", "out")),
        (ATTACK, {"flicked": "A2", "hit": ("A2",)}, "cannot have hit itself", ("flicked", "hit")),
        (ATTACK, {"illegal_push": True, "hit": ("green",)}, "name both in hit", ("hit", "illegal_push")),
        (ATTACK, {"flicked": "B1", "picked_up": True}, "not the player's own", ("flicked", "picked_up")),
        (ATTACK, {"picked_up": True, "struck_from": "two"}, "struck from one, not two", ("picked_up", "struck_from")),
        (ATTACK, {"moved": ("B1", "B2")}, "B1 and B2 moved, so A1 hit something", ("hit", "moved")),
        (ATTACK, {"moved": ("B1",), "hit": ()}, "B1 moved, so A1 hit something", ("hit", "moved")),
        (KICK, {"struck_from": "one"}, "on the centre spot", ("struck_from",)),
        (KICK, {"picked_up": True}, "no field 'picked_up'", ()),
        (GOAL_FLICK, {"struck_from": "centre"}, "in the own goal area", ("struck_from",)),
        (GOAL_FLICK, {"picked_up": True}, "no field 'picked_up'", ()),
        (GOAL_FLICK, {"flicked": "A2"}, "made with A1", ("flicked",)),
        (GOAL_FLICK, {"stayed": False}, "did not move", ("stayed", "moved")),
        (GOAL_FLICK, {"stayed": True, "hit": ("green",), "zones": ("centre",)}, "went further", ("stayed", "zones")),
        (GOAL_FLICK, {"stayed": True, "hit": ("green",), "out": "side-line"}, "went further", ("stayed", "out")),
        (DEFENDING, {"near": ("B1",)}, "no field 'near'", ()),
        (DEFENDING, {"hit": ("green",)}, "no hit named 'green'", ("hit",)),
        (DEFENDING, {"moved": ("A1",)}, "no moved named 'A1'", ("moved",)),
        # Pichenotte
        (PUCKS, {"sunk": ("A2",), "out": ("A2",)}, "only be in one place", ("sunk", "out")),
        (PUCKS, {"touched": False, "sunk": ("B1",)}, "B1 dropped into the hole", ("touched", "sunk")),
        (PUCKS, {"touched": False, "out": ("B1",)}, "B1 went out", ("touched", "out")),
        (PUCKS, {"sunk": ("B2",)}, "no sunk named 'B2'", ("sunk",)),
        (FREE, {"in_fifteen": True, "sunk": ("A2",)}, "A2 is in the hole", ("in_fifteen", "sunk")),
        (FREE, {"in_fifteen": True, "out": ("A2",)}, "A2 is out", ("in_fifteen", "out")),
        (HAMMER, {"in_fifteen": True, "tens": ("B12",)}, "in the 10 ring", ("in_fifteen", "tens")),
        (HAMMER, {"in_fifteen": False, "fifteens": ("B12",)}, "counted inside", ("in_fifteen", "fifteens")),
        (HAMMER, {"fifteens": ("B1",), "out": ("B1",)}, "only be in one place", ("out", "fifteens")),
        (HAMMER, {"fifteens": ("B1",), "tens": ("B1",)}, "only be in one place", ("fifteens", "tens")),
    ],
    ids=lambda value: value.game.name if isinstance(value, Sitting) else repr(value) if isinstance(value, dict) else "",
)
def test_what_contradicts_itself_is_asked_back(
    sitting: Sitting, told: dict[str, Any], sentence: str, fields: tuple[str, ...]
) -> None:
    with pytest.raises(ToldError) as caught:
        tell(sitting, None, Seen(told))
    assert sentence in str(caught.value)
    assert caught.value.fields == fields
    asked = form(sitting)
    assert asked is not None
    assert set(fields) <= {*(question.field for question in asked.questions), "declared"}


def _facts(sitting: Sitting, **told: Any) -> Any:
    return sitting.game.facts(sitting.ledger, told)


def _clauses(sitting: Sitting, **told: Any) -> tuple[str, ...]:
    return tell(sitting, None, Seen(told)).entries[-1].verdict.clauses


# what must follow is inferred


def test_blk_13_what_fell_was_reached_by_the_shooter() -> None:
    assert "BLK-13" not in _clauses(BLACK, off=("R1",))
    assert _facts(BLACK, shooter_on=["Y3"]).near == ("Y3",)


def test_a_hand_that_touched_may_have_done_what_no_hit_did() -> None:
    assert _facts(BLACK, shooter_hit=False, off=["Y1"], declared=["touch"]).shooter_hit is False
    assert _facts(BLUE, hit=False, off=["B1"], declared=["touch"]).hit is False
    assert _facts(OPEN, red_at="far", declared=["touch"]).red_hit_by == ()
    assert _facts(ATTACK, moved=["B1", "B2"], declared=["touch"]).hit == ()
    assert _facts(PUCKS, touched=False, sunk=["B1"], declared=["touch"]).touched is False


def test_blu_11_a_penny_that_falls_alone_has_hit_nothing() -> None:
    assert _facts(BLUE, flicked="A1", off=["A1"]).hit is False
    assert _facts(BLUE, flicked="A1", off=["A1", "B1"]).hit is True


def test_blu_12_a_flick_that_hits_nothing_leaves_the_blue_near_the_edge() -> None:
    assert _facts(BLUE_NEAR, flicked="A1").blue_near_edge is True
    assert _facts(BLUE_NEAR, flicked="A1", hit=True).blue_near_edge is False
    assert _facts(BLUE, flicked="A1").blue_near_edge is False


def test_red_2_any_shooter_can_be_told_to_have_hit_the_red() -> None:
    facts = _facts(OPEN, red_hit_by=["B1"], red_at="far")
    assert facts.red_hit_by == ()
    assert _clauses(OPEN, red_hit_by=("B1",), red_at="far")[0] == "RED-2"
    assert _facts(SERVE, hit_red=False, red_at="far").red_hit_by == ()


def test_red_10_a_red_of_which_nobody_speaks_still_lies_on_the_enemy_court() -> None:
    assert _clauses(REWARD, flicked="A1") == ("RED-10",)


def test_red_14_is_not_offered_when_both_spots_are_taken() -> None:
    told: dict[str, Any] = {"red_hit_by": ("A1",), "red_at": "far", "struck_by_red": ("B1",)}
    offered = form(tell(OPEN, None, Seen(told)))
    blocked = form(tell(OPEN, None, Seen({**told, "spots_blocked": True})))
    assert offered is not None
    assert blocked is not None
    assert (DiscId("B1"),) in offered.places
    assert (DiscId("B1"),) not in blocked.places


def test_red_18_a_red_on_the_line_may_overlap_either_edge() -> None:
    assert _facts(OPEN, red_hit_by=["A1"], over_edge=True).over_edge is ONE
    assert _facts(OPEN, red_hit_by=["A1"], over_edge=True, far_edge=True).over_edge is TWO
    assert _facts(OPEN, red_hit_by=["A1"], red_at="far", over_edge=True).over_edge is TWO


def test_red_6_the_umpire_asks_which_corner_is_free() -> None:
    served: dict[str, Any] = {"hit_red": True, "red_at": "far"}
    for corner in ("corner-one-2", "corner-one-1"):
        verdict = tell(SERVE, None, Seen({**served, "free_corner": corner})).entries[-1].verdict
        assert verdict.fates["A1"] == corner  # type: ignore[index]  # discs are words
    blocked = form(tell(SERVE, None, Seen({**served, "free_corner": "none"})))
    assert blocked is not None
    assert blocked.places == ((DiscId("A1"),),)


def test_red_20_each_partner_is_told_with_his_own_shooter() -> None:
    told = Seen({"flicked": "B1", "red_hit_by": ("B1",)})
    with pytest.raises(ToldError, match="B1 is Two's to play, not Two's partner's: say by two,"):
        tell(DOUBLES, Seat(TWO, 1), told)
    assert tell(DOUBLES, Seat(TWO), told).entries[-1].by == Seat(TWO)
    second = Seen({"flicked": "B2", "red_hit_by": ("B2",)})
    assert tell(DOUBLES, None, second).entries[-1].by == Seat(TWO, 1)


def test_red_20_each_partner_puts_down_his_own_shooter() -> None:
    touching = dataclasses.replace(
        DOUBLES, ledger=dataclasses.replace(DOUBLES.ledger, touching=(DiscId("B1"), DiscId("B2")))
    )
    put = Place({DiscId("B2"): None})
    with pytest.raises(ToldError, match="B2 is Two's partner's to play, not Two's: say by two-b,"):
        tell(touching, Seat(TWO), put)
    assert tell(touching, None, put).entries[-1].by == Seat(TWO, 1)


def test_grn_13_a_green_that_passes_from_goal_to_goal_passes_the_centre() -> None:
    assert set(_facts(ATTACK, struck_from="one", zones=["two"]).zones) == {Zone.ONE, Zone.CENTRE, Zone.TWO}
    assert "GRN-13" in _clauses(ATTACK, flicked="A1", hit=("green",), struck_from="one", zones=("two",))


@pytest.mark.parametrize(("struck_from", "out"), [("one", "goal-two"), ("one", "goal-line-two"), ("two", "goal-one")])
def test_grn_13_out_over_the_far_goal_line_is_through_all_zones(struck_from: str, out: str) -> None:
    assert "GRN-13" in _clauses(ATTACK, flicked="A1", hit=("green",), struck_from=struck_from, out=out)


def test_grn_16_a_penny_picked_up_says_where_the_green_lay() -> None:
    facts = _facts(ATTACK, picked_up=True, hit=["green"], out="goal-two")
    assert facts.struck_from is Zone.ONE
    assert "GRN-13" in _clauses(ATTACK, picked_up=True, hit=("green",), out="goal-two")


def test_grn_8_one_enemy_penny_moved_was_hit() -> None:
    assert _facts(ATTACK, moved=["B1"]).hit == (DiscId("B1"),)
    assert "GRN-8" in _clauses(ATTACK, moved=("B1",))


def test_grn_24_a_green_that_did_not_move_stayed() -> None:
    assert "GRN-24" in _clauses(GOAL_FLICK)
    assert _facts(GOAL_FLICK, hit=["green"]).stayed is False
    assert _facts(GOAL_FLICK).struck_from is Zone.ONE


def test_grn_22_nothing_lies_near_a_green_that_is_set_aside() -> None:
    asked = form(DEFENDING)
    assert asked is not None
    options = {question.field: question.options for question in asked.questions}
    assert "near" not in options
    assert GREEN not in options["moved"]
    assert "A1" not in options["hit"]


@pytest.mark.parametrize("where", ["sunk", "out"])
def test_pic_4_an_enemy_puck_that_dropped_or_went_out_was_hit(where: str) -> None:
    assert _facts(PUCKS, **{where: ["B1"]}).touched is True
    assert _facts(PUCKS, **{where: ["A1"]}).touched is False  # an own puck may be knocked on alone


def test_pic_7_the_count_says_whether_the_hammer_rests_inside() -> None:
    assert _facts(HAMMER, fifteens=["B12"]).in_fifteen is True
    assert _facts(HAMMER, in_fifteen=True).count.fifteens == ("B12",)


def test_a_choice_is_told_by_who_has_it() -> None:
    assert tell(REWARD, None, Choose("pass")).entries[-1].by == Seat(ONE)
    with pytest.raises(ToldError, match="it is for One to play, not Two"):
        tell(REWARD, Seat(TWO), Choose("pass"))

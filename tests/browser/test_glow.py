"""What counts now glows, what must be left is ringed, and goal and danger are said in the first matches of a game."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def glowing(person: Any) -> list[str]:
    found: list[str] = person.page.eval_on_selector_all(".disc.glow", "all => all.map(each => each.dataset.disc)")
    return sorted(found)


@pytest.mark.parametrize(
    ("game", "discs", "rings"),
    [
        ("Penny Black", sorted(f"Y{number}" for number in range(1, 13)), 12),
        ("Penny Blue", ["blue"], 1),
        ("Penny Red", ["red"], 1),
        ("Pichenotte", [], 1),
    ],
)
def test_what_counts_glows_when_it_is_ones_turn(person: Any, game: str, discs: list[str], rings: int) -> None:
    person.start(game, seating="screen", starter="one")
    assert person.my_turn()

    assert glowing(person) == discs
    assert person.page.locator(".glow-ring").count() == rings


def test_a_penny_that_must_be_left_is_ringed(person: Any) -> None:
    person.start("Penny Black", seating="screen", starter="one")
    assert person.my_turn()
    person.act(direction=240.0, speed=700)
    assert person.my_turn()
    asked = person.position()["now"]["decision"]

    assert asked["leave"]
    assert person.page.locator(".leave-ring").count() == len(asked["leave"])


def test_goal_and_danger_stand_open_in_the_first_three_matches_and_then_on_demand(person: Any) -> None:
    goal = person.page.locator("#goal-goal")
    for _ in range(3):
        person.start("Penny Blue", seating="screen", starter="one")
        assert person.my_turn()
        assert goal.is_visible()
        assert "Nobody kills in a first turn" in goal.inner_text()
    person.start("Penny Blue", seating="screen", starter="one")
    assert person.my_turn()
    assert not goal.is_visible()
    person.page.locator("#goal summary").click()
    assert goal.is_visible()
    assert "lose" in person.page.locator("#goal-danger").inner_text()

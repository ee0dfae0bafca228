"""What stands round the board: skip, slow motion, sound, hint; and nobody is kept out of any state."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def test_slow_motion_shows_the_last_shot_again_and_can_be_skipped(moving_person: Any) -> None:
    page = moving_person.page
    moving_person.start("Penny Black", seating="screen")
    assert moving_person.my_turn()
    moving_person.act(speed=2500)
    assert moving_person.my_turn()
    page.click("#slow")
    page.wait_for_selector("#skip", state="visible")
    page.click("#skip")

    page.wait_for_selector("#skip", state="hidden")
    assert moving_person.my_turn()
    assert moving_person.version() == 1


def test_the_sound_switch_is_remembered(person: Any) -> None:
    page = person.page
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    page.click("#sound")
    page.reload()
    assert person.my_turn()

    assert page.get_attribute("#sound", "aria-pressed") == "false"


def test_the_hint_is_there_for_the_very_first_flick_only(person: Any) -> None:
    page = person.page
    person.start("Penny Black", seating="screen")
    assert person.my_turn()
    assert page.locator("#tip").is_visible()
    person.act()
    assert person.my_turn()

    assert not page.locator("#tip").is_visible()


def test_nobody_is_kept_out_of_any_state_of_the_table(person: Any) -> None:
    page = person.page
    person.start("Penny Blue", seating="screen", starter="one", option__games="5")
    assert person.my_turn()
    for fold in page.locator("details").all():
        fold.evaluate("each => each.open = true")
    found = person.axe()
    page.select_option("#aim-disc", "A1")
    person.act(speed=1220)
    assert person.my_turn()
    person.act(direction=270.0)
    assert page.locator("#keeping.refused").count() == 1
    found += person.axe()  # a side-flick, refused
    page.click('[data-choose="pass"]')
    assert person.my_turn()
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#abandon")
    page.wait_for_selector("#over", state="visible")
    found += person.axe()
    person.start("Penny Green", seating="screen")
    assert person.my_turn()
    found += person.axe()  # a placement
    page.set_viewport_size({"width": 390, "height": 844})
    found += person.axe()

    assert found == []

"""What the house meant by a flick is told beside the ruling, with the chance that it comes true."""

import re
from typing import Any

import pytest

pytestmark = pytest.mark.browser

MEANT = re.compile(r"A beginner meant: “[A-Z].+, \d{1,3} %(; leaves you a .+)?\.”")


def test_the_house_says_what_it_meant_and_how_likely_that_was(person: Any) -> None:
    person.start("Pichenotte", opponent="beginner", starter="two")
    assert person.my_turn()

    thought = person.page.locator("#ruling .thought")

    assert MEANT.fullmatch(thought.inner_text())


def test_the_replay_tells_it_again(person: Any) -> None:
    person.start("Pichenotte", opponent="beginner", starter="two")
    assert person.my_turn()
    said = person.page.locator("#ruling .thought").inner_text()

    person.open(person.page.url.removeprefix(person.server.address).split("?")[0].split("#")[0] + "/replay")
    person.page.get_by_role("button", name=re.compile("^1\\. ")).click()
    told = person.page.locator("#ruling-body .thought")
    told.wait_for()

    assert told.inner_text() == said

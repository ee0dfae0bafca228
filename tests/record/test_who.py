import pytest

from pennyflick.record.who import PERSON, bot, house, house_name, is_who, untold


@pytest.mark.parametrize("who", [PERSON, house("expert"), bot("4:flicks=8000"), bot("random")])
def test_people_the_house_and_bots_can_be_written(who: str) -> None:
    assert is_who(who)


@pytest.mark.parametrize("text", ["", "expert", "house:", "bot: ", "robot:3", "person of rank"])
def test_anything_else_says_nobody(text: str) -> None:
    assert not is_who(text)


def test_only_the_house_has_a_name() -> None:
    assert [house_name(who) for who in (house("good"), PERSON, bot("good"))] == ["good", None, None]


@pytest.mark.parametrize("hand", ["expert", "good", "average", "beginner"])
def test_where_nothing_is_said_a_named_hand_is_one_of_the_house(hand: str) -> None:
    assert untold(hand) == house(hand)


@pytest.mark.parametrize("hand", [None, "1.5deg 8%"])
def test_where_nothing_is_said_everybody_else_is_a_person(hand: str | None) -> None:
    assert untold(hand) == PERSON

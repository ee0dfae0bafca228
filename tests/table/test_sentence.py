"""Sentences agree with whoever reads them: by name, as you, or as One and Two."""

import pytest

from pennyflick.table import (
    NOBODY,
    Cited,
    DiscId,
    Measured,
    Named,
    Object,
    Owned,
    Owner,
    Seat,
    Sentence,
    Side,
    Subject,
    Their,
    Verb,
    Viewer,
    listed,
    listed_discs,
    phrase,
    says,
    verb,
)
from pennyflick.table.sentence_json import sentence_from_text, sentence_json, sentence_of, sentence_text

ONE, TWO, ONE_B, TWO_B = Seat(Side.ONE), Seat(Side.TWO), Seat(Side.ONE, 1), Seat(Side.TWO, 1)
NAMES = {ONE: "Ann", TWO: "Bob"}
FOUR = {ONE: "Ann", TWO: "Bob", ONE_B: "Cid", TWO_B: "Dot"}
Y1, R1 = DiscId("Y1"), DiscId("R1")

WINS = says(
    Subject(Side.ONE),
    verb("wins"),
    Named(Y1),
    "(1 point) and",
    verb("flicks"),
    "again from",
    Owner(Side.TWO),
    "spot: a shot for",
    Object(Side.TWO),
)


@pytest.mark.parametrize(
    ("viewer", "text"),
    [
        (NOBODY, "One wins Y1 (1 point) and flicks again from Two's spot: a shot for Two."),
        (Viewer(NAMES), "Ann wins Y1 (1 point) and flicks again from Bob's spot: a shot for Bob."),
        (Viewer(NAMES, [ONE]), "You win Y1 (1 point) and flick again from Bob's spot: a shot for Bob."),
        (Viewer(NAMES, [TWO]), "Ann wins Y1 (1 point) and flicks again from your spot: a shot for you."),
        (
            Viewer(FOUR),
            "Ann and Cid win Y1 (1 point) and flick again from Bob and Dot's spot: a shot for Bob and Dot.",
        ),
        (
            Viewer(FOUR, [ONE_B]),
            "You win Y1 (1 point) and flick again from Bob and Dot's spot: a shot for Bob and Dot.",
        ),
        (Viewer({}, [ONE]), "You win Y1 (1 point) and flick again from Two's spot: a shot for Two."),
    ],
)
def test_a_sentence_is_said_to_its_reader(viewer: Viewer, text: str) -> None:
    assert WINS.said(viewer) == text


def test_who_holds_both_sides_reads_names() -> None:
    assert WINS.said(Viewer(NAMES, [ONE, TWO])) == WINS.said(Viewer(NAMES))


def test_the_text_of_a_sentence_is_nobodys() -> None:
    assert str(WINS) == f"{WINS}" == WINS.said(NOBODY)


def test_a_verb_agrees_with_the_last_subject_before_it() -> None:
    both = says(Subject(Side.ONE), verb("loses"), "the turn and", Subject(Side.TWO), verb("gets"), "a free shot")

    assert both.said(Viewer(NAMES, [ONE])) == "You lose the turn and Bob gets a free shot."
    assert both.said(Viewer(NAMES, [TWO])) == "Ann loses the turn and you get a free shot."


def test_you_has_a_capital_only_where_a_sentence_begins() -> None:
    told = phrase(
        says("Nothing was won:", Subject(Side.TWO), verb("plays")), says(Subject(Side.TWO), verb("is"), "due")
    )

    assert told.said(Viewer(NAMES, [TWO])) == "Nothing was won: you play. You are due."
    assert says(Owner(Side.TWO), "penny").said(Viewer(NAMES, [TWO])) == "Your penny."


def test_a_title_has_a_small_article_within_a_sentence() -> None:
    house = Viewer({ONE: "A beginner", ONE_B: "Another beginner", TWO: "A Boy Named Sue"})
    told = says(Subject(ONE), verb("wins"), "; a shot for", Object(ONE_B), "and", Object(Side.TWO))

    assert told.said(house) == "A beginner wins; a shot for another beginner and A Boy Named Sue."


def test_nobody_is_called_you_but_the_reader() -> None:
    unnamed = {ONE: "You", TWO: "A beginner"}
    told = says(Subject(Side.ONE), verb("wins"))

    assert told.said(Viewer(unnamed)) == "The guest wins."
    assert told.said(Viewer(unnamed, [ONE])) == "You win."


@pytest.mark.parametrize("names", [("Ann", "ann"), ("One", "Two"), ("", " "), ("Two", "one"), ("You", "you")])
def test_names_that_would_confuse_are_not_used(names: tuple[str, str]) -> None:
    assert WINS.said(Viewer(dict(zip((ONE, TWO), names, strict=True)))) == str(WINS)


def test_a_name_alone_is_used_beside_a_side_without_one() -> None:
    assert says(Subject(Side.ONE), "beats", Object(Side.TWO)).said(Viewer({ONE: "Ann", TWO: "Two"})) == "Ann beats Two."


@pytest.mark.parametrize(
    ("viewer", "text"),
    [
        (NOBODY, "One's partner shoots."),
        (Viewer(FOUR), "Cid shoots."),
        (Viewer(FOUR, [ONE]), "Cid shoots."),
        (Viewer(FOUR, [ONE_B]), "You shoot."),
        (Viewer({ONE: "Ann", ONE_B: "One-b"}), "Ann's partner shoots."),
        (Viewer({}, [ONE]), "Your partner shoots."),
    ],
)
def test_a_seat_is_one_person_of_a_side(viewer: Viewer, text: str) -> None:
    assert says(Subject(ONE_B), verb("shoots")).said(viewer) == text


def test_what_is_owned_stands_after_of() -> None:
    told = says("A foul of", Owned(Side.ONE))

    assert [told.said(viewer) for viewer in (NOBODY, Viewer(NAMES), Viewer(NAMES, [ONE]))] == [
        "A foul of One.",
        "A foul of Ann.",
        "A foul of yours.",
    ]


def test_their_is_the_last_subjects_own() -> None:
    told = says(Subject(Side.ONE), verb("flicks"), "one of", Their(), "own pennies")

    assert [told.said(viewer) for viewer in (NOBODY, Viewer(NAMES, [TWO]), Viewer(NAMES, [ONE]))] == [
        "One flicks one of their own pennies.",
        "Ann flicks one of their own pennies.",
        "You flick one of your own pennies.",
    ]


@pytest.mark.parametrize(
    ("third", "plain"),
    [
        ("wins", "win"),
        ("loses", "lose"),
        ("side-flicks", "side-flick"),
        ("touches", "touch"),
        ("passes", "pass"),
        ("goes", "go"),
        ("tries", "try"),
        ("plays", "play"),
        ("has", "have"),
        ("is", "are"),
        ("was", "were"),
    ],
)
def test_ordinary_verbs_need_no_second_form(third: str, plain: str) -> None:
    assert verb(third) == Verb(third, plain)


def test_an_unusual_verb_brings_its_second_form() -> None:
    assert verb("can't", "cannot") == Verb("can't", "cannot")


def test_spaces_and_the_full_stop_are_put_where_they_belong() -> None:
    told = says("The turn", "(", Cited("BLK-12"), "),", listed_discs((Y1, R1)), ": lost")

    assert str(told) == "The turn (BLK-12), Y1 and R1: lost."
    assert says("Lost.") == says("lost")
    assert says("Lost?") == Sentence(("Lost?",))


def test_things_are_listed_as_people_do() -> None:
    assert [str(listed(things)) for things in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert str(listed_discs((Y1, R1), "or")) == "Y1 or R1"


def test_equal_sentences_have_equal_parts_however_they_were_put_together() -> None:
    assert says("The red", "lies", "there") == says(phrase("The", "red"), "lies there", ".")


def test_a_length_is_told_in_millimetres() -> None:
    assert str(says("It lies", Measured(3.24), "away")) == "It lies 3.2 mm away."


ALL_PARTS = phrase(
    Subject(Side.ONE),
    Object(ONE),
    Owner(TWO_B),
    Owned(Side.TWO),
    verb("is"),
    Their(),
    Named(Y1),
    Cited("BLK-1"),
    Measured(1.5),
)


def test_json_gives_every_part_back() -> None:
    assert sentence_of(sentence_json(ALL_PARTS)) == ALL_PARTS
    assert sentence_from_text(sentence_text(ALL_PARTS)) == ALL_PARTS


def test_json_names_its_parts_as_stores_keep_them() -> None:
    assert sentence_json(ALL_PARTS) == [
        {"is": "subject", "side": "one"},
        " ",
        {"is": "object", "seat": "one"},
        " ",
        {"is": "owner", "seat": "two-b"},
        " ",
        {"is": "owned", "side": "two"},
        " ",
        {"is": "verb", "third": "is", "plain": "are"},
        " ",
        {"is": "their"},
        " ",
        {"is": "disc", "disc": "Y1"},
        " ",
        {"is": "clause", "clause": "BLK-1"},
        " ",
        {"is": "measure", "mm": 1.5},
    ]


def test_a_plain_text_that_was_stored_is_shown_as_it_is() -> None:
    assert str(sentence_from_text("One wins 2–1 in games.")) == "One wins 2–1 in games."
    assert str(sentence_from_text("[1] is what somebody wrote")) == "[1] is what somebody wrote"


@pytest.mark.parametrize("wrong", [None, 3, {}, [3], [{"is": "song"}], [{"is": "subject", "side": "three"}]])
def test_what_is_no_sentence_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"sentence|three"):
        sentence_of(wrong)


def test_a_sentence_without_parts_says_nothing() -> None:
    assert not Sentence()
    assert WINS

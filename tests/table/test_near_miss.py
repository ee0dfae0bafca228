"""An unknown word gets the known one that was probably meant."""

from pennyflick.table.near_miss import did_you_mean, nearest_word

GAMES = ("penny-black", "pichenotte")


def test_a_slip_of_the_pen_gets_the_word_that_was_meant() -> None:
    assert did_you_mean("penny-blak", GAMES) == "did you mean 'penny-black'?"


def test_a_word_like_no_other_gets_all_of_them() -> None:
    assert did_you_mean("chess", GAMES) == "there are penny-black, pichenotte"


def test_a_word_like_no_other_gets_a_sentence_where_one_says_more() -> None:
    assert did_you_mean("chess", GAMES, "ids look like BLK-12") == "ids look like BLK-12"


def test_where_nothing_is_known_the_complaint_says_none() -> None:
    assert did_you_mean("chess", ()) == "there are none"


def test_known_words_may_come_only_once() -> None:
    assert nearest_word("pichenot", iter(GAMES)) == "pichenotte"
    assert nearest_word("chess", iter(GAMES)) is None

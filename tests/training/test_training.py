"""Training from nothing: resumable, the same for any number of workers, and honest about a folder that is not its."""

from itertools import islice
from pathlib import Path

import pytest

from pennyflick.match import arena
from pennyflick.players.values.files import parse_value
from pennyflick.training import examples, fitting, self_play
from pennyflick.training.training import Recipe, Step, TrainingError, train

RECIPE = Recipe("pichenotte", matches=4, rounds=2, seed=1)
FILES = ("round-1.jsonl", "round-1.json", "round-2.jsonl", "round-2.json", "pichenotte.json")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "FLICKS", (40, 60))
    monkeypatch.setattr(examples, "HELD_OUT", 2)
    monkeypatch.setattr(fitting, "MOST_TREES", 10)
    monkeypatch.setattr(fitting, "LEAST_IN_LEAF", 5)


def trained(folder: Path, recipe: Recipe = RECIPE) -> list[Step]:
    return list(train(recipe, folder, None))


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    steps = trained(whole)
    list(islice(train(RECIPE, stopped, None), 2))
    with (stopped / "round-1.jsonl").open("a") as file:
        file.write('{"round": 1, "match": 2, "cut sho')
    trained(stopped)

    assert [step.lap for step in steps if step.fitted] == [1, 2]
    for name in FILES[1::2]:
        # the path of the first round's value stands in nothing: what is learned does not depend on the folder
        assert (whole / name).read_text() == (stopped / name).read_text(), name
    assert trained(whole) == []
    about = parse_value((whole / "pichenotte.json").read_text()).about
    assert (about["recipe"]["matches a round"], about["recipe"]["rounds"]) == (4, 2)


@pytest.mark.slow
def test_two_workers_play_the_same_matches_as_one(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    list(islice(train(RECIPE, one, None), 2))
    with arena.pooled(2) as pool:
        list(islice(train(RECIPE, two, pool), 2))

    assert (one / "round-1.jsonl").read_text().splitlines()[:2] == (two / "round-1.jsonl").read_text().splitlines()[:2]


def test_a_folder_of_another_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "recipe.json").write_text('{"game": "penny-red", "matches": 8, "rounds": 2, "seed": 1}')
    with pytest.raises(TrainingError, match="holds another run"):
        trained(tmp_path)

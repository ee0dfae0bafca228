"""The sixth game everywhere else: in the arena, in records, in the terminal and on the page."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pennyflick.cli.main import main
from pennyflick.match import new_match, play, replay, written
from pennyflick.match.arena import Contest, play_pair
from pennyflick.players.bots import player
from pennyflick.players.hands import HANDS
from pennyflick.record import parse_record, print_record
from pennyflick.rules import registry
from pennyflick.server.client import Client, any_answer
from tests.server.conftest import Serving
from tests.sixth_game.registered import NAME


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, registered: None) -> Iterator[Client]:
    server = Serving(tmp_path_factory.mktemp("data"))
    server.start()
    yield server.client()
    server.stop()


@pytest.mark.slow
def test_bots_play_it_in_the_arena_and_the_better_one_mostly_wins() -> None:
    contest = Contest(NAME, {"length": "full"}, "3:flicks=300,hand=expert", "1:hand=beginner", seed=2)
    pairs = [play_pair(contest, number) for number in range(3)]

    assert sum(pair.score for pair in pairs) > 2.0
    assert play_pair(contest, 0) == pairs[0]


def test_its_matches_are_written_read_back_and_verified() -> None:
    game = registry.new_game(NAME, {"coin": "2p"})
    match = new_match(game, seed=9, hands=dict.fromkeys(game.seats, HANDS["good"]))
    played = play(match, dict.fromkeys(game.seats, player("2:flicks=40", NAME)))
    text = print_record(written(played))

    assert print_record(parse_record(text)) == text
    assert replay(parse_record(text)).verified


def test_the_commands_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", NAME, "bwl-6"]) == 0
    assert "nearest to the jack" in capsys.readouterr().out
    assert main(["games"]) == 0
    assert "Penny Bowls" in capsys.readouterr().out


def test_the_page_offers_it_and_explains_it(client: Client) -> None:
    home, form, rules = (client.get(path) for path in ("/", f"/new/{NAME}", f"/rules/{NAME}"))
    clause = client.get("/clause/bwl-6")

    assert [page.status for page in (home, form, rules)] == [200, 200, 200]
    assert f'action="/new/{NAME}"' in home.text
    assert "Keeps its last penny for the only gap there is." in form.text
    assert 'id="BWL-6"' in rules.text
    assert clause.headers["location"] == f"/rules/{NAME}#BWL-6"
    assert "<svg" in client.get(f"/board/{NAME}.svg").text


@pytest.mark.slow
def test_a_match_against_the_house_is_played_on_the_page_to_its_end(client: Client) -> None:
    match = client.new_match(NAME, {"seed": "3", "opponent": "beginner", "side": "two", "option.turn_limit": "6"})
    snapshot = client.get(f"/match/{match}/snapshot.json").json()
    dice = random.Random(1)
    with client.sit(match) as table:
        while table.result is None:
            if table.act["house"]:
                table.receive()
            else:
                table.answer(any_answer(table, dice))

    assert snapshot["match"]["players"] == {"one": "beginner", "two": "person"}
    assert {event["seat"] for event in table.events} == {"one", "two"}
    assert not any("resign" in event["text"] for event in table.events)
    assert client.get(f"/match/{match}").status == 200
    assert replay(parse_record(client.get(f"/match/{match}/record.txt").text)).verified
    assert client.get(f"/match/{match}/replay").status == 200

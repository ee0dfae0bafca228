"""The pages from which one learns: what is done, what comes next, and solutions that nobody sees uninvited."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pennyflick.lessons.shelf import shelf
from pennyflick.rules import registry
from pennyflick.server.client import Client
from pennyflick.server.play.solutions import Taught, address_of
from pennyflick.server.store.practice import PUZZLE
from tests.server.conftest import Serving
from tests.server.pages.test_tasks import KILL, MISS, after, opened, solution

PAGE = f"/learn/{KILL.game}/lesson/{KILL.id}"
DATA = f"{PAGE}/solution.json"


def missed(client: Client, times: int) -> None:
    for _ in range(times):
        after(client, opened(client, KILL.game, "lesson", KILL.id), MISS)


def solved(client: Client, **fields: str) -> None:
    after(client, opened(client, KILL.game, "lesson", KILL.id, **fields), *solution(KILL))


def begins(page: str) -> tuple[str, str]:
    """Where the obvious button of a game's page leads, and what it says."""
    found = re.search(r'action="([^"]+/lesson/[^"]+/try)"><button class="primary">([^<]+)', page)
    assert found is not None
    return found[1], found[2]


def test_every_game_has_its_lessons_puzzles_and_drills_on_one_page(client: Client) -> None:
    everything = client.get("/learn").text
    for game in registry.names():
        page, here = client.get(f"/learn/{game}").text, shelf(game)
        assert f'href="/learn/{game}"' in everything
        assert [each for each in here.lessons if f'href="/learn/{game}/lesson/{each.id}"' not in page] == []
        assert [each for each in here.drills if f'href="/learn/{game}/drill/{each.id}"' not in page] == []
        assert [each for each in here.puzzles if f'href="/learn/{game}/puzzle/{each.id}"' not in page] == []
        assert bool(here.puzzles) is ("Next puzzle" in page)
    assert 'href="/daily"' in everything
    assert 'href="/me/hand"' in everything


def test_one_begins_with_the_first_and_goes_on_with_the_first_that_is_not_done(client: Client) -> None:
    first, second = shelf(KILL.game).lessons[:2]
    assert begins(client.get(f"/learn/{KILL.game}").text) == (f"/learn/{KILL.game}/lesson/{first.id}/try", "Begin")
    after(client, opened(client, KILL.game, "lesson", first.id), *solution(first))
    page = client.get(f"/learn/{KILL.game}").text

    assert begins(page) == (f"/learn/{KILL.game}/lesson/{second.id}/try", "Go on")
    assert f"1 of {len(shelf(KILL.game).lessons)} lessons done." in page


def test_what_is_done_is_ticked_and_starred_only_with_one_s_own_hand(client: Client) -> None:
    solved(client)
    exact = client.get(f"/learn/{KILL.game}").text
    assert exact.count("✓") == 1
    assert "★" not in exact
    client.post("/me", {"hand": "steady"})
    for _ in range(12):  # a blind hand may miss; the star comes with the first that does not
        solved(client, hand="own")
        if "★" in client.get(f"/learn/{KILL.game}").text:
            break
    page = client.get(f"/learn/{KILL.game}").text

    assert page.count("★") == 1
    assert "1 of 13 lessons done, 1 with your own hand." in page
    missed(client, 1)
    assert client.get(f"/learn/{KILL.game}").text.count("★") == 1, "a star is kept"


def test_a_solution_is_not_shown_uninvited(client: Client) -> None:
    for misses in (0, 2):
        missed(client, misses)
        page = client.get(PAGE).text
        assert "solution.json" not in page
        assert "in words" not in page
    assert "solution.json" in client.get(f"{PAGE}?show").text


def test_after_three_failures_or_when_it_is_done_the_solution_can_be_played(serving: Serving) -> None:
    failed, done = serving.client(), serving.client()
    missed(failed, 3)
    solved(done)
    for client in (failed, done):
        page = client.get(PAGE).text
        assert f'data-example="{address_of(KILL)}"' in page
        assert "data-by-itself" not in page
        assert KILL.hint in page
    assert "data-by-itself" in failed.get(f"{PAGE}?show").text


def test_a_solution_waits_for_the_physics_and_a_lesson_does_not(
    serving: Serving, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    readiness = serving.app.state.service.readiness
    monkeypatch.setattr(readiness, "status", type(readiness.status)(ready=False, step="compiling", progress=0.4))
    shown = client.get(f"{PAGE}?show")

    assert (shown.status, shown.headers["refresh"]) == (503, "1")
    assert client.get(PAGE).status == 200


def test_a_lesson_s_page_tells_one_s_own_tries_and_nobody_else_s(serving: Serving) -> None:
    client = serving.client()
    missed(client, 1)
    solved(client)
    mine, other = client.get(PAGE).text, serving.client().get(PAGE).text

    assert re.findall(r"</span> (Done|Not yet) ", mine) == ["Done", "Not yet"]
    assert "Your tries" not in other


def test_a_solution_in_words_says_what_is_typed(client: Client) -> None:
    page = client.get("/learn/penny-blue/lesson/side-flick?show").text

    assert "Side-flick blue at x -40.0, y 147.0 with SA: 285.50°, 820 mm/s." in page
    assert "Put SA at x" in page
    assert "Flick A2 from x 0.0, y -304.8: 90.00°, 960 mm/s, and call a twenty." in (
        client.get("/learn/pichenotte/lesson/called-twenty?show").text
    )
    assert "Choose “" in client.get("/learn/penny-blue/lesson/defend?show").text


def test_a_solution_is_kept_for_ever_under_its_tag_and_ends_as_the_lesson_wants(client: Client) -> None:
    mine, other = client.get(address_of(KILL)), client.get(f"{DATA}?000000000000")
    told = mine.json()

    assert "immutable" in mine.headers["cache-control"]
    assert other.headers["cache-control"] == "no-cache"
    assert mine.body == other.body
    assert KILL.ruled[0] in [reason["clause"] for reason in told["events"][-1]["reasons"]]
    assert told["clause"] == KILL.ruled[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.names())
def test_every_lesson_and_puzzle_has_a_page_and_a_solution(client: Client, game: str) -> None:
    everything: list[Taught] = [*shelf(game).lessons, *shelf(game).puzzles]
    for each in everything:
        address = address_of(each)
        page = client.get(f"{address.partition('/solution')[0]}?show")
        assert page.status == 200
        assert address in page.text
        assert client.get(address).json()["events"]


def test_what_is_not_there_has_no_page(client: Client) -> None:
    for path in ("chess", "penny-blue/lesson/nothing", "penny-blue/puzzle/nothing"):
        assert client.get(f"/learn/{path}").status == 404
    for path in ("lesson/nothing", "puzzle/nothing", f"drill/{shelf('penny-blue').drills[0].id}", "nothing/kill"):
        assert client.get(f"/learn/penny-blue/{path}/solution.json").status == 404


def test_progress_is_there_after_a_restart_and_moves_with_everything_to_another_device(
    start_server: Callable[..., Serving], tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    client = server.client()
    solved(client)
    server.stop()
    again, phone = (start := start_server(tmp_path)).client(), start.client()
    again.cookie = client.cookie
    assert again.get(f"/learn/{KILL.game}").text.count("✓") == 1
    link = re.search(r"/go/[A-Za-z0-9_-]+", again.post("/me/handover").text)
    assert link is not None
    phone.get("/learn")
    assert phone.post(link[0]).status == 303

    assert phone.get(f"/learn/{KILL.game}").text.count("✓") == 1
    assert "✓" not in again.get(f"/learn/{KILL.game}").text


def test_nothing_that_is_learned_stands_in_a_page_of_somebody_else(serving: Serving) -> None:
    client, other = serving.client(), serving.client()
    puzzle = shelf("penny-blue").puzzles[0]
    after(client, opened(client, "penny-blue", PUZZLE, puzzle.id), MISS | {"disc": puzzle.best.split()[0]})

    assert "Your tries" in client.get(f"/learn/penny-blue/puzzle/{puzzle.id}").text
    assert "Your tries" not in other.get(f"/learn/penny-blue/puzzle/{puzzle.id}").text

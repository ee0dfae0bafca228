"""Long lists, a page at a time."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pennyflick.server.client import Client
from pennyflick.server.pages.pages import LIVE_SHOWN
from pennyflick.server.pages.paging import PAGE
from tests.server.conftest import Serving

MATCHES = 2 * PAGE + 5


@pytest.fixture(scope="module")
def reader(serving: Serving) -> tuple[Client, list[str]]:
    """Somebody with many matches that wait for friends, the latest first; in the oldest it is his turn."""
    client = serving.client()
    turn = client.new_match("penny-red", {"seating": "screen"})
    awaited = []
    for _ in range(MATCHES - 1):
        awaited.append(client.new_match("penny-black", {"seating": "screen"}))
        with client.sit(awaited[-1]) as table:
            table.ask("resign", seat="one")
    return client, [*reversed(awaited), turn]


def _listed(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'href="/match/([0-9a-z]{12})(?:/replay)?"', page)))


def _older(page: str) -> str | None:
    found = re.search(r'rel="next" href="([^"]+)"', page)
    return None if found is None else html.unescape(found[1])


@pytest.mark.slow
def test_every_match_is_on_one_page_and_what_waits_for_the_reader_is_first(
    reader: tuple[Client, list[str]],
) -> None:
    client, every = reader
    pages, path = list[list[str]](), "/matches"
    while path:
        text = client.get(path).text
        pages.append(_listed(text))
        path = _older(text) or ""

    assert [len(page) for page in pages] == [PAGE + 1, PAGE, MATCHES - 2 * PAGE - 1]
    assert [match for page in pages for match in page] == [every[-1], *every[:-1]]


def test_a_later_page_leads_back_and_one_that_nobody_wrote_is_refused(reader: tuple[Client, list[str]]) -> None:
    client, _ = reader
    first = client.get("/matches").text
    older = _older(first)
    assert older is not None

    assert 'href="/matches">Latest matches' not in first
    assert 'href="/matches">Latest matches' in client.get(older).text
    assert "There are no older matches." in client.get("/matches?after=2000-01-01T00:00:00Z~a").text
    assert client.get("/matches?after=yesterday").status == 422
    assert client.get(f"/matches?after={'9' * 1_000}").status == 422


def test_home_shows_what_goes_on_and_not_what_is_over(reader: tuple[Client, list[str]]) -> None:
    client, every = reader

    assert _listed(client.get("/").text) == [every[-1]]


def test_home_shows_a_few_of_many(serving: Serving) -> None:
    client = serving.client()
    begun = [client.new_match("penny-black", {"seating": "screen"}) for _ in range(LIVE_SHOWN + 3)]

    assert _listed(client.get("/").text) == begun[: -LIVE_SHOWN - 1 : -1]


def test_a_short_list_has_no_pages(serving: Serving) -> None:
    client = serving.client()
    client.new_match("penny-black", {"seating": "screen"})

    assert 'class="pages"' not in client.get("/matches").text
    assert "No matches yet" in serving.client().get("/matches").text


@pytest.mark.slow
def test_only_a_few_of_many_deleted_matches_are_offered_back_and_all_can_be(
    tmp_path: Path, start_server: Callable[..., Serving]
) -> None:
    client = start_server(tmp_path).client()
    matches = [client.new_match("penny-black", {"seating": "screen"}) for _ in range(8)]
    for match in matches:
        client.post(f"/match/{match}/delete")

    assert client.get("/matches").text.count('class="undo card"') == 5
    assert [client.post(f"/match/{match}/restore").status for match in matches] == [303] * 8

"""Hands in numbers, as one's own was measured: forms offer them when they are chosen, for a seat or for the house."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from pennyflick.players.hands import parse_hand
from pennyflick.players.specs import parse_spec
from pennyflick.rules import registry
from pennyflick.server.client import Client

MEASURED = "1.9deg 8%"


def _hands(client: Client, form: dict[str, str], game: str = "penny-black") -> dict[str, str]:
    match = client.new_match(game, form)
    hands: dict[str, str] = client.get(f"/match/{match}/snapshot.json").json()["match"]["hands"]
    return hands


def test_a_link_fills_the_form_with_a_measured_hand(client: Client) -> None:
    page = client.get(f"/new/pichenotte?{urlencode({'hand.one': MEASURED})}").text
    assert page.count(f'<option value="{MEASURED}" selected>1.9°, 8 %, blind</option>') == 1
    opponent = client.get(f"/new/pichenotte?{urlencode({'opponent_hand': MEASURED})}").text
    assert opponent.count(f'<option value="{MEASURED}" selected>') == 1
    assert MEASURED not in client.get("/new/pichenotte").text
    assert "lucky" not in client.get("/new/pichenotte?hand.one=lucky").text


def test_a_measured_hand_can_be_ones_own_or_the_opponents(client: Client) -> None:
    assert _hands(client, {"hand.one": MEASURED, "opponent": "expert"})["one"] == MEASURED
    assert _hands(client, {"opponent_hand": MEASURED, "opponent": "expert"})["two"] == MEASURED
    assert _hands(client, {"opponent": "expert"})["two"] == "expert"


@pytest.mark.parametrize("game", registry.names())
def test_an_opponent_sits_down_with_the_hand_that_it_has_at_this_game(client: Client, game: str) -> None:
    assert parse_hand(_hands(client, {"opponent": "beginner"}, game)["two"]) == parse_spec("beginner", game).hand


@pytest.mark.parametrize("hand", ["exact", "visible good", "lucky"])
def test_the_house_takes_only_a_hand_that_errs_unseen(client: Client, hand: str) -> None:
    reply = client.post("/new/penny-black", {"opponent_hand": hand})
    assert reply.status == 422
    assert 'role="alert"' in reply.text


def test_a_measured_hand_of_ones_own_is_offered_where_one_sits_down(client: Client) -> None:
    client.post("/me", {"hand": MEASURED})
    assert f'<option value="{MEASURED}" selected>' in client.get("/me").text
    assert f'<option value="{MEASURED}" selected>' in client.get("/new/penny-black").text

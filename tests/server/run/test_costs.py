"""What requests cost."""

from __future__ import annotations

import pytest

from pennyflick.server.run.costs import cost


def _cost(method: str, path: str) -> float:
    return cost({"type": "http", "method": method, "path": path})


@pytest.mark.parametrize("path", ["/static/table/table.css", "/health", "/ready", "/worker.js", "/version"])
def test_what_is_at_hand_costs_next_to_nothing(path: str) -> None:
    assert _cost("GET", path) == 0.1


def test_what_reads_a_whole_match_costs_more_than_a_page_and_a_record_more_than_a_post() -> None:
    assert _cost("GET", "/match/abc/record.txt") == _cost("GET", "/match/abc/replay") > _cost("GET", "/match/abc")
    assert _cost("GET", "/match/abc/boards/3.svg") > _cost("GET", "/")
    assert _cost("POST", "/records") > _cost("POST", "/new/penny-black") > _cost("GET", "/")
    assert cost({"type": "websocket", "path": "/match/abc/socket"}) > _cost("GET", "/")


def test_an_address_that_only_looks_cheap_is_not() -> None:
    assert _cost("GET", "/healthy") == _cost("GET", "/statics") == _cost("GET", "/nowhere")
    assert _cost("POST", "/health") == _cost("POST", "/me")

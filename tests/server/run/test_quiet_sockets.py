"""A socket on which nothing is said for long is as good as any other: somebody thinks about his flick."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client
from pennyflick.server.settings import Limits


@pytest.mark.slow
def test_the_clock_of_a_request_does_not_run_on_when_it_has_become_a_socket(
    start_server: Callable[..., Any], tmp_path: Path
) -> None:
    client: Client = start_server(tmp_path, limits=Limits(head_s=0.3, body_s=0.3, idle_s=0.3)).client()
    match = client.new_match("penny-black", {"seating": "screen"})

    with client.sit(match) as table:
        time.sleep(1.0)

        assert table.ask("sync")["type"] == "sync"

"""The figures: what is counted, where they are shown, and how several workers add up."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pennyflick.cli.main import main
from pennyflick.server.client import Client, Conversation
from pennyflick.server.run import metrics as figures
from pennyflick.server.run.collecting import Activity
from pennyflick.server.run.metrics import Metrics, MetricsPortError, forget_worker, shared_figures, shown, together
from pennyflick.server.settings import Limits
from pennyflick.server.wire.messages import Json

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster


def _figure(server: Any, name: str, **labels: str) -> float:
    return server.app.state.metrics.registry.get_sample_value(f"pennyflick_{name}", labels) or 0.0


def test_a_flick_is_counted_by_game_and_timed(
    serving: Any, client: Client, two_at_one_screen: str, flick: Callable[[Conversation], Json]
) -> None:
    before = _figure(serving, "flicks_total", game="penny-black", by="people")
    with client.sit(two_at_one_screen) as table:
        assert table.answer(flick(table))["type"] == "done"

    assert _figure(serving, "flicks_total", game="penny-black", by="people") == before + 1
    assert _figure(serving, "flick_seconds_count", game="penny-black") == before + 1
    assert _figure(serving, "store_seconds_count", operation="advance") >= 1


def test_refusals_are_counted_by_code(serving: Any, client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        table.ask("resign", seat="one", version=7)
        table.send({"type": "nonsense"})
        table.receive()

    assert _figure(serving, "refusals_total", code="ahead") == 1
    assert _figure(serving, "refusals_total", code="malformed") == 1


def test_open_sockets_are_counted_while_they_are_open(
    serving: Any, client: Client, two_at_one_screen: str, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    with client.sit(two_at_one_screen):
        assert _figure(serving, "sockets") == 1

    eventually(lambda: _figure(serving, "sockets") == 0)


def test_what_a_limit_stops_is_counted(
    tmp_path: Path, start_server: Callable[..., Any], eventually: Callable[[Callable[[], bool]], None]
) -> None:
    server = start_server(tmp_path, limits=Limits(posts_burst=1, posts_per_s=0.001))
    client = server.client()
    statuses = [client.post("/new/penny-black", {"seating": "screen"}).status for _ in range(3)]

    assert statuses == [303, 429, 429]
    eventually(lambda: _figure(server, "limits_hit_total", limit="requests") == 2)
    assert _figure(server, "requests_total", status="429") == 2


@pytest.mark.slow
def test_they_are_shown_at_an_address_of_their_own_and_not_where_the_games_are(serving: Any, client: Client) -> None:
    port = _free_port()
    with shown(("127.0.0.1", port), serving.app.state.metrics):
        text = _fetched(port)

    assert "# TYPE pennyflick_flicks_total counter" in text
    assert re.search(r"^pennyflick_memory_bytes [1-9]", text, re.MULTILINE)
    assert client.get("/metrics").status == 404


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(MetricsPortError, match=f"port {port}"), shown(("127.0.0.1", port), Metrics()):
            pass


@pytest.mark.parametrize(
    ("told", "where"),
    [("9642", ("127.0.0.1", 9642)), ("10.0.0.2:9642", ("10.0.0.2", 9642)), ("[::1]:9642", ("::1", 9642))],
)
def test_without_a_host_only_this_machine_sees_them(
    told: str, where: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pennyflick.server.run import runner

    seen: list[object] = []
    monkeypatch.setattr(runner, "run", lambda settings, *_: seen.append(settings.metrics))
    words = ["serve", "--port", "0", "--data", str(tmp_path), "--no-browser"]

    assert main([*words, "--metrics", told]) == 0
    assert main(words) == 0
    assert seen == [where, None]


WORKER = """
import os, sys
from pennyflick.server.run.metrics import Metrics
metrics = Metrics()
metrics.flicked("penny-black", "people", 0.004)
metrics.sockets.set(3)
metrics.storing.set(int(sys.argv[1]))
print(os.getpid(), flush=True)
sys.stdin.read()
"""


def test_the_figures_of_several_workers_add_up_and_what_an_ended_one_held_goes() -> None:
    with shared_figures():
        workers = [
            subprocess.Popen([sys.executable, "-c", WORKER, told], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for told in "10"
        ]
        pids = [int(worker.stdout.readline()) for worker in workers if worker.stdout is not None]
        found = together(Metrics().registry)
        both = _summed(found)
        workers[1].communicate()
        workers[0].communicate()
        forget_worker(pids[1])
        one = _summed(found)

    assert both == {"flicks": 2.0, "timed": 2.0, "sockets": 6.0, "storing": 0.0}
    assert one == {"flicks": 2.0, "timed": 2.0, "sockets": 3.0, "storing": 1.0}
    assert figures.SHARED not in os.environ


def _summed(registry: Any) -> dict[str, float | None]:
    flicks = {"game": "penny-black", "by": "people"}
    return {
        "flicks": registry.get_sample_value("pennyflick_flicks_total", flicks),
        "timed": registry.get_sample_value("pennyflick_flick_seconds_count", {"game": "penny-black"}),
        "sockets": registry.get_sample_value("pennyflick_sockets"),
        "storing": registry.get_sample_value("pennyflick_storing"),
    }


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _fetched(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as reply:
        text: str = reply.read().decode()
        return text


def test_what_the_server_does_by_itself_is_no_activity() -> None:
    metrics = Metrics()
    metrics.stored("beat", 0.001)
    metrics.stored("take_turn", 0.001)
    assert metrics.activity == Activity(0, 0)
    metrics.answered(200, 0.01)
    metrics.flicked("penny-black", "people", 0.01)
    metrics.refused("stale")
    metrics.opened()
    metrics.closed()

    assert metrics.activity == Activity(done=3, closed=1, opened=1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_two_workers_of_one_database_are_shown_as_one_and_killed_ones_hold_nothing(
    postgresql: Cluster, eventually: Callable[..., None], flick: Callable[[Conversation], Json]
) -> None:
    port, shown_at = _free_port(), _free_port()
    words = ["serve", "--no-browser", "--port", str(port), "--metrics", str(shown_at), "--workers", "2"]
    command = [sys.executable, "-m", "pennyflick", *words, "--database", postgresql.fresh()]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            client = Client(f"http://127.0.0.1:{port}")
            eventually(lambda: _is_ready(client), 300.0)
            matches = [client.new_match("penny-black", {"seating": "screen"}) for _ in range(6)]
            with ExitStack() as stack:
                tables = [stack.enter_context(client.sit(match)) for match in matches]
                for table in tables:
                    assert table.answer(flick(table))["type"] == "done"
                eventually(lambda: _shown(shown_at, "pennyflick_sockets") == 6)
                workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
                for worker in workers:
                    os.kill(int(worker), signal.SIGKILL)
                eventually(lambda: _shown(shown_at, "pennyflick_sockets") == 0, 60.0)
            flicks = 'pennyflick_flicks_total{by="people",game="penny-black"}'
            assert len(workers) == 2
            assert _shown(shown_at, flicks) == 6
        finally:
            process.terminate()
            process.wait(60)


def _is_ready(client: Client) -> bool:
    try:
        return client.get("/ready").status == 200
    except OSError:
        return False


def _shown(port: int, figure: str) -> float | None:
    found = re.search(rf"^{re.escape(figure)} (\S+)$", _fetched(port), re.MULTILINE)
    return None if found is None else float(found[1])


def test_whoever_is_not_even_let_in_is_counted(tmp_path: Path, start_server: Callable[..., Any]) -> None:
    server = start_server(tmp_path, limits=Limits(connections_per_address=2))
    with ExitStack() as stack:
        where = ("127.0.0.1", server.settings.port)
        held = [stack.enter_context(socket.create_connection(where, 10.0)) for _ in range(3)]

        assert held[-1].recv(100).startswith(b"HTTP/1.1 429 ")
        assert _figure(server, "limits_hit_total", limit="connections of an address") == 1

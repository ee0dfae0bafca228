"""Connections that ask for nothing, too slowly, or for what they never read."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from tests.server.attacks.conftest import Peer, Victim, attacked

pytestmark = pytest.mark.slow

HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
CLOSED_S = 20.0


@contextlib.contextmanager
def opened(peers: list[Peer], each: int, said: bytes) -> Iterator[list[socket.socket]]:
    """So many connections of each, on which only this was said."""
    with contextlib.ExitStack() as stack:
        found = []
        for _ in range(each):
            for peer in peers:
                with contextlib.suppress(OSError):
                    found.append(stack.enter_context(peer.connect()))
                    found[-1].sendall(said)
        yield found


def heard(connection: socket.socket) -> bytes:
    """What it was told until it was closed; raises TimeoutError when it was not."""
    connection.settimeout(CLOSED_S)
    told = b""
    with contextlib.suppress(ConnectionError):
        while said := connection.recv(65_536):
            told += said
    return told


def test_twelve_hundred_half_open_requests_neither_kill_it_nor_fill_its_log(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(files=1_024, head_s=3.0)
    attackers = [victim.peer() for _ in range(4)]
    files = victim.fared()["files"]
    with attacked(victim), opened(attackers, 300, HALF) as connections:
        time.sleep(1.0)
        assert victim.fared()["files"] < 1_024 - 128
        told = [heard(each) for each in connections]

    assert len(connections) >= 1_100
    assert any(b" 408 " in each and b"within 3 s" in each for each in told)
    assert victim.process.poll() is None
    assert victim.errors.stat().st_size < 100_000
    assert victim.fared()["files"] <= files + 5


def test_one_address_has_a_bounded_number_of_connections_and_is_told_so(victim: Victim) -> None:
    with attacked(victim), opened([victim.peer()], 430, b"") as connections:
        told = heard(connections[-1])

    assert told.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 5\r\n" in told
    assert b"400 connections open" in told


def test_where_no_place_is_left_whoever_said_nothing_for_longest_makes_room(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(connections=60)
    with opened([victim.peer()], 100, b"") as connections:
        assert victim.peer().get("/health").status == 200
        assert heard(connections[0]) == b""
        connections[-1].settimeout(0.5)
        with pytest.raises(TimeoutError):
            connections[-1].recv(1)


def test_where_all_have_asked_for_something_a_newcomer_is_told_to_come_again(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(connections=20)
    busy = f"POST /me HTTP/1.1\r\nHost: {victim.netloc}\r\nOrigin: http://{victim.netloc}\r\nContent-Length: 9\r\n\r\n"
    with opened([victim.peer()], 20, busy.encode()):
        time.sleep(1.0)
        reply = victim.peer().get("/health")

    assert reply.status == 503
    assert "connections of this server are taken" in reply.text
    assert reply.headers["retry-after"] == "5"


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"G", id="a byte"),
        pytest.param(HALF, id="half a head"),
    ],
)
def test_who_does_not_finish_the_head_of_a_request_is_told_so_and_closed(
    start_victim: Callable[..., Victim], said: bytes
) -> None:
    victim = start_victim(head_s=1.0)
    with opened([victim.peer()], 1, said) as (connection,):
        began = time.monotonic()
        told = heard(connection)

    assert b"HTTP/1.1 408 " in told
    assert b"within 1 s" in told
    assert time.monotonic() - began < CLOSED_S


def test_the_second_request_of_a_connection_is_not_waited_for_longer_than_the_first(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(head_s=1.0)
    with opened([victim.peer()], 1, f"GET /health HTTP/1.1\r\nHost: {victim.netloc}\r\n\r\n".encode()) as (connection,):
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
        time.sleep(0.2)
        connection.sendall(b"G")
        assert b"HTTP/1.1 408 " in heard(connection)


def test_a_head_that_comes_a_byte_at_a_time_is_not_waited_for(start_victim: Callable[..., Victim]) -> None:
    victim = start_victim(head_s=1.0)
    with opened([victim.peer()], 1, HALF) as (connection,):
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - began < CLOSED_S:
                connection.sendall(b"x")
                time.sleep(0.1)

    assert time.monotonic() - began < CLOSED_S


@pytest.mark.parametrize("path", ["/me", "/records", "/bell/off"])
def test_a_body_that_does_not_come_is_not_waited_for(start_victim: Callable[..., Victim], path: str) -> None:
    victim = start_victim(body_s=1.0)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {victim.netloc}\r\nOrigin: http://{victim.netloc}\r\nContent-Length: 9\r\n\r\na"
    )
    with opened([victim.peer()], 1, head.encode()) as (connection,):
        told = heard(connection)

    assert told.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 204 "))


def test_who_never_reads_is_cut_off_and_what_was_meant_for_him_is_forgotten(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(send_s=1.0, idle_s=3_600.0, work_burst=1e9)  # so that nothing else can end it
    files = victim.fared()["files"]
    # far more than the system keeps for him: 12 MB, of which he takes a little
    ask = f"GET /static/any/previews/penny-green.png HTTP/1.1\r\nHost: {victim.netloc}\r\n\r\n".encode()
    with attacked(victim), opened([victim.peer(takes=4_096)], 20, ask * 40) as connections:
        assert len(connections) == 20
        deadline = time.monotonic() + CLOSED_S
        while victim.fared()["files"] > files + 5:
            assert time.monotonic() < deadline, "they are still connected"
            time.sleep(0.2)


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        pytest.param("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n", 414, "2048 characters", id="address"),
        pytest.param("GET /?{long} HTTP/1.1\r\nHost: {host}\r\n\r\n", 414, "2048 characters", id="query"),
        pytest.param("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {longer}\r\n\r\n", 431, "16384 bytes", id="cookie"),
        pytest.param("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n", 431, "16384 bytes", id="lines"),
        pytest.param("GET / HTTP/1.1\r\nHost: {host}\r\n{longer}", 431, "16384 bytes", id="without an end"),
        pytest.param("\x16\x03\x01\x02\r\n\r\n", 400, "no request in HTTP/1.1", id="no HTTP"),
        pytest.param("GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: x\r\n\r\n", 400, "no request", id="length"),
    ],
)
def test_a_head_of_absurd_size_or_form_is_refused_with_a_sentence(
    victim: Victim, said: str, status: int, sentence: str
) -> None:
    words = {"long": "x" * 3_000, "longer": "x" * 20_000, "many": "a: b\r\n" * 4_000, "host": victim.netloc}
    head = said
    for name, value in words.items():
        head = head.replace("{" + name + "}", value)
    with opened([victim.peer()], 1, head.encode("latin-1")) as (connection,):
        told = heard(connection)

    assert told.startswith(f"HTTP/1.1 {status} ".encode())
    assert sentence.encode() in told


def test_a_thousand_requests_that_are_no_http_write_little_into_the_log(victim: Victim) -> None:
    before = victim.errors.stat().st_size
    attackers = [victim.peer() for _ in range(4)]
    with attacked(victim):
        for _ in range(250):
            with opened(attackers, 1, b"\x16\x03\x01\r\n\r\n") as connections:
                for each in connections:
                    heard(each)

    assert victim.errors.stat().st_size - before < 20_000

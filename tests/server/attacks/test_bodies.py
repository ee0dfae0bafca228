"""Bodies that cost much to read, and records that cost much to replay."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.attacks.conftest import Victim, attacked
from tests.server.attacks.long_record import long_record

pytestmark = pytest.mark.slow

MEGABYTE = 1_000_000
GOLDEN = Path(__file__).parents[2] / "data" / "golden"
TAGS = '[Game "penny-black"]\n[Starter "one"]\n[Pennyflick "0.1.0"]\n[Rules "1"]\n[Physics "1"]\n'
LINE = "{}. one shooter 0.00 300 @0,-180 {{BLK-10}} 00000000\n"


@pytest.mark.parametrize(
    ("body", "kind", "status", "sentence"),
    [
        pytest.param(b"--b\n\n" * (MEGABYTE // 5), "multipart/form-data; boundary=b", 400, "boundary", id="line ends"),
        pytest.param(b"\r\n--b" * (MEGABYTE // 5), "multipart/form-data; boundary=b", 413, "8 parts", id="parts"),
        pytest.param(
            b"--b\r\n" + b"a: b\r\n" * (MEGABYTE // 6) + b"\r\n\r\n\r\n--b--",
            "multipart/form-data; boundary=b",
            413,
            "1024 bytes",
            id="lines before a part",
        ),
        pytest.param(b"x", "multipart/form-data" + "; a=b" * 2_000, 400, "boundary", id="parameters of the kind"),
        pytest.param(b"a&" * (MEGABYTE // 2), "application/x-www-form-urlencoded", 413, "200 fields", id="fields"),
        pytest.param(b"text=" + b"%" * MEGABYTE, "application/x-www-form-urlencoded", 422, "no record", id="signs"),
        pytest.param(b"text=" + b"%41" * 349_000, "application/x-www-form-urlencoded", 422, "no record", id="escapes"),
        pytest.param(b"[" * MEGABYTE, "text/plain", 422, "no record", id="brackets"),
        pytest.param(b"x" * 2 * MEGABYTE, "text/plain", 413, "1048576 bytes", id="bytes"),
    ],
)
def test_a_body_made_to_cost_time_costs_the_others_nothing(
    victim: Victim, body: bytes, kind: str, status: int, sentence: str
) -> None:
    with attacked(victim):
        reply = victim.peer().post("/records", body, kind)

    assert reply.status == status
    assert sentence in reply.text


@pytest.mark.parametrize("path", ["/new/penny-black", "/me", "/records"])
def test_a_thousand_such_bodies_of_one_address_are_soon_not_read_any_more(victim: Victim, path: str) -> None:
    attacker = victim.peer()
    with attacked(victim):
        statuses = [attacker.post(path, b"a&" * 8_000).status for _ in range(400)]
        while statuses[-1] != 429 and len(statuses) < 1_000:  # on a slow machine one may be allowed again meanwhile
            statuses.append(attacker.post(path, b"a&" * 8_000).status)

    assert set(statuses) <= {413, 429}
    assert statuses[0] == 413
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(TAGS + f'[One "{"x" * 400_000}"]\n', "at most 20000 characters", id="a name of 400 kB"),
        pytest.param(TAGS + f'[One "{"x" * 150}"]\n', "longer than 40 characters", id="a name longer than the form's"),
        pytest.param(TAGS + f'[Seed "{"7" * 5_000}"]\n', "a seed of at most 80 characters", id="a long seed"),
        pytest.param(TAGS.replace('Rules "1', f'Rules "{"1" * 5_000}'), "at most 9 digits", id="a long version"),
        pytest.param(TAGS + "\n" + "1" * 5_000 + LINE.format(""), "action number 1", id="a long number of an action"),
        pytest.param(TAGS + f'[Setup "{"score=(" * 2_800}"]\n', "a position", id="a deep set-up"),
        pytest.param(TAGS + f'[Setup "{"[" * 19_000}"]\n', "a position", id="a deep list"),
        pytest.param(
            TAGS + "\n" + "".join(LINE.format(number) for number in range(1, 20_810))[: MEGABYTE - 1_000],
            "at most 2000 are replayed here",
            id="twenty thousand actions",
        ),
    ],
)
def test_a_record_of_absurd_size_is_refused_with_a_sentence(victim: Victim, text: str, sentence: str) -> None:
    lines = text.splitlines(keepends=True)
    told = "".join(line for line in lines if line.endswith("\n")).encode()
    with attacked(victim):
        reply = victim.peer().post("/records", told or text.encode(), "text/plain")

    assert reply.status == 422
    assert sentence in reply.text


def test_a_record_that_takes_too_long_is_given_up_and_the_next_is_read(start_victim: Callable[..., Victim]) -> None:
    victim = start_victim(elsewhere_s=0.7)
    long, short = long_record(2_000), (GOLDEN / "penny-blue-hexagon.txt").read_bytes()
    with attacked(victim):
        reply = victim.peer().post("/records", long, "text/plain")

    assert reply.status == 422
    assert "longer than 0.7 s" in reply.text
    # where the machine is busy so small a budget may be too small for a short one as well; not five times in a row
    assert any(victim.peer().post("/records", short, "text/plain").status == 303 for _ in range(5))


def test_of_many_records_at_once_some_wait_and_the_rest_are_told_to_come_again(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(elsewhere_waiting=2)
    text = (GOLDEN / "penny-green-advanced.txt").read_bytes()
    replies = []
    crowd = [
        threading.Thread(target=lambda: replies.append(victim.peer().post("/records", text, "text/plain")))
        for _ in range(12)
    ]
    with attacked(victim):
        for each in crowd:
            each.start()
        for each in crowd:
            each.join(120)

    statuses = sorted(reply.status for reply in replies)
    assert set(statuses) == {303, 503}
    refused = next(reply for reply in replies if reply.status == 503)
    assert "try again in a minute" in refused.text
    assert refused.headers["retry-after"] == "20"


def test_whoever_sends_many_records_waits_for_his_own(start_victim: Callable[..., Victim]) -> None:
    victim = start_victim(elsewhere_per_address=1)
    text, attacker, replies = (GOLDEN / "penny-green-advanced.txt").read_bytes(), victim.peer(), []
    crowd = [
        threading.Thread(target=lambda: replies.append(attacker.post("/records", text, "text/plain"))) for _ in range(6)
    ]
    with attacked(victim):
        for each in crowd:
            each.start()
        time.sleep(0.2)
        other = victim.peer().post("/records", (GOLDEN / "penny-blue.txt").read_bytes(), "text/plain")
        for each in crowd:
            each.join(120)

    assert other.status == 303
    assert {reply.status for reply in replies} == {303, 429}
    assert "still being read" in next(reply.text for reply in replies if reply.status == 429)


def test_the_process_that_reads_records_ends_when_there_is_nothing_to_do_and_with_the_server(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim(elsewhere_idle_s=0.5)
    assert _children(victim.process.pid) == set()
    assert victim.peer().post("/records", (GOLDEN / "penny-blue.txt").read_bytes(), "text/plain").status == 303
    _eventually(lambda: not _children(victim.process.pid))


def test_the_process_that_reads_records_does_not_outlive_a_server_that_is_killed(
    start_victim: Callable[..., Victim],
) -> None:
    victim = start_victim()
    assert victim.peer().post("/records", (GOLDEN / "penny-blue.txt").read_bytes(), "text/plain").status == 303
    children = _children(victim.process.pid)
    assert len(children) == 1

    victim.process.kill()

    _eventually(lambda: not any(Path(f"/proc/{child}/cmdline").exists() for child in children))


def _children(parent: int) -> set[int]:
    """The processes of the server that read records; others think for the house."""
    found = Path(f"/proc/{parent}/task").glob("*/children")
    return {int(child) for each in found for child in each.read_text().split() if _reads_records(child)}


def _reads_records(process: str) -> bool:
    try:
        return b"server.play.working" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return False


def _eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline, "it did not come true within 30 s"
        time.sleep(0.1)

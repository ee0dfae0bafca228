"""Attacks on a server as it is set by default, each by a process of its own: what do others notice?

`python -m benchmarks.server.attacks NAME PORT SECONDS` is one of them; the tests of what each is answered are in
`tests/server/attacks`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from time import perf_counter

from benchmarks.server.figures import Figures, Sizes, mixed
from benchmarks.server.hosts import Host
from benchmarks.server.lines import Line, LineError, open_line
from benchmarks.server.load import steadily
from benchmarks.server.tables import Table, new_cookie, together

PEOPLE, FLICKS_S = 20, 40.0
ATTACKER = "127.9.9.{}"  # addresses of who attacks; everybody else has one of his own
AT_ONCE = 8
Attack = Callable[[int, str], Awaitable[None]]
_MULTIPART = "multipart/form-data; boundary=b"
_TAGS = '[Game "penny-black"]\n[Starter "one"]\n[Pennyflick "0.1.0"]\n[Rules "1"]\n[Physics "1"]\n'
_LINE = "{}. one shooter 0.00 300 @0,-180 {{BLK-10}} 00000000\n"


async def _request(port: int, source: str, head: str, body: bytes = b"") -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        here = f"127.0.0.1:{port}"
        told = f"{head}\r\nHost: {here}\r\nOrigin: http://{here}\r\nContent-Length: {len(body)}\r\nConnection: close"
        writer.write(f"{told}\r\n\r\n".encode() + body)
        await reader.read()
    finally:
        writer.transport.abort()


async def _records(port: int, source: str, body: bytes, kind: str) -> None:
    await _request(port, source, f"POST /records HTTP/1.1\r\nContent-Type: {kind}", body)


async def parts(port: int, source: str) -> None:
    """A megabyte of ends of lines, as parts of a form."""
    await _records(port, source, b"--b\n\n" * 200_000, _MULTIPART)


async def fields(port: int, source: str) -> None:
    """Half a million fields."""
    await _records(port, source, b"a&" * 500_000, "application/x-www-form-urlencoded")


async def long_record(port: int, source: str) -> None:
    """Twenty thousand actions."""
    text = _TAGS + "\n" + "".join(_LINE.format(number) for number in range(1, 20_810))
    await _records(port, source, text.encode()[:1_000_000], "text/plain")


async def long_name(port: int, source: str) -> None:
    """A name of 400 kB."""
    await _records(port, source, (_TAGS + f'[One "{"x" * 400_000}"]\n').encode(), "text/plain")


async def pages(port: int, source: str) -> None:
    """Pages, as fast as they come."""
    await _request(port, source, "GET /matches HTTP/1.1")
    await _request(port, source, "GET / HTTP/1.1")


async def half_open(port: int, source: str) -> None:
    """A hundred and fifty requests that never end; eight times at once."""
    writers = []
    for _ in range(150):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            writers.append(writer)
    await asyncio.sleep(2.0)
    for writer in writers:
        writer.transport.abort()


async def syncs(port: int, source: str) -> None:
    """Thirty-five sockets at one table, each asking for everything eighteen times a second; eight times at once."""
    table = Table(("127.0.0.1", port), mixed()[0], source)
    await table.begin()
    lines = list[Line]()
    for _ in range(35):
        with contextlib.suppress(LineError, OSError):
            path = f"/match/{table.match}/socket"
            lines.append(await open_line("127.0.0.1", port, path, new_cookie(), lambda _: None, source))
    for number in range(36):
        for line in lines:
            line.send(b'{"type":"sync","id":"attack-%06d","version":0}' % number)
        await asyncio.sleep(1 / 18)
    for line in lines:
        line.end()


ATTACKS: dict[str, Attack] = {
    each.__name__.replace("_", " "): each for each in (parts, fields, long_record, long_name, pages, half_open, syncs)
}


async def attack(name: str, port: int, seconds: float) -> None:
    """Do it again and again, eight at once, all from one address."""
    until = perf_counter() + seconds

    async def again() -> None:
        while perf_counter() < until:
            with contextlib.suppress(OSError, AssertionError, EOFError):
                await ATTACKS[name](port, ATTACKER.format(1 + list(ATTACKS).index(name)))
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(AT_ONCE)))


async def under_attack(host: Host, sizes: Sizes) -> dict[str, Figures]:
    """How long others' flicks take during each attack, and without one."""
    tables = [Table(host.address, script, f"127.0.1.{1 + n}") for n, script in enumerate((mixed() * 2)[:PEOPLE])]
    await together([table.begin for table in tables])
    await together([table.sit for table in tables])
    await steadily(tables, FLICKS_S, 1.0)
    quiet = await steadily(tables, FLICKS_S, sizes.seconds)
    found: dict[str, Figures] = {"nobody": {"p99_ms": round(quiet.p99_ms, 2)}}
    print(f"nobody attacks: others' p99 {quiet.p99_ms:.1f} ms", flush=True)
    for name in ATTACKS:
        words = [sys.executable, "-m", "benchmarks.server.attacks", name, str(host.port), str(sizes.seconds + 2.0)]
        attacker = subprocess.Popen(words, env=dict(os.environ), stdout=subprocess.DEVNULL)
        await asyncio.sleep(1.5)
        seen = await steadily(tables, FLICKS_S, sizes.seconds)
        await asyncio.to_thread(attacker.wait)
        worst = max(seen.flicks_s, default=float("nan")) * 1e3
        found[name] = {
            "p99_ms": round(seen.p99_ms, 2),
            "worst_ms": round(worst, 2),
            "lost": sum(t.lost for t in tables),
        }
        print(f"{name}: others' p99 {seen.p99_ms:.1f} ms, worst {worst:.0f} ms", flush=True)
    for table in tables:
        table.end()
    return found


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))

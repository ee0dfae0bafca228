"""What people install is whole: every file, command and page. An editable install would hide what is missing."""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from zipfile import ZipFile

import pytest
from starlette.routing import Route

from pennyflick.cli.main import COMMANDS
from pennyflick.lessons.daily import FIRST
from pennyflick.lessons.shelf import shelf
from pennyflick.rules import registry, rulebook
from pennyflick.server.client import Client, any_answer
from pennyflick.server.run.app import create_app
from pennyflick.server.settings import Settings
from tests.architecture.wheel import ROOT, Installed, install

pytestmark = pytest.mark.slow

PACKAGE = ROOT / "src" / "pennyflick"
STATIC = "server/web/static"
ONLY_FOR_CHECKING = re.compile(r"jsconfig\.json|.*\.d\.ts")
MATCH_PAGES = ("", "/replay", "/record.txt", "/snapshot.json", "/events/1.json")
LINK = re.compile(r'(?:href|src|og:image" content|class="address" readonly value)="([^"#]+)')
IMPORT = re.compile(r'^(?:import|export)\b[^"=(]*"(\.[^"]+)"', re.MULTILINE)
ICON = re.compile(r'"src":"([^"]+)"')
NAMED_BY_SCRIPTS = ["/worker.js", "/static/any/icon-turn.svg", "/rules/penny-blue/BLU-4/example.json"]
NAMED_BY_SCRIPTS += [f"/learn/penny-blue/lesson/{shelf('penny-blue').lessons[0].id}/solution.json"]
NAMED_BY_SCRIPTS += [f"/daily/{FIRST}{page}" for page in ("", "/flicks.json")]
STYLE = re.compile(r"""url\(["']?(?!data:|#)([^)"']+)""")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(tmp_path_factory.mktemp("wheel"))


def package_files() -> Iterator[Path]:
    for folder, folders, files in os.walk(PACKAGE, followlinks=True):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (Path(folder, name) for name in files if not ONLY_FOR_CHECKING.fullmatch(name))


def test_the_wheel_holds_every_file_of_the_package_and_no_links(installed: Installed) -> None:
    ours = {str(path.relative_to(PACKAGE.parent)): path.read_bytes() for path in package_files()}

    with ZipFile(installed.wheel) as wheel:
        held = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}

    assert set(held) == set(ours)
    assert [name for name in held if held[name] != ours[name]] == []
    assert "pennyflick/rules/text/common.md" in held
    assert f"pennyflick/{STATIC}/board.css" in held


def test_what_runs_is_the_wheel_and_not_the_checkout(installed: Installed) -> None:
    python = str(installed.environment / "bin" / "python")
    script = "import sys, pennyflick; print(pennyflick.__file__, *sys.path, sep='\\n')"

    found, *path = installed.output([python, "-c", script]).splitlines()

    assert Path(found).is_relative_to(installed.environment)
    assert not any(Path(each).is_relative_to(ROOT) for each in path if each)


def test_every_command_is_listed_and_explains_itself(installed: Installed) -> None:
    listed = re.findall(r"^  (\w+)  ", installed.run("--help"), re.MULTILINE)

    assert listed == list(COMMANDS)
    for command in listed:
        assert installed.run(command, "--help").startswith(f"usage: pennyflick {command}")


def test_games_and_rules_are_read_from_the_wheel(installed: Installed) -> None:
    assert all(name in installed.run("games") for name in registry.names())
    for page in rulebook.pages():
        assert rulebook.rulebook(page).title.upper() in installed.run("rules", page)


@contextmanager
def served(installed: Installed, data: Path) -> Iterator[str]:
    """The address of `pennyflick serve` from the wheel."""
    hurried = ("--limit", "work_burst=1000000")  # nobody reads every page in a few seconds
    command = installed.command("serve", "--port", "0", "--data", str(data), "--no-browser", *hurried)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=installed.surroundings(), cwd=installed.environment, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield next(line.split()[3] for line in process.stdout if line.startswith("pennyflick is at"))
        finally:
            process.terminate()


def links(path: str, text: str, origin: str) -> Iterator[str]:
    """What a page, a module or a sheet of style asks for on this server."""
    pattern = {".js": IMPORT, ".css": STYLE, ".webmanifest": ICON}.get(Path(urlsplit(path).path).suffix, LINK)
    for target in pattern.findall(text):
        if not urlsplit(joined := urljoin(path, target.removeprefix(origin))).netloc:
            yield joined


def crawl(client: Client, starts: list[str]) -> set[str]:
    """Every address that can be reached by reading, each fetched once."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        path = waiting.pop()
        reply = client.get(path)
        assert reply.status == 200, f"{path}: {reply.status}\n{reply.text[:2000]}"
        found = (
            set(links(path, reply.text if "image/png" not in reply.headers["content-type"] else "", client.origin))
            - seen
        )
        seen |= found
        waiting.extend(found)
    return {urlsplit(path).path for path in seen}


def played_match(client: Client, game: str, dice: random.Random) -> str:
    """A match of two people at one screen in which one answer was given."""
    match = client.new_match(game, {"seating": "screen"})
    with client.sit(match) as table:
        table.ask("sync", version=None)
        while table.answer(any_answer(table, dice))["type"] == "refused":
            pass
        table.wait_for(1)
    return match


def links_for_others(client: Client, matches: list[str]) -> Iterator[str]:
    """The addresses that are given to people rather than linked: an invitation, a handover, a flick to beat."""
    invited = client.get(f"/match/{client.new_match('penny-black', {'seating': 'friend'})}").text
    yield from re.findall(r"/join/[\w-]{22}", invited)
    yield from re.findall(r"/go/[\w-]{22}", client.post("/me/handover").text)[:1]
    sent = [client.post(f"/match/{match}/flicks", {"version": "1"}) for match in matches]
    yield from (reply.headers["location"] for reply in sent if reply.status == 303)


def todays_flick(client: Client, dice: random.Random) -> None:
    """All three tries of it: then everybody's flick can be seen."""
    for _ in range(3):
        with client.sit(client.post("/daily/try").headers["location"].removeprefix("/match/")) as table:
            while table.answer(any_answer(table, dice))["type"] == "refused":
                pass


def static_files(installed: Installed) -> Iterator[str]:
    folder = installed.packages / "pennyflick" / STATIC
    yield from (str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_every_page_is_served_from_the_wheel(installed: Installed, tmp_path: Path) -> None:
    with served(installed, tmp_path) as address:
        client = Client(address)
        matches = [played_match(client, game, random.Random(game)) for game in registry.names()]
        pages = [f"/match/{match}{page}" for match in matches for page in MATCH_PAGES]
        pages += ["/match/" + client.new_match(game, {"seating": "friend"}) for game in registry.names()]
        todays_flick(client, random.Random(0))
        visited = crawl(
            client,
            ["/", "/health", "/ready", "/version", *NAMED_BY_SCRIPTS, *pages, *links_for_others(client, matches)],
        )
        clause = client.get("/clause/blk-12")
        no_file = client.post("/records", headers={"content-type": "multipart/form-data; boundary=cut"})

    assert no_file.status == 400
    assert clause.headers["location"] == "/rules/penny-black#BLK-12"
    routes = [route for route in create_app(Settings(tmp_path)).routes if isinstance(route, Route)]
    readable = [route for route in routes if "GET" in (route.methods or ()) and route.path != "/clause/{clause}"]
    assert [route.path for route in readable if not any(map(route.path_regex.match, visited))] == []
    assert {f"/rules/{page}" for page in rulebook.pages()} <= visited
    assert {path.split("/", 3)[3] for path in visited if path.startswith("/static/")} == set(static_files(installed))

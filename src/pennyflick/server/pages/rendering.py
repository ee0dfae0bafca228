"""Templates become pages, static files get addresses that change with their contents."""

from __future__ import annotations

import hashlib
import posixpath
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

TAG_DIGITS = 12
FOREVER = "public, max-age=31536000, immutable"
IMPORT = re.compile(r'^import .*"(\.{1,2}/[a-z/]+\.js)";$', re.MULTILINE)


def web_folder() -> Path:
    """Where templates and static files are."""
    return Path(str(files("pennyflick.server").joinpath("web")))


def static_tag(folder: Path) -> str:
    """A hash of all static files: another content is another address, so browsers may keep what they have."""
    found = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        found.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:TAG_DIGITS]


@cache
def imported(folder: Path, script: str) -> tuple[str, ...]:
    """All modules that a script needs, itself left out: whoever knows them can ask for them at once."""
    found = {script: None}
    waiting = [script]
    while waiting:
        fresh = [each for each in _imports(folder, waiting.pop()) if each not in found]
        found |= dict.fromkeys(fresh)
        waiting += fresh
    return tuple(found)[1:]


def _imports(folder: Path, script: str) -> list[str]:
    """What a script imports itself, as paths from the folder."""
    room = posixpath.dirname(script)
    told = IMPORT.findall((folder / script).read_text("utf-8"))
    return [posixpath.normpath(posixpath.join(room, each)) for each in told]


class Renderer:
    """Makes pages."""

    def __init__(self, folder: Path) -> None:
        self._static = folder / "static"
        self._environment = Environment(
            loader=FileSystemLoader(folder / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.tag = static_tag(self._static)

    def static(self, path: str) -> str:
        """The address of a static file."""
        return f"/static/{self.tag}/{path}"

    def worker(self) -> bytes:
        """The script that shows rings: of the root, not of a tag that changes."""
        return (self._static.parent / "worker.js").read_bytes()

    def has(self, path: str) -> bool:
        """Whether there is such a static file."""
        return (self._static / path).is_file()

    def modules(self, script: str) -> list[str]:
        """The addresses of all modules that a script needs."""
        return [self.static(each) for each in imported(self._static, script)]

    def page(self, template: str, context: dict[str, Any], status: int = 200) -> HTMLResponse:
        """A page; pages change with the match, so browsers ask each time."""
        text = self._environment.get_template(template).render(
            context | {"static": self.static, "modules": self.modules}
        )
        return HTMLResponse(text, status, {"cache-control": "no-store"})


class TaggedFiles(StaticFiles):
    """Static files under their tag: kept for ever under the right one, checked each time under any other."""

    def __init__(self, directory: Path, tag: str) -> None:
        super().__init__(directory=directory, follow_symlink=True)  # board.css is one file for pages and pictures
        self._tag = tag

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        tag, _, rest = path.replace("\\", "/").partition("/")
        response = await super().get_response(rest, scope)
        response.headers["cache-control"] = FOREVER if tag == self._tag else "no-cache"
        return response


def script_json(value: Any) -> str:
    """JSON that can stand inside a script element: no tag can end or begin in it."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

"""What a server is told before it starts. The data folder of an earlier version is never lost."""

from pathlib import Path

import pytest

from pennyflick.server.settings import Settings, default_data_folder

HOME = Path("/home/ann")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: HOME)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "freebsd14"])
def test_the_variable_names_the_data_folder_everywhere(platform: str) -> None:
    told = {"PENNYFLICK_DATA": "/a/b", "XDG_DATA_HOME": "/x", "LOCALAPPDATA": "/l"}

    assert default_data_folder(told, platform) == Path("/a/b")


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {}, HOME / ".local/share/pennyflick"),
        ("linux", {"XDG_DATA_HOME": "/x"}, Path("/x/pennyflick")),
        ("linux", {"XDG_DATA_HOME": ""}, HOME / ".local/share/pennyflick"),
        ("freebsd14", {"XDG_DATA_HOME": "/x"}, Path("/x/pennyflick")),
        ("darwin", {}, HOME / "Library/Application Support/pennyflick"),
        ("darwin", {"XDG_DATA_HOME": "/x"}, HOME / "Library/Application Support/pennyflick"),
        ("win32", {}, HOME / "AppData/Local/pennyflick"),
        ("win32", {"LOCALAPPDATA": "/l"}, Path("/l/pennyflick")),
        ("win32", {"PENNYFLICK_DATA": "", "LOCALAPPDATA": "/l"}, Path("/l/pennyflick")),
    ],
)
def test_the_data_folder_is_where_version_0_1_0_kept_it(platform: str, environ: dict[str, str], folder: Path) -> None:
    assert default_data_folder(environ, platform) == folder


def test_the_clock_tells_whole_milliseconds_as_stores_keep_them() -> None:
    assert {Settings(data=Path()).clock().microsecond % 1_000 for _ in range(20)} == {0}

"""A wheel of this checkout in an environment that holds it, what it says it needs, and nothing else.

An editable install finds files that a wheel forgot; a checkout's own tests never miss them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "src", "docs")
LEFT_OVER = shutil.ignore_patterns("__pycache__", "*.egg-info")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


@dataclass(frozen=True)
class Installed:
    """The environment and the wheel that was put into it."""

    environment: Path
    wheel: Path

    @property
    def packages(self) -> Path:
        """Where its packages are."""
        return next((self.environment / "lib").glob("python*")) / "site-packages"

    def command(self, *words: str) -> list[str]:
        """`pennyflick` as it was installed."""
        return [str(self.environment / "bin" / "pennyflick"), *words]

    def surroundings(self) -> dict[str, str]:
        """The variables of its processes: no source path of ours, no half minute of compiling at another address."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PENNYFLICK"))}
        return ours | {"NUMBA_DISABLE_JIT": "1", "XDG_CACHE_HOME": str(self.environment / "cache")}

    def run(self, *words: str) -> str:
        """What a command prints; it must succeed."""
        return self.output(self.command(*words))

    def output(self, command: list[str]) -> str:
        """What a process in the environment prints; it must succeed."""
        done = subprocess.run(
            command, env=self.surroundings(), cwd=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout


def install(folder: Path) -> Installed:
    """Build the wheel, make an empty environment and put the wheel into it with its `server` extra."""
    installed = Installed(folder / "environment", build(folder))
    venv.create(installed.environment)
    python = str(installed.environment / "bin" / "python")
    put = ("install", "--no-index", "--no-deps", "--no-compile", str(installed.wheel))
    subprocess.run([*PIP, "--python", python, *put], check=True)
    _lend_what_it_needs(installed.packages)
    return installed


def build(folder: Path) -> Path:
    """The wheel of a clean copy: what an earlier build left behind would hide what is missing."""
    copy = folder / "checkout"
    copy.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=LEFT_OVER)
        else:
            shutil.copy(ROOT / name, copy)
    made = ("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(copy))
    subprocess.run([*PIP, *made], check=True)
    return next(folder.glob("*.whl"))


def _lend_what_it_needs(packages: Path) -> None:
    """Link the distributions that the wheel names, and those that they name, from where these tests run."""
    wheel = PathDistribution(next(packages.glob("pennyflick-*.dist-info")))
    for lent in _needed(wheel, frozenset({"server"}), set()):
        for name in {file.parts[0] for file in lent.files or ()} - {"..", "__pycache__"}:
            if not (packages / name).exists():
                (packages / name).symlink_to(Path(str(lent.locate_file(name))))


def _needed(asking: Distribution, extras: frozenset[str], known: set[str]) -> Iterator[Distribution]:
    for line in asking.requires or ():
        asked = Requirement(line)
        wanted = any(asked.marker is None or asked.marker.evaluate({"extra": extra}) for extra in extras | {""})
        if wanted and (name := canonicalize_name(asked.name)) not in known:
            known.add(name)
            found = distribution(name)
            yield found
            yield from _needed(found, frozenset(asked.extras), known)

"""Where compiled code is kept, and how a kernel is compiled. Only this file and `lanes.py` know numba.

Law: no fast-math, no `parallel=True`, the GIL released. The cache folder's name holds a hash of every kernel source,
because numba does not notice that a callee in another file changed. NUMBA_DISABLE_JIT=1 runs the same code as Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., object])


def source_hash() -> str:
    """A hash of every kernel source, in the order of their names."""
    digest = hashlib.sha256(sys.version.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _user_cache_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_folder() -> Path:
    """Where compiled kernels are kept: the user's cache folder, or a temporary one if that cannot be written."""
    name = f"kernels-{source_hash()}"
    candidates = [Path(tempfile.gettempdir()) / f"pennyflick-{os.getuid() if hasattr(os, 'getuid') else 'user'}" / name]
    with contextlib.suppress(RuntimeError):  # no home folder at all
        candidates.insert(0, _user_cache_folder() / "pennyflick" / name)
    for folder in candidates:
        if _writable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="pennyflick-"))


OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"  # kernels run as plain Python

if "numba" not in sys.modules:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

import numba  # noqa: E402  # after the cache folder is set: numba reads it once, on import
from numba.core.cgutils import unpack_tuple  # noqa: E402  # the same
from numba.extending import intrinsic  # noqa: E402  # the same


def kernel(function: F) -> F:
    """Compile on first call, cached on disk, without the GIL and without fast-math."""
    return cast(F, numba.njit(cache=True, nogil=True, fastmath=False, error_model="numpy")(function))


def inlined(function: F) -> F:
    """A kernel that is always compiled into its callers: an array as an argument of a real call costs seven words."""
    return cast(F, numba.njit(nogil=True, fastmath=False, error_model="numpy", forceinline=True)(function))


def _without_owners(typing_context: Any, group: Any) -> Any:
    """The same named tuple of arrays, but without counts of their owners."""

    def bare(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        array = context.make_array(kind)(context, builder, value=value)
        array.meminfo = array.meminfo.type(None)
        array.parent = array.parent.type(None)
        return array._getvalue()

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = unpack_tuple(builder, arguments[0])  # type: ignore[no-untyped-call]
        arrays = [bare(context, builder, kind, value) for kind, value in zip(group.types, values, strict=True)]
        return context.make_tuple(builder, group, arrays)

    return group(group), build


def _itself(group: A) -> A:
    return group


# Counting owners is atomic and cost a fifth of a flick. Whoever calls a kernel holds its arrays until it returns.
borrowed = cast(Callable[[A], A], _itself if OFF else intrinsic(_without_owners))

"""What the store needs of a database. Law: a job happens as a whole or not at all, and is safe when it returns."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

Value: TypeAlias = str | int | bytes | bool | None
Rows: TypeAlias = list[Any]  # of tuples, as the database answers
Result = TypeVar("Result")


@dataclass(frozen=True)
class Do:
    """One statement; its values are `$1`, `$2`, … in it. What it changed it tells when it says RETURNING."""

    sql: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class DoMany:
    """One statement for each of these rows of values; it answers nothing."""

    sql: str
    rows: Sequence[tuple[Value, ...]]


@dataclass(frozen=True)
class Lock:
    """Whoever else writes to this match waits until the job is done."""

    match: str


Statement: TypeAlias = Do | DoMany | Lock
Steps: TypeAlias = Generator[Statement, Rows, Result]  # yields statements and is sent their rows
Job: TypeAlias = Callable[[], Steps[Result]]  # begun again when the database asks for it


class Secrets(Protocol):
    """Where the server's keys are kept."""

    async def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The key of this name; made when there is none."""

    async def every(self) -> dict[str, bytes]:
        """Name -> key, for those that there are."""


class Hints(Protocol):
    """What workers of one database tell each other in passing: a hint may be lost."""

    async def notify(self, channel: str, payload: str) -> None:
        """Tell whoever listens to this channel, this worker included; raises nothing when it cannot be told."""

    async def listen(self, channel: str, hear: Callable[[str], None]) -> None:
        """Hear every payload of a channel from now on, also after the database was gone for a while."""


class Reading(Protocol):
    """Whatever answers questions."""

    async def read(self, sql: str, *values: Value) -> Rows:
        """What a question finds."""


class Engine(Protocol):
    """A database: its statements read the same way on every engine."""

    @property
    def secrets(self) -> Secrets:
        """The server's keys."""

    @property
    def hints(self) -> Hints | None:
        """The way to other workers of the same database; None: there can be none."""

    @property
    def skip_locked(self) -> str:
        """What ends a SELECT that takes a row to itself and passes over those that others have taken."""

    async def read(self, sql: str, *values: Value) -> Rows:
        """What a short question finds."""

    async def read_long(self, sql: str, *values: Value) -> Rows:
        """The same for what may find much: nobody waits for it but whoever asks."""

    def snapshot(self) -> AbstractAsyncContextManager[Reading]:
        """What stands at this instant, whatever is written while it is being read."""

    async def write(self, job: Job[Result]) -> Result:
        """Carry out a job, and return what it returns. Raises what it raises, or StoreError: then nothing happened."""

    async def scrub(self) -> None:
        """What was overwritten or deleted cannot be read in the files any more, as far as the engine can see to it."""

    async def close(self) -> None:
        """Finish what was begun and let go."""


def do(sql: str, *values: Value) -> Do:
    """One statement with its values."""
    return Do(sql, values)


def marks(count: int, first: int = 1) -> str:
    """`$1, $2, $3`: so many places for values."""
    return ", ".join(f"${number}" for number in range(first, first + count))

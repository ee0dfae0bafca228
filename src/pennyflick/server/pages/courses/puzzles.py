"""Puzzles: one flick with the exact hand, solved by what it is worth; the idea is told when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from pennyflick.lessons.kinds import Puzzle, Task
from pennyflick.lessons.puzzling import best_flick, is_solved, worth
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import game_of
from pennyflick.match.referee import Match
from pennyflick.server.pages.courses.course import Band, attempt, once_more, tries_of
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.practice import OTHER
from pennyflick.server.play.progress import learned
from pennyflick.server.play.solutions import puzzle_called, set_up
from pennyflick.server.play.starting import EXACT
from pennyflick.server.play.tasks import Attempt, Table, made
from pennyflick.server.store.practice import PUZZLE, Try
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Onward, TaskStanding
from pennyflick.table import Flick, Side, SideFlick

_COLOURS = {Side.ONE: "gold", Side.TWO: "purple"}  # of the discs that a side has


class Puzzles:
    """A position of experts, and what the flick is worth there."""

    async def table(self, request: Request, game: str, key: str, number: int, hand: str) -> Table:
        """The puzzle's position, always exact: it asks for the idea."""
        puzzle = puzzle_of(game, key)
        return Table(game_of(game, {}), puzzle.position, EXACT, service_of(request).settings.new_seed())

    def replying(self, header: Header, attempt: Attempt) -> Task | None:
        """Nobody answers: it is one flick."""
        return None

    async def settled(self, request: Request, header: Header, match: Match, way: str) -> Try | None:
        """What the flick is worth beside the best; worked out once."""
        puzzle = puzzle_of(header.game, attempt(header).key)
        if not match.actions:
            return None
        tries = await tries_of(request, PUZZLE, header.game, puzzle.id)
        kept = next((each for each in tries if each.id == header.id), None)
        if kept is not None:
            return kept
        more = await in_turn(graded, puzzle, match)
        holder, at = browser_of(request).holder, service_of(request).settings.clock()
        return made(header, more.pop("solved"), more, way, holder, at)

    async def band(self, request: Request, header: Header, attempt: Attempt) -> Band:
        """Which of how many, and who is to act."""
        puzzle = puzzle_of(header.game, attempt.key)
        return Band(which(puzzle), sentence(puzzle), page_of(puzzle))

    async def standing(self, request: Request, header: Header, tries: list[Try], last: Try | None) -> TaskStanding:
        """Solved: the idea, and the next one. Not solved: once more, or the best shown."""
        puzzle = puzzle_of(header.game, attempt(header).key)
        if last is None:
            return TaskStanding("open", sentence(puzzle))
        shown = Onward("Show me", href=f"{page_of(puzzle)}?show")
        if not last.done:
            return TaskStanding("failed", told(last), onward=[once_more(header), shown])
        onward = [await _next(request, puzzle), shown]
        return TaskStanding("done", f"{told(last)} The idea: {puzzle.says}.", onward=onward)


def puzzle_of(game: str, key: str) -> Puzzle:
    """A puzzle by its id; 404 where there is none."""
    puzzle = puzzle_called(game, key)
    if puzzle is None:
        raise HTTPException(404, f"There is no puzzle {key!r}; it may have been found anew, and lost its name.")
    return puzzle


def graded(puzzle: Puzzle, match: Match) -> dict[str, Any]:
    """Whether the first answer solves it, and what it is worth beside the best; only a flick is worth anything here."""
    answer = match.actions[0].answer
    if not isinstance(answer, Flick | SideFlick):
        return {"solved": False}
    best, value = worth(puzzle, [best_flick(puzzle), answer])
    return {"solved": is_solved(puzzle, value, best), "value": round(value, 3), "best": round(best, 3)}


def told(try_: Try) -> str:
    """What a try was worth, in a sentence."""
    if "value" not in try_.more:
        return "That was no flick, and here a flick is best."
    value, best = (f"{100 * try_.more[each]:.0f} %" for each in ("value", "best"))
    if not try_.done:
        return f"Worth {value}, the best {best}: there is something better."
    return (
        f"Solved: worth {value}, as good as the best." if value == best else f"Solved: worth {value}, the best {best}."
    )


def sentence(puzzle: Puzzle) -> str:
    """Who is to act and what is asked, with the score where there is one."""
    match = set_up(puzzle)
    mine = match.starter if any(disc.side is match.starter for disc in match.game.discs) else None
    who = "Your turn" if mine is None else f"You are {_COLOURS[mine]}"
    return " ".join([f"{who}: find the best flick.", *_score(match)])


def which(puzzle: Puzzle) -> str:
    """A puzzle by its number."""
    puzzles = shelf(puzzle.game).puzzles
    return f"Puzzle {[each.id for each in puzzles].index(puzzle.id) + 1} of {len(puzzles)}"


def page_of(puzzle: Puzzle) -> str:
    """The address of a puzzle's page."""
    return f"/learn/{puzzle.game}/puzzle/{puzzle.id}"


def next_puzzle(puzzles: Sequence[Puzzle], solved: frozenset[str], after: str = "") -> Puzzle | None:
    """The first that is not solved, after one of them and then from the beginning; None: all are."""
    ids = [each.id for each in puzzles]
    first = ids.index(after) + 1 if after in ids else 0
    return next((each for each in [*puzzles[first:], *puzzles[:first]] if each.id not in solved), None)


async def _next(request: Request, puzzle: Puzzle) -> Onward:
    progress = await service_of(request).store.progress(browser_of(request).holder)
    following = next_puzzle(shelf(puzzle.game).puzzles, learned(progress, PUZZLE, puzzle.game).done, puzzle.id)
    if following is None:
        return Onward("All solved", href=f"/learn/{puzzle.game}")
    return Onward("Next puzzle", action=f"{page_of(following)}/try")


def _score(match: Match) -> list[str]:
    row = match.game.sheet(match.position.ledger)[0]
    if row.one == row.two == "0":
        return []
    mine, other = (row.one, row.two) if match.starter is Side.ONE else (row.two, row.one)
    return [f"{row.label[:1].upper()}{row.label[1:]}: you {mine}, {OTHER} {other}."]

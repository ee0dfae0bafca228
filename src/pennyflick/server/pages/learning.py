"""The pages from which one learns: all games, one game, and a lesson or a puzzle with its solution."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pennyflick.boards.picture.svg_sheet import Sheet
from pennyflick.lessons.kinds import Lesson, Puzzle
from pennyflick.lessons.lesson import first_minute
from pennyflick.lessons.shelf import shelf
from pennyflick.server.pages.courses.course import tries_of
from pennyflick.server.pages.courses.lessons import HINTED, OWN, SHOWN, failures, lesson_of, next_lesson
from pennyflick.server.pages.courses.puzzles import next_puzzle, page_of, puzzle_of, sentence, told, which
from pennyflick.server.pages.drill_pages import drills_of
from pennyflick.server.pages.games import offered, title
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.rendering import FOREVER
from pennyflick.server.pages.request import browser_of, game_of, service_of
from pennyflick.server.pages.steps import steps
from pennyflick.server.play.examples import tag_of
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.matches import WarmingError
from pennyflick.server.play.progress import Learned, learned
from pennyflick.server.play.solutions import Taught, address_of, set_up, solution_json, taught
from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.practice import LESSON, PUZZLE, Progress, Try
from pennyflick.server.wire.messages import Json

_TRIES_SHOWN = 10


async def overview(request: Request) -> Response:
    """The games, and how far one is with each."""
    progress = await _progress(request)
    return render(request, "learn.html", {"courses": [_course(name, progress) for name in offered()]})


async def of_game(request: Request) -> Response:
    """What there is to learn of one game."""
    name, progress = game_of(request), await _progress(request)
    lessons = learned(progress, LESSON, name)
    context = {
        "course": _course(name, progress),
        "lessons": [_line(each, lessons) for each in shelf(name).lessons],
        "puzzles": [_numbered(each, learned(progress, PUZZLE, name)) for each in shelf(name).puzzles],
        "game_page": name,
        **await drills_of(request, name),
    }
    return render(request, "learn_game.html", context)


async def lesson(request: Request) -> Response:
    """A lesson: what is asked, one's own tries, and the solution when it may be shown."""
    each = lesson_of(game_of(request), request.path_params["key"])
    tries = await tries_of(request, LESSON, each.game, each.id)
    done, missed = any(one.done for one in tries), failures(tries)
    shown = "show" in request.query_params
    following = next_lesson(each)
    context = {
        "heading": each.title,
        "which": _lesson_number(each),
        "says": each.task,
        "hint": each.hint if done or missed >= HINTED else "",
        "ways": [_way(each, LESSON, "Try it"), _way(each, LESSON, "With your own hand", OWN)],
        "give_up": "",
        "onward": following and {"words": "Next lesson", "href": f"/learn/{each.game}/lesson/{following.id}"},
        **await _page(request, each, tries, shown or done or missed >= SHOWN, shown),
    }
    return render(request, "lesson.html", context)


async def puzzle(request: Request) -> Response:
    """A puzzle: what is asked, one's own tries, and the best flick when it may be shown."""
    each = puzzle_of(game_of(request), request.path_params["key"])
    tries = await tries_of(request, PUZZLE, each.game, each.id)
    shown = "show" in request.query_params
    solved = learned(await _progress(request), PUZZLE, each.game).done
    following = next_puzzle(shelf(each.game).puzzles, solved | {each.id}, each.id)
    open_to_see = shown or each.id in solved
    context = {
        "heading": which(each),
        "which": "",
        "says": sentence(each),
        "hint": _worths(each) if open_to_see else "",
        "ways": [_way(each, PUZZLE, "Try it")],
        "give_up": f"{page_of(each)}?show" if tries and not open_to_see else "",
        "onward": following and {"words": "Next puzzle", "href": page_of(following)},
        **await _page(request, each, tries, open_to_see, shown),
    }
    return render(request, "lesson.html", context)


async def solution(request: Request) -> Response:
    """What happens in a solution; whoever asks with its tag may keep it for ever."""
    game, kind, key = game_of(request), request.path_params["kind"], request.path_params["key"]
    each = taught(game, kind, key)
    if each is None:
        raise HTTPException(404, f"There is no {kind} {key!r} that has a solution.")
    await service_of(request).readiness.wait()
    body = await in_turn(solution_json, game, kind, key)
    kept = FOREVER if request.url.query == tag_of(each) else "no-cache"
    return Response(body, media_type="application/json", headers={"cache-control": kept})


# What the templates get ----------------------------------------------------------------------------------------------


async def _progress(request: Request) -> list[Progress]:
    return await service_of(request).store.progress(browser_of(request).holder)


def _course(name: str, progress: Sequence[Progress]) -> Json:
    """How far one is with a game, and where it goes on."""
    lessons, puzzles = (learned(progress, kind, name) for kind in (LESSON, PUZZLE))
    here = shelf(name)
    first = next((each for each in here.lessons if each.id not in lessons.done), None)
    following = next_puzzle(here.puzzles, puzzles.done)
    return {
        "name": name,
        "title": title(name),
        "lessons": len(here.lessons),
        "done": _count(here.lessons, lessons.done),
        "starred": _count(here.lessons, lessons.starred),
        "begun": bool(lessons.tried),
        "next": first and {"title": first.title, "action": f"/learn/{name}/lesson/{first.id}/try"},
        "puzzles": len(here.puzzles),
        "solved": _count(here.puzzles, puzzles.done),
        "next_puzzle": following and f"{page_of(following)}/try",
        "drills": len(here.drills),
        "first_minute": bool(first_minute(name)),
    }


def _count(there: Sequence[Taught], ids: frozenset[str]) -> int:
    """How many of those that are there: what was taken out since is not counted."""
    return sum(each.id in ids for each in there)


def _line(each: Lesson, lessons: Learned) -> Json:
    done, starred = each.id in lessons.done, each.id in lessons.starred
    return {"id": each.id, "title": each.title, "task": each.task, "done": done, "starred": starred}


def _numbered(each: Puzzle, puzzles: Learned) -> Json:
    return {"address": page_of(each), "solved": each.id in puzzles.done}


def _lesson_number(each: Lesson) -> str:
    lessons = shelf(each.game).lessons
    return f"Lesson {[one.id for one in lessons].index(each.id) + 1} of {len(lessons)}"


def _way(each: Taught, kind: str, words: str, hand: str = "") -> Json:
    return {"words": words, "action": f"/learn/{each.game}/{kind}/{each.id}/try", "hand": hand}


async def _page(request: Request, each: Taught, tries: Sequence[Try], may_see: bool, by_itself: bool) -> Json:
    """What the pages of lessons and puzzles share; WarmingError where a solution cannot be worked out yet."""
    if may_see and not service_of(request).readiness.status.ready:
        raise WarmingError(each.id)
    defs, picture = await in_turn(_board, each.game, PUZZLE if isinstance(each, Puzzle) else LESSON, each.id)
    told_steps = await in_turn(steps, each) if may_see else []
    return {
        "game_page": each.game,
        "game_title": title(each.game),
        "defs": defs,
        "picture": picture,
        "solution": {"address": address_of(each), "steps": told_steps, "by_itself": by_itself} if may_see else None,
        "tries": [_tried(one) for one in reversed(tries[-_TRIES_SHOWN:])],
        "done": any(one.done for one in tries),
        "starred": any(one.done and one.hand != EXACT for one in tries),
    }


@lru_cache(maxsize=256)  # more than there are lessons and puzzles
def _board(game: str, kind: str, key: str) -> tuple[Markup, Markup]:
    """The drawings that the board of a page uses, and the board."""
    each = taught(game, kind, key)
    assert each is not None, f"{game} has no {kind} {key}"
    match = set_up(each)
    sheet = Sheet(game, match.game.board, match.game.discs)
    says = each.task if isinstance(each, Lesson) else sentence(each)
    return Markup(sheet.defs()), Markup(sheet.picture(match.begun.layout, f"The board. {says}"))


def _tried(one: Try) -> Json:
    hand = "" if one.hand == EXACT else "with your own hand"
    said = told(one) if one.kind == PUZZLE else "Done" if one.done else "Not yet"
    return {"done": one.done, "says": " ".join(filter(None, [said, hand])), "at": one.at}


def _worths(each: Puzzle) -> str:
    best, second = (f"{100 * value:.0f} %" for value in (each.value, each.second_value))
    idea = f"{each.says[:1].upper()}{each.says[1:]}."
    return f"{idea} Meant with an expert's hand it is worth {best}, the best of any other idea {second}."

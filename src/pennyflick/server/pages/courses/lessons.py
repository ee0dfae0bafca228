"""Lessons: with the exact hand first, a star for one's own; a hint after two failures, then the solution."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request

from pennyflick.lessons.kinds import Lesson
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import game_of
from pennyflick.match.referee import Match
from pennyflick.server.pages.courses.course import Band, attempt, found, once_more, refereed
from pennyflick.server.pages.hands import DEFAULT_HAND, hand_of
from pennyflick.server.pages.request import person_of, service_of
from pennyflick.server.play.solutions import lesson_called
from pennyflick.server.play.starting import EXACT
from pennyflick.server.play.tasks import Attempt, Table
from pennyflick.server.store.practice import Try
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Onward, TaskStanding

OWN = "own"  # asks for the hand with which this person plays
HINTED = 2  # failures in a row after which a hint is given
SHOWN = 3  # and after which the solution is offered


class Lessons:
    """Set-up, task, hint, solution."""

    async def table(self, request: Request, game: str, key: str, number: int, hand: str) -> Table:
        """The lesson's position, exact unless one's own hand is asked for."""
        lesson = lesson_of(game, key)
        chosen = own_hand(request) if hand == OWN else EXACT
        settings = service_of(request).settings
        return Table(game_of(game, lesson.options), lesson.position, chosen, settings.new_seed())

    def replying(self, header: Header, attempt: Attempt) -> Lesson | None:
        """The lesson: its `replies` are those of the other side."""
        return lesson_of(header.game, attempt.key)

    async def settled(self, request: Request, header: Header, match: Match, way: str) -> Try | None:
        """What the referee says of it."""
        lesson = lesson_of(header.game, attempt(header).key)
        return refereed(request, header, lesson, match, way)

    async def band(self, request: Request, header: Header, attempt: Attempt) -> Band:
        """The task in one sentence."""
        lesson = lesson_of(header.game, attempt.key)
        return Band(lesson.title, lesson.task, f"/learn/{header.game}/lesson/{lesson.id}", "★" if header.hands else "")

    async def standing(self, request: Request, header: Header, tries: list[Try], last: Try | None) -> TaskStanding:
        """Done: the next one, or the same for the star. Failed: once more, with a hint, then with the solution."""
        lesson = lesson_of(header.game, attempt(header).key)
        if last is None:
            return TaskStanding("open", lesson.task)
        return _done(header, lesson) if last.done else _failed(header, lesson, failures(tries))


def own_hand(request: Request) -> str:
    """The hand with which this person plays; the star is for one that takes skill."""
    chosen = hand_of(person_of(request))
    return DEFAULT_HAND if chosen == EXACT else chosen


def lesson_of(game: str, key: str) -> Lesson:
    """A lesson by its id; 404 where there is none."""
    return found(lesson_called(game, key), key)


def failures(tries: Sequence[Try]) -> int:
    """How often in a row it has failed until now."""
    done = [number for number, each in enumerate(tries, 1) if each.done]
    return len(tries) - (done[-1] if done else 0)


def next_lesson(lesson: Lesson) -> Lesson | None:
    """The one after it."""
    lessons = shelf(lesson.game).lessons
    number = [each.id for each in lessons].index(lesson.id) + 1
    return lessons[number] if number < len(lessons) else None


def _done(header: Header, lesson: Lesson) -> TaskStanding:
    following = next_lesson(lesson)
    onward = [Onward("All lessons", href=f"/learn/{lesson.game}")]
    if following is not None:
        onward.insert(0, Onward("Next lesson", action=f"/learn/{lesson.game}/lesson/{following.id}/try"))
    if header.hands:
        return TaskStanding("done", "That is it, with your own hand: a star.", "★", onward)
    return TaskStanding("done", "That is it.", onward=[*onward, once_more(header, "With your own hand", OWN)])


def _failed(header: Header, lesson: Lesson, failed: int) -> TaskStanding:
    again = once_more(header, hand=OWN if header.hands else "")
    shown = Onward("Show me", href=f"/learn/{lesson.game}/lesson/{lesson.id}?show")
    says = "Not quite." if failed < HINTED else f"Not quite. Hint: {lesson.hint}"
    return TaskStanding("failed", says, onward=[again, shown] if failed >= SHOWN else [again])

"""A drill's own page: the task, what somebody makes of it beside the expert, and how that went on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from pennyflick.boards.picture.svg_sheet import Sheet
from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import game_of as game_with
from pennyflick.players.hands import hand_words, parse_hand
from pennyflick.players.measuring import Estimate
from pennyflick.record import parse_position
from pennyflick.server.pages.charts import Axis, Dot, Line, chart, top_of
from pennyflick.server.pages.courses.course import tries_of
from pennyflick.server.pages.courses.drills import address, named
from pennyflick.server.pages.figures import day, mean, percent
from pennyflick.server.pages.games import title
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.request import game_of
from pennyflick.server.play.drills import WAYS, Period, Tally, row_of, tally
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.store.practice import DRILL, Try
from pennyflick.server.wire.messages import Json

_ALL = 100.0  # per cent: where a chart of shares ends


async def page(request: Request) -> Response:
    """One drill."""
    drill = named(game_of(request), request.path_params["key"])
    tries = await tries_of(request, DRILL, drill.game, drill.id)
    return render(request, "drill.html", await in_turn(context, drill, tries))


async def drills_of(request: Request, game: str) -> Json:
    """What `_drills.html` shows: every drill of a game, and what this person makes of it."""
    drills = shelf(game).drills
    tried = [await tries_of(request, DRILL, game, drill.id) for drill in drills]
    return {"drills": [listed(drill, tries) for drill, tries in zip(drills, tried, strict=True)]}


def context(drill: Drill, tries: Sequence[Try]) -> Json:
    """What the page shows."""
    told, row = tally(drill, tries), row_of(drill, tries)
    return {
        "drill": drill,
        "game": {"name": drill.game, "title": title(drill.game)},
        "address": address(drill),
        "hand": hand_words(parse_hand(drill.hand)),
        "board": board_of(drill, len(tries)),
        "expert": _expert_words(drill),
        "next": len(row) + 1,
        "row": marks(drill, row),
        "told": None if told is None else shown(drill, told),
        "others": [
            {"title": each.title, "address": address(each)} for each in shelf(drill.game).drills if each != drill
        ],
    }


# ---- in words -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mark:
    """What one try came to: a sign, and the same in words."""

    sign: str
    words: str
    kind: str  # done, missed, counted


def marks(drill: Drill, counts: Sequence[int]) -> list[Mark]:
    """One for each try."""
    if drill.counts:
        return [Mark(str(count), str(count), "counted") for count in counts]
    return [Mark("●", "done", "done") if count else Mark("○", "missed", "missed") for count in counts]


def listed(drill: Drill, tries: Sequence[Try]) -> Json:
    """A drill in the list of its game."""
    told = tally(drill, tries)
    return {
        "title": drill.title,
        "task": drill.task,
        "address": address(drill),
        "tries": len(tries),
        "made": "" if told is None else figure(drill, told.made),
        "expert": _expert_words(drill),
    }


def shown(drill: Drill, told: Tally) -> Json:
    """What somebody makes of it."""
    return {
        "made": figure(drill, told.made),
        "of": told.made.of,
        "best": _best(drill, told),
        "last": marks(drill, told.last),
        "ways": [{"way": WAYS[way], "made": figure(drill, made), "of": made.of} for way, made in told.ways.items()],
        "chart": Markup(_chart(drill, told.periods)),
        "periods": [_period(drill, each) for each in told.periods],
    }


def figure(drill: Drill, made: Estimate) -> str:
    """What is made of a drill: a share, or how many in a turn."""
    return f"{mean(made)} a turn" if drill.counts else percent(made)


def _expert_words(drill: Drill) -> str:
    """What an expert makes of it with the same hand; nothing where nobody measured that."""
    expert = shelf(drill.game).expert_at(drill.id)
    if expert is None:
        return ""
    return f"{expert.rate:.1f} a turn" if drill.counts else f"{100 * expert.rate:.0f} %"


def _best(drill: Drill, told: Tally) -> str:
    if drill.counts:
        return f"{told.best} in one turn"
    if told.made.of < drill.tries:
        return f"no row of {drill.tries} yet"
    return f"{told.best} of {drill.tries} in a row"


def _period(drill: Drill, each: Period) -> Json:
    return {
        "first": each.first,
        "last": each.first + each.made.of - 1,
        "day": day(each.at),
        "made": figure(drill, each.made),
    }


# ---- in pictures ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """A board, and the drawings that it uses."""

    defs: Markup
    picture: Markup


def board_of(drill: Drill, number: int) -> Drawn:
    """The position of the try with this number, from 0."""
    return _drawn(drill.game, tuple(sorted(drill.options.items())), drill.position(number), drill.title)


@lru_cache(maxsize=256)
def _drawn(name: str, options: tuple[tuple[str, str], ...], position: str, words: str) -> Drawn:
    game = game_with(name, dict(options))
    sheet = Sheet(name, game.board, game.discs)
    picture = sheet.picture(parse_position(game, position).layout, f"The board of {game.title}: {words}")
    return Drawn(Markup(sheet.defs()), Markup(picture))


def _chart(drill: Drill, periods: Sequence[Period]) -> str:
    scale = 1.0 if drill.counts else _ALL
    expert = shelf(drill.game).expert_at(drill.id)
    dots = [_dot(each.made, scale) for each in periods]
    top = top_of([*(dot.value for dot in dots), expert.rate if expert else 0.0], 1.0) if drill.counts else _ALL
    axis = Axis(top, "" if drill.counts else " %", day(periods[0].at), day(periods[-1].at))
    words = f"{drill.title} over time; the table below says the same"
    return chart(words, [Line("made", dots)], axis, None if expert is None else scale * expert.rate)


def _dot(made: Estimate, scale: float) -> Dot:
    low, high = (made.value if abs(each) == float("inf") else each for each in (made.low, made.high))
    return Dot(scale * made.value, scale * low, scale * high)

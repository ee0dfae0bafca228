"""My hand, measured: aim and release apart, for each way to let go, in words, over time, and to be used."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from pennyflick.lessons.shelf import shelf
from pennyflick.players.hands import hand_text, hand_words, parse_hand
from pennyflick.players.measuring import LEAST, Estimate, Spreads
from pennyflick.server.pages.charts import Axis, Dot, Line, chart, top_of
from pennyflick.server.pages.courses.drills import address
from pennyflick.server.pages.drill_pages import figure
from pennyflick.server.pages.figures import day, degrees, share
from pennyflick.server.pages.games import offered, title
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.play.drills import WAYS, tally
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.my_hand import MOST_FLICKS, STROKE, Measured, Spell, measured
from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.practice import DRILL, Try
from pennyflick.server.wire.messages import Json

LEAST_SPELLS = 2  # for a chart


async def page(request: Request) -> Response:
    """What one's own tries tell of one's hand."""
    holder = browser_of(request).holder
    tries = await service_of(request).store.lately(holder, MOST_FLICKS)
    return render(request, "hand.html", await in_turn(context, tries))


def context(tries: Sequence[Try]) -> Json:
    """What the page shows."""
    grips = [each for each in measured(tries) if each.released or each.aimed]
    known = [each for each in grips if each.release or each.aim]
    return {
        "known": [told(each) for each in known],
        "unknown": [_wanting(each) for each in grips if each not in known],
        "least": LEAST,
        "drills": _drills(tries),
        "first": [{"title": title(game), "address": f"/learn/{game}"} for game in offered() if shelf(game).drills],
    }


def told(mine: Measured) -> Json:
    """One grip in words and pictures."""
    return {
        "name": _name(mine),
        "flicks": mine.flicks,
        "sentences": [_release_sentence(mine), _aim_sentence(mine)],
        "lines": list(_lines(mine)),
        "charts": [Markup(each) for each in _charts(mine)],
        "spells": [*_spell_rows("Release", mine.release_spells), *_spell_rows("Aim", mine.aim_spells)],
        "use": None if mine.release is None else _use(mine.release),
    }


# ---- in words -------------------------------------------------------------------------------------------------------


def _name(mine: Measured) -> str:
    """How it was let go, and with what hand: Pull, good, visible."""
    way, hand = WAYS[mine.grip.way], None if mine.grip.hand == EXACT else parse_hand(mine.grip.hand)
    if mine.grip.way == STROKE:
        return way
    unwatched = hand is not None and hand.visible and not mine.grip.timed
    return f"{way}: {hand_words(hand)}{', not watched' if unwatched else ''}"


def _release_sentence(mine: Measured) -> str:
    if mine.grip.way == STROKE:
        return "To a finger’s stroke no hand adds anything: what you strike is what happens."
    if mine.release is None:
        return f"Of your release nothing can be said yet: {_more(mine.released)}."
    return f"Your release errs by {_spread(mine.release)}."


def _aim_sentence(mine: Measured) -> str:
    if mine.aim is None:
        return f"Of your aim nothing can be said yet: {_more(mine.aimed)} in drills of one flick."
    return f"Your aim errs by {_spread(mine.aim)}."


def _spread(found: Spreads) -> str:
    return f"{degrees(found.direction_deg)} and {share(found.speed)} in speed"


def _more(count: int) -> str:
    """How many are wanting; fast flicks tell nothing of the speed, so there may be enough and still too few."""
    wanting = max(LEAST - count, 1)
    return f"{wanting} more flick{'' if wanting == 1 else 's'}"


def _wanting(mine: Measured) -> Json:
    return {"name": _name(mine), "flicks": mine.flicks, "more": _more(max(mine.released, mine.aimed))}


def _drills(tries: Sequence[Try]) -> list[Json]:
    """What of the drills comes off, as far as these tries tell it."""
    rows = []
    for drill in (drill for game in offered() for drill in shelf(game).drills):
        his = [each for each in tries if (each.kind, each.game, each.key) == (DRILL, drill.game, drill.id)]
        made = tally(drill, his)
        if made is not None:
            named = {"title": drill.title, "game": title(drill.game), "address": address(drill)}
            rows.append({**named, "made": figure(drill, made.made), "tries": len(his)})
    return rows


def _spell_rows(what: str, spells: Sequence[Spell]) -> list[Json]:
    return [
        {
            "what": what,
            "day": day(each.at),
            "direction": degrees(each.spreads.direction_deg),
            "speed": share(each.spreads.speed),
            "of": each.spreads.direction_deg.of,
        }
        for each in spells
    ]


def _use(release: Spreads) -> Json:
    """Links to a new match in which one's own seat, or the opponent, has this hand."""
    text = hand_text(release.hand)
    games = [
        {
            "title": title(game),
            "mine": f"/new/{game}?{urlencode({'hand.one': text})}",
            "theirs": f"/new/{game}?{urlencode({'opponent_hand': text})}",
        }
        for game in offered()
    ]
    return {"words": hand_words(release.hand), "text": text, "games": games}


# ---- in pictures ----------------------------------------------------------------------------------------------------


def _lines(mine: Measured) -> dict[str, Sequence[Spell]]:
    """What a chart has to show: the kind of each line, and its spells."""
    lines = {"release": mine.release_spells, "aim": mine.aim_spells}
    return {kind: spells for kind, spells in lines.items() if spells}


def _charts(mine: Measured) -> list[str]:
    """Direction and speed, a chart each; release and aim as two lines. One spell is no time that could be shown."""
    lines = _lines(mine)
    ends = [spell.at for spells in lines.values() for spell in spells]
    if max(map(len, lines.values()), default=0) < LEAST_SPELLS:
        return []

    def drawn(words: str, unit: str, step: float, scale: float, name: str) -> str:
        dots = {kind: [_dot(getattr(each.spreads, name), scale) for each in spells] for kind, spells in lines.items()}
        top = top_of([dot.high for some in dots.values() for dot in some], step)
        axis = Axis(top, unit, day(min(ends)), day(max(ends)))
        return chart(words, [Line(kind, some) for kind, some in dots.items()], axis)

    return [
        drawn("How far the direction errs over time, in degrees", "°", 0.5, 1.0, "direction_deg"),
        drawn("How far the speed errs over time, in per cent", " %", 5.0, 100.0, "speed"),
    ]


def _dot(found: Estimate, scale: float) -> Dot:
    return Dot(scale * found.value, scale * found.low, scale * found.high)

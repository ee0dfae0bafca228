"""What a chat app shows beside a link: a title, one line and a picture of the board (Open Graph)."""

from __future__ import annotations

from starlette.requests import Request

from pennyflick.server.pages.games import title
from pennyflick.server.pages.inviting import inviting_sentence
from pennyflick.server.pages.pictures import game_line
from pennyflick.server.pages.request import absolute, service_of
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.live import Live
from pennyflick.server.play.viewers import headings, viewer_of
from pennyflick.server.wire.messages import Json


def game_preview(request: Request, game: str) -> Json:
    """A game."""
    return _preview(request, game, title(game), game_line(game))


def join_preview(request: Request, live: Live) -> Json:
    """A table at which a seat is open."""
    line = f"{game_line(live.header.game)} One click and you sit; no account."
    return _preview(request, live.header.game, inviting_sentence(live.header, live.open_seats), line)


def match_preview(request: Request, live: Live) -> Json:
    """A match, by names: how it stands, once it has begun."""
    viewer = viewer_of(live.header, ())
    heading = f"{title(live.header.game)}: {' – '.join(headings(viewer).values())}"
    line = game_line(live.header.game) if live.open_seats else standing_of(live.match).sentence.said(viewer)
    return _preview(request, live.header.game, heading, line)


def _preview(request: Request, game: str, heading: str, line: str) -> Json:
    """The picture is absolute, because it is fetched by others; a game from elsewhere may have none."""
    renderer, path = service_of(request).renderer, f"previews/{game}.png"
    picture = absolute(request, renderer.static(path)) if renderer.has(path) else ""
    return {"title": heading, "line": line, "picture": picture}

"""*Me*: the name and the settings of whoever plays here, and being forgotten."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.server.pages.bells import bell_of
from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.hands import hand_of, hands_offered
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.request import browser_of, person_of, service_of
from pennyflick.server.pages.sessions import new_session
from pennyflick.server.play.forgetting import forget
from pennyflick.server.play.starting import FormError, told_hand, told_name

_SEE_OTHER = 303
SETTINGS = {"sound": ("on", "off"), "way": ("pull", "finger")}  # what a page keeps for its person, and as what


async def page(request: Request) -> Response:
    """Who this browser is."""
    return await _page(request, person_of(request).name, person_of(request).settings)


async def keep(request: Request) -> Response:
    """Name and settings as the form tells them."""
    service, person = service_of(request), person_of(request)
    form = await read_form(request, service.settings.limits)
    try:
        name, settings = told_name(form.get("name", "")), {**person.settings, **_told(form)}
    except FormError as error:
        return await _page(request, form.get("name", ""), person.settings, error.sentences)
    await service.store.keep_person(dataclasses.replace(person, name=name, settings=settings))
    return RedirectResponse("/me?kept", _SEE_OTHER)


async def keep_settings(request: Request) -> Response:
    """What was switched at the table."""
    service, person = service_of(request), person_of(request)
    form = await read_form(request, service.settings.limits)
    try:
        settings = {**person.settings, **_told(form)}
    except FormError as error:
        return Response(str(error), 422, media_type="text/plain")
    await service.store.keep_person(dataclasses.replace(person, settings=settings))
    return Response(status_code=204)


async def forget_me(request: Request) -> Response:
    """Forget this browser: what it told, what it alone played, who it was at the tables of others."""
    service, holder = service_of(request), browser_of(request).holder
    await read_form(request, service.settings.limits)
    await forget(holder, service.settings.clock(), service.store, service.seats)
    request.state.session = new_session(service.secret)
    return RedirectResponse("/", _SEE_OTHER, {"clear-site-data": '"storage"'})


def _told(form: Mapping[str, str]) -> dict[str, str]:
    """The settings that a form tells; raises FormError."""
    told = {name: form[name] for name in SETTINGS if name in form}
    for name, value in told.items():
        if value not in SETTINGS[name]:
            raise FormError(f"{name.capitalize()} cannot be {value[:20]!r}; it is {' or '.join(SETTINGS[name])}.")
    return told | ({"hand": told_hand(form["hand"])} if "hand" in form else {})


async def _page(request: Request, name: str, settings: Mapping[str, str], errors: tuple[str, ...] = ()) -> Response:
    context = {
        "name": name,
        "settings": dict(settings),
        "hand": hand_of(person_of(request)),
        "hands": hands_offered(hand_of(person_of(request))),
        "kept": "kept" in request.query_params,
        "errors": list(errors),
        "bell": await bell_of(request),
    }
    return render(request, "me.html", context, 422 if errors else 200)

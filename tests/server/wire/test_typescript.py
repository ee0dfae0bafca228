"""The browser's types are those of the messages that travel."""

from __future__ import annotations

import msgspec
import pytest

from pennyflick.server.wire import typescript
from pennyflick.server.wire.messages import Happened


def test_the_browsers_types_have_not_drifted_from_the_messages() -> None:
    written = typescript.FILE.read_text(encoding="utf-8")
    assert written == typescript.declarations(), "run `make wire-types`"


def test_another_field_is_another_type() -> None:
    class Told(msgspec.Struct, tag="told", omit_defaults=True):
        points: dict[str, tuple[float, float]]
        event: Happened | None = None

    (interface,) = (
        typescript._interface(each) for each in typescript._structs(msgspec.inspect.type_info(Told), {"Happened"})
    )
    assert interface == (
        'export interface Told { type: "told"; points: Record<string, [number, number]>; event?: Happened | null; }'
    )


def test_a_type_that_the_browser_cannot_have_is_named() -> None:
    with pytest.raises(TypeError, match="has no TypeScript here yet"):
        typescript._text(msgspec.inspect.type_info(bytes))

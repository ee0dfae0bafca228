"""The browser's types, made from the structs that travel: run as a program it writes web/static/wire.d.ts anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import inspect
from msgspec.structs import FieldInfo, fields

from pennyflick.server.wire import answers, commands, messages, sentences, shapes

HEADING = "/** The messages of docs/protocol.md as types. Made from server/wire by `make wire-types`: do not edit. */"
FILE = Path(__file__).parents[1] / "web" / "static" / "wire.d.ts"

# types that are no structs, by the names that the browser's modules use
ALIASES: dict[str, Any] = {
    "Pt": answers.WirePoint,
    "Sentence": sentences.WireSentence,
    "Layout": shapes.WireLayout,
    "Piece": shapes.WirePiece,
    "ShotEvent": shapes.WireEvent,
    "Ask": shapes.WireAsk,
    "Answer": answers.WireAnswer,
    "Action": answers.WireAction,
    "Command": commands.Command,
    "Aside": commands.Aside,
    "Reply": messages.Reply,
    "Message": messages.Message,
}
FETCHED = (
    messages.WireExample,
    messages.TaskStanding,
    messages.WireGhosts,
)  # structs that no message holds: pages ask for them
_SENTENCE = inspect.type_info(sentences.WireSentence)


def declarations() -> str:
    """All types as TypeScript, in an order that depends only on the structs."""
    structs: dict[str, inspect.StructType] = {}
    for root in (*ALIASES.values(), *FETCHED):
        structs |= {each.cls.__name__: each for each in _structs(inspect.type_info(root), set())}
    lines = [HEADING]
    lines += [f"export type {name} = {_spelled(inspect.type_info(alias))};" for name, alias in ALIASES.items()]
    lines += [_interface(struct) for struct in sorted(structs.values(), key=_name)]
    return "\n".join(lines) + "\n"


def _interface(struct: inspect.StructType) -> str:
    tag = [] if struct.tag is None else [f'{struct.tag_field}: "{struct.tag}"']
    told = [f"{each.encode_name}{'?' if _may_be_absent(struct, each) else ''}: {_field(each)}" for each in _of(struct)]
    return f"export interface {_name(struct)} {{ {'; '.join([*tag, *told])}; }}"


def _of(struct: inspect.StructType) -> tuple[FieldInfo, ...]:
    return fields(struct.cls)


def _field(each: FieldInfo) -> str:
    return _text(inspect.type_info(each.type))


def _may_be_absent(struct: inspect.StructType, each: FieldInfo) -> bool:
    """A client may leave defaults out; the server leaves them out where the struct says so."""
    incoming = struct.cls.__module__ in {answers.__name__, commands.__name__}
    return not each.required and (incoming or struct.cls.__struct_config__.omit_defaults)


def _text(kind: inspect.Type) -> str:
    """A type by its name where it is one that every other message holds, else spelled out."""
    return "Sentence" if kind == _SENTENCE else _spelled(kind)


def _spelled(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return _name(kind)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(map(_text, types)))
        case inspect.ListType(item_type=item):
            return f"({_text(item)})[]" if isinstance(item, inspect.UnionType) else f"{_text(item)}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_text, items))}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_text(value)}>"
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "any"
        case _:
            raise TypeError(f"{kind!r} has no TypeScript here yet")


def _name(struct: inspect.StructType) -> str:
    return struct.cls.__name__.removeprefix("Wire")


def _structs(kind: inspect.Type, seen: set[str]) -> Iterator[inspect.StructType]:
    """Every struct that a type is made of."""
    if isinstance(kind, inspect.StructType):
        if kind.cls.__name__ in seen:
            return
        seen.add(kind.cls.__name__)
        yield kind
        for each in _of(kind):
            yield from _structs(inspect.type_info(each.type), seen)
    for inner in _inner(kind):
        yield from _structs(inner, seen)


def _inner(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.UnionType(types=types):
            return types
        case inspect.ListType(item_type=item):
            return (item,)
        case inspect.TupleType(item_types=items):
            return items
        case inspect.DictType(value_type=value):
            return (value,)
        case _:
            return ()


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name} written\n")

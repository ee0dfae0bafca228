"""Eight reals side by side: loaded, reckoned with and compared at once, each lane as if it were alone.

Compiled, eight lanes are one vector of the processor, or as many as it takes: the compiler knows how on any machine,
and every lane gives the bits that a single real would. Uncompiled, they are a numpy array. A comparison gives eight
truths, `bits` makes them a whole number (bit 0 is the first lane), and `lowest` finds its first set bit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import config, types
from numba.core.cgutils import get_or_insert_function
from numba.core.codegen import get_host_cpu_features
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, register_model

from pennyflick.physics.kernels.jit import OFF
from pennyflick.physics.kernels.types import Integers, Reals

WIDTH = 8
ALL = 255  # every lane

Lanes: TypeAlias = npt.NDArray[np.float64]
Truths: TypeAlias = npt.NDArray[np.bool_]

_REAL = ir.DoubleType()
_INDEX = ir.IntType(32)
_EIGHT = ir.VectorType(_REAL, WIDTH)
_NUMBERS = ir.VectorType(ir.IntType(64), WIDTH)
_FLAGS = ir.VectorType(ir.IntType(1), WIDTH)


class _LanesType(types.Type):
    """Eight reals, as numba types them."""


class _TruthsType(types.Type):
    """Eight truths."""


_lanes = _LanesType("lanes")
_truths = _TruthsType("truths")
_real = types.float64


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _EIGHT)


@register_model(_TruthsType)
class _TruthsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _FLAGS)


def _spread(builder: Any, value: Any) -> Any:
    """A real in every lane; lanes as they are."""
    if value.type != _REAL:
        return value
    one = builder.insert_element(ir.Constant(_EIGHT, ir.Undefined), value, ir.Constant(_INDEX, 0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, WIDTH), [0] * WIDTH))


_SHAPES = ((_lanes, _lanes), (_lanes, _real), (_real, _lanes))


def _teach(function: Any, shapes: tuple[tuple[Any, Any], ...], answer: Any, emit: Callable[..., Any]) -> None:
    """Tell numba what an operator means for lanes: what it gives, and the one instruction it is."""

    class Template(AbstractTemplate):
        def generic(self, arguments: Any, keywords: Any) -> Any:
            return signature(answer, *arguments) if tuple(arguments) in shapes else None

    infer_global(function)(Template)
    for shape in shapes:

        @lower_builtin(function, *shape)
        def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
            return emit(builder, *(_spread(builder, argument) for argument in arguments))


def _teach_operators() -> None:
    for function, name in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul")):
        _teach(function, _SHAPES, _lanes, lambda builder, a, b, name=name: getattr(builder, name)(a, b))
    for function, sign in ((operator.lt, "<"), (operator.le, "<="), (operator.gt, ">"), (operator.ge, ">=")):
        _teach(function, _SHAPES, _truths, lambda builder, a, b, sign=sign: builder.fcmp_ordered(sign, a, b))
    _teach(operator.eq, _SHAPES, _truths, lambda builder, a, b: builder.fcmp_ordered("==", a, b))
    for function, name in ((operator.and_, "and_"), (operator.or_, "or_")):
        _teach(function, ((_truths, _truths),), _truths, lambda builder, a, b, name=name: getattr(builder, name)(a, b))


_teach_operators()


def _address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, value=array).data, [at])


def _eight(typing_context: Any, array: Any, at: Any) -> Any:
    """Eight reals of an array, from `at` on."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        where = _address(context, builder, sig.args[0], *arguments)
        return builder.load(builder.bitcast(where, _EIGHT.as_pointer()), align=8)

    return _lanes(array, types.intp), build


def _put_eight(typing_context: Any, array: Any, at: Any, value: Any) -> Any:
    """Write eight reals into an array, from `at` on."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        where = _address(context, builder, sig.args[0], arguments[0], arguments[1])
        value = _spread(builder, arguments[2])
        builder.store(value, builder.bitcast(where, _EIGHT.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), build


def _of_discs(typing_context: Any, array: Any, base: Any, numbers: Any, at: Any) -> Any:
    """Eight reals of discs that an array of whole numbers lists: array[base + numbers[at..]]; at base + 32 lies a 0."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        first = _address(context, builder, sig.args[0], arguments[0], arguments[1])
        listed = _address(context, builder, sig.args[2], arguments[2], arguments[3])
        return (_picked if _can_pick() else _collected)(builder, first, listed)

    return _lanes(array, types.intp, numbers, types.intp), build


def _can_pick() -> bool:
    """Whether the processor that is compiled for picks eight of sixteen reals at once (AVX-512)."""
    features = config.CPU_FEATURES  # type: ignore[attr-defined]
    if features is None:
        features = "" if config.CPU_NAME else get_host_cpu_features()  # type: ignore[attr-defined]
    return "+avx512f" in features.split(",")


def _collected(builder: Any, first: Any, listed: Any) -> Any:
    """One by one: right on any machine."""
    lanes = ir.Constant(_EIGHT, ir.Undefined)
    for lane in range(WIDTH):
        number = builder.load(builder.gep(listed, [ir.Constant(_INDEX, lane)]))
        lanes = builder.insert_element(lanes, builder.load(builder.gep(first, [number])), ir.Constant(_INDEX, lane))
    return lanes


def _picked(builder: Any, first: Any, listed: Any) -> Any:
    """Out of four vectors of eight, two at a time: half the instructions."""
    kind = ir.FunctionType(_EIGHT, [_EIGHT, _NUMBERS, _EIGHT])
    pick = get_or_insert_function(builder.module, kind, "llvm.x86.avx512.vpermi2var.pd.512")
    numbers = builder.load(builder.bitcast(listed, _NUMBERS.as_pointer()), align=8)
    table = builder.bitcast(first, _EIGHT.as_pointer())
    parts = [builder.load(builder.gep(table, [ir.Constant(_INDEX, part)]), align=8) for part in range(4)]
    low, high = (builder.call(pick, [parts[k], numbers, parts[k + 1]]) for k in (0, 2))
    upper = builder.icmp_unsigned(">=", numbers, ir.Constant(_NUMBERS, [16] * WIDTH))
    none = builder.icmp_unsigned(">=", numbers, ir.Constant(_NUMBERS, [32] * WIDTH))
    return builder.select(none, ir.Constant(_EIGHT, [0.0] * WIDTH), builder.select(upper, high, low))


def _chosen(typing_context: Any, which: Any, a: Any, b: Any) -> Any:
    """In each lane a where `which` holds, b elsewhere."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        which, a, b = arguments
        return builder.select(which, _spread(builder, a), _spread(builder, b))

    return _lanes(which, a, b), build


def _roots(typing_context: Any, value: Any) -> Any:
    """The square root in each lane."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_EIGHT, [_EIGHT])
        return builder.call(get_or_insert_function(builder.module, kind, "llvm.sqrt.v8f64"), arguments)

    return _lanes(value), build


def _bits(typing_context: Any, which: Any) -> Any:
    """The truths as a whole number, the first lane in bit 0."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return builder.zext(builder.bitcast(arguments[0], ir.IntType(8)), ir.IntType(64))

    return types.int64(which), build


def _lowest(typing_context: Any, mask: Any) -> Any:
    """The number of the lowest set bit; at least one must be set."""

    def build(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


# ---- the same uncompiled --------------------------------------------------------------------------------------------
def _plain_eight(array: Reals, at: int) -> Lanes:
    assert 0 <= at <= len(array) - WIDTH, f"no eight reals at {at} of {len(array)}"
    return array[at : at + WIDTH].copy()


def _plain_put_eight(array: Reals, at: int, value: Lanes | float) -> None:
    assert 0 <= at <= len(array) - WIDTH, f"no eight reals at {at} of {len(array)}"
    array[at : at + WIDTH] = value


def _plain_of_discs(array: Reals, base: int, numbers: Integers, at: int) -> Lanes:
    return array[base + numbers[at : at + WIDTH]]


def _plain_chosen(which: Truths, a: Lanes | float, b: Lanes | float) -> Lanes:
    return np.where(which, a, b)


def _plain_roots(value: Lanes) -> Lanes:
    with np.errstate(invalid="ignore"):
        return np.sqrt(value)


def _plain_bits(which: Truths) -> int:
    return sum(1 << lane for lane in range(WIDTH) if which[lane])


def _plain_lowest(mask: int) -> int:
    assert mask, "no bit is set"
    return (int(mask) & -int(mask)).bit_length() - 1


def _either(compiled: Callable[..., Any], plain: Callable[..., Any]) -> Any:
    return plain if OFF else intrinsic(compiled)


eight = cast(Callable[[Reals, int], Lanes], _either(_eight, _plain_eight))
put_eight = cast(Callable[[Reals, int, Lanes | float], None], _either(_put_eight, _plain_put_eight))
of_discs = cast(Callable[[Reals, int, Integers, int], Lanes], _either(_of_discs, _plain_of_discs))
chosen = cast(Callable[[Truths, Lanes | float, Lanes | float], Lanes], _either(_chosen, _plain_chosen))
roots = cast(Callable[[Lanes], Lanes], _either(_roots, _plain_roots))
bits = cast(Callable[[Truths], int], _either(_bits, _plain_bits))
lowest = cast(Callable[[int], int], _either(_lowest, _plain_lowest))

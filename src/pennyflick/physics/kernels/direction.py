"""A direction in hundredths of a degree becomes a unit vector, by our own polynomial, the same on every machine."""

from __future__ import annotations

from pennyflick.physics.kernels.jit import inlined

_HALF_ROOT = 0.7071067811865476  # √½: sine and cosine of 45° must be the same bits
_CDEG = 1.7453292519943296e-4  # one hundredth of a degree in radians


@inlined
def _sine(x: float) -> float:
    """Sine by its Taylor series; x is at most an eighth of a turn, so the error is below the last bit."""
    q = x * x
    p = -7.6471637318198165e-13  # -1/15!
    p = 1.6059043836821613e-10 + q * p
    p = -2.5052108385441720e-08 + q * p
    p = 2.7557319223985893e-06 + q * p
    p = -1.9841269841269841e-04 + q * p
    p = 8.3333333333333332e-03 + q * p
    p = -1.6666666666666666e-01 + q * p
    return x + x * (q * p)


@inlined
def _cosine(x: float) -> float:
    """Cosine by its Taylor series, for the same range."""
    q = x * x
    p = 4.7794773323873853e-14  # 1/16!
    p = -1.1470745597729725e-11 + q * p
    p = 2.0876756987868098e-09 + q * p
    p = -2.7557319223985888e-07 + q * p
    p = 2.4801587301587302e-05 + q * p
    p = -1.3888888888888889e-03 + q * p
    p = 4.1666666666666664e-02 + q * p
    p = -0.5 + q * p
    return 1.0 + q * p


@inlined
def unit_vector(direction_cdeg: int) -> tuple[float, float]:
    """The unit vector of a direction, reduced by integers to an eighth of a turn so that mirrors mirror exactly."""
    quarter = direction_cdeg // 9000
    rest = direction_cdeg - 9000 * quarter
    if rest == 4500:
        c = _HALF_ROOT
        s = _HALF_ROOT
    elif rest < 4500:
        c = _cosine(rest * _CDEG)
        s = _sine(rest * _CDEG)
    else:
        c = _sine((9000 - rest) * _CDEG)
        s = _cosine((9000 - rest) * _CDEG)
    quarter = quarter % 4
    if quarter == 0:
        return c, s
    if quarter == 1:
        return -s, c
    if quarter == 2:
        return -c, -s
    return s, -c

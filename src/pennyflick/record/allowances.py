"""How long a decision may take, by the words that terms and records use. Law: a word, once used, keeps its length."""

from __future__ import annotations

from collections.abc import Mapping

NO_TIME = "none"
_DAY_S = 86_400.0
ALLOWANCES_S: Mapping[str, float | None] = {
    NO_TIME: None,  # as long as it takes
    "30s": 30.0,
    "60s": 60.0,
    "1d": _DAY_S,
    "3d": 3 * _DAY_S,
    "7d": 7 * _DAY_S,
}

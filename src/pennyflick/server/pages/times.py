"""How long a decision may take, as pages word it."""

from __future__ import annotations

from pennyflick.record.allowances import NO_TIME

_LENGTHS = {"30s": "30 seconds", "60s": "60 seconds", "1d": "a day", "3d": "3 days", "7d": "7 days"}
# what may be chosen, and how the form words it
TIMES = [
    {"text": NO_TIME, "words": "as long as it takes"},
    *(
        {"text": text, "words": f"{'by post: ' if text.endswith('d') else ''}{length} for each decision"}
        for text, length in _LENGTHS.items()
    ),
]


def time_sentence(time: str) -> str:
    """What the people at a table agreed on; nothing where there is no clock."""
    return f"Each decision may take {_LENGTHS[time]}; then the others may claim the match." if time in _LENGTHS else ""

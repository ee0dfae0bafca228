"""The four opponents that a person would pick, and how each goes about each game: words only, no numbers."""

from __future__ import annotations

from collections.abc import Mapping

NAMES = ("beginner", "average", "good", "expert")
TITLES: Mapping[str, str] = {
    "beginner": "A beginner",
    "average": "An average player",
    "good": "A good player",
    "expert": "An expert",
}
TEMPERAMENTS: Mapping[str, Mapping[str, str]] = {
    "penny-black": {
        "beginner": "Breaks hard, hopes, and gives pennies away.",
        "average": "Picks off the penny nearest to the edge, now and then two at once.",
        "good": "Waits for the right colour and leaves the shooter where it hurts.",
        "expert": "Plays cannons on purpose and clears the table when you let it in.",
    },
    "penny-blue": {
        "beginner": "Keeps hitting things until something falls off, often its own.",
        "average": "Knows not to touch the edge, mostly.",
        "good": "Brings the blue into line first and kills when it is safe.",
        "expert": "Guards its sovereign, waits, and needs one opening.",
    },
    "penny-red": {
        "beginner": "Serves into the line and laughs about it.",
        "average": "Gets the red back with two flicks out of three.",
        "good": "Returns deep and keeps a shooter at home.",
        "expert": "Rallies for ever and ends it with a star shot.",
    },
    "penny-green": {
        "beginner": "Kicks the green as far as it goes; penalties follow.",
        "average": "Passes forward and shoots too early.",
        "good": "Builds up through the centre and covers its goal.",
        "expert": "Three touches, one gap between the pegs, one goal.",
    },
    "pichenotte": {
        "beginner": "Aims at the hole and finds the ditch.",
        "average": "Hits what it must and sinks one in a while.",
        "good": "Takes you out and hides behind a post.",
        "expert": "Twenty after twenty, and it likes to have the hammer.",
    },
}

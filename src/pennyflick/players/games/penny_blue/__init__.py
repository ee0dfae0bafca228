"""What the opponents know of Penny Blue, and how each goes about it."""

from pennyflick.players.games.penny_blue.study import STUDY
from pennyflick.players.games.penny_blue.tactics import PennyBlueTactics

__all__ = ["STUDY", "TACTICS", "TEMPERAMENTS"]

TACTICS = PennyBlueTactics()

TEMPERAMENTS = {
    "first-timer": "Flicks whatever is nearest at whatever is next to it.",
    "beginner": "Keeps hitting things until something falls off, often its own.",
    "average": "Knows not to touch the edge, mostly.",
    "good": "Brings the blue into line first and kills when it is safe.",
    "expert": "Guards its sovereign, waits, and needs one opening.",
    "champion": "Keeps its sovereign where no line reaches it, and finds yours.",
}

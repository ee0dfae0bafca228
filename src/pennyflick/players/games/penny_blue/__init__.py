"""What the opponents know of Penny Blue, and how each goes about it."""

from pennyflick.players.games.penny_blue.study import STUDY
from pennyflick.players.games.penny_blue.tactics import PennyBlueTactics

__all__ = ["STUDY", "TACTICS", "TEMPERAMENTS", "WEAKNESSES"]

TACTICS = PennyBlueTactics()

TEMPERAMENTS = {
    "first-timer": "Tries the first thing it sees, as if it could not miss.",
    "beginner": "Trusts its aim too far: what falls off is often its own.",
    "average": "Knows its hand, plays the plain shots and lets the clever ones go.",
    "good": "Brings the blue into line first and kills when it is safe.",
    "expert": "Keeps its sovereign out of your line, waits, and needs one opening.",
    "champion": "Leaves you no line to its sovereign and takes the first good one to yours.",
}

# One slip of the other side decides a game: who is weak here must be weaker than elsewhere. And neither a steadier hand
# nor more thought is worth much beside an expert's: what sets the upper ones apart is how many quiet touches they see
WEAKNESSES = {
    "first-timer": {"sees": 0.15, "warmth": 0.3},
    "beginner": {"sees": 0.2, "belief": 0.2, "warmth": 0.2},
    "good": {"sees": 0.3},
    "expert": {"sees": 0.5},
}

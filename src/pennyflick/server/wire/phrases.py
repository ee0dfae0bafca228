"""What people can say to each other at a table: eight phrases, and nothing else."""

from __future__ import annotations

PHRASES = {
    "good-luck": "Good luck!",
    "lovely-shot": "Lovely shot!",
    "unlucky": "Unlucky!",
    "sorry": "Sorry!",
    "ha": "Ha!",
    "one-moment": "One moment…",
    "well-played": "Well played!",
    "thank-you": "Thank you!",
}

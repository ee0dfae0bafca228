"""Who decides: hands (execution error) and bots."""

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, VISIBLE_HANDS, Hand, executed, hand_text, let_go, parse_hand
from pennyflick.players.player import Player, Thought
from pennyflick.players.random_legal import RandomLegal

__all__ = [
    "HANDS",
    "VISIBLE_HANDS",
    "Dice",
    "Hand",
    "Player",
    "RandomLegal",
    "Thought",
    "executed",
    "hand_text",
    "let_go",
    "parse_hand",
]

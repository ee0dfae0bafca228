"""Who decides: hands (execution error) and bots."""

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, Hand, executed, hand_text, parse_hand
from pennyflick.players.player import Player, Thought
from pennyflick.players.random_legal import RandomLegal

__all__ = ["HANDS", "Dice", "Hand", "Player", "RandomLegal", "Thought", "executed", "hand_text", "parse_hand"]

"""Penny Bowls: a whole game in a package of its own, as small as a game can be. Copy it to begin another."""

"""The referee: physics + rules + players = a played match and its record."""

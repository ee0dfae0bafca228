"""Learning what positions are worth: matches of a bot against itself, a fit, and how true the result is."""

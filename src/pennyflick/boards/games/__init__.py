"""One file a board, and where discs may be put on it."""

"""A flick becomes a shot. Knows discs, pegs, edges, a hole and friction; knows no games."""

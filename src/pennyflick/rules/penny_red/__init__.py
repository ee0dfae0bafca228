"""Penny Red: tennis with pennies; one red, two shooters a side, a line across the middle."""

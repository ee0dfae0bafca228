"""Penny Green: table football with six pennies a side (GRN)."""

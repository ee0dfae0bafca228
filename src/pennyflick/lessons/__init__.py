"""Lessons: set-up flicks with a sentence each, as text, and what reads and checks them."""

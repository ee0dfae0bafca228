"""What a command says when it cannot go on."""

from __future__ import annotations


class CommandError(Exception):
    """Wrong input from outside: the command line prints the sentence, nothing else, and ends with code 2."""

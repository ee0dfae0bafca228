"""What all who play must want, to end without a result or a rematch. Law: nobody's match ends over his head."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

END, REMATCH = "end", "rematch"


def shared(holders: Mapping[str, str]) -> bool:
    """Whether more than one browser holds seats of the match."""
    return len(set(holders.values())) > 1


def unanimous(wished: Iterable[str], holders: Mapping[str, str]) -> bool:
    """Whether every browser that plays wishes it, with any of its seats."""
    return {holders[seat] for seat in wished if seat in holders} == set(holders.values())

"""The words every folder shares. Law: standard library only; everything is frozen."""

from pennyflick.table.answer import (
    FULL_TURN_CDEG,
    SPEED_LIMIT_MM_S,
    Answer,
    Choose,
    Declare,
    Flick,
    Place,
    Resign,
    SideFlick,
)
from pennyflick.table.decision import (
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Clause,
    Decision,
    Evidence,
    Reason,
    Refusal,
    Region,
)
from pennyflick.table.disc import Disc, DiscId
from pennyflick.table.layout import Away, Layout, Spot
from pennyflick.table.point import Point
from pennyflick.table.shot import Contact, Event, Holed, Left, PegHit, Piece, Shot, Stopped, start_layout
from pennyflick.table.side import Seat, Side
from pennyflick.table.surface import GRAVITY_MM_S2, Circle, Polygon, Surface

__all__ = [
    "FULL_TURN_CDEG",
    "GRAVITY_MM_S2",
    "SPEED_LIMIT_MM_S",
    "Answer",
    "Ask",
    "AskChoose",
    "AskFlick",
    "AskPlace",
    "AskSideFlick",
    "Away",
    "Choose",
    "Circle",
    "Clause",
    "Contact",
    "Decision",
    "Declare",
    "Disc",
    "DiscId",
    "Event",
    "Evidence",
    "Flick",
    "Holed",
    "Layout",
    "Left",
    "PegHit",
    "Piece",
    "Place",
    "Point",
    "Polygon",
    "Reason",
    "Refusal",
    "Region",
    "Resign",
    "Seat",
    "Shot",
    "Side",
    "SideFlick",
    "Spot",
    "Stopped",
    "Surface",
    "start_layout",
]

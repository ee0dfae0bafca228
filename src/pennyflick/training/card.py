"""The card of a learned value: where it comes from and what it scored, as a row that docs/bots.md shows."""

from __future__ import annotations

from pennyflick.players.values.files import ValueFile

HEAD = (
    "| game | matches | rounds | seed | positions | features | trees × depth | Brier, held out (a constant) | data |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def card(file: ValueFile) -> str:
    """One row."""
    recipe, data, measured = file.about["recipe"], file.about["data"], file.about["measured"]
    cells = (
        file.game,
        f"{data['matches']:,}",
        str(recipe["rounds"]),
        str(recipe["seed"]),
        f"{data['positions']:,}",
        str(len(file.features)),
        f"{recipe['trees']} × {recipe['depth']}",
        f"{measured['brier']:.3f} ({measured['constant']:.3f})",
        f"`{data['sha256'][:12]}`",
    )
    return f"| {' | '.join(cells)} |"

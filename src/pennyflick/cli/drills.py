"""`pennyflick drills [GAME]`: how an expert does at the drills, measured and kept."""

from __future__ import annotations

import argparse
from pathlib import Path

from pennyflick import physics
from pennyflick.cli.errors import CommandError
from pennyflick.cli.files import write_text
from pennyflick.cli.progress import Progress
from pennyflick.lessons.drilling import Measured, check_drill, drill_digest, measure
from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.shelf import Shelf, folder, shelf
from pennyflick.rules import registry
from pennyflick.table.near_miss import did_you_mean

NAME = "drills"
HELP = "Measure how an expert does at the drills with the same hand, and keep it beside them."
EXAMPLES = """\
  pennyflick drills              what was not measured yet, or has changed since
  pennyflick drills penny-blue   of one game
  pennyflick drills --again      all of them
The same drill gives the same figures; they are written into src/pennyflick/lessons/experts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of {', '.join(registry.names())}")
    parser.add_argument("--again", action="store_true", help="measure what is known too")


def run(args: argparse.Namespace) -> int:
    """Measure and write; the exit code."""
    if args.game not in (None, *registry.names()):
        raise CommandError(f"no game named {args.game!r}; {did_you_mean(args.game, registry.names())}")
    physics.prepare(Progress())
    for game in registry.names() if args.game is None else (args.game,):
        try:
            _measure(game, shelf(game), args.again)
        except SlipError as error:
            raise CommandError(str(error)) from None
    return 0


def _measure(game: str, held: Shelf, again: bool) -> None:
    if not held.drills:
        return
    found: dict[str, Measured] = {}
    for drill in held.drills:
        check_drill(drill)
        found[drill.id] = (None if again else _known(held, drill)) or measure(drill)
        print(f"{game} {drill.id}: {found[drill.id].rate:g} a try", flush=True)
        _write(game, found, held)


def _known(held: Shelf, drill: Drill) -> Measured | None:
    known = held.expert_at(drill.id)
    if known is None or known.of != drill_digest(drill):
        return None
    return Measured(known.of, known.rate, known.best)


def _write(game: str, found: dict[str, Measured], held: Shelf) -> None:
    """All that is known so far: who stops it loses nothing."""
    kept = {drill.id: found.get(drill.id) or _known(held, drill) for drill in held.drills}
    tables = [_table(name, each) for name, each in kept.items() if each is not None]
    path = Path(str(folder("experts").joinpath(f"{game}.toml")))
    path.parent.mkdir(exist_ok=True)
    write_text(path, "# Written by `pennyflick drills`: how an expert does with the same hand.\n" + "".join(tables))
    path.chmod(0o644)  # it belongs to the package, which others read


def _table(drill: str, found: Measured) -> str:
    best = "".join(f'    "{text}",\n' for text in found.best)
    flicks = f"best = [\n{best}]\n" if best else ""
    return f'\n[[expert]]\ndrill = "{drill}"\nof = "{found.of}"\nrate = {found.rate:g}\n{flicks}'

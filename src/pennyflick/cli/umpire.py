"""`pennyflick umpire GAME`: rulings and the score for a match at a real board."""

from __future__ import annotations

import argparse
import json
import secrets
from datetime import date
from pathlib import Path

from pennyflick.cli.errors import CommandError
from pennyflick.cli.files import read_record, write_text
from pennyflick.cli.game_arguments import add_game, add_names, chosen_game, chosen_names
from pennyflick.cli.umpire_json import serve_lines
from pennyflick.cli.umpire_prompt import converse
from pennyflick.match.replay import replay
from pennyflick.match.umpire import Book, Sitting, new_sitting, written_sitting
from pennyflick.match.umpire.schema import SCHEMA
from pennyflick.record import print_record
from pennyflick.table import Side

NAME = "umpire"
HELP = "Umpire a match at a real board: say what happened, read the ruling and the score. Nothing is simulated."
EXAMPLES = """\
  pennyflick umpire penny-black                                         draws the toss and asks
  pennyflick umpire penny-black --names Ann Bob --record friday.txt     writes the record as you go
  pennyflick umpire penny-black --resume friday.txt --record friday.txt goes on where you stopped
  pennyflick umpire penny-black --json --starter one < entries          one JSON object per line, in and out
  pennyflick umpire penny-black --schema                                what those lines look like
The entries are described in docs/umpire.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_game(parser)
    add_names(parser)
    parser.add_argument("--starter", choices=[side.value for side in Side], help="who starts; otherwise a toss")
    parser.add_argument("--record", metavar="FILE", type=Path, help="write the record there after every entry")
    parser.add_argument("--resume", metavar="FILE", help="go on with the match of this record")
    parser.add_argument("--json", action="store_true", help="one JSON object per line, in and out")
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of the lines and end")


def run(args: argparse.Namespace) -> int:
    """Umpire it; the exit code."""
    if args.schema:
        chosen_game(args)
        print(json.dumps(SCHEMA, indent=2, ensure_ascii=False))
        return 0
    _check_record(args)
    sitting, day = _resumed(args) if args.resume is not None else (_new(args), date.today().isoformat())
    book = Book(sitting, lambda kept: _keep(kept, args.record, day))
    book.keep(sitting)
    if args.json:
        serve_lines(book)
    else:
        converse(book)
    return 0


def _check_record(args: argparse.Namespace) -> None:
    if args.record is None or not args.record.exists():
        return
    if args.resume is None or not Path(args.resume).exists() or not args.record.samefile(args.resume):
        raise CommandError(f"{args.record} is there already; go on with it by --resume, or name another file")


def _new(args: argparse.Namespace) -> Sitting:
    game = chosen_game(args)
    starter = secrets.choice(tuple(Side)) if args.starter is None else Side(args.starter)
    return new_sitting(game, starter, chosen_names(game.seats, args.names))


def _resumed(args: argparse.Namespace) -> tuple[Sitting, str]:
    record = read_record(args.resume)
    if record.game.name != args.game:
        raise CommandError(f"{args.resume} is a match of {record.game.name}, not of {args.game}")
    if args.options or args.names or args.starter:
        raise CommandError("--resume takes options, names and starter from the record; leave them out")
    if record.simulated:
        raise CommandError(f"{args.resume} is a simulated match; the umpire goes on only with matches at a real board")
    found = replay(record)
    if found.difference is not None:
        raise CommandError(
            f"{args.resume} does not replay: action {found.difference.action}: {found.difference.sentence}"
        )
    assert isinstance(found.ending, Sitting), "a record without physics replays as a sitting"
    return found.ending, record.date


def _keep(sitting: Sitting, path: Path | None, day: str) -> None:
    if path is not None:
        write_text(path, print_record(written_sitting(sitting, date=day)))

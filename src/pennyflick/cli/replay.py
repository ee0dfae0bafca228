"""`pennyflick replay FILE`: a recorded match is played again and compared."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pennyflick import physics
from pennyflick.cli.errors import CommandError
from pennyflick.cli.files import read_record, write_text
from pennyflick.cli.progress import Progress
from pennyflick.match.referee import EARLY, Match
from pennyflick.match.referee import result as match_result
from pennyflick.match.replay import Replay, replay
from pennyflick.match.umpire import Sitting
from pennyflick.record import Record, position_text
from pennyflick.table import Flick, SideFlick

NAME = "replay"
HELP = "Play a recorded match again: verified, or the first difference."
EXAMPLES = """\
  pennyflick replay match.txt               verified, or the first difference
  pennyflick replay match.txt --svg frames  and a picture of every shot in the folder frames
  pennyflick replay match.txt --position 12 the position after action 12, for play --from
  pennyflick replay match.txt --json        for a program
  pennyflick replay - < match.txt           read from standard input
The record's grammar is in docs/notation.md. Exit code: 0 verified, 1 a difference, 2 no record."""

DIFFERENT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    parser.add_argument("--svg", metavar="DIR", type=Path, help="write a picture of every action into this folder")
    parser.add_argument(
        "--position", metavar="N", type=int, help="print only the text of the position after action N (0: the start)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def run(args: argparse.Namespace) -> int:
    """Replay it; the exit code."""
    record = read_record(args.file)
    if args.svg is not None:
        _make_folder(args.svg, record)
    if record.simulated:
        physics.prepare(Progress())
    if args.position is not None:
        print(_position(record, args.position))
        return 0
    found = replay(record, None if args.svg is None else lambda state: _draw(state, args.svg))
    if args.json:
        print(json.dumps(_json(found), ensure_ascii=False))
    else:
        _print(found)
    return 0 if found.verified else DIFFERENT


def _position(record: Record, number: int) -> str:
    """The text of the position after this action; raises CommandError when it is never reached."""
    if not record.simulated:
        raise CommandError("--position needs a simulated match: a record of a real board knows no places")
    if not record.earlier <= number <= record.last:
        raise CommandError(f"--position {number}: the record goes from {record.earlier} to {record.last}")
    reached: dict[int, Match] = {}
    found = replay(record, lambda state: reached.update({state.played: state}) if isinstance(state, Match) else None)
    if number not in reached:
        assert found.difference is not None, "a replay without a difference reaches every action"
        raise CommandError(f"--position {number}: {_where(found)}: {found.difference.sentence}")
    return position_text(record.game, reached[number].position)


def _make_folder(folder: Path, record: Record) -> None:
    if not record.simulated:
        raise CommandError("--svg needs a simulated match: a record of a real board knows no places")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None


def _print(found: Replay) -> None:
    record = found.record
    for remark in found.remarks:
        print(remark)
    if found.difference is None:
        print(f"verified: {record.game.title}, {len(record.entries)} actions, result {_result(found)}")
        return
    if found.agreed:
        first, last = record.earlier + 1, record.earlier + found.agreed
        print(f"actions {first} to {last} agree ({_flicks(found)} flicks)")
    print(f"{_where(found)}: {found.difference.sentence}")
    left = record.last - found.difference.action
    if left > 0:
        print(f"the {left} actions after it cannot be checked: they begin from another position")


def _result(found: Replay) -> str:
    """The result with the players' names; the record itself says One and Two."""
    ending = found.ending
    result = ending.result if isinstance(ending, Sitting) else match_result(ending)
    if result is None or (isinstance(ending, Match) and ending.ended and ending.ended.how in EARLY):
        return found.record.result
    return f"{result.winner.value if result.winner else 'draw'}: {result.sentence.said(ending.watcher)}"


def _where(found: Replay) -> str:
    assert found.difference is not None
    match found.difference.action:
        case 0:
            return "differs in the tags"
        case action if action > found.record.last:
            return "differs in the result"
        case action:
            return f"differs at action {action}"


def _flicks(found: Replay) -> int:
    return sum(isinstance(entry.told, Flick | SideFlick) for entry in found.record.entries[: found.agreed])


def _json(found: Replay) -> dict[str, Any]:
    different = found.difference
    return {
        "verified": found.verified,
        "game": found.record.game.name,
        "actions": len(found.record.entries),
        "agreed": found.agreed,
        "agreed_flicks": _flicks(found),
        "difference": None if different is None else {"action": different.action, "sentence": different.sentence},
        "remarks": list(found.remarks),
        "result": found.record.result,
    }


def _draw(state: Match | Sitting, folder: Path) -> None:
    from pennyflick.boards.picture.svg import standalone_svg  # only now: most calls draw nothing

    assert isinstance(state, Match), "only simulated matches are drawn"
    number = state.played
    path = folder / f"{number:03d}.svg"
    shot = state.actions[-1].shot if state.actions else None
    begun = "the opening" if state.setup is None else "as it was set up"
    title = f"{state.game.title}, {f'action {number}' if state.actions else begun}"
    picture = standalone_svg(state.game.board, state.game.discs, state.position.layout, shot=shot, title=title)
    write_text(path, picture)
    print(f"wrote {path}", file=sys.stderr)

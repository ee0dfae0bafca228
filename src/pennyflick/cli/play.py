"""`pennyflick play GAME`: a match in the terminal, with typed flicks."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, assert_never

from pennyflick import physics
from pennyflick.cli.errors import CommandError
from pennyflick.cli.files import write_text
from pennyflick.cli.game_arguments import add_game, add_names, add_setup, chosen_game, chosen_names, chosen_setup
from pennyflick.cli.opponents import EXACT, Opponent, chosen_hands, opponent
from pennyflick.cli.progress import Progress
from pennyflick.cli.rules import print_clause
from pennyflick.cli.told_lines import disc_lines, ruling_lines, sheet_lines
from pennyflick.match import Match, RefusedError, abandon, apply, decision, new_match, refusal, step, written
from pennyflick.match.hindsight import hindsight
from pennyflick.match.written import entry_of
from pennyflick.players.hands import Hand, faced
from pennyflick.players.player import Player
from pennyflick.record import NotationError, Seen, parse_told, position_text, print_record
from pennyflick.record.match_text import entry_text
from pennyflick.record.notation import place_text
from pennyflick.rules.game import Game
from pennyflick.table import (
    Answer,
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Choose,
    Decision,
    DiscId,
    Object,
    Place,
    Point,
    Region,
    Seat,
    Side,
    Subject,
    Viewer,
    listed,
    says,
    verb,
)

SEED_BITS = 128  # docs/notation.md: too long to be guessed from its hash
NAME = "play"
HELP = "Play a match in the terminal: two people at one keyboard, or you against a bot."
EXAMPLES = """\
  pennyflick play penny-black --names Ann Bob                  two people at one terminal
  pennyflick play penny-black --against average                you are one
  pennyflick play pichenotte --against expert --seat two       you are two
  pennyflick play penny-black --options shape=square --seed 7  the same dice every time
  pennyflick play penny-black --hand one=good two=beginner     whose flicks err how far
  pennyflick play penny-blue --from "turn=two turns=1-0 A1@10,60"   begin in the middle of play
A flick is typed as disc, degrees, mm/s: shooter 183.2 1400. Type help at the prompt for the rest."""

COMMANDS = """\
  DISC DEGREES MM/S                flick it: shooter 183.2 1400
  DISC DEGREES MM/S @PLACE         from a spot (@corner-1) or a point in mm (@12.5,-40)
  DISC DEGREES MM/S !twenty        with a call
  side DISC HELD DEGREES MM/S @PLACE   side-flick DISC with HELD
  place DISC@PLACE DISC@PLACE …    put discs down; place alone takes the suggestion
  choose KEY, pass, decline        answer a question
  declare touch|unclean|moved-board|on-top [DISC …]   own up to a foul
  discs · score · ask · position   where everything is · the score sheet · what is asked · a text for --from
  rules CLAUSE                     a clause, like rules BLK-12
  svg FILE · save FILE             a picture of the board · the record so far
  resign · abandon · quit          end it"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_game(parser)
    add_names(parser)
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        help="random, first-timer, beginner, average, good, expert, champion, or a level 0 to 5",
    )
    parser.add_argument("--seat", choices=[side.value for side in Side], default="one", help="your side against a bot")
    parser.add_argument(
        "--hand",
        metavar="HAND",
        nargs="+",
        default=[EXACT],
        help="how people's flicks err, by dice: steady, good, average, beginner, '1.5deg 8%%' or exact (the default); "
        "for one seat only: one=good",
    )
    add_setup(parser)
    parser.add_argument("--starter", choices=[side.value for side in Side], help="who starts; otherwise a toss")
    parser.add_argument("--seed", type=int, help="seed of all dice; otherwise a fresh secret one")
    parser.add_argument("--record", metavar="FILE", type=Path, help="write the record there at the end")


@dataclass
class Table:
    """The match being played and who the bots are."""

    match: Match
    bots: Mapping[Seat, Player]
    quitting: bool = False
    told: bool = False  # goal and danger have been said once; `ask` says them again

    @property
    def viewer(self) -> Viewer:
        """Who sits at the terminal: against a bot that is "you"."""
        return Viewer(self.match.names, [seat for seat in self.match.game.seats if seat not in self.bots])


def run(args: argparse.Namespace) -> int:
    """Play it; the exit code."""
    if args.record is not None and args.record.exists():
        raise CommandError(f"{args.record} is there already; name another file")
    table = _table(args)
    physics.prepare(Progress())
    starts = says(Subject(table.match.starter), verb("starts")).said(table.viewer)
    print(f"{table.match.game.title}. {starts} Type help for help.")
    while not table.quitting and (asked := decision(table.match)) is not None:
        if asked.seats[0] in table.bots:
            _bot_turn(table, asked)
        else:
            _person_turn(table, asked)
    _close(table, args.record)
    return 0


def _table(args: argparse.Namespace) -> Table:
    game = chosen_game(args)
    if args.seed is not None and args.seed < 0:
        raise CommandError(f"--seed {args.seed} is negative; it must be a whole number from 0 up")
    if args.setup is not None and args.starter is not None:
        raise CommandError("--starter says who starts at the opening; with --from the position says who is to play")
    people = [seat for seat in game.seats if args.against is None or seat.side is Side(args.seat)]
    hands = chosen_hands(args.hand, people)
    rivals = _rivals(game, args, hands)
    match = new_match(
        game,
        seed=secrets.randbits(SEED_BITS) if args.seed is None else args.seed,
        starter=None if args.starter is None else Side(args.starter),
        names=dict.fromkeys(rivals, args.against) | chosen_names(people, args.names),
        hands=hands | {seat: rival.hand for seat, rival in rivals.items()},
        players={seat: rival.who for seat, rival in rivals.items()},
        setup=chosen_setup(game, args.setup),
    )
    return Table(match, {seat: rival.player for seat, rival in rivals.items()})


def _rivals(game: Game[Any, Any], args: argparse.Namespace, hands: Mapping[Seat, Hand | None]) -> dict[Seat, Opponent]:
    """Whom you play against, seat by seat; nobody when people play each other."""
    if args.against is None:
        return {}
    seats = (seat for seat in game.seats if seat not in hands)
    return dict.fromkeys(seats, opponent(args.against, game.name, faced(hands.values())))


def _bot_turn(table: Table, asked: Decision) -> None:
    table.match, thought = step(table.match, table.bots, asked)
    _print_last(table)
    if thought.sentence:
        print(f"  ({table.match.names[asked.seats[0]]}: {thought.said})")


def _person_turn(table: Table, asked: Decision) -> None:
    print(f"\n{asked.sentence.said(table.viewer)}")
    if not table.told:
        table.told = True
        _print_aims(table)
    prompt = listed(map(Object, asked.seats), "or").said(table.viewer)
    while not table.quitting:
        try:
            line = input(f"{prompt}> ").strip()
        except EOFError:
            table.quitting = True
            return
        if line and _did(table, asked, line):
            return


def _did(table: Table, asked: Decision, line: str) -> bool:
    """Whether the line moved the match on (or ended the sitting)."""
    word, _, rest = line.partition(" ")
    command = _COMMANDS.get(word)
    try:
        if command is not None:
            command(table, rest.strip())
            return table.quitting
        table.match = _answered(table, asked, line)
    except NotationError as error:
        print(f"column {error.column}: expected {error.expected}, found {error.found}")
    except RefusedError as error:
        clause = f"{error.refusal.clause}: " if error.refusal.clause else ""
        print(f"{clause}{error.refusal.sentence.said(table.viewer)}")
    except CommandError as error:
        print(error)
    else:
        _print_last(table)
        return True
    return False


def _answered(table: Table, asked: Decision, line: str) -> Match:
    """The match after the line; where partners share a move, whoever of them can make it makes it (RED-20)."""
    match = table.match
    answers = [(seat, _answer(table, asked, seat, line)) for seat in asked.seats]
    able = [(seat, answer) for seat, answer in answers if refusal(match, seat, answer) is None]
    seat, answer = (able or answers)[0]
    return apply(match, seat, answer)


def _answer(table: Table, asked: Decision, seat: Seat, line: str) -> Answer:
    if line in asked.choices:
        return Choose(line)
    if line == "place":
        return _suggestion(table, asked)
    if line.startswith("declare ") and " by " not in line:
        line = f"{line} by {seat.name}"
    told = parse_told(line, seat, table.match.game.board.spots)
    if isinstance(told, Seen):
        raise CommandError("seen is for the umpire of a real board; here discs are flicked")
    return told


def _suggestion(table: Table, asked: Decision) -> Place:
    for ask in asked.asks:
        if isinstance(ask, AskPlace):
            return Place(dict(ask.suggested))
    raise CommandError(f"nothing is to be put down now: {asked.sentence.said(table.viewer)}")


def _print_last(table: Table) -> None:
    action = table.match.actions[-1]
    print(entry_text(entry_of(action), table.match.game.board.spots))
    for line in ruling_lines(action.verdict, table.viewer):
        print(line)
    if (told := hindsight(table.match, len(table.match.actions) - 1)) is not None:
        print(f"  {told.said(table.viewer)}")


def _help(table: Table, rest: str) -> None:
    del table, rest
    print(COMMANDS)


def _discs(table: Table, rest: str) -> None:
    del rest
    print(*disc_lines(table.match.game, table.match.position.layout), sep="\n")


def _score(table: Table, rest: str) -> None:
    del rest
    print(*sheet_lines(table.match.game, table.match.position.ledger, table.viewer), sep="\n")


def _position(table: Table, rest: str) -> None:
    del rest
    print(position_text(table.match.game, table.match.position))


def _ask(table: Table, rest: str) -> None:
    del rest
    asked = decision(table.match)
    assert asked is not None, "a prompt is shown only while something is asked"
    print(asked.sentence.said(table.viewer))
    _print_aims(table)
    for ask in asked.asks:
        print(f"  {_ask_text(table, ask)}")


def _print_aims(table: Table) -> None:
    """Goal and danger, where the game says them."""
    aims = table.match.game.aims(table.match.position.ledger)
    for word, sentence in (("Goal", aims.goal), ("Danger", aims.danger)):
        if sentence:
            print(f"  {word}: {sentence.said(table.viewer)}")


def _ask_text(table: Table, ask: Ask) -> str:
    match, spots = table.match, table.match.game.board.spots
    match ask:
        case AskFlick():
            discs = ", ".join(_flick_text(match, disc, region) for disc, region in ask.discs.items())
            calls = f", calls: {', '.join(ask.calls)}" if ask.calls else ""
            return f"flick ({ask.kind}): {discs}{calls}{', or pass' if ask.may_pass else ''}"
        case AskSideFlick():
            return f"side {ask.disc}, held: {', '.join(ask.held)}"
        case AskPlace():
            places = " ".join(f"{disc}@{place_text(point, spots)}" for disc, point in ask.suggested.items())
            return f"place {places}{', or decline' if ask.may_decline else ''}"
        case AskChoose():
            return " · ".join(f"{key}: {sentence.said(table.viewer)}" for key, sentence in ask.options.items())
        case _:
            assert_never(ask)


def _flick_text(match: Match, disc: DiscId, region: Region | None) -> str:
    if region is None:
        return disc
    return f"{disc} @PLACE (for example @{place_text(_example(match, region), match.game.board.spots)})"


def _example(match: Match, region: Region) -> Point:
    """A place as people would name it: a spot where the region has any."""
    spots = (spot.rounded() for spot in match.game.board.spots.values())
    return next((spot for spot in spots if region.breaks(spot) is None), None) or region.nearest(Point(0.0, 0.0))


def _rules(table: Table, rest: str) -> None:
    del table
    print_clause(rest)


def _svg(table: Table, rest: str) -> None:
    from pennyflick.boards.picture.svg import standalone_svg  # only now: most sittings draw nothing

    game, position = table.match.game, table.match.position
    shot = table.match.actions[-1].shot if table.match.actions else None
    _write(rest, standalone_svg(game.board, game.discs, position.layout, shot=shot, title=game.title))


def _save(table: Table, rest: str) -> None:
    _write(rest, _record_text(table.match))


def _write(name: str, text: str) -> None:
    if not name:
        raise CommandError("say which file to write, like: save match.txt")
    write_text(Path(name), text)
    print(f"wrote {name}")


def _abandon(table: Table, rest: str) -> None:
    del rest
    table.match = abandon(table.match)
    table.quitting = True


def _quit(table: Table, rest: str) -> None:
    del rest
    table.quitting = True


_COMMANDS: Mapping[str, Callable[[Table, str], None]] = {
    "help": _help,
    "discs": _discs,
    "score": _score,
    "ask": _ask,
    "position": _position,
    "rules": _rules,
    "svg": _svg,
    "save": _save,
    "abandon": _abandon,
    "quit": _quit,
}


def _close(table: Table, record: Path | None) -> None:
    print()
    _score(table, "")
    if table.match.ended:
        print(table.match.ended.result.sentence.said(table.viewer))
    if record is not None:
        write_text(record, _record_text(table.match))
        print(f"wrote {record}")


def _record_text(match: Match) -> str:
    return print_record(written(match, date=date.today().isoformat()))

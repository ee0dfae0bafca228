"""What a player would ask of the opponents: points a turn, kills, rally length, goals, twenties a round.

python -m benchmarks.opponents [--game G …] [--between expert-expert …] [--matches 100] [--workers 2] [--seed 1]
                               [--out FOLDER]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import groupby, pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks import penalties
from pennyflick import physics
from pennyflick.boards.games.penny_green import PennyGreenBoard, goal_sign
from pennyflick.match import Match, new_match, play
from pennyflick.match.points import points as scores
from pennyflick.match.referee import Action
from pennyflick.players.bots import parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN
from pennyflick.rules.penny_green.ledger import PLACED_ASIDE, GoalFlick, PenaltyFlick, Positional, Stage
from pennyflick.rules.penny_green.pieces import GREEN, of_side
from pennyflick.rules.penny_green.placing import Ground
from pennyflick.rules.penny_red.ledger import Phase
from pennyflick.table import Choose, DiscId, Flick, Side

YARDSTICK = "classic:hand=expert"
CONTESTS = {
    "expert-expert": ("expert", "expert"),
    "expert-beginner": ("expert", "beginner"),
    "classic-classic": (YARDSTICK, YARDSTICK),  # what the opponents were, for figures that are to be half or twice that
}
PENALTY_TAKERS = ("expert", "champion")
Share = list[float]  # a part and its whole: what is told is the share over all matches
Row = dict[str, list[float] | list[Share]]  # fact -> what it is for each player, or one number for the match
Job = tuple[str, str, str, int, int]
Step = tuple[Position[Any], Action]  # what was decided on, and what was done


def main() -> int:
    """Play, and print the rows of a game's table as soon as they are known."""
    args = _arguments()
    physics.prepare()
    between = [CONTESTS[name] for name in args.between]
    print("| game | asked | " + " | ".join(f"{one} – {two}" for one, two in between) + " |")
    print("|---|---|" + "---|" * len(between), flush=True)
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        for game in args.game:
            contests = [list(_rows(game, one, two, args, pool)) for one, two in between]
            for fact in contests[0][0]:
                print(f"| {game} | {fact} | " + " | ".join(_told(rows, fact) for rows in contests) + " |", flush=True)
            if game == penalties.NAME:
                _print_stored_penalties(args, pool)
    return 0


def _print_stored_penalties(args: argparse.Namespace, pool: Executor) -> None:
    """How those take them who are thought to score: half of them are beyond an expert's hand on an empty board."""
    for taker in PENALTY_TAKERS:
        scored, unmoved = penalties.shares(taker, penalties.stored(), args.seed, pool)
        for fact, share in (("scored", scored), ("that left the green", unmoved)):
            told = " | ".join([f"{share:.2f}"] * len(args.between))
            print(f"| {penalties.NAME} | stored penalty flicks {fact}, {taker} | {told} |", flush=True)


def _rows(game: str, one: str, two: str, args: argparse.Namespace, pool: Executor) -> Iterator[Row]:
    """Every match's facts; those in the folder are not played again."""
    path = args.out / f"{game}-{one}-{two}-{args.seed}.jsonl" if args.out else None
    known = [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []
    yield from known[: args.matches]
    jobs = [(game, one, two, args.seed, number) for number in range(len(known), args.matches)]
    for number, row in enumerate(pool.map(_played, jobs), len(known) + 1):
        if path:
            with path.open("a") as lines:
                lines.write(json.dumps(row) + "\n")
        if sys.stderr.isatty():
            print(f"\r{game}, {one} – {two}: {number} of {args.matches}", end="\r", file=sys.stderr)
        yield row


def _told(rows: list[Row], fact: str) -> str:
    """The first player's mean before the second's, or the one of the match."""
    return " / ".join(f"{_middle(each):.2f}" for each in zip(*(row[fact] for row in rows), strict=True))


def _middle(each: tuple[float | Share, ...]) -> float:
    """The mean; of shares, all the parts in all the wholes."""
    shares = [share for share in each if isinstance(share, list)]
    if not shares:
        return mean(number for number in each if not isinstance(number, list))
    return sum(part for part, _ in shares) / max(sum(whole for _, whole in shares), 1.0)


def _played(job: Job) -> Row:
    name, one, two, seed, number = job
    game = registry.new_game(name)
    specs = {Side.ONE: one, Side.TWO: two}
    starter = Side.ONE if number % 2 == 0 else Side.TWO
    hands = {seat: parse_spec(specs[seat.side], name).hand for seat in game.seats}
    match = new_match(game, seed=Dice(seed, number, f"opponents {name}").bits(), starter=starter, hands=hands)
    facing = {seat: parse_spec(specs[seat.side.other], name).hand for seat in game.seats}
    played = play(match, {seat: player(specs[seat.side], name, facing[seat]) for seat in game.seats})
    return {"wins": _wins(played), **_ASKED[name](played), "flicks a match": [float(_flicks(played))]}


def _wins(match: Match) -> list[float]:
    assert match.ended is not None
    winner = match.ended.result.winner
    return [0.5 if winner is None else float(winner is side) for side in Side]


def _flicks(match: Match) -> int:
    return sum(1 for action in match.actions if action.shot is not None)


# ---- counting ----


def _reasons(action: Action, clause: str, words: str = "") -> int:
    return sum(1 for reason in action.verdict.reasons if reason.clause == clause and words in str(reason.sentence))


def _count(match: Match, side: Side, clause: str, words: str = "") -> float:
    """How often that was ruled on this side's actions."""
    return float(sum(_reasons(action, clause, words) for action in match.actions if action.by.side is side))


def _turns(match: Match) -> list[tuple[Side, list[Action]]]:
    """The visits to the table, one after the other."""
    return [(side, list(actions)) for side, actions in groupby(match.actions, key=lambda action: action.by.side)]


def _visits(turns: list[tuple[Side, list[Action]]]) -> list[float]:
    """How many of them each player had."""
    return [float(sum(1 for each, _ in turns if each is side)) for side in Side]


def _share(parts: list[float], wholes: list[float]) -> list[float]:
    return [part / max(whole, 1.0) for part, whole in zip(parts, wholes, strict=True)]


# ---- what is asked of each game ----


def _black(match: Match) -> Row:
    turns = _turns(match)
    counts = _visits(turns)
    runs = [[sum(_reasons(a, "BLK-8") for a in actions) for each, actions in turns if each is side] for side in Side]
    points = [float(each) for each in scores(match.game, match.position.ledger)]
    return {
        "points a turn": _share(points, counts),
        "pennies won a turn": _share([float(sum(each)) for each in runs], counts),
        "longest run": [float(max(each, default=0)) for each in runs],
        "points given away": [_given(match, side) for side in Side],
        "free shots given": [float(sum(1 for _, actions in turns if _frees(actions, side))) for side in Side],
        "turns": counts,
        "never won a point": [float(not each) for each in points],
        "never flicked": [float(not each) for each in counts],
    }


def _given(match: Match, side: Side) -> float:
    """The points that the other gained by this side's flicks (BLK-12)."""
    before = [match.begun, *(action.position for action in match.actions)]
    gains = [b.ledger.score.of(side.other) - a.ledger.score.of(side.other) for a, b in pairwise(before)]
    return float(sum(gain for gain, action in zip(gains, match.actions, strict=True) if action.by.side is side))


def _frees(actions: list[Action], side: Side) -> bool:
    """Whether this visit of the side ended with a free shot for the other."""
    ledger = actions[-1].position.ledger
    return actions[-1].by.side is side and ledger.turn is not side and ledger.free_shot


def _blue(match: Match) -> Row:
    return {
        "kills": [_count(match, side, "BLU-4", f"{side.value.capitalize()} kills:") for side in Side],
        "turns": _visits(_turns(match)),
        "flicks that touched nothing": [_count(match, side, "BLU-11", "hit no penny") for side in Side],
        "turns ended by touching nothing": [
            _among(match, side, _touched_nothing, _might_have_gone_on)[0] for side in Side
        ],
    }


def _touched_nothing(step: Step) -> bool:
    return bool(_reasons(step[1], "BLU-11", "hit no penny"))


def _might_have_gone_on(step: Step) -> bool:
    """A last flick ends its turn whatever it hits."""
    return bool(step[0].ledger.flicks < FLICKS_A_TURN - 1)


def _red(match: Match) -> Row:
    firsts, thirds = ([_flicks_made(match, side, made) for side in Side] for made in (0, 2))
    rallies, returns = [0], 0
    for action in match.actions:
        returns += _reasons(action, "RED-8", "returned the red with")
        if _reasons(action, "RED-19", "scores"):
            rallies.append(returns)
            returns = 0
    return {
        "points": [float(each) for each in scores(match.game, match.position.ledger)],
        "returns in one flick": [_count(match, side, "RED-8", "returned the red with one flick") for side in Side],
        "first flicks that return": [_such(each, "RED-8", "returned the red") for each in firsts],
        "third flicks that lose the point": [
            _such(each, "RED-19", f"{side.other.value.capitalize()} scores")
            for side, each in zip(Side, thirds, strict=True)
        ],
        "star shots": [_count(match, side, "RED-13", "knocked off") for side in Side],
        "returns a rally": [mean(rallies[1:])],
        "longest rally": [float(max(rallies))],
    }


def _flicks_made(match: Match, side: Side, made: int) -> list[Action]:
    """The side's flicks of open play after so many others in the turn, with what was ruled on each."""
    befores = [match.begun, *(action.position for action in match.actions)]
    return [
        action
        for before, action in zip(befores, match.actions, strict=False)
        if action.shot is not None and action.by.side is side
        if before.ledger.phase is Phase.OPEN and before.ledger.flicks == made
    ]


def _such(actions: list[Action], clause: str, words: str) -> Share:
    """Of how many of these that was ruled."""
    return [float(sum(1 for action in actions if _reasons(action, clause, words))), float(len(actions))]


def _green(match: Match) -> Row:
    turns = [float(match.position.ledger.turns.of(side)) for side in Side]
    return {
        "goals": [float(each) for each in scores(match.game, match.position.ledger)],
        "hits a turn": _share([_count(match, side, "GRN-2", "A hit") for side in Side], turns),
        "intercepted": [_count(match, side, "GRN-9") for side in Side],
        "penalty flicks": [_count(match, side, "GRN-28", "takes a penalty flick") for side in Side],
        "penalty flicks scored": [_among(match, side, _is_penalty, _scored) for side in Side],
        "penalty flicks that left the green": [_among(match, side, _is_penalty, _left_the_green) for side in Side],
        "goal flicks that placed too few": [_among(match, side, _is_placing, _declined_idly) for side in Side],
        "keepers pulled out of an open goal": [_among(match, side, _is_keepers, _pulled_out) for side in Side],
        "turns": turns,
        "actions a match": [float(len(match.actions))],
    }


def _among(match: Match, side: Side, kind: Callable[[Step], bool], such: Callable[[Step], bool]) -> Share:
    """Of how many of the side's actions of this kind that is true."""
    befores = [match.begun, *(action.position for action in match.actions)]
    steps = [step for step in zip(befores, match.actions, strict=False) if step[1].by.side is side and kind(step)]
    return [float(sum(map(such, steps))), float(len(steps))]


def _is_penalty(step: Step) -> bool:
    return isinstance(step[0].ledger.phase, PenaltyFlick)


def _scored(step: Step) -> bool:
    before, action = step
    return bool(action.position.ledger.goals.of(action.by.side) > before.ledger.goals.of(action.by.side))


def _left_the_green(step: Step) -> bool:
    return step[0].layout.where[GREEN] == step[1].position.layout.where[GREEN]


def _is_placing(step: Step) -> bool:
    phase = step[0].ledger.phase
    return isinstance(phase, GoalFlick) and phase.stage is Stage.PLACING


def _declined_idly(step: Step) -> bool:
    """Whether the taker places no more although fewer than two others wait for the goal flick in the centre zone."""
    before, action = step
    board, waiting = PennyGreenBoard(), of_side(before.layout.on_board, action.by.side)
    ahead = [
        disc for disc in waiting if goal_sign(action.by.side) * before.layout.on_board[disc].x_mm < board.zone_x_mm
    ]
    return isinstance(action.answer, Choose) and len(ahead) < PLACED_ASIDE


def _is_keepers(step: Step) -> bool:
    """Whether the only penny in its own goal area is flicked into position."""
    before, action = step
    phase, side = before.ledger.phase, action.by.side
    into_position = isinstance(phase, Positional) or (isinstance(phase, GoalFlick) and phase.stage is Stage.FLICKS)
    return into_position and isinstance(action.answer, Flick) and _in_own_area(before, side) == (action.answer.disc,)


def _pulled_out(step: Step) -> bool:
    return not _in_own_area(step[1].position, step[1].by.side)


def _in_own_area(position: Position[Any], side: Side) -> tuple[DiscId, ...]:
    return Ground(PennyGreenBoard(), position.layout).in_area(side, side)


def _pichenotte(match: Match) -> Row:
    return {
        "points a round": [float(each) for each in scores(match.game, match.position.ledger)],
        "twenties a round": [_count(match, side, "PIC-9", "in the hole") for side in Side],
        "shots without contact": [_count(match, side, "PIC-4", "No enemy puck was hit") for side in Side],
    }


_ASKED: dict[str, Callable[[Match], Row]] = {
    "penny-black": _black,
    "penny-blue": _blue,
    "penny-red": _red,
    "penny-green": _green,
    "pichenotte": _pichenotte,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(_ASKED), choices=list(_ASKED))
    parser.add_argument("--between", nargs="+", default=list(CONTESTS)[:2], choices=list(CONTESTS))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for a line a match, so that a run can go on")
    args = parser.parse_args()
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    return args


if __name__ == "__main__":
    raise SystemExit(main())
